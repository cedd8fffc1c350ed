"""Where a line may break on a narrow screen: between one thing and the next, and not within one."""

import re
from typing import Final

KEPT_SPACE: Final = "\u00a0"
JOINER: Final = "\u2060"
SHORT: Final = 24
"""Words of so many letters stay together behind a seat; longer ones may need two lines of a phone."""

_CARD: Final = r"[2-9TJQKA][♠♥♦♣]↻?"
_BETWEEN_CARDS: Final = re.compile(rf"(?<=[♠♥♦♣↻]) (?={_CARD})")
_BETWEEN_EMOJIS: Final = re.compile(r"(?<=\d>)(?=<:\w+:\d)")


def unbroken(text: str) -> str:
    """The text with spaces and joints that no line breaks at: before a separator, between the cards of one hand, and within the words of a seat."""
    return "\n".join(_unbroken_line(line) for line in text.split("\n"))


def _unbroken_line(line: str) -> str:
    line = _BETWEEN_EMOJIS.sub(JOINER, _BETWEEN_CARDS.sub(KEPT_SPACE, line))
    if line.startswith("`"):
        cells, _, words = line.rpartition("`")
        line = f"{cells}` " + " · ".join(map(_kept, words.strip().split(" · "))) if words else line
    return line.replace(" · ", f"{KEPT_SPACE}· ")


def _kept(words: str) -> str:
    return words.replace(" ", KEPT_SPACE) if len(words) <= SHORT else words
