"""What is to be known of a game that the engine deals: everything by which one differs from another stands in its record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from bot.engine.limits import safe_seats
from bot.engine.ranking import HIGH

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.engine.limits import DiscardLimit
    from bot.engine.ranking import Ranking
    from bot.engine.rounds.state import Script, Table

DRAWS_MOST: Final = 2
"""With three draws eight players could throw so much that nothing is left which is not their own (D-14)."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A game. Raises ValueError for more draws than a deck can serve.

    `name` is what setups, options and custom_ids hold; `title` and `aliases` (in lower case) are what it is known by in English, `source`
    names its rule page, and `rules` is what its rules' ids begin with in RULES.md. `script` plays it.
    `draws` counts how often everybody throws what they like and is dealt as many; None: one card at a time, round by round, replaced once at the end.
    `turned_up` says whether discards ever lie open, `names_pat` whether who stood pat is named even where nobody threw a card (SIM-0.2, X-7).
    `interim` is the betting between rounds or draws: never, always, or where the table has agreed to it (D-10).
    """

    name: str
    title: str
    aliases: tuple[str, ...]
    source: str
    rules: str
    script: Callable[[Table], Script]
    draws: int | None
    turned_up: bool = True
    names_pat: bool = True
    interim: Literal["never", "agreed", "always"] = "never"
    ranking: Ranking = HIGH

    def __post_init__(self) -> None:
        if self.draws is not None and not 1 <= self.draws <= DRAWS_MOST:
            raise ValueError(f"{self.name}: 1 to {DRAWS_MOST} draws")

    def safe_seats(self, discard_limit: DiscardLimit | None = None) -> int:
        """The most players that a deck can always serve in this game without a refill (D-2)."""
        return safe_seats(discard_limit, self.draws or 1)
