"""Presses on the message: their answers update it, beside our own edits."""

from dataclasses import replace

from bot.ui.table_message.changes import confirmed, put
from bot.ui.table_message.events import AnswerSent
from bot.ui.table_message.states import Current, Left, LosingButtons, OpenAnswer, TableMessage


def answers_with_buttons(state: TableMessage, message_id: int) -> bool:
    """Whether the answer to a press on this message shows the newest state; else it shows how the message is left."""
    standing = state.standing
    return isinstance(standing, Current) and standing.message_id == message_id


def answer_sent(state: TableMessage, event: AnswerSent) -> TableMessage:
    if not answers_with_buttons(state, event.message_id):
        return state
    began = state.answers[event.interaction_id].began
    answers = put(state.answers, event.interaction_id, OpenAnswer(began, with_buttons=True))
    return replace(state, answers=answers, possibly_stale=state.possibly_stale or state.editing)


def answer_taken(state: TableMessage, message_id: int, version: int) -> TableMessage:
    if message_id != state.message_id:
        return buttons_may_be_back(state, message_id)
    return confirmed(_with_buttons_again(state), version)


def buttons_may_be_back(state: TableMessage, message_id: int) -> TableMessage:
    if message_id == state.message_id:
        return replace(_with_buttons_again(state), possibly_stale=True)
    mended = state.replaced.get(message_id)
    return state if mended is None else replace(state, strays=put(state.strays, message_id, mended))


def _with_buttons_again(state: TableMessage) -> TableMessage:
    standing = state.standing
    return state.with_standing(LosingButtons(standing.message_id, standing.about)) if isinstance(standing, Left) else state
