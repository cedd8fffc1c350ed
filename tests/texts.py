"""All texts of a language as one list, as people read them: `python -m tests.texts de`. Read it from top to bottom before it is committed.

Fields are filled by examples, plurals stand one below the other; `--beside en` puts another language's text above each.
"""

import argparse
import string
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from babel.messages.catalog import Message

from bot.engine import parse_cards
from bot.render import LANGUAGES, Speech, catalogue, speech

EXAMPLES: Final[dict[str, object]] = {
    "by": "Bruno",
    "host": "Ada",
    "name": "Ada",
    "who": "Ada",
    "winners": "Ada",
    "channels": [1, 2],
    "card": parse_cards("Kh")[0],
    "cards": "K♥ 9♣",
    "gone": "K♥",
    "sign": "↻",
    "countdown": "⏳",
    "at": datetime(2026, 12, 1, tzinfo=UTC),
    "path": "open-draw.db",
    "link": "https://discord.com/…",
    "table": "#poker",
    "number": "12",
    "round": "2",
    "index": "1",
    "seat": "3",
    "id": "4f2a",
    "percent": "40",
    "least": 10,
    "most": 200,
    "small": 5,
    "big": 10,
    "bet": 60,
    "discard": 30,
    "small_blind": 20,
    "big_blind": 10,
    "needed": 200,
    "bankroll": 150,
    "permissions": "…",
}
"""What fills a field of this name; a field that names a text is filled by that one, and any other is chips."""

SPOKEN: Final[dict[str, str]] = {
    "hand": "hand.royal-flush",
    "high": "rank.13",
    "ranks": "ranks.13",
    "first": "ranks.13",
    "second": "ranks.9",
    "target": "target.flush",
    "limit": "limit.none",
    "variant": "variant.sequential",
    "games": "variant.sequential",
    "what": "prepare.check",
    "options": "possible.check",
    "rules": "agreement.interim-long",
}


def lines(language: str, package: str) -> Iterator[tuple[str, str]]:
    """Each key with each of its texts, filled, in the order of the catalogue."""
    say = speech(language)
    for message in catalogue(language, package):
        if message.id:
            for form, text in enumerate(_forms(message)):
                yield _key(message), _filled(text, say, package, count=1 if form == 0 and len(_forms(message)) > 1 else 3)


def _key(message: Message) -> str:
    return message.id[0] if isinstance(message.id, (tuple, list)) else message.id


def _forms(message: Message) -> tuple[str, ...]:
    return tuple(message.string) if isinstance(message.string, (tuple, list)) else (str(message.string),)


def _filled(text: str, say: Speech, package: str, *, count: int) -> str:
    names = {name.partition("[")[0] for _, name, _, _ in string.Formatter().parse(text) if name}
    if package != "bot.render":
        return text.format_map(dict.fromkeys(names, "20"))
    examples = {name: _example(name, say, count) for name in names - {"button", "own"}}
    if "last" in examples:  # of a chart, and not of a hand
        examples |= {"first": say.signed(-140), "last": say.signed(2_000)}
    return say.filled(text, **examples)


def _example(name: str, say: Speech, count: int) -> object:
    match name:
        case "count" | "unseen" | "seats" | "seconds" | "page":
            return count
        case "names":
            return ["Ada", "Bruno"][:count]
        case "net":
            return say.signed(-2_000)
        case _:
            return EXAMPLES.get(name) or (say(SPOKEN[name]) if name in SPOKEN else 1_200)


def main() -> None:
    """Print the list."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("language", choices=LANGUAGES)
    parser.add_argument("--beside", choices=LANGUAGES, help="a language whose text is printed above each")
    asked = parser.parse_args()
    for package in ("bot.render", "bot.cogs"):
        others = dict(lines(asked.beside, package)) if asked.beside else {}
        for key, text in lines(asked.language, package):
            above = f"\n    {others[key]}" if key in others else ""
            print(f"{key}{above}\n    {text}")


if __name__ == "__main__":
    main()
