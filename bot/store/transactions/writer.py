"""The one writer: transactions run back to back, and those that wait for each other share one commit."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.database.connections import Database
from bot.store.errors import StoreUnavailable
from bot.store.transactions.cancellation import finished, known

MOST_TOGETHER = 64
"""How many transactions share a commit: bounds how long the first waits for its answer."""


class Turn:
    """One transaction's way through the writer: granted its group's connection, finished (kept or taken back), committed."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.granted: asyncio.Future[Group] = loop.create_future()
        self.finished: asyncio.Future[None] = loop.create_future()
        self.committed: asyncio.Future[None] = loop.create_future()

    def save(self) -> None:
        """Tell whoever waits, if anybody still does, that it is saved."""
        if not self.committed.done():
            self.committed.set_result(None)

    def fail(self, error: BaseException) -> None:
        """Tell whoever waits that nothing was saved."""
        cause = error.values["cause"] if isinstance(error, StoreUnavailable) else str(getattr(error, "orig", None) or error)
        failure = StoreUnavailable(cause=cause)
        failure.__cause__ = error
        waiting = self.committed if self.granted.done() else self.granted
        if not waiting.done():
            waiting.set_exception(failure)
            waiting.exception()  # whoever waited may be gone: not to be reported as never retrieved


class Group:
    """The transactions that share a commit. All are granted the connection at once, and use it one after the other in the order of their asking."""

    def __init__(self, connection: AsyncConnection, *, shared: bool) -> None:
        self.kept: list[Turn] = []
        self.failure: Exception | None = None
        self._connection = connection
        self._shared = shared
        self._one_at_a_time = asyncio.Lock()

    @asynccontextmanager
    async def lend(self, turn: Turn) -> AsyncIterator[AsyncConnection]:
        """Lend the connection for one transaction; what it did is taken back alone, by a savepoint, if the block raises."""
        async with self._one_at_a_time:
            await self._mark("SAVEPOINT turn")
            if self.failure is not None:
                raise StoreUnavailable(cause=str(self.failure)) from self.failure
            try:
                yield self._connection
            except BaseException:
                await self._mark("ROLLBACK TO SAVEPOINT turn")
                raise
            self.kept.append(turn)

    async def _mark(self, statement: str) -> None:
        """Set a savepoint or go back to it. Where that fails the whole group is lost, and nobody in it begins any more."""
        if not self._shared or self.failure is not None:
            return
        try:
            await finished(self._execute(statement))
        except Exception as error:  # noqa: BLE001  (told to everybody in the group; a cancellation has left the statement whole)
            self.failure = error

    async def _execute(self, statement: str) -> None:
        """Both drivers spell this alike, and do it in one trip; SQLAlchemy's cursor takes three."""
        driver = (await self._connection.get_raw_connection()).driver_connection
        assert driver is not None, "it is open"
        await driver.execute(statement)


class Writer:
    """Hands the one writing connection from transaction to transaction, in the order in which they asked.

    A transaction resumes its caller only after the commit that holds it. One that fails is taken back alone;
    if BEGIN or COMMIT fails, all that shared it fail, and the next one tries anew.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: AsyncConnection | None = None
        self._queue: deque[Turn] = deque()
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """Lend the connection for one transaction; leaving the block without an exception saves it for good, or raises `StoreUnavailable`.

        A task that is cancelled while its commit is under way learns of the outcome first: what follows the block without a wait is done,
        and the cancellation takes effect after it.
        """
        if self._closed:
            raise StoreUnavailable(cause="the store is closed")
        turn = Turn()
        self._queue.append(turn)
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="store writer")
        try:
            group = await turn.granted
            async with group.lend(turn) as connection:
                yield connection
        finally:
            turn.finished.set_result(None)
        await known(turn.committed)

    async def close(self) -> None:
        """Let what has been asked for finish, then give the connection back; what is asked for from now on is refused."""
        self._closed = True
        if self._task is not None:
            await asyncio.shield(self._task)
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
        try:
            connection = await self._begin()
        except Exception as error:  # noqa: BLE001  (told to those who wait, who log it)
            await self._replace_connection()
            self._fail_all(self._queue, error)
            return
        turns = self._next_turns()
        group = Group(connection, shared=len(turns) > 1)
        try:
            await self._serve(group, turns)
            self._database.require_lease()
            await (connection.commit() if group.kept else connection.rollback())
        except BaseException as error:
            await self._abandon()
            self._fail_all(turns, error)
            if not isinstance(error, Exception):
                raise
        else:
            for turn in group.kept:
                turn.save()

    def _next_turns(self) -> list[Turn]:
        """Those who wait, as many as may share a commit; who has given up is passed over."""
        turns: list[Turn] = []
        while self._queue and len(turns) < MOST_TOGETHER:
            turn = self._queue.popleft()
            if not turn.granted.cancelled():
                turns.append(turn)
        return turns

    async def _serve(self, group: Group, turns: list[Turn]) -> None:
        """Let all of them do their work. Raises what has spoiled the group, if anything has."""
        for turn in turns:
            turn.granted.set_result(group)
        for turn in turns:
            await turn.finished
        if group.failure is not None:
            raise group.failure

    def _fail_all(self, turns: Collection[Turn], error: BaseException) -> None:
        for turn in turns:
            turn.fail(error)
        if turns is self._queue:
            self._queue.clear()

    async def _begin(self) -> AsyncConnection:
        if self._connection is not None and self._connection.invalidated:
            await self._replace_connection()  # it would connect anew by itself, without the lease
        if self._connection is None:
            self._connection = await self._database.writer()
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
