"""The one source of chance: the operating system's generator. It cannot be seeded; what of it may be opened, and to whom, says D-23.5."""

import secrets
from collections.abc import Sequence
from typing import Protocol

from bot.deal import KEY_BYTES
from bot.engine import DECK, Card


class Dealer(Protocol):
    """Whoever shuffles. Tests hand in one that stacks the deck."""

    def seal_key(self) -> bytes | None:
        """A fresh secret of 32 bytes, from which a table's sealed decks follow; None from a dealer that seals nothing, and hands out decks."""

    def deck(self) -> tuple[Card, ...]:
        """52 distinct cards in dealing order."""

    def shuffled(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The same cards in a new order."""

    def chance(self) -> float:
        """A number from 0 up to, not including, 1."""

    def one_of(self, seats: Sequence[int]) -> int:
        """One of the seats, each as likely as any other."""


class SecureDealer:
    """Shuffles with the operating system's CSPRNG: every order is as likely as any other."""

    _system = secrets.SystemRandom()

    def seal_key(self) -> bytes | None:
        """A fresh secret of 32 bytes."""
        return secrets.token_bytes(KEY_BYTES)

    def deck(self) -> tuple[Card, ...]:
        """A fresh deck, shuffled."""
        return self.shuffled(DECK)

    def shuffled(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The same cards in a new order."""
        return tuple(self._system.sample(cards, len(cards)))

    def chance(self) -> float:
        """A number from 0 up to, not including, 1."""
        return self._system.random()

    def one_of(self, seats: Sequence[int]) -> int:
        """One of the seats, each as likely as any other."""
        return self._system.choice(seats)
