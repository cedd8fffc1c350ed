"""rules.md 3.5 and 3.6: drawing, the deck and sequential discarding, row by row."""

from collections import Counter

import pytest

from bot.engine import (
    AceShown,
    Discarded,
    Drew,
    Hand,
    IllegalAction,
    Received,
    Replaced,
    ShufflePrompt,
    TurnedUp,
    view_for,
)
from tests.engine.table_talk import SQ_A, cards, each, row

DRAWS = """
EC-D01  standing pat
    game   simple, blinds 5/10
    seats  BTN 100, BB 100
    hands  BB KsKdQhQc2s
    all check
    BB stands pat, BTN stands pat
    held   BB KsKdQhQc2s
    turned nothing
    stub-left 42

EC-D02  five of five
    game   simple, blinds 5/10
    seats  BTN 100, BB 100
    hands  BB KsKdQhQc2s
    stub   AsAdAhAc3s
    all check
    BB draws KsKdQhQc2s
    held   BB AsAdAhAc3s
    stub-left 37
    BTN stands pat
    turned BB KsKdQhQc2s

EC-D03  limit three
    game   simple, blinds 5/10, limit 3
    seats  BTN 100, BB 100
    hands  BB KsKdQhQc2s
    all check
    refused BB draws KsKdQhQc
    refused BB draws KsKdQhQc2s
    BB draws KsKdQh

EC-D03 limit one
    game   simple, blinds 5/10, limit 1
    seats  BTN 100, BB 100
    hands  BB KsKdQhQc2s
    all check
    refused BB draws KsKd
    BB draws 2s

EC-D04  four with an ace
    game   simple, blinds 5/10, limit 3-or-4-with-ace
    seats  BTN 100, BB 100
    hands  BB AdKdQhJc2s
    all check
    BB draws KdQhJc2s

EC-D05  four without one
    game   simple, blinds 5/10, limit 3-or-4-with-ace
    seats  BTN 100, BB 100
    hands  BB AdKdQhJc2s
    all check
    refused BB draws AdQhJc2s
    BB draws AdQhJc

EC-D06  five never
    game   simple, blinds 5/10, limit 3-or-4-with-ace
    seats  BTN 100, BB 100
    hands  BB AdKdQhJc2s
    all check
    refused BB draws AdKdQhJc2s

EC-D07  six players use the last card of the stub
    game   simple, blinds 5/10, limit 3-or-4-with-ace
    seats  BTN 100, SB 100, BB 100, UTG 100, HJ 100, CO 100
    hands  BTN AsKs2h3h4h, SB AdKd2d3d4d, BB AhKh2c3c4c, UTG AcKc2s3s4s, HJ QsQd9h8h7h, CO QhQc9d8d7d
    all check
    SB draws Kd2d3d4d, BB draws Kh2c3c4c, UTG draws Kc2s3s4s
    HJ draws 9h8h7h, CO draws 9d8d7d
    stub-left 4
    BTN draws Ks2h3h4h
    stub-left 0
    asked  SB: check, raise 10-90

EC-D08  five players draw five
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 100, UTG 100, CO 100
    hands  BTN AsKs2h3h4h, SB AdKd2d3d4d, BB AhKh2c3c4c, UTG AcKc2s3s4s, CO QsQd9h8h7h
    all check
    SB draws AdKd2d3d4d, BB draws AhKh2c3c4c, UTG draws AcKc2s3s4s, CO draws QsQd9h8h7h, BTN draws AsKs2h3h4h
    stub-left 2
    asked  SB: check, raise 10-90

EC-D13  not held, and twice
    game   simple, blinds 5/10
    seats  BTN 100, BB 100
    hands  BB KsKdQhQc2s, BTN As3s4s5d7d
    all check
    refused BB draws As
    refused BB draws KsAs
    refused BB draws KsKs
    refused BB draws KsKdQhQc2sKs
    refused BB throws Ks
    refused BB passes
    refused BB checks
    asked  BB: draw

EC-D14  all-in players draw and are not asked to bet
    game   simple, blinds 5/10
    seats  BTN 200, SB 30, BB 200
    hands  SB KsKd4h3c2s
    stub   KcKh9d
    BTN raises to 30, SB shoves, BB calls
    SB draws 4h3c2s, BB stands pat, BTN stands pat
    held   SB KsKdKcKh9d
    asked  BB: check, raise 10-170
    BB checks
    asked  BTN: check, raise 10-170

EC-D15  everybody all-in
    game   simple, blinds 5/10
    seats  BTN 30, SB 30, BB 30
    hands  SB KsKd4h3c2s, BB 9s9d4d3d2d, BTN JsJd4s3s5s
    BTN shoves, SB shoves, BB shoves
    SB draws 4h3c2s, BB draws 4d3d2d
    turned nothing
    BTN stands pat
    over
    turned SB 4h3c2s, BB 4d3d2d
    shown  SB BB BTN

EC-D17  the clock stands pat, and betting goes on
    game   simple, blinds 5/10
    seats  BTN 100, BB 100
    all check
    BB times out, BTN stands pat
    asked  BB: check, raise 10-90
"""

ROUNDS = """
SQ-A  the example of the rule page, with chips
    game   sequential, blinds 5/10
    seats  C 100, A 100, B 100
    button C
    hands  A KsKd9h9c3c, B KhQhJsJd4c, C 7c8d9sThJc
    stub   KcJh2d
    C calls, A calls, B checks
    pot    30
    A throws 3c, B throws Kh
    turned nothing
    C passes
    turned A 3c, B Kh
    refused A checks
    A passes, B throws Qh
    turned A 3c, B KhQh
    stub-left 37
    B passes
    stub-left 34
    held   A KsKd9h9cKc, B JsJd4cJh2d, C 7c8d9sThJc
    A bets 20, B folds, C calls
    pots   70 A C
    shown  A
    mucked C
    stacks A 140, B 90, C 70
    turned A 3c, B KhQh

SQ-B  all pass at once
    game   sequential, blinds 5/10, interim
    seats  BTN 100, SB 100, BB 100
    hands  SB KsKd9h9c3c
    all check
    SB passes, BB passes, BTN passes
    turned nothing
    stub-left 37
    held   SB KsKd9h9c3c
    asked  SB: check, raise 10-90
    all check
    over

SQ-D  an interim bet that nobody calls
    game   sequential, blinds 5/10, interim
    seats  X 100, Y 100
    button X
    hands  X 8c8d9s3h2c, Y 4d4sKcQhJs
    X calls, Y checks
    Y throws 4d, X throws 8c
    turned Y 4d, X 8c
    Y checks, X bets 15, Y folds
    over
    stacks X 110, Y 90
    returned X 15
    stub-left 42
    shown  nobody
    turned Y 4d, X 8c

SQ-F  one throws all five
    game   sequential, blinds 5/10
    seats  X 100, Y 100
    button X
    hands  X 8c8d9s3h2c, Y 4d4sKcQhJs
    stub   AsAdAhAcKs
    all check
    Y passes, X throws 8c
    turned X 8c
    X throws 8d
    turned X 8c8d
    X throws 9s, X throws 3h
    stub-left 42
    X throws 2c
    turned X 8c8d9s3h2c
    held   X AsAdAhAcKs
    asked  Y: check, raise 10-90

SQ-J  interim rounds are held while two can bet
    game   sequential, blinds 5/10, interim
    seats  BTN 40, SB 100, BB 40
    hands  SB KsKd4h3c2s, BB 9s9d4d3d2d, BTN JsJd4s3s5s
    all check
    SB throws 2s, BB throws 2d, BTN throws 3s
    asked  SB: check, raise 10-90
    SB bets 30, BB shoves, BTN shoves
    asked  SB: discard
    SB throws 3c, BB throws 3d, BTN passes
    turned SB 2s3c, BB 2d3d, BTN 3s
    asked  SB: discard
    SB passes, BB throws 4d
    turned SB 2s3c, BB 2d3d4d, BTN 3s
    BB passes
    over

SQ-K  the clock passes, and that is final
    game   sequential, blinds 5/10
    seats  BTN 100, SB 100, BB 100
    hands  SB KsKd4h3c2s, BB 9s9d4d3d2d, BTN JsJd4s3s5s
    all check
    SB times out, BB throws 2d, BTN passes
    asked  BB: discard
    BB passes
    asked  SB: check, raise 10-90

SQ-L  the first seat has folded
    game   sequential, blinds 5/10
    seats  BTN 100, SB 100, BB 100
    hands  BB 9s9d4d3d2d, BTN JsJd4s3s5s
    BTN calls, SB folds, BB checks
    asked  BB: discard
    BB throws 2d, BTN throws 3s
    asked  BB: discard

SQ-M  an all-in player throws and gets cards
    game   sequential, blinds 5/10
    seats  BTN 200, SB 30, BB 200
    hands  SB KsKd4h3c2s
    stub   KcKh
    BTN raises to 30, SB shoves, BB calls
    SB throws 2s, BB passes, BTN passes
    SB throws 3c, SB passes
    held   SB KsKd4hKcKh
    asked  BB: check, raise 10-170

SQ-O  small bets between, big bets at the end
    game   sequential, blinds 5/10, fixed-limit, interim
    seats  BTN 500, BB 500
    hands  BB 9s9d4d3d2d, BTN JsJd4s3s5s
    all check
    BB throws 2d, BTN passes
    asked  BB: check, raise 10-10
    BB bets 10
    asked  BTN: call 10, raise 20-20
    BTN calls, BB passes
    asked  BB: check, raise 20-20
    BB bets 20
    asked  BTN: call 20, raise 40-40

SQ-P  one card a turn
    game   sequential, blinds 5/10
    seats  BTN 100, BB 100
    hands  BB 9s9d4d3d2d, BTN JsJd4s3s5s
    all check
    BB throws 2d
    refused BB throws 3d
    refused BB draws 3d
    asked  BTN: discard

SQ-P several  a discard is one card
    game   sequential, blinds 5/10
    seats  BTN 100, BB 100
    hands  BB 9s9d4d3d2d, BTN JsJd4s3s5s
    all check
    refused BB draws 9s9d
    refused BB throws Js
    refused BB throws As
    asked  BB: discard
"""


@each(DRAWS)
def test_draws(script: str) -> None:
    row(script)


@each(ROUNDS)
def test_rounds(script: str) -> None:
    row(script)


def events_of(hand: Hand, kind: type) -> list:
    return [event for event in hand.events if isinstance(event, kind)]


def test_ec_d01_public_log() -> None:
    hand = row("""
        game  simple, blinds 5/10
        seats BTN 100, BB 100
        all check
        BB stands pat, BTN stands pat
    """)
    assert [(event.seat, event.count) for event in events_of(hand, Drew)] == [(1, 0), (0, 0)]
    assert events_of(hand, TurnedUp)[0].discards == {1: (), 0: ()}
    assert events_of(hand, Received) == events_of(hand, Replaced) == []


def test_ec_d04_is_announced_and_not_shown() -> None:
    hand = row("""
        game  simple, blinds 5/10, limit 3-or-4-with-ace
        seats BTN 100, BB 100
        hands BB AdKdQhJc2s
        all check
        BB draws KdQhJc2s
    """)
    assert [(event.count, event.ace_kept) for event in events_of(hand, Drew)] == [(4, True)]
    assert events_of(hand, AceShown) == []


SIX = """
    game   {game}, blinds 5/10
    seats  BTN 100, SB 100, BB 100, UTG 100, HJ 100, CO 100
    hands  SB AsKsQsJsTs, BB AhKhQhJhTh, UTG AdKdQdJdTd, HJ AcKcQcJcTc, CO 9s8s7s6s5s, BTN 9h8h7h6h5h
    all check
"""


def test_ec_d10_simple_returns_what_others_threw() -> None:
    hand = row(
        SIX.format(game="simple")
        + """
        SB draws AsKsQsJsTs, BB draws AhKhQhJhTh, UTG draws AdKdQdJdTd, HJ draws AcKcQcJcTc
        stub-left 2
        CO draws 9s8s7s6s5s
        stub-left 0
        refill 9s8sAsAh7sAdAc
        stub-left 22
    """
    )
    shuffle = [entry for entry in hand.log if type(entry[0]).__name__ == "Shuffled"]
    assert len(shuffle) == 1
    assert len(shuffle[0][0].cards) == 25
    held = view_for(hand, 5).cards
    assert {"As", "Ah", "Ad"} < {str(card) for card in held}
    assert not set(held) & set(cards("9s8s7s6s5s"))
    hand = hand.play(hand.prompt.default.__class__(cards("9h8h7h6h5h")))
    assert hand.prompt.seat == 1
    assert {str(card) for card in view_for(hand, 0).cards} >= {"9s", "8s", "7s", "Ac"}
    everything = Counter(card for seat in range(6) for card in view_for(hand, seat).cards)
    assert len(everything) == 30
    turned = events_of(hand, TurnedUp)[0].discards
    assert sum(map(len, turned.values())) == 30
    assert len(view_for(hand, None).recycled) == 25


def test_sq_h_six_players_throw_everything() -> None:
    """SQ-H, EC-D10: 22 from the stub, 8 from the 30 discards, nobody gets an own one."""
    hand = row(
        SIX.format(game="sequential")
        + """
        SB throws As, BB throws Ah, UTG throws Ad, HJ throws Ac, CO throws 9s, BTN throws 9h
        SB throws Ks, BB throws Kh, UTG throws Kd, HJ throws Kc, CO throws 8s, BTN throws 8h
        SB throws Qs, BB throws Qh, UTG throws Qd, HJ throws Qc, CO throws 7s, BTN throws 7h
        SB throws Js, BB throws Jh, UTG throws Jd, HJ throws Jc, CO throws 6s, BTN throws 6h
        SB throws Ts, BB throws Th, UTG throws Td, HJ throws Tc, CO throws 5s, BTN throws 5h
        stub-left 0
        refill 9s8s7s6s5sAs9hKs8hQsJs
        asked SB: check, raise 10-90
    """
    )
    assert [str(card) for card in view_for(hand, 5).cards][-3:] == ["As", "9h", "Ks"]
    assert [str(card) for card in view_for(hand, 0).cards] == ["9s", "8s", "7s", "6s", "5s"]
    assert len(Counter(card for seat in range(6) for card in view_for(hand, seat).cards)) == 30
    assert sum(len(view_for(hand, seat).cards) for seat in range(6)) == 30


def test_sq_h_each_shuffle_must_be_of_these_cards() -> None:
    hand = row(
        SIX.format(game="simple")
        + """
        SB draws AsKsQsJsTs, BB draws AhKhQhJhTh, UTG draws AdKdQdJdTd, HJ draws AcKcQcJcTc
        CO draws 9s8s7s6s5s
    """
    )
    prompt = hand.prompt
    assert isinstance(prompt, ShufflePrompt)
    assert set(prompt.cards) == set(cards("AsKsQsJsTsAhKhQhJhThAdKdQdJdTdAcKcQcJcTc9s8s7s6s5s"))
    assert (prompt.seat, prompt.default) == (None, None)
    from bot.engine import Leave, Shuffled

    for wrong in (prompt.cards[:-1], (*prompt.cards[:-1], prompt.cards[0]), (*prompt.cards, prompt.cards[0]), ()):
        with pytest.raises(IllegalAction):
            hand.play(Shuffled(wrong))
    with pytest.raises(IllegalAction):
        hand.play(Leave(0))
    for eyes in (None, *range(6)):
        assert view_for(hand, eyes).prompt is None


def test_sq_a_who_is_asked_how_often() -> None:
    """SQ-A: A twice, B three times, C once; three rounds, though two of them turn cards up (SEQ-3.2)."""
    hand = row(SQ_A + "A throws 3c, B throws Kh, C passes, A passes, B throws Qh, B passes")
    asked = Counter(event.seat for event in hand.events if type(event).__name__ in {"Discarded", "Passed"})
    assert asked == {1: 2, 2: 3, 0: 1}
    turned = [event.discards for event in events_of(hand, TurnedUp)]
    assert turned[0] == {1: cards("3c"), 2: cards("Kh"), 0: ()}
    assert [cards_of for event in turned[1:] for cards_of in event.values() if cards_of] == [cards("Qh")]
    assert [(event.seat, event.count) for event in events_of(hand, Replaced)] == [(1, 1), (2, 2)]
    assert len(events_of(hand, Discarded)) == 3
