"""Closing a broken table: everybody is paid what the ledger says, whatever the table's own rows say (D-32)."""

import logging
from dataclasses import replace

from bot.store import ANONYMOUS_BELOW, Bankroll, Difference, House, Transfer
from bot.tables.transaction import TableTransaction, UnitOfWork
from bot.tables.views import Notice

log = logging.getLogger(__name__)


async def close(tx: TableTransaction) -> None:
    """Void the running hand, pay every account of the table its balance and close, in one unit of work. Differences are logged, noted in the ledger, and kept for an audit.

    A carried pot goes back to those who put it in, as the table's hands say. If these cannot be read it stays with the house, and the log says so.
    """
    table = tx.table
    async with tx.unit_of_work() as uow:
        live = await uow.t.hands.live_at(table.id)
        if live is not None:
            hand_id, number = live
            await uow.t.hands.void(hand_id, reason="broken", at=tx.clock.now())
            uow.notices.append(Notice("notice.voided-fault", {"number": number}))
        cash_outs, differences = await _cash_outs(uow)
        if transfers := [*cash_outs, *await _carried(uow)]:
            await uow.t.ledger.book(*transfers)
        await uow.t.tables.close_as_paid(table.id, differences)
        # Memory came from the broken rows and is no better than they are: nothing of it is written.
        uow.state = replace(uow.state, sitters=(), carried=(), live=None, status="closed")
        uow.notices.append(Notice("notice.closed-broken", {}))


async def _cash_outs(uow: UnitOfWork) -> tuple[list[Transfer], list[Difference]]:
    table, now = uow.tx.table, uow.tx.clock.now()
    at_seats = {sitter.player.id: sitter for sitter in uow.state.sitters}
    transfers, differences = [], []
    for number, (owner, chips) in enumerate(await uow.t.ledger.at_table(table.guild_id, table.id)):
        sitter = at_seats.pop(owner.user_id, None)
        stack = sitter.stack if sitter is not None else 0
        note = None
        if stack != chips:
            note = f"the seat said {stack} chips, the ledger {chips}"
            log.warning("table %d closes by its ledger: for user %d %s", table.id, owner.user_id, note)
            differences.append(Difference(sitter.seat if sitter is not None else None, stack, chips))
        to_house = owner.practice or owner.user_id < 0
        payee = House(table.guild_id) if to_house else Bankroll(table.guild_id, owner.user_id)
        transfers.append(
            Transfer(f"broken:{table.id}:cash-out:{number}", table.guild_id, owner, payee, chips, "cash-out", now, note=note)
        )
    for user_id, sitter in at_seats.items():
        if sitter.stack:
            log.warning(
                "table %d closes by its ledger: for user %d the seat said %s chips, the ledger 0", table.id, user_id, sitter.stack
            )
            differences.append(Difference(sitter.seat, sitter.stack, 0))
    return transfers, differences


async def _carried(uow: UnitOfWork) -> list[Transfer]:
    table, now = uow.tx.table, uow.tx.clock.now()
    if uow.state.practice:
        return []
    parts = await uow.t.hands.carried(table.id)
    if parts is None:
        log.warning("table %d closes by its ledger: whether a pot was carried cannot be read, so none is given back", table.id)
        return []
    house = House(table.guild_id)
    return [
        Transfer(
            f"broken:{table.id}:carried-pot:{number}",
            table.guild_id,
            house,
            Bankroll(table.guild_id, user_id),
            chips,
            "carried-pot",
            now,
        )
        for number, (user_id, chips) in enumerate(parts.items())
        if user_id > ANONYMOUS_BELOW
    ]
