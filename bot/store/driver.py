"""aiosqlite with one thread hop a statement, or none: what makes a durable action cost little more than its sync to disk."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self

import aiosqlite
from sqlalchemy import Connection
from sqlalchemy.dialects.sqlite.aiosqlite import AsyncAdapt_aiosqlite_connection, AsyncAdapt_aiosqlite_dbapi
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.util import await_


class SqliteConnection(aiosqlite.Connection):
    """A connection whose statements each take a single trip to its thread, rows included.

    With `inline` they take none: a statement inside a write transaction touches memory alone, so a trip would cost ten times the work.
    What may wait for the disk or for another process (BEGIN when the file is locked, COMMIT, ROLLBACK) always goes to the thread.
    """

    inline = False
    busy_milliseconds = 0

    async def work(self, function: Callable[[], None]) -> None:
        """Run `function` in the connection's thread."""
        await self._execute(function)  # type: ignore[no-untyped-call]

    def cursor(self) -> "SqliteCursor":  # type: ignore[override]
        return SqliteCursor(self)

    @property
    def raw(self) -> sqlite3.Connection:
        return self._conn

    async def begin_immediate(self) -> None:
        """Take the file's write lock; waits `busy_milliseconds` for another process that holds it, in the thread."""
        try:
            self.raw.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            await self._execute(self._begin_waiting)  # type: ignore[no-untyped-call]

    def _begin_waiting(self) -> None:
        self.raw.execute(f"PRAGMA busy_timeout = {self.busy_milliseconds}")
        try:
            self.raw.execute("BEGIN IMMEDIATE")
        finally:
            self.raw.execute("PRAGMA busy_timeout = 0")


class SqliteCursor:
    """The part of a cursor that SQLAlchemy's adapter uses; the rows are fetched together with the execution."""

    arraysize = 1

    def __init__(self, connection: SqliteConnection) -> None:
        self._connection = connection
        self._cursor: sqlite3.Cursor | None = None
        self._rows: Sequence[Any] = ()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.close()

    async def execute(self, statement: str, parameters: Iterable[Any] = ()) -> Self:
        def run() -> None:
            self._cursor = self._connection.raw.execute(statement, tuple(parameters))
            self._rows = self._cursor.fetchall() if self._cursor.description else ()

        await self._connection.work(run)
        return self

    async def executemany(self, statement: str, parameters: Iterable[Iterable[Any]]) -> Self:
        def run() -> None:
            self._cursor = self._connection.raw.executemany(statement, [tuple(row) for row in parameters])

        await self._connection.work(run)
        return self

    async def fetchall(self) -> Sequence[Any]:
        rows, self._rows = self._rows, ()
        return rows

    async def close(self) -> None:
        """Nothing is left to fetch; the counts stay readable, as with any cursor."""

    @property
    def description(self) -> Any:
        return self._cursor.description if self._cursor else None

    @property
    def rowcount(self) -> int:
        return self._cursor.rowcount if self._cursor else -1

    @property
    def lastrowid(self) -> int | None:
        return self._cursor.lastrowid if self._cursor else None


class Adapted(AsyncAdapt_aiosqlite_connection):
    """What SQLAlchemy, which knows no await, takes for the connection."""

    __slots__ = ()

    def cursor(self, server_side: bool = False) -> Any:  # noqa: FBT001, FBT002 - SQLAlchemy's own signature
        """sqlite3's own cursor where statements run on the loop, since nothing is awaited there."""
        return self._connection.raw.cursor() if self._connection.inline else super().cursor(server_side)

    def commit(self) -> None:
        """Where statements run on the loop, the driver itself was told to commit before SQLAlchemy is."""
        if self._connection.inline:
            assert not self._connection.in_transaction, "it is on the disk already"
        else:
            super().commit()


class Driver(AsyncAdapt_aiosqlite_dbapi):
    """The driver's module, as SQLAlchemy's engines are given it."""

    def __init__(self) -> None:
        super().__init__(aiosqlite, sqlite3)

    def connect(self, *args: Any, **options: Any) -> Adapted:
        """Open a connection; like everything that awaits, it is called within SQLAlchemy's greenlet."""
        connection = SqliteConnection(lambda: sqlite3.connect(*args, **options), iter_chunk_size=64)
        connection._thread.daemon = True  # as SQLAlchemy does: a process that is ending does not wait for it  # noqa: SLF001
        opened: Any = await_(connection)
        return Adapted(self, opened)


def at_once(connection: AsyncConnection) -> Connection | None:
    """The synchronous half of a connection whose statements run on the loop; None for any other.

    They need no greenlet there, and making one took longer than the statement.
    """
    plain = connection.sync_connection
    assert plain is not None, "it is open"
    driver = plain.connection.driver_connection
    return plain if isinstance(driver, SqliteConnection) and driver.inline else None


def inline_driver(plain: Connection) -> SqliteConnection:
    """The driver's connection below one that `at_once` gave."""
    driver = plain.connection.driver_connection
    assert isinstance(driver, SqliteConnection)
    return driver


@contextmanager
def off_the_loop(driver: object) -> Iterator[None]:
    """Send the statements within to the connection's thread: for those that read or write thousands of rows."""
    if not isinstance(driver, SqliteConnection):
        yield
        return
    before, driver.inline = driver.inline, False
    try:
        yield
    finally:
        driver.inline = before
