"""Pages of a great leaderboard, one's own place included, and commits beside a long ledger: `leaderboard [--players N] [--transfers N]`."""

import argparse
import asyncio
import random  # noqa: TID251 - a benchmark picks its own people
import sqlite3
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import perf_counter
from uuid import uuid4

from bot.settings import sqlite_url
from bot.store import Bankroll, House, LeaderboardBy, Store, Transfer
from tests.bench._figures import COLUMNS, p99, row

SERVERS = 1_000
LARGEST = 1
"""The id of the server with a tenth of all players."""

PAGE = 10
WAYS: tuple[LeaderboardBy, ...] = ("chips", "net", "won", "pot")

PEOPLE = """
    INSERT INTO player (guild_id, user_id, name, chips)
    WITH RECURSIVE person(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM person WHERE number < :players)
    SELECT CASE WHEN number <= :largest THEN 1 ELSE 2 + number % :others END, number, 'player ' || number, abs(random() % 50000) FROM person
"""
STANDINGS = """
    INSERT INTO standing (guild_id, period, user_id, hands, won, showdowns, net, biggest_pot)
    SELECT guild_id, 'all', user_id, 100, abs(random() % 60), 30, random() % 20000, abs(random() % 9000) FROM player
"""
BOARDS = "INSERT INTO board (guild_id, period, players) SELECT guild_id, 'all', count(*) FROM player GROUP BY guild_id"
BOOKED = """
    INSERT INTO "transfer" (id, guild_id, debit_id, credit_id, amount, reason, "at")
    WITH RECURSIVE one(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM one WHERE number < :transfers)
    SELECT lower(hex(randomblob(16))), 1, :house, :first + number % :accounts, 1, 'grant', '2026-01-01 00:00:00.000000' FROM one
"""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="leaderboard", description=__doc__)
    parser.add_argument(
        "--players", type=int, default=1_000_000, help=f"how many players in {SERVERS:,} servers, a tenth of them in the largest"
    )
    parser.add_argument("--transfers", type=int, default=1_000_000, help="how many transfers are booked")
    parser.add_argument("--times", type=int, default=100, help="how many pages of each kind, and how many commits")
    asyncio.run(measure(parser.parse_args(arguments)))
    return 0


async def measure(options: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "leaderboard.db"
        async with opened(database) as store:
            print(COLUMNS)
            at_first = await commits(store, options.times)
            print(row("a commit, with an empty ledger", at_first))
        fill(database, options.players, options.transfers)
        async with opened(database) as store:
            at_last = await commits(store, options.times)
            print(row(f"with {options.transfers:,} transfers", at_last))
            print(
                f"median {median(at_last) / median(at_first):.2f} times, p99 {p99(at_last) / p99(at_first):.2f} times that of the empty one\n"
            )
            await pages(store, options)


@asynccontextmanager
async def opened(database: Path) -> AsyncIterator[Store]:
    """An open store for a block."""
    store = await Store.open(sqlite_url(database))
    try:
        yield store
    finally:
        await store.close()


async def commits(store: Store, times: int) -> list[float]:
    """Seconds that a booking takes, from asking till it is on the disk."""
    taken = []
    for number in range(times + 10):
        grant = Transfer(
            f"grant:{uuid4()}", LARGEST, House(LARGEST), Bankroll(LARGEST, 1 + number % 50), 5, "grant", datetime.now(UTC)
        )
        began = perf_counter()
        async with store.transaction() as t:
            await t.ledger.book(grant)
        taken.append(perf_counter() - began)
    return taken[10:]


def fill(database: Path, players: int, transfers: int) -> None:
    """Invent people, their sums and a past, straight into the tables."""
    began = perf_counter()
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("DELETE FROM player")
        connection.execute(PEOPLE, {"players": players, "largest": players // 10, "others": SERVERS - 1})
        connection.execute(STANDINGS)
        connection.execute(BOARDS)
        (house,) = connection.execute("SELECT id FROM account WHERE kind = 'house' AND guild_id = 1").fetchone()
        first, accounts = connection.execute(
            "SELECT min(id), count(*) FROM account WHERE kind = 'bankroll' AND guild_id = 1"
        ).fetchone()
        connection.execute(BOOKED, {"transfers": transfers, "house": house, "first": first, "accounts": accounts})
    size = database.stat().st_size
    print(
        f"(filled with {players:,} players and {transfers:,} transfers in {perf_counter() - began:.0f} s, {size / 1e6:,.0f} MB)"
    )


async def pages(store: Store, options: argparse.Namespace) -> None:
    """Pages of the largest server: the first, one in the middle, the last, each asked for by somebody somewhere in it."""
    most = options.players // 10
    chance = random.Random(most)
    for by in WAYS:
        for name, page in (("first", 0), ("middle", most // PAGE // 2), ("last", most // PAGE)):
            taken = []
            for _ in range(options.times // 3 + 1):
                asker = chance.randint(1, most)
                began = perf_counter()
                async with store.reading() as t:
                    shown = await t.players.leaderboard(LARGEST, by=by, page=page, asker=asker)
                taken.append(perf_counter() - began)
                assert shown.own is not None
                assert len(shown.lines) == PAGE
            print(row(f"the {name} page by {by}, of {most:,}", taken))
