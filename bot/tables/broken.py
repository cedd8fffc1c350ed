"""The way out of a broken table: it closes by what the ledger says, whatever its own rows say (D-32)."""

import logging
from dataclasses import replace

from bot.store import ANONYMOUS_BELOW, Bankroll, Difference, House, Transfer
from bot.tables.turn import Saving, Turn
from bot.tables.views import Notice

log = logging.getLogger(__name__)


async def close(turn: Turn) -> None:
    """Void the running hand, pay every account of the table its balance and close, in one transaction. Differences are logged, noted in the ledger, and kept for an audit.

    A carried pot goes back to those who put it in, as the table's hands say; where these cannot be read it stays with the house, and the log says so.
    """
    table = turn.table
    async with turn.saving() as saved:
        live = await saved.t.hands.live_at(table.id)
        if live is not None:
            hand_id, number = live
            await saved.t.hands.void(hand_id, reason="broken", at=turn.clock.now())
            saved.notices.append(Notice("notice.voided-fault", {"number": number}))
        cash_outs, differences = await _cash_outs(saved)
        if transfers := [*cash_outs, *await _carried(saved)]:
            await saved.t.ledger.book(*transfers)
        await saved.t.tables.close_as_paid(table.id, differences)
        # What memory has is no more to be trusted than the rows that it came from: nothing of it is written.
        saved.state = replace(saved.state, sitters=(), carried=(), live=None, status="closed")
        saved.notices.append(Notice("notice.closed-broken", {}))


async def _cash_outs(saved: Saving) -> tuple[list[Transfer], list[Difference]]:
    turn = saved.turn
    table, now = turn.table, turn.clock.now()
    said = {sitter.player.id: sitter for sitter in saved.state.sitters}
    transfers, differences = [], []
    for number, (owner, chips) in enumerate(await saved.t.ledger.at_table(table.guild_id, table.id)):
        sitter = said.pop(owner.user_id, None)
        stack = sitter.stack if sitter is not None else 0
        note = None
        if stack != chips:
            note = f"the seat said {stack} chips, the ledger {chips}"
            log.warning("table %d closes by its ledger: for user %d %s", table.id, owner.user_id, note)
            differences.append(Difference(sitter.seat if sitter is not None else None, stack, chips))
        to_house = owner.practice or owner.user_id < 0
        purse = House(table.guild_id) if to_house else Bankroll(table.guild_id, owner.user_id)
        transfers.append(
            Transfer(f"broken:{table.id}:cash-out:{number}", table.guild_id, owner, purse, chips, "cash-out", now, note=note)
        )
    for user_id, sitter in said.items():
        if sitter.stack:
            log.warning(
                "table %d closes by its ledger: for user %d the seat said %s chips, the ledger 0", table.id, user_id, sitter.stack
            )
            differences.append(Difference(sitter.seat, sitter.stack, 0))
    return transfers, differences


async def _carried(saved: Saving) -> list[Transfer]:
    turn = saved.turn
    table, now = turn.table, turn.clock.now()
    if saved.state.practice:
        return []
    parts = await saved.t.hands.carried(table.id)
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
