"""Memory of a table, and how many durable actions a second one process sustains: `tables [--tables 100,1000,5000] [--seconds S]`."""

import argparse
import asyncio
import gc
import itertools
import random  # noqa: TID251 - a benchmark makes up its own mind
import resource
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import process_time

from bot.loading import loading
from bot.render import TEXT_FACES, speech, table_message
from bot.tables import SystemClock, Tables, TableView
from tests.bench._figures import p99
from tests.bench._room import AT_ONCE, furnish, room, wishes
from tests.bench._table_play import act

LATE_SECONDS = 0.1
FIRST_RATE, FASTER, LITTLE_FASTER = 100.0, 1.3, 1.06
PAGE_BYTES = resource.getpagesize()
PEOPLE = 4


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="tables", description=__doc__)
    parser.add_argument("--tables", default="100,1000,5000", help="at how many tables")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each rate of actions is kept up")
    options = parser.parse_args(arguments)
    print(f"{PEOPLE} people a table; every action is on the disk before it is answered; p99 from when it was due")
    for count in map(int, options.tables.split(",")):
        asyncio.run(measure(count, options.seconds))
    return 0


async def measure(count: int, seconds: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with room(Path(folder) / "tables.db", SystemClock()) as tables:
            await furnish(
                tables, wishes(2 * AT_ONCE, PEOPLE)
            )  # what is loaded once, or for as many as come at a time, counts for no table
            before = memory()
            await furnish(tables, wishes(count, PEOPLE, dealt=False))
            waiting = (memory() - before) / count
            before = memory()
            views = await furnish(tables, wishes(count, PEOPLE))
            live = (memory() - before) / count
            with loading():  # from here on the collector does as in the bot
                gc.collect()
            print(f"\n{count:,} tables: {waiting / 1000:.1f} KB a waiting table, {live / 1000:.1f} KB a live one")
            print(f"{'':24}{'actions/s':>12}{'median':>12}{'p99':>12}{'processor an action':>22}")
            for name, draw in (("the service", untouched), ("and its message drawn", drawn)):
                await sustained(tables, [view.table_id for view in views], seconds, name, draw)


def memory() -> int:
    """Bytes that this process holds."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE_BYTES


def untouched(_view: TableView) -> None:
    """Nothing is drawn."""


def drawn(view: TableView) -> None:
    """What an answer to a press on the table's message would carry."""
    table_message(view, speech("en"), TEXT_FACES).view().to_components()


async def sustained(tables: Tables, table_ids: list[int], seconds: float, name: str, draw: Callable[[TableView], None]) -> None:
    """Ask for more and more actions a second until one in a hundred is late, the last steps small; print the last rate that was kept up, and the first that was not."""
    turns = itertools.cycle(table_ids)
    rate, faster = FIRST_RATE, FASTER
    kept_rate, kept = 0.0, "(not even this)"
    while True:
        before = process_time()
        delays, reached = await at_rate(tables, turns, rate, seconds, draw)
        used = (process_time() - before) / len(delays)
        line = f"{reached:>12,.0f}{median(delays) * 1000:>9.1f} ms{p99(delays) * 1000:>9.1f} ms{used * 1000:>19.2f} ms"
        late = p99(delays) > LATE_SECONDS
        if late and (faster == LITTLE_FASTER or not kept_rate):
            print(f"{name + ' keeps up':24}{kept}")
            print(f"{'  late at':24}{line}")
            return
        if late:
            faster = LITTLE_FASTER
        else:
            kept_rate, kept = rate, line
        rate = kept_rate * faster


async def at_rate(
    tables: Tables, turns: Iterator[int], rate: float, seconds: float, draw: Callable[[TableView], None]
) -> tuple[list[float], float]:
    """Seconds from when each action was due till it was answered, and how many a second were."""
    loop = asyncio.get_running_loop()
    chance = random.Random(rate)
    delays: list[float] = []
    busy: set[int] = set()
    began = loop.time()

    async def one(table_id: int, due: float) -> None:
        draw(await act(tables, table_id, chance))
        delays.append(loop.time() - due)
        busy.discard(table_id)

    async with asyncio.TaskGroup() as group:
        for number in range(int(rate * seconds)):
            due = began + number / rate
            await asyncio.sleep(max(0.0, due - loop.time()))
            table_id = next(turns)
            if table_id not in busy:  # who is still waited for does not press again
                busy.add(table_id)
                group.create_task(one(table_id, due))
    return delays, len(delays) / (loop.time() - began)
