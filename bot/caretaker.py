"""What is done beside the games: work in the background, and, once a day, what is kept of servers that are gone."""

import asyncio
import logging
from collections.abc import Coroutine
from datetime import timedelta
from typing import Any

import discord

from bot.errors import PokerError
from bot.tables import Clock, Servers, Timer

log = logging.getLogger(__name__)

DAY_SECONDS = 24 * 60 * 60.0


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
            except (discord.DiscordException, PokerError, OSError):
                log.warning("something in the background failed", exc_info=True)

        task = asyncio.create_task(guarded())
        kind = self._lasting if lasting else self._passing
        kind.add(task)
        task.add_done_callback(kind.discard)

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
        for task in self._passing:
            task.cancel()
        await asyncio.gather(*self._passing, *self._lasting, return_exceptions=True)
