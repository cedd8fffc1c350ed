"""The store's front door: opening a database, transactions, copies."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.audit import Audit
from bot.store.database.connections import Database
from bot.store.errors import ConstraintBroken, DatabaseError, DatabaseOlder, StoreError, StoreUnavailable
from bot.store.repositories.guilds import Guilds
from bot.store.repositories.hands import Hands
from bot.store.repositories.ledger import Ledger
from bot.store.repositories.meta import Meta
from bot.store.repositories.players import Players
from bot.store.repositories.seals import Seals
from bot.store.repositories.sessions import Sessions
from bot.store.repositories.statistics import Statistics
from bot.store.repositories.tables import Tables
from bot.store.schema.models import REVISION
from bot.store.transactions.outage import Outage
from bot.store.transactions.work import Work
from bot.store.transactions.writer import Writer


def utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Transaction:
    """One transaction's view of everything. To be used by one task, within its block, and for nothing that waits for Discord."""

    ledger: Ledger
    tables: Tables
    hands: Hands
    seals: Seals
    players: Players
    guilds: Guilds
    sessions: Sessions
    statistics: Statistics
    meta: Meta
    audit: Audit

    @classmethod
    def over(cls, work: Work) -> Self:
        ledger = Ledger(work)
        return cls(
            ledger,
            Tables(work),
            Hands(work),
            Seals(work),
            Players(work, ledger),
            Guilds(work),
            Sessions(work),
            Statistics(work),
            Meta(work),
            Audit(work),
        )


class Store:
    """An open database. Made by `open`; `close` gives it back."""

    def __init__(self, database: Database, writer: Writer | None) -> None:
        self._database = database
        self._writer = writer
        self._closed = False
        self._writing = Outage("written")
        self._reading = Outage("read")
        self._readers_at_work = 0
        self._no_reader = asyncio.Event()
        self._no_reader.set()

    @classmethod
    async def open(
        cls, address: str, *, now: Callable[[], datetime] = utc_now, read_only: bool = False, busy_milliseconds: int = 1500
    ) -> Self:
        """Open a database for play: lease, integrity check, a copy before an upgrade, migrations.

        `address` is "sqlite:///FILE" or "postgresql://…". `read_only` (for an audit) takes no lease, changes nothing, and wants the
        newest version. A write waits `busy_milliseconds` for another program that holds the file.
        Raises `DatabaseUnavailable`, `NotADatabase`, `DatabaseDamaged`, `DatabaseNewer`, `DatabaseOlder`, `DatabaseInUse`.
        """
        database = Database(address, read_only=read_only, busy_milliseconds=busy_milliseconds)
        try:
            if not read_only:
                await database.take_lease()
            await database.examine()
            await _bring_up_to_date(database, now, read_only=read_only)
        except (SQLAlchemyError, OSError) as error:
            await database.close()
            raise database.unavailable(error) from error
        except BaseException:
            await database.close()
            raise
        return cls(database, None if read_only else Writer(database))

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """Write: one at a time, all or nothing. Once the block has been left it is on the disk; an exception takes everything back.

        A task that is cancelled while it is being saved goes on to its next wait: what follows the block at once is one with the commit.
        Raises `StoreUnavailable` when it could not be saved: the disk is full, the file locked or read-only, the server gone, the store closed.
        """
        assert self._writer is not None, "opened for reading only"
        try:
            async with self._writer.transaction() as connection:
                work = Work(connection)
                yield Transaction.over(work)
                work.require_whole()
        except (StoreUnavailable, ConstraintBroken) as error:
            if not self._closed and self._database.lost is None:  # either has a line of its own
                self._writing.failed(self._database.cause_of(_root(error)))
            raise
        self._writing.worked()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Transaction]:
        """Read from one consistent state, beside the writer. Raises `StoreUnavailable`; writing here is refused by the database."""
        async with self._reader() as connection:
            yield Transaction.over(Work(connection))

    @asynccontextmanager
    async def _reader(self) -> AsyncIterator[AsyncConnection]:
        if self._closed:
            raise StoreUnavailable(cause="the store is closed")
        self._readers_at_work += 1
        self._no_reader.clear()
        try:
            async with self._connected() as connection:
                yield connection
        finally:
            self._readers_at_work -= 1
            if not self._readers_at_work:
                self._no_reader.set()

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[AsyncConnection]:
        connection = self._database.readers.connect()
        try:
            await connection.start()
        except (SQLAlchemyError, OSError) as error:  # the pool's own TimeoutError is no DBAPIError
            cause = self._database.cause_of(error)
            self._reading.failed(cause)
            raise StoreUnavailable(cause=cause) from error
        self._reading.worked()
        try:
            yield connection
        finally:
            await connection.close()

    async def backup(self, target: Path) -> None:
        """Write a consistent copy to a new file while games run. Raises `BackupRefused`."""
        await self._database.copy(target)

    async def lost(self) -> DatabaseError:
        """Wait until this process no longer owns the database, which may be never, and return why; nothing is saved any more by then."""
        await self._database.is_lost.wait()
        assert self._database.lost is not None
        return self._database.lost

    async def close(self) -> None:
        """Let what was asked for finish, writing and reading, then give the database back; whatever is asked from now on is refused."""
        self._closed = True
        if self._writer is not None:
            await self._writer.close()
        await self._no_reader.wait()
        await self._database.close()


def _root(error: BaseException) -> BaseException:
    """What the database itself said, below the store's own errors."""
    while isinstance(error, StoreError) and error.__cause__ is not None:
        error = error.__cause__
    return error


async def _bring_up_to_date(database: Database, now: Callable[[], datetime], *, read_only: bool) -> None:
    current = await database.revision()
    if current == REVISION:
        return
    from bot.store.database import upgrade  # noqa: PLC0415  (Alembic takes 0.2 s and 10 MB, which most starts have no need of)

    upgrade.require_known(current, str(database))
    if read_only:
        raise DatabaseOlder(path=str(database))
    if current is not None and database.file is not None:
        await database.copy(database.copy_before_upgrade(current, now()))
    await upgrade.upgrade(database.writers, str(database))


async def backup(address: str, target: Path) -> None:
    """Copy a database that is sound, whether or not a bot plays from it. Raises `BackupRefused` or what `Store.open` raises."""
    database = Database(address, read_only=True, busy_milliseconds=1500)
    try:
        await database.examine()
        await database.copy(target)
    finally:
        await database.close()
