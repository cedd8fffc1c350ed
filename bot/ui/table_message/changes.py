"""Small changes of the state that several events share."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from bot.ui.table_message.requests import Announcement, Posting, PostReveal, Repost
from bot.ui.table_message.states import NEVER, Current, Left, LosingButtons, TableMessage, prompt_of

Key = TypeVar("Key")


Value = TypeVar("Value")


def queued(state: TableMessage, posting: Posting) -> TableMessage:
    """Add a post. The last of several reposts is the table's message; the rounds that the others were for are posted by themselves."""
    queue = state.queue
    if isinstance(posting, Repost):
        queue = tuple(kept for other in queue if (kept := _superseded(other, state.uncertain)) is not None)
    state = replace(state, queue=(*queue, posting))
    return making_way(state)


def _superseded(posting: Posting, uncertain: Repost | None) -> Posting | None:
    if not isinstance(posting, Repost) or posting is uncertain:
        return posting
    if posting.reveal is None:
        return None
    reveal, view = posting.reveal
    return PostReveal(reveal, view, nonce=posting.nonce)


def too_late(posting: Posting, state: TableMessage) -> bool:
    return isinstance(posting, Announcement) and posting.prompt not in {None, prompt_of(state.view)}


def making_way(state: TableMessage) -> TableMessage:
    """Where a repost is due, the message that stands gets no buttons any more."""
    standing = state.standing
    if isinstance(standing, Current) and state.repost_due:
        return state.with_standing(LosingButtons(standing.message_id, standing.about))
    return state


def posting_anew(state: TableMessage) -> TableMessage:
    """Nothing stands in the channel: the table's message is due, by a nonce that Discord doesn't know."""
    return state if state.closed or state.repost_due else queued(state, Repost())


def took(state: TableMessage, posting: Posting) -> TableMessage:
    """A post is made, or given up."""
    queue = tuple(other for other in state.queue if other is not posting)
    return replace(state, queue=queue, uncertain=None if state.uncertain is posting else state.uncertain)


def reached(state: TableMessage) -> TableMessage:
    return replace(state, stands=state.standing, failures=0, hold_until=NEVER)


def confirmed(state: TableMessage, version: int) -> TableMessage:
    """The message showed this version, buttons and all; if it had shown a newer one, the newest is sent once more."""
    if version < state.shown:
        return replace(state, possibly_stale=True)
    return replace(state, shown=version)


def buttons_removed(state: TableMessage, message_id: int) -> TableMessage:
    standing = state.standing
    if isinstance(standing, (Current, LosingButtons)) and standing.message_id == message_id:
        state = state.with_standing(Left(message_id, standing.about))
    return replace(state, strays=without(state.strays, message_id))


def deleted(state: TableMessage, message_id: int) -> TableMessage:
    return replace(state, nudges=without(state.nudges, message_id), tidy_failures=0)


def in_flight(state: TableMessage) -> bool:
    return any(answer.with_buttons for answer in state.answers.values())


def put(mapping: Mapping[Key, Value], key: Key, value: Value) -> dict[Key, Value]:
    return {**mapping, key: value}


def without(mapping: Mapping[Key, Value], key: Key) -> dict[Key, Value]:
    return {other: value for other, value in mapping.items() if other != key}
