"""The stand-in on a port: REST, gateway and files of one world, served on loopback."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol, Self

import discord
import yarl
from aiohttp import web

from bot.sandbox.faults import Faults
from bot.sandbox.gateway import Gateway
from bot.sandbox.rest import Limits, Rest
from bot.sandbox.rest.budgets import UNLIMITED
from bot.sandbox.traffic import Traffic

if TYPE_CHECKING:
    import ssl
    from collections.abc import Iterator
    from pathlib import Path

    from bot.sandbox.world import World

HOST = "127.0.0.1"


class Switch(Protocol):
    """Whoever runs the bot, so that a fault can turn it off and on."""

    async def start(self) -> None: ...

    async def stop(self) -> None: ...


class StandIn:
    """A Discord on this machine; an async context manager. `limits` are off unless given."""

    def __init__(
        self, world: World, *, limits: Limits = UNLIMITED, shards: int = 1, traffic: Traffic | Path | None = None
    ) -> None:
        self.world = world
        self.traffic = traffic if isinstance(traffic, Traffic) else Traffic(traffic)
        self._owns_traffic = self.traffic is not traffic
        self.faults = Faults(world)
        self.gateway = Gateway(world, self.faults, shards)
        self.rest = Rest(world, self.gateway, self.faults, self.traffic, limits)
        self.bot: Switch | None = None
        self._runner: web.AppRunner | None = None
        self.port = 0
        self.base_url = ""

    async def start(self, port: int = 0, tls: ssl.SSLContext | None = None) -> None:
        app = web.Application(client_max_size=64 * 1024 * 1024)
        self.rest.mount(app)
        app.router.add_get("/gateway/", self.gateway.handle)
        app.router.add_get("/", self.gateway.handle)  # where the real gateway's address points
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        await web.TCPSite(self._runner, HOST, port, ssl_context=tls).start()
        self.port = self._runner.addresses[0][1]
        self.base_url = self.rest.base_url = self.gateway.events.base_url = f"http://{HOST}:{self.port}"
        self.gateway.url = f"ws://{HOST}:{self.port}/gateway/" if tls is None else "wss://gateway.discord.gg/"

    async def close(self) -> None:
        self.faults.clear()
        await self.gateway.drop()
        if self._runner:
            await self._runner.cleanup()
        if self._owns_traffic:
            self.traffic.close()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @contextmanager
    def pointed_at(self) -> Iterator[None]:
        """discord.py talks to this stand-in instead of Discord, by the two addresses that it keeps as class attributes."""
        before = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
        discord.http.Route.BASE = f"{self.base_url}/api/v10"
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(self.gateway.url)
        try:
            yield
        finally:
            discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = before
