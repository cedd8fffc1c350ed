"""The table service: one call for each thing that a person can do, and for each thing that Discord tells us.

Per action, always in this order: under the table's lock, is the press current? then the engine, then one transaction, then the new
value is swapped in and numbered; listeners are told outside the lock. A call that raises has changed nothing.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Final

from bot.tables import broken, play
from bot.tables.errors import NoTable, TableBroken
from bot.tables.playing import Playing
from bot.tables.state import Table
from bot.tables.turn import Turn
from bot.tables.views import Notice

UNHEARD: Final = frozenset({"connection", "outage"})
"""Why a table rests since nobody's press can reach us: the connection of its shard, or an outage of its server. Each ends by itself alone."""


class Tables(Playing):
    """All tables of the bot. `press` is the id of the interaction that asks: what moves chips is booked once for it."""

    async def unreachable(self, table_id: int) -> None:
        """The channel cannot be written to: the table waits, its clocks too. Nothing happens where it waits already."""
        await self._suspend([self._floor.table(table_id)], "channel")

    async def reachable(self, table_id: int) -> None:
        """The channel can be written to again: the table goes on, its clock anew, in full."""
        await self._go_on([self._floor.table(table_id)], "channel")

    async def connection_lost(self, guild_ids: Iterable[int]) -> None:
        """Discord cannot reach us for these servers: nobody is timed out for it."""
        await self._suspend(await self._of(guild_ids), "connection")

    async def connection_back(self, guild_ids: Iterable[int]) -> None:
        """Discord reaches us again: the open prompts' clocks start anew, in full (D-33)."""
        await self._go_on(await self._of(guild_ids), "connection")

    async def outage_begun(self, guild_ids: Iterable[int]) -> None:
        """Discord cannot serve these servers: their tables rest, whatever becomes of the connection meanwhile."""
        await self._suspend(await self._of(guild_ids), "outage")

    async def outage_over(self, guild_ids: Iterable[int]) -> None:
        """Discord serves these servers again: their tables go on, unless the connection is lost (D-33)."""
        await self._go_on(await self._of(guild_ids), "outage")

    async def guild_left(self, guild_id: int) -> None:
        """The bot was removed from a server: its tables close, everybody is paid out, a running hand is void."""
        for table in await self._of([guild_id]):
            with suppress(NoTable, TableBroken):
                async with self._floor.turn(table.id, f"left:{guild_id}:{table.id}", closing=True) as turn:
                    await self._close_at_once(turn)

    async def channel_gone(self, channel_id: int) -> None:
        """A channel was deleted: its table closes like that of a server that has removed the bot."""
        async with self._opening:
            table_id = self._floor.channels.get(channel_id)
        if table_id is not None:
            with suppress(NoTable, TableBroken):
                async with self._floor.turn(table_id, f"gone:{channel_id}:{table_id}", closing=True) as turn:
                    await self._close_at_once(turn)

    async def _close_at_once(self, turn: Turn) -> None:
        live = turn.state.running
        if "broken" in turn.table.suspended:
            await broken.close(turn)
        elif live is not None:
            await turn.void("closed", Notice("notice.voided-closed", {"number": live.number}), closing=True)
        else:
            async with turn.saving() as saved:
                await turn.close(saved)

    async def _suspend(self, tables: list[Table], reason: str) -> None:
        for table in tables:
            with suppress(NoTable, TableBroken):
                async with self._floor.turn(table.id, reason) as turn:
                    if reason not in table.suspended:
                        table.suspended |= {reason}
                        turn.kinds.add("suspended")

    async def _go_on(self, tables: list[Table], reason: str) -> None:
        for table in tables:
            with suppress(NoTable, TableBroken):
                async with self._floor.turn(table.id, reason) as turn:
                    if reason in table.suspended:
                        self._anew(table, reason)
                        turn.kinds.add("resumed")

    def _anew(self, table: Table, reason: str) -> None:
        table.suspended -= {reason}
        if reason in UNHEARD:
            table.pressed_at = self._clock.monotonic()  # nobody could press
        live = table.state.running
        if live is not None:
            table.state = replace(table.state, live=play.with_clock(live, None, table.state.rules, self._clock.now()))

    async def _of(self, guild_ids: Iterable[int]) -> list[Table]:
        """The tables of these servers. One that is being opened is listed nowhere yet: it is waited for, by all in the order in which they were called."""
        wanted = set(guild_ids)
        async with self._opening:
            return [table for table in self._floor.tables.values() if table.guild_id in wanted]
