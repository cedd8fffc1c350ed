"""The stage: a world, the stand-in on a free port and bots that come and go."""

from __future__ import annotations

import asyncio
import inspect
import threading
from contextlib import ExitStack
from typing import TYPE_CHECKING, Self, TypeVar

import discord

from bot.sandbox.actors import Person, person
from bot.sandbox.clock import Clock, ManualClock
from bot.sandbox.rest.budgets import UNLIMITED
from bot.sandbox.stand_in import StandIn
from bot.sandbox.world import Server, World
from bot.sandbox.world.changes import PAUSE_SECONDS
from tests.sandbox.quiet import threads_at_work

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.sandbox.rest import Limits
    from bot.sandbox.traffic import Traffic

READY_SECONDS = 0.02
HUNG_SECONDS = 300.0
"""Who waits so long waits for ever. It is no bound on how fast anything is: a busy machine reaches none of the shorter ones."""

BotT = TypeVar("BotT", bound=discord.Client)


class Stage:
    """One world and one stand-in. `start` a bot against it, `stop` it, `restart` another one: the world stays.

    `clock` is a `ManualClock` unless another one is given; `clock_on` moves it. `world`, `faults`, `gateway`, `rest` and `traffic` are at hand.
    """

    def __init__(
        self, *, clock: Clock | None = None, limits: Limits = UNLIMITED, shards: int = 1, traffic: Traffic | None = None
    ) -> None:
        self.clock = clock or ManualClock()
        self.world = World(self.clock)
        self.world.busy.append(threads_at_work)
        self.stand_in = StandIn(self.world, limits=limits, shards=shards, traffic=traffic)
        self.faults, self.gateway, self.rest = self.stand_in.faults, self.stand_in.gateway, self.stand_in.rest
        self.traffic = self.stand_in.traffic
        self.bot: discord.Client | None = None
        self.expects_unknown_routes = False
        self._running: asyncio.Task[None] | None = None
        self._pointed = ExitStack()

    async def __aenter__(self) -> Self:
        await self.stand_in.start()
        self._pointed.enter_context(self.stand_in.pointed_at())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()
        self._pointed.close()
        await self.stand_in.close()
        stop_hearts()
        assert self.expects_unknown_routes or not self.rest.unknown_routes, self.rest.unknown_routes

    def person(self, name: str, *servers: Server, display_name: str | None = None, locale: str = "en-US") -> Person:
        return person(self.world, name, *(servers or self.world.servers.values()), display_name=display_name, locale=locale)

    async def start(self, make_bot: Callable[[], BotT | Awaitable[BotT]], *, hurried: bool = True) -> BotT:
        """Make a bot (the maker may be a coroutine function), log in, wait until it is ready. What its start raises is raised here.

        Unless it is `hurried`, nothing of it is touched.
        """
        assert self.bot is None, "stop the bot before starting another"
        made = make_bot()
        bot = self.bot = await made if inspect.isawaitable(made) else made
        if hurried:
            hurry(bot)
        self._running = asyncio.create_task(bot.start(self.world.application.token))
        await ready(bot, self._running)
        return bot

    async def stop(self) -> None:
        """Close the bot as an operator does; what people do meanwhile is lost on it."""
        bot, running, self.bot, self._running = self.bot, self._running, None, None
        if bot is None or running is None:
            return
        await bot.close()
        await asyncio.gather(running, return_exceptions=True)

    async def restart(self, make_bot: Callable[[], BotT | Awaitable[BotT]]) -> BotT:
        await self.stop()
        return await self.start(make_bot)

    async def until(self, holds: Callable[[], object], timeout_seconds: float = HUNG_SECONDS) -> None:
        """Like `world.until`, for what the bot knows: asked again and again. Raises TimeoutError."""
        async with asyncio.timeout(timeout_seconds):
            while not holds():  # noqa: ASYNC110 - nothing tells what a bot knows
                await asyncio.sleep(PAUSE_SECONDS)

    async def clock_on(self, seconds: float) -> None:
        """Move the world's clock, timer by timer, and let the bot come to rest after each."""
        assert isinstance(self.clock, ManualClock), "only a manual clock is moved"
        until = self.clock.time() + seconds
        await self.world.settled(answered=False)
        while (due := self.clock.next_due()) is not None and due <= until:
            self.clock.advance(max(0.0, due - self.clock.time()))
            await self.world.settled(answered=False)
        self.clock.advance(until - self.clock.time())
        await self.world.settled(answered=False)

    async def drip(self, seconds: float, step_seconds: float = 0.1) -> None:
        """Move the world's clock in small steps while requests may be held up by it: nobody waits for those to end."""
        assert isinstance(self.clock, ManualClock), "only a manual clock is moved"
        for _ in range(max(1, round(seconds / step_seconds))):
            self.clock.advance(step_seconds)
            await self.world.still(lambda: not threads_at_work())


def stop_hearts() -> None:
    """End the heartbeats that discord.py leaves behind where a socket is dropped while it is being opened: they would beat on a closed loop."""
    for thread in threading.enumerate():
        if isinstance(thread, discord.gateway.KeepAliveHandler):
            thread.stop()
            thread.join(1.0)


def hurry(bot: discord.Client) -> None:
    """No waiting for servers that will not come, nor between two shards: neither changes what the bot does."""

    async def at_once(_shard_id: int | None, *, initial: bool = False) -> None: ...

    bot._connection.guild_ready_timeout = READY_SECONDS
    bot.before_identify_hook = at_once


async def ready(bot: discord.Client, running: asyncio.Task[None]) -> None:
    done = asyncio.Event()

    async def on_ready() -> None:
        done.set()

    bot.add_listener(on_ready) if hasattr(bot, "add_listener") else setattr(bot, "on_ready", on_ready)
    waiting = asyncio.create_task(done.wait())
    async with asyncio.timeout(HUNG_SECONDS):
        await asyncio.wait({waiting, running}, return_when=asyncio.FIRST_COMPLETED)
    if running.done():
        waiting.cancel()
        running.result()
