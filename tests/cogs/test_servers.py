"""Servers that remove the bot and invite it again, heard of or not."""

import asyncio
import logging
from dataclasses import replace
from datetime import timedelta

from bot.settings import Settings, sqlite_url
from tests.dealing import SeededDealer
from tests.ui.evening import PlainBot

DAY = 24 * 3_600


async def kept(here) -> dict[int, object]:
    """The servers of which anything is kept, once the bot has tidied up."""
    await here.stage.until(lambda: not here.bot.caretaker.busy)
    async with here.bot._store.reading() as t:
        return await t.guilds.kept()


async def left_for(here, days: float) -> None:
    """The bot is removed, and it is so many days later when anything else happens."""
    await here.slash("one", "chips daily")
    here.stage.world.remove_bot(here.server)
    await here.quiet()
    await here.stage.stop()
    here.stage.world.busy.clear()
    here.stage.clock.advance(days * DAY)


async def test_one_that_invites_again_while_the_bot_is_away_keeps_its_chips(evening):
    here = await evening("one")
    await left_for(here, 91)
    here.stage.world.invite_bot(here.server)
    await here.open()
    assert await kept(here) == {here.server.id: None}
    await here.wait(100 * DAY)
    assert "5,500" in (await here.slash("one", "chips show")).text


async def test_one_that_does_not_is_deleted(evening):
    here = await evening("one")
    await left_for(here, 91)
    await here.open()
    assert await kept(here) == {}


async def test_one_that_removes_the_bot_while_it_is_away_goes_as_well(evening):
    here = await evening("one")
    await here.slash("one", "chips daily")
    await here.stage.stop()
    here.stage.world.busy.clear()
    here.stage.world.remove_bot(here.server)
    await here.open()
    (removed_at,) = (await kept(here)).values()
    assert removed_at is not None
    await here.wait(89 * DAY)
    assert list((await kept(here)).values()) == [removed_at]
    await here.wait(2 * DAY + timedelta(hours=1).total_seconds())
    assert await kept(here) == {}


async def test_an_invitation_is_heard_at_once(evening):
    here = await evening("one")
    await here.slash("one", "chips daily")
    here.stage.world.remove_bot(here.server)
    await here.quiet()
    assert next(iter((await kept(here)).values())) is not None
    here.stage.world.invite_bot(here.server)
    await here.quiet()
    assert await kept(here) == {here.server.id: None}


async def test_an_invitation_between_two_sessions_is_heard_of_with_the_second(evening):
    here = await evening("one")
    await here.slash("one", "chips daily")
    here.stage.world.remove_bot(here.server)
    await here.quiet()
    available = asyncio.Event()

    async def on_guild_available(_guild):
        available.set()

    here.bot.add_listener(on_guild_available)
    await here.stage.gateway.drop(resumable=False)
    here.stage.world.invite_bot(here.server)
    await here.stage.until(available.is_set)
    await here.quiet()
    assert await kept(here) == {here.server.id: None}


async def test_a_first_start_whose_development_server_has_not_invited_the_bot_yet(stage, tmp_path, caplog):
    server = stage.world.add_server(with_bot=False)
    settings = Settings(database_url=sqlite_url(tmp_path / "open-draw.db"), development_server=server.id, _env_file=None)

    async def start():
        await stage.stop()
        await stage.start(lambda: PlainBot.composed(settings, clock=stage.clock, dealer=SeededDealer()))

    with caplog.at_level(logging.INFO, logger="bot"):
        await start()
    assert "invite the bot with https://" in caplog.text
    assert f"server {server.id} has not invited the bot" in caplog.text
    stage.world.invite_bot(server)
    await start()
    assert stage.world.application.commands[server.id]


async def test_a_refusal_while_a_server_is_being_deleted_is_logged_once_and_when_it_is_over(evening, caplog):
    here = await evening("one", "two")
    await here.slash("one", "chips daily")
    servers, server = here.bot.servers, here.server.id
    known = servers._known[server]
    servers._known[server] = replace(known, purging=True)
    with caplog.at_level(logging.WARNING):
        for name in ("one", "two"):
            assert "being deleted" in (await here.slash(name, "table start")).text
        (began,) = [record.getMessage() for record in caplog.records]
        assert began == f"channel {here.channel.id}: server.being-deleted {{'server': {server}}}"
        servers._known[server] = known
        await here.slash("one", "table start")
    assert [record.getMessage() for record in caplog.records][1:] == [f"channel {here.channel.id}: server.being-deleted is over"]
