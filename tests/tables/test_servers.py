"""Servers: what their managers set, how they go, and how they come back."""

import asyncio
import logging
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.tables import NoTable, ServerBeingDeleted, ServerSettings, TooSoon
from tests.tables.room import GUILD, ONE, TWO, Room
from tests.trouble.test_broken import forge


async def test_two_changes_at_once_are_both_kept(room: Room) -> None:
    first, _, third = await asyncio.gather(
        room.servers.change(GUILD, starting_chips=111),
        room.servers.change(GUILD, daily_chips=222),
        room.servers.welcome(GUILD),
    )
    assert first.starting_chips == 111
    assert third
    for _ in range(2):
        settings = await room.servers.get(GUILD)
        assert (settings.starting_chips, settings.daily_chips) == (111, 222)
        assert not await room.servers.welcome(GUILD)
        await room.restart()


async def test_a_list_that_two_add_to_at_once_has_both(room: Room) -> None:
    def allowing(channel_id: int):
        return lambda settings: replace(settings, channels=(*settings.channels, channel_id))

    await asyncio.gather(*(room.servers.amend(GUILD, allowing(channel_id)) for channel_id in (1, 2, 3)))
    assert (await room.servers.get(GUILD)).channels == (1, 2, 3)


async def gone(room: Room, days: float) -> None:
    """Play a little, and be removed so many days ago."""
    await room.records.gifts.daily(GUILD, TWO)
    table = await room.open()
    await room.tables.leave(table.table_id, ONE.id, press=room.press())
    await room.servers.removed(GUILD, at=room.clock.now() - timedelta(days=days))


async def purge(room: Room, **spared) -> None:
    await room.servers.purge(removed_before=room.clock.now() - timedelta(days=90), **spared)


async def kept(room: Room) -> dict[int, object]:
    async with room.store.reading() as t:
        return await t.guilds.kept()


async def test_what_is_kept_of_a_server_goes_after_a_time(room: Room) -> None:
    await gone(room, 91)
    await purge(room, spared=lambda guild_id: guild_id == GUILD)
    assert list(await kept(room)) == [GUILD], "it has the bot, whatever was noted"
    await purge(room)
    assert await kept(room) == {}
    assert await room.chips(ONE) == 5_000, "who comes back begins anew"


async def test_one_that_comes_back_keeps_what_it_had(room: Room) -> None:
    await gone(room, 91)
    await room.servers.meet({GUILD})
    await purge(room)
    assert await room.chips(TWO) == 5_500
    assert await kept(room) == {GUILD: None}


async def test_one_that_left_while_the_bot_was_away_is_noted_once(room: Room) -> None:
    await room.chips(ONE)
    at = room.clock.now()
    await room.servers.meet({GUILD + 1})
    await room.later(24 * 3_600)
    await room.servers.meet(set())
    assert await kept(room) == {GUILD: at}
    await room.later(90 * 24 * 3_600)
    await purge(room)
    assert await kept(room) == {}


async def test_nothing_begins_in_a_server_that_is_being_deleted(room: Room) -> None:
    await gone(room, 91)
    async with room.store.transaction() as t:
        assert not await t.guilds.purge(GUILD, removed_before=room.clock.now())
    await room.restart()
    for attempt in (room.open(), room.records.gifts.daily(GUILD, ONE), room.servers.change(GUILD, daily_chips=1)):
        with pytest.raises(ServerBeingDeleted):
            await attempt
    with pytest.raises(NoTable):
        room.tables.in_channel(70)
    await room.servers.meet({GUILD})
    assert await kept(room) == {}, "what had begun was finished"
    assert await room.servers.get(GUILD) == ServerSettings()
    assert (await room.open()).seats[0].stack == 1_000


async def test_a_deletion_is_no_trouble_of_the_database(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    await gone(room, 91)
    async with room.store.transaction() as t:
        assert not await t.guilds.purge(GUILD, removed_before=room.clock.now())
    await room.restart()
    with pytest.raises(ServerBeingDeleted):
        await room.records.chips(GUILD, ONE)
    await room.store.close()
    assert "database" not in caplog.text
    await room.restart()
    await room.servers.meet({GUILD})


SETTINGS = [
    "'{no'",
    "'[1]'",
    "'5'",
    "'null'",
    "json_set(settings, '$.starting_chips', 'many')",
    "json_set(settings, '$.starting_chips', -5)",
    "json_set(settings, '$.daily_chips', 1.5)",
    "json_set(settings, '$.daily_chips', json('true'))",
    "json_set(settings, '$.channels', 5)",
    "json_set(settings, '$.channels', json('[\"x\"]'))",
    "json_set(settings, '$.defaults', 5)",
    "json_set(settings, '$.defaults', json('{\"big_blind\": \"x\"}'))",
    "json_set(settings, '$.defaults', json('{\"seats\": 99}'))",
]


@pytest.mark.parametrize("damage", SETTINGS)
async def test_a_server_with_damaged_settings_has_the_defaults(room: Room, caplog: pytest.LogCaptureFixture, damage: str) -> None:
    await room.servers.change(GUILD, starting_chips=111)
    forge(room.file, f"UPDATE guild SET settings = {damage}")
    await room.restart()
    with caplog.at_level(logging.ERROR):
        for _ in range(2):
            assert await room.servers.get(GUILD) == ServerSettings()
        await room.open()
    (line,) = [record for record in caplog.records if "settings" in record.getMessage()]
    assert f"server {GUILD}" in line.getMessage()
    assert line.exc_info is None
    await room.servers.change(GUILD, daily_chips=5)
    await room.restart()
    assert await room.servers.get(GUILD) == ServerSettings(daily_chips=5), "a change puts the file right"


async def test_damaged_moments_of_a_server_stop_nothing(room: Room) -> None:
    await room.records.gifts.daily(GUILD, ONE)
    await room.servers.welcome(GUILD)
    forge(room.file, "UPDATE guild SET welcomed_at = 'once', removed_at = 17")
    await room.restart()
    assert not await room.servers.welcome(GUILD)
    await room.servers.meet(set())
    await purge(room)
    assert await kept(room) == {GUILD: room.clock.now()}, "its time begins now"
    await room.servers.meet({GUILD})
    assert await kept(room) == {GUILD: None}
    await room.open()


async def test_damaged_moments_of_a_person_stop_nothing(room: Room) -> None:
    table = await room.open(TWO)
    await room.tables.leave(table.table_id, TWO.id, press=room.press())
    await room.records.gifts.daily(GUILD, ONE)
    forge(room.file, "UPDATE departure SET at = 'once'")
    forge(room.file, "UPDATE player SET daily_at = 'once'")
    assert (await room.tables.join(table.table_id, TWO, press=room.press())).seats[1].stack == 1_000
    with pytest.raises(TooSoon):
        await room.records.gifts.daily(GUILD, ONE)
    await room.later(24 * 3_600)
    assert (await room.records.gifts.daily(GUILD, ONE))[0] == 500
