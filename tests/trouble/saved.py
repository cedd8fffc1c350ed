"""What a process would find in the file if it started now, beside what it has in memory."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from bot.engine import Hand
from bot.store import Store
from bot.tables.state import State
from bot.tables.storage import replay
from tests.tables.room import Room, all_in_memory


def essence(state: State) -> State:
    """A table's state without what lives in memory alone: how a double press is told, and the moment at which a clock began."""
    live = state.live
    if live is None or not live.running:
        return replace(state, live=None)
    return replace(
        state, live=replace(live, hand=Hand(live.hand.setup, live.hand.log), deadline=None, bank_seconds=0, answered=None)
    )


async def states_in(room: Room) -> dict[int, State]:
    """Every open table as the file has it."""
    async with room.store.reading() as t:
        seats = await t.tables.all_seats()
        rows = await t.tables.all_open()
        live = {rows[0].table_id: rows for rows in await t.hands.live()}
        pre_actions = await t.hands.all_prepared()
    found = {}
    for row in rows:
        table, hand = replay.table_of(row, seats.get(row.id, []), room.clock), live.get(row.id)
        assert replay.with_hand(table, hand, pre_actions.get(hand[0].id, []) if hand else [], room.clock) is None
        found[row.id] = essence(table.state)
    return found


async def agree(room: Room) -> None:
    """Memory and file say the same, and every chip is where it should be."""
    memory = {table.id: essence(table.state) for table in all_in_memory(room.tables)}
    assert await states_in(room) == memory
    await room.check()


async def check(store: Store) -> None:
    async with store.reading() as t:
        assert await t.audit.check() == []


def spoil(file: Path) -> None:
    """Have the newest step of a hand twice in its log, so that it does not replay; the bot must not run."""
    columns = "guild_id, text, by, at"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(
            f"INSERT INTO hand_action (hand_id, step, {columns}) SELECT hand_id, step + 1, {columns} FROM hand_action"
            " ORDER BY step DESC LIMIT 1"
        )
