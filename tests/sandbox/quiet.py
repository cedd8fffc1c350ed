"""Whether somebody waits for another thread: the database's, or a picture's. Time that is moved by hand must not run ahead of those."""

from __future__ import annotations

import asyncio
import gc
from types import AsyncGeneratorType, CodeType
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from bot.sandbox.world.changes import Changes

if TYPE_CHECKING:
    from collections.abc import Iterator

THREADED = ("/aiosqlite/", "/asyncio/threads.py")


_of_the_loop: WeakSet[asyncio.Future[Any]] = WeakSet()
"""What tasks were seen to wait for and no thread brings: a task that waits for the same still stands in the same place."""


def threads_at_work() -> bool:
    """True while a task of this loop waits for what runs in a thread (`aiosqlite`, `asyncio.to_thread`)."""
    return any(_waits_for_a_thread(task) for task in asyncio.all_tasks())


async def turns() -> None:
    """Let come what wrongly would: only for what must not happen, since nothing tells of that."""
    for _ in range(5):
        await Changes().still(lambda: not threads_at_work())


def _waits_for_a_thread(task: asyncio.Task[Any]) -> bool:
    awaited = task._fut_waiter
    if awaited is not None and awaited in _of_the_loop:
        return False
    if any(part in code.co_filename for code in _waits_in(task.get_coro()) for part in THREADED):
        return True
    if awaited is not None:
        _of_the_loop.add(awaited)
    return False


def _waits_in(awaited: Any) -> Iterator[CodeType]:
    """The code of every coroutine on the way to what a task waits for, the outermost first."""
    while awaited is not None:
        if hasattr(awaited, "cr_code"):
            yield awaited.cr_code
            awaited = awaited.cr_await
        elif hasattr(awaited, "gi_code"):
            yield awaited.gi_code
            awaited = awaited.gi_yieldfrom
        elif isinstance(awaited, AsyncGeneratorType):
            yield awaited.ag_code
            awaited = awaited.ag_await
        else:  # the step of an async generator (as in `async with`) names its generator to the collector alone
            awaited = next((each for each in gc.get_referents(awaited) if _is_step_of(awaited, each)), None)


def _is_step_of(awaited: Any, each: Any) -> bool:
    if type(awaited).__name__ in ("async_generator_asend", "async_generator_athrow", "anext_awaitable", "coroutine_wrapper"):
        return (
            isinstance(each, AsyncGeneratorType) or hasattr(each, "cr_code") or type(each).__name__.startswith("async_generator")
        )
    return False
