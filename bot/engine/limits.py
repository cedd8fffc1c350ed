"""How many cards one may throw, and how many players a deck can serve (D-1, D-2, D-12)."""

from __future__ import annotations

from typing import Final, Literal

DiscardLimit = Literal[1, 2, 3, 4, 5, "3-or-4-with-ace"]
ACE_LIMIT: Final = "3-or-4-with-ace"
"""Three cards, or four if the one kept is an ace (D-12)."""

HAND_SIZE: Final = 5
DECK_SIZE: Final = 52
SEATS_LEAST: Final = 2
SEATS_MOST: Final = 8


def most_needed(players: int, discard_limit: DiscardLimit | None = None, draws: int = 1) -> int:
    """The most cards that so many players can need in a hand with so many draws, the deal included (D-2)."""
    with_an_ace = min(players, 4)  # who keeps one draws four, and there are four aces
    drawn = 3 * players + with_an_ace if discard_limit == ACE_LIMIT else players * (discard_limit or HAND_SIZE)
    return players * HAND_SIZE + draws * drawn


def safe_seats(discard_limit: DiscardLimit | None = None, draws: int = 1) -> int:
    """The most players whose draws the deck can always serve without a refill, at most 8 (D-2)."""
    return max(count for count in range(SEATS_MOST + 1) if most_needed(count, discard_limit, draws) <= DECK_SIZE)


def may_run_dry(seats: int, discard_limit: DiscardLimit | None = None, draws: int = 1) -> bool:
    """Whether so many players under this limit can need more cards than the deck holds, so that a table should be warned (D-2)."""
    return seats > safe_seats(discard_limit, draws)
