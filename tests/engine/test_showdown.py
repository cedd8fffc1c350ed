"""Who shows, who mucks, in what order, and who may show when all is over (D-21, D-23)."""

import pytest

from bot.engine import Hand, HandName, IllegalAction, Mucked, PotAwarded, Show, Shown, view_for
from tests.engine.table_talk import cards, each, row

CASES = """
D-23.2 a side pot that was checked: its players before the all-in
    game   simple, blinds 5/10
    seats  BTN 100, SB 15, BB 100, CO 100
    best   BB > SB > BTN > CO
    CO raises to 40, BTN calls, SB shoves, BB calls
    all stand pat
    all check
    shown  BB CO BTN SB

D-23.2 no chips in the side: everybody from the button's left
    game   simple, blinds 5/10
    seats  BTN 100, SB 15, BB 100
    best   BB > SB > BTN
    BTN calls, SB shoves, BB calls, BTN calls
    all stand pat
    all check
    shown  SB BB BTN

D-23.3 with somebody all-in the beaten are tabled
    game   simple, blinds 5/10
    seats  BTN 15, SB 100, BB 100
    best   SB > BB > BTN
    BTN shoves, SB calls, BB calls
    all stand pat
    all check
    shown  SB BB BTN
    mucked nobody

D-23.3 switched off, the beaten muck
    game   simple, blinds 5/10, muck-all-ins
    seats  BTN 15, SB 100, BB 100
    best   SB > BB > BTN
    BTN shoves, SB calls, BB calls
    all stand pat
    all check
    shown  SB
    mucked BTN BB

D-23.3 beaten for the main pot, but not for the side
    game   simple, blinds 5/10, muck-all-ins
    seats  BTN 15, SB 100, BB 100
    best   BTN > SB > BB
    BTN shoves, SB raises to 40, BB calls
    all stand pat
    all check
    shown  SB BTN
    mucked BB

D-19 a pot handed over asks for no hand
    game   simple, blinds 5/10, muck-all-ins
    seats  BTN 100, SB 20, BB 100, CO 20
    best   SB > BB > CO > BTN
    CO calls, BTN raises to 40, SB shoves, BB calls, CO folds
    BTN leaves
    all stand pat
    pots   70 SB BB, 40 BB
    shown  BB SB
    stacks BTN 60, SB 70, BB 100, CO 10

D-28 the last aggressor has left: the next one shows first
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 100
    best   BTN > SB > BB
    all check
    all stand pat
    SB checks, BB bets 20, BTN calls, BB leaves, SB calls
    shown  BTN
    mucked SB

D-23.1 ties are shown, the beaten not
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 100
    best   SB = BTN > BB
    all check
    all stand pat
    all check
    shown  SB BTN
    mucked BB
    stacks BTN 105, SB 105, BB 90
"""


@each(CASES)
def test_order_and_muck(script: str) -> None:
    row(script)


def finished() -> Hand:
    return row("""
        game   simple, blinds 5/10
        seats  BTN 100, SB 100, BB 100
        hands  SB KsKd9h9cKc, BB 7c8d9sThJc, BTN 2s3s4s5s7d
        BTN folds, SB calls, BB checks
        all stand pat
        all check
        over
    """)


def test_showdown_as_events() -> None:
    """Names are spoken by what the cards are."""
    hand = finished()
    assert hand.events[-3:] == (
        Shown(1, cards("KsKd9h9cKc"), HandName("full-house", (13, 9))),
        Mucked(2),
        PotAwarded(0, 20, {1: 20}),
    )
    assert view_for(hand, None).of(1).shown == cards("KsKd9h9cKc")
    assert view_for(hand, None).of(1).shown_name == HandName("full-house", (13, 9))
    assert view_for(hand, None).of(2).shown is None
    assert view_for(hand, None).of(2).mucked


def test_voluntary_show() -> None:
    """D-23.5: a mucked hand may be shown, once and whole; a folded one never."""
    hand = finished()
    for seat in (0, 1, 7, None, True, "2"):
        with pytest.raises(IllegalAction, match="show-nothing"):
            hand.play(Show(seat))
    shown = hand.play(Show(2))
    assert shown.over
    assert shown.latest_events == (Shown(2, cards("7c8d9sThJc"), HandName("straight", (11,)), voluntary=True),)
    assert shown.results is not None
    assert shown.results.shown == {1: cards("KsKd9h9cKc"), 2: cards("7c8d9sThJc")}
    assert shown.results.mucked == ()
    assert hand.results is not None
    assert hand.results.mucked == (2,)
    assert shown.stacks == hand.stacks
    with pytest.raises(IllegalAction, match="show-nothing"):
        shown.play(Show(2))


def test_survivor_shows_what_is_held() -> None:
    """D-21: nothing is shown; who wants to may, also before the replacements came."""
    hand = row("""
        game   sequential, blinds 5/10
        seats  BTN 100, BB 100
        hands  BB KsKd9h9cKc
        all check
        BB throws Kc, BTN leaves
        over
        shown  nobody
    """)
    assert view_for(hand, 0).of(1).shown is None
    assert view_for(hand, 0).results == hand.results
    assert hand.play(Show(1)).latest_events == (Shown(1, cards("KsKd9h9c"), None, voluntary=True),)


def test_no_show_while_the_hand_runs() -> None:
    hand = row("game simple, blinds 5/10\nseats BTN 100, BB 100\nasked BTN")
    with pytest.raises(IllegalAction, match="show-while-running"):
        hand.play(Show(0))
