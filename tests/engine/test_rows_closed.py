"""RULES.md section 7: the closed game, row by row."""

import pytest

from bot.engine import DeckRefilled, Hand, Received, Threw, TurnedUp, variant_named, view_for
from tests.engine.table_talk import cards, each, row

CLOSED = """
CLO-1 one draw, the last betting and the showdown
    game   closed, blinds 5/10
    seats  BTN 100, SB 100, BB 100
    best   BB > BTN > SB
    all check
    asked  SB: draw
    all stand pat
    asked  SB: check, raise 10-90
    SB checks, BB bets 20, BTN calls, SB folds
    over
    stacks BTN 70, SB 90, BB 140

CLO-1 any number of cards, and as many new ones at once
    game   closed, blinds 5/10
    seats  BTN 100, SB 100
    hands  SB KsKdQhQc2s
    stub   AsAdAhAc3s
    all check
    refused SB throws 2s
    SB draws KsKdQhQc2s
    held   SB AsAdAhAc3s
    asked  BTN: draw

CLO-1 a limit
    game   closed, blinds 5/10, limit 3
    seats  BTN 100, SB 100
    hands  SB KsKdQhQc2s
    all check
    refused SB draws KsKdQhQc
    SB draws KsKdQh

CLO-2 nothing is turned up
    game   closed, blinds 5/10
    seats  BTN 100, SB 100
    hands  SB KsKdQhQc2s, BTN 9s8s7s6s3h
    stub   As5h
    all check
    SB draws 2s, BTN draws 3h
    turned nothing
    all check
    over
    turned nothing

CLO-3 how many were drawn is seen by all
    game   closed, blinds 5/10
    seats  BTN 100, SB 100, BB 100
    hands  SB KsKdQhQc2s, BB 9s8s7s6s3h
    stub   AsAd5h
    all check
    SB draws Qc2s
    drew   SB 2
    BB draws 3h, BTN stands pat
    drew   SB 2, BB 1, BTN 0
    SB bets 10, BB calls, BTN calls
    drew   SB 2, BB 1, BTN 0
"""


@each(CLOSED)
def test_the_closed_game(script: str) -> None:
    row(script)


DRAWN = """
    game   closed, blinds 5/10
    seats  BTN 100, SB 100, BB 100
    hands  SB KsKdQhQc2s, BB 9s8s7s6s3h
    stub   As5h
    all check
    SB draws 2s, BB draws 3h, BTN stands pat
"""


@pytest.mark.parametrize("rest", ["", "all check\nover", "SB bets 10, BB folds, BTN folds\nover\nSB shows"])
def test_clo_2_only_the_owner_ever_sees_a_discard(rest: str) -> None:
    hand = row(DRAWN + rest)
    assert not [event for event in hand.events if isinstance(event, TurnedUp)]
    for seat, mine in ((1, "2s"), (2, "3h"), (0, ""), (None, "")):
        view = view_for(hand, seat)
        told = [event for event in view.events if isinstance(event, Threw)]
        assert [event.cards for event in told] == ([cards(mine)] if mine else [])
        assert view.face_down == cards(mine)
        for face in {"2s", "3h"} - {mine}:
            assert face not in f"{view}{view.events}"


def test_clo_3_the_backs_of_the_discards_lie_in_sight_to_the_end() -> None:
    view = view_for(row(DRAWN + "all check\nover"), None)
    assert {seat.seat: (seat.thrown, seat.face_down) for seat in view.seats} == {0: (0, 0), 1: (1, 1), 2: (1, 1)}


def test_clo_4_discards_go_back_unseen() -> None:
    hand = row("""
        game   closed, blinds 5/10
        seats  BTN 100, SB 100, BB 100, UTG 100, HJ 100, CO 100
        hands  SB AsKsQsJsTs, BB AhKhQhJhTh, UTG AdKdQdJdTd, HJ AcKcQcJcTc, CO 9s8s7s6s5s, BTN 9h8h7h6h5h
        all check
        SB draws AsKsQsJsTs, BB draws AhKhQhJhTh, UTG draws AdKdQdJdTd, HJ draws AcKcQcJcTc, CO draws 9s8s7s6s5s
        refill 9sAsAhAd
        BTN draws 9h8h7h6h5h
        turned nothing
    """)
    assert [(event.folded, event.discards) for event in hand.events if isinstance(event, DeckRefilled)] == [(0, 25)]
    assert view_for(hand, None).recycled == frozenset()
    assert not own_discards_received(hand)


def own_discards_received(hand: Hand) -> list[int]:
    return [
        event.seat for event in hand.events if isinstance(event, Received) and set(event.cards) & set(hand.discards[event.seat])
    ]


@pytest.mark.parametrize("name", ["closed", "Five-Card Draw", "5 Card Draw"])
def test_clo_5_names(name: str) -> None:
    assert variant_named(name).name == "closed"


def test_clo_5_five_card_open_draw_is_the_simple_game() -> None:
    assert variant_named("Five Card Open Draw").name == "simple"
