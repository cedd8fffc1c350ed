"""Bounds on what is asked of Discord with an interaction's token: there discord.py waits and tries again by itself, for minutes if it is told to."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from bot.render import Message
from bot.tables import Clock

Result = TypeVar("Result")


class GivenUp(TimeoutError):
    """Discord has not taken something within the time that we wait for it. It may have arrived all the same."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How long Discord may take over a message in all, and, `each`, over one that can be sent lighter: without pictures or emojis."""

    all_seconds: float
    each_seconds: float


FIRST_ANSWER: Final = Bounds(5.0, 1.5)
"""Discord takes no first answer after 3 s; what it took may be confirmed a little later."""

LATER_ANSWER: Final = Bounds(30.0, 10.0)
"""A deferred answer and whatever is sent later by an interaction's token: long enough for the limits that Discord sets at times."""


async def within(clock: Clock, seconds: float, request: Coroutine[Any, Any, Result]) -> Result:
    """Await a request for so long, by the injected clock. Raises `GivenUp`."""
    task = asyncio.get_running_loop().create_task(request)
    rung = False

    def ring() -> None:
        nonlocal rung
        rung = True
        task.cancel()

    timer = clock.call_later(seconds, ring)
    try:
        return await task
    except asyncio.CancelledError:
        if rung and task.cancelled() and not _is_cancelled():
            raise GivenUp from None
        raise
    finally:
        timer.cancel()


def _is_cancelled() -> bool:
    """Whether the task that waits was cancelled itself, at the same time."""
    current = asyncio.current_task()
    return current is not None and current.cancelling() > 0


def hurried(
    clock: Clock, bounds: Bounds, attempt: Callable[[Message], Coroutine[Any, Any, Result]]
) -> Callable[[Message], Awaitable[Result]]:
    """The same attempt, that leaves time for a lighter one where the message has something to leave out."""

    async def hurrying(message: Message) -> Result:
        if message.has_pictures or message.has_emojis:
            return await within(clock, bounds.each_seconds, attempt(message))
        return await attempt(message)

    return hurrying
