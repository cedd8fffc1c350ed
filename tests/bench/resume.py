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
from tests.bench._figures import collecting_no_garbage
from tests.bench._room import AT_ONCE, room
from tests.bench._table_play import act

EMPTY = 1
"""Hands in the run that shows what a start costs without any."""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="resume", description=__doc__)
    parser.add_argument("--hands", default="1000,5000", help="how many hands are running, one a table")
    parser.add_argument("--actions", type=int, default=8, help="how many actions each hand has behind it")
    parser.add_argument("--watch", type=float, default=5.0, help="for how many seconds the mending of the messages is watched")
    options = parser.parse_args(arguments)
    print(
        f"{'hands running':>14}{'actions':>10}{'store and replay':>18}{'connected':>12}{'ready in all':>14}{'a press then':>14}{'edits/s':>10}{'429':>6}"
    )
    for hands in (EMPTY, *map(int, options.hands.split(","))):
        asyncio.run(measure(hands, options.actions, options.watch))
    return 0


async def measure(hands: int, actions: int, watch_seconds: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "resume.db"
        async with Club(hands, limits=Limits()) as club:
            await club.furnish(database)
            async with room(database) as tables:
                await play_on(tables, actions)
                played = sum(view.hand.prompt_number for view in tables.views() if view.hand is not None)
            with collecting_no_garbage():
                began = perf_counter()
                async with bot_process("whole", *club.address, database, bench_event="on_shard_connect") as process:
                    ready = perf_counter() - began
                    felt = next(iter(club.felts.values()))
                    await felt.press(next(iter(felt.people.values())), felt.public, felt.my_hand, "my hand")  # type: ignore[arg-type]
                    (first,) = club.forget()["my hand"]
                    edits, refused = await mended(club, watch_seconds)
        start = process.start
        print(
            f"{hands:>14,}{played:>10,}{start['composed_seconds']:>16.2f} s{start['connected_seconds']:>10.2f} s{ready:>12.2f} s"
            f"{first * 1000:>11.0f} ms{edits / watch_seconds:>10.1f}{refused:>6}"
        )


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
