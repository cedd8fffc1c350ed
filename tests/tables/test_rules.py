"""What a table may agree on."""

import pytest

from bot.tables import InvalidRules, TableRules


def test_bare_options_are_the_usual_game() -> None:
    rules = TableRules.from_options()
    assert (rules.variant, rules.small_blind, rules.big_blind, rules.ante, rules.buy_in, rules.least_buy_in) == (
        "sequential",
        5,
        10,
        0,
        1000,
        200,
    )


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"big_blind": 50}, (25, 50, 5_000)),
        ({"big_blind": 25}, (12, 25, 2_500)),
        ({"big_blind": 1}, (1, 1, 100)),
        ({"small_blind": 10}, (10, 20, 2_000)),
        ({"small_blind": 1, "big_blind": 4, "buy_in": 80}, (1, 4, 80)),
        ({"big_blind": 0, "ante": 5}, (0, 0, 1_000)),
    ],
)
def test_what_follows_from_what_was_asked(options: dict[str, int], expected: tuple[int, int, int]) -> None:
    rules = TableRules.from_options(**options)
    assert (rules.small_blind, rules.big_blind, rules.buy_in) == expected


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"small_blind": 20, "big_blind": 10}, "rules.blinds-order"),
        ({"small_blind": 0, "big_blind": 0}, "rules.nothing-forced"),
        ({"ante": -1}, "rules.ante"),
        ({"big_blind": 10**9}, "rules.big_blind"),
        ({"ante": 201}, "rules.ante"),
        ({"big_blind_ante": 201}, "rules.big_blind_ante"),
        ({"big_blind": 0, "ante": 1, "min_bet": 10**9}, "rules.min_bet"),
        ({"buy_in": 199}, "rules.buy_in"),
        ({"seats": 1}, "rules.seats"),
        ({"seats": 9}, "rules.seats"),
        ({"clock_seconds": 14}, "rules.clock_seconds"),
        ({"clock_seconds": 301}, "rules.clock_seconds"),
        ({"variant": "bridge"}, "rules.invalid"),
        ({"betting": "spread-limit"}, "rules.invalid"),
        ({"betting": "fixed-limit", "cap": 0}, "rules.invalid"),
        ({"discard_limit": 6}, "rules.invalid"),
        ({"discard_limit": "five"}, "rules.invalid"),
        ({"first_after_draw": "dealer"}, "rules.invalid"),
        ({"passed_out": "split"}, "rules.invalid"),
        ({"variant": "dealers-choice", "interim_betting": 2}, "rules.invalid"),
    ],
)
def test_the_impossible_is_refused(options: dict[str, int], key: str) -> None:
    with pytest.raises(InvalidRules) as refused:
        TableRules.from_options(**options)
    assert refused.value.message_key == key


def test_the_button_may_choose() -> None:
    assert TableRules.from_options(variant="dealers-choice").variant == "dealers-choice"


def test_rules_survive_being_saved() -> None:
    rules = TableRules.from_options(big_blind=20, discard_limit="3-or-4-with-ace", interim_betting=True)
    assert TableRules.from_dict(rules.to_dict() | {"a field of the future": 1}) == rules


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"big_blind": 100}, (50, 100, 10_000)),
        ({"big_blind": 100, "buy_in": 3_000}, (50, 100, 3_000)),
        ({"big_blind": 100, "small_blind": 25}, (25, 100, 10_000)),
        ({"clock_seconds": 30}, (5, 10, 1_000)),
        ({"big_blind": 0, "ante": 10}, (0, 0, 2_000)),
    ],
)
def test_what_follows_from_a_change(changes: dict[str, int], expected: tuple[int, int, int]) -> None:
    rules = TableRules.from_options().revised(**changes)
    assert (rules.small_blind, rules.big_blind, rules.buy_in) == expected
