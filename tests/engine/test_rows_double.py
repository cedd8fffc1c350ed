"""RULES.md section 6: the double game, row by row."""

import pytest

from bot.engine import BettingOpened, DeckRefilled, Hand, Received, TurnedUp, safe_seats, variant_named, view_for
from tests.engine.table_talk import cards, each, row

DOUBLE = """
DBL-1 forced bets, betting, and a draw as in the simple game
    game   double, blinds 5/10
    seats  BTN 100, SB 100, BB 100
    hands  SB KsKdQhQc2s
    stub   As
    asked  BTN: call 10, raise 20-100
    all check
    asked  SB: draw
    refused SB throws 2s
    SB draws 2s
    held   SB KsKdQhQcAs
    asked  BB: draw

DBL-2 each draw is turned up when all have drawn
    game   double, blinds 5/10
    seats  BTN 100, SB 100
    hands  SB KsKdQhQc2s, BTN 9s8s7s6s3h
    stub   As5h4d
    all check
    SB draws 2s
    turned nothing
    BTN draws 3h
    turned SB 2s, BTN 3h
    all check
    SB stands pat
    turned SB 2s, BTN 3h
    BTN draws 5h
    turned SB 2s, BTN 3h5h

DBL-3 betting between the draws, whether or not a card was thrown
    game   double, blinds 5/10
    seats  BTN 100, SB 100, BB 100
    all check
    all stand pat
    asked  SB: check, raise 10-90
    SB bets 10, BB raises to 20, BTN folds, SB calls
    asked  SB: draw

DBL-3 fixed limit: a small bet between the draws, a big one after the last
    game   double, blinds 5/10, fixed-limit
    seats  BTN 100, SB 100, BB 100
    all check
    all stand pat
    asked  SB: check, raise 10-10
    all check
    all stand pat
    asked  SB: check, raise 20-20

DBL-3 nobody is asked where nobody can bet
    game   double, blinds 5/10
    seats  BTN 40, SB 100, BB 40
    BTN shoves, SB calls, BB calls
    all stand pat
    over

DBL-4 the same once more, then the last betting and the showdown
    game   double, blinds 5/10
    seats  BTN 100, SB 100, BB 100
    best   BB > BTN > SB
    all check
    all stand pat
    all check
    asked  SB: draw
    all stand pat
    SB checks, BB bets 20, BTN calls, SB folds
    over
    shown  BB
    mucked BTN
    stacks BTN 70, SB 90, BB 140

DBL-5 each draw is a choice of its own
    game   double, blinds 5/10
    seats  BTN 100, SB 100
    hands  SB KsKdQhQc2s, BTN 9s8s7s6s3h
    stub   5d4d3d
    all check
    SB stands pat, BTN draws 3h
    drew   SB 0, BTN 1
    all check
    SB draws 2s
    drew   SB 1
    BTN stands pat
    drew   SB 1, BTN 0

DBL-5 who is all-in draws in both
    game   double, blinds 5/10
    seats  BTN 10, SB 100, BB 100
    hands  BTN 9s8s7s6s3h
    stub   2c2d
    all check
    SB stands pat, BB stands pat, BTN draws 3h
    SB checks, BB checks
    SB stands pat, BB stands pat
    asked  BTN: draw
    BTN draws 2c
    held   BTN 9s8s7s6s2d

DBL-5 who leaves between the draws is out, and the open discards stay
    game   double, blinds 5/10
    seats  BTN 100, SB 100, BB 100
    hands  SB KsKdQhQc2s
    stub   As
    all check
    SB draws 2s, BB stands pat, BTN stands pat
    SB leaves
    turned SB 2s
    BB checks, BTN checks
    asked  BB: draw

DBL-6 a limit counts for each draw
    game   double, blinds 5/10, limit 1
    seats  BTN 100, SB 100
    hands  SB KsKdQh8c2s
    stub   3h4d
    all check
    refused SB draws 8c2s
    SB draws 2s, BTN stands pat
    all check
    refused SB draws 8c3h
    SB draws 8c
    held   SB KsKdQh3h4d

DBL-6 fifteen cards
    game   double, blinds 5/10
    seats  BTN 100, SB 100
    hands  SB AsKsQsJsTs
    stub   9d8d7d6d5d9c8c7c6c5c
    all check
    SB draws AsKsQsJsTs, BTN stands pat
    all check
    SB draws 9d8d7d6d5d
    held   SB 9c8c7c6c5c
    BTN stands pat
    turned SB AsKsQsJsTs9d8d7d6d5d
"""


@each(DOUBLE)
def test_the_double_game(script: str) -> None:
    row(script)


def test_dbl_2_a_draw_in_which_nobody_threw_names_all_who_stood_pat() -> None:
    hand = row("""
        game   double, blinds 5/10
        seats  BTN 100, SB 100
        all check
        all stand pat
        all check
        all stand pat
    """)
    turned = [(event.round, event.discards) for event in hand.events if isinstance(event, TurnedUp)]
    assert turned == [(1, {1: (), 0: ()}), (2, {1: (), 0: ()})]
    assert [event.round for event in hand.events if isinstance(event, BettingOpened)] == ["before", "interim", "final"]


@pytest.mark.parametrize(("limit", "seats"), [(None, 3), (5, 3), (4, 4), (3, 4), (2, 5), (1, 7), ("3-or-4-with-ace", 4)])
def test_dbl_6_d_2_safe_seats(limit: int | str | None, seats: int) -> None:
    assert safe_seats(limit, draws=2) == variant_named("double").safe_seats(limit) == seats


RUN_DRY = """
    game   double, blinds 5/10
    seats  BTN 100, SB 100, BB 100, UTG 100, HJ 100, CO 100
    hands  SB AsKsQsJsTs, BB AhKhQhJhTh, UTG AdKdQdJdTd, HJ AcKcQcJcTc, CO 9s8s7s6s5s, BTN 9h8h7h6h5h
    stub   9d8d7d6d5d 9c8c7c6c5c 4s4h4d4c3s 3h3d3c2s2h 2d2c
    all check
    SB draws AsKsQsJsTs, BB draws AhKhQhJhTh, UTG draws AdKdQdJdTd, HJ draws AcKcQcJcTc
    CO draws 9s8s7s6s5s
    refill AhKhQh9s8s7s6s5s
    BTN draws 9h8h7h6h5h
    held   CO 2d2cAhKhQh, BTN 9s8s7s6s5s
    stub-left 17
"""


def test_dbl_7_the_deck_is_refilled_past_the_cards_that_the_player_threw() -> None:
    """BTN folds what CO threw: the muck that goes under the empty stub has nothing that CO may have, so the discards follow at once."""
    hand = row(
        RUN_DRY
        + """
        SB checks, BB checks, UTG checks, HJ checks, CO checks, BTN folds
        SB draws 9d8d7d6d5d, BB draws 9c8c7c6c5c, UTG draws 4s4h4d4c3s, HJ draws 3h3d
        stub-left 0
        CO draws 2d
        refill 9s
        stub-left 5
        refill 9h
        held   CO 2cAhKhQh9h
        asked  SB: check, raise 10-90
    """
    )
    assert [(event.folded, event.discards) for event in hand.events if isinstance(event, DeckRefilled)][1:] == [(5, 0), (0, 23)]


def test_dbl_7_nobody_gets_an_own_discard_of_either_draw() -> None:
    hand = row(
        RUN_DRY + "all check\nSB draws 9d8d7d6d5d, BB draws 9c8c7c6c5c, UTG draws 4s4h4d4c3s, HJ draws 3h3d, CO draws 2d2c"
    )
    thrown = {player.seat: set(player.thrown) for player in hand.table.players}
    hand = row_on(hand)
    got = {event.seat: set(event.cards) for event in hand.events if isinstance(event, Received)}
    assert not [seat for seat in got if got[seat] & thrown[seat]]
    assert view_for(hand, None).recycled >= set(cards("AsKsQsJsTs"))


def row_on(hand: Hand) -> Hand:
    """Whatever is asked is answered as its default, and refills come as they lie."""
    from bot.engine import Shuffled

    while hand.prompt is not None:
        hand = hand.play(hand.prompt.default or Shuffled(hand.prompt.cards))
    return hand


@pytest.mark.parametrize("name", ["double", "Double Open Draw", "5 Card Open Draw (double)"])
def test_dbl_8_names(name: str) -> None:
    assert variant_named(name).name == "double"
