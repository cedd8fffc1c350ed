"""The two games, each a script that reads like its rule page; every `yield` in it is somebody's decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.engine.betting import betting_round, post_forced_bets
from bot.engine.discarding import draw, players_in, replace_discards, round_of_discards, turn_up
from bot.engine.setup import InvalidSetup
from bot.engine.showdown import award_to_the_last, carry_over, showdown
from bot.engine.state import AllButOneFolded, PassedOutDeal

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.engine.setup import VariantName
    from bot.engine.state import Script, Table


def sequential(table: Table) -> Script:
    """5 Card Open Draw, sequential (OPR-601): one card at a time, turned up round by round, replaced at the end."""
    yield from deal_and_bet(table)
    while players_in(table):  # discarding ends when every player has passed
        yield from round_of_discards(table)
        if turn_up(table) and table.setup.interim_betting:
            yield from betting_round(table, "interim")  # D-10
    yield from replace_discards(table)
    yield from betting_round(table, "final")
    showdown(table)


def simple(table: Table) -> Script:
    """5 Card Open Draw, simple (OPR-602): five-card draw in which the discards are turned up once everyone has drawn."""
    yield from deal_and_bet(table)
    yield from draw(table)
    turn_up(table)
    yield from betting_round(table, "final")
    showdown(table)


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


def play(table: Table) -> Script:
    """A whole hand, from the posts to the last chip paid, wherever it ends."""
    try:
        yield from VARIANTS[table.setup.variant].script(table)
    except AllButOneFolded:
        award_to_the_last(table)
    except PassedOutDeal:
        carry_over(table)
    table.phase = "over"


@dataclass(frozen=True, slots=True)
class Variant:
    """A game that the engine deals: its name, the names it is known by elsewhere (SEQ-0.5, SIM-0.3), its rule page and its script."""

    name: VariantName
    aliases: tuple[str, ...]
    source: str
    script: Callable[[Table], Script]


VARIANTS: Final[dict[VariantName, Variant]] = {
    "sequential": Variant("sequential", ("5 card open draw (sequential)", "sequential open draw"), "OPR-601", sequential),
    "simple": Variant("simple", ("5 card open draw (simple)", "five card open draw"), "OPR-602", simple),
}


def variant_named(name: str) -> Variant:
    """The game of this name or alias, however it is capitalised and spaced. Raises InvalidSetup where there is none."""
    asked = " ".join(str(name).casefold().replace("-", " ").split())
    for variant in VARIANTS.values():
        if asked == variant.name or asked in variant.aliases:
            return variant
    raise InvalidSetup("setup.option", option="variant", allowed=tuple(VARIANTS))
