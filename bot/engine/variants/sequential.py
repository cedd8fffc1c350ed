"""5 Card Open Draw, sequential (OPR-601): one card at a time, turned up round by round, replaced at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.engine.rounds.betting import betting_round
from bot.engine.rounds.discarding import players_in, replace_discards, round_of_discards, turn_up
from bot.engine.rounds.showdown import showdown
from bot.engine.variants.playing import deal_and_bet
from bot.engine.variants.record import Variant

if TYPE_CHECKING:
    from bot.engine.rounds.state import Script, Table


def sequential(table: Table) -> Script:
    """Rounds of one card each till everybody has passed (SEQ-T1 to T4), then the replacements, the last betting and the showdown."""
    yield from deal_and_bet(table)
    while players_in(table):  # discarding ends when every player has passed
        yield from round_of_discards(table)
        if turn_up(table) and table.setup.interim_betting:
            yield from betting_round(table, "interim")  # D-10
    yield from replace_discards(table)
    yield from betting_round(table, "final")
    showdown(table)


SEQUENTIAL: Final = Variant(
    name="sequential",
    title="Five-card Open Draw, sequential",
    aliases=("5 card open draw (sequential)", "sequential open draw"),
    source="OPR-601",
    rules="SEQ",
    script=sequential,
    draws=None,
    names_pat=False,  # a round of passes shows nothing new: X-7
    interim="agreed",
)
