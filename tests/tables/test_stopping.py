"""The ends of a table and of the bot: what stops, stops."""

import pytest

from bot.engine import Fold
from bot.tables import NothingToDo
from tests.tables.room import ONE, TWO, Room, in_memory
from tests.trouble import fire


async def test_a_table_that_closes_after_its_hand_is_neither_paused_nor_resumed(room: Room) -> None:
    table = await room.deal(await room.open(TWO))
    await room.tables.stop(table.table_id, ONE.id, manager=False, now=False, press=room.press(), name="one")
    for change in (room.tables.pause, room.tables.resume):
        with pytest.raises(NothingToDo) as told:
            await change(table.table_id, ONE.id, manager=False, press=room.press())
        assert told.value.message_key == "table.stopping-already"
    await room.act(table, Fold())
    assert room.tables.views() == []


async def test_nothing_rings_in_a_bot_that_has_closed(room: Room) -> None:
    table = await room.deal(await room.open(TWO))
    async with fire.locked(room.file):
        room.clock.advance(61)
        await room.tables.close()
    assert in_memory(room.tables, table.table_id).timers == {}
    assert room.clock.next_due() is None
