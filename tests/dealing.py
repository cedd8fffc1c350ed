"""A dealer whose chance is the same in every run: what a test deals, it deals again."""

import random  # noqa: TID251 - seeded, for tests alone
from collections.abc import Sequence

from bot.engine import DECK, Card


class SeededDealer:
    """Shuffles as the operating system's generator does, but from a seed."""

    def __init__(self, seed: int = 0) -> None:
        self._seeded = random.Random(seed)

    def seal_key(self) -> bytes | None:
        """Its decks are laid out by tests, so they are not sealed."""
        return None

    def deck(self) -> tuple[Card, ...]:
        return self.shuffled(DECK)

    def shuffled(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(self._seeded.sample(cards, len(cards)))

    def chance(self) -> float:
        return self._seeded.random()

    def one_of(self, seats: Sequence[int]) -> int:
        return self._seeded.choice(seats)


class SealingDealer(SeededDealer):
    """Deals from sealed decks, as the bot does, whose keys follow from the seed."""

    def seal_key(self) -> bytes | None:
        return self._seeded.randbytes(32)
