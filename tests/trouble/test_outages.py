"""An outage of one server at Discord, beside what becomes of the connection: whose presses cannot reach us is not timed out."""

import asyncio

import pytest

from tests.ui.evening import suspended


async def in_an_outage(here) -> None:
    """A hand is under way when the server's outage begins."""
    await here.seated()
    here.stage.world.outage(here.server)
    await here.stage.until(lambda: suspended(here))


def untouched(here) -> bool:
    """Whether the first hand still waits for its first answer: nobody was timed out."""
    hand = here.view().hand
    return (hand.number, hand.prompt_number) == (1, 0)


async def back(here) -> None:
    """The gateway has begun a new session, or goes on with the old one, and the bot has heard of it."""
    await here.stage.until(lambda: here.stage.gateway.connected and "connection" not in suspended(here))
    await here.quiet()


@pytest.mark.parametrize("resumable", [True, False])
async def test_a_connection_that_comes_back_ends_no_outage(evening, resumable):
    here = await evening("one", "two")
    await in_an_outage(here)
    async with here.stage.gateway.cut(resumable=resumable):
        await here.stage.until(lambda: "connection" in suspended(here))
    await back(here)
    assert suspended(here)
    await here.wait(300)
    assert untouched(here), "nobody could press"
    here.stage.world.outage(here.server, over=True)
    await here.stage.until(lambda: not suspended(here))
    await here.wait(59)
    assert untouched(here), "the clock began anew, in full"
    await here.wait(300)
    assert not untouched(here)


async def test_an_outage_that_begins_while_the_session_is_lost(evening):
    here = await evening("one", "two")
    await here.seated()
    async with here.stage.gateway.cut(resumable=False):
        here.stage.world.outage(here.server)
        await here.stage.until(lambda: "connection" in suspended(here))
    await back(here)
    await here.wait(300)
    assert untouched(here)
    here.stage.world.outage(here.server, over=True)
    await here.stage.until(lambda: not suspended(here))


async def test_an_outage_whose_end_discord_py_tells_nobody(evening, monkeypatch):
    """A GUILD_CREATE that arrives in the moment in which discord.py gives up waiting is in its cache alone."""
    here = await evening("one", "two")
    await in_an_outage(here)

    async def swallowed(guild) -> None:
        assert guild.id == here.server.id

    monkeypatch.setattr(here.bot, "on_guild_available", swallowed)
    here.stage.world.outage(here.server, over=True)
    await here.stage.until(lambda: not here.bot.get_guild(here.server.id).unavailable)
    assert suspended(here)
    here.bot.dispatch("ready")  # which discord.py says once it has stopped waiting
    await here.stage.until(lambda: not suspended(here))
    await here.wait(59)
    assert untouched(here), "the clock began anew, in full"


async def test_an_outage_that_ends_while_the_session_is_lost(evening):
    here = await evening("one", "two")
    await in_an_outage(here)
    async with here.stage.gateway.cut(resumable=False):
        await here.stage.until(lambda: "connection" in suspended(here))
        here.stage.world.outage(here.server, over=True)
    await here.stage.until(lambda: not suspended(here))


async def test_an_outage_that_lasts_over_a_restart(evening):
    here = await evening("one", "two")
    await in_an_outage(here)
    await here.reopen()
    await here.wait(300)
    assert untouched(here)
    here.stage.world.outage(here.server, over=True)
    await here.stage.until(lambda: not suspended(here))
    await here.wait(300)
    assert not untouched(here)


async def test_a_server_that_is_served_again_does_not_bring_back_the_connection(evening):
    here = await evening("one", "two")
    await in_an_outage(here)
    await here.bot.tables.connection_lost([here.server.id])
    here.stage.world.outage(here.server, over=True)
    await here.stage.until(lambda: "outage" not in suspended(here))
    assert suspended(here) == {"connection"}
    await here.wait(300)
    assert untouched(here)


async def opening(here) -> asyncio.Task[object]:
    """The server's first table is being opened: its row waits for another transaction, which `released` ends."""
    opens = asyncio.ensure_future(here.people["one"].slash(here.channel, "table start").answered())
    await here.stage.until(here.bot.tables._registry.opening.locked)
    assert here.bot.tables.views() == []
    return opens


async def test_a_first_table_that_is_being_opened_when_the_connection_is_lost_rests(evening):
    here = await evening("one", "two")
    async with here.bot._store.transaction():
        opens = await opening(here)
        lost = asyncio.create_task(here.bot.on_shard_disconnect(0))
        await asyncio.sleep(0)
    await asyncio.gather(opens, lost)
    assert suspended(here) == {"connection"}
    await here.bot.on_shard_resumed(0)
    assert not suspended(here)


async def test_a_connection_that_is_back_before_the_first_table_is_open_lets_it_play(evening):
    here = await evening("one", "two")
    async with here.bot._store.transaction():
        opens = await opening(here)
        lost = asyncio.create_task(here.bot.on_shard_disconnect(0))
        await asyncio.sleep(0)
        back = asyncio.create_task(here.bot.on_shard_resumed(0))
        await asyncio.sleep(0)
    await asyncio.gather(opens, lost, back)
    assert not suspended(here)


async def test_a_first_table_that_is_being_opened_when_an_outage_begins_rests(evening):
    here = await evening("one", "two")
    async with here.bot._store.transaction():
        opens = await opening(here)
        here.stage.world.outage(here.server)
        await here.stage.until(lambda: here.bot.get_guild(here.server.id).unavailable)
    await opens
    await here.stage.until(lambda: here.bot.tables.views() and suspended(here))
    assert suspended(here) == {"outage"}


async def test_a_bot_that_is_stopped_when_it_is_removed_from_a_server_pays_everybody_first(evening):
    here = await evening("one", "two")
    await here.seated()
    store = here.bot._store
    async with store.transaction():
        here.stage.world.remove_bot(here.server)
        await here.stage.until(lambda: here.bot.get_guild(here.server.id) is None)
        await here.stage.until(lambda: here.bot.under_way._tasks)
        stopping = asyncio.create_task(here.stage.stop())
        await here.stage.until(lambda: here.bot.under_way._closed)
        assert not stopping.done()
    await stopping
    here.stage.world.busy.clear()
    await here.open()
    assert here.bot.tables.views() == []
    for name in ("one", "two"):
        chips = await here.bot.records.holdings(here.server.id, here.people[name].id)
        assert (chips.bankroll, chips.seats) == (5_000, {})


async def test_what_is_being_read_is_waited_for_before_the_store_is_closed(evening):
    here = await evening("one")
    store = here.bot._store
    async with store.reading() as t:
        closing = asyncio.create_task(store.close())
        for _ in range(5):
            await asyncio.sleep(0)
        assert not closing.done()
        assert await t.tables.all_open() == []
    await closing
