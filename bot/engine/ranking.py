"""What five cards are worth: the ten categories, and PokerKit's lookup behind them (SEQ-1.3, SEQ-RANK)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pokerkit.lookups import Lookup

    from bot.engine.cards import Card


class Category(StrEnum):
    """The categories from the lowest to the highest."""

    HIGH_CARD = "high-card"
    ONE_PAIR = "one-pair"
    TWO_PAIR = "two-pair"
    THREE_OF_A_KIND = "three-of-a-kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full-house"
    FOUR_OF_A_KIND = "four-of-a-kind"
    STRAIGHT_FLUSH = "straight-flush"
    ROYAL_FLUSH = "royal-flush"


@dataclass(frozen=True, slots=True)
class HandName:
    """A hand's name in no language: its category, and its ranks (2 to 14) from the weightiest to the least.

    A rank stands once, however many cards have it: kings full of nines are (13, 9), two pairs (high pair, low pair, kicker). Straights are named
    by their top card alone, which is 5 where the ace is low. Two hands tie exactly when their names are equal, but that a royal flush, which
    is the ace-high straight flush under a name of its own, has a category of its own.
    """

    category: Category
    ranks: tuple[int, ...]


_STRAIGHTS: Final = (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
_known: Final[dict[int, tuple[int, HandName]]] = {}


def strength(cards: Sequence[Card]) -> int:
    """How good exactly five cards are, 0 to 7461: more is better, equal is a tie."""
    return _rank(cards)[0]


def hand_name(cards: Sequence[Card]) -> HandName:
    """The name of exactly five cards."""
    return _rank(cards)[1]


@dataclass(frozen=True, slots=True)
class Ranking:
    """How the five cards of a hand are compared in a game: of `strength`, which is 0 or more, more is better and equal is a tie; `hand_name` says what they are called.

    By its `name` the house, the outlook and the rules page find what they know of it.
    """

    name: str
    strength: Callable[[Sequence[Card]], int]
    hand_name: Callable[[Sequence[Card]], HandName]


HIGH: Final = Ranking("high", strength, hand_name)
"""The best high hand wins (SEQ-1.3)."""


@cache
def load_lookup() -> Lookup:
    """PokerKit's lookup, which whoever ranks a hand asks for; to ask ahead of that spares the first hand 0.4 s.

    It is imported here since PokerKit makes eleven such tables when it is: a bot that starts does that while it waits for other things.
    """
    from pokerkit import StandardHighHand  # noqa: PLC0415

    return StandardHighHand.lookup


def _rank(cards: Sequence[Card]) -> tuple[int, HandName]:
    """PokerKit's entry and the name, worked out once for each of the 7,462 kinds of hand: its parsing alone costs more than play can spare."""
    a, b, c, d, e = cards
    key = a.prime * b.prime * c.prime * d.prime * e.prime
    if a.suit == b.suit == c.suit == d.suit == e.suit:
        key = -key
    known = _known.get(key)
    if known is None:
        entry = load_lookup().get_entry("".join(card.text for card in cards))
        known = _known[key] = entry.index, _name(Category[entry.label.name], [card.rank for card in cards])
    return known


def _name(category: Category, held: list[int]) -> HandName:
    counts = Counter(held)
    ranks = tuple(sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True))
    if category not in _STRAIGHTS:
        return HandName(category, ranks)
    top = 5 if ranks[:2] == (14, 5) else ranks[0]
    if category is Category.STRAIGHT_FLUSH and top == 14:
        category = Category.ROYAL_FLUSH
    return HandName(category, (top,))
