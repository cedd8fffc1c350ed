"""After a start: every open table from its rows, its running hand by replay; what does not replay is void (D-32)."""

import logging
from collections.abc import Iterable
from itertools import groupby

from bot.store import Fault, HandRow
from bot.tables.registry import Registry
from bot.tables.state import Table
from bot.tables.storage import replay
from bot.tables.view_builder import table_view
from bot.tables.views import Notice

log = logging.getLogger(__name__)


async def resume(registry: Registry, suspended: frozenset[str]) -> None:
    """Register every open table of the store, with full clocks (D-33), and let it go on; tables wait for the reasons in `suspended`.

    A table whose chips and ledger disagree is registered as broken: it deals nothing, and says so. Tables that had closed before their
    message lost its buttons are kept as `closed_with_buttons`. Balances of a server that do not sum to zero are logged.
    """
    store, clock = registry.store, registry.clock
    async with store.reading() as t:
        faults = {fault.table_id: fault for fault in await t.audit.check_tables()}
        sums = await t.audit.check_sums()
        seats = await t.tables.all_seats()
        tables = [replay.table_of(row, seats.get(row.id, []), clock) for row in await t.tables.all_open()]
        closed = [replay.table_of(row, [], clock) for row in await t.tables.closed_with_message()]
        live = {row.table_id: (row, actions) for row, actions in await t.hands.live()}
        finished = {row.table_id: (row, actions) for row, actions in await t.hands.finished()}
        pre_actions = await t.hands.all_prepared()
        seal_rows = {table_id: list(rows) for table_id, rows in groupby(await t.seals.of_open_tables(), lambda row: row.table_id)}
    _log_faults([*sums, *(fault for table_id, fault in faults.items() if table_id not in {table.id for table in tables})])
    for table in closed:
        replay.with_finished(table, finished.get(table.id))
        _keep_closed(registry, table)
    for table in tables:
        fault, unreadable = faults.get(table.id), "broken" in table.suspended
        table.suspended |= suspended
        if fault is not None:
            log.error("table %d is stopped: %s", table.id, fault)
            table.suspended |= {"broken"}
        rows, seals = live.get(table.id), replay.with_seals(table, seal_rows.get(table.id, []))
        prepared = pre_actions.get(rows[0].id, []) if rows else []
        reason = None if unreadable else replay.with_hand(table, rows, prepared, clock, seals)
        if rows is None and not unreadable:
            replay.with_finished(table, finished.get(table.id), seals)
        registry.add(table)
        if reason is not None and fault is None:
            await _void(registry, table, live[table.id][0], reason)
            if table.state.status == "closed":
                _keep_closed(registry, table)
        elif "connection" not in suspended:  # else it is published once Discord can be told
            tx = registry.unregistered(table, "resume")
            tx.kinds.add("resumed")
            registry.publish(tx, None)


def _keep_closed(registry: Registry, table: Table) -> None:
    if table.message_id is not None:
        registry.closed_with_buttons[table.id] = table_view(table), table.message_id


def _log_faults(faults: Iterable[Fault]) -> None:
    """Log faults that stop no table: the sum of a server, chips at a table that has closed."""
    for fault in faults:
        log.error("chips do not add up (open-draw audit says more): %s", fault)


async def _void(registry: Registry, table: Table, row: HandRow, reason: str) -> None:
    async with registry.transaction(table.id, f"void:{row.id}") as tx, tx.unit_of_work() as uow:
        await uow.t.hands.void(row.id, reason=reason, at=registry.clock.now())
        tx.notices.append(Notice("notice.voided-fault", {"number": row.number}))
        await uow.after_hand()
