"""What can happen to a table's message: at its table, at Discord, and with the presses on it."""

from dataclasses import dataclass

from bot.engine import TurnedUp
from bot.tables import Notice, TableView
from bot.ui.table_message.requests import About, Announcement, DeleteAnnouncement, PostReveal, RemoveButtons, Repost, Request
from bot.ui.table_message.states import NEVER


@dataclass(frozen=True, slots=True)
class Changed:
    """The table has taken a step. `reveals` were turned up by it; `new_message`: a hand, or the table itself, begins with it."""

    view: TableView
    reveals: tuple[TurnedUp, ...] = ()
    notices: tuple[Notice, ...] = ()
    new_hand: bool = False
    new_message: bool = False
    asked_for: bool = False
    """Somebody asks for the message below."""
    pause: bool = False
    """A moment at which the message may move below the talk: a round of betting opens, a hand has ended, somebody is called."""
    at: float = NEVER


@dataclass(frozen=True, slots=True)
class Found:
    """After a start: the message that the store knows, and whether the bot ended before another had taken its place."""

    message_id: int | None
    replacement_due: bool = False


@dataclass(frozen=True, slots=True)
class RepostBegan:
    """A repost is on its way, and may be carried out though we never hear of it."""

    request: Repost


@dataclass(frozen=True, slots=True)
class Posted:
    """Discord has taken a repost: the message shows this version."""

    request: Repost
    message_id: int
    about: About
    version: int
    doubtful: bool
    at: float


@dataclass(frozen=True, slots=True)
class EditBegan:
    """An edit is on its way."""


@dataclass(frozen=True, slots=True)
class EditEnded:
    """An edit has had its answer; `version` is None where it failed."""

    version: int | None
    at: float


@dataclass(frozen=True, slots=True)
class AlreadyShown:
    """The message looks like this version already, so nothing had to be sent."""

    version: int


@dataclass(frozen=True, slots=True)
class Done:
    """Discord has carried out another request; `message_id` is that of a posted announcement."""

    request: PostReveal | Announcement | RemoveButtons | DeleteAnnouncement
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class MessageWasGone:
    """Somebody had deleted the message."""

    request: Request


@dataclass(frozen=True, slots=True)
class ChannelWasShut:
    """The channel takes nothing: deleted, archived, or the permission is gone."""

    request: Request
    at: float


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """Discord didn't answer; the request may have been carried out all the same."""

    request: Request
    at: float


@dataclass(frozen=True, slots=True)
class PutOff:
    """A request that the game does without has failed."""

    request: Request
    at: float


@dataclass(frozen=True, slots=True)
class PicturesSent:
    """Discord has taken a message with its pictures, or, where they are `forbidden` here, without."""

    forbidden: bool


@dataclass(frozen=True, slots=True)
class WasRefused:
    """Discord doesn't accept what was sent, and sending it again would not help."""

    request: Request
    at: float


@dataclass(frozen=True, slots=True)
class AnswerBegan:
    """A press on the message is being answered."""

    interaction_id: int
    at: float


@dataclass(frozen=True, slots=True)
class AnswerSent:
    """The answer is on its way: it shows the message with its buttons, or, where another takes its place, without."""

    interaction_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class AnswerTaken:
    """Discord has taken an answer that showed this version, buttons and all."""

    message_id: int
    version: int


@dataclass(frozen=True, slots=True)
class BareAnswerTaken:
    """Discord has taken an answer that left the message without buttons, and that nothing with buttons can have overtaken."""

    message_id: int


@dataclass(frozen=True, slots=True)
class AnswerLost:
    """An answer with buttons was sent, and nobody knows whether it arrived."""

    message_id: int


@dataclass(frozen=True, slots=True)
class AnswerEnded:
    """The press has had its answer, or gets none."""

    interaction_id: int


@dataclass(frozen=True, slots=True)
class Pressed:
    """Somebody has pressed or typed something in the channel."""

    user_id: int


@dataclass(frozen=True, slots=True)
class TalkSeen:
    """Discord has said which message is the channel's newest."""

    newest_id: int


@dataclass(frozen=True, slots=True)
class TryAgain:
    """The channel may be open again."""


Happening = (
    Changed | Found | RepostBegan | Posted | EditBegan | EditEnded | AlreadyShown | Done | MessageWasGone | ChannelWasShut | NoAnswer | PutOff | PicturesSent | WasRefused
    | AnswerBegan | AnswerSent | AnswerTaken | BareAnswerTaken | AnswerLost | AnswerEnded | Pressed | TalkSeen | TryAgain
)  # fmt: skip
