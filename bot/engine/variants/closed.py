"""Five-card draw as everybody knows it, with the discards face down for good (RULES.md, CLO)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.engine.rounds.betting import betting_round
from bot.engine.rounds.discarding import draw
from bot.engine.rounds.showdown import showdown
from bot.engine.variants.playing import deal_and_bet
from bot.engine.variants.record import Variant

if TYPE_CHECKING:
    from bot.engine.rounds.state import Script, Table


def closed(table: Table) -> Script:
    """One draw, the last betting and the showdown; nothing is turned up in between (CLO-2)."""
    yield from deal_and_bet(table)
    yield from draw(table)
    yield from betting_round(table, "final")
    showdown(table)


CLOSED: Final = Variant(
    name="closed",
    title="Five-card Draw, closed",
    aliases=("five card draw", "5 card draw", "closed five card draw"),
    source="five-card draw: PAG, WIKI",
    rules="CLO",
    script=closed,
    draws=1,
    turned_up=False,
)
