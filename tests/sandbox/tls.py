"""The stand-in under Discord's names: a private CA for them, and a resolver that leads them to its port."""

from __future__ import annotations

import socket
import ssl
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import aiohttp
import trustme
from aiohttp.abc import AbstractResolver, ResolveResult

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.sandbox.harness import Stage

NAMES = ("discord.com", "gateway.discord.gg")


class ToHere(AbstractResolver):
    """Every name is this machine, at one port: aiohttp connects to the port in the answer."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.asked: list[str] = []

    async def resolve(self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET) -> list[ResolveResult]:
        self.asked.append(host)
        return [
            ResolveResult(
                hostname=host, host="127.0.0.1", port=self.port, family=socket.AF_INET, proto=0, flags=socket.AI_NUMERICHOST
            )
        ]

    async def close(self) -> None: ...


@asynccontextmanager
async def over_tls(stage: Stage) -> AsyncIterator[tuple[Stage, aiohttp.TCPConnector]]:
    """The stage on a TLS port, and the connector that a bot is given as `connector=`; nothing of discord.py is touched."""
    authority = trustme.CA()
    serving = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert(*NAMES).configure_cert(serving)
    asking = ssl.create_default_context()
    authority.configure_trust(asking)
    await stage.stand_in.start(tls=serving)
    connector = aiohttp.TCPConnector(resolver=ToHere(stage.stand_in.port), ssl=asking)
    try:
        yield stage, connector
    finally:
        await stage.stop()
        await stage.stand_in.close()
        await connector.close()
        assert not stage.rest.unknown_routes, stage.rest.unknown_routes
