"""Where a line may break on a narrow screen: between one thing and the next, and not within one."""

import re
from typing import Final

KEPT_SPACE: Final = "\u00a0"
JOINER: Final = "\u2060"
SHORT: Final = 24
"""Words of so many letters stay together between two separators; longer ones may need two lines of a phone."""

_CARD: Final = r"[2-9TJQKA][♠♥♦♣]↻?"
_BETWEEN_CARDS: Final = re.compile(rf"(?<=[♠♥♦♣↻]) (?={_CARD})")
_EMOJI: Final = re.compile(r"<:\w+:\d+>")
_LEADING: Final = re.compile(r"(?:#{1,3}|-#|>|-) ")
"""What makes a heading, small letters, a quotation or an item of a list, with the space that belongs to it."""
_BETWEEN_EMOJIS: Final = re.compile(r"(?<=\d>)(?=<:\w+:\d)")


def unbroken(text: str) -> str:
    """The text with spaces and joints that no line breaks at: before a separator, between the cards of one hand, and within the few words between two separators."""
    return "\n".join(_unbroken_line(line) for line in text.split("\n"))


def _unbroken_line(line: str) -> str:
    line = _BETWEEN_EMOJIS.sub(JOINER, _BETWEEN_CARDS.sub(KEPT_SPACE, line))
    if line.startswith("`"):
        cells, _, words = line.rpartition("`")
        return f"{cells}` {_together(words.strip())}" if words else line
    leading = found[0] if (found := _LEADING.match(line)) else ""
    return leading + _together(line.removeprefix(leading))


def _together(words: str) -> str:
    return f"{KEPT_SPACE}· ".join(map(_kept, words.split(" · ")))


def _kept(words: str) -> str:
    return words.replace(" ", KEPT_SPACE) if len(_EMOJI.sub("__", words)) <= SHORT else words
