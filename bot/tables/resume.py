"""After a start: every open table from its rows, its running hand by replay; what does not replay is void (D-32)."""

import logging
from dataclasses import replace

from bot.engine import Hand, IllegalAction, InvalidSetup, setup_from_dict
from bot.store import ActionRow, HandRow, SeatRow, Store, TableRow
from bot.tables import play, saving
from bot.tables.clock import Clock
from bot.tables.floor import Floor
from bot.tables.state import LiveHand, Table
from bot.tables.turn import Turn
from bot.tables.views import Notice, Player

log = logging.getLogger(__name__)


async def resume(floor: Floor, store: Store, clock: Clock, suspended: frozenset[str]) -> None:
    """Put every open table of the store on the floor, clocks anew in full (D-33), and let it go on.

    They rest for the reasons in `suspended`. A table whose chips and ledger disagree is put there as broken: it deals nothing, and says so.
    """
    async with store.reading() as t:
        faults = {fault.table_id: fault for fault in await t.audit.check_tables()}
        seats = await t.tables.all_seats()
        tables = [_table(row, seats.get(row.id, []), clock) for row in await t.tables.all_open()]
        live = {row.table_id: (row, actions) for row, actions in await t.hands.live()}
        ticks = await t.hands.all_prepared()
    for table in tables:
        fault = faults.get(table.id)
        table.suspended = suspended
        if fault is not None:
            log.error("table %d is stopped: %s", table.id, fault)
            table.suspended |= {"broken"}
        hand, reason = _hand(live.get(table.id), table, clock)
        if hand is not None:
            table.state = replace(table.state, live=replace(hand, prepared=saving.prepared_of(ticks.get(hand.id, []))))
        floor.add(table)
        if reason is not None and fault is None:
            await _void(floor, table, live[table.id][0], reason)
        else:
            floor.publish(Turn(table, store, clock, floor.dealer, floor.policy, "resume", kinds={"restarted"}), None)


def _table(row: TableRow, seats: list[SeatRow], clock: Clock) -> Table:
    state = saving.state_of(row, seats)
    return Table(
        row.id,
        row.guild_id,
        row.channel_id,
        row.locale,
        row.opened_at,
        state,
        message_id=row.message_id,
        pressed_at=clock.monotonic(),
    )


def _hand(saved: tuple[HandRow, list[ActionRow]] | None, table: Table, clock: Clock) -> tuple[LiveHand | None, str | None]:
    """The running hand as it was, or why it cannot go on."""
    if saved is None:
        return None, None
    row, actions = saved
    try:
        hand = Hand(setup_from_dict(row.setup), saving.log_of(actions))
    except (IllegalAction, InvalidSetup) as misfit:
        log.exception("hand %d does not replay", row.id)
        return None, str(misfit)
    players = {seat: Player(user_id, name, house=user_id < 0) for seat, (user_id, name) in row.players.items()}
    extended = frozenset((row.clock or {}).get("extended", ()))
    live = LiveHand(row.id, row.number, hand, players, extended=extended)
    table.events_published = len(hand.events)
    return play.with_clock(live, None, table.state.rules, clock.now()), None


async def _void(floor: Floor, table: Table, row: HandRow, reason: str) -> None:
    async with floor.turn(table.id, f"void:{row.id}") as turn, turn.saving() as saved:
        await saved.t.hands.void(row.id, reason=reason, at=floor.clock.now())
        turn.notices.append(Notice("notice.voided-fault", {"number": row.number}))
        await turn.after_hand(saved)
