"""How a table's message changes: `step` takes a state and what has happened to the next state, `due` says what is to be sent. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar, assert_never

from bot.engine import TurnedUp
from bot.tables import Notice, TableView
from bot.ui.table_message.requests import (
    About,
    Announcement,
    DeleteAnnouncement,
    EditMessage,
    Post,
    Posting,
    PostReveal,
    RemoveButtons,
    Repost,
    Request,
)
from bot.ui.table_message.states import (
    NEVER,
    Absent,
    Current,
    Left,
    LosingButtons,
    OpenAnswer,
    TableMessage,
    Unreachable,
    about_of,
    hand_of,
    named_after,
    prompt_of,
)

GAP_SECONDS = 1.0
"""Between two edits of the same message; what happens meanwhile is shown by the next."""

ANSWER_SECONDS = 3.0
"""How long a message is left to the answer of a press; Discord takes none later."""

TIDY_AGAIN_SECONDS, TIDY_ATTEMPTS = 60.0, 5
"""How long after a failure the removal of a nudge is tried again, and how often in all."""

RETRY_SECONDS = (1.0, 2.0, 5.0, 15.0, 30.0, 60.0)
FAILURES_UNTIL_UNREACHABLE = 2
"""One broken connection is no more than that; what Discord fails at, discord.py has tried several times by then."""

Key = TypeVar("Key")
Value = TypeVar("Value")


# What can happen


@dataclass(frozen=True, slots=True)
class Changed:
    """The table has taken a step. `reveals` were turned up by it; `new_message`: a hand, or the table itself, begins with it."""

    view: TableView
    reveals: tuple[TurnedUp, ...] = ()
    notices: tuple[Notice, ...] = ()
    new_hand: bool = False
    new_message: bool = False
    asked_for: bool = False
    """Somebody, or the talk in the channel, asks for the message below."""


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
class TryAgain:
    """The channel may be open again."""


Happening = (
    Changed | Found | RepostBegan | Posted | EditBegan | EditEnded | AlreadyShown | Done | MessageWasGone | ChannelWasShut | NoAnswer | PutOff | PicturesSent | WasRefused
    | AnswerBegan | AnswerSent | AnswerTaken | BareAnswerTaken | AnswerLost | AnswerEnded | TryAgain
)  # fmt: skip


class Tracked:
    """A table's message as it stands now; `apply` takes it on."""

    def __init__(self, state: TableMessage) -> None:
        self.state = state

    def apply(self, event: Happening) -> TableMessage:
        """Take note of what has happened; the state after it."""
        self.state = step(self.state, event)
        return self.state


def step(state: TableMessage, event: Happening) -> TableMessage:  # noqa: C901, PLR0911, PLR0912 - one line an event
    """The state after this has happened."""
    match event:
        case Changed():
            return _changed(state, event)
        case Found():
            return _found(state, event)
        case RepostBegan(request):
            return replace(state, uncertain=request)
        case Posted():
            return _posted(_reached(state), event)
        case EditBegan():
            return replace(state, possibly_stale=_in_flight(state), editing=True)
        case EditEnded():
            return _edit_ended(state, event)
        case AlreadyShown(version):
            return replace(_reached(state), shown=version)
        case Done():
            return _done(_reached(state), event)
        case MessageWasGone(request):
            return _message_gone(state, request)
        case ChannelWasShut(request, at):
            return _channel_shut(state, request, at)
        case NoAnswer(request, at):
            return _no_answer(state, request, at)
        case PutOff(request, at):
            return _put_off(state, request, at)
        case PicturesSent(forbidden):
            return _pictures_sent(state, forbidden=forbidden)
        case WasRefused(request, at):
            return _given_up(state, request, at)
        case AnswerBegan(interaction_id, at):
            return replace(state, answers=_with(state.answers, interaction_id, OpenAnswer(at)))
        case AnswerSent():
            return _answer_sent(state, event)
        case AnswerTaken(message_id, version):
            return _answer_taken(state, message_id, version)
        case BareAnswerTaken(message_id):
            return _buttons_removed(state, message_id)
        case AnswerLost(message_id):
            return _buttons_may_be_back(state, message_id)
        case AnswerEnded(interaction_id):
            answers = _without(state.answers, interaction_id)
            return replace(state, answers=answers, replaced=state.replaced if answers else {})
        case TryAgain():
            return replace(state, hold_until=0.0) if state.unreachable else state
        case _:
            assert_never(event)


# The table


def _changed(state: TableMessage, event: Changed) -> TableMessage:
    finals = state.finals
    if event.new_hand:
        finals = _with(finals, hand_of(state.view), state.view)
    state = replace(state, view=event.view, finals=finals)
    if event.new_hand or hand_of(event.view) != state.about.hand_id:
        state = replace(state, about=About(hand_of(event.view)))
    if event.new_message:
        state = _queued(state, Repost(nonce=named_after(event.view, state.about)))
    for reveal in event.reveals:
        state = replace(state, about=About(hand_of(event.view), reveal.round))
        nonce = named_after(event.view, state.about)
        state = _queued(state, Repost(reveal=(reveal, event.view), nonce=nonce))
    if event.asked_for and not state.repost_due:
        state = _queued(state, Repost())
    for notice in event.notices:
        state = _queued(state, Announcement(notice, prompt_of(event.view) if notice.mention is not None else None))
    return replace(state, queue=tuple(posting for posting in state.queue if not _too_late(posting, state)))


def _too_late(posting: Posting, state: TableMessage) -> bool:
    return isinstance(posting, Announcement) and posting.prompt not in {None, prompt_of(state.view)}


def _queued(state: TableMessage, posting: Posting) -> TableMessage:
    """Add a post. The last of several reposts is the table's message; the rounds that the others were for are posted by themselves."""
    queue = state.queue
    if isinstance(posting, Repost):
        queue = tuple(kept for other in queue if (kept := _superseded(other, state.uncertain)) is not None)
    state = replace(state, queue=(*queue, posting))
    return _making_way(state)


def _superseded(posting: Posting, uncertain: Repost | None) -> Posting | None:
    if not isinstance(posting, Repost) or posting is uncertain:
        return posting
    if posting.reveal is None:
        return None
    reveal, view = posting.reveal
    return PostReveal(reveal, view, nonce=posting.nonce)


def _making_way(state: TableMessage) -> TableMessage:
    """Where a repost is due, the message that stands gets no buttons any more."""
    standing = state.standing
    if isinstance(standing, Current) and state.repost_due:
        return state.with_standing(LosingButtons(standing.message_id, standing.about))
    return state


def _found(state: TableMessage, event: Found) -> TableMessage:
    about = about_of(state.view)
    state = replace(state, about=about)
    if event.message_id is not None:
        outdated = event.replacement_due and about.round == 0
        shown_about = None if outdated else About(about.hand_id, about.round - 1) if event.replacement_due else about
        state = state.with_standing(Current(event.message_id, shown_about))
    if (event.message_id is None or event.replacement_due) and not state.closed:
        # It may have been posted just before the end. Then Discord hands it back by its nonce, perhaps with an older state.
        repost = Repost(nonce=named_after(state.view, about))
        state = replace(_queued(state, repost), uncertain=repost, possibly_stale=True)
    return state


# What Discord has done


def _reached(state: TableMessage) -> TableMessage:
    return replace(state, stands=state.standing, failures=0, hold_until=NEVER)


def _posted(state: TableMessage, event: Posted) -> TableMessage:
    standing, replaced = state.standing, state.replaced
    if not isinstance(standing, Absent) and state.answers:
        replaced = _with(replaced, standing.message_id, RemoveButtons(standing.message_id, state.left_as()))
    state = _took(state, event.request)
    state = replace(
        state,
        stands=Current(event.message_id, event.about),
        replaced=replaced,
        finals={hand: view for hand, view in state.finals.items() if hand == event.about.hand_id},
        shown=event.version,
        possibly_stale=event.doubtful,
        edited_at=event.at,
    )
    return _making_way(state)


def _edit_ended(state: TableMessage, event: EditEnded) -> TableMessage:
    state = replace(state, editing=False, edited_at=event.at)
    return state if event.version is None else _confirmed(_reached(state), event.version)


def _confirmed(state: TableMessage, version: int) -> TableMessage:
    """The message showed this version, buttons and all; if it had shown a newer one, the newest is sent once more."""
    if version < state.shown:
        return replace(state, possibly_stale=True)
    return replace(state, shown=version)


def _done(state: TableMessage, event: Done) -> TableMessage:
    match event.request:
        case PostReveal() as request:
            return _took(state, request)
        case Announcement() as request:
            state = _took(state, request)
            if request.prompt is None or event.message_id is None:
                return state
            return replace(state, nudges=_with(state.nudges, event.message_id, request.prompt))
        case RemoveButtons(message_id):
            return _buttons_removed(state, message_id)
        case DeleteAnnouncement(message_id):
            return _deleted(state, message_id)
        case _:
            assert_never(event.request)


def _took(state: TableMessage, posting: Posting) -> TableMessage:
    """A post is made, or given up."""
    queue = tuple(other for other in state.queue if other is not posting)
    return replace(state, queue=queue, uncertain=None if state.uncertain is posting else state.uncertain)


def _buttons_removed(state: TableMessage, message_id: int) -> TableMessage:
    standing = state.standing
    if isinstance(standing, (Current, LosingButtons)) and standing.message_id == message_id:
        state = state.with_standing(Left(message_id, standing.about))
    return replace(state, strays=_without(state.strays, message_id))


# What Discord has not done


def _message_gone(state: TableMessage, request: Request) -> TableMessage:
    state = _reached(state)
    match request:
        case EditMessage():
            return _posting_anew(replace(state, stands=Absent(), shown=-1))
        case RemoveButtons(message_id) if message_id == state.message_id:
            return _posting_anew(replace(state, stands=Absent(), shown=-1))
        case RemoveButtons(message_id):
            return _buttons_removed(state, message_id)
        case DeleteAnnouncement(message_id):
            return _deleted(state, message_id)
        case Repost():
            return _stays(_took(state, request), NEVER)
        case PostReveal() | Announcement():
            return _took(state, request)
        case _:
            assert_never(request)


def _posting_anew(state: TableMessage) -> TableMessage:
    """Nothing stands in the channel: the table's message is due, by a nonce that Discord doesn't know."""
    return state if state.closed or state.repost_due else _queued(state, Repost())


def _channel_shut(state: TableMessage, request: Request, at: float) -> TableMessage:
    if state.closed:
        return replace(state, stands=Absent(), shown=-1, strays={}, queue=(), nudges={})
    if isinstance(request, RemoveButtons) and request.message_id == state.message_id and not isinstance(state.standing, Left):
        # An archived thread takes no edits, and a post opens it again: the buttons go afterwards.
        standing = state.standing
        assert not isinstance(standing, Absent)
        strays = _with(state.strays, request.message_id, request)
        return replace(state.with_standing(Left(request.message_id, standing.about)), strays=strays)
    return _failed(state, at, unreachable=True)


def _no_answer(state: TableMessage, request: Request, at: float) -> TableMessage:
    state = replace(state, possibly_stale=True)
    if isinstance(request, Post) and state.failures >= len(RETRY_SECONDS) and state.message_id is not None and not state.closed:
        return _given_up(_reached(state), request, at)  # the table plays on with the message that it has
    unreachable = isinstance(state.standing, Left) or state.failures + 1 >= FAILURES_UNTIL_UNREACHABLE
    return _failed(state, at, unreachable=unreachable)


def _failed(state: TableMessage, at: float, *, unreachable: bool) -> TableMessage:
    """Try again later, and let the table rest until then. Of one that is closed nobody has to know."""
    wait = RETRY_SECONDS[min(state.failures, len(RETRY_SECONDS) - 1)]
    state = replace(state, hold_until=at + wait, failures=state.failures + 1)
    if unreachable and not state.unreachable and not state.closed:
        return replace(state, stands=Unreachable(state.standing))
    return state


def _put_off(state: TableMessage, request: Request, at: float) -> TableMessage:
    """Leave a nudge out, and its removal for later; after some attempts it stays."""
    match request:
        case Announcement():
            return _took(state, request)
        case DeleteAnnouncement(message_id) if state.tidy_failures + 1 < TIDY_ATTEMPTS:
            return replace(state, tidy_at=at + TIDY_AGAIN_SECONDS, tidy_failures=state.tidy_failures + 1)
        case DeleteAnnouncement(message_id):
            return _deleted(state, message_id)
        case _:
            raise AssertionError(request)


def _deleted(state: TableMessage, message_id: int) -> TableMessage:
    return replace(state, nudges=_without(state.nudges, message_id), tidy_failures=0)


def _pictures_sent(state: TableMessage, *, forbidden: bool) -> TableMessage:
    """Say once what is missing."""
    if forbidden and not state.pictures_missed:
        state = _queued(state, Announcement(Notice("notice.no-pictures", {})))
    return replace(state, pictures_missed=forbidden)


def given_up(state: TableMessage) -> bool:
    """Whether a closed table's message has been tried often enough."""
    return state.closed and state.failures > len(RETRY_SECONDS)


def _given_up(state: TableMessage, request: Request, at: float) -> TableMessage:
    """Go on without what Discord refuses; a message that is not posted anew has its buttons back."""
    match request:
        case EditMessage():
            return replace(state, shown=state.view.version, possibly_stale=False)
        case RemoveButtons(message_id):
            return _buttons_removed(state, message_id)
        case DeleteAnnouncement(message_id):
            return _deleted(state, message_id)
        case Repost():
            return _stays(_took(state, request), at)
        case PostReveal() | Announcement():
            return _took(state, request)
        case _:
            assert_never(request)


def _stays(state: TableMessage, at: float) -> TableMessage:
    """No other message takes the place of the one that stands: it tells of the newest hand from now on."""
    standing = state.standing
    if isinstance(standing, Absent):
        return _posting_anew(replace(state, hold_until=at + RETRY_SECONDS[-1]))
    lost_buttons = isinstance(standing, Left)
    state = state.with_standing(Current(standing.message_id, state.about))
    return _making_way(
        replace(
            state,
            possibly_stale=state.possibly_stale or lost_buttons,
            strays=_without(state.strays, standing.message_id),
            finals={},
        )
    )


# Presses on the message


def _answer_sent(state: TableMessage, event: AnswerSent) -> TableMessage:
    if not answers_with_buttons(state, event.message_id):
        return state
    began = state.answers[event.interaction_id].began
    answers = _with(state.answers, event.interaction_id, OpenAnswer(began, with_buttons=True))
    return replace(state, answers=answers, possibly_stale=state.possibly_stale or state.editing)


def answers_with_buttons(state: TableMessage, message_id: int) -> bool:
    """Whether the answer to a press on this message shows the newest state; else it shows how the message is left."""
    standing = state.standing
    return isinstance(standing, Current) and standing.message_id == message_id


def _answer_taken(state: TableMessage, message_id: int, version: int) -> TableMessage:
    if message_id != state.message_id:
        return _buttons_may_be_back(state, message_id)
    return _confirmed(_with_buttons_again(state), version)


def _buttons_may_be_back(state: TableMessage, message_id: int) -> TableMessage:
    if message_id == state.message_id:
        return replace(_with_buttons_again(state), possibly_stale=True)
    mended = state.replaced.get(message_id)
    return state if mended is None else replace(state, strays=_with(state.strays, message_id, mended))


def _with_buttons_again(state: TableMessage) -> TableMessage:
    standing = state.standing
    return state.with_standing(LosingButtons(standing.message_id, standing.about)) if isinstance(standing, Left) else state


# What is to be sent


def due(state: TableMessage, now: float) -> Request | float | None:
    """What to send now, or the seconds to wait for it, or None when all is said."""
    if now < state.hold_until:
        return state.hold_until - now
    if state.queue:
        return _before(state, state.queue[0], now)
    if state.message_id is None:
        return None
    if state.unreachable:
        return EditMessage()
    waits = _seconds_until_edit(state, now) if state.stale else None
    return EditMessage() if waits == 0 else _tidying(state, now, waits)


def _before(state: TableMessage, posting: Posting, now: float) -> Request | float:
    """The post, or what the message that stands still needs before it.

    An answer on its way may put the buttons back, so it is waited for; none sets out any more, now that another message is due.
    """
    standing = state.standing
    if not isinstance(posting, Repost) or isinstance(standing, Absent):
        return posting
    seconds = _seconds_until_answered((answer for answer in state.answers.values() if answer.with_buttons), now)
    if seconds > 0:
        return seconds
    return posting if isinstance(standing, Left) else RemoveButtons(standing.message_id, state.left_as())


def _seconds_until_edit(state: TableMessage, now: float) -> float:
    return max(0.0, state.edited_at + GAP_SECONDS - now, _seconds_until_answered(state.answers.values(), now))


def _seconds_until_answered(answers: Iterable[OpenAnswer], now: float) -> float:
    return max((answer.began + ANSWER_SECONDS - now for answer in answers), default=0.0)


def _tidying(state: TableMessage, now: float, waits: float | None) -> Request | float | None:
    """What is left to tidy up, else the seconds until there is something to send: an edit `waits` so long."""
    if state.strays:
        return next(iter(state.strays.values()))
    late = next((message for message, prompt in state.nudges.items() if prompt != prompt_of(state.view)), None)
    if late is None:
        return waits
    if now >= state.tidy_at:
        return DeleteAnnouncement(late)
    return state.tidy_at - now if waits is None else min(state.tidy_at - now, waits)


def _in_flight(state: TableMessage) -> bool:
    return any(answer.with_buttons for answer in state.answers.values())


def _with(mapping: Mapping[Key, Value], key: Key, value: Value) -> dict[Key, Value]:
    return {**mapping, key: value}


def _without(mapping: Mapping[Key, Value], key: Key) -> dict[Key, Value]:
    return {other: value for other, value in mapping.items() if other != key}
