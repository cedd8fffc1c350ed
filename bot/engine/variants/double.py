"""Double open draw: the simple game with two draws, each turned up and each followed by betting (RULES.md, DBL)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.engine.rounds.betting import betting_round
from bot.engine.rounds.discarding import draw, turn_up
from bot.engine.rounds.showdown import showdown
from bot.engine.variants.playing import deal_and_bet
from bot.engine.variants.record import Variant

if TYPE_CHECKING:
    from bot.engine.events import BettingRound
    from bot.engine.rounds.state import Script, Table

AFTER_EACH_DRAW: Final[tuple[BettingRound, ...]] = ("interim", "final")


def double(table: Table) -> Script:
    """Twice: everybody draws, the discards are turned up, and there is betting (DBL-2, DBL-3)."""
    yield from deal_and_bet(table)
    for betting in AFTER_EACH_DRAW:
        yield from draw(table)
        turn_up(table)
        yield from betting_round(table, betting)
    showdown(table)


DOUBLE: Final = Variant(
    name="double",
    title="Five-card Open Draw, double",
    aliases=("5 card open draw (double)", "double open draw"),
    source="ours, from OPR-602",
    rules="DBL",
    script=double,
    draws=len(AFTER_EACH_DRAW),
    interim="always",
)
