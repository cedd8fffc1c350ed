"""The sandbox's time: real for people, moved by hand for tests, where one such clock can drive the bot as well."""

import asyncio
import datetime as dt
import heapq
import itertools
import time
from collections.abc import Callable
from typing import Any, Protocol


class Timer(Protocol):
    """What `call_later` gives back; `cancel()` is harmless once it has fired."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """Seconds since 1970 and timers on the same scale; any object with these two methods will do."""

    def time(self) -> float: ...

    def call_later(self, delay_seconds: float, callback: Callable[..., Any], *args: Any) -> Timer: ...


class RealClock:
    """The machine's time and the running loop's timers."""

    def time(self) -> float:
        return time.time()

    def now(self) -> dt.datetime:
        return dt.datetime.now(dt.UTC)

    def monotonic(self) -> float:
        return time.monotonic()

    def call_later(self, delay_seconds: float, callback: Callable[..., Any], *args: Any) -> Timer:
        return asyncio.get_running_loop().call_later(delay_seconds, callback, *args)


class ManualTimer:
    """One entry of a `ManualClock`."""

    def __init__(self, due: float, callback: Callable[..., Any], args: tuple[Any, ...]) -> None:
        self.due = due
        self.callback = callback
        self.args = args
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class ManualClock:
    """Time that stands still until somebody moves it. Starts now, so that ids and countdowns look as usual."""

    def __init__(self, start: float | None = None) -> None:
        self._now = time.time() if start is None else start
        self._timers: list[tuple[float, int, ManualTimer]] = []
        self._order = itertools.count()

    def time(self) -> float:
        return self._now

    def now(self) -> dt.datetime:
        """The same moment as a time in UTC: this clock also does where a bot asks for one."""
        return dt.datetime.fromtimestamp(self._now, dt.UTC)

    def monotonic(self) -> float:
        return self._now

    def call_later(self, delay_seconds: float, callback: Callable[..., Any], *args: Any) -> ManualTimer:
        timer = ManualTimer(self._now + max(0.0, delay_seconds), callback, args)
        heapq.heappush(self._timers, (timer.due, next(self._order), timer))
        return timer

    def next_due(self) -> float | None:
        """When the earliest timer fires, or None without one."""
        while self._timers and self._timers[0][2].cancelled:
            heapq.heappop(self._timers)
        return self._timers[0][0] if self._timers else None

    def advance(self, seconds: float) -> None:
        """Move on, firing what falls due on the way, in order, each at its own time."""
        until = self._now + seconds
        while (due := self.next_due()) is not None and due <= until:
            _, _, timer = heapq.heappop(self._timers)
            self._now = max(self._now, due)
            timer.callback(*timer.args)
        self._now = until
