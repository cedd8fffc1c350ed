"""From start to ready with many hands running, and the mending of their messages: `resume [--hands 1000,5000] [--actions N] [--watch S]`."""

import argparse
import asyncio
import random  # noqa: TID251 - a benchmark makes up its own mind
import tempfile
from pathlib import Path
from time import perf_counter

from bot.sandbox.rest import Limits
from bot.tables import Tables
from tests.bench._bot import bot_process
from tests.bench._club import Club
from tests.bench._figures import collecting_no_garbage, spread
from tests.bench._room import AT_ONCE, room
from tests.bench._table_play import act
from tests.trouble.fire import left_behind

EMPTY = 1
"""Hands in the run that shows what a start costs without any."""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="resume", description=__doc__)
    parser.add_argument("--hands", default="1000,5000", help="how many hands are running, one a table")
    parser.add_argument("--actions", type=int, default=8, help="how many actions each hand has behind it")
    parser.add_argument("--watch", type=float, default=5.0, help="for how many seconds the mending of the messages is watched")
    parser.add_argument("--times", type=int, default=3, help="how many starts a figure is the median of")
    options = parser.parse_args(arguments)
    print(f"median (least to most) of {options.times} starts, each from the same file")
    print(
        f"{'hands running':>14}{'actions':>10}{'store and replay, s':>26}{'connected, s':>26}{'ready in all, s':>26}{'a press then, ms':>26}{'edits/s':>26}{'429':>6}"
    )
    for hands in (EMPTY, *map(int, options.hands.split(","))):
        asyncio.run(measure(hands, options.actions, options.watch, options.times))
    return 0


async def measure(hands: int, actions: int, watch_seconds: float, times: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "resume.db"
        async with Club(hands, limits=Limits()) as club:
            await club.furnish(database)
            async with room(database) as tables:
                await play_on(tables, actions)
                played = sum(view.hand.prompt_number for view in tables.views() if view.hand is not None)
            starts = [
                await one_start(club, left_behind(database, Path(folder) / f"start-{number}"), watch_seconds)
                for number in range(times)
            ]
    columns = zip(*starts, strict=True)
    forms = ("{:.2f}", "{:.2f}", "{:.2f}", "{:.0f}", "{:.1f}")
    cells = (f"{spread(column, form):>26}" for column, form in zip(columns, forms, strict=False))
    print(f"{hands:>14,}{played:>10,}{''.join(cells)}{sum(start[-1] for start in starts):>6,.0f}")


async def one_start(club: Club, database: Path, watch_seconds: float) -> tuple[float, ...]:
    """Seconds till store and replay are done, till connected and till ready, milliseconds of the first press, edits a second, and refusals."""
    with collecting_no_garbage():
        began = perf_counter()
        async with bot_process("whole", *club.address, database, bench_event="on_shard_connect") as process:
            ready = perf_counter() - began
            await club.world.until(lambda: any(felt.my_hand for felt in club.felts.values()))  # the others are being posted anew
            felt = next(felt for felt in club.felts.values() if felt.my_hand)
            await felt.press(next(iter(felt.people.values())), felt.public, felt.my_hand, "my hand")  # type: ignore[arg-type]
            (first,) = club.forget()["my hand"]
            edits, refused = await mended(club, watch_seconds)
    start = process.start
    return (start["composed_seconds"], start["connected_seconds"], ready, first * 1000, edits / watch_seconds, refused)


async def play_on(tables: Tables, actions: int) -> None:
    """So many actions at each table; what ends within them is dealt anew."""
    chance, gate = random.Random(actions), asyncio.Semaphore(AT_ONCE)

    async def played(table_id: int) -> None:
        async with gate:
            for _ in range(actions):
                await act(tables, table_id, chance)

    await asyncio.gather(*(played(view.table_id) for view in tables.views()))


async def mended(club: Club, seconds: float) -> tuple[int, int]:
    """How many messages were brought up to date in so many seconds, and how many requests were refused meanwhile."""
    traffic, budgets = club.stand_in.traffic, club.stand_in.rest.budgets
    before, refused = len(traffic.of("PATCH")), budgets.refused
    await asyncio.sleep(seconds)
    return len(traffic.of("PATCH")) - before, budgets.refused - refused
