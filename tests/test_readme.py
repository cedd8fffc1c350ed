"""The README is true: its example runs, its files exist, its commands are the bot's."""

import doctest
import re
from pathlib import Path

from bot.__main__ import _parser

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()


def test_the_example_hand_plays() -> None:
    example = doctest.DocTestParser().get_doctest(README, {}, "README.md", "README.md", 0)
    assert len(example.examples) >= 8
    assert doctest.DocTestRunner().run(example).failed == 0


def test_what_it_links_to_exists() -> None:
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", README) if not link.startswith("http")]
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_every_part_is_listed() -> None:
    parts = {path.name for path in (ROOT / "bot").iterdir() if path.is_dir() and not path.name.startswith("_")}
    assert parts <= set(re.findall(r"`bot/(\w+)", README))


def test_its_command_lines_are_understood() -> None:
    found = re.findall(r"open-draw (run|sandbox|migrate|audit|verify FILE|backup FILE|restore FILE)", README)
    assert {words.split()[0] for words in found} == {"run", "sandbox", "migrate", "audit", "verify", "backup", "restore"}
    for words in found:
        assert _parser().parse_args(words.split()).command == words.split()[0]
