"""`open-draw sandbox`: the stand-in for Discord, the unmodified bot against it, and the page to play on, all on loopback."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys
import tempfile
import webbrowser
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from bot.app import PokerBot, asked_to_stop
from bot.engine import VARIANTS
from bot.sandbox.actors import Person, person
from bot.sandbox.faults.vocabulary import Planned, UnknownFault, apply_all, parse
from bot.sandbox.page.bridge import WorldBackend
from bot.sandbox.page.server import Page
from bot.sandbox.rest import Limits
from bot.sandbox.rest.budgets import UNLIMITED
from bot.sandbox.stand_in import StandIn
from bot.sandbox.world import World
from bot.settings import Settings, sqlite_url
from bot.telling import stopped, tell

if TYPE_CHECKING:
    from pydantic_settings import BaseSettings, PydanticBaseSettingsSource

log = logging.getLogger(__name__)

PEOPLE = ("one", "two", "three", "four", "five", "six", "seven", "eight")
CHANNELS = ("poker", "high-stakes", "lobby")
READY_SECONDS = 0.1


class PortTaken(Exception):
    """The page cannot be served on the port that was asked for."""


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
    people: tuple[str, ...] = PEOPLE[:4]
    servers: int = 1
    shards: int = 1
    limits: bool = True
    faults: tuple[Planned, ...] = ()
    verbose: bool = False
    browser: bool = True
    play: str | None = None

    @staticmethod
    def add_to(parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=0, help="the page's port; a free one unless given")
        parser.add_argument(
            "--database", type=Path, help="keep chips and hands in this SQLite file; otherwise they are forgotten"
        )
        parser.add_argument("--traffic", type=Path, help="append every REST exchange to this file, a line of JSON each")
        parser.add_argument(
            "--people", type=_people, default=PEOPLE[:4], help="how many people there are (4), or their names with commas"
        )
        parser.add_argument("--no-browser", action="store_true", help="do not open the page in a browser")
        parser.add_argument("--servers", type=int, default=1, help="how many servers there are")
        parser.add_argument("--shards", type=int, default=1, help="how many shards the bot is told to use")
        parser.add_argument("--no-limits", action="store_true", help="lift Discord's rate limits")
        parser.add_argument(
            "--fault", type=_fault, action="append", default=[], metavar="NAME[:ARGS][@SECONDS]",
            help="misbehave, for example 5xx:502,every=10 or drop@30; several are possible",
        )  # fmt: skip
        parser.add_argument("--play", choices=VARIANTS, help="begin with a table of this game and three players of the house")
        parser.add_argument("--verbose", action="store_true", help="log what goes on")

    @classmethod
    def from_parsed(cls, parsed: argparse.Namespace) -> Self:
        return cls(
            parsed.port, parsed.database, parsed.traffic, parsed.people, parsed.servers, parsed.shards, not parsed.no_limits,
            tuple(parsed.fault), parsed.verbose, not parsed.no_browser, parsed.play,
        )  # fmt: skip


def _people(text: str) -> tuple[str, ...]:
    """Names from a list, or as many of the usual ones as a number says."""
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    if not text.isdecimal():
        return names
    if text not in map(str, range(1, len(PEOPLE) + 1)):
        raise argparse.ArgumentTypeError(f"1 to {len(PEOPLE)} people, or their names")
    return PEOPLE[: int(text)]


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


async def deal_in(stand_in: StandIn, name: str, variant: str) -> None:
    """Let somebody open a table in the first channel and play a hand against the house, by the commands that they would type."""
    world = stand_in.world
    server = next(iter(world.servers.values()))
    channel = next(iter(server.channels.values()))
    player = next(Person(world, user) for user in world.users.values() if user.name == name)
    await world.until(lambda: world.application.commands_in(server.id) and stand_in.gateway.connected)
    for command, given in (("table start", {"variant": variant}), ("table house", {"players": 3}), ("table deal", {})):
        await player.slash(channel, command, **given)


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
    """Serve until Ctrl-C or SIGTERM. Returns the process's exit status: 2 where the page's port cannot be used."""
    logging.basicConfig(level=logging.INFO if options.verbose else logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    with tempfile.TemporaryDirectory(prefix="open-draw-") as folder:
        database = options.database or Path(folder) / "sandbox.db"
        try:
            await _serve(options, SandboxSettings(database_url=sqlite_url(database)))
        except PortTaken as taken:
            return stopped(f"Port {options.port} cannot be used ({taken}). Choose another one, or none for a free one.")
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
                address = await _started(page, options.port)
                if options.play:
                    await deal_in(stand_in, options.people[0], options.play)
                tell(f"The table is open at {address}  (Ctrl-C closes it)")
                if options.browser and _has_screen():
                    webbrowser.open(address)
                await _until_asked_to_stop(stand_in, bot, options.faults)
            finally:
                await page.close()
                await bot.stop()


async def _started(page: Page, port: int) -> str:
    try:
        return await page.start(port)
    except OSError as trouble:
        raise PortTaken(trouble.strerror) from trouble


def _has_screen() -> bool:
    """Whether a browser would open beside the terminal, rather than in it."""
    desktop = sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return desktop and sys.stdout.isatty()


async def _until_asked_to_stop(stand_in: StandIn, bot: SandboxBot, faults: tuple[Planned, ...]) -> None:
    misbehaving = asyncio.create_task(apply_all(stand_in, list(faults)))
    waiting = {asyncio.create_task(asked_to_stop()), asyncio.create_task(bot.ended.wait())}
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for task in (misbehaving, *waiting):
        task.cancel()
    await asyncio.gather(misbehaving, *waiting, return_exceptions=True)
