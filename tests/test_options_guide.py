"""A table's options stand in one place: the guide, the picker and the announcement have names, ranges and defaults from it."""

import re
from pathlib import Path

import pytest

import bot
from bot.cogs.declarations.command_texts import picker_texts
from bot.cogs.declarations.table_options import description
from bot.engine import ACE_LIMIT
from bot.render import LANGUAGES, speech
from bot.render.rules_view import UNUSUAL, agreement_lines
from bot.tables import OPTIONS, Option, TableRules
from tests.options_guide import guide, written

SAY = speech("en-US")
BOUNDED = [option for option in OPTIONS if option.kind in {"count", "seconds"} and option.default is not None]


def test_the_guide_in_the_rulebook_is_the_table_of_options() -> None:
    assert written() == guide(), "python -m tests.options_guide writes it anew"
    assert [line.split("`")[1] for line in written().splitlines()[2:]] == [option.name for option in OPTIONS]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picker_s_texts_hold_no_number_that_the_table_of_options_knows(language: str) -> None:
    texts = {option.name: picker_texts(language)[f"option.{option.name}"] for option in OPTIONS}
    assert {name: text for name, text in texts.items() if re.search(r"\d\d|\(\d", text)} == {}
    english = {option.name: picker_texts("en")[f"option.{option.name}"] for option in OPTIONS}
    for name, text in texts.items():
        assert set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", english[name])), name


@pytest.mark.parametrize("option", BOUNDED, ids=lambda option: option.name)
def test_the_picker_says_the_default_of_a_number(option: Option) -> None:
    assert f"({option.default})" in description(option).message


def test_the_bounds_of_the_clocks_stand_in_one_module() -> None:
    """Nobody else in the bot, the stand-in for Discord apart, writes 15 and 300 side by side."""
    folder = Path(bot.__file__).parent
    found = {
        path.name
        for pattern in ("*.py", "*.po")
        for path in folder.rglob(pattern)
        if "sandbox" not in path.parts and re.search(r"\b15\b[^0-9\n]+\b300\b", path.read_text(encoding="utf-8"))
    }
    assert found == set()
    assert [(option.least, option.most) for option in OPTIONS if option.kind == "seconds"] == [
        (15, 300),
        (15, 300),
        (0, 300),
        (3, 120),
    ]


def test_what_is_unusual_is_announced_in_the_order_of_the_options() -> None:
    with_blinds = TableRules.from_options(button="dead", discard_limit=ACE_LIMIT, show_ace=True, table_all_ins=False)
    without = TableRules.from_options(big_blind=0, ante=5, first_after_draw="opener", passed_out="carry", table_all_ins=False)
    for rules in (with_blinds, without):
        terms = agreement_lines(rules, SAY)[1]
        asked = [option for option in OPTIONS if (option.field_name, getattr(rules, option.field_name)) in UNUSUAL]
        places = [terms.index(SAY(UNUSUAL[option.field_name, getattr(rules, option.field_name)])) for option in asked]
        assert len(places) == 3
        assert places == sorted(places)


def test_every_option_with_choices_of_its_own_is_announced_somehow() -> None:
    for (name, value), key in UNUSUAL.items():
        option = next(option for option in OPTIONS if option.field_name == name)
        assert value != option.default, name
        assert option.choices is None or value in option.choices.values()
        assert SAY.knows(key)
