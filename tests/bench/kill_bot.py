"""Kill the whole bot, a process of its own, with live tables, again and again; at last stop it by Ctrl-C and by SIGTERM: `kill_bot [--times N]`."""

import argparse
import asyncio
import random  # noqa: TID251 - the seed that is then printed
import re
import signal
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

from bot.sandbox.actors import Seen
from bot.sandbox.clock import RealClock
from bot.sandbox.traffic import Traffic
from bot.settings import sqlite_url
from bot.store import Store
from bot.tables.storage.audit import audit
from tests.bench._crowd import Crowd, Process, crowd
from tests.sandbox.harness import Stage

A_LIFE_ANSWERS = (25, 50)
END_SECONDS = 20
"""A bot waits at most two seconds for what is being sent; the rest is for a machine with more to do."""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench kill_bot")
    parser.add_argument("--times", type=int, default=12)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--traffic", type=Path, help="append the REST exchanges to this file, a line of JSON each")
    options = parser.parse_args(arguments)
    seed = random.randrange(1 << 30) if options.seed is None else options.seed
    print(f"seed {seed}", flush=True)  # also of a run that fails
    with tempfile.TemporaryDirectory() as folder, closing(Traffic(options.traffic)) as traffic:
        people = asyncio.run(killed(Path(folder) / "killed.db", traffic, options.tables, options.times, seed))
        asyncio.run(terminated(Path(folder) / "terminated.db", traffic, seed))
    for name, count in people.counts.items():
        print(f"{count:9,} {name}")
    print(f"{people.on_old_messages:9,} of these on messages that were there before the kill")
    print("        0 answered presses lost, 0 faults of the audit, 0 warnings; both signals ended it cleanly")
    return 0


async def killed(file: Path, traffic: Traffic, tables: int, times: int, seed: int) -> Crowd:
    """Kill and start again so many times, then end by Ctrl-C. Raises AssertionError for what is lost."""
    async with Stage(clock=RealClock(), traffic=traffic) as stage:
        people = crowd(stage, tables, seed=seed)
        async with Process(stage, file, first_deal_seconds=0.05, between_hands_seconds=0.05) as bot:
            await bot.start()
            await some_bets(stage, people)
            for _ in range(times):
                await one_life(stage, people, bot)
                await all_is_there(file, people)
                await bot.start()
            people.started_at = time.time()
            await soon(lambda: shows_the_truth(file, people))
            began = time.monotonic()
            bot.kill(signal.SIGINT)
            assert await bot.ended() == 0, "Ctrl-C ends it cleanly"
            assert time.monotonic() - began < END_SECONDS
        await all_is_there(file, people)
        assert bot.log.read_text() == "", "not even a warning"
    return people


async def some_bets(stage: Stage, people: Crowd) -> None:
    """Play till somewhere a bet is asked for: a table appears once its decks are sealed, and the lives that follow are short."""
    playing = asyncio.create_task(people.play())
    await stage.until(lambda: any(bets(people.table_message(channel)) for channel in people.tables), 60)
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)


def bets(message: Seen | None) -> set[tuple[int, int]]:
    """The hand and the question that this message's betting buttons answer."""
    found = (re.match(r"a:(\d+):(\d+):", each.custom_id or "") for each in (message.buttons if message is not None else ()))
    return {(int(each[1]), int(each[2])) for each in found if each}


async def one_life(stage: Stage, people: Crowd, bot: Process) -> None:
    """Play for a random number of answers, and kill at a random instant."""
    await stage.until(lambda: stage.gateway.connected, 60)
    people.started_at = time.time()
    playing = asyncio.create_task(people.play())
    goal = people.counts["answered"] + people.chance.randrange(*A_LIFE_ANSWERS)
    await stage.until(lambda: people.counts["answered"] >= goal or playing.done(), 60)
    if playing.done():
        await playing
    await asyncio.sleep(people.chance.random() * 0.02)
    bot.kill()
    assert await bot.ended() == -signal.SIGKILL
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)


async def terminated(file: Path, traffic: Traffic, seed: int) -> None:
    """SIGTERM in the midst of play ends it cleanly, too."""
    async with Stage(clock=RealClock(), traffic=traffic) as stage:
        people = crowd(stage, 2, seed=seed)
        bot = Process(stage, file, first_deal_seconds=0.05, between_hands_seconds=0.05)
        running = await bot.spawn()
        try:
            playing = asyncio.create_task(people.play())
            await stage.until(lambda: people.counts["answered"] >= 20 or playing.done(), 60)
            began = time.monotonic()
            running.terminate()
            assert await running.wait() == 0
            assert time.monotonic() - began < END_SECONDS
        finally:
            if running.returncode is None:
                running.kill()
                await running.wait()
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await all_is_there(file, people)
        assert bot.log.read_text() == ""


async def logs(file: Path) -> dict[int, list[str]]:
    """Every hand's saved actions, beside the running bot or without it."""
    store = await Store.open(sqlite_url(file), read_only=True)
    try:
        async with store.reading() as t:
            return {row.id: [action.text for action in actions] for row, actions in await t.hands.every(limit=5_000)}
    finally:
        await store.close()


async def all_is_there(file: Path, people: Crowd) -> None:
    """Each answered press stands in the log at its own step; the ledger and all replays are clean."""
    found = await logs(file)
    for press in people.accepted:
        assert found[press.hand_id][press.prompt].startswith(press.verb), press
    lines: list[str] = []
    assert await audit(sqlite_url(file), lines.append) == 0, lines


async def soon(holds: Callable[[], Awaitable[None]], seconds: float = 10.0) -> None:
    """Until it holds; after that long its last AssertionError is raised."""
    last = time.monotonic() + seconds
    while True:
        try:
            return await holds()
        except AssertionError:
            if time.monotonic() > last:
                raise
            await asyncio.sleep(0.1)


async def shows_the_truth(file: Path, people: Crowd) -> None:
    """Whatever buttons a table's message has are those of the question that the file has open, and its clock began anew."""
    store = await Store.open(sqlite_url(file), read_only=True)
    try:
        async with store.reading() as t:
            live = {row.channel_id: (row, actions) for row, actions in await t.hands.live()}
    finally:
        await store.close()
    assert live, "some hand is live"
    for channel in people.tables:
        message = people.table_message(channel)
        if channel.id in live and message is not None:
            row, actions = live[channel.id]
            asked = (actions[-1].prompt if actions else row.prompt) or ""
            assert bets(message) == ({(row.id, len(actions))} if asked.startswith("bet ") else set()), asked
            countdown = re.search(r"<t:(\d+):R>", message.text)
            assert countdown is not None
            assert int(countdown[1]) >= people.started_at + 28, "in full"
