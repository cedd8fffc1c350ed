"""Whoever is cancelled while the file takes their step: memory is as the file is, the step is told of, and play goes on."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event

from bot.engine import Call, Fold
from bot.store import Store
from bot.store.store import Transaction
from bot.tables import Servers, TableRules, TooManyTables
from tests.tables.room import CHANNEL, FOUR, GUILD, ONE, THREE, TWO, Room, in_memory, stacks


async def cancelled_in_its_commit(room: Room, step: Coroutine[Any, Any, Any]) -> None:
    """Take a step, and cancel whoever takes it when its COMMIT is under way."""
    taking = asyncio.create_task(step)
    event.listen(room.store._database.writers.sync_engine, "commit", lambda _: taking.cancel(), once=True)
    await asyncio.wait([taking])
    assert taking.cancelled()


async def check_memory_is_the_file(room: Room) -> None:
    """A process that starts from the file finds the tables as they are in memory."""
    before = {view.table_id: (stacks(view), view.state, view.hand and view.hand.prompt_seat) for view in room.tables.views()}
    await room.restart()
    assert {
        view.table_id: (stacks(view), view.state, view.hand and view.hand.prompt_seat) for view in room.tables.views()
    } == before


async def test_sitting_down(room: Room) -> None:
    table = await room.open(TWO)
    await cancelled_in_its_commit(room, room.tables.join(table.table_id, THREE, press=room.press()))
    assert stacks(room.tables.view(table.table_id)) == {"one": 1_000, "two": 1_000, "three": 1_000}
    assert stacks(room.changes[-1].view).keys() == {"one", "two", "three"}, "it was told of"
    await room.tables.join(table.table_id, FOUR, press=room.press())
    await check_memory_is_the_file(room)


async def test_opening(room: Room) -> None:
    opening = room.tables.open(GUILD, CHANNEL, ONE, TableRules(), locale="en-US", press=room.press())
    await cancelled_in_its_commit(room, opening)
    table = room.tables.in_channel(CHANNEL)
    assert "opened" in room.changes[-1].kinds
    await room.tables.join(table.table_id, TWO, press=room.press())
    await check_memory_is_the_file(room)


async def test_dealing_acting_and_ending_a_hand(room: Room) -> None:
    room.dealer.first_button = 0
    table = await room.open(TWO)
    await cancelled_in_its_commit(room, room.deal(table))
    assert room.tables.view(table.table_id).hand is not None
    assert "hand" in room.changes[-1].kinds
    await cancelled_in_its_commit(room, room.act(table, Call()))
    await check_memory_is_the_file(room)
    await room.act(table, Fold())
    await room.deal(table)
    await cancelled_in_its_commit(room, room.act(table, Fold()))
    assert room.tables.view(table.table_id).hand.prompt_seat is None
    await room.deal(table)
    await check_memory_is_the_file(room)


async def test_leaving_and_closing(room: Room) -> None:
    table = await room.open(TWO)
    await cancelled_in_its_commit(room, room.tables.leave(table.table_id, TWO.id, press=room.press()))
    await check_memory_is_the_file(room)
    await cancelled_in_its_commit(room, room.tables.leave(table.table_id, ONE.id, press=room.press()))
    assert "closed" in room.changes[-1].kinds
    await room.open()
    await check_memory_is_the_file(room)


async def test_a_server_s_settings(room: Room) -> None:
    await cancelled_in_its_commit(room, room.servers.change(GUILD, daily_chips=7))
    assert (await room.servers.get(GUILD)).daily_chips == 7


async def test_a_press_that_is_cancelled_before_its_commit_changes_nothing(room: Room) -> None:
    table = await room.open(TWO)
    for waits in range(12):
        joining = asyncio.create_task(room.tables.join(table.table_id, THREE, press=room.press()))
        for _ in range(waits):
            await asyncio.sleep(0)
        joining.cancel()
        await asyncio.wait([joining])
        if "three" in stacks(room.tables.view(table.table_id)):
            break
    await check_memory_is_the_file(room)


async def test_five_joins_at_once_keep_to_the_limit_of_tables(room: Room) -> None:
    hosts = [room.open(host=host, channel=CHANNEL + number) for number, host in enumerate((ONE, ONE, ONE, TWO, TWO))]
    tables = [await host for host in hosts]
    joins = (room.tables.join(table.table_id, THREE, press=room.press()) for table in tables)
    outcomes = await asyncio.gather(*joins, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes].count(TooManyTables) == 2
    assert sum("three" in stacks(view) for view in room.tables.views()) == 3
    assert await room.chips(THREE) == 5_000
    await check_memory_is_the_file(room)


async def test_joining_and_opening_at_once_keep_to_the_limit_of_tables(room: Room) -> None:
    tables = [await room.open(host=TWO, channel=CHANNEL + number) for number in range(3)]
    steps: list[Coroutine[Any, Any, Any]] = [room.tables.join(table.table_id, ONE, press=room.press()) for table in tables]
    steps.append(room.open(channel=CHANNEL + 3))
    outcomes = await asyncio.gather(*steps, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes].count(TooManyTables) == 1
    assert sum("one" in stacks(view) for view in room.tables.views()) == 3


async def test_who_was_leaving_and_stays_is_counted_once(room: Room) -> None:
    room.dealer.first_button = 2
    tables = [await room.open(channel=CHANNEL + number, host=TWO) for number in range(3)]
    for table in tables:
        await room.tables.join(table.table_id, ONE, press=room.press())
    await room.tables.join(tables[0].table_id, THREE, press=room.press())
    await room.deal(room.tables.view(tables[0].table_id))
    await room.tables.leave(tables[0].table_id, ONE.id, press=room.press())
    table = await room.tables.join(tables[0].table_id, ONE, press=room.press())
    assert "one" in stacks(table)
    with pytest.raises(TooManyTables):
        await room.open(channel=CHANNEL + 5)


async def test_a_channel_that_goes_while_its_table_is_being_opened(room: Room) -> None:
    opening = asyncio.create_task(room.open())
    await asyncio.sleep(0)
    await room.tables.channel_gone(CHANNEL)
    await opening
    assert room.tables.views() == []
    assert await room.chips(ONE) == 5_000


async def test_a_server_that_goes_while_a_table_is_being_opened(room: Room) -> None:
    opening = asyncio.create_task(room.open())
    await asyncio.sleep(0)
    await room.tables.guild_left(GUILD)
    await opening
    assert room.tables.views() == []


async def test_a_connection_that_is_lost_while_a_table_is_being_opened(room: Room) -> None:
    opening = asyncio.create_task(room.open())
    await asyncio.sleep(0)
    await room.tables.connection_lost([GUILD])
    table = await opening
    assert in_memory(room.tables, table.table_id).suspended == {"connection"}


class SlowReading(Store):
    """A store over another, whose next reading is handed back only when the test says so."""

    def __init__(self, store: Store) -> None:
        super().__init__(store._database, store._writer)
        self.read, self.go_on = asyncio.Event(), asyncio.Event()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Transaction]:
        async with super().reading() as t:
            yield t
        if not self.read.is_set():
            self.read.set()
            await self.go_on.wait()


async def test_settings_that_were_read_before_they_were_deleted_are_not_remembered(room: Room) -> None:
    await room.servers.change(GUILD, daily_chips=7)
    store = SlowReading(room.store)
    servers = Servers(store, room.policy, room.clock)
    asked = asyncio.create_task(servers.get(GUILD))
    await store.read.wait()
    await servers.removed(GUILD, at=room.clock.now())
    await servers.purge(removed_before=room.clock.now() + timedelta(days=1))
    store.go_on.set()
    assert (await asked).daily_chips is None
