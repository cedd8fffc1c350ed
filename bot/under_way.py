"""What Discord tells is handled in tasks of discord.py's: those under way come to their end before what they work with is closed."""

import asyncio
import functools
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar


class UnderWay:
    """Handlers of events at work. Once it is closed, none begins: what happens meanwhile is looked up at the next start."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def handle(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do this, unless it is too late for it."""
        task = asyncio.current_task()
        if self._closed or task is None:
            return
        self._tasks.add(task)
        try:
            await work()
        finally:
            self._tasks.discard(task)

    async def close(self, seconds: float) -> None:
        """Begin nothing more, and wait for what is under way; what takes longer, as a question to Discord may, is cancelled."""
        self._closed = True
        if tasks := set(self._tasks):
            _, late = await asyncio.wait(tasks, timeout=seconds)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)


class HasUnderWay(Protocol):
    """What has handlers."""

    under_way: UnderWay


Owner = TypeVar("Owner", bound=HasUnderWay)
Told = ParamSpec("Told")


def waited_for(
    handler: Callable[Concatenate[Owner, Told], Awaitable[None]],
) -> Callable[Concatenate[Owner, Told], Coroutine[Any, Any, None]]:
    """A handler of an event that is waited for when its owner closes."""

    @functools.wraps(handler)
    async def handle(self: Owner, /, *args: Told.args, **kwargs: Told.kwargs) -> None:
        await self.under_way.handle(lambda: handler(self, *args, **kwargs))

    return handle
