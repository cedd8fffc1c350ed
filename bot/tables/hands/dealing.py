"""Dealing the next hand: on a press, by the timer, or once the game has been chosen (dealer's choice)."""

from datetime import datetime, timedelta

from bot.engine import VARIANTS
from bot.tables.errors import HandRunning, NothingToDo, NotYourTurn
from bot.tables.registry import Registry
from bot.tables.seats import between_hands, steps
from bot.tables.transaction import TableTransaction
from bot.tables.view_builder import why_no_deal

HOUSE_CHOICE_SECONDS = 1.0


async def deal(tx: TableTransaction, user_id: int) -> None:
    """Deal because a player wants it now."""
    steps.seated(tx.state, user_id)
    if tx.state.running:
        raise HandRunning
    reason = why_no_deal(tx.table)
    if reason is not None:
        raise NothingToDo(f"deal.{reason}")
    await _deal_or_ask(tx)


async def choose(tx: TableTransaction, user_id: int, variant: str) -> None:
    """Deal the game that the button has chosen."""
    mine = steps.seated(tx.state, user_id)
    if tx.table.chooser is None:
        raise NothingToDo("deal.no-choice")
    if tx.table.chooser != mine.seat:
        raise NotYourTurn("press.not-your-choice")
    await _deal(tx, variant)


async def deal_is_due(registry: Registry, table_id: int, hands: int) -> None:
    """Deal because the wait between hands is over, unless `hands` were not all that has been dealt by now."""
    async with registry.transaction(table_id, "deal") as tx:
        state = tx.state
        if state.running or state.status != "open" or state.hands != hands or tx.table.suspended:
            return
        await _deal_or_ask(tx)
        tx.kinds.add("step")


async def choice_is_due(registry: Registry, table_id: int, until: datetime) -> None:
    """Choose for whoever had time to choose until then, or for the house: any of the games, by chance."""
    async with registry.transaction(table_id, "choice") as tx:
        if tx.table.chooser is not None and tx.table.next_hand_at == until:
            games = tuple(VARIANTS)
            await _deal(tx, games[tx.dealer.one_of(range(len(games)))])
            tx.kinds.add("step")


async def _deal_or_ask(tx: TableTransaction) -> None:
    """Deal, or ask the button for its choice first, once."""
    if not between_hands.chooses(tx.state):
        await _deal(tx, tx.state.agreed.variant)
    elif tx.table.chooser is None:
        _ask_for_choice(tx)


async def _deal(tx: TableTransaction, variant: str) -> None:
    """Deal this game. What was planned is done with it, unless the deal cannot be saved."""
    await tx.deal(variant)
    tx.table.chooser = tx.table.next_hand_at = None
    tx.table.stop_timer("deal")


def _ask_for_choice(tx: TableTransaction) -> None:
    """Note who chooses and until when; the timer for it is set when that is published."""
    table = tx.table
    deal = between_hands.next_deal(tx.state, tx.dealer, table.drawn)
    if deal is None:
        return
    table.chooser = table.drawn = deal.blinds.button
    chooser = tx.state.sitter_at(table.chooser)
    house = chooser is not None and chooser.player.house
    seconds = HOUSE_CHOICE_SECONDS if house else tx.state.agreed.discard_clock_seconds
    table.next_hand_at = tx.clock.now() + timedelta(seconds=seconds)
    tx.kinds.add("choice")
