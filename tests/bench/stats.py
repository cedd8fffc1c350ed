"""`/stats` of somebody with very many hands in a busy server: how long it takes, and how long the loop is held up: `stats [hands] [others]`."""

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Awaitable
from contextlib import closing
from pathlib import Path

from bot.render import speech, stats_chart, stats_message
from bot.ui.illustrations import painted
from tests.tables.room import GUILD, ONE, Room, example

TICK_SECONDS = 0.002

COPY = """
INSERT INTO hand (id, table_id, guild_id, channel_id, number, rules_number, setup, practice, started_at, ended_at, results)
  SELECT id + :more, table_id, guild_id, channel_id, number + :more, rules_number, setup, practice, started_at, ended_at, results FROM hand WHERE id = 1;
INSERT INTO hand_action SELECT hand_id + :more, step, guild_id, text, "by", at, prompt FROM hand_action WHERE hand_id = 1;
INSERT INTO hand_player (hand_id, seat, guild_id, user_id, name, counted, net, won, showdown, pot, {columns})
  SELECT hand_id + :more, seat, guild_id, user_id + :other, name, counted, net, won, showdown, pot, {style} FROM hand_player WHERE hand_id = 1
"""
STYLE = "could_open, opened, bets_asked, raised, faced, folded, draws, stood_pat, drawn"


def main(arguments: list[str]) -> int:
    mine, others = (int(argument) for argument in [*arguments, "5000", "30000"][:2])
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder) / "poker.db", mine, others))
    return 0


async def measure(file: Path, mine: int, others: int) -> None:
    async with Room(file) as room:
        await example(room)
    multiply(file, mine, others)
    room = Room(file)
    await room._open()
    print(f"{mine} hands of one person, {others} of others, three players each")
    print(await held_up("20 old hands replayed and kept", room.records.statistics.read_old_hands()))
    for period in ("today", "all"):
        print(await held_up(f"figures, {period}", room.records.statistics.of(GUILD, ONE.id, period)))
    found = await room.records.statistics.of(GUILD, ONE.id)
    for which in ("first", "second"):
        print(await held_up(f"the {which} chart", painted(lambda stats: stats_chart(stats, speech("en")), found)))
    began = time.perf_counter()
    stats_message(found, speech("en"), period="all", user_id=ONE.id)
    print(f"the message: {(time.perf_counter() - began) * 1_000:.1f} ms")
    room.tables._timers.stop()
    await room.store.close()


def multiply(file: Path, mine: int, others: int) -> None:
    """Play the one hand again, so often; the first hundred as hands of old."""
    with closing(sqlite3.connect(file)) as database, database:
        for number in range(1, mine + others):
            style = ", ".join(["NULL"] * 9) if number <= 100 else STYLE
            values = {"more": number, "other": 0 if number < mine else number * 1_000}
            for statement in COPY.format(columns=STYLE, style=style).split(";"):
                database.execute(statement, values)


async def held_up(what: str, doing: Awaitable[object]) -> str:
    """How long it took, and the longest that the loop was late meanwhile."""
    late = 0.0
    done = asyncio.Event()

    async def tick() -> None:
        nonlocal late
        while not done.is_set():
            due = time.perf_counter() + TICK_SECONDS
            await asyncio.sleep(TICK_SECONDS)
            late = max(late, time.perf_counter() - due)

    ticking = asyncio.create_task(tick())
    began = time.perf_counter()
    await doing
    took = time.perf_counter() - began
    done.set()
    await ticking
    return f"{what}: {took * 1_000:.0f} ms, the loop late by {late * 1_000:.0f} ms at most"
