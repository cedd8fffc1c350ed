"""What can be asked of Discord for a table's message: each is one request, and all of them are sent by `bot.ui.table_message.sender`."""

import secrets
from dataclasses import dataclass, field

from bot.engine import TurnedUp
from bot.tables import Notice, TableView

PromptKey = tuple[int, int]
"""An open prompt: the hand's id, and the prompt's number in it."""


@dataclass(frozen=True, slots=True)
class About:
    """What a message of the table tells of: a hand (None before the first), and the round of discards at its top (0: none yet)."""

    hand_id: int | None
    round: int = 0


@dataclass(frozen=True, slots=True)
class LeftAs:
    """How a message is to stand once another has taken its place.

    `view` None: as the hand before ended, which the store remembers. `whole` keeps all but the buttons, as for a hand that has ended;
    otherwise a message keeps the discards at its top, and nothing else.
    """

    view: TableView | None
    about: About
    whole: bool


def _new_nonce() -> str:
    return secrets.token_hex(10)


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """Something new in the channel. Discord knows a repeated attempt by its nonce, so that nothing is posted twice."""

    nonce: str = field(default_factory=_new_nonce)


@dataclass(frozen=True, slots=True)
class Repost(Post):
    """The table's message, anew. `reveal` are the discards that it is posted for, with the table as it was then."""

    reveal: tuple[TurnedUp, TableView] | None = None


@dataclass(frozen=True, slots=True)
class PostReveal(Post):
    """A round of discards alone, where the table's message is already due for a later one."""

    reveal: TurnedUp
    view: TableView


@dataclass(frozen=True, slots=True)
class Announcement(Post):
    """A line for the channel. One that is meant for a prompt is deleted when the prompt has closed."""

    notice: Notice
    prompt: PromptKey | None = None


@dataclass(frozen=True, slots=True)
class EditMessage:
    """Show the newest state on the table's message."""


@dataclass(frozen=True, slots=True)
class RemoveButtons:
    """Take the buttons off a message whose place another takes, so that there are never two to be played on."""

    message_id: int
    left: LeftAs


@dataclass(frozen=True, slots=True)
class DeleteAnnouncement:
    """Delete an announcement whose prompt has closed."""

    message_id: int


Posting = Repost | PostReveal | Announcement
Request = Posting | EditMessage | RemoveButtons | DeleteAnnouncement


def is_optional(request: Request) -> bool:
    """Whether the game does without: a nudge, and the removal of one."""
    return isinstance(request, DeleteAnnouncement) or (isinstance(request, Announcement) and request.prompt is not None)


def cost(request: Request) -> int:
    """How many requests to book for this one: a message that has lost its buttons is not to wait for its successor."""
    return 2 if isinstance(request, RemoveButtons) else 1
