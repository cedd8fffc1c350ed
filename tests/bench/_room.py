"""Many tables at once, in a database and in memory, without Discord: what the benchmarks begin with."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.sandbox.clock import ManualClock
from bot.settings import sqlite_url
from bot.store import Store
from bot.tables import Clock, Player, Policy, Servers, TableRules, Tables, TableView

POLICY = Policy(tables_a_server=10_000, tables_a_person=10_000, first_deal_seconds=3_600.0)
AT_ONCE = 64
CLOCK_SECONDS = 300
"""The longest there is: 5,000 tables take minutes to furnish, and clocks that ran out meanwhile would play on all of them at once."""

PRESSES = itertools.count(1)
"""Ids of presses: what moves chips is booked once for each."""


@dataclass(frozen=True)
class Wish:
    """A table to be opened: where, and who sits there."""

    guild_id: int
    channel_id: int
    people: tuple[Player, ...]
    variant: str = "sequential"
    dealt: bool = True


_NUMBERS = itertools.count(1_000_000)


def wishes(count: int, people: int, *, dealt: bool = True) -> list[Wish]:
    """Tables for invented people in channels of their own, twenty a server, the two games in turn."""
    guild_id = next(_NUMBERS)
    return [
        Wish(
            guild_id + number // 20 * 1_000_000,
            next(_NUMBERS),
            tuple(Player(next(_NUMBERS), f"player {seat}") for seat in range(people)),
            ("sequential", "simple")[number % 2],
            dealt,
        )
        for number in range(count)
    ]


@asynccontextmanager
async def room(database: Path, clock: Clock | None = None, policy: Policy = POLICY) -> AsyncIterator[Tables]:
    """The table service over a file, as the bot composes it."""
    clock = clock or ManualClock()
    store = await Store.open(sqlite_url(database), now=clock.now)
    tables = Tables(store, Servers(store, policy, clock), clock=clock, policy=policy)
    try:
        await tables.start()
        yield tables
        await tables.close()
    finally:
        await store.close()


async def furnish(tables: Tables, wanted: Sequence[Wish]) -> list[TableView]:
    """Open these tables, seat everybody and, where it is wished, deal; many at a time, as many servers would. In the order of the wishes."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def furnished(wish: Wish) -> TableView:
        async with gate:
            host, *others = wish.people
            rules = TableRules.from_options(
                variant=wish.variant,
                seats=max(2, len(wish.people)),
                clock_seconds=CLOCK_SECONDS,
                discard_clock_seconds=CLOCK_SECONDS,
            )
            view = await tables.open(wish.guild_id, wish.channel_id, host, rules, locale="en-US", press=next(PRESSES))
            for person in others:
                view = await tables.join(view.table_id, person, press=next(PRESSES))
            return await tables.deal(view.table_id, host.id, press=next(PRESSES)) if wish.dealt else view

    return await asyncio.gather(*(furnished(wish) for wish in wanted))
