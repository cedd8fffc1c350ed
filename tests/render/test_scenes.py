"""What people read at the moments of an evening, word by word."""

import pytest

from tests.render.scenes import GOLDEN, SCENES, text_of


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_reads_as_it_did(name):
    assert text_of(name) == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


def test_no_golden_scene_is_left_over():
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(SCENES)
