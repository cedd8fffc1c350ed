"""rules.md 3.2 and 3.3: positions, blinds, antes and raising, row by row."""

import pytest

from bot.engine import IllegalAction, Posted, RaiseTo, view_for
from tests.engine.table_talk import each, row

POSITIONS = """
EC-B01  three players
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 100
    order  BTN SB BB
    order  SB BB BTN
    order  SB BB BTN
    over

EC-B01 sequential
    game   sequential, blinds 5/10
    seats  BTN 100, SB 100, BB 100
    order  BTN SB BB
    order  SB BB BTN
    order  SB BB BTN
    over

EC-B02  heads-up
    game   simple, blinds 5/10
    seats  BTN 100, BB 100
    stacks BTN 95, BB 90
    asked  BTN: call 5, raise 20-100
    order  BTN BB
    order  BB BTN
    order  BB BTN
    over

EC-B02 sequential
    game   sequential, blinds 5/10
    seats  BTN 100, BB 100
    order  BTN BB
    order  BB BTN
    order  BB BTN
    over

EC-B03  six players
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 100, UTG 100, HJ 100, CO 100
    order  UTG HJ CO BTN SB BB
    order  SB BB UTG HJ CO BTN
    order  SB BB UTG HJ CO BTN
    over

EC-B04  the big blind's option
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 100
    BTN calls, SB calls
    asked  BB: check, raise 20-100
    BB checks
    pot    30
    asked  SB: draw

EC-B06  a short big blind after the ante
    game   simple, blinds 5/10, ante 5
    seats  BTN 100, SB 100, BB 12
    best   BB > SB > BTN
    pot    27
    stacks BTN 95, SB 90, BB 0
    asked  BTN: call 10, raise 20-95
    BTN calls
    asked  SB: call 5, raise 20-95
    SB calls
    all stand pat
    SB checks, BTN checks
    pots   36 SB BB BTN, 6 SB BTN
    stacks BB 36, SB 91, BTN 85

EC-B07  the big-blind ante comes after the blind
    game   simple, blinds 5/10, bb-ante 10
    seats  BTN 100, SB 100, BB 12
    pot    17
    stacks BTN 100, SB 95, BB 0
    asked  BTN: call 10, raise 20-100

EC-B08  a short big blind does not lower the price
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 3
    best   BB > SB > BTN
    asked  BTN: call 10, raise 20-100
    BTN calls, SB calls
    asked  SB: draw
    all stand pat
    SB checks, BTN checks
    pots   9 SB BB BTN, 14 SB BTN
    stacks BB 9, SB 104, BTN 90

EC-B10  a lone caller who covers the blind is not asked
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 3
    best   BB > SB
    BTN folds
    asked  SB: draw
    pot    6
    all stand pat
    over
    stacks SB 97, BB 6, BTN 100
    returned SB 2

EC-B13  a blind takes the whole stack
    game   simple, blinds 5/10
    seats  BTN 100, BB 5
    asked  BB: draw
    pot    10
    all stand pat
    over

EC-B14  everyone folds to the big blind
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 100
    BTN folds, SB folds
    over
    stacks SB 95, BB 105, BTN 100
    returned BB 5
    pots   10 BB
    shown  nobody
    mucked nobody
    turned nothing
    stub-left 37

EC-B15  a returning player posts, live and dead
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 100, CO 100+10+5
    pot    30
    stacks BTN 100, SB 95, BB 90, CO 85
    asked  CO: check, raise 20-95

EC-B19  ante only, nobody opens
    game   simple, ante 1, min 2
    seats  BTN 100, A 100, B 100, C 100
    order  A B C BTN
    pot    4
    asked  A: draw
    all stand pat
    order  A B C BTN
    over

EC-B19 carry  the deal is thrown in
    game   simple, ante 1, min 2, carry
    seats  BTN 100, A 100, B 100, C 100
    order  A B C BTN
    over
    stacks BTN 99, A 99, B 99, C 99
    shown  nobody

EC-B19 next  the pot is carried
    game   simple, ante 1, min 2, carry, carried 4
    seats  BTN 99, A 99, B 99, C 99
    pot    8
    A bets 2, B folds, C folds, BTN folds
    stacks A 106, B 98, C 98, BTN 98
"""

RAISES = """
EC-R01  the first raise
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 100
    asked  BTN: call 10, raise 20-100
    refused BTN raises to 15
    refused BTN raises to 10
    refused BTN raises to 19
    BTN raises to 20

EC-R01 short  unless all-in
    game   simple, blinds 5/10
    seats  BTN 15, SB 100, BB 100
    asked  BTN: call 10, raise 15-15
    BTN raises to 15

EC-R02  as much again
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 100
    BTN raises to 35
    asked  SB: call 30, raise 60-100

EC-R03  opening after the draw
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 100
    all check
    all stand pat
    asked  SB: check, raise 10-90
    refused SB bets 9

EC-R04  a short all-in does not reopen
    game   simple, blinds 5/10
    seats  BTN 510, SB 510, BB 160
    all check
    all stand pat
    SB bets 100, BB shoves
    asked  BTN: call 150, raise 250-500
    BTN calls
    asked  SB: call 50, no raise
    refused SB raises to 250

EC-R05  several short all-ins do
    game   simple, blinds 5/10
    seats  BTN 1710, SB 5010, BB 5010, UTG 5010, CO 1310
    all check
    all stand pat
    SB bets 500, BB raises to 1000, UTG calls, CO shoves, BTN shoves
    asked  SB: call 1200, raise 2200-5000
    SB calls
    asked  BB: call 700, raise 2200-5000
    BB calls
    asked  UTG: call 700, raise 2200-5000

EC-R05 fold
    game   simple, blinds 5/10
    seats  BTN 1710, SB 5010, BB 5010, UTG 5010, CO 1310
    all check
    all stand pat
    SB bets 500, BB raises to 1000, UTG calls, CO shoves, BTN shoves, SB folds
    asked  BB: call 700, raise 2200-5000

EC-R08  who was raised in full may raise, who raised may not
    game   simple, blinds 5/10
    seats  BTN 260, SB 1010, BB 1010
    all check
    all stand pat
    SB bets 100, BB raises to 200, BTN shoves
    asked  SB: call 150, raise 350-1000
    SB calls
    asked  BB: call 50, no raise

EC-R10  blinds have not acted yet
    game   simple, blinds 5/10
    seats  BTN 15, SB 100, BB 100
    BTN shoves
    asked  SB: call 10, raise 25-100
    SB calls
    asked  BB: call 5, raise 25-100

EC-R11  there is no completing in no-limit
    game   simple, blinds 5/10
    seats  BTN 500, SB 500, BB 150
    all check
    all stand pat
    SB bets 100, BB shoves
    asked  BTN: call 140, raise 240-490
    refused BTN raises to 200

EC-R13  pot-limit opening
    game   simple, blinds 5/10, pot-limit
    seats  BTN 500, SB 500, BB 500
    asked  BTN: call 10, raise 20-35
    refused BTN raises to 36

EC-R14  pot-limit raise
    game   simple, blinds 5/10, pot-limit
    seats  BTN 500, SB 500, BB 500
    BTN raises to 35
    asked  SB: call 30, raise 60-115

EC-R16  pot-limit after the draw
    game   simple, blinds 5/10, pot-limit
    seats  BTN 500, BB 500
    BTN raises to 30, BB raises to 50, BTN calls
    pot    100
    all stand pat
    BB bets 50
    asked  BTN: call 50, raise 100-250

EC-R17  antes count in the pot
    game   simple, blinds 5/10, ante 2, pot-limit
    seats  BTN 500, SB 500, BB 500, UTG 500
    asked  UTG: call 10, raise 20-43

EC-R18  the least bet is always open
    game   simple, ante 1, min 10, pot-limit
    seats  BTN 100, A 100
    asked  A: check, raise 10-10

EC-R19  fixed-limit ladder
    game   simple, blinds 5/10, fixed-limit
    seats  BTN 500, SB 500, BB 500
    asked  BTN: call 10, raise 20-20
    BTN raises to 20
    asked  SB: call 15, raise 30-30
    SB raises to 30
    asked  BB: call 20, raise 40-40
    BB raises to 40
    asked  BTN: call 20, raise 50-50
    BTN raises to 50
    asked  SB: call 20, no raise

EC-R19 four wagers
    game   simple, blinds 5/10, fixed-limit, cap 4
    seats  BTN 500, SB 500, BB 500
    BTN raises to 20, SB raises to 30, BB raises to 40
    asked  BTN: call 20, no raise

EC-R20  fixed-limit ladder after the draw
    game   simple, blinds 5/10, fixed-limit
    seats  BTN 500, SB 500, BB 500
    all check
    all stand pat
    asked  SB: check, raise 20-20
    SB bets 20, BB raises to 40, BTN raises to 60, SB raises to 80
    asked  BB: call 40, raise 100-100
    BB raises to 100
    asked  BTN: call 40, no raise

EC-R20 four wagers
    game   simple, blinds 5/10, fixed-limit, cap 4
    seats  BTN 500, SB 500, BB 500
    all check
    all stand pat
    SB bets 20, BB raises to 40, BTN raises to 60, SB raises to 80
    asked  BB: call 40, no raise

EC-R20 two players  the cap falls where the round begins with two (D-8)
    game   simple, blinds 5/10, fixed-limit
    seats  BTN 500, BB 500
    all check
    all stand pat
    BB bets 20, BTN raises to 40, BB raises to 60, BTN raises to 80, BB raises to 100, BTN raises to 120
    asked  BB: call 20, raise 140-140

EC-R20 two left  and holds where a third one has folded since
    game   simple, blinds 5/10, fixed-limit
    seats  BTN 500, SB 500, BB 500
    all check
    all stand pat
    SB bets 20, BB raises to 40, BTN folds, SB raises to 60, BB raises to 80, SB raises to 100
    asked  BB: call 20, no raise

EC-R21  less than half a bet may be completed, and reopens nothing
    game   simple, blinds 5/10, fixed-limit
    seats  BTN 500, SB 500, BB 38
    all check
    all stand pat
    SB bets 20, BB shoves
    asked  BTN: call 28, raise 40-40
    BTN calls
    asked  SB: call 8, no raise

EC-R21 completed  a completion is a wager, and reopens
    game   simple, blinds 5/10, fixed-limit
    seats  BTN 500, SB 500, BB 38
    all check
    all stand pat
    SB bets 20, BB shoves, BTN raises to 40
    asked  SB: call 20, raise 60-60

EC-R21 half  exactly half a bet is a full wager
    game   simple, blinds 5/10, fixed-limit
    seats  BTN 500, SB 500, BB 40
    all check
    all stand pat
    SB bets 20, BB shoves
    asked  BTN: call 30, raise 50-50
    BTN calls
    asked  SB: call 10, raise 50-50

EC-R21 summed  20, 28, 36: short all-ins add up (D-8)
    game   simple, blinds 5/10, fixed-limit
    seats  BTN 500, SB 500, BB 38, UTG 46
    all check
    all stand pat
    SB bets 20, BB shoves, UTG shoves
    asked  BTN: call 36, raise 56-56
    BTN calls
    asked  SB: call 16, raise 56-56

EC-R23  a short first wager of more than half is a bet
    game   simple, blinds 5/10, fixed-limit
    seats  BTN 500, SB 25, BB 500
    all check
    all stand pat
    asked  SB: check, raise 15-15
    SB shoves
    asked  BB: call 15, raise 35-35

EC-R24  pagat's example
    game   simple, ante 1, min 5, fixed-limit
    seats  BTN 7, A 100, B 100, C 100
    A checks, B bets 5, C calls, BTN shoves
    asked  A: call 6, raise 10-10
    A calls
    asked  B: call 1, no raise

EC-R25  check-raise
    game   simple, blinds 5/10
    seats  BTN 500, SB 500, BB 500
    all check
    all stand pat
    SB checks, BB bets 20, BTN folds, SB raises to 60
    asked  BB: call 40, raise 100-490

3.8 matched  who has matched one of two short all-ins faces the other alone (D-9)
    game   simple, blinds 5/10
    seats  BTN 210, SB 1010, BB 160, UTG 1010
    all check
    all stand pat
    SB bets 100, BB shoves, UTG calls, BTN shoves
    asked  SB: call 100, raise 300-1000
    SB calls
    asked  UTG: call 50, no raise

3.8 anew  short all-ins count from what one has matched, also after they made a full raise (D-9)
    game   simple, ante 1, min 10
    seats  BTN 2000, A 260, B 1001, C 173, D 1001, E 304
    A checks, B bets 129, C shoves, D calls, E calls, BTN calls, A shoves
    asked  B: call 130, raise 388-1000
    B calls
    asked  D: call 87, no raise
    D calls
    asked  E: call 87, no raise

3.8 anew open  so that the third one opens it for who has matched the first
    game   simple, ante 1, min 10
    seats  BTN 2000, A 259, B 1001, E 303, C 173, D 1001
    A checks, B bets 129, E calls, C shoves, D calls, BTN calls, A shoves
    asked  B: call 129, raise 387-1000
    B calls
    asked  E: call 129, raise 302-302
    E shoves
    asked  D: call 130, raise 431-1000
    D calls
    asked  BTN: call 130, raise 431-1999

3.8 checked  an all-in below the least bet opens nothing for who checked (D-9)
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 16
    all check
    all stand pat
    SB checks, BB shoves
    asked  BTN: call 6, raise 16-90
    BTN calls
    asked  SB: call 6, no raise

EC-R26  what no stack can do
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 100
    refused BTN raises to 101
    refused BTN raises to 0
    refused BTN raises to -20
    refused BTN raises to 1000000000
    refused BTN checks
    refused BTN stands pat
    refused BTN throws 3c
    BTN calls, SB calls
    refused BB calls
"""


@each(POSITIONS)
def test_positions(script: str) -> None:
    row(script)


@each(RAISES)
def test_raises(script: str) -> None:
    row(script)


def test_ec_b02_the_button_is_dealt_the_last_card() -> None:
    hand = row("""
        game  simple, blinds 5/10
        seats BTN 100, BB 100
        asked BTN
    """)
    assert hand.setup.deck[9] in view_for(hand, 0).cards
    assert hand.setup.deck[0] in view_for(hand, 1).cards


def test_ec_b07_posts_in_order() -> None:
    hand = row("""
        game  simple, blinds 5/10, bb-ante 10
        seats BTN 100, SB 100, BB 12
        asked BTN
    """)
    posts = [(event.seat, event.amount, event.kind) for event in hand.events if isinstance(event, Posted)]
    assert posts == [(1, 5, "small-blind"), (2, 10, "big-blind"), (2, 2, "big-blind-ante")]


def test_ec_b19_the_chips_wait_for_the_next_deal() -> None:
    hand = row("""
        game  simple, ante 1, min 2, carry
        seats BTN 100, A 100, B 100, C 100
        order A B C BTN
        over
    """)
    assert hand.results is not None
    assert hand.results.carried == 4
    assert hand.results.pots == ()


@pytest.mark.parametrize("total", [20.0, 20.5, "20", True, None, float("nan"), float("inf"), 10**30, -(10**30), [20], (20,)])
def test_ec_r26_amounts_that_are_no_chips(total: object) -> None:
    hand = row("""
        game  simple, blinds 5/10
        seats BTN 100, SB 100, BB 100
        asked BTN
    """)
    before = hand.stacks, hand.prompt, hand.events, hand.log
    with pytest.raises(IllegalAction) as refused:
        hand.play(RaiseTo(total))
    assert (refused.value.values["raise_from"], refused.value.values["raise_to"]) == (20, 100)
    assert (hand.stacks, hand.prompt, hand.events, hand.log) == before
