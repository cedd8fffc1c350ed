"""What is to be sent for a table's message now, or how long there is to wait."""

from collections.abc import Iterable

from bot.ui.table_message.requests import DeleteAnnouncement, EditMessage, Posting, RemoveButtons, Repost, Request
from bot.ui.table_message.states import Absent, Left, OpenAnswer, TableMessage, prompt_of

GAP_SECONDS = 1.0
"""Between two edits of the same message; what happens meanwhile is shown by the next."""


ANSWER_SECONDS = 3.0
"""How long a message is left to the answer of a press; Discord takes none later."""


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
