"""`open-draw sandbox`: the stand-in for Discord, the unmodified bot against it, and the page to play on, all on loopback."""

from __future__ import annotations

import argparse
import asyncio
import logging
import signal
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from bot.app import PokerBot
from bot.sandbox.actors import person
from bot.sandbox.faults.vocabulary import Planned, UnknownFault, apply_all, parse
from bot.sandbox.page.bridge import WorldBackend
from bot.sandbox.page.server import Page
from bot.sandbox.rest import Limits
from bot.sandbox.rest.budgets import UNLIMITED
from bot.sandbox.stand_in import StandIn
from bot.sandbox.world import World
from bot.settings import Settings, sqlite_url

if TYPE_CHECKING:
    from pydantic_settings import BaseSettings, PydanticBaseSettingsSource

log = logging.getLogger(__name__)

PEOPLE = ("one", "two", "three", "four")
CHANNELS = ("poker", "high-stakes", "lobby")
READY_SECONDS = 0.1


class SandboxSettings(Settings):
    """The bot's settings with their defaults: neither the environment nor `.env` is read, so that no real token can be."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003 - pydantic's own signature
        init_settings: PydanticBaseSettingsSource,
        *_: object,
        **__: object,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return (init_settings,)


@dataclass(frozen=True)
class SandboxOptions:
    """What the command line says. Without a `database` all is forgotten at the end."""

    port: int = 0
    database: Path | None = None
    traffic: Path | None = None
    people: tuple[str, ...] = PEOPLE
    servers: int = 1
    shards: int = 1
    limits: bool = True
    faults: tuple[Planned, ...] = ()
    verbose: bool = False

    @staticmethod
    def add_to(parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=0, help="the page's port; a free one unless given")
        parser.add_argument(
            "--database", type=Path, help="keep chips and hands in this SQLite file; otherwise they are forgotten"
        )
        parser.add_argument("--traffic", type=Path, help="append every REST exchange to this file, a line of JSON each")
        parser.add_argument("--people", default=",".join(PEOPLE), help="who is there, names with commas between")
        parser.add_argument("--servers", type=int, default=1, help="how many servers there are")
        parser.add_argument("--shards", type=int, default=1, help="how many shards the bot is told to use")
        parser.add_argument("--no-limits", action="store_true", help="lift Discord's rate limits")
        parser.add_argument(
            "--fault", type=_fault, action="append", default=[], metavar="NAME[:ARGS][@SECONDS]",
            help="misbehave, for example 5xx:502,every=10 or drop@30; several are possible",
        )  # fmt: skip
        parser.add_argument("--verbose", action="store_true", help="log what goes on")

    @classmethod
    def from_parsed(cls, parsed: argparse.Namespace) -> Self:
        people = tuple(name.strip() for name in parsed.people.split(",") if name.strip())
        return cls(
            parsed.port, parsed.database, parsed.traffic, people, parsed.servers, parsed.shards, not parsed.no_limits, tuple(parsed.fault),
            parsed.verbose,
        )  # fmt: skip


def _fault(text: str) -> Planned:
    try:
        return parse(text)
    except UnknownFault as unknown:
        raise argparse.ArgumentTypeError(str(unknown)) from None


def furnished(options: SandboxOptions) -> tuple[World, dict[int, str]]:
    """A world to play in, and a note on everybody who is there for something else than playing."""
    world = World()
    servers = [world.add_server("Card club" if number == 0 else f"Card club {number + 1}") for number in range(options.servers)]
    for server in servers:
        for name in CHANNELS:
            world.add_channel(server, name)
    for name in options.people:
        person(world, name, *servers)
    rail = person(world, "rail", *servers)
    return world, {rail.id: "watches from the rail", world.application.owner.id: "owns the servers"}


class SandboxBot:
    """The bot, which can be stopped and started again against the same world and the same database."""

    def __init__(self, settings: Settings, token: str) -> None:
        self._settings = settings
        self._token = token
        self._bot: PokerBot | None = None
        self._running: asyncio.Task[None] | None = None
        self.ended = asyncio.Event()

    async def start(self) -> None:
        """Begin to log in; `ended` is set should the bot end by itself."""
        self._bot = await PokerBot.composed(self._settings, guild_ready_timeout=READY_SECONDS)
        self._running = asyncio.create_task(self._bot.start(self._token))
        self._running.add_done_callback(self._note_end)

    async def stop(self) -> None:
        """Close it as an operator does. Raises what it ended with, if it had ended by itself."""
        bot, running, self._bot, self._running = self._bot, self._running, None, None
        if bot is None or running is None:
            return
        ended_by_itself = running.done()
        await bot.close()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)  # a login under way fails when it is closed
        if ended_by_itself:
            running.result()

    def _note_end(self, task: asyncio.Task[None]) -> None:
        if task is self._running:
            self.ended.set()


async def run_sandbox(options: SandboxOptions) -> int:
    """Serve until Ctrl-C or SIGTERM. Returns the process's exit status."""
    logging.basicConfig(level=logging.INFO if options.verbose else logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    with tempfile.TemporaryDirectory(prefix="open-draw-") as folder:
        database = options.database or Path(folder) / "sandbox.db"
        await _serve(options, SandboxSettings(database_url=sqlite_url(database)))
    return 0


async def _serve(options: SandboxOptions, settings: Settings) -> None:
    world, notes = furnished(options)
    limits = Limits() if options.limits else UNLIMITED
    async with StandIn(world, limits=limits, shards=options.shards, traffic=options.traffic) as stand_in:
        with stand_in.pointed_at():
            bot = SandboxBot(settings, world.application.token)
            stand_in.bot = bot
            page = Page(WorldBackend(world, notes=notes))
            await bot.start()
            try:
                print(f"The table is open at {await page.start(options.port)}  (Ctrl-C closes it)", flush=True)  # noqa: T201
                await _until_asked_to_stop(stand_in, bot, options.faults)
            finally:
                await page.close()
                await bot.stop()


async def _until_asked_to_stop(stand_in: StandIn, bot: SandboxBot, faults: tuple[Planned, ...]) -> None:
    asked = bot.ended
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows: Ctrl-C arrives as KeyboardInterrupt
            loop.add_signal_handler(number, asked.set)
    misbehaving = asyncio.create_task(_misbehave(stand_in, faults))
    await asked.wait()
    misbehaving.cancel()
    await asyncio.gather(misbehaving, return_exceptions=True)


async def _misbehave(stand_in: StandIn, faults: tuple[Planned, ...]) -> None:
    try:
        await apply_all(stand_in, list(faults))
    except* UnknownFault as unknown:
        for each in unknown.exceptions:
            log.warning("a fault could not happen: %s", each)
