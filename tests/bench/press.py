"""Press to answer of the whole bot, commits durable, beside a bot that only answers: `press [--presses N] [--tables 100,500,2000] [--seconds S]`."""

import argparse
import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import chain
from pathlib import Path
from statistics import median

from bot.sandbox.actors import Person
from bot.sandbox.rest import Limits
from bot.sandbox.rest.budgets import UNLIMITED
from bot.sandbox.world import Message
from tests.bench._bot import BotProcess, bot_process
from tests.bench._club import Club, Felt
from tests.bench._figures import COLUMNS, bare_commits, collecting_no_garbage, p99, row, spread

DECIDING = ("bet on the table", "answer in private")
"""The kinds of press that play an action, and so are committed before they are answered."""


WARM_UP_PRESSES = 20
"""What is done for the first time takes longer, and is no part of any figure."""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="press", description=__doc__)
    parser.add_argument("--presses", type=int, default=400, help="how many presses of each bot while nothing else happens")
    parser.add_argument("--tables", default="100,500,2000", help="with how many tables acting besides; empty for none")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each number of tables is played")
    parser.add_argument("--times", type=int, default=3, help="how many times each number of tables is played")
    parser.add_argument("--every", type=float, default=5.0, help="seconds from a table's answer to its next press")
    parser.add_argument(
        "--profile", type=Path, help="write the profile of the whole bot's process, of the last part, to this file"
    )
    options = parser.parse_args(arguments)
    asyncio.run(measure(options))
    return 0


async def measure(options: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        counts = [int(count) for count in options.tables.split(",") if count]
        if options.presses:
            await idle(Path(folder), options.presses, None if counts else options.profile)
        for number, count in enumerate(counts, 1):
            await acting(Path(folder), count, options, options.profile if number == len(counts) else None)


# One table, nothing else


async def idle(folder: Path, presses: int, profile: Path | None) -> None:
    """Press by press in turns, so that both bots meet the same noise."""
    async with trivial(1) as (bare, counters, their_process), whole(folder, 1, profile=profile) as (club, our_process):
        (felt,) = club.felts.values()
        await in_turns(felt, bare, counters[0], WARM_UP_PRESSES)
        club.forget()
        bare.forget()
        before, before_us = (await their_process.facts())["cpu_seconds"], (await our_process.facts())["cpu_seconds"]
        with collecting_no_garbage():
            await in_turns(felt, bare, counters[0], presses)
        used, used_by_us = (
            (await their_process.facts())["cpu_seconds"] - before,
            (await our_process.facts())["cpu_seconds"] - before_us,
        )
        ours, theirs = club.forget(), bare.forget()["count"]
    commits = bare_commits(folder)
    print(f"one table, nothing else\n{COLUMNS}")
    print(row("a bare commit on this disk", commits))
    print(row("a bot that only answers", theirs))
    decided = told(ours)
    ratio = median(decided) / median(theirs)
    print(
        f"median {ratio:.1f} times that of the bot that only answers; {median(decided) / median(commits):.1f} times a bare commit"
    )
    presses = sum(map(len, ours.values()))
    print(f"processor a press: {used_by_us / presses * 1000:.2f} ms, of the other {used / len(theirs) * 1000:.2f} ms\n")


async def in_turns(felt: Felt, bare: Club, counter: tuple[Person, Message], presses: int) -> None:
    """Press at the table until so many actions were played, and after each of the presses once at the other bot."""
    played = 0
    while played < presses:
        if not await felt.act():
            await asyncio.sleep(0.05)
            continue
        played = sum(len(felt.club.seconds.get(kind, ())) for kind in DECIDING)
        await count_up(bare, *counter)


def told(seconds: dict[str, list[float]]) -> list[float]:
    """Print a line for each kind of press; the times of those that play an action."""
    for kind, times in sorted(seconds.items()):
        print(row(kind, times))
    decided = deciding(seconds)
    print(row("every press that plays an action", decided))
    return decided


def deciding(seconds: dict[str, list[float]]) -> list[float]:
    """The times of the presses that play an action."""
    return [taken for kind in DECIDING for taken in seconds.get(kind, ())]


# Many tables


async def acting(folder: Path, tables: int, options: argparse.Namespace, profile: Path | None) -> None:
    """As many presses a second for both bots, one after the other: a table presses once in `--every` seconds."""
    async with trivial(tables) as (bare, counters, process):
        theirs, used = await played(bare, process, options, counters)
    by_them = [[taken for times in run.values() for taken in times] for run in theirs]
    decided_by_them = list(chain.from_iterable(by_them))
    async with whole(folder, tables, limits=Limits(), profile=profile) as (club, process):
        ours, used_by_us = await played(club, process, options, None)
        budgets = club.stand_in.rest.budgets
        memory = (await process.facts())["memory_bytes"]
    seconds = options.seconds * options.times
    together: dict[str, list[float]] = {}
    for kind, times in chain.from_iterable(run.items() for run in ours):
        together.setdefault(kind, []).extend(times)
    every = list(chain.from_iterable(together.values()))
    presses = len(every)
    print(f"{tables:,} tables, each acting once in {options.every:g} s: {presses / seconds:.0f} presses a second\n{COLUMNS}")
    print(row("a bot that only answers", decided_by_them))
    told(together)
    print(row("every press", every))
    ratios = [p99(deciding(mine)) / p99(other) for mine, other in zip(ours, by_them, strict=True)]
    print(
        f"p99 {spread(ratios, '{:.1f}')} times that of the bot that only answers ({len(decided_by_them) / seconds:.0f} presses a second), in {options.times} runs;"
        f" {club.unanswered} unanswered; at most {budgets.busiest_second} other requests in one second, {budgets.refused} refused (429)"
    )
    print(
        f"processor a press: {used_by_us / presses * 1000:.2f} ms, of the other {used / len(decided_by_them) * 1000:.2f} ms;"
        f" busy {used_by_us / seconds:.0%}; memory {memory / 1e6:.0f} MB\n"
    )


async def played(
    club: Club, process: BotProcess, options: argparse.Namespace, counters: list[tuple[Person, Message]] | None
) -> tuple[list[dict[str, list[float]]], float]:
    """The times by kind of each run, and the seconds of processor time that the bot took in all; after a while of warming up."""
    await one_round(club, options.every, options.every, counters)
    before = (await process.facts())["cpu_seconds"]
    club.forget()
    runs = []
    for _ in range(options.times):
        with collecting_no_garbage():
            await one_round(club, options.seconds, options.every, counters)
        runs.append(club.forget())
    return runs, (await process.facts())["cpu_seconds"] - before


async def one_round(club: Club, seconds: float, every: float, counters: list[tuple[Person, Message]] | None) -> None:
    if counters is None:
        await club.play(seconds, every)
        return
    loop = asyncio.get_running_loop()
    began = loop.time()

    async def counting(number: int, who: Person, message: Message) -> None:
        due = began + every * number / len(counters)
        while due < began + seconds:
            await asyncio.sleep(due - loop.time())
            await count_up(club, who, message)
            due = max(due + every, loop.time())

    await asyncio.gather(*(counting(number, *counter) for number, counter in enumerate(counters)))


# The two bots


@asynccontextmanager
async def trivial(tables: int) -> AsyncIterator[tuple[Club, list[tuple[Person, Message]], BotProcess]]:
    """A bot that only answers, with a message to press in each channel."""
    async with Club(tables, people=1) as club, bot_process("trivial", *club.address) as process:
        counters = []
        for felt in club.felts.values():
            (who,) = felt.people.values()
            opened = await who.slash(felt.channel, "table start")
            assert opened.message is not None
            counters.append((who, opened.message))
        yield club, counters, process


async def count_up(club: Club, who: Person, message: Message) -> None:
    answer = who.press(message, "Count")
    await answer
    club.note("count", answer)


@asynccontextmanager
async def whole(
    folder: Path, tables: int, *, limits: Limits | None = None, profile: Path | None = None
) -> AsyncIterator[tuple[Club, BotProcess]]:
    """The whole bot, with a hand running at every table."""
    database = folder / f"press-{tables}.db"
    club = Club(tables, limits=limits or UNLIMITED)
    async with club:
        await club.furnish(database)
        async with bot_process("whole", *club.address, database, bench_profile=profile, between_hands_seconds=1.0) as process:
            yield club, process
