"""Suspending tables that people cannot reach, letting them go on, and closing those whose server or channel is gone."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Final

from bot.tables.errors import NoTable, TableBroken
from bot.tables.hands.play import with_clock
from bot.tables.lifecycle import broken
from bot.tables.registry import Registry
from bot.tables.state import Table
from bot.tables.views import Notice

UNHEARD: Final = frozenset({"connection", "outage"})
"""The reasons for which no press can reach us: the connection of the server's shard is lost, or Discord cannot serve the server."""


async def tables_of(registry: Registry, guild_ids: Iterable[int]) -> list[Table]:
    """The tables of these servers. One that is being opened is registered nowhere yet: it is waited for, by all in the order in which they ask."""
    wanted = list(guild_ids)
    async with registry.opening:
        return registry.of_guilds(wanted)


async def suspend(registry: Registry, tables: Iterable[Table], reason: str) -> None:
    """Let these tables wait, their clocks too. Where one waits for this reason already, nothing happens."""
    for table in tables:
        with suppress(NoTable, TableBroken):
            async with registry.transaction(table.id, reason) as tx:
                if reason not in table.suspended:
                    table.suspended |= {reason}
                    tx.kinds.add("suspended")


async def go_on(registry: Registry, tables: Iterable[Table], reason: str) -> None:
    """End one reason for which these tables wait. The open prompts' clocks start anew, in full (D-33)."""
    for table in tables:
        with suppress(NoTable, TableBroken):
            async with registry.transaction(table.id, reason) as tx:
                if reason in table.suspended:
                    _lift(registry, table, reason)
                    tx.kinds.add("resumed")


def _lift(registry: Registry, table: Table, reason: str) -> None:
    table.suspended -= {reason}
    if reason in UNHEARD:
        table.pressed_at = registry.clock.monotonic()  # nobody could press, so nobody was idle
    live = table.state.running
    if live is not None:
        table.state = replace(table.state, live=with_clock(live, None, table.state.rules, registry.clock.now()))


async def close_guild(registry: Registry, guild_id: int) -> None:
    """Close the tables of a server that has removed the bot."""
    for table in await tables_of(registry, [guild_id]):
        await _close_at_once(registry, table.id, f"left:{guild_id}:{table.id}")


async def close_channel(registry: Registry, channel_id: int) -> None:
    """Close the table of a channel that was deleted, if it has one."""
    async with registry.opening:
        table_id = registry.channels.get(channel_id)
    if table_id is not None:
        await _close_at_once(registry, table_id, f"gone:{channel_id}:{table_id}")


async def _close_at_once(registry: Registry, table_id: int, cause: str) -> None:
    """Pay everybody out; a running hand is void."""
    with suppress(NoTable, TableBroken):
        async with registry.transaction(table_id, cause, closing=True) as tx:
            live = tx.state.running
            if "broken" in tx.table.suspended:
                await broken.close(tx)
            elif live is not None:
                await tx.void("closed", Notice("notice.voided-closed", {"number": live.number}), closing=True)
            else:
                await tx.close()
