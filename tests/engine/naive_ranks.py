"""A second evaluator of five cards, from the words of the rule pages alone: it shares nothing with the one in use.

Hands are told apart by how often each rank occurs, never by products of primes. `Strength` tuples compare as poker hands do.
"""

from itertools import combinations_with_replacement

RANKS = "23456789TJQKA"
CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "trips",
    "straight",
    "flush",
    "full house",
    "quads",
    "straight flush",
)
Strength = tuple[int, tuple[int, ...]]

WEIGHTS = tuple(5**place for place in range(13))
"""A card adds its rank's weight: no rank occurs more than four times, so a sum tells how often each one does."""


def strength(places: tuple[int, ...], *, suited: bool) -> Strength:
    """How five cards compare: the category, then the ranks that decide, as places in `RANKS`."""
    often = sorted(set(places), key=lambda place: (places.count(place), place), reverse=True)
    shape = tuple(places.count(place) for place in often)
    straight_high = _straight_high(places)
    if straight_high is not None:
        return CATEGORIES.index("straight flush" if suited else "straight"), (straight_high,)
    if suited:
        return CATEGORIES.index("flush"), tuple(often)
    names = {(4, 1): "quads", (3, 2): "full house", (3, 1, 1): "trips", (2, 2, 1): "two pair", (2, 1, 1, 1): "pair"}
    return CATEGORIES.index(names.get(shape, "high card")), tuple(often)


def _straight_high(places: tuple[int, ...]) -> int | None:
    held = set(places)
    for high in range(12, 3, -1):
        if held == set(range(high - 4, high + 1)):
            return high
    return 3 if held == {12, 0, 1, 2, 3} else None


def tables() -> tuple[dict[int, Strength], dict[int, Strength]]:
    """Strength by the sum of weights: of five cards of several suits, and of five cards of one suit."""
    several: dict[int, Strength] = {}
    one: dict[int, Strength] = {}
    for places in combinations_with_replacement(range(13), 5):
        if max(places.count(place) for place in places) > 4:
            continue
        total = sum(WEIGHTS[place] for place in places)
        several[total] = strength(places, suited=False)
        if len(set(places)) == 5:
            one[total] = strength(places, suited=True)
    return several, one
