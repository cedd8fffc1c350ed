"""Forced bets and betting rounds: who is asked, what a raise may be, and what goes back (D-3, D-6, D-8, D-9, D-18, D-20)."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from bot.engine.actions import Call, Check, Fold, RaiseTo
from bot.engine.events import Bet, BettingOpened, Called, Checked, Raised
from bot.engine.prompts import BetPrompt
from bot.engine.rounds.state import Betting, ask

if TYPE_CHECKING:
    from bot.engine.actions import Action
    from bot.engine.events import BettingRound
    from bot.engine.rounds.state import Player, Script, Table


def post_forced_bets(table: Table) -> None:
    """Antes first, then the blinds, then the posts of those who come back, and the big-blind ante last (D-3, D-29).

    A stack that is too short posts what it has (D-20). A live post tops up what the seat posted as a blind.
    """
    stakes = table.setup.stakes
    for player in table.players:
        table.post(player, stakes.ante, "ante")
    return_unmatched_ante(table)
    if table.small_blind is not None:
        table.post(table.players[table.small_blind], stakes.small_blind, "small-blind")
    if table.big_blind is not None:
        table.post(table.players[table.big_blind], stakes.big_blind, "big-blind")
    for seat in table.setup.seats:
        player = table.by_seat[seat.number]
        table.post(player, max(0, min(seat.live_post, stakes.big_blind - player.bet)), "live-post")
        table.post(player, seat.dead_post, "dead-post")
    if table.big_blind is not None:
        table.post(table.players[table.big_blind], stakes.big_blind_ante, "big-blind-ante")


def return_unmatched_ante(table: Table) -> None:
    """What one player's ante has above every other's goes back: nobody could match it (D-19)."""
    *_, second, first = sorted(table.players, key=lambda player: player.ante)
    if first.ante > second.ante:
        table.give_back(first, first.ante - second.ante, ante=True)


# A round


def betting_round(table: Table, name: BettingRound) -> Script:
    """Ask until everybody who can still bet has acted and matched the price, then return what nobody called."""
    open_round(table, name)
    announced = False
    while (player := next_to_act(table)) is not None:
        if not announced:
            table.events.append(BettingOpened(name))
            announced = True
        action = yield from ask(table, bet_prompt(table, player))
        if action is not None:
            act(table, player, action)
    close_round(table)


def open_round(table: Table, name: BettingRound) -> None:
    """A round's figures before anybody acts (D-6, D-8). The blinds are a wager of the first one, and posting them is not acting (D-9)."""
    stakes = table.setup.stakes
    doubled = table.setup.betting == "fixed-limit" and name == "final"
    table.phase = name
    table.betting = betting = Betting(name, stakes.least_bet * (2 if doubled else 1))
    betting.uncapped = table.able_count() == 2
    if name == "before":
        betting.level = betting.full_level = stakes.big_blind
        betting.wagers = 1 if stakes.big_blind else 0
        betting.turn = 0 if table.big_blind is None else table.big_blind + 1
        return
    for player in table.players:
        player.last_action = None
    if name == "final" and opener_starts(table):
        assert table.opener is not None
        betting.turn = table.opener.place


def opener_starts(table: Table) -> bool:
    """Whether the last round starts with who opened the first one: an option of games without blinds (D-6)."""
    return table.setup.first_after_draw == "opener" and table.big_blind is None and table.opener is not None


def next_to_act(table: Table) -> Player | None:
    """The next player clockwise who has a decision, or None when the round is over."""
    players = table.players
    count = len(players)
    for place in range(table.betting.turn, table.betting.turn + count):
        player = players[place % count]
        if must_act(table, player):
            return player
    return None


def must_act(table: Table, player: Player) -> bool:
    """Whether a player is still to be asked: able, and not yet asked or facing a price.

    A player who alone is able, and has put in as much as anybody who is all-in, has nothing to decide (D-20).
    """
    if player.folded or not player.stack or (player.acted and player.bet >= table.betting.level):
        return False
    return any(other.stack or other.bet > player.bet for other in table.players if other is not player and not other.folded)


def bet_prompt(table: Table, player: Player) -> BetPrompt:
    """What this player may do: the price as far as the stack goes, and the totals of a raise."""
    to_call = min(table.betting.level - player.bet, player.stack)
    raise_from, raise_to = raise_range(table, player)
    return BetPrompt(player.seat, to_call, raise_from, raise_to)


def act(table: Table, player: Player, action: Action) -> None:
    """Carry out an action that its prompt has allowed."""
    player.acted = True
    table.betting.turn = player.place + 1
    match action:
        case Fold():
            table.fold(player)
        case Check():
            table.tell(player, Checked(player.seat, table.by))
        case Call():
            call(table, player)
        case _:
            assert isinstance(action, RaiseTo)
            wager(table, player, action.total)


def call(table: Table, player: Player) -> None:
    """Match the price, all-in if the stack is no larger."""
    amount = min(table.betting.level - player.bet, player.stack)
    table.put_in(player, amount)
    table.tell(player, Called(player.seat, amount, not player.stack, table.by))


def wager(table: Table, player: Player, total: int) -> None:
    """Bet or raise to a total. A short all-in raises the price, but is no full raise; in fixed limit half a bet is (D-8, D-9)."""
    betting = table.betting
    table.put_in(player, total - player.bet)
    event = Raised if betting.level else Bet
    if table.setup.betting == "fixed-limit":
        if 2 * (total - betting.full_level) >= betting.unit:
            betting.full_level = total
            betting.wagers += 1
    else:
        betting.last_full = max(betting.last_full, total - betting.level)
    betting.level = total
    betting.aggressor = player
    if table.opener is None and betting.name == "before":
        table.opener = player
    table.tell(player, event(player.seat, total, not player.stack, table.by))


def close_round(table: Table) -> None:
    """Return what nobody called, and sweep the bets into the middle."""
    return_uncalled(table)
    for player in table.players:
        player.bet = 0
        player.acted = False
    table.betting.level = 0
    if table.betting.name == "final":
        table.final_aggressor = table.betting.aggressor


def return_uncalled(table: Table) -> None:
    """What one player put in above everybody else's bets, folded ones included, goes back; never to a folded player (D-18)."""
    *_, second, first = sorted(table.players, key=lambda player: player.bet)
    if first.bet > second.bet and not first.folded:
        table.give_back(first, first.bet - second.bet)


# Raises


def raise_range(table: Table, player: Player) -> tuple[int, int] | tuple[None, None]:
    """The least and the greatest total of a raise, or twice None where none is open.

    All-in for less is always allowed where a raise is (D-8).
    """
    all_in = player.bet + player.stack
    if all_in <= table.betting.level or not may_raise(table, player) or not somebody_could_call(table, player):
        return None, None
    least, most = full_raises(table, player)
    return min(least, all_in), min(most, all_in)


def may_raise(table: Table, player: Player) -> bool:
    """Whether the betting is open to a player: not yet acted, or facing a full raise, in fixed limit half a bet (D-9, D-8)."""
    betting = table.betting
    price = betting.level - player.bet
    if table.setup.betting == "fixed-limit":
        open_by_cap = betting.uncapped or betting.wagers < table.setup.cap
        return open_by_cap and (not player.acted or 2 * price >= betting.unit)
    return not player.acted or price >= betting.last_full


def somebody_could_call(table: Table, player: Player) -> bool:
    """Whether any opponent could call any of a raise; where none can, raising is withheld (D-9)."""
    level = table.betting.level
    return any(other.bet + other.stack > level for other in table.players if other is not player and not other.folded)


def full_raises(table: Table, player: Player) -> tuple[int, int]:
    """The totals between which a full bet or raise lies, were the stack without end (D-8)."""
    betting = table.betting
    least = betting.level + betting.last_full
    match table.setup.betting:
        case "no-limit":
            return least, max(least, player.bet + player.stack)
        case "pot-limit":
            price = betting.level - player.bet
            return least, max(least, betting.level + table.pot + price)
        case "fixed-limit":  # one bet above the last full wager: a short all-in is completed
            return betting.full_level + betting.unit, betting.full_level + betting.unit
        case unknown:
            assert_never(unknown)
