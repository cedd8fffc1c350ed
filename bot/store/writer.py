"""The one writer: transactions run back to back, and those that wait for each other share one commit."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.errors import StoreUnavailable

MOST_TOGETHER = 64
LONGEST_SECONDS = 0.02
"""How many transactions, begun within how long, share a commit: bounds how long the first waits for its answer."""


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
        failure = StoreUnavailable(cause=cause)
        failure.__cause__ = error
        waiting = self.committed if self.granted.done() else self.granted
        if not waiting.done():
            waiting.set_exception(failure)
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
        except BaseException as error:
            self._fail_all(self._queue, error)
            raise
        finally:
            self._task = None

    async def _share_a_commit(self) -> None:
        """Serve those who wait, then commit for all of them. Whatever goes wrong, everybody hears of it: nobody waits for ever."""
        served: list[Turn] = []
        try:
            connection = await self._begin()
        except Exception as error:  # noqa: BLE001  (told to those who wait, who log it)
            await self._replace_connection()
            self._fail_all(self._queue, error)
            return
        try:
            await self._take_turns(connection, served)
            await connection.commit()
        except BaseException as error:
            await self._abandon()
            self._fail_all(served, error)
            if not isinstance(error, Exception):
                raise
        else:
            for turn in served:
                turn.committed.set_result(None)

    async def _take_turns(self, connection: AsyncConnection, served: list[Turn]) -> None:
        """Run the transactions that wait, until none does or the first has waited long enough; keep in `served` those to commit."""
        loop = asyncio.get_running_loop()
        closing_time = loop.time() + LONGEST_SECONDS
        while self._queue and len(served) < MOST_TOGETHER and (not served or loop.time() < closing_time):
            turn = self._queue.popleft()
            if turn.granted.cancelled():
                continue
            alone = not served
            served.append(turn)
            if not alone:
                await connection.exec_driver_sql("SAVEPOINT turn")
            turn.granted.set_result(connection)
            if await turn.finished:
                continue
            served.pop()
            if not alone:
                await connection.exec_driver_sql("ROLLBACK TO SAVEPOINT turn")
            elif self._queue:
                await connection.rollback()
                await connection.begin()
            else:
                await connection.rollback()

    def _fail_all(self, turns: Collection[Turn], error: BaseException) -> None:
        for turn in turns:
            turn.fail(error)
        if turns is self._queue:
            self._queue.clear()

    async def _begin(self) -> AsyncConnection:
        if self._connection is None:
            self._connection = await self._connect()
        await self._connection.begin()
        return self._connection

    async def _abandon(self) -> None:
        """Roll back whatever is left; a connection that cannot even do that is given up for a new one."""
        assert self._connection is not None
        try:
            await self._connection.rollback()
        except Exception:  # noqa: BLE001  (why the transaction failed is known already)
            await self._replace_connection()

    async def _replace_connection(self) -> None:
        broken, self._connection = self._connection, None
        if broken is not None:
            await broken.invalidate()
            await broken.close()
