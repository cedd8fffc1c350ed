"""What the house makes of a hand under each ranking that a game may have."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from bot.engine import VARIANTS, Card, View
from bot.house.drawing import WORTH_DRAWING, worth_throwing
from bot.house.worth import Chance, four_flush, open_straight, share_beaten

DRAW_WORTH = 0.6
"""What four to a flush or an open straight counts as before a draw, in the share of hands that it beats."""


class Share(Protocol):
    """The share of hands, 0 to 1, that five cards can be taken to beat: `drawn`, those of opponents who have drawn; `to_come`, with a draw to come."""

    def __call__(self, cards: Sequence[Card], dead: Collection[Card], *, drawn: bool, to_come: bool) -> float: ...


@dataclass(frozen=True, slots=True)
class Judgement:
    """A ranking as the house plays it: `share` for betting, and `throwing`, the cards better thrown, the least useful first, for drawing."""

    share: Share
    throwing: Callable[[Sequence[Card], Collection[Card], Chance], list[Card]]


def high_share(cards: Sequence[Card], dead: Collection[Card], *, drawn: bool, to_come: bool) -> float:
    """For the best high hand: what is made, or what a good draw is worth while it can come in."""
    made = share_beaten(cards, drawn=drawn)
    outs = max(four_flush(cards, dead)[1], open_straight(cards, dead)[1])
    return max(made, DRAW_WORTH if to_come and outs >= WORTH_DRAWING else 0.0)


JUDGEMENTS: Final = {"high": Judgement(high_share, worth_throwing)}
"""By the name of the ranking."""


def judgement_in(view: View) -> Judgement:
    """How the house judges hands in the game of this view."""
    return JUDGEMENTS[VARIANTS[view.variant].ranking.name]
