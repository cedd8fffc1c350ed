"""The database behind the store: engines, SQLite's pragmas, the lease, the checks at the start, copies. All SQLite-only SQL is here."""

import asyncio
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Connection, MetaData, String, Table, event, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.store.database.address import file_of, shown, url_of, without_secrets
from bot.store.database.causes import cause_of
from bot.store.database.copies import copy_file, uri
from bot.store.database.lease import FileLease
from bot.store.errors import (
    BackupRefused,
    DatabaseDamaged,
    DatabaseError,
    DatabaseInUse,
    DatabaseReplaced,
    DatabaseUnavailable,
    DatabaseUnreachable,
    NotADatabase,
    StoreUnavailable,
)
from bot.store.schema.damage import json_value

PRAGMAS = {
    "journal_mode": "WAL",  # readers never wait for the writer
    "synchronous": "FULL",  # what was answered is on the disk
    "foreign_keys": "ON",
    "recursive_triggers": "ON",  # else INSERT OR REPLACE would go round the trigger that guards booked transfers
    "temp_store": "MEMORY",
    "cache_size": "-8000",  # KiB: the largest server's leaderboard fits
    "journal_size_limit": str(4 * 2**20),  # bytes: a log that grew beside a long reader is cut again
    "wal_autocheckpoint": "200",  # pages: a log that is written over again is synced in half the time of one that grows
}
LOG = frozenset({"journal_mode", "journal_size_limit", "wal_autocheckpoint"})
"""What concerns the log, which one who only reads may not be able to make."""

READERS = 4
FULL_CHECK_BYTES = 64 * 2**20
"""Up to this size every start checks every index against its rows; beyond, where that takes many seconds, an audit does."""

MIGRATIONS = Table("alembic_version", MetaData(), Column("version_num", String(32)))
"""Alembic's own table; read here, so that only a database that is to be migrated has need of Alembic."""

OURS = frozenset({"transfer", "hand_action"})
LEASE_NUMBER = 0x0FE_D4A3  # any number of our own: PostgreSQL's advisory locks have no names


class Database:
    """A database by its address. SQLite: one file, owned through a lease beside it; PostgreSQL: owned through an advisory lock."""

    def __init__(self, address: str, *, read_only: bool, busy_milliseconds: int) -> None:
        """`address` as SQLAlchemy writes it, with or without a driver. Raises `DatabaseUnavailable` for one that cannot be."""
        self.url = url_of(address)
        self.file = file_of(self.url)
        self.read_only = read_only
        self._busy_milliseconds = busy_milliseconds
        self._lease: FileLease | AsyncConnection | None = None
        self.lost: DatabaseError | None = None
        self.is_lost = asyncio.Event()
        try:
            self.readers = self._engine(writes=False)
            self.writers = self.readers if read_only else self._engine(writes=True)
        except (
            ImportError,
            SQLAlchemyError,
            TypeError,
            ValueError,
        ) as error:  # a driver that is not installed, an option it does not know
            raise DatabaseUnavailable(path=str(self), cause=self.cause_of(error)) from error

    def __str__(self) -> str:
        return str(self.file) if self.file else shown(self.url)

    def _engine(self, *, writes: bool) -> AsyncEngine:
        common = {
            "pool_timeout": self._busy_milliseconds / 1000,
            "hide_parameters": True,
            "json_deserializer": json_value,
        }  # decks are among them
        if self.file is None:
            options = {} if writes else {"postgresql_readonly": True, "isolation_level": "REPEATABLE READ"}
            return create_async_engine(self.url, execution_options=options, pool_pre_ping=True, **common)
        arguments = {"isolation_level": None}
        url = self.url.set(database=uri(self.file), query={"uri": "true"}) if self.read_only else self.url
        engine = create_async_engine(url, connect_args=arguments, pool_size=READERS, **common)
        event.listen(engine.sync_engine, "connect", self._set_up_writer if writes else self._set_up_reader)
        event.listen(engine.sync_engine, "begin", _begin_immediate if writes else _begin)
        return engine

    def _set_up_writer(self, connection: Any, _record: object) -> None:
        pragmas(connection, {**PRAGMAS, "busy_timeout": self._busy_milliseconds})

    def _set_up_reader(self, connection: Any, _record: object) -> None:
        kept = {name: value for name, value in PRAGMAS.items() if name not in LOG or not self.read_only}
        pragmas(connection, {**kept, "busy_timeout": self._busy_milliseconds, "query_only": "ON"})

    async def writer(self) -> AsyncConnection:
        """Open a connection for the one writer.

        On PostgreSQL it is the one that holds the lease; where that was lost with its connection, it is taken again, or `StoreUnavailable` raised.
        """
        if self.file is None:
            return await self._leased_connection()
        return await self.writers.connect()

    async def _leased_connection(self) -> AsyncConnection:
        lease, self._lease = self._lease, None
        if lease is None:
            lease = await _lock_number(self.writers)
        if lease is None:
            self._lose(DatabaseInUse(path=str(self)))
            raise StoreUnavailable(cause="another bot has taken this database")
        assert isinstance(lease, AsyncConnection)
        return lease

    async def take_lease(self) -> None:
        """Become the only process that plays from this database, till `close` or death. Raises `DatabaseInUse`."""
        try:
            if self.file is not None:
                self._lease = FileLease.take(self.file)
            else:
                self._lease = await _lock_number(self.writers)
        except (SQLAlchemyError, sqlite3.OperationalError, OSError) as error:
            raise self.unavailable(error) from error
        if self._lease is None:
            raise DatabaseInUse(path=str(self))

    def require_lease(self) -> None:
        """Raise `StoreUnavailable` once the file is no longer where it was: what is written to it nobody would find again."""
        if self.lost is None and isinstance(self._lease, FileLease) and not self._lease.holds:
            self._lose(DatabaseReplaced(path=str(self)))
        if self.lost is not None:
            raise StoreUnavailable(cause=self.lost.message_key)

    def _lose(self, error: DatabaseError) -> None:
        self.lost = error
        self.is_lost.set()

    def unavailable(self, error: Exception) -> DatabaseUnavailable:
        """Return what to raise for a database that cannot be opened: a server may be there later, a file wants somebody to look."""
        kind = DatabaseUnavailable if self.file is not None else DatabaseUnreachable
        return kind(path=str(self), cause=self.cause_of(error))

    def cause_of(self, error: BaseException) -> str:
        """Say why in one line, without a secret of the address."""
        files = () if self.file is None else (self.file, self.file.with_name(self.file.name + ".lease"))
        return without_secrets(self.url, cause_of(error, *files))

    async def examine(self) -> None:
        """Raise `DatabaseUnavailable`, `NotADatabase` or `DatabaseDamaged` for a file that must not be played from."""
        if self.file is None:
            return
        if self.read_only and not self.file.is_file():
            raise DatabaseUnavailable(path=str(self), cause="there is no such file")
        await asyncio.to_thread(examine_file, self.file, fully=self.read_only)

    async def revision(self) -> str | None:
        """Return the name of the last migration that was run here, None for an empty database."""
        async with self.readers.connect() as connection:
            migrated = await connection.run_sync(lambda plain: inspect(plain).has_table(MIGRATIONS.name))
            return await connection.scalar(select(MIGRATIONS.c.version_num)) if migrated else None

    async def copy(self, target: Path) -> None:
        """Write a consistent copy, while others may be writing. Raises `BackupRefused` if there is such a file or it cannot be written."""
        if self.file is None:
            raise BackupRefused("backup.postgresql", path=str(target))
        await asyncio.to_thread(copy_file, self.file, target)

    def copy_before_upgrade(self, revision: str, now: datetime) -> Path:
        """Name the copy that is made before an upgrade from `revision`."""
        assert self.file is not None
        return self.file.with_name(f"{self.file.name}.{revision}-{now:%Y%m%dT%H%M%S%f}.bak")

    async def close(self) -> None:
        """Give the connections and, last, the lease back."""
        lease, self._lease = self._lease, None
        if isinstance(lease, AsyncConnection):
            await lease.close()
        await self.readers.dispose()
        await self.writers.dispose()
        if isinstance(lease, FileLease):
            lease.release()


def pragmas(connection: Any, settings: Mapping[str, object]) -> None:
    """Set SQLite's pragmas on a connection that is in no transaction; foreign_keys does nothing inside one."""
    cursor = connection.cursor()
    for name, value in settings.items():
        cursor.execute(f"PRAGMA {name} = {value}")
    cursor.close()


def broken_references(connection: Connection) -> int:
    """Count the rows that point nowhere, after a migration that ran with foreign keys off; 0 where the database sees to it itself."""
    return len(connection.execute(text("PRAGMA foreign_key_check")).all()) if connection.dialect.name == "sqlite" else 0


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def _begin_immediate(connection: Connection) -> None:
    """Take the file's write lock now, not at the first change: another program that holds it is waited for here, and nowhere else."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


async def _lock_number(engine: AsyncEngine) -> AsyncConnection | None:
    """Take the lease with a connection of its own, whose end gives it back."""
    connection = await engine.connect()
    locked = await connection.scalar(text("SELECT pg_try_advisory_lock(:number)"), {"number": LEASE_NUMBER})
    await connection.rollback()  # which such a lock outlives
    if locked:
        return connection
    await connection.close()
    return None


def examine_file(path: Path, *, fully: bool) -> None:
    """Raise `DatabaseUnavailable`, `NotADatabase` or `DatabaseDamaged`; `fully` also where that takes long, and changing nothing."""
    try:
        with closing(
            sqlite3.connect(uri(path), uri=True, timeout=5) if fully else sqlite3.connect(path, timeout=5)
        ) as connection:
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if tables - {MIGRATIONS.name} and not tables >= OURS:  # Alembic alone has been here where a developer looked
                raise NotADatabase(path=str(path), cause="the database of another program")
            check = "integrity_check" if fully or path.stat().st_size <= FULL_CHECK_BYTES else "quick_check"
            (verdict,) = connection.execute(f"PRAGMA {check}(1)").fetchone()
            if verdict != "ok":
                raise DatabaseDamaged(path=str(path), cause=verdict)
            if connection.execute("PRAGMA foreign_key_check").fetchone():
                raise DatabaseDamaged(path=str(path), cause="rows that point nowhere")
    except sqlite3.OperationalError as error:
        raise DatabaseUnavailable(path=str(path), cause=cause_of(error, path)) from error
    except sqlite3.DatabaseError as error:
        kind = NotADatabase if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB else DatabaseDamaged
        raise kind(path=str(path), cause=cause_of(error, path)) from error
