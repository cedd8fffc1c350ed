"""How a table's message changes: `step` takes a state and what has happened to the next state. Pure."""

from dataclasses import replace
from typing import assert_never

from bot.ui.table_message.answers import answer_sent, answer_taken, buttons_may_be_back
from bot.ui.table_message.changes import (
    buttons_removed,
    confirmed,
    deleted,
    in_flight,
    making_way,
    put,
    queued,
    reached,
    too_late,
    took,
    without,
)
from bot.ui.table_message.events import (
    AlreadyShown,
    AnswerBegan,
    AnswerEnded,
    AnswerLost,
    AnswerSent,
    AnswerTaken,
    BareAnswerTaken,
    Changed,
    ChannelWasShut,
    Done,
    EditBegan,
    EditEnded,
    Found,
    Happening,
    MessageWasGone,
    NoAnswer,
    PicturesSent,
    Posted,
    Pressed,
    PutOff,
    RepostBegan,
    TalkSeen,
    TryAgain,
    WasRefused,
)
from bot.ui.table_message.failures import channel_shut, message_gone, no_answer, pictures_sent, put_off, without_it
from bot.ui.table_message.requests import About, Announcement, DeleteAnnouncement, PostReveal, RemoveButtons, Repost
from bot.ui.table_message.states import (
    Absent,
    Current,
    OpenAnswer,
    TableMessage,
    about_of,
    asked,
    hand_of,
    named_after,
    prompt_of,
    seal_nonce,
)

BELOW_THE_TALK_SECONDS = 20.0
"""So often at most the table's message is posted anew because the channel has talked."""


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
            return _posted(reached(state), event)
        case EditBegan():
            return replace(state, possibly_stale=in_flight(state), editing=True)
        case EditEnded():
            return _edit_ended(state, event)
        case AlreadyShown(version):
            return replace(reached(state), shown=version)
        case Done():
            return _done(reached(state), event)
        case MessageWasGone(request):
            return message_gone(state, request)
        case ChannelWasShut(request, at):
            return channel_shut(state, request, at)
        case NoAnswer(request, at):
            return no_answer(state, request, at)
        case PutOff(request, at):
            return put_off(state, request, at)
        case PicturesSent(forbidden):
            return pictures_sent(state, forbidden=forbidden)
        case WasRefused(request, at):
            return without_it(state, request, at)
        case AnswerBegan(interaction_id, at):
            return replace(state, answers=put(state.answers, interaction_id, OpenAnswer(at)))
        case AnswerSent():
            return answer_sent(state, event)
        case AnswerTaken(message_id, version):
            return answer_taken(state, message_id, version)
        case BareAnswerTaken(message_id):
            return buttons_removed(state, message_id)
        case AnswerLost(message_id):
            return buttons_may_be_back(state, message_id)
        case AnswerEnded(interaction_id):
            answers = without(state.answers, interaction_id)
            return replace(state, answers=answers, replaced=state.replaced if answers else {})
        case Pressed(user_id):
            return replace(state, pressed_in=prompt_of(state.view)) if user_id == asked(state.view) else state
        case TalkSeen(newest_id):
            return replace(state, talked_over=state.message_id is not None and newest_id > state.newest_id)
        case TryAgain():
            return replace(state, hold_until=0.0) if state.unreachable else state
        case _:
            assert_never(event)


def _changed(state: TableMessage, event: Changed) -> TableMessage:
    finals = state.finals
    if event.new_hand:
        finals = put(finals, hand_of(state.view), state.view)
    state = replace(state, view=event.view, finals=finals)
    if event.new_hand or hand_of(event.view) != state.about.hand_id:
        state = replace(state, about=About(hand_of(event.view)))
    for notice in event.notices:
        if notice.seal is not None:  # above the message of the hand, which is to stay the newest
            state = queued(state, Announcement(notice, nonce=seal_nonce(event.view, notice.seal)))
    if event.new_message:
        state = queued(state, Repost(nonce=named_after(event.view, state.about)))
    for reveal in event.reveals:
        state = replace(state, about=About(hand_of(event.view), reveal.round))
        nonce = named_after(event.view, state.about)
        state = queued(state, Repost(reveal=(reveal, event.view), nonce=nonce))
    moves_down = event.pause and state.talked_over and event.at - state.posted_at >= BELOW_THE_TALK_SECONDS
    if (event.asked_for or moves_down) and not state.repost_due:
        state = queued(state, Repost())
    for notice in event.notices:
        if notice.seal is not None:
            continue
        prompt = prompt_of(event.view) if notice.mention is not None else None
        if prompt is None or prompt != state.pressed_in:
            state = queued(state, Announcement(notice, prompt))
    return replace(state, queue=tuple(posting for posting in state.queue if not too_late(posting, state)))


def _found(state: TableMessage, event: Found) -> TableMessage:
    about = about_of(state.view)
    state = replace(state, about=about)
    if event.message_id is not None:
        state = replace(state, newest_id=event.message_id)
        outdated = event.replacement_due and about.round == 0
        shown_about = None if outdated else About(about.hand_id, about.round - 1) if event.replacement_due else about
        state = state.with_standing(Current(event.message_id, shown_about))
    if (event.message_id is None or event.replacement_due) and not state.closed:
        # It may have been posted just before the end. Then Discord hands it back by its nonce, perhaps with an older state.
        repost = Repost(nonce=named_after(state.view, about))
        state = replace(queued(state, repost), uncertain=repost, possibly_stale=True)
    return state


def _posted(state: TableMessage, event: Posted) -> TableMessage:
    standing, replaced = state.standing, state.replaced
    if not isinstance(standing, Absent) and state.answers:
        replaced = put(replaced, standing.message_id, RemoveButtons(standing.message_id, state.left_as()))
    state = took(state, event.request)
    state = replace(
        state,
        stands=Current(event.message_id, event.about),
        replaced=replaced,
        finals={hand: view for hand, view in state.finals.items() if hand == event.about.hand_id},
        shown=event.version,
        possibly_stale=event.doubtful,
        edited_at=event.at,
        posted_at=event.at,
        newest_id=event.message_id,
        talked_over=False,
    )
    return making_way(state)


def _edit_ended(state: TableMessage, event: EditEnded) -> TableMessage:
    state = replace(state, editing=False, edited_at=event.at)
    return state if event.version is None else confirmed(reached(state), event.version)


def _done(state: TableMessage, event: Done) -> TableMessage:
    match event.request:
        case PostReveal() as request:
            return took(state, request)
        case Announcement() as request:
            state = took(state, request)
            if event.message_id is not None:
                state = replace(state, newest_id=max(state.newest_id, event.message_id))
            if request.prompt is None or event.message_id is None:
                return state
            return replace(state, nudges=put(state.nudges, event.message_id, request.prompt))
        case RemoveButtons(message_id):
            return buttons_removed(state, message_id)
        case DeleteAnnouncement(message_id):
            return deleted(state, message_id)
        case _:
            assert_never(event.request)
