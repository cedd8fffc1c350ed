"""The main pot and the side pots, and how a pot is shared (D-19, D-23.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.results import Pot

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def layer_pots(totals: Mapping[int, int], live: Sequence[int], dead: int) -> list[Pot]:
    """The pots for which the `live` seats play, the main pot first.

    `totals` is what each seat, folded ones included, has put in to be matched. There is a layer for each different total of a live seat; folded
    seats' chips lie in the layers that they reach, and what is above the top layer belongs to the top pot. `dead` chips match nothing: main pot.
    """
    levels = sorted({totals[seat] for seat in live})
    pots: list[Pot] = []
    below, loose = 0, dead
    for level in levels:
        top = level == levels[-1]
        amount = loose + sum((total if top else min(total, level)) - min(total, below) for total in totals.values())
        if amount:
            pots.append(Pot(amount, tuple(seat for seat in live if totals[seat] >= level)))
        below, loose = level, 0
    return pots


def share_pot(amount: int, winners: Sequence[int]) -> tuple[dict[int, int], tuple[int, ...]]:
    """What each winner gets, and who got an odd chip: one each to the first winners in order from the button's left (D-23.6)."""
    share, odd = divmod(amount, len(winners))
    return {seat: share + (place < odd) for place, seat in enumerate(winners)}, tuple(winners[:odd])
