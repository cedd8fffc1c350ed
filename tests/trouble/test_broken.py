"""A table whose chips and ledger disagree is stopped at the start, says so, and stops nobody else."""

import logging
import sqlite3
from contextlib import closing

import pytest

from bot.engine import Call
from bot.tables import TableBroken
from tests.tables.room import FOUR, GUILD, ONE, THREE, TWO, in_memory
from tests.trouble.saved import agree


def forge(file, statement):
    """Do what no program of ours could: the triggers that forbid it are taken away first."""
    with closing(sqlite3.connect(file)) as other:
        for (trigger,) in other.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            other.execute(f'DROP TRIGGER "{trigger}"')
        other.execute(statement)
        other.commit()


async def two_tables(room):
    first = await room.deal(await room.open(TWO))
    second = await room.open(host=THREE, channel=71)
    second = await room.tables.join(second.table_id, FOUR, press=room.press())
    return first, await room.tables.deal(second.table_id, THREE.id, press=room.press())


async def test_only_that_table_stops(room, caplog):
    first, second = await two_tables(room)
    forge(room.file, f"UPDATE seat SET stack = stack + 1 WHERE table_id = {first.table_id} AND user_id = {ONE.id}")
    with caplog.at_level(logging.ERROR):
        await room.restart()
    assert f"table {first.table_id} is stopped" in caplog.text
    broken = room.tables.view(first.table_id)
    assert broken.waiting == "broken"
    assert broken.hand is None
    for press in (
        room.tables.leave(first.table_id, ONE.id, press=room.press()),
        room.tables.join(first.table_id, THREE, press=room.press()),
        room.tables.act(first.hand.hand_id, 0, ONE.id, Call(), press=room.press()),
    ):
        with pytest.raises(TableBroken):
            await press
    await room.tables.connection_lost([GUILD])
    await room.tables.connection_back([GUILD])
    second = await room.act(second, Call())
    assert second.hand.prompt_number == 1
    await room.later(200)
    assert room.tables.view(second.table_id).hand.prompt_number > 1 or room.tables.view(second.table_id).hand.number > 1
    assert room.tables.view(first.table_id).waiting == "broken"
    forge(room.file, f"UPDATE seat SET stack = stack - 1 WHERE table_id = {first.table_id} AND user_id = {ONE.id}")
    await room.restart()
    assert room.tables.view(first.table_id).hand is not None, "mended by an operator, it goes on"
    await agree(room)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE hand_action SET text = 'dance'",
        "UPDATE hand_action SET text = 'fold', step = 7",
        "UPDATE hand SET setup = '{}'",
        "UPDATE hand SET setup = json_set(setup, '$.button', 'nobody')",
    ],
)
async def test_a_hand_that_does_not_replay_is_void_and_costs_nobody_anything(room, damage):
    first, second = await two_tables(room)
    await room.act(first, Call())
    forge(room.file, f"{damage} WHERE {'hand_id' if 'hand_action' in damage else 'id'} = {first.hand.hand_id}")
    await room.restart()
    view = room.tables.view(first.table_id)
    assert view.hand is None
    assert {seat.stack for seat in view.seats} == {1_000}
    assert room.tables.view(second.table_id).hand.hand_id == second.hand.hand_id
    view = await room.deal(view)
    assert view.hand.number == 2
    await agree(room)


async def test_the_channel_is_told(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    table, table_id, file = here.table(), here.view().table_id, here.file
    other = here.stage.world.add_channel(here.server, "other")
    await here.quiet()
    await here.people["three"].slash(other, "table start")
    await here.quiet()
    await here.stage.stop()
    here.stage.world.busy.clear()
    forge(file, f"UPDATE seat SET stack = stack + 1 WHERE table_id = {table_id} AND user_id = {here.people['one'].id}")
    await here.open()
    await here.wait(2)
    assert "Something is wrong with this table's saved data" in table.text
    pressed = await here.people["one"].forge(table, f"t:{table_id}:leave")
    assert pressed.ephemeral
    assert pressed.text
    assert not in_memory(here.bot.tables, here.bot.tables.in_channel(other.id).table_id).suspended
    joined = await here.press("two", "Join", other)
    assert joined.answers == 1
    assert len(here.bot.tables.in_channel(other.id).seats) == 2
