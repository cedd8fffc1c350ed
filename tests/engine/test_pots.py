"""Layering and sharing pots, by hand and against a chip-by-chip reckoning (D-19, D-23.6)."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.rounds.pots import layer_pots, share_pot
from tests.engine.table_talk import row


def layers(totals: dict[int, int], live: list[int], dead: int = 0) -> list[tuple[int, tuple[int, ...]]]:
    return [(pot.amount, pot.eligible) for pot in layer_pots(totals, live, dead)]


@pytest.mark.parametrize(
    ("totals", "live", "dead", "expected"),
    [
        ({0: 10, 1: 10}, [0, 1], 0, [(20, (0, 1))]),
        ({0: 10, 1: 25, 2: 60, 3: 60}, [0, 1, 2, 3], 0, [(40, (0, 1, 2, 3)), (45, (1, 2, 3)), (70, (2, 3))]),
        ({0: 10, 1: 25, 2: 25}, [1, 2], 0, [(60, (1, 2))]),  # a folded player's chips, below
        ({0: 10, 1: 25, 2: 60}, [0, 1], 0, [(30, (0, 1)), (65, (1,))]),  # and above the top
        ({0: 10, 1: 10}, [0, 1], 7, [(27, (0, 1))]),  # dead chips: main pot
        ({0: 0, 1: 10, 2: 10}, [0, 1, 2], 5, [(5, (0, 1, 2)), (20, (1, 2))]),  # all-in for a dead post
        ({0: 5, 1: 15, 2: 15}, [2, 0, 1], 0, [(15, (2, 0, 1)), (20, (2, 1))]),  # in the order given
    ],
)
def test_layers(totals: dict[int, int], live: list[int], dead: int, expected: list[tuple[int, tuple[int, ...]]]) -> None:
    assert layers(totals, live, dead) == expected


@given(st.lists(st.tuples(st.integers(0, 30), st.booleans()), min_size=2, max_size=8), st.integers(0, 9))
def test_layers_chip_by_chip(seats: list[tuple[int, bool]], dead: int) -> None:
    """Every chip lies in a pot of those live seats that put in as many or more, or, above them all, in the top pot."""
    totals = {seat: total for seat, (total, _) in enumerate(seats)}
    live = [seat for seat, (_, folded) in enumerate(seats) if not folded] or [0]
    top = max(totals[seat] for seat in live)
    expected: Counter[tuple[int, ...]] = Counter()
    lowest = min(totals[seat] for seat in live)
    expected[tuple(seat for seat in live if totals[seat] >= lowest)] += dead
    for total in totals.values():
        for chip in range(1, total + 1):
            level = min((totals[seat] for seat in live if totals[seat] >= chip), default=top)
            expected[tuple(seat for seat in live if totals[seat] >= level)] += 1
    found = layers(totals, live, dead)
    assert {eligible: amount for amount, eligible in found} == {who: amount for who, amount in expected.items() if amount}
    assert len({eligible for _, eligible in found}) == len(found)


@pytest.mark.parametrize(
    ("amount", "winners", "shares", "odd"),
    [
        (100, [4], {4: 100}, ()),
        (101, [1, 2, 0], {1: 34, 2: 34, 0: 33}, (1, 2)),
        (100, [2, 0, 1], {2: 34, 0: 33, 1: 33}, (2,)),
        (1, [3, 5], {3: 1, 5: 0}, (3,)),
    ],
)
def test_shares(amount: int, winners: list[int], shares: dict[int, int], odd: tuple[int, ...]) -> None:
    """D-23.6: one odd chip each, from the button's left."""
    assert share_pot(amount, winners) == (shares, odd)


def test_all_in_for_a_dead_post() -> None:
    """D-19: dead chips make one eligible for the main pot alone."""
    row("""
        game   simple, blinds 5/10
        seats  BTN 100, SB 100, BB 100, CO 5+0+5
        best   CO > SB > BB > BTN
        all check
        all stand pat
        all check
        pots   5 CO BTN SB BB, 30 BTN SB BB
        stacks BTN 90, SB 120, BB 90, CO 5
    """)
