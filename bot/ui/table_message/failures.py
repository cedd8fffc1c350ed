"""What Discord has not done, and what follows for the table: tried again, let rest, or gone on without."""

from dataclasses import replace
from typing import assert_never

from bot.tables import Notice
from bot.ui.table_message.changes import buttons_removed, deleted, making_way, posting_anew, put, queued, reached, took, without
from bot.ui.table_message.requests import (
    Announcement,
    DeleteAnnouncement,
    EditMessage,
    Post,
    PostReveal,
    RemoveButtons,
    Repost,
    Request,
)
from bot.ui.table_message.states import NEVER, Absent, Current, Left, TableMessage, Unreachable

TIDY_AGAIN_SECONDS, TIDY_ATTEMPTS = 60.0, 5
"""How long after a failure the removal of a nudge is tried again, and how often in all."""


RETRY_SECONDS = (1.0, 2.0, 5.0, 15.0, 30.0, 60.0)


FAILURES_UNTIL_UNREACHABLE = 2
"""One broken connection is no more than that; what Discord fails at, discord.py has tried several times by then."""


def message_gone(state: TableMessage, request: Request) -> TableMessage:
    state = reached(state)
    match request:
        case EditMessage():
            return posting_anew(replace(state, stands=Absent(), shown=-1))
        case RemoveButtons(message_id) if message_id == state.message_id:
            return posting_anew(replace(state, stands=Absent(), shown=-1))
        case RemoveButtons(message_id):
            return buttons_removed(state, message_id)
        case DeleteAnnouncement(message_id):
            return deleted(state, message_id)
        case Repost():
            return _stays(took(state, request), NEVER)
        case PostReveal() | Announcement():
            return took(state, request)
        case _:
            assert_never(request)


def channel_shut(state: TableMessage, request: Request, at: float) -> TableMessage:
    if state.closed:
        return replace(state, stands=Absent(), shown=-1, strays={}, queue=(), nudges={})
    if isinstance(request, RemoveButtons) and request.message_id == state.message_id and not isinstance(state.standing, Left):
        # An archived thread takes no edits, and a post opens it again: the buttons go afterwards.
        standing = state.standing
        assert not isinstance(standing, Absent)
        strays = put(state.strays, request.message_id, request)
        return replace(state.with_standing(Left(request.message_id, standing.about)), strays=strays)
    return _failed(state, at, unreachable=True)


def no_answer(state: TableMessage, request: Request, at: float) -> TableMessage:
    state = replace(state, possibly_stale=True)
    if isinstance(request, Post) and state.failures >= len(RETRY_SECONDS) and state.message_id is not None and not state.closed:
        return without_it(reached(state), request, at)  # the table plays on with the message that it has
    unreachable = isinstance(state.standing, Left) or state.failures + 1 >= FAILURES_UNTIL_UNREACHABLE
    return _failed(state, at, unreachable=unreachable)


def _failed(state: TableMessage, at: float, *, unreachable: bool) -> TableMessage:
    """Try again later, and let the table rest until then. Of one that is closed nobody has to know."""
    wait = RETRY_SECONDS[min(state.failures, len(RETRY_SECONDS) - 1)]
    state = replace(state, hold_until=at + wait, failures=state.failures + 1)
    if unreachable and not state.unreachable and not state.closed:
        return replace(state, stands=Unreachable(state.standing))
    return state


def put_off(state: TableMessage, request: Request, at: float) -> TableMessage:
    """Leave a nudge out, and its removal for later; after some attempts it stays."""
    match request:
        case Announcement():
            return took(state, request)
        case DeleteAnnouncement(message_id) if state.tidy_failures + 1 < TIDY_ATTEMPTS:
            return replace(state, tidy_at=at + TIDY_AGAIN_SECONDS, tidy_failures=state.tidy_failures + 1)
        case DeleteAnnouncement(message_id):
            return deleted(state, message_id)
        case _:
            raise AssertionError(request)


def pictures_sent(state: TableMessage, *, forbidden: bool) -> TableMessage:
    """Say once what is missing."""
    if forbidden and not state.pictures_missed:
        state = queued(state, Announcement(Notice("notice.no-pictures", {})))
    return replace(state, pictures_missed=forbidden)


def given_up(state: TableMessage) -> bool:
    """Whether a closed table's message has been tried often enough."""
    return state.closed and state.failures > len(RETRY_SECONDS)


def without_it(state: TableMessage, request: Request, at: float) -> TableMessage:
    """Go on without what Discord refuses; a message that is not posted anew has its buttons back."""
    match request:
        case EditMessage():
            return replace(state, shown=state.view.version, possibly_stale=False)
        case RemoveButtons(message_id):
            return buttons_removed(state, message_id)
        case DeleteAnnouncement(message_id):
            return deleted(state, message_id)
        case Repost():
            return _stays(took(state, request), at)
        case PostReveal() | Announcement():
            return took(state, request)
        case _:
            assert_never(request)


def _stays(state: TableMessage, at: float) -> TableMessage:
    """No other message takes the place of the one that stands: it tells of the newest hand from now on."""
    standing = state.standing
    if isinstance(standing, Absent):
        return posting_anew(replace(state, hold_until=at + RETRY_SECONDS[-1]))
    lost_buttons = isinstance(standing, Left)
    state = state.with_standing(Current(standing.message_id, state.about))
    return making_way(
        replace(
            state,
            possibly_stale=state.possibly_stale or lost_buttons,
            strays=without(state.strays, standing.message_id),
            finals={},
        )
    )
