"""What is told of a hand is what happened in it: cards that went back, chips that came back or were carried, and in what order."""

import pytest

from bot.engine import DECK, BetPrompt, Card, Hand, Stakes, TurnedUp, view_for
from bot.history import HandLine, Story
from bot.render import (
    LANGUAGES,
    TEXT_CARDS,
    hand_message,
    history_message,
    reveal_message,
    speech,
    story_message,
    table_message,
)
from bot.render.table.log import recent_lines
from bot.tables import Player
from tests.render.tables import EMOJIS, MOMENT, deck, hand_of, play, players_of, private, sequential, table

SAY = speech("en")
LEGEND = "-# ↻ went back into the deck and may have been dealt again."


def everybody_throws_five(variant: str) -> Hand:
    """Eight seats throw all they have: two cards are left for the third, and what was thrown by then goes back."""
    hand = hand_of(tuple(DECK), variant=variant, stacks=(1_000,) * 8)
    while not hand.over and hand.prompt.seat is not None and hand.phase != "final":
        if isinstance(hand.prompt, BetPrompt):
            hand = play(hand, "call" if hand.prompt.to_call else "check")
        else:
            hand = play(hand, "-" + ",".join(map(str, hand.prompt.cards if variant == "simple" else hand.prompt.cards[:1])))
    return hand


def checked_down(hand: Hand) -> Hand:
    while not hand.over:
        hand = play(hand, "check")
    return hand


def story_of(hand: Hand, seat: int) -> str:
    view = view_for(hand, seat)
    story = Story(77, 5, 12, 1, 8, MOMENT, MOMENT, players_of(hand), view, view.events, hand.setup.carried)
    first = story_message(story, SAY, TEXT_CARDS)
    pages = next((int(text.split(" of ")[1]) for text in first.text.splitlines() if text.startswith("-# page 1 of ")), 1)
    return "\n".join(story_message(story, SAY, TEXT_CARDS, page=page).text for page in range(pages))


def marked(text: str, cards: set[Card] | frozenset[Card]) -> set[Card]:
    faces = {card: TEXT_CARDS.card(card) for card in cards}
    return {card for card, face in faces.items() if f"{face}↻" in text}


@pytest.mark.parametrize("variant", ["simple", "sequential"])
def test_discards_that_went_back_into_the_deck_are_marked_wherever_they_lie(variant):
    hand = everybody_throws_five(variant)
    recycled = view_for(hand, None).recycled
    thrown = {card for seat in view_for(hand, None).seats for _, card in seat.discards}
    assert recycled, "the deck was refilled"
    assert (variant == "simple") == bool(thrown - recycled), "and in the simple game some were thrown after that"
    end = checked_down(hand)
    for message in (
        table_message(table(hand), SAY, TEXT_CARDS),
        table_message(table(hand), SAY, TEXT_CARDS, buttons=False),
        table_message(table(end), SAY, TEXT_CARDS),
        hand_message(private(hand, 1), SAY, TEXT_CARDS),
        hand_message(private(end, 1), SAY, TEXT_CARDS),
    ):
        assert marked(message.text, thrown) == recycled
        assert message.text.splitlines().count(LEGEND) == 1
    assert marked(story_of(end, 1), thrown) == recycled
    assert LEGEND in story_of(end, 1).splitlines()
    if variant == "simple":
        (event,) = [event for event in hand.events if isinstance(event, TurnedUp)]
        reveal = reveal_message(table(hand), event, SAY, TEXT_CARDS).text
        assert marked(reveal, thrown) == recycled
        assert reveal.splitlines().count(LEGEND) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_mark_stands_beside_an_emoji_and_is_explained_in_every_language(language):
    hand = everybody_throws_five("simple")
    text = table_message(table(hand), speech(language), EMOJIS).text
    (legend,) = [line for line in text.splitlines() if line.startswith("-# ↻ ")]
    recycled = view_for(hand, None).recycled
    assert {card for card in DECK if f"{EMOJIS.card(card)}↻" in text} == recycled
    assert len(legend) > 20


def test_nothing_is_marked_where_the_deck_was_enough():
    hand = play(sequential(), "call", "call", "check", "-3c", "-Kh", "pass", "pass", "-Qh", "pass")
    assert "↻" not in table_message(table(hand), SAY, TEXT_CARDS).text + hand_message(private(hand, 1), SAY, TEXT_CARDS).text


@pytest.mark.parametrize("variant", ["simple", "sequential"])
def test_cards_dealt_before_a_refill_are_told_before_it(variant):
    hand = checked_down(everybody_throws_five(variant))
    lines = story_of(hand, 2).splitlines()
    refill = next(place for place, line in enumerate(lines) if line.startswith("Deck refilled"))
    got = [
        (place, len(line.split()) - 2)
        for place, line in enumerate(lines)
        if line.startswith("three receives ") and "card" not in line
    ]
    assert [count for _, count in got] == [2, 3]
    assert got[0][0] < refill < got[1][0]
    if variant == "sequential":
        told = [line for line in story_of(hand, 5).splitlines() if line.startswith(("three receives", "Deck refilled"))]
        assert told == ["three receives 2 cards", "Deck refilled: 40 discards", "three receives 3 cards"]


def test_an_ante_that_comes_back_is_not_called_uncalled():
    hand = hand_of(
        deck(["Ks Kd 9h 9c 3c", "Kh Qh Js Jd 4c", "7c 8d 9s Th Jc"]), stacks=(100, 3, 3), stakes=Stakes(0, 0, ante=5, min_bet=10)
    )
    while not hand.over:
        hand = play(hand, "pass")
    text = table_message(table(hand), SAY, TEXT_CARDS).text
    assert "one gets 2 of the ante back" in text
    assert "uncalled" not in text


def test_an_ante_and_a_bet_that_came_back_are_told_apart():
    hand = hand_of(
        deck(["Ks Kd 9h 9c 3c", "Kh Qh Js Jd 4c", "7c 8d 9s Th Jc"]), stacks=(100, 3, 3), stakes=Stakes(5, 10, ante=5), button=2
    )
    assert hand.results is None
    while not hand.over:
        hand = play(hand, "pass")
    lines = table_message(table(hand), SAY, TEXT_CARDS).text.splitlines()
    assert [line for line in lines if " back" in line] == [
        "one gets 2 of the ante back",
        "one gets 5 back, uncalled",
    ]
    assert hand.results.returned == {0: 7}


def test_where_everybody_folds_to_the_big_blind_alone_nothing_is_carried():
    dealt = hand_of(deck(["Ks Kd 9h 9c 3c", "Kh Qh Js Jd 4c", "7c 8d 9s Th Jc"]), stakes=Stakes(0, 10))
    hand = play(dealt, "fold", "fold")
    assert hand.results.pots == ()
    line = HandLine(1, 5, 1, "sequential", MOMENT, (Player(1, "one"),), {}, void=False, practice=False)
    told = [table_message(table(hand), SAY, TEXT_CARDS).text, story_of(hand, 0), history_message([line], SAY, channel_id=9).text]
    for text in told:
        assert "carried over" not in text
        assert "opened" not in text
    assert "all bets go back" in told[0]
    assert "all bets go back" in told[2]
    carried = HandLine(1, 5, 1, "sequential", MOMENT, (Player(1, "one"),), {}, void=False, practice=False, carried=30)
    assert "nobody opened, 30 carried over" in history_message([carried], SAY, channel_id=9).text


def test_carried_chips_are_said_at_the_head_of_the_story():
    hand = hand_of(
        deck(["Ks Kd 9h 9c 3c", "Kh Qh Js Jd 4c", "7c 8d 9s Th Jc"]), stakes=Stakes(0, 0, ante=1, min_bet=10), carried=30
    )
    text = story_of(play(hand, "r10", "fold", "fold"), 0)
    assert text.splitlines()[1] == "30 carried over from the last deal"
    assert "one wins 33" in text


def test_who_passed_in_an_earlier_round_is_not_named_again():
    hand = play(sequential(), "call", "call", "check", "-3c", "-Kh", "pass", "pass", "-Qh")
    first, second = [event for event in hand.events if isinstance(event, TurnedUp)]
    kept = [reveal_message(table(hand), event, SAY, TEXT_CARDS).text.split(" · ")[-1] for event in (first, second)]
    assert kept == ["three passed", "one passed"]
    (passed,) = [
        line
        for line in table_message(table(hand), SAY, TEXT_CARDS).text.splitlines()
        if line.startswith("-# ") and line.endswith(" passed")
    ]
    assert passed == "-# one passed"


@pytest.mark.parametrize(
    ("stacks", "told"),
    [
        ((100, 100, 100), ["everybody posts an ante of 5"]),
        ((100, 3, 100), ["one posts an ante of 5", "two posts an ante of 3 (all-in)", "three posts an ante of 5"]),
    ],
)
def test_every_ante_is_in_the_line_of_what_happened(stacks, told):
    hand = hand_of(
        deck(["Ks Kd 9h 9c 3c", "Kh Qh Js Jd 4c", "7c 8d 9s Th Jc"]), stacks=stacks, stakes=Stakes(0, 0, 5, min_bet=10)
    )
    names = dict(enumerate(("one", "two", "three")))
    assert recent_lines(hand.events, names, SAY) == [" · ".join(told)]
