"""A bot in a process of its own, against a stand-in in another one: `BotProcess` there, this module's `main` here."""

import asyncio
import contextlib
import cProfile
import json
import os
import resource
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from bot.loading import loading

with loading():  # as the command line does
    import discord
    import yarl
    from discord.ext import commands

    from bot.app import PokerBot
    from bot.settings import Settings, sqlite_url
    from tests.sandbox.trivial import make_bot

READY_SECONDS = 0.1
PAGE_BYTES = resource.getpagesize()


class BotProcess:
    """The other side's handle: what the bot's process has used so far. `start` are the seconds that parts of its start took."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.start: dict[str, Any] = {}

    async def line(self) -> dict[str, Any]:
        """The next line of the process. Raises RuntimeError where it has ended."""
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the bot has ended with status {await self._process.wait()}")
        return json.loads(line)

    async def facts(self) -> dict[str, Any]:
        """`cpu_seconds` and `memory_bytes` of the bot's process until now."""
        assert self._process.stdin is not None
        self._process.stdin.write(b"facts\n")
        return await self.line()


@asynccontextmanager
async def bot_process(
    kind: str, rest: str, gateway: str, token: str, database: Path | None = None, **environment: Any
) -> AsyncIterator[BotProcess]:
    """Start a bot ("whole" over a database, or the "trivial" one) and wait until it is ready; closed as an operator does.

    `environment` are settings by name; `bench_profile` names a file that the bot's profile is written to, `bench_event` what it is ready with
    if not with discord.py's `on_ready`, which waits whether more servers are told of.
    """
    extra = {name.upper(): str(value) for name, value in environment.items() if value is not None}
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}  # an operator's has none
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bench._bot", kind, rest, gateway, token, *([str(database)] if database else []),
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, env={**inherited, "LOG_LEVEL": "ERROR", **extra},
    )  # fmt: skip
    assert process.stdin is not None
    handle = BotProcess(process)
    try:
        handle.start = await handle.line()
        yield handle
    finally:
        with contextlib.suppress(ConnectionError):
            process.stdin.close()
        try:
            async with asyncio.timeout(20):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()


# The bot's own process


async def _make(kind: str, database: str | None) -> commands.AutoShardedBot:
    if kind == "trivial":
        return make_bot(guild_ready_timeout=READY_SECONDS)  # type: ignore[return-value]
    assert database is not None
    settings = Settings(_env_file=None, database_url=sqlite_url(Path(database)))
    with loading():
        return await PokerBot.composed(settings, guild_ready_timeout=READY_SECONDS)


def _facts() -> dict[str, Any]:
    used = resource.getrusage(resource.RUSAGE_SELF)
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return {"cpu_seconds": used.ru_utime + used.ru_stime, "memory_bytes": pages * PAGE_BYTES}


async def _serve(kind: str, rest: str, gateway: str, token: str, database: str | None = None) -> None:
    discord.http.Route.BASE = f"{rest}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    began = perf_counter()
    bot = await _make(kind, database)
    composed = perf_counter()
    ready = asyncio.Event()

    async def set_ready(*_: object) -> None:
        ready.set()

    bot.add_listener(set_ready, os.environ.get("BENCH_EVENT", "on_ready"))
    running = asyncio.create_task(bot.start(token))
    waiting = asyncio.create_task(ready.wait())
    await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
    _say({"composed_seconds": composed - began, "connected_seconds": perf_counter() - composed})
    requests = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(requests), sys.stdin)
    while await requests.readline():
        _say(_facts())
    await bot.close()
    await asyncio.gather(running, waiting, return_exceptions=True)


def _say(line: dict[str, Any]) -> None:
    print(json.dumps(line), flush=True)


def main(arguments: list[str]) -> None:
    profile = os.environ.get("BENCH_PROFILE")
    if profile is None:
        asyncio.run(_serve(*arguments))
        return
    profiler = cProfile.Profile(process_time)  # the processor's time: the machine may have other work
    profiler.runcall(asyncio.run, _serve(*arguments))
    profiler.dump_stats(profile)


if __name__ == "__main__":
    main(sys.argv[1:])
