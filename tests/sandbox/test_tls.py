"""Nothing patched: a bot reaches the stand-in by Discord's own names over TLS, through a resolver and a private CA."""

from __future__ import annotations

from bot.app import PokerBot
from bot.sandbox.run import SandboxSettings
from bot.settings import sqlite_url
from tests.dealing import SeededDealer
from tests.sandbox.harness import READY_SECONDS, Stage
from tests.sandbox.tls import over_tls
from tests.sandbox.trivial import make_bot


async def test_a_bot_over_tls_with_nothing_patched(traffic):
    async with over_tls(Stage(traffic=traffic)) as (stage, connector):
        poker = stage.world.add_channel(stage.world.add_server())
        one = stage.person("one")
        await stage.start(lambda: make_bot(connector=connector, guild_ready_timeout=READY_SECONDS), hurried=False)
        assert "counted 6" in (await one.slash(poker, "table start")).text
        await one.press(poker, "Count 6")
        assert one.last(poker).has("Count 7")


async def test_the_poker_bot_over_tls_with_nothing_patched(traffic, tmp_path):
    async with over_tls(Stage(traffic=traffic)) as (stage, connector):
        poker = stage.world.add_channel(stage.world.add_server())
        one = stage.person("one")
        settings = SandboxSettings(database_url=sqlite_url(tmp_path / "tls.db"))
        options = {"connector": connector, "guild_ready_timeout": READY_SECONDS}
        await stage.start(lambda: PokerBot.composed(settings, clock=stage.clock, dealer=SeededDealer(), **options), hurried=False)
        opened = await one.slash(poker, "table start")
        assert opened.answers == 1
        await stage.world.until(lambda: any(seen.has("Rules") for seen in one.messages(poker)))
        pressed = await one.press(poker, "Rules")
        assert pressed.ephemeral
        await stage.world.settled()
