"""The one writer: transactions run back to back, and those that wait for each other share one commit."""

import asyncio
import sqlite3
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.errors import StoreUnavailable

MOST_TOGETHER = 64
LONGEST_SECONDS = 0.02
"""How many transactions, begun within how long, share a commit: bounds how long the first waits for its answer."""

Failures = (SQLAlchemyError, sqlite3.Error, OSError)


class Turn:
    """One transaction's way through the writer: granted the connection, finished (to keep, or to take back), committed."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.granted: asyncio.Future[AsyncConnection] = loop.create_future()
        self.finished: asyncio.Future[bool] = loop.create_future()
        self.committed: asyncio.Future[None] = loop.create_future()

    def fail(self, error: BaseException) -> None:
        """Tell whoever waits that nothing was saved."""
        cause = str(getattr(error, "orig", None) or error)
        waiting = self.committed if self.granted.done() else self.granted
        if not waiting.done():
            waiting.set_exception(StoreUnavailable(cause=cause))
            waiting.exception()  # whoever waited may be gone: not to be reported as never retrieved


class Writer:
    """Hands the one writing connection from transaction to transaction, in the order in which they asked.

    A transaction resumes its caller only after the commit that holds it. One that fails is taken back alone (a savepoint each);
    if BEGIN or COMMIT fails, all that shared it fail, and the next one tries anew.
    """

    def __init__(self, connect: Callable[[], Awaitable[AsyncConnection]]) -> None:
        self._connect = connect
        self._connection: AsyncConnection | None = None
        self._queue: deque[Turn] = deque()
        self._task: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """Lend the connection for one transaction; leaving the block without an exception saves it for good, or raises `StoreUnavailable`."""
        turn = Turn()
        self._queue.append(turn)
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="store writer")
        try:
            yield await turn.granted
        except BaseException:
            turn.finished.set_result(False)
            raise
        turn.finished.set_result(True)
        await asyncio.shield(turn.committed)

    async def close(self) -> None:
        """Let what has been asked for finish, then give the connection back."""
        if self._task is not None:
            await self._task
        if self._connection is not None:
            await self._connection.close()
            self._connection = None

    async def _run(self) -> None:
        try:
            while self._queue:
                await self._share_a_commit()
        finally:
            self._task = None

    async def _share_a_commit(self) -> None:
        kept: list[Turn] = []
        try:
            connection = await self._begin()
        except Failures as error:
            await self._abandon()
            while self._queue:
                self._queue.popleft().fail(error)
            return
        try:
            await self._take_turns(connection, kept)
            await connection.commit()
        except Failures as error:
            await self._abandon()
            for turn in kept:
                turn.fail(error)
        else:
            for turn in kept:
                turn.committed.set_result(None)

    async def _take_turns(self, connection: AsyncConnection, kept: list[Turn]) -> None:
        loop = asyncio.get_running_loop()
        closing_time = loop.time() + LONGEST_SECONDS
        while self._queue and len(kept) < MOST_TOGETHER and (not kept or loop.time() < closing_time):
            turn = self._queue.popleft()
            if turn.granted.cancelled():
                continue
            if kept:
                await connection.exec_driver_sql("SAVEPOINT turn")
            turn.granted.set_result(connection)
            if await turn.finished:
                kept.append(turn)
            elif kept:
                await connection.exec_driver_sql("ROLLBACK TO SAVEPOINT turn")
            else:
                await connection.rollback()
                await connection.begin()

    async def _begin(self) -> AsyncConnection:
        if self._connection is None:
            self._connection = await self._connect()
        await self._connection.begin()
        return self._connection

    async def _abandon(self) -> None:
        """Roll back whatever is left; a connection that cannot even do that is given up for a new one."""
        if self._connection is None:
            return
        try:
            await self._connection.rollback()
        except Failures:
            broken, self._connection = self._connection, None
            await broken.invalidate()
            await broken.close()
