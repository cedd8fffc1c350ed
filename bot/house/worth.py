"""How good a hand is, by the ranks alone: no simulation, a few additions."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence

from bot.engine import Card, strength

Chance = Callable[[], float]
"""The caller's source of chance: numbers from 0 up to 1."""

KINDS = (0, 1277, 4137, 4995, 5853, 5863, 7140, 7296, 7462)
"""Where the kinds of hand begin in the order of all 7,462: high card, pair, two pair, trips, straight, flush, full house, quads, the end.

Within one of them every hand is as frequent as any other, so that lines between these points are exact for dealt hands.
"""
DEALT = (0.0, 0.5012, 0.9238, 0.9713, 0.9924, 0.9964, 0.9983, 0.9998, 1.0)
"""The share of five dealt cards that is worse than where each kind begins."""
DRAWN = (0.0, 0.25, 0.66, 0.84, 0.94, 0.96, 0.98, 0.997, 1.0)
"""The same after a sensible draw, roughly: most players keep a pair, and every fourth one improves it."""

STRAIGHT = KINDS[4]
"""The least hand that stands pat."""


def share_beaten(cards: Sequence[Card], *, drawn: bool) -> float:
    """The share of hands, 0 to 1, that these five cards beat: of dealt ones, or of those that others hold after drawing."""
    value = strength(cards)
    shares = DRAWN if drawn else DEALT
    place = bisect_right(KINDS, value) - 1
    low, high = KINDS[place], KINDS[place + 1]
    return shares[place] + (shares[place + 1] - shares[place]) * (value - low) / (high - low)


def paired(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards that stand with another of their rank."""
    held = tuple(cards)
    counts = Counter(card.rank for card in held)
    return tuple(card for card in held if counts[card.rank] > 1)


def four_flush(cards: Sequence[Card], dead: Collection[Card]) -> tuple[tuple[Card, ...], int]:
    """Four cards of one suit, and how many cards would fill the flush; nothing and 0 where there are no four."""
    for suit in "cdhs":
        four = tuple(card for card in cards if card.suit == suit)
        if len(four) == 4:
            return four, 9 - sum(card.suit == suit for card in dead)
    return (), 0


def open_straight(cards: Sequence[Card], dead: Collection[Card]) -> tuple[tuple[Card, ...], int]:
    """Four cards in a row, and how many cards would fill it at either end; nothing and 0 where there are none."""
    by_rank = {card.rank: card for card in cards}
    for low in range(11, 1, -1):
        ranks = range(low, low + 4)
        if all(rank in by_rank for rank in ranks):
            ends = {low - 1 if low > 2 else 14, low + 4} & set(range(2, 15))
            return tuple(by_rank[rank] for rank in ranks), 4 * len(ends) - sum(card.rank in ends for card in dead)
    return (), 0
