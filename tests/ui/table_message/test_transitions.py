"""The states of a table's message as a table of cases, and walks over every order of confirmation, failure and restart."""

from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine import TurnedUp
from bot.tables import Notice
from bot.ui.table_message.answers import answers_with_buttons
from bot.ui.table_message.due import ANSWER_SECONDS, GAP_SECONDS, due
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
    MessageWasGone,
    NoAnswer,
    Posted,
    RepostBegan,
    TryAgain,
    WasRefused,
)
from bot.ui.table_message.failures import FAILURES_UNTIL_UNREACHABLE, RETRY_SECONDS, given_up
from bot.ui.table_message.requests import (
    About,
    Announcement,
    DeleteAnnouncement,
    EditMessage,
    PostReveal,
    RemoveButtons,
    Repost,
)
from bot.ui.table_message.states import Absent, Current, Left, LosingButtons, TableMessage, Unreachable
from bot.ui.table_message.transitions import step
from tests.render.tables import play, sequential, table

OLD, NEW = 10, 20
NOW = 1_000.0


def view(version, *, hand=None, state="open"):
    """The table at this version: between hands, or with a hand of this id."""
    shown = table(play(sequential(), "call")) if hand is not None else table(taken=2)
    if hand is not None:
        shown = replace(shown, hand=replace(shown.hand, hand_id=hand))
    return replace(shown, version=version, state=state)


def turned_up(number):
    return TurnedUp(round=number, discards={})


def after(state, *events):
    for event in events:
        state = step(state, event)
    return state


def current(version=5, *, hand=1):
    """A message of this hand that shows all there is."""
    state = TableMessage.of(view(version, hand=hand))
    state = step(state, Found(OLD))
    return step(state, EditEnded(version, NOW - 60))


def losing():
    return step(current(), Changed(view(6, hand=1), asked_for=True))


def left():
    state = losing()
    return step(state, Done(due(state, NOW)))


def repost(state):
    [found] = [posting for posting in state.queue if isinstance(posting, Repost)]
    return found


def posted(state, message_id=NEW):
    request = repost(state)
    return after(
        state, RepostBegan(request), Posted(request, message_id, state.about, state.view.version, doubtful=False, at=NOW)
    )


CASES = {
    # state, events, how the message stands then, what is due
    "a new table is posted": (
        lambda: step(TableMessage.of(view(1)), Changed(view(1), new_message=True)),
        [],
        Absent(),
        Repost,
    ),
    "a posted message is current": (
        lambda: step(TableMessage.of(view(1)), Changed(view(1), new_message=True)),
        [posted],
        Current(NEW, About(None)),
        None,
    ),
    "a step is shown by an edit": (current, [Changed(view(6, hand=1))], Current(OLD, About(1)), EditMessage),
    "an edit shows it": (current, [Changed(view(6, hand=1)), EditBegan(), EditEnded(6, NOW)], Current(OLD, About(1)), None),
    "what looks the same needs no edit": (current, [Changed(view(6, hand=1)), AlreadyShown(6)], Current(OLD, About(1)), None),
    "a second edit waits": (
        current,
        [Changed(view(6, hand=1)), EditBegan(), EditEnded(6, NOW), Changed(view(7, hand=1))],
        Current(OLD, About(1)),
        GAP_SECONDS,
    ),
    "a failed edit is tried again": (
        current,
        [Changed(view(6, hand=1)), EditBegan(), EditEnded(None, NOW), NoAnswer(EditMessage(), NOW)],
        Current(OLD, About(1)),
        RETRY_SECONDS[0],
    ),
    "a wish for it below takes the buttons off first": (losing, [], LosingButtons(OLD, About(1)), RemoveButtons),
    "then it is left": (left, [], Left(OLD, About(1)), Repost),
    "then another is current": (left, [posted], Current(NEW, About(1)), None),
    "a new hand takes the buttons off": (
        current,
        [Changed(view(6, hand=2), new_hand=True, new_message=True)],
        LosingButtons(OLD, About(1)),
        RemoveButtons,
    ),
    "a round turned up takes the buttons off": (
        current,
        [Changed(view(6, hand=1), reveals=(turned_up(1),))],
        LosingButtons(OLD, About(1)),
        RemoveButtons,
    ),
    "a refused repost gives the buttons back": (
        left,
        [lambda state: step(state, WasRefused(repost(state), NOW))],
        Current(OLD, About(1)),
        EditMessage,
    ),
    "a refused edit is let go": (
        current,
        [Changed(view(6, hand=1)), WasRefused(EditMessage(), NOW)],
        Current(OLD, About(1)),
        None,
    ),
    "a deleted message is posted anew": (current, [MessageWasGone(EditMessage())], Absent(), Repost),
    "a message deleted while it loses its buttons is no hindrance": (
        losing,
        [lambda state: step(state, MessageWasGone(due(state, NOW)))],
        Absent(),
        Repost,
    ),
    "a shut channel lets the table rest": (
        current,
        [ChannelWasShut(EditMessage(), NOW)],
        Unreachable(Current(OLD, About(1))),
        RETRY_SECONDS[0],
    ),
    "it is tried at once when that may be over": (
        current,
        [ChannelWasShut(EditMessage(), NOW), TryAgain()],
        Unreachable(Current(OLD, About(1))),
        EditMessage,
    ),
    "what succeeds ends the rest": (
        current,
        [ChannelWasShut(EditMessage(), NOW), EditBegan(), EditEnded(5, NOW + 1)],
        Current(OLD, About(1)),
        None,
    ),
    "an archived thread loses its buttons afterwards": (
        losing,
        [lambda state: step(state, ChannelWasShut(due(state, NOW), NOW))],
        Left(OLD, About(1)),
        Repost,
    ),
    "without buttons the first trouble lets the table rest": (
        left,
        [lambda state: step(state, NoAnswer(repost(state), NOW))],
        Unreachable(Left(OLD, About(1))),
        RETRY_SECONDS[0],
    ),
    "with them it takes a second": (
        current,
        [NoAnswer(EditMessage(), NOW)] * FAILURES_UNTIL_UNREACHABLE,
        Unreachable(Current(OLD, About(1))),
        RETRY_SECONDS[1],
    ),
    "a press holds edits up": (
        current,
        [Changed(view(6, hand=1)), AnswerBegan(7, NOW)],
        Current(OLD, About(1)),
        ANSWER_SECONDS,
    ),
    "its answer shows the step": (
        current,
        [AnswerBegan(7, NOW), Changed(view(6, hand=1)), AnswerSent(7, OLD), AnswerTaken(OLD, 6), AnswerEnded(7)],
        Current(OLD, About(1)),
        None,
    ),
    "an answer that is lost is made up for": (
        current,
        [AnswerBegan(7, NOW), Changed(view(6, hand=1)), AnswerSent(7, OLD), AnswerLost(OLD), AnswerEnded(7)],
        Current(OLD, About(1)),
        EditMessage,
    ),
    "an answer that crosses an edit is made up for": (
        current,
        [EditBegan(), AnswerBegan(7, NOW - 5), AnswerSent(7, OLD), AnswerTaken(OLD, 5), AnswerEnded(7), EditEnded(5, NOW - 2)],
        Current(OLD, About(1)),
        EditMessage,
    ),
    "an answer with buttons on its way is waited for": (
        current,
        [AnswerBegan(7, NOW), AnswerSent(7, OLD), Changed(view(6, hand=1), asked_for=True)],
        LosingButtons(OLD, About(1)),
        ANSWER_SECONDS,
    ),
    "an answer without buttons does the work": (
        losing,
        [AnswerBegan(7, NOW), BareAnswerTaken(OLD), AnswerEnded(7)],
        Left(OLD, About(1)),
        Repost,
    ),
    "an answer that gives the buttons back late is mended": (
        left,
        [lambda state: replace(state, answers={}), AnswerTaken(OLD, 6)],
        LosingButtons(OLD, About(1)),
        RemoveButtons,
    ),
    "a message found after a start is edited": (
        lambda: TableMessage.of(view(3, hand=1)),
        [Found(OLD)],
        Current(OLD, About(1)),
        EditMessage,
    ),
    "one that was about to be replaced is replaced": (
        lambda: TableMessage.of(view(3, hand=1)),
        [Found(OLD, replacement_due=True)],
        LosingButtons(OLD, None),
        RemoveButtons,
    ),
    "none that is known is posted": (lambda: TableMessage.of(view(3, hand=1)), [Found(None)], Absent(), Repost),
    "a closed table that was never posted is nothing": (
        lambda: TableMessage.of(view(3, state="closed")),
        [Found(None)],
        Absent(),
        None,
    ),
    "a closed table shows that it is": (current, [Changed(view(6, state="closed"))], Current(OLD, About(1)), EditMessage),
    "a closed table in a shut channel is given up": (
        current,
        [Changed(view(6, state="closed")), ChannelWasShut(EditMessage(), NOW)],
        Absent(),
        None,
    ),
}


def run(make, events):
    state = make()
    for event in events:
        state = event(state) if callable(event) else step(state, event)
    return state


@pytest.mark.parametrize("name", CASES)
def test_a_case(name):
    make, events, standing, wanted = CASES[name]
    state = run(make, events)
    found = due(state, NOW)
    assert state.stands == standing
    assert found == wanted if wanted is None or isinstance(wanted, float) else isinstance(found, wanted)


def test_a_message_of_the_same_hand_keeps_its_discards_and_one_of_another_its_result():
    same = step(current(), Changed(view(6, hand=1), reveals=(turned_up(1),)))
    assert (same.left_as().about, same.left_as().whole) == (About(1), False)
    ended = current()
    other = step(ended, Changed(view(6, hand=2), new_hand=True, new_message=True))
    assert other.left_as().whole
    assert other.left_as().view == ended.view


def test_the_same_message_has_the_same_nonce_after_a_restart():
    changed = Changed(view(6, hand=1), new_hand=True, new_message=True)
    before = repost(step(current(hand=3), changed))
    again = repost(step(TableMessage.of(view(6, hand=1)), Found(None)))
    assert before.nonce == again.nonce
    assert repost(step(current(), Changed(view(6, hand=1), asked_for=True))).nonce != before.nonce


def test_a_deleted_message_is_not_handed_back_by_its_nonce():
    state = step(current(), MessageWasGone(EditMessage()))
    assert repost(state).nonce != repost(step(TableMessage.of(view(5, hand=1)), Found(None))).nonce


def test_every_round_has_a_post_of_its_own_where_they_come_faster_than_posts():
    state = current()
    for number in (1, 2, 3):
        state = step(state, Changed(view(5 + number, hand=1), reveals=(turned_up(number),)))
    assert [type(posting) for posting in state.queue] == [PostReveal, PostReveal, Repost]
    assert [posting.reveal.round for posting in state.queue[:2]] == [1, 2]
    assert isinstance(due(state, NOW), PostReveal)


def test_a_repost_that_discord_may_have_made_is_tried_again():
    state = left()
    first = repost(state)
    state = after(state, RepostBegan(first), NoAnswer(first, NOW), Changed(view(7, hand=1), reveals=(turned_up(1),)))
    assert state.queue[0] is first, "by its nonce it is not posted twice"
    assert len(state.queue) == 2


def test_who_pressed_just_before_sees_the_message_as_it_is_left():
    state = after(losing(), AnswerBegan(7, NOW))
    state = posted(step(state, Done(RemoveButtons(OLD, state.left_as()))))
    assert state.shows(OLD)
    assert not answers_with_buttons(state, OLD)
    assert not step(state, AnswerEnded(7)).shows(OLD)


def test_an_answer_that_lands_on_a_replaced_message_takes_its_buttons_off_again():
    state = after(current(), AnswerBegan(7, NOW), AnswerSent(7, OLD), Changed(view(6, hand=1), asked_for=True))
    state = posted(step(state, Done(RemoveButtons(OLD, state.left_as()))))
    state = after(state, AnswerTaken(OLD, 6), AnswerEnded(7))
    assert due(state, NOW + GAP_SECONDS).message_id == OLD


def test_a_nudge_goes_with_its_prompt():
    running = view(6, hand=1)
    prompt = (1, running.hand.prompt_number)
    nudge = Notice("notice.nudge", {"name": "one"}, mention=5)
    state = step(current(), Changed(running, notices=(nudge,)))
    [announcement] = state.queue
    assert announcement.prompt == prompt
    state = after(state, Done(announcement, 30), AlreadyShown(6))
    assert due(state, NOW) is None
    later = replace(running, version=7, hand=replace(running.hand, prompt_number=prompt[1] + 1))
    state = after(state, Changed(later), AlreadyShown(7))
    assert due(state, NOW) == DeleteAnnouncement(30)
    assert step(step(current(), Changed(running, notices=(nudge,))), Changed(later)).queue == (), "too late to be sent"


def test_a_closed_table_is_tried_for_a_while():
    state = step(current(), Changed(view(6, state="closed")))
    for tried in range(len(RETRY_SECONDS) + 1):
        assert not given_up(state), tried
        state = step(state, NoAnswer(EditMessage(), NOW))
        assert not state.unreachable, "nobody has to know that a closed table rests"
    assert given_up(state)


# Walks


@dataclass
class Channel:
    """What Discord has: each message's version and whether it has buttons; by nonce, so that nothing is made twice."""

    messages: dict[int, tuple[int, bool]] = field(default_factory=dict)
    by_nonce: dict[str, int] = field(default_factory=dict)

    def post(self, nonce, version):
        if nonce not in self.by_nonce:
            self.by_nonce[nonce] = 100 + len(self.by_nonce)
            self.messages[self.by_nonce[nonce]] = (version, True)
        return self.by_nonce[nonce]

    @property
    def playable(self):
        return [message_id for message_id, (_, buttons) in self.messages.items() if buttons]


OUTCOMES = ("done", "done", "done", "unheard", "lost", "shut", "refused")


class Evening:
    """A table's message and a channel, taken on one event after the other."""

    def __init__(self):
        self.channel = Channel()
        self.version, self.hand, self.round = 1, 1, 0
        self.state = step(TableMessage.of(self.view()), Changed(self.view(), new_hand=True, new_message=True))
        self.noted = None
        self.now = NOW

    def view(self):
        return view(self.version, hand=self.hand)

    def acts(self, what):
        self.version += 1
        match what:
            case "hand" if not self.state.unreachable and self.state.uncertain is None:  # a table that rests deals none
                self.hand, self.round = self.hand + 1, 0
                event = Changed(self.view(), new_hand=True, new_message=True)
            case "round":
                self.round += 1
                event = Changed(self.view(), reveals=(turned_up(self.round),))
            case "below":
                event = Changed(self.view(), asked_for=True)
            case _:
                event = Changed(self.view())
        self.state = step(self.state, event)

    def sends(self, outcome):
        """Send what is due, with this outcome; whether there was anything."""
        self.now += 0.01
        request = due(self.state, self.now)
        if request is None:
            return False
        if isinstance(request, float):
            self.now += request
            return True
        state = self.state
        if isinstance(request, Repost):
            self.state = step(self.state, RepostBegan(request))
        elif isinstance(request, EditMessage):
            self.state = step(self.state, EditBegan())
        message_id = self.carried_out(request, state.view.version) if outcome in ("done", "unheard") else None
        self.hears(request, outcome, message_id, state)
        return True

    def carried_out(self, request, version):
        match request:
            case Repost():
                return self.channel.post(request.nonce, version)
            case EditMessage():
                self.channel.messages[self.state.message_id] = (version, True)
            case RemoveButtons(message_id):
                self.channel.messages[message_id] = (version, False)
            case PostReveal() | Announcement() | DeleteAnnouncement():
                pass
        return None

    def hears(self, request, outcome, message_id, state):
        if isinstance(request, EditMessage):
            self.state = step(self.state, EditEnded(state.view.version if outcome == "done" else None, self.now))
        match outcome:
            case "done" if isinstance(request, Repost):
                event = Posted(request, message_id, state.about, state.view.version, state.possibly_stale, self.now)
                self.noted = message_id
            case "done":
                event = None if isinstance(request, EditMessage) else Done(request)
            case "shut":
                event = ChannelWasShut(request, self.now)
            case "refused" if isinstance(request, Repost) and request.nonce not in self.channel.by_nonce:
                event = WasRefused(request, self.now)
            case _:
                event = NoAnswer(request, self.now)
        if event is not None:
            self.state = step(self.state, event)

    def restarts(self):
        """All that memory knew is gone; what the store notes is the last message that was confirmed."""
        due_before = self.state.repost_due
        self.state = step(TableMessage.of(self.view()), Found(self.noted, replacement_due=due_before and self.noted is not None))

    def quiet(self):
        for _ in range(200):
            if not self.sends("done"):
                return
        raise AssertionError("it never comes to rest")


@settings(max_examples=300)
@given(st.data())
def test_whatever_happens_one_message_can_be_played_on_in_the_end(data):
    here = Evening()
    for _ in range(data.draw(st.integers(1, 25), "steps")):
        if data.draw(st.booleans(), "act"):
            here.acts(data.draw(st.sampled_from(["step", "hand", "round", "below"]), "what"))
        else:
            here.sends(data.draw(st.sampled_from(OUTCOMES), "outcome"))
        most = 1 + len(here.state.strays)  # an archived thread takes no edits until it is posted in
        assert len(here.channel.playable) <= most, "there are never two to be played on"
    here.quiet()
    assert here.channel.playable == [here.state.message_id]
    assert here.channel.messages[here.state.message_id][0] == here.version, "and it shows the newest state"
    assert isinstance(here.state.stands, Current)


@settings(max_examples=200)
@given(st.data())
def test_after_a_restart_at_any_moment_too(data):
    here = Evening()
    here.quiet()
    for _ in range(data.draw(st.integers(1, 20), "steps")):
        match data.draw(st.sampled_from(["act", "send", "restart"]), "next"):
            case "act":
                here.acts(data.draw(st.sampled_from(["step", "hand"]), "what"))
            case "send":
                here.sends(data.draw(st.sampled_from(["done", "unheard", "lost"]), "outcome"))
            case _:
                here.restarts()
    here.quiet()
    assert here.channel.playable == [here.state.message_id]
    assert here.channel.messages[here.state.message_id][0] == here.version
