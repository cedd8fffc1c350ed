"""The end of a hand: who shows and in what order, who mucks, and who is paid (D-21 to D-23)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.events import Mucked, PassedOut, PotAwarded
from bot.engine.results import Pot
from bot.engine.rounds.betting import close_round
from bot.engine.rounds.pots import layer_pots, share_pot

if TYPE_CHECKING:
    from bot.engine.rounds.state import Player, Table


def award_to_the_last(table: Table) -> None:
    """All others have folded: the one who is left takes everything and shows nothing (D-21). Where all went back (D-18) there is no pot."""
    close_round(table)
    [winner] = table.live_players()
    award(table, [Pot(table.pot, (winner.seat,))] if table.pot else [], {})


def carry_over(table: Table) -> None:
    """Nobody opened: the deal is thrown in, and its pot waits for the next one (D-22)."""
    table.carried = table.pot
    table.pot = 0
    table.events.append(PassedOut(table.carried))


def showdown(table: Table) -> None:
    """Turn hands up in order, and give each pot to the best of those who play for it (D-23)."""
    live = list(table.live_players())
    pots = layer_pots({player.seat: player.total for player in table.players}, [player.seat for player in live], table.dead)
    strengths = {player.seat: table.variant.ranking.strength(player.cards) for player in live}
    show_hands(table, pots, strengths)
    award(table, pots, strengths)


def showing_order(table: Table, pots: list[Pot]) -> list[Player]:
    """The last aggressor of the last round first, or else the first live player left of the button, then clockwise (D-23.1).

    If the aggressor has gone it is the next live player (D-28). Players in a later side pot come before those who are all-in for less (D-23.2).
    """
    players = table.players
    start = table.final_aggressor.place if table.final_aggressor else 0
    order = [player for player in players[start:] + players[:start] if not player.folded]
    latest = {seat: index for index, pot in enumerate(pots) for seat in pot.eligible}
    return sorted(order, key=lambda player: latest[player.seat], reverse=True)


def show_hands(table: Table, pots: list[Pot], strengths: dict[int, int]) -> None:
    """Each in turn shows, but mucks a hand that is beaten already in every pot it could win (D-23.3).

    With somebody all-in all hands are tabled. A pot with a single player in it is handed over, and asks for no hand (D-19).
    """
    everybody_shows = table.setup.table_all_ins and any(not player.stack for player in table.live_players())
    best = {index: -1 for index, pot in enumerate(pots) if len(pot.eligible) > 1}
    for player in showing_order(table, pots):
        mine = strengths[player.seat]
        contested = [index for index in best if player.seat in pots[index].eligible]
        if everybody_shows or any(mine >= best[index] for index in contested):
            table.show(player)
            best.update({index: max(best[index], mine) for index in contested})
        else:
            player.mucked = True
            table.events.append(Mucked(player.seat))


def award(table: Table, pots: list[Pot], strengths: dict[int, int]) -> None:
    """Pay each pot to its best hand, or share it among equals (D-23.6)."""
    paid = []
    for index, pot in enumerate(pots):
        best = max(strengths.get(seat, 0) for seat in pot.eligible)
        winners = [seat for seat in pot.eligible if strengths.get(seat, 0) == best]
        shares, odd = share_pot(pot.amount, winners)
        for seat, chips in shares.items():
            table.by_seat[seat].stack += chips
        table.pot -= pot.amount
        paid.append(Pot(pot.amount, pot.eligible, shares))
        table.events.append(PotAwarded(index, pot.amount, dict(shares), odd))
    table.pots = tuple(paid)
