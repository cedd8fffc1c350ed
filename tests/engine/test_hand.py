"""A hand as a value: its log, its prompts' numbers, older values, bad input, long hands, and its form in writing."""

import copy
import json
import pickle
from dataclasses import replace
from typing import Any

import pytest

from bot.engine import (
    DECK,
    RULES_NUMBER,
    BetPrompt,
    Call,
    Card,
    Check,
    Discard,
    DiscardPrompt,
    Draw,
    DrawPrompt,
    Fold,
    Hand,
    IllegalAction,
    InvalidSetup,
    Leave,
    Pass,
    Posted,
    Prompt,
    RaiseTo,
    Seat,
    Setup,
    Show,
    Shuffled,
    ShufflePrompt,
    Stakes,
    action_from_text,
    action_text,
    entry_from_text,
    entry_text,
    hand_from_dict,
    hand_to_dict,
    parse_cards,
    prompt_text,
    setup_from_dict,
    setup_to_dict,
    strength,
    view_for,
)
from bot.errors import PokerError
from tests.engine.table_talk import row


def setup(**options: Any) -> Setup:
    standard: dict[str, Any] = {
        "variant": "sequential",
        "seats": (Seat(1, 100), Seat(4, 100), Seat(6, 100)),
        "button": 6,
        "stakes": Stakes(5, 10),
        "deck": DECK,
    }
    return Setup(**standard | options)


# Values


def test_a_hand_is_its_setup_and_its_log() -> None:
    hand = Hand(setup()).play(Call()).play(Fold(), by="clock")
    assert hand.log == ((Call(), "seat"), (Fold(), "clock"))
    again = Hand(setup(), hand.log)
    assert (again, hash(again), again.events, again.prompt, again.stacks) == (
        hand,
        hash(hand),
        hand.events,
        hand.prompt,
        hand.stacks,
    )
    assert again != Hand(setup(), hand.log[:1])
    assert again != Hand(setup(), [(Call(), "seat"), (Fold(), "seat")])
    assert again != Hand(setup(carried=1), hand.log)
    assert again != "hand"
    assert hash(Hand(setup())) == hash(Hand(setup()))
    assert "step 2" in repr(hand)
    for twin in (copy.deepcopy(hand), pickle.loads(pickle.dumps(hand))):
        assert twin == hand
        assert twin.prompt == hand.prompt


def test_an_older_value_keeps_its_own() -> None:
    """Playing on from a value leaves it as it was, and two ways on from it part."""
    first = Hand(setup())
    before = (first.prompt, first.events, first.stacks, first.log, first.pot, first.live)
    called = first.play(Call())
    assert called != first
    folded = first.play(Fold())
    raised = called.play(RaiseTo(30))
    assert (first.prompt, first.events, first.stacks, first.log, first.pot, first.live) == before
    assert called.log == ((Call(), "seat"),)
    assert folded.log == ((Fold(), "seat"),)
    assert (called.pot, folded.pot, raised.pot) == (25, 15, 50)
    assert called != folded
    assert called == Hand(setup(), called.log)
    assert called != raised
    assert raised != called
    assert raised.events_since(len(called.events)) == raised.latest_events
    assert called.latest_events == called.events[len(first.events) :]
    assert first.latest_events == first.events


def test_a_log_that_does_not_fit() -> None:
    for log in (
        [(Check(), "seat")],
        [Fold()],
        ["fold"],
        [None],
        [(Fold(), "dealer")],
        [(Fold(), "seat", 1)],
        7,
        [(Fold(), "seat")] * 3,
    ):
        with pytest.raises(IllegalAction):
            Hand(setup(), log)
    with pytest.raises(InvalidSetup):
        Hand("setup")


def test_prompt_numbers() -> None:
    """The number is the log's length when the prompt opened; a leave that leaves it as it is does not change it."""
    hand = Hand(setup(seats=tuple(Seat(number, 100) for number in range(4)), button=3))
    assert hand.prompt_number == 0
    assert hand.prompt == BetPrompt(2, 10, 20, 100)
    left = hand.play(Leave(0), by="leave")
    assert (left.prompt, left.prompt_number) == (hand.prompt, 0)
    called = left.play(Call())
    assert called.prompt_number == 2
    gone = called.play(Leave(called.prompt.seat))
    assert gone.prompt_number == 3
    assert gone.prompt != called.prompt


def test_a_leave_that_changes_the_prompt_renews_its_number() -> None:
    """D-9: with the last opponent who could call gone, the raise is withheld, and an old button must not work."""
    hand = row("game simple, blinds 5/10\nseats BTN 100, SB 20, BB 100\nBTN calls, SB shoves")
    assert hand.prompt == BetPrompt(2, 10, 30, 100)
    left = hand.play(Leave(0))
    assert (left.prompt, left.prompt_number) == (BetPrompt(2, 10, None, None), 3)


# Bad input

NOT_ACTIONS = (None, "fold", 7, 3.5, b"fold", [], {}, Fold, RaiseTo, object(), (Fold(), "seat"))
AMOUNTS = (None, "30", 30.0, True, -50, 0, 1, 12.5, 10**9, 10**400, "abc", [30], float("nan"), 19, 101)


def state(hand: Hand) -> tuple[object, ...]:
    return hand.prompt, hand.log, hand.events, hand.stacks, hand.hands, hand.stub, hand.discards, hand.prompt_number, hash(hand)


@pytest.mark.parametrize(
    "action",
    [
        *NOT_ACTIONS,
        *map(RaiseTo, AMOUNTS),
        Check(),
        Pass(),
        Draw(()),
        Shuffled(DECK),
        Show(4),
        Leave(2),
        Leave(None),
        Leave(seat=True),
    ],
)
def test_nothing_happens_on_a_bad_bet(action: Any) -> None:
    hand = Hand(setup())
    before = state(hand)
    with pytest.raises(IllegalAction) as caught:
        hand.play(action)
    assert isinstance(caught.value, PokerError)
    assert caught.value.message_key.startswith("illegal.")
    assert state(hand) == before
    assert hand.play(Call()).log == ((Call(), "seat"),)


def test_the_legal_range_is_named() -> None:
    with pytest.raises(IllegalAction) as caught:
        Hand(setup()).play(RaiseTo(15))
    assert caught.value.message_key == "illegal.raise-range"
    assert caught.value.values == {"to_call": 10, "raise_from": 20, "raise_to": 100}


def cards_of(hand: Hand) -> tuple[Card, ...]:
    assert hand.prompt is not None
    return hand.prompt.cards


def test_nothing_happens_on_a_bad_discard() -> None:
    hand = row("game sequential, blinds 5/10\nseats BTN 100, BB 100\nall check")
    held = cards_of(hand)
    foreign = next(card for card in DECK if card not in held)
    bad = (*NOT_ACTIONS, Discard(foreign), Discard(None), Discard(str(held[0])), Discard(held), Draw(held[:1]), Check(), Call())
    for action in bad:
        before = state(hand)
        with pytest.raises(IllegalAction):
            hand.play(action)
        assert state(hand) == before


def test_nothing_happens_on_a_bad_draw() -> None:
    hand = row("game simple, blinds 5/10, limit 3\nseats BTN 100, BB 100\nall check")
    held = cards_of(hand)
    foreign = next(card for card in DECK if card not in held)
    draws = (None, "2c", 3, held[0], (held[0], held[0]), (foreign,), held[:4], held, (None,), ("2c",), (held[:1],), {held[0]})
    for action in (*NOT_ACTIONS, *map(Draw, draws), Discard(held[0]), Pass(), Fold()):
        before = state(hand)
        with pytest.raises(IllegalAction):
            hand.play(action)
        assert state(hand) == before
    assert hand.play(Draw(list(held[:3]))).log[-1] == (Draw(held[:3]), "seat")


def test_by_whom() -> None:
    for by in (None, "dealer", "", 3, []):
        with pytest.raises(IllegalAction, match=r"illegal\.by"):
            Hand(setup()).play(Fold(), by=by)


def test_a_finished_hand_takes_nothing() -> None:
    hand = Hand(setup()).play(Fold()).play(Fold())
    assert hand.over
    assert hand.prompt is None
    for action in (Fold(), Check(), Call(), RaiseTo(20), Pass(), Draw(()), Shuffled(()), Leave(1), None):
        before = state(hand)
        with pytest.raises(IllegalAction, match=r"illegal\.over"):
            hand.play(action)
        assert state(hand) == before


def test_leaving_twice() -> None:
    hand = Hand(setup(seats=(Seat(1, 100), Seat(4, 10), Seat(6, 100)))).play(Call()).play(Call()).play(Leave(4))
    for seat in (4, 9):
        with pytest.raises(IllegalAction, match="leave-not-live"):
            hand.play(Leave(seat))
    hand = hand.play(Leave(1)).play(Leave(6))
    assert hand.over
    assert sorted(hand.live) == [4, 6]
    with pytest.raises(IllegalAction, match=r"illegal\.over"):
        hand.play(Leave(6))


def test_a_running_hand_has_no_results() -> None:
    assert Hand(setup()).results is None
    assert view_for(Hand(setup()), 1).results is None


def test_where_the_cards_are() -> None:
    """EC-X10: after every step the 52 cards lie in the stub, in hands, among the discards or in the muck."""
    hand = row("game simple, blinds 5/10\nseats BTN 100, SB 100, BB 100\nBTN folds\nall check")
    assert len(hand.muck) == 5
    assert set(hand.hands) == {1, 2}
    hand = hand.play(Draw(cards_of(hand)[:3]))
    assert hand.pile == hand.discards[1]
    places = (*hand.stub, *hand.pile, *hand.muck, *hand.hands[1], *hand.hands[2])
    assert sorted(places) == list(DECK)
    assert hand.stub == hand.setup.deck[18:]


@pytest.mark.parametrize(
    ("prompt", "action", "key"),
    [
        (BetPrompt(0, 10, 20, 100), Check(), "illegal.check-with-price"),
        (BetPrompt(0, 0, 10, 100), Call(), "illegal.call-without-price"),
        (BetPrompt(0, 10, None, None), RaiseTo(20), "illegal.raise-closed"),
        (BetPrompt(0, 10, 20, 100), Pass(), "illegal.not-a-bet"),
        (DrawPrompt(0, DECK[:5], "3-or-4-with-ace"), Draw(DECK[:4]), "illegal.four-needs-ace"),
        (DrawPrompt(0, DECK[:5], "3-or-4-with-ace"), Draw(DECK[:5]), "illegal.too-many-cards"),
        (DrawPrompt(0, DECK[:5], 4), Draw(DECK[:5]), "illegal.too-many-cards"),
        (DiscardPrompt(0, DECK[:5], None, 0), Fold(), "illegal.not-a-discard"),
    ],
)
def test_why_not(prompt: Any, action: Any, key: str) -> None:
    """A refusal says which rule it is."""
    with pytest.raises(IllegalAction) as caught:
        prompt.check(action)
    assert caught.value.message_key == key


# Setups


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("setup.option", {"variant": "holdem"}),
        ("setup.option", {"variant": None}),
        ("setup.option", {"variant": ["simple"]}),
        ("setup.option", {"betting": "spread-limit"}),
        ("setup.option", {"first_after_draw": "dealer"}),
        ("setup.option", {"passed_out": True}),
        ("setup.option", {"interim_betting": 1}),
        ("setup.option", {"table_all_ins": None}),
        ("setup.option", {"dead_small_blind": 1}),
        ("setup.discard-limit", {"discard_limit": 0}),
        ("setup.discard-limit", {"discard_limit": 6}),
        ("setup.discard-limit", {"discard_limit": True}),
        ("setup.discard-limit", {"discard_limit": "3"}),
        ("setup.cap", {"cap": 0}),
        ("setup.cap", {"cap": True}),
        ("setup.cap", {"cap": "5"}),
        ("setup.chips", {"carried": -1}),
        ("setup.chips", {"carried": 1.0}),
        ("setup.stakes-type", {"stakes": (5, 10)}),
        ("setup.chips", {"stakes": Stakes(5.0, 10)}),
        ("setup.chips", {"stakes": Stakes(ante=-1)}),
        ("setup.chips", {"stakes": Stakes(ante=1, min_bet=0)}),
        ("setup.blinds-order", {"stakes": Stakes(10, 5)}),
        ("setup.big-blind-ante", {"stakes": Stakes(ante=1, big_blind_ante=1, min_bet=2)}),
        ("setup.no-forced-bet", {"stakes": Stakes()}),
        ("setup.no-forced-bet", {"stakes": Stakes(min_bet=10)}),
        ("setup.no-min-bet", {"stakes": Stakes(ante=1)}),
        ("setup.min-bet-with-blinds", {"stakes": Stakes(5, 10, min_bet=5)}),
        ("setup.seats-type", {"seats": None}),
        ("setup.seats-type", {"seats": ((0, 100), (1, 100))}),
        ("setup.seats-count", {"seats": (Seat(0, 100),)}),
        ("setup.seats-count", {"seats": tuple(Seat(number, 100) for number in range(9))}),
        ("setup.seat", {"seats": (Seat(0, 0), Seat(1, 100))}),
        ("setup.seat", {"seats": (Seat(0, 100), Seat(1, 100.0))}),
        ("setup.seat", {"seats": (Seat(0, 100), Seat(-1, 100))}),
        ("setup.live-post", {"seats": (Seat(0, 100), Seat(1, 100, live_post=11))}),
        ("setup.seat-twice", {"seats": (Seat(0, 100), Seat(0, 100))}),
        ("setup.button", {"button": None}),
        ("setup.deck-type", {"deck": None}),
        ("setup.deck-type", {"deck": ("2c",) * 52}),
        ("setup.deck", {"deck": DECK[:51]}),
        ("setup.deck", {"deck": (*DECK[:51], DECK[0])}),
        ("setup.deck", {"deck": (*DECK, DECK[0])}),
    ],
)
def test_what_cannot_be_dealt(key: str, options: dict[str, Any]) -> None:
    with pytest.raises(InvalidSetup) as caught:
        setup(**options)
    assert caught.value.message_key == key


def test_seats_with_gaps_and_a_dead_button() -> None:
    """D-4: from an empty button's left, as if it were taken; lists will do for tuples."""
    hand = Hand(setup(seats=[Seat(6, 100), Seat(1, 100), Seat(4, 100)], button=2, deck=list(DECK)))
    assert tuple(hand.stacks) == (4, 6, 1)
    view = view_for(hand, None)
    assert (view.small_blind_seat, view.big_blind_seat, hand.prompt.seat) == (4, 6, 1)
    assert hand.hands[4][0] == DECK[0]
    assert Hand(setup(stakes=Stakes(0, 10))).pot == 10
    assert view_for(Hand(setup(stakes=Stakes(ante=1, min_bet=2))), None).big_blind_seat is None


def test_a_dead_small_blind() -> None:
    """D-4: nobody posts it; the first seat left of an empty button has the big blind, and the price and the order are as ever."""
    hand = Hand(setup(seats=(Seat(1, 100), Seat(4, 100), Seat(6, 100)), button=2, stakes=Stakes(5, 10), dead_small_blind=True))
    view = view_for(hand, None)
    assert (view.small_blind_seat, view.big_blind_seat) == (None, 4)
    assert [(each.seat, each.amount, each.kind) for each in hand.events if isinstance(each, Posted)] == [(4, 10, "big-blind")]
    assert hand.prompt == BetPrompt(6, to_call=10, raise_from=20, raise_to=100)
    hand = hand.play(Call()).play(Call())
    assert hand.prompt == BetPrompt(4, to_call=0, raise_from=20, raise_to=100), "the big blind has the last word"
    assert hand.play(Check()).prompt.seat == 4


def test_a_dead_small_blind_leaves_the_ante_of_the_big_blind_and_of_all_as_they_are() -> None:
    stakes = Stakes(small_blind=5, big_blind=10, ante=1, big_blind_ante=4)
    hand = Hand(setup(seats=(Seat(0, 100), Seat(1, 100), Seat(2, 100)), button=2, stakes=stakes, dead_small_blind=True))
    assert hand.stacks == {0: 85, 1: 99, 2: 99}


def test_a_setup_without_a_dead_small_blind_is_written_as_it_always_was() -> None:
    assert "dead_small_blind" not in setup_to_dict(setup())
    dead = setup(seats=(Seat(0, 100), Seat(1, 100), Seat(2, 100)), button=2, dead_small_blind=True)
    assert setup_to_dict(dead)["dead_small_blind"] is True
    assert setup_from_dict(setup_to_dict(dead)) == dead


# Cards


def test_cards_are_values() -> None:
    [two] = parse_cards("2h")
    assert str(two) == repr(two) == "2h"
    assert two is Card(2, "h")
    assert copy.deepcopy(two) is pickle.loads(pickle.dumps(two)) is two
    assert two != "2h"
    assert len(set(DECK)) == 52
    assert sorted(dict.fromkeys(DECK[::-1])) == list(DECK)
    assert parse_cards("") == ()
    assert parse_cards("Ts  Ah") == (Card(10, "s"), Card(14, "h"))
    with pytest.raises(TypeError):
        sorted([two, "2h"])
    with pytest.raises(AttributeError):
        two.rank = 14
    with pytest.raises(AttributeError):
        del two.rank
    for rank, suit in ((1, "h"), (15, "h"), (2, "x"), ([], "h")):
        with pytest.raises(ValueError, match="no card"):
            Card(rank, suit)
    for text in ("2x", "10h", "2h3h", None, 7):
        with pytest.raises(ValueError, match="card"):
            parse_cards(text)
    with pytest.raises(ValueError, match="unpack"):
        strength(DECK[:4])


# In writing


@pytest.mark.parametrize(
    "line",
    ["fold", "check", "call", "raise 30", "discard 3c", "pass", "draw 2c 3d", "draw", "shuffled 4c 5d", "shuffled", "leave 2", "show 1",
     "fold (clock)", "call (prepared)", "leave 2 (leave)"],
)  # fmt: skip
def test_lines(line: str) -> None:
    assert entry_text(entry_from_text(line)) == line
    assert hash(entry_from_text(line)) == hash(entry_from_text(line))


@pytest.mark.parametrize(
    "line",
    ["", "bet 30", "raise", "raise x", "raise 3.5", "raise 030", "raise +30", "raise 1_0", "raise ٣", "fold 3", "Fold", " fold", "discard", "discard 2c 3c", "draw 2x",
     "draw ", "draw  2c", "leave", "leave -", "fold (seat)", "fold (dealer)", None, 7, ["fold"], "raise " + "9" * 5000],
)  # fmt: skip
def test_lines_that_say_nothing(line: Any) -> None:
    with pytest.raises(IllegalAction, match="notation"):
        entry_from_text(line)


@pytest.mark.parametrize(
    ("prompt", "line"),
    [(BetPrompt(2, 20, 40, 400), "bet 2 20 40 400"), (BetPrompt(2, 20, None, None), "bet 2 20 None None"),
     (DiscardPrompt(0, parse_cards("2c Td"), None, 3), "discard 0 None 3 2c Td"), (DrawPrompt(1, parse_cards("2c Td"), 3), "draw 1 3 2c Td"),
     (ShufflePrompt(parse_cards("2c Td")), "shuffle 2c Td"), (None, None)],
)  # fmt: skip
def test_prompts_as_lines(prompt: Prompt | None, line: str | None) -> None:
    """They tell apart whatever prompts can differ in."""
    assert prompt_text(prompt) == line


def test_actions_as_lines() -> None:
    assert action_text(RaiseTo(30)) == "raise 30"
    assert action_from_text("raise -30") == RaiseTo(-30)


def test_a_hand_in_writing() -> None:
    """What is saved is plain, and comes back the same."""
    hand = row("""
        game   sequential, ante 1, min 10, limit 3-or-4-with-ace, interim
        seats  BTN 100, A 100, B 100+0+5
        hands  A KsKd9h9c3c
        A times out
        all check
        A throws 3c, B leaves
    """)
    saved = json.loads(json.dumps(hand_to_dict(hand)))
    assert saved["rules"] == RULES_NUMBER
    assert saved["log"][:2] == ["check (clock)", "check"]
    assert saved["setup"]["seats"][2] == {"number": 2, "stack": 100, "dead_post": 5}
    assert saved["setup"]["stakes"] == {"ante": 1, "min_bet": 10}
    assert saved["setup"]["deck"].startswith("Ks ")
    assert hand_from_dict(saved) == hand
    assert setup_from_dict(saved["setup"]) == hand.setup
    assert setup_from_dict(setup_to_dict(hand.setup)) == hand.setup


@pytest.mark.parametrize(
    "change",
    [{"deck": "2c"}, {"deck": "xx"}, {"deck": 7}, {"seats": None}, {"seats": [{"number": 0}]}, {"seats": [3]}, {"stakes": {"blind": 3}}, {"stakes": 3}, {"odd": 1}, {"variant": 3}],
)  # fmt: skip
def test_setups_that_say_nothing(change: dict[str, Any]) -> None:
    plain = setup_to_dict(setup())
    with pytest.raises(InvalidSetup):
        setup_from_dict(plain | change)
    with pytest.raises(InvalidSetup):
        setup_from_dict({name: value for name, value in plain.items() if name not in change} if "odd" not in change else None)


@pytest.mark.parametrize("plain", [None, {}, {"setup": None}, {"setup": None, "log": None}, {"setup": None, "log": []}, 7])
def test_hands_that_say_nothing(plain: Any) -> None:
    with pytest.raises(InvalidSetup):
        hand_from_dict(plain)


# Long hands


def test_a_hand_of_thirty_thousand_steps() -> None:
    """Eight deep stacks raise as little as they may: nothing recurses, and no step pays for those before it."""
    deep = setup(
        variant="simple",
        seats=tuple(Seat(number, 38_000) for number in range(8)),
        button=7,
        stakes=Stakes(0, 1),
        betting="no-limit",
    )
    hand = Hand(deep)
    while isinstance(hand.prompt, BetPrompt) and hand.prompt.raise_from is not None:
        hand = hand.play(RaiseTo(hand.prompt.raise_from))
    assert len(hand.log) > 30_000
    assert len(set(hand.events)) > 30_000
    assert Hand(deep, hand.log) == hand
    while hand.prompt is not None:
        hand = hand.play(Call() if isinstance(hand.prompt, BetPrompt) else hand.prompt.default)
    assert sum(hand.stacks.values()) == 8 * 38_000


def test_options_are_kept_in_views() -> None:
    view = view_for(Hand(setup(discard_limit=3, interim_betting=True, betting="fixed-limit", cap=4)), 4)
    assert (view.discard_limit, view.interim_betting, view.betting, view.cap) == (3, True, "fixed-limit", 4)
    assert (view.variant, view.stakes, view.seat, view.stub_count) == ("sequential", Stakes(5, 10), 4, 37)
    assert view.of(4).seat == 4
    with pytest.raises(KeyError):
        view.of(5)
    assert view_for(Hand(setup()), 5) == view_for(Hand(setup()), None)
    assert replace(view, prompt_number=7) != view


def test_a_hand_says_where_it_is() -> None:
    setup = Setup(
        variant="simple",
        seats=(Seat(0, stack=100), Seat(1, stack=100)),
        button=0,
        stakes=Stakes(small_blind=5, big_blind=10),
        deck=DECK,
    )
    hand, phases = Hand(setup), []
    for action in (Call(), Check(), Draw(()), Draw(()), Check(), Check()):
        phases.append(hand.phase)
        hand = hand.play(action)
    assert [*phases, hand.phase] == ["before", "before", "draw", "draw", "final", "final", "over"]
