"""Hands played at random, every message drawn at every step: nothing hidden is shown, every button is legal, every limit holds."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine import (
    DECK,
    BetPrompt,
    Call,
    Check,
    Discard,
    DiscardPrompt,
    Draw,
    DrawPrompt,
    Fold,
    IllegalAction,
    Pass,
    RaiseTo,
    Shuffled,
    ShufflePrompt,
    Stakes,
    TurnedUp,
)
from bot.render import (
    AllInAsked,
    AnswerPress,
    PassAsked,
    Picked,
    Toggled,
    face,
    hand_message,
    parse,
    reveal_message,
    speech,
    table_message,
)
from tests.render.tables import TEXT_CARDS, hand_of, private, table
from tests.render.test_limits import fits

CARD = re.compile(r"[2-9TJQKA][♠♥♦♣]")
SAY = speech("en")
WAYS = {
    "sequential": {"variant": "sequential"},
    "interim": {"variant": "sequential", "interim_betting": True, "discard_limit": "3-or-4-with-ace"},
    "simple": {"variant": "simple"},
    "double": {"variant": "double", "discard_limit": "3-or-4-with-ace"},
    "closed": {"variant": "closed"},
    "limited": {"variant": "simple", "discard_limit": 3, "betting": "pot-limit"},
    "fixed": {"variant": "sequential", "discard_limit": 2, "betting": "fixed-limit"},
    "antes": {"variant": "simple", "stakes": Stakes(ante=2, min_bet=4), "passed_out": "carry"},
}

DRAFTS = {
    "bet": (None, AllInAsked(100), AllInAsked(3), Picked(4)),
    "discard": (None, Picked(0), Picked(4), PassAsked(), Toggled(1)),
    "draw": (None, Toggled(0), Toggled(1), Toggled(30), Toggled(31), PassAsked()),
}


def legal_actions(prompt):
    """A few of the actions that the prompt allows."""
    match prompt:
        case BetPrompt():
            actions = [Fold(), Call() if prompt.to_call else Check()]
            if prompt.raise_to is not None:
                actions += [RaiseTo(prompt.raise_from), RaiseTo(prompt.raise_to)]
        case DiscardPrompt():
            actions = [Pass(), *map(Discard, prompt.allowed)]
        case DrawPrompt():
            actions = [Draw(()), Draw(prompt.cards[:1]), Draw(prompt.cards[1:4]), Draw(prompt.cards)]
    return [action for action in actions if is_legal(prompt, action)]


def is_legal(prompt, action):
    try:
        prompt.check(action)
    except IllegalAction:
        return False
    return True


def played(press, prompt):
    """The action that a press would be played as."""
    match press.verb:
        case "fold":
            return Fold()
        case "check":
            return Check()
        case "call":
            return Call()
        case "raise":
            return RaiseTo(press.arg)
        case "pass":
            return Pass()
        case "throw":
            return Discard(prompt.cards[press.arg])
        case "draw":
            return Draw(tuple(card for position, card in enumerate(prompt.cards) if press.arg >> position & 1))


def shown_in(message):
    """All cards that anybody could read from a message, its buttons and custom_ids included."""
    texts = [message.text, *(button.label for button in message.buttons), *(button.custom_id for button in message.buttons)]
    return set(CARD.findall("\n".join(texts)))


def check_buttons(message, hand):
    """Every button that answers is legal now, and names the hand and the open prompt."""
    for button in message.buttons:
        press = parse(button.custom_id)
        if isinstance(press, AnswerPress):
            assert (press.hand_id, press.prompt_number) == (77, hand.prompt_number)
            assert button.disabled != is_legal(hand.prompt, played(press, hand.prompt)), button


def check_rail(hand):
    view = table(hand)
    message = fits(table_message(view, SAY, TEXT_CARDS))
    allowed = {face(card) for seat in view.hand.view.seats for _, card in seat.discards}
    allowed |= {face(card) for seat in view.hand.view.seats for card in seat.shown or ()}
    assert shown_in(message) == allowed
    assert all(part in message.text for part in ("Open Draw", *(seat.player.name for seat in view.seats)))
    if isinstance(hand.prompt, BetPrompt):
        check_buttons(message, hand)
    stripped = table_message(view, SAY, TEXT_CARDS, buttons=False)
    assert not stripped.buttons
    return allowed


def check_seat(hand, seat, open_cards):
    view = private(hand, seat, possible_pre_actions=prepared_ways(hand, seat))
    own = {face(card) for card in (*view.hand.view.cards, *view.hand.view.face_down)}
    asked = hand.prompt is not None and hand.prompt.seat == seat
    for draft in DRAFTS[hand.prompt.kind] if asked else (None,):
        message = fits(hand_message(view, SAY, TEXT_CARDS, draft))
        assert shown_in(message) <= own | open_cards
        if asked:
            check_buttons(message, hand)
            assert any(
                isinstance(parse(button.custom_id), AnswerPress) or ":pick:" in button.custom_id for button in message.buttons
            )
        else:
            assert not any(isinstance(parse(button.custom_id), AnswerPress) for button in message.buttons)


def prepared_ways(hand, seat):
    if hand.prompt is None or hand.prompt.seat == seat:
        return ()
    return {"bet": ("check-fold", "call-any"), "discard": ("pass", "discard"), "draw": ()}[hand.prompt.kind]


@pytest.mark.parametrize("way", WAYS)
@settings(max_examples=4)
@given(data=st.data())
def test_a_walk(way, data):
    count = data.draw(st.integers(2, 5))
    stacks = tuple(data.draw(st.lists(st.integers(3, 400), min_size=count, max_size=count)))
    cards = tuple(data.draw(st.permutations(DECK)))
    hand = hand_of(cards, stacks=stacks, button=data.draw(st.integers(0, count - 1)), **WAYS[way])
    for _ in range(200):
        open_cards = check_rail(hand)
        for seat in range(count):
            check_seat(hand, seat, open_cards)
        if hand.over:
            break
        before = len(hand.events)
        hand = step(hand, data)
        check_reveals(hand, before)
    assert hand.over


def step(hand, data):
    prompt = hand.prompt
    actions = legal_actions(prompt)
    hand = hand.play(data.draw(st.sampled_from(actions)))
    while isinstance(hand.prompt, ShufflePrompt):
        hand = hand.play(Shuffled(hand.prompt.cards))
    return hand


def check_reveals(hand, before):
    for event in hand.events[before:]:
        if isinstance(event, TurnedUp):
            message = fits(reveal_message(table(hand), event, SAY, TEXT_CARDS))
            assert shown_in(message) == {face(card) for cards in event.discards.values() for card in cards}
