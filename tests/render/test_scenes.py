"""What people read at the moments of an evening, word by word."""

import pytest

from bot.render import table_message
from bot.tables import TableRules
from tests.render.scenes import GOLDEN, SAY, SCENES, TEXT_CARDS, text_of
from tests.render.tables import table


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_reads_as_it_did(name):
    assert text_of(name) == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


def test_no_golden_scene_is_left_over():
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(SCENES)


def test_a_choice_is_shown_whatever_is_agreed_meanwhile():
    shown = table_message(table(taken=2, rules=TableRules(variant="simple"), waiting="choice", chooser=1), SAY, TEXT_CARDS)
    assert {"Sequential", "Simple"} <= {button.label for button in shown.buttons}
