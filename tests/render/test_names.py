"""Names are escaped, cut and measured in one place."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.render.text.names import NAME_COLUMNS, cell, clean, cut, escape, short, width


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("one", 3),
        ("", 0),
        ("日本", 4),
        ("ｆｕ", 4),
        ("e\u0301tude", 5),
        ("👩‍👩‍👧", 2),
        ("👍🏽", 2),
        ("❤️", 2),
        ("🇩🇪🇫🇷", 4),
        ("🂠", 1),
    ],
)
def test_width_is_what_one_sees(text, columns):
    assert width(text) == columns


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("one", "one         "),
        ("exactly12col", "exactly12col"),
        ("thirteen chars", "thirteen ch…"),
        ("日本語の名前です", "日本語の名… "),
        ("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", "👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧… "),
        ("a`b``c", "aˋbˋˋc      "),
        ("two\nlines", "two lines   "),
        ("\u202eevil", "evil        "),
        ("   ", "?           "),
    ],
)
def test_a_cell_has_its_columns(name, shown):
    assert cell(name) == shown
    assert width(shown) == NAME_COLUMNS


def test_nothing_in_a_name_becomes_markup():
    name = "**a** _b_ `c` ~~d~~ ||e|| [f](http://g.h) <@123> <t:1:R> @everyone # > - <:Kh:1>"
    escaped = escape(name)
    unescaped = re.sub(r"\\.", "", escaped)
    assert not re.search(r"[*_`~|\[\]()<>#:]|@(?!\u200b)", unescaped)
    assert escape("one two") == "one two"


def test_a_name_of_32_marks_grows_to_twice_its_length_at_most():
    assert len(escape("*" * 32)) == 64
    assert len(escape("@" * 32)) == 64
    assert len(short("_" * 32)) == 2 * 11 + 1


@given(st.text(max_size=40))
def test_any_name_fits_its_cell_and_stays_on_its_line(name):
    shown = cell(name)
    assert width(shown) == NAME_COLUMNS
    assert "`" not in shown
    for text in (shown, escape(name)):
        assert len(text.splitlines()) <= 1
        assert not any(unicodedata.category(char) in {"Cc", "Cs"} for char in text)


@given(st.text(max_size=40), st.integers(1, 20))
def test_cut_keeps_a_beginning(text, columns):
    kept = cut(text, columns)
    assert width(kept) <= columns
    assert kept == text or text.startswith(kept.removesuffix("…"))


def test_clean_keeps_joined_emojis():
    assert clean("👩‍👩‍👧\u0000") == "👩‍👩‍👧"
