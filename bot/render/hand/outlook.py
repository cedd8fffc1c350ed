"""What a hand can still become by one card, and how many of the cards for it are known to be gone.

Only what the seat may know is counted: its own cards, its own discards and everybody's that are turned up.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

from bot.engine import DECK, VARIANTS, Card, Category, View, hand_name

_CATEGORIES: Final = tuple(Category)
_LEVELS: Final = {category: min(level, _CATEGORIES.index(Category.STRAIGHT_FLUSH)) for level, category in enumerate(_CATEGORIES)}
"""A category as a number that grows with it; nobody draws to a royal flush rather than to a straight flush."""
_WORTH_DRAWING_TO: Final = _CATEGORIES.index(Category.THREE_OF_A_KIND)
_MOST_SHOWN: Final = 2
_REMEMBERED: Final = 4_096


@dataclass(frozen=True, slots=True)
class Draw:
    """A category within one card's reach. `gone` are those of its cards that are known to have left the deck, `unseen` the rest."""

    category: Category
    unseen: int
    gone: tuple[Card, ...]

    @property
    def outs(self) -> int:
        """All cards that make it, gone or not."""
        return self.unseen + len(self.gone)


def outlook(view: View) -> tuple[Draw, ...]:
    """What one more card can make of the cards of the view's own seat, as its game ranks hands."""
    return DRAWS[VARIANTS[view.variant].ranking.name](view.cards, view.out_of_reach)


def draws(held: Sequence[Card], discarded: Collection[Card]) -> tuple[Draw, ...]:
    """The likeliest categories, two at most, that one more card makes of `held`, better than what is held; best first.

    Of five cards the one thrown is the one that helps most; of fewer (after discards) all are kept. Pairs and two pairs aren't worth a
    line, nor is what a better category has as many cards for. `discarded` are the cards known to be out of play.
    """
    if len(held) < 3:
        return ()
    found = _reach(tuple(held))
    ways = [_draw(category, outs, discarded) for category, outs in found.items() if not _is_dominated(category, found)]
    likeliest = sorted(ways, key=lambda way: (way.outs, _CATEGORIES.index(way.category)), reverse=True)[:_MOST_SHOWN]
    return tuple(sorted(likeliest, key=lambda way: _CATEGORIES.index(way.category), reverse=True))


DRAWS: Final = {"high": draws}
"""By the name of the ranking."""


@lru_cache(maxsize=_REMEMBERED)
def _reach(held: tuple[Card, ...]) -> dict[Category, set[Card]]:
    """The most cards that make each category, whichever card is thrown. Ranks some hundred hands, so the same cards are looked at once."""
    level = _level(held)
    found: dict[Category, set[Card]] = {}
    for kept in combinations(held, min(4, len(held))):
        for category, outs in _by_category(kept, held, level).items():
            if len(outs) > len(found.get(category, ())):
                found[category] = outs
    return found


def _is_dominated(category: Category, found: dict[Category, set[Card]]) -> bool:
    """Whether a better category has as many cards: nobody with two pair draws to three of a kind."""
    place = _CATEGORIES.index(category)
    return any(_CATEGORIES.index(other) > place and len(outs) >= len(found[category]) for other, outs in found.items())


def _draw(category: Category, outs: set[Card], discarded: Collection[Card]) -> Draw:
    gone = tuple(card for card in discarded if card in outs)
    return Draw(category, len(outs) - len(gone), gone)


def _by_category(kept: Sequence[Card], held: Sequence[Card], level: int) -> dict[Category, set[Card]]:
    """The cards that lift what is kept above `level`, by the category that they make."""
    made: dict[Category, set[Card]] = {}
    for card in DECK:
        if card in held:
            continue
        reached = _level((*kept, card))
        if reached > level and reached >= _WORTH_DRAWING_TO:
            made.setdefault(_CATEGORIES[reached], set()).add(card)
    return made


def _level(cards: Sequence[Card]) -> int:
    """The category of five cards, or of fewer by their pairs alone, as a number that grows with it."""
    if len(cards) == 5:
        return _LEVELS[hand_name(cards).category]
    counts = sorted(Counter(card.rank for card in cards).values(), reverse=True)
    match counts:
        case [4, *_]:
            return _CATEGORIES.index(Category.FOUR_OF_A_KIND)
        case [3, *_]:
            return _CATEGORIES.index(Category.THREE_OF_A_KIND)
        case [2, 2, *_]:
            return _CATEGORIES.index(Category.TWO_PAIR)
        case [2, *_]:
            return _CATEGORIES.index(Category.ONE_PAIR)
        case _:
            return _CATEGORIES.index(Category.HIGH_CARD)
