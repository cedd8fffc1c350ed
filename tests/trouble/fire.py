"""What a disk and other programs do to a database file, each as a block after which all is well again."""

import asyncio
import resource
import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any

import aiosqlite
from sqlalchemy import event

from bot.store import Store
from bot.store.database.connections import pragmas
from tests.sandbox.harness import HUNG_SECONDS


@contextmanager
def full_disk(file: Path, room_bytes: int = 0) -> Iterator[None]:
    """No file of this process grows beyond what the database's log has by now, and so much more: the write fails in its middle, or where it is
    made durable.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    log = file.with_name(file.name + "-wal")
    resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size + room_bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def left_behind(file: Path, folder: Path) -> Path:
    """What a process that is killed now leaves: the file and its log, and no lock."""
    folder.mkdir()
    for suffix in ("", "-wal"):
        if (part := file.with_name(file.name + suffix)).exists():
            shutil.copyfile(part, folder / part.name)
    return folder / file.name


@asynccontextmanager
async def locked(file: Path) -> AsyncIterator[None]:
    """Another program writes, and does not end."""
    with closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as other:
        await _when_free(other, "BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@asynccontextmanager
async def failing(file: Path, table: str, when: str = "INSERT") -> AsyncIterator[None]:
    """Writes to one table are refused in the middle of a transaction: what was written before them in it must go, too."""
    with closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as other:
        await _when_free(other, f"CREATE TRIGGER fire BEFORE {when} ON {table} BEGIN SELECT RAISE(ABORT, 'on fire'); END")
        try:
            yield
        finally:
            await _when_free(other, "DROP TRIGGER fire")


async def _when_free(other: sqlite3.Connection, statement: str) -> None:
    """Execute as soon as the bot's own transaction is through; waiting in the statement would hold up the loop that ends it."""
    async with asyncio.timeout(HUNG_SECONDS):
        while True:
            try:
                other.execute(statement)
            except sqlite3.OperationalError as busy:
                if busy.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                    raise
                await asyncio.sleep(0)
            else:
                return


@asynccontextmanager
async def read_only(store: Store) -> AsyncIterator[None]:
    """The file cannot be written any more, not by a new connection either."""
    engine = store._database.writers.sync_engine

    def protect(connection: Any, _record: object) -> None:
        pragmas(connection, {"query_only": 1})

    await (await driver(store)).execute("PRAGMA query_only = 1")
    event.listen(engine, "connect", protect)
    try:
        yield
    finally:
        event.remove(engine, "connect", protect)
        if store._writer._connection is not None:
            await (await driver(store)).execute("PRAGMA query_only = 0")


async def be_impatient(store: Store) -> None:
    """Wait 20 ms for other programs instead of 1.5 s, now and after a connection has been replaced: for tests that try often."""
    store._database._busy_milliseconds = 20
    await (await driver(store)).execute("PRAGMA busy_timeout = 20")


async def driver(store: Store) -> aiosqlite.Connection:
    """The writer's own connection."""
    connection = store._writer._connection
    assert connection is not None, "nothing was written yet"
    return (await connection.get_raw_connection()).driver_connection
