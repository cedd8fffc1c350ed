"""After a start: every open table from its rows, its running hand by replay; what does not replay is void (D-32)."""

import logging
from collections.abc import Iterable

from bot.store import Fault, HandRow, Store
from bot.tables import view_builder as picture
from bot.tables.clock import Clock
from bot.tables.registry import Floor
from bot.tables.state import Table
from bot.tables.storage import replay
from bot.tables.transaction import Turn
from bot.tables.views import Notice

log = logging.getLogger(__name__)


async def resume(floor: Floor, store: Store, clock: Clock, suspended: frozenset[str]) -> None:
    """Put every open table of the store on the floor, clocks anew in full (D-33), and let it go on.

    They rest for the reasons in `suspended`. A table whose chips and ledger disagree is put there as broken: it deals nothing, and says so.
    What has closed without its message's losing its buttons is kept as `parting`. That all balances of a server sum to zero is looked at as well, and logged where they do not.
    """
    async with store.reading() as t:
        faults = {fault.table_id: fault for fault in await t.audit.check_tables()}
        sums = await t.audit.check_sums()
        seats = await t.tables.all_seats()
        tables = [replay.table_of(row, seats.get(row.id, []), clock) for row in await t.tables.all_open()]
        parting = [replay.table_of(row, [], clock) for row in await t.tables.parting()]
        live = {row.table_id: (row, actions) for row, actions in await t.hands.live()}
        finished = {row.table_id: (row, actions) for row, actions in await t.hands.finished()}
        ticks = await t.hands.all_prepared()
    _tell([*sums, *(fault for table_id, fault in faults.items() if table_id not in {table.id for table in tables})])
    for table in parting:
        replay.with_finished(table, finished.get(table.id))
        _part(floor, table)
    for table in tables:
        fault, unreadable = faults.get(table.id), "broken" in table.suspended
        table.suspended |= suspended
        if fault is not None:
            log.error("table %d is stopped: %s", table.id, fault)
            table.suspended |= {"broken"}
        rows = live.get(table.id)
        reason = None if unreadable else replay.with_hand(table, rows, ticks.get(rows[0].id, []) if rows else [], clock)
        if rows is None and not unreadable:
            replay.with_finished(table, finished.get(table.id))
        floor.add(table)
        if reason is not None and fault is None:
            await _void(floor, table, live[table.id][0], reason)
            if table.state.status == "closed":
                _part(floor, table)
        elif "connection" not in suspended:  # else it is told of once Discord can be
            floor.publish(Turn(table, store, clock, floor.dealer, floor.policy, "resume", kinds={"resumed"}), None)


def _part(floor: Floor, table: Table) -> None:
    if table.message_id is not None:
        floor.parting[table.id] = picture.table_view(table), table.message_id


def _tell(faults: Iterable[Fault]) -> None:
    """Log what is wrong and stops no table: the sum of a server, chips that lie at a table which has closed."""
    for fault in faults:
        log.error("chips do not add up (open-draw audit says more): %s", fault)


async def _void(floor: Floor, table: Table, row: HandRow, reason: str) -> None:
    async with floor.turn(table.id, f"void:{row.id}") as turn, turn.saving() as saved:
        await saved.t.hands.void(row.id, reason=reason, at=floor.clock.now())
        turn.notices.append(Notice("notice.voided-fault", {"number": row.number}))
        await turn.after_hand(saved)
