"""How a hand ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.engine.cards import Card


@dataclass(frozen=True, slots=True)
class Pot:
    """`amount` chips for which the `eligible` seats play, in order from the button's left; `winners` says what each of its winners got."""

    amount: int
    eligible: tuple[int, ...]
    winners: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Results:
    """`pots` from the main pot on; `returned` the uncalled chips that went back {seat: chips}; `shown` the hands turned up {seat: cards}, in
    the order shown, voluntary shows included; `mucked` the beaten hands that were not; `carried` the chips of a passed-out deal.
    """

    pots: tuple[Pot, ...]
    returned: dict[int, int]
    shown: dict[int, tuple[Card, ...]]
    mucked: tuple[int, ...]
    carried: int = 0
