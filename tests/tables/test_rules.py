"""What a table may agree on."""

from dataclasses import asdict
from typing import Any

import pytest

from bot.render import LANGUAGES, speech
from bot.tables import OPTIONS, InvalidRules, TableRules


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
        ({"betting": "fixed-limit", "cap": 0}, "rules.cap"),
        ({"discard_limit": 6}, "rules.invalid"),
        ({"discard_limit": "five"}, "rules.invalid"),
        ({"first_after_draw": "dealer"}, "rules.invalid"),
        ({"passed_out": "split"}, "rules.invalid"),
        ({"button": "ghost"}, "rules.invalid"),
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


IN_VAIN = [
    {"first_after_draw": "opener"},
    {"passed_out": "carry"},
    {"min_bet": 20},
    {"cap": 4},
    {"cap": 5},
    {"betting": "pot-limit", "cap": 4},
    {"variant": "simple", "interim_betting": True},
    {"big_blind": 0, "ante": 5, "big_blind_ante": 10},
    {"show_ace": True},
    {"big_blind": 0, "ante": 5, "button": "dead"},
    {"discard_limit": 3, "show_ace": True},
]
APPLIED = [
    {"big_blind": 0, "ante": 5, "first_after_draw": "opener"},
    {"big_blind": 0, "ante": 5, "passed_out": "carry"},
    {"big_blind": 0, "ante": 5, "min_bet": 20},
    {"betting": "fixed-limit", "cap": 4},
    {"variant": "dealers-choice", "interim_betting": True},
    {"big_blind_ante": 10},
    {"button": "dead"},
    {"big_blind": 0, "ante": 5, "button": "moving"},
    {"discard_limit": "3-or-4-with-ace", "show_ace": True},
    {"variant": "simple", "interim_betting": False},
    {"first_after_draw": "left-of-button", "passed_out": "play", "show_ace": False, "big_blind_ante": 0},
]


@pytest.mark.parametrize("options", IN_VAIN)
def test_an_option_that_cannot_apply_is_refused_with_a_line_that_says_when_it_does(options: dict[str, Any]) -> None:
    with pytest.raises(InvalidRules) as refused:
        TableRules.from_options(**options)
    assert refused.value.message_key.endswith("-applies")
    assert all(speech(locale).knows(refused.value.message_key) for locale in LANGUAGES)


@pytest.mark.parametrize("options", IN_VAIN[:4])
def test_a_change_that_cannot_apply_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(InvalidRules):
        TableRules.from_options().revised(**options)


@pytest.mark.parametrize("options", APPLIED)
def test_an_option_that_applies_is_held(options: dict[str, Any]) -> None:
    rules = TableRules.from_options(**options)
    assert {name: getattr(rules, name) for name in options} == options
    assert TableRules.from_dict(rules.to_dict()) == rules


def test_every_option_is_a_field_with_its_texts() -> None:
    assert {option.field_name for option in OPTIONS} == set(asdict(TableRules())) - {"chosen"}
    bounded = {f"rules.{option.field_name}" for option in OPTIONS if option.most}
    assert all(speech(locale).knows(key) for locale in LANGUAGES for key in bounded)


def test_what_was_derived_is_derived_anew() -> None:
    ante_only = TableRules.from_options(big_blind=0, ante=5)
    assert (ante_only.min_bet, ante_only.buy_in) == (10, 1_000)
    for rules in (ante_only, TableRules.from_dict(ante_only.to_dict())):
        assert rules.revised(ante=50) == TableRules.from_options(big_blind=0, ante=50)
        assert (rules.revised(ante=50).min_bet, rules.revised(ante=50).buy_in) == (100, 10_000)


def test_what_was_chosen_stays_while_it_applies() -> None:
    rules = TableRules.from_options(big_blind=0, ante=5, min_bet=30, passed_out="carry", clock_seconds=30)
    assert rules.revised(ante=10).min_bet == 30
    blinds = rules.revised(big_blind=20)
    assert (blinds.min_bet, blinds.passed_out, blinds.clock_seconds, blinds.ante) == (None, "play", 30, 5)


def test_only_what_was_chosen_is_stored() -> None:
    assert TableRules.from_options().to_dict() == {"chosen": {}}
    assert TableRules.from_options(small_blind=10, seats=4).to_dict() == {"chosen": {"small_blind": 10, "seats": 4}}


def test_rows_with_every_field_stored_are_read_as_what_was_chosen() -> None:
    for chosen in (
        {},
        {"big_blind": 0, "ante": 5},
        {"small_blind": 10},
        {"big_blind": 50, "buy_in": 3_000},
        {"cap": 4, "betting": "fixed-limit"},
    ):
        rules = TableRules.from_options(**chosen)
        every_field = {name: value for name, value in asdict(rules).items() if name != "chosen"}
        read = TableRules.from_dict(every_field)
        assert read == rules
        assert read.revised(ante=1) == rules.revised(ante=1)


def test_a_choice_that_older_programs_let_pass_in_vain_is_not_read() -> None:
    stored = {name: value for name, value in asdict(TableRules()).items() if name != "chosen"}
    read = TableRules.from_dict(stored | {"first_after_draw": "opener", "variant": "simple", "interim_betting": True, "cap": 4})
    assert read == TableRules.from_options(variant="simple")
