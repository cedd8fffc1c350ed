"""What one draws to, counted by hand."""

from dataclasses import replace

import pytest

from bot.engine import parse_cards, view_for
from bot.render.hand.outlook import draws
from tests.render.tables import play, sequential


def told(held, discarded=""):
    found = draws(parse_cards(held), parse_cards(discarded))
    return [(way.category.value, way.unseen, " ".join(map(str, way.gone))) for way in found]


@pytest.mark.parametrize(
    ("held", "ways"),
    [
        ("Ks Kd 9h 9c 3c", [("full-house", 4, "")]),
        ("Ks Kd 9h 9c", [("full-house", 4, "")]),
        ("Ks Kd Kc 9c 3c", [("four-of-a-kind", 1, ""), ("full-house", 3, "")]),
        ("Ah Kh 9h 2h 3c", [("flush", 9, "")]),
        ("9h 8d 7c 6s 2d", [("straight", 8, "")]),
        ("9h 8d 6c 5s 2d", [("straight", 4, "")]),
        ("9h 8h 7h 6h 2d", [("straight-flush", 2, ""), ("flush", 7, "")]),
        ("Ah Ad 9h 2h 3h", [("flush", 9, "")]),
        ("Ah Ad 9c 4h 3s", [("three-of-a-kind", 2, "")]),
        ("Ah Ad 9c", [("three-of-a-kind", 2, "")]),
        ("Ah Ad", []),
        ("Ah Qd 9c 4h 2s", []),
        ("Ks Kd Kc Kh 3c", []),
        ("As Ks Qs Js Ts", []),
        ("Ks Qs Js Ts 2d", [("straight-flush", 2, ""), ("flush", 7, "")]),
    ],
)
def test_what_one_card_makes(held, ways):
    assert told(held) == ways


def test_cards_that_lie_open_are_gone():
    assert told("Ks Kd 9h 9c", "Kh 3c 4d") == [("full-house", 3, "Kh")]
    assert told("Ks Kd 9h 9c", "Kh Kc 9s") == [("full-house", 1, "Kh Kc 9s")]
    assert told("Ah Kh 9h 2h", "3h 4h 5s") == [("flush", 7, "3h 4h")]


def test_the_example_of_the_rules_page():
    """EX-SEQ: after the king of hearts was shown three of four are left (rules.md 1.3)."""
    (way,) = draws(parse_cards("Ks Kd 9h 9c"), parse_cards("3c Kh"))
    assert (way.unseen, way.outs, way.gone) == (3, 4, parse_cards("Kh"))


def test_what_cannot_be_dealt_counts_shown_aces_and_leaves_out_what_went_back():
    view = view_for(play(sequential(), "call", "call", "check", "-3c", "-Kh", "pass"), 1)
    thrown, own = parse_cards("3c Kh")
    assert set(view.out_of_reach) == {thrown, own}
    back = replace(view, recycled=frozenset({thrown, own}))
    assert back.out_of_reach == (own,), "nobody is dealt a card that they threw"
    ace = parse_cards("As")[0]
    seats = tuple(replace(seat, ace=ace) if seat.seat == 0 else seat for seat in view.seats)
    assert ace in replace(view, seats=seats).out_of_reach
