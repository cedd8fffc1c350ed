"""The settings, and the file that explains them."""

import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.settings import Settings

EXAMPLE = Path(__file__).parent.parent / ".env.example"


def test_the_example_names_every_setting_with_its_default_and_a_line_of_why() -> None:
    lines = EXAMPLE.read_text().splitlines()
    entries = {}
    for why, entry in zip(lines[::2], lines[1::2], strict=True):
        assert re.fullmatch(r"# \S.{20,}", why), why
        name, value = entry.split("=", 1)
        entries[name.lower()] = value
    assert list(entries) == list(Settings.model_fields)
    defaults = Settings(_env_file=None)
    assert Settings(_env_file=EXAMPLE) == defaults


@pytest.mark.parametrize(("name", "value"), [("starting_chips", "-5"), ("forget_days", "0"), ("forget_days", "1000000")])
def test_an_impossible_setting_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name.upper(), value)
    with pytest.raises(ValidationError, match=name):
        Settings(_env_file=None)


def test_the_token_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "very.secret")
    assert "very.secret" not in repr(Settings(_env_file=None))
