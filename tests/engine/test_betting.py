"""Betting beyond the rows of the rule book: what leaving does to a round, fixed limit's half bets, prices and posts."""

import pytest

from bot.engine import Bet, BettingOpened, Called, Checked, Folded, Left, Posted, Raised, Returned, view_for
from tests.engine.table_talk import each, row

LEAVING = """
D-18 a raiser leaves: the price stands, the bet stays in
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 100
    BTN raises to 50, BTN leaves
    asked  SB: call 45, raise 90-100
    SB calls
    asked  BB: call 40, raise 90-100
    BB calls
    pot    150
    all stand pat
    all check
    stacks BTN 50, SB 200, BB 50
    returned nothing

D-18 nothing goes back to one who left
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 100
    BTN raises to 50, BTN leaves, SB folds
    over
    stacks BTN 50, SB 95, BB 155
    returned nothing

D-18 a leaver's bet counts as the second-highest
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 100
    best   SB > BB
    BTN raises to 50, BTN leaves, SB raises to 90, BB folds
    over
    returned SB 40
    stacks BTN 50, SB 160, BB 90

D-20 alone able, and covering the all-in: not asked, whatever a leaver bet
    game   simple, blinds 5/10
    seats  BTN 100, SB 8, BB 100
    best   SB > BB
    BTN raises to 50, SB shoves, BTN leaves
    asked  SB: draw
    all stand pat
    over
    pots   24 SB BB, 44 BB
    stacks BTN 50, SB 24, BB 134

D-18 alone able, and not covering: the price that the leaver set
    game   simple, blinds 5/10
    seats  BTN 100, SB 30, BB 100
    best   SB > BB
    BTN raises to 50, SB shoves, BTN leaves
    asked  BB: call 40, no raise
    BB calls
    all stand pat
    stacks BTN 50, SB 90, BB 90

D-9 a leaver was the only one with chips to call
    game   simple, blinds 5/10
    seats  BTN 100, SB 20, BB 100
    BTN calls, SB shoves, BTN leaves
    asked  BB: call 10, no raise
"""

FIXED = """
D-8 a short all-in below half a bet is completed, and that is one wager
    game   simple, blinds 10/20, fixed-limit, cap 2
    seats  BTN 200, SB 200, BB 200, UTG 28
    UTG shoves
    asked  BTN: call 28, raise 40-40
    BTN raises to 40
    asked  SB: call 30, no raise

D-8 half a bet counts as a wager of the cap
    game   simple, blinds 10/20, fixed-limit, cap 2
    seats  BTN 200, SB 200, BB 200, UTG 30
    UTG shoves
    asked  BTN: call 30, no raise

D-8 short all-ins add up: 20, 28, 36, and the next is 56
    game   simple, blinds 10/20, fixed-limit
    seats  BTN 200, SB 200, BB 200, UTG 28, CO 36
    UTG shoves, CO shoves
    asked  BTN: call 36, raise 56-56

D-8 an opening all-in below half a bet is completed to the bet
    game   simple, ante 1, min 20, fixed-limit
    seats  BTN 100, SB 8, BB 100
    SB shoves
    asked  BB: call 7, raise 20-20

D-8 a round that begins with two able players has no cap
    game   simple, blinds 10/20, fixed-limit, cap 1
    seats  BTN 200, BB 200
    asked  BTN: call 10, raise 40-40
    BTN raises to 40
    asked  BB: call 20, raise 60-60

D-8 the last round's bets are twice as big
    game   sequential, blinds 10/20, fixed-limit, interim
    seats  BTN 200, BB 200
    hands  BB KsKdQhQc2s
    all check
    BB throws 2s, BTN passes
    asked  BB: check, raise 20-20
    all check
    BB passes
    asked  BB: check, raise 40-40
"""

PRICES = """
D-8 pot limit counts dead chips and carried ones
    game   simple, blinds 5/10, pot-limit, carried 7
    seats  BTN 200, SB 200, BB 200, CO 200+10+5
    asked  CO: check, raise 20-47

D-29 a live post tops a blind up, and no more
    game   simple, blinds 5/10
    seats  BTN 100, SB 100+10+0, BB 100+10+5
    pot    25
    asked  BTN: call 10, raise 20-100
    BTN calls
    asked  SB: check, raise 20-100

D-19 nobody could match the rest of an ante
    game   simple, blinds 5/10, ante 20
    seats  BTN 12, SB 100, BB 7
    best   BB > BTN > SB
    asked  SB: draw
    all stand pat
    returned SB 13
    stacks BTN 10, SB 88, BB 21

D-6 nobody opened, so from the button's left
    game   simple, ante 1, min 10, opener
    seats  BTN 100, A 100, B 100
    all check
    all stand pat
    asked  A: check, raise 10-99
"""


@each(LEAVING)
def test_leaving(script: str) -> None:
    row(script)


@each(FIXED)
def test_fixed_limit(script: str) -> None:
    row(script)


@each(PRICES)
def test_prices(script: str) -> None:
    row(script)


def test_a_round_as_events() -> None:
    """Each step says what was done, in all, and whether it was all-in."""
    hand = row("""
        game   simple, blinds 5/10, bb-ante 4
        seats  BTN 100, SB 100, BB 100, CO 30
        CO calls, BTN raises to 40, SB leaves, BB calls, CO calls
        all stand pat
        BB checks, BTN bets 20, BB folds
    """)
    betting = (Posted, BettingOpened, Left, Folded, Checked, Called, Bet, Raised, Returned)
    assert [event for event in hand.events if isinstance(event, betting)] == [
        Posted(1, 5, "small-blind"),
        Posted(2, 10, "big-blind"),
        Posted(2, 4, "big-blind-ante"),
        BettingOpened("before"),
        Called(3, 10),
        Raised(0, 40),
        Left(1),
        Folded(1, "leave"),
        Called(2, 30),
        Called(3, 20, all_in=True),
        BettingOpened("final"),
        Checked(2),
        Bet(0, 20),
        Folded(2),
        Returned(0, 20),
    ]


def test_a_passed_out_deal() -> None:
    """D-22: nothing is paid, and the pot waits."""
    hand = row("""
        game   simple, ante 1, min 10, carry, carried 4
        seats  BTN 100, A 100, B 100, C 100
        all check
        over
        stacks BTN 99, A 99, B 99, C 99
        shown  nobody
    """)
    assert hand.results is not None
    assert hand.results.carried == 8
    assert hand.results.pots == ()


@pytest.mark.parametrize("betting", ["", ", pot-limit", ", fixed-limit"])
def test_view_of_a_running_round(betting: str) -> None:
    """The level, the bets and the side pots of finished rounds are public."""
    hand = row(f"""
        game   simple, blinds 5/10{betting}
        seats  BTN 100, SB 15, BB 100
        BTN calls, SB shoves, BB calls, BTN calls
        all stand pat
        BB bets {20 if "fixed" in betting else 10}
    """)
    view = view_for(hand, None)
    assert [(pot.amount, pot.eligible) for pot in view.pots] == [(45, (1, 2, 0))]
    assert view.level == view.of(2).bet == view.pot - 45
    assert (view.small_blind_seat, view.big_blind_seat, view.button) == (1, 2, 0)
    assert view.of(1).all_in
    assert view.prompt == hand.prompt
