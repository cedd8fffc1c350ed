"""What every game has in common: how a hand begins, and the ends that it can come to before its script does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.rounds.betting import betting_round, post_forced_bets
from bot.engine.rounds.showdown import award_to_the_last, carry_over
from bot.engine.rounds.state import AllButOneFolded, PassedOutDeal

if TYPE_CHECKING:
    from bot.engine.rounds.state import Script, Table


def play(table: Table) -> Script:
    """A whole hand, from the posts to the last chip paid, wherever it ends."""
    try:
        yield from table.variant.script(table)
    except AllButOneFolded:
        award_to_the_last(table)
    except PassedOutDeal:
        carry_over(table)
    table.phase = "over"


def deal_and_bet(table: Table) -> Script:
    """Forced bets, five cards each, and the first betting round (SEQ-2, SIM-2)."""
    post_forced_bets(table)
    table.deal()
    yield from betting_round(table, "before")
    if passed_out(table):
        raise PassedOutDeal


def passed_out(table: Table) -> bool:
    """Whether the deal is thrown in: nobody opened, and the table plays so (D-22). Not where somebody is all-in for an ante: their claim stands."""
    nobody_opened = table.big_blind is None and table.opener is None
    return nobody_opened and table.setup.passed_out == "carry" and all(player.stack for player in table.live_players())
