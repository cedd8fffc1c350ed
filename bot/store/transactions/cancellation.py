"""Waiting that a cancellation cannot cut short: what the database has begun it ends, and whoever asked learns how."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

Answer = TypeVar("Answer")


async def finished(work: Coroutine[Any, Any, Answer]) -> Answer:
    """Return what `work` returns, or raise what it raises. A cancellation of the task that waits takes effect once it has ended, not in its middle.

    A driver whose statement is cancelled under it gives its connection up, and with that the work of everybody who shares it.
    """
    task = asyncio.ensure_future(work)
    if await _outlast(task):
        if task.exception() is None:
            raise asyncio.CancelledError
        _cancel_again()
    return task.result()


async def known(outcome: "asyncio.Future[None]") -> None:
    """Return once `outcome` is good, or raise what it is. A cancellation of the task that waits takes effect at that task's next wait.

    So what follows without a wait is done as if it were one with the outcome.
    """
    cancelled = await _outlast(outcome)
    if not cancelled:
        outcome.result()
    elif outcome.exception() is not None:
        raise asyncio.CancelledError
    else:
        _cancel_again()


async def _outlast(future: "asyncio.Future[Any]") -> bool:
    """Wait till it is done, and tell whether the waiting task was cancelled meanwhile."""
    cancelled = False
    while not future.done():
        try:
            await asyncio.wait([future])
        except asyncio.CancelledError:
            cancelled = True
    return cancelled


def _cancel_again() -> None:
    """Cancel the running task at its next wait, for a cancellation that was put off; it counts once, for who counts them (`asyncio.timeout`)."""
    task = asyncio.current_task()
    assert task is not None, "it was cancelled"
    task.uncancel()
    task.cancel()
