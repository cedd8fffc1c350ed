"""Discarding beyond the rows: leavers, secrets, limits and the refilled deck."""

from dataclasses import replace

import pytest

from bot.engine import (
    AceShown,
    DeckRefilled,
    Discarded,
    DiscardPrompt,
    Draw,
    DrawPrompt,
    Drew,
    Fold,
    Hand,
    IllegalAction,
    Leave,
    Passed,
    RoundOpened,
    Shuffled,
    ShufflePrompt,
    TurnedUp,
    view_for,
)
from tests.engine.table_talk import SQ_A, cards, each, row

CASES = """
X-11 who throws and leaves is turned up, and gets nothing
    game   sequential, blinds 5/10
    seats  C 100, A 100, B 100
    button C
    hands  A KsKd9h9c3c
    all check
    A throws 3c, A leaves
    asked  B: discard
    turned nothing
    B passes, C passes
    turned A 3c
    stub-left 37
    asked  B: check, raise 10-90

D-21 all but one gone during the discards: nothing is turned up
    game   sequential, blinds 5/10
    seats  C 100, A 100, B 100
    button C
    hands  A KsKd9h9c3c
    all check
    A throws 3c, B leaves, C leaves
    over
    turned nothing
    shown  nobody
    stacks C 90, A 120, B 90

D-28 in turn, with chips behind: folded, and the next one is asked
    game   sequential, blinds 5/10
    seats  C 100, A 100, B 100
    button C
    all check
    A leaves
    asked  B: discard

D-28 all-in and in turn: passes
    game   sequential, blinds 5/10
    seats  C 100, A 10, B 100
    button C
    all check
    A leaves
    asked  B: discard
    B passes, C passes
    asked  B: check, raise 10-90

D-28 all-in, out of turn, after a discard: passes when the round comes
    game   sequential, blinds 5/10
    seats  C 100, A 10, B 100
    button C
    hands  A KsKd9h9c3c
    all check
    A throws 3c
    asked  B: discard
    A leaves
    asked  B: discard
    B passes, C passes
    turned A 3c
    stub-left 36
    asked  B: check, raise 10-90

D-28 chips behind, and somebody else too: folded
    game   simple, blinds 5/10
    seats  C 100, A 30, B 90
    button C
    best   C > A > B
    C raises to 30, A calls, B calls
    C leaves
    all stand pat
    over
    stacks C 70, A 90, B 60

D-10 a round of betting about to be the last is held all the same
    game   sequential, blinds 5/10, interim, limit 1
    seats  C 100, A 100, B 100
    button C
    hands  A KsKd9h9c3c, B KhQhJsJd4c, C 7c8d9sThJc
    all check
    A throws 3c, B throws 4c, C throws 7c
    turned A 3c, B 4c, C 7c
    asked  A: check, raise 10-90
    stub-left 37
    A checks, B checks, C checks
    stub-left 34
    asked  A: check, raise 10-90

D-10 who folds between rounds is out of the discarding
    game   sequential, blinds 5/10, interim
    seats  C 100, A 100, B 100
    button C
    hands  A KsKd9h9c3c, B KhQhJsJd4c, C 7c8d9sThJc
    all check
    A throws 3c, B throws 4c, C throws 7c
    A bets 10, B folds, C calls
    asked  A: discard
    A passes, C passes
    turned A 3c, B 4c, C 7c
    stub-left 35

D-12 three are asked again, and without an ace the fourth is refused
    game   sequential, blinds 5/10, limit 3-or-4-with-ace
    seats  BTN 100, BB 100
    hands  BB KsKd9h9c3c
    all check
    BB throws Ks, BTN passes, BB throws Kd, BB throws 3c
    asked  BB: discard
    refused BB throws 9h
    BB passes
    asked  BB: check, raise 10-90

D-12 the fourth must leave the ace
    game   sequential, blinds 5/10, limit 3-or-4-with-ace
    seats  BTN 100, BB 100
    hands  BB AsKd9h9c3c
    all check
    BB throws 3c, BTN passes, BB throws Kd, BB throws 9h
    refused BB throws As
    BB throws 9c
    asked  BB: check, raise 10-90
    stub-left 38
"""


@each(CASES)
def test_cases(script: str) -> None:
    row(script)


def test_rounds_as_events() -> None:
    """SQ-A's rounds: each opens, and is turned up if anything was thrown."""
    hand = row(SQ_A + "A throws 3c, B throws Kh, C passes, A passes, B throws Qh, B passes")
    rounds = [event for event in hand.events if isinstance(event, RoundOpened | TurnedUp)]
    assert [type(event) for event in rounds] == [RoundOpened, TurnedUp, RoundOpened, TurnedUp, RoundOpened]


def test_when_discards_were_last_turned_up() -> None:
    """SQ-A: the third action of each round of three turns it up; the last round, in which all pass, turns nothing up (X-7)."""
    begun = row(SQ_A)
    first = row(SQ_A + "A throws 3c, B throws Kh, C passes")
    second = row(SQ_A + "A throws 3c, B throws Kh, C passes, A passes, B throws Qh")
    last = row(SQ_A + "A throws 3c, B throws Kh, C passes, A passes, B throws Qh, B passes")
    assert begun.turned_up == 0
    assert first.turned_up == first.length
    assert second.turned_up == last.turned_up == second.length


def test_what_a_seat_knows_it_cannot_be_dealt() -> None:
    """Discards that lie open, its own face down, and a shown ace (D-12); its own cards are not among them."""
    hand = row(SQ_A + "A throws 3c, B throws Kh, C passes, A throws 9c")
    assert set(view_for(hand, None).out_of_reach) == set(cards("3cKh"))
    assert set(view_for(hand, 1).out_of_reach) == set(cards("3cKh9c"))
    simple = "game simple, blinds 5/10, limit 3-or-4-with-ace\nseats BTN 100, BB 100\nhands BB AsKd9h9c3c\nall check\nBB draws Kd9h9c3c"
    drawn = row(simple)
    showing = Hand(replace(drawn.setup, show_ace=True), drawn.log)
    assert set(view_for(showing, 0).out_of_reach) == set(cards("As"))


def test_the_last_allowed_card_is_a_pass() -> None:
    """D-12, D-13: reaching the limit is a pass that nobody played."""
    hand = row("""
        game   sequential, blinds 5/10, limit 1
        seats  BTN 100, BB 100
        hands  BB KsKd9h9c3c
        all check
        BB throws 3c
    """)
    assert [event for event in hand.events if isinstance(event, Discarded | Passed)] == [
        Discarded(1),
        Passed(1, automatic=True),
    ]


def test_leavers_pass_and_stand_pat_by_leaving() -> None:
    """D-28: what is done for a leaver says so."""
    passed = row("""
        game   sequential, blinds 5/10
        seats  BTN 100, SB 10, BB 100
        all check
        SB leaves
    """)
    assert passed.latest_events[-1] == Passed(1, automatic=True, by="leave")
    drew = row("""
        game   simple, blinds 5/10
        seats  BTN 100, SB 10, BB 100
        all check
        SB leaves
    """)
    assert drew.latest_events[-1] == Drew(1, 0, automatic=True, by="leave")
    assert view_for(drew, None).of(1).left


def test_x11_names_who_left() -> None:
    """X-11: every live player, and who threw and left."""
    hand = row(SQ_A + "A throws 3c, A leaves, B passes, C passes")
    assert [event for event in hand.events if isinstance(event, TurnedUp)] == [TurnedUp(1, {1: cards("3c"), 2: (), 0: ()})]


def test_simple_names_who_stood_pat_and_who_left() -> None:
    """SIM-0.2: a draw in which nobody threw is announced all the same; X-11: leavers who threw are in it."""
    pat = row("game simple, blinds 5/10\nseats BTN 100, BB 100\nall check\nall stand pat")
    assert TurnedUp(1, {1: (), 0: ()}) in pat.events
    gone = row("""
        game   simple, blinds 5/10
        seats  C 100, A 100, B 100
        button C
        hands  A KsKd9h9c3c
        all check
        A draws 3c, A leaves, B stands pat, C stands pat
    """)
    assert TurnedUp(1, {1: cards("3c"), 2: (), 0: ()}) in gone.events


def test_ace_announced_and_shown() -> None:
    """D-12: a fourth card is announced in both games; its ace is seen only where the table asks for it."""
    simple = "game simple, blinds 5/10, limit 3-or-4-with-ace\nseats BTN 100, BB 100\nhands BB AsKd9h9c3c\nall check\nBB draws Kd9h9c3c"
    hand = row(simple)
    assert Drew(1, 4, ace_kept=True) in hand.events
    assert not any(isinstance(event, AceShown) for event in hand.events)
    assert view_for(hand, None).of(1).ace is None
    showing = Hand(replace(hand.setup, show_ace=True), hand.log)
    [ace] = cards("As")
    assert AceShown(1, ace) in showing.events
    assert view_for(showing, 0).of(1).ace == ace
    sequential = row("""
        game   sequential, blinds 5/10, limit 3-or-4-with-ace
        seats  BTN 100, BB 100
        hands  BB AsKd9h9c3c
        all check
        BB throws 3c, BTN passes, BB throws Kd, BB throws 9h, BB throws 9c
    """)
    assert [event.ace_kept for event in sequential.events if isinstance(event, Discarded)] == [False, False, False, True]


def test_allowed_cards_of_a_prompt() -> None:
    """D-12: what the buttons may offer."""
    assert DiscardPrompt(0, cards("AsKd"), "3-or-4-with-ace", 3).allowed == cards("Kd")
    assert DiscardPrompt(0, cards("AsAd"), "3-or-4-with-ace", 3).allowed == cards("AsAd")
    assert DiscardPrompt(0, cards("QsKd"), "3-or-4-with-ace", 3).allowed == ()
    assert DiscardPrompt(0, (), "3-or-4-with-ace", 3).allowed == ()
    assert DiscardPrompt(0, cards("QsKd"), 4, 3).allowed == cards("QsKd")


def drawing_five(hand: Hand) -> Hand:
    """Everybody draws five, up to the first refill."""
    while isinstance(hand.prompt, DrawPrompt):
        hand = hand.play(Draw(hand.prompt.cards))
    return hand


SEVEN = """
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 100, UTG 100, HJ 100, CO 100, A 100
    best   BTN > SB > BB > UTG > HJ > CO > A
"""
SIX = "game simple, blinds 5/10\nseats BTN 100, SB 100, BB 100, UTG 100, HJ 100, CO 100\n"


def test_refill_from_the_muck_first() -> None:
    """D-14.2: the unseen cards of a folded player come before anybody's discards."""
    hand = drawing_five(row(SEVEN + "UTG folds\nall check"))
    assert isinstance(hand.prompt, ShufflePrompt)
    assert hand.prompt.cards == hand.muck
    assert len(hand.muck) == 5
    hand = hand.play(Shuffled(hand.prompt.cards))
    assert DeckRefilled(5, 0) in hand.latest_events
    assert not hand.muck


def test_refill_from_the_discards_passes_over_ones_own() -> None:
    """D-14.3: the receiver's own discards lie on top of the new stub, and are not dealt to them."""
    hand = drawing_five(row(SIX + "all check"))
    prompt = hand.prompt
    assert isinstance(prompt, ShufflePrompt)
    receiver = 5  # the fifth to draw took the last two cards of the stub
    own = hand.discards[receiver]
    assert prompt.cards[-5:] == own
    assert prompt.seat is None
    assert prompt.default is None
    for seat in (*range(6), None):
        assert view_for(hand, seat).prompt is None
    hand = hand.play(Shuffled(prompt.cards[::-1]))
    assert not set(hand.hands[receiver]) & set(own)
    assert set(own) <= set(hand.stub)
    assert DeckRefilled(0, 25) in hand.events
    assert view_for(hand, None).recycled == frozenset()  # not turned up yet, so nobody may know which they are
    hand = drawing_five(hand)
    assert TurnedUp(1, {seat: hand.discards[seat] for seat in (1, 2, 3, 4, 5, 0)}) in hand.events
    assert view_for(hand, None).recycled == frozenset(prompt.cards)


def test_nothing_but_the_shuffle_answers_a_shuffle() -> None:
    """D-14, D-28: nobody leaves and nothing is played while the deck is refilled."""
    hand = drawing_five(row(SIX + "all check"))
    assert isinstance(hand.prompt, ShufflePrompt)
    wrong = hand.prompt.cards[1:]
    for action in (Leave(2), Fold(), Shuffled(wrong), Shuffled((*wrong, wrong[0])), Shuffled("cards")):
        with pytest.raises(IllegalAction):
            hand.play(action)
    assert hand.play(Shuffled(list(hand.prompt.cards))).log[-1][0] == Shuffled(hand.prompt.cards)
