"""rules.md 2.11: a view holds nothing that its seat may not see, wherever one looks for it."""

import copy
import dataclasses
import pickle
import random  # noqa: TID251 - tests deal for themselves

import pytest

from bot.engine import DECK, AceShown, Card, Hand, Seat, Setup, Shown, ShufflePrompt, Stakes, TurnedUp, View, view_for
from tests.engine.second_opinion import play_at_random, random_setup


def cards_within(value: object, seen: set[int] | None = None) -> set[Card]:
    """Every card that can be reached from a value: fields, slots, containers, texts of cards included."""
    seen = set() if seen is None else seen
    if isinstance(value, Card):
        return {value}
    if id(value) in seen or isinstance(value, int | str | type | None):
        return set()
    seen.add(id(value))
    if isinstance(value, dict):
        parts = [*value.keys(), *value.values()]
    elif isinstance(value, list | tuple | set | frozenset):
        parts = list(value)
    elif dataclasses.is_dataclass(value):
        parts = [getattr(value, field.name) for field in dataclasses.fields(value)]
    else:
        parts = []
    return set().union(*(cards_within(part, seen) for part in parts)) if parts else set()


def may_see(hand: Hand, eyes: int | None) -> set[Card]:
    """What the hand's own events have turned up, and the seat's own cards of the whole hand: a view is not asked what a view may hold."""
    known: set[Card] = set()
    for event in hand.events:
        match event:
            case TurnedUp(discards=discards):
                known.update(card for cards in discards.values() for card in cards)
            case AceShown(card=card):
                known.add(card)
            case Shown(cards=cards):
                known.update(cards)
    if eyes is not None:
        known |= set(hand.discards[eyes])
        known |= {card for event in hand.events if event.audience == eyes for card in getattr(event, "cards", ())}
    return known


@pytest.mark.parametrize("seed", range(12))
def test_no_unseen_card_can_be_reached_from_a_view(seed: int) -> None:
    dealer = random.Random(seed)
    notes = play_at_random(dealer, random_setup(dealer))
    hand = Hand(notes.setup)
    everybody = [None, *hand.stacks]
    for step, (action, by) in enumerate((*notes.hand.log, (None, None))):
        for eyes in (None, everybody[step % len(everybody)]):
            view = view_for(hand, eyes)
            assert cards_within(view) <= may_see(hand, eyes)
            assert cards_within(view.events) <= may_see(hand, eyes)
            assert cards_within(dataclasses.asdict(view)) <= may_see(hand, eyes)
        if action is not None:
            hand = hand.play(action, by)


def test_a_stranger_sees_what_the_rail_sees() -> None:
    seats = (Seat(2, 100), Seat(5, 100))
    hand = Hand(Setup("simple", seats, 2, Stakes(5, 10), DECK))
    assert view_for(hand, 7) == view_for(hand, None)
    assert view_for(hand, 7).seat is None
    assert view_for(hand, 7).events == view_for(hand, None).events


def test_views_do_not_change_with_the_hand() -> None:
    """A view is a picture of its moment: what happens later is not in it, in none of its copies either."""
    seats = tuple(Seat(number, 100) for number in range(3))
    hand = Hand(Setup("sequential", seats, 0, Stakes(5, 10), DECK))
    view = view_for(hand, 1)
    before = copy.copy(view), view.events
    while hand.prompt is not None:
        assert not isinstance(hand.prompt, ShufflePrompt)
        hand = hand.play(hand.prompt.default)
    assert (view, view.events) == before
    assert view_for(hand, 1) != view


def test_a_seat_that_is_not_there() -> None:
    seats = (Seat(2, 100), Seat(5, 100))
    view = view_for(Hand(Setup("simple", seats, 2, Stakes(5, 10), DECK)), 2)
    assert isinstance(view, View)
    assert view.of(5).stack == 90
    with pytest.raises(KeyError):
        view.of(3)


def test_cards_are_the_same_objects_wherever_they_come_from() -> None:
    for card in DECK:
        assert pickle.loads(pickle.dumps(card)) is card
        assert copy.deepcopy(card) is card
        assert Card(card.rank, card.suit) is card
