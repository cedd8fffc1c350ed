"""5 Card Open Draw, simple (OPR-602): five-card draw in which the discards are turned up once everyone has drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.engine.rounds.betting import betting_round
from bot.engine.rounds.discarding import draw, turn_up
from bot.engine.rounds.showdown import showdown
from bot.engine.variants.playing import deal_and_bet
from bot.engine.variants.record import Variant

if TYPE_CHECKING:
    from bot.engine.rounds.state import Script, Table


def simple(table: Table) -> Script:
    """One draw, turned up (SIM-3.4), the last betting and the showdown."""
    yield from deal_and_bet(table)
    yield from draw(table)
    turn_up(table)
    yield from betting_round(table, "final")
    showdown(table)


SIMPLE: Final = Variant(
    name="simple",
    title="Five-card Open Draw, simple",
    aliases=("5 card open draw (simple)", "five card open draw"),
    source="OPR-602",
    rules="SIM",
    script=simple,
    draws=1,
)
