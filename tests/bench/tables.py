"""Memory of a table, and how many durable actions a second one process sustains: `tables [--tables 100,1000,5000] [--seconds S]`."""

import argparse
import asyncio
import gc
import itertools
import random  # noqa: TID251 - a benchmark makes up its own mind
import resource
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from time import process_time

from bot.loading import loading
from bot.render import TEXT_CARDS, speech, table_message
from bot.tables import SystemClock, Tables, TableView
from tests.bench._figures import spread
from tests.bench._rates import Run, highest
from tests.bench._room import AT_ONCE, furnish, room, wishes
from tests.bench._table_play import act

LATE_SECONDS = 0.1
FIRST_RATE = 100.0
PAGE_BYTES = resource.getpagesize()
PEOPLE = 4


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="tables", description=__doc__)
    parser.add_argument("--tables", default="100,1000,5000", help="at how many tables")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each rate of actions is kept up")
    parser.add_argument("--times", type=int, default=5, help="how many runs a figure is the median of")
    options = parser.parse_args(arguments)
    print(f"{PEOPLE} people a table; every action is on the disk before it is answered; p99 from when it was due")
    print(f"median (least to most) of {options.times} runs of {options.seconds:g} s, after one that warms up")
    for count in map(int, options.tables.split(",")):
        asyncio.run(measure(count, options.seconds, options.times))
    return 0


async def measure(count: int, seconds: float, times: int) -> None:
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
            print(f"{'':32}{'actions/s':>28}{'median ms':>24}{'p99 ms':>24}{'processor ms an action':>26}")
            for name, draw in (("the service", untouched), ("and its message drawn", drawn)):
                turns = itertools.cycle([view.table_id for view in views])
                found = await highest(
                    lambda rate, turns=turns, draw=draw: at_rate(tables, turns, rate, seconds, draw),
                    FIRST_RATE,
                    LATE_SECONDS,
                    times,
                )
                print(row(f"{name} keeps up", found.kept))
                print(row("  late at", found.late))


def memory() -> int:
    """Bytes that this process holds."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE_BYTES


def untouched(_view: TableView) -> None:
    """Nothing is drawn."""


def drawn(view: TableView) -> None:
    """What an answer to a press on the table's message would carry."""
    table_message(view, speech("en"), TEXT_CARDS).view().to_components()


def row(name: str, runs: Sequence[Run]) -> str:
    """One line: each figure of these runs, or that there is none."""
    if not runs:
        return f"{name:32}{'nothing that was tried':>28}"
    return (
        f"{name:32}{spread([run.reached for run in runs], '{:,.0f}'):>28}"
        f"{spread([median(run.delays) * 1000 for run in runs], '{:.1f}'):>24}{spread([run.p99 * 1000 for run in runs], '{:.1f}'):>24}"
        f"{spread([run.processor_seconds * 1000 for run in runs], '{:.2f}'):>26}"
    )


async def at_rate(tables: Tables, turns: Iterator[int], rate: float, seconds: float, draw: Callable[[TableView], None]) -> Run:
    """One run: an action at the next table, so many a second, for so long."""
    loop = asyncio.get_running_loop()
    chance = random.Random(rate)
    delays: list[float] = []
    busy: set[int] = set()
    began, used = loop.time(), process_time()

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
    return Run(delays, len(delays) / (loop.time() - began), (process_time() - used) / len(delays))
