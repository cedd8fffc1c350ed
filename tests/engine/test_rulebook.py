"""The rulebook beside the engine has every rule that the program names."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

import bot
from bot.engine import VARIANTS

RULE = re.compile(rf"\b((?:{'|'.join((*(variant.rules for variant in VARIANTS.values()), 'D', 'X'))})-(?:FAQ)?\d+)(?:\.(\d+))?\b")
RULEBOOK = files("bot.engine").joinpath("RULES.md").read_text(encoding="utf-8")
SOURCES = sorted(Path(bot.__file__).parent.rglob("*.py"))


def named_in(text):
    return {(match[1], match[2]) for match in RULE.finditer(text)}


def entry(rule):
    """What the rulebook says from this rule's heading to the next."""
    found = re.search(rf"\*\*{re.escape(rule)}\b.*?(?=\n\* \*\*|\n#|\Z)", RULEBOOK, re.DOTALL)
    return found[0] if found else None


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: str(file.relative_to(Path(bot.__file__).parent)))
def test_every_rule_that_is_named_is_in_the_rulebook(file):
    for rule, part in named_in(file.read_text(encoding="utf-8")):
        said = entry(rule) or (RULEBOOK if part and f"{rule}.{part}" in RULEBOOK else None)
        assert said is not None, rule
        if part is not None:
            assert f"{rule}.{part}" in RULEBOOK or re.search(rf"^\s+{part}\. ", said, re.MULTILINE), f"{rule}.{part}"


def test_nothing_names_a_paper_that_is_not_here():
    for file in SOURCES:
        assert not re.search(r"\b(design|look|discord|rules)\.md\b", file.read_text(encoding="utf-8")), file
