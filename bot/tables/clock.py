"""Time, injected: the one place in which the service asks what time it is or asks to be woken."""

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol


class Timer(Protocol):
    """Something that will ring once, unless it is cancelled before."""

    def cancel(self) -> None:
        """Never ring; harmless when it has rung or was cancelled."""


class Clock(Protocol):
    """A source of time. `now` is aware and in UTC; `monotonic` is seconds, for measuring spans; `call_later` rings on the event loop."""

    def now(self) -> datetime:
        """The wall clock, UTC."""

    def monotonic(self) -> float:
        """Seconds from some fixed moment; never goes back."""

    def call_later(self, delay_seconds: float, callback: Callable[[], None]) -> Timer:
        """Call `callback` once, `delay_seconds` from now."""


class SystemClock:
    """The machine's clock and the running loop's timers."""

    def now(self) -> datetime:
        """The wall clock, UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Seconds from some fixed moment; never goes back."""
        return time.monotonic()

    def call_later(self, delay_seconds: float, callback: Callable[[], None]) -> Timer:
        """Call `callback` once, `delay_seconds` from now."""
        return asyncio.get_running_loop().call_later(delay_seconds, callback)
