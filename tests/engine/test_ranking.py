"""Every five cards that can be held, against an evaluator that shares nothing with the one in use (SEQ-RANK, EC-H*)."""

from collections import Counter
from itertools import combinations

import pytest

from bot.engine.cards import DECK, Card
from bot.engine.ranking import Category, HandName, hand_name, strength
from tests.engine.naive_ranks import CATEGORIES, WEIGHTS, tables
from tests.engine.table_talk import cards

FIVES = 2_598_960

CASES = """
EC-H01  Ac2d3h4s5c  <  2c3d4h5s6d   the wheel is the lowest straight
EC-H02  Ac2d3h4s5c  >  AsAhAdKcQd   straight over trips
EC-H04  AsKsQsJsTs  >  KhQhJhTh9h   royal
EC-H07  AhKh9h5h3h  >  AsKs9s5s2s   fifth card
EC-H08  AhKh9h5h3h  =  AsKs9s5s3s   tie
EC-H10  AsAhKsKh2c  >  AdAcQsQh9d   second pair
EC-H11  9s9h4c4dKs  >  9d9c4s4hQs   kicker
EC-H12  9s9h4c4dKs  =  9d9c4s4hKh   tie
EC-H14  8s8hAcKd7s  >  8d8cAdKs6h   third kicker
EC-H15  AsQd9c7h5s  >  AdQc9h7s4c   fifth card
EC-H16  KsQdJhTc9s  =  KdQcJsTh9d   suits are ignored
EC-H17  2h4h6h8hTh  >  9c8d7h6s5c   flush over straight
EC-H18  2s2h2d2c3s  >  AsAhAdKcKd   quads over a full house
EC-H19  Tc9c8c7c6c  >  9s8s7s6s5s   straight flushes by their top card
EC-H20  5h4h3h2hAh  =  5s4s3s2sAs   steel wheels tie
bugs-46 5h4h3h2hAh  >  AsAhAdAcKs   ace to five is a straight flush
bugs-49 TsTh3c3dAs  <  JsJh2c2d4s   two pairs by the higher one first
bugs-56 AcQdKh2s3c  <  2s2h3d4c6s   nothing runs round the corner
wilds   2s2h2d2c3s  <  3s3h3d3cAs   SEQ-1.2: a deuce is a deuce
"""


@pytest.mark.parametrize("case", CASES.strip().splitlines(), ids=lambda case: case.split()[0])
def test_one_hand_against_another(case: str) -> None:
    _, first, sign, second, *_ = case.split()
    one, two = strength(cards(first)), strength(cards(second))
    assert {"<": one < two, ">": one > two, "=": one == two}[sign]
    for held in (first, second):
        assert len({strength(order) for order in (cards(held), cards(held)[::-1], tuple(sorted(cards(held))))}) == 1


def test_every_hand_ec_h21() -> None:
    """EC-H21, bugs 51-53: all 2,598,960 hands order as the second evaluator says, in every category as often as it must be."""
    several, one = tables()
    weights = [(card, WEIGHTS[card.rank - 2]) for card in DECK]
    pairs: Counter[tuple[int, int]] = Counter()
    for a, b, c in combinations(weights, 3):
        three = a[1] + b[1] + c[1]
        suited = a[0].suit == b[0].suit == c[0].suit and a[0].suit
        above = weights[c[0].number + 1 :]
        a0, b0, c0 = a[0], b[0], c[0]
        for place, (d0, d1) in enumerate(above, 1):
            four = three + d1
            flush = suited == d0.suit and suited
            pairs.update(
                (-four - e1 if flush == e0.suit else four + e1, strength((a0, b0, c0, d0, e0))) for e0, e1 in above[place:]
            )
    assert sum(pairs.values()) == FIVES
    naive = {(key, value): (several[key] if key > 0 else one[-key]) for key, value in pairs}
    ordered = sorted({(found, value) for (_, value), found in naive.items()})
    assert [value for _, value in ordered] == list(range(7_462))
    assert len({found for found, _ in ordered}) == 7_462
    counts = Counter[str]()
    for pair, times in pairs.items():
        category, ranks = naive[pair]
        counts["royal flush" if (CATEGORIES[category], ranks) == ("straight flush", (12,)) else CATEGORIES[category]] += times
    assert counts == {
        "royal flush": 4,
        "straight flush": 36,
        "quads": 624,
        "full house": 3_744,
        "flush": 5_108,
        "straight": 10_200,
        "trips": 54_912,
        "two pair": 123_552,
        "pair": 1_098_240,
        "high card": 1_302_540,
    }


NAMES = """
AsKsQsJsTs royal-flush 14
5h4h3h2hAh straight-flush 5
Tc9c8c7c6c straight-flush 10
2s2h2d2cAs four-of-a-kind 2 14
KsKd9h9cKc full-house 13 9
Ah9h7h5h3h flush 14 9 7 5 3
Ac2d3h4s5c straight 5
AcKdQhJsTc straight 14
7s7h7dKcQd three-of-a-kind 7 13 12
9s9h4c4dKs two-pair 9 4 13
4s4h9c9dKs two-pair 9 4 13
8s8hAcKd7s one-pair 8 14 13 7
AsQd9c7h5s high-card 14 12 9 7 5
"""


@pytest.mark.parametrize("case", NAMES.strip().splitlines(), ids=lambda case: case.split()[0])
def test_a_name_has_enough_for_any_language(case: str) -> None:
    held, category, *ranks = case.split()
    assert hand_name(cards(held)) == HandName(Category(category), tuple(map(int, ranks)))


def test_names_tie_exactly_when_hands_do() -> None:
    """One hand of each of the 7,462 kinds: another name for each, in the order of the categories."""
    kinds: dict[int, HandName] = {}
    for ranks in combinations(range(2, 15), 5):
        for suits in ("sssss", "shdcs"):
            held = [Card(rank, suit) for rank, suit in zip(ranks, suits, strict=True)]
            kinds[strength(held)] = hand_name(held)
    for held in _with_repeats():
        kinds[strength(held)] = hand_name(held)
    assert len(kinds) == 7_462
    assert len(set(kinds.values())) == 7_462
    order = list(Category)
    best_first = [(order.index(kinds[value].category), kinds[value].ranks) for value in sorted(kinds)]
    assert best_first == sorted(best_first)


def _with_repeats():
    for main in range(2, 15):
        others = [rank for rank in range(2, 15) if rank != main]
        for kickers in combinations(others, 3):
            yield [Card(main, "s"), Card(main, "h"), *(Card(rank, suit) for rank, suit in zip(kickers, "dch", strict=True))]
        for one, two in combinations(others, 2):
            yield [Card(main, "s"), Card(main, "h"), Card(main, "d"), Card(one, "c"), Card(two, "h")]
            yield [Card(one, "s"), Card(one, "h"), Card(two, "d"), Card(two, "c"), Card(main, "h")]
        for other in others:
            yield [*(Card(main, suit) for suit in "shdc"), Card(other, "s")]
            yield [*(Card(main, suit) for suit in "shd"), Card(other, "c"), Card(other, "s")]


@pytest.mark.parametrize("held", ["", "As", "AsKsQsJs", "AsKsQsJsTs9s"])
def test_only_five_cards_have_a_worth(held: str) -> None:
    with pytest.raises(ValueError):
        strength(cards(held))
