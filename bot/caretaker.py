"""What is done beside the games: work in the background, and, once a day, what is kept of servers that are gone."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from datetime import timedelta
from typing import Any

import aiohttp
import discord

from bot.errors import PokerError
from bot.tables import Clock, Servers, Timer

log = logging.getLogger(__name__)

DAY_SECONDS = 24 * 60 * 60.0

PAUSES_SECONDS = (60.0, 5 * 60.0, 15 * 60.0, 60 * 60.0, 6 * 60 * 60.0)
"""Before what failed is tried again: the longer, the more often it has."""

Work = Callable[[], Coroutine[Any, Any, None]]

TROUBLE = (discord.DiscordException, PokerError, aiohttp.ClientError, OSError, TimeoutError)


class Caretaker:
    """Begins work that nobody waits for, and keeps the list of servers; `close` ends both."""

    def __init__(self, client: discord.Client, servers: Servers, clock: Clock, *, forget_days: int) -> None:
        """`forget_days` after a server has removed the bot, what is kept of it is deleted."""
        self._client = client
        self._servers = servers
        self._clock = clock
        self._forgetting = timedelta(days=forget_days)
        self._passing: set[asyncio.Task[None]] = set()
        self._lasting: set[asyncio.Task[None]] = set()
        self._again: dict[str, Timer] = {}
        self._tomorrow: Timer | None = None
        self._closing = False

    @property
    def busy(self) -> bool:
        """Whether something is being written that is to come to its end."""
        return bool(self._lasting)

    def begin(self, work: Coroutine[Any, Any, None], *, lasting: bool = False) -> None:
        """Do something beside everything else; when it fails, the log says so and the game goes on.

        A closing bot gives it up, or, `lasting`, lets it come to its end: what reads and writes the database is soon done.
        """

        async def guarded() -> None:
            try:
                await work
            except TROUBLE:
                log.warning("something in the background failed", exc_info=True)

        self._keep(asyncio.create_task(guarded()), self._lasting if lasting else self._passing)

    def insist_later(self, what: str, work: Work, seconds: float) -> None:
        """`insist` on something after a while."""
        self._set_timer(what, seconds, lambda: self._begin_again(what, work))

    def insist(self, what: str, work: Work, *, failures: int = 0) -> asyncio.Task[None]:
        """Do something beside everything else; after each failure the log says why, and it is tried again after a longer pause.

        `what` names it, and replaces what still waits under this name; `failures` are those before. The task ends with the first attempt.
        """
        self._drop_timer(what)

        async def attempt() -> None:
            try:
                await work()
            except TROUBLE as trouble:
                self._again_later(what, work, failures, trouble)

        return self._keep(asyncio.create_task(attempt()), self._passing)

    def _again_later(self, what: str, work: Work, failures: int, trouble: Exception) -> None:
        asked = trouble.retry_after if isinstance(trouble, discord.RateLimited) else 0.0
        seconds = max(asked, PAUSES_SECONDS[min(failures, len(PAUSES_SECONDS) - 1)])
        cause = " ".join(f"{type(trouble).__name__}: {trouble}".split())
        log.warning("%s failed, and is tried again in %.0f s; play goes on (%s)", what, seconds, cause)
        self._set_timer(what, seconds, lambda: self._begin_again(what, work, failures=failures + 1))

    def _begin_again(self, what: str, work: Work, *, failures: int = 0) -> None:
        self.insist(what, work, failures=failures)

    def _set_timer(self, what: str, seconds: float, call: Callable[[], None]) -> None:
        self._drop_timer(what)
        if not self._closing:
            self._again[what] = self._clock.call_later(seconds, call)

    def _drop_timer(self, what: str) -> None:
        if (timer := self._again.pop(what, None)) is not None:
            timer.cancel()

    @staticmethod
    def _keep(task: asyncio.Task[None], kind: set[asyncio.Task[None]]) -> asyncio.Task[None]:
        kind.add(task)
        task.add_done_callback(kind.discard)
        return task

    def tidy_daily(self) -> None:
        """Note who has the bot, and delete what is kept of servers that removed it long ago; now, and then once a day."""
        if self._closing:
            return
        if self._tomorrow is not None:
            self._tomorrow.cancel()
        self.begin(self._tidy(), lasting=True)
        self._tomorrow = self._clock.call_later(DAY_SECONDS, self.tidy_daily)

    async def _tidy(self) -> None:
        await self._servers.meet({guild.id for guild in self._client.guilds})
        await self._servers.purge(
            removed_before=self._clock.now() - self._forgetting,
            spared=lambda guild_id: self._closing or self._client.get_guild(guild_id) is not None,
        )

    def back(self, guild_id: int) -> None:
        """A server has come back; at the start that is looked up for all of them at once."""
        if self._tomorrow is not None:
            self.here(guild_id)

    def here(self, guild_id: int) -> None:
        """Whatever was noted, this server has the bot."""
        if not self._closing:
            self.begin(self._servers.removed(guild_id, at=None), lasting=True)

    async def close(self) -> None:
        """Begin nothing more, and wait for what is to come to its end."""
        self._closing = True
        if self._tomorrow is not None:
            self._tomorrow.cancel()
        for timer in self._again.values():
            timer.cancel()
        for task in self._passing:
            task.cancel()
        await asyncio.gather(*self._passing, *self._lasting, return_exceptions=True)
