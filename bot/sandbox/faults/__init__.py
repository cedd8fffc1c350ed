"""Misbehaving on demand: a small vocabulary for tests (`faults.hold(...)`) and for the command line (`--fault slow:0.5`)."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from bot.sandbox.refusals import Refusal
from bot.sandbox.rest.budgets import too_many
from bot.sandbox.rest.calls import Call, Reply

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.sandbox.world import World

INTERACTIONS = "INTERACTION_CREATE"


@dataclass(eq=False)
class Aim:
    """Which requests or events a fault meets: by method and path (or event name), the next `times`, every `every`th of them."""

    method: str = "*"
    path: str = "*"
    times: int | None = 1
    every: int = 1
    about: Callable[[Call], bool] | None = None
    """Of these requests, only those of which it is true; events aside."""
    seen: int = 0

    def meets(self, call: Call) -> bool:
        """`hits`, for a request."""
        return (self.about is None or self.about(call)) and self.hits(call.method, bare(call.path))

    def hits(self, method: str, path: str) -> bool:
        """Counts: asked once for each request. Paths are without prefix and query, and may hold `*`."""
        if self.times == 0 or not fnmatchcase(method, self.method) or not fnmatchcase(path, self.path):
            return False
        self.seen += 1
        if self.seen % self.every:
            return False
        if self.times is not None:
            self.times -= 1
        return True


@dataclass(eq=False)
class Hold:
    """A request that is kept back until it is released. `arrived` is set when it came."""

    aim: Aim
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    _released: asyncio.Event = field(default_factory=asyncio.Event)

    def release(self) -> None:
        self._released.set()

    async def keep(self) -> None:
        self.arrived.set()
        await self._released.wait()


class Faults:
    """The faults in force. Without any, requests and events pass untouched."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._replies: list[tuple[Aim, Callable[[], Reply]]] = []
        self._delays: list[tuple[Aim, float]] = []
        self._holds_before: list[Hold] = []
        self._holds_after: list[Hold] = []
        self._lost: list[Aim] = []
        self._events: list[tuple[Aim, Callable[[Callable[[], None]], None]]] = []

    def clear(self) -> None:
        """Everything is well again; what is held is released."""
        for hold in [*self._holds_before, *self._holds_after]:
            hold.release()
        for faults in (self._replies, self._delays, self._holds_before, self._holds_after, self._lost, self._events):
            faults.clear()

    # REST.

    def rate_limit(self, aim: Aim | None = None, *, retry_after: float = 0.05, everywhere: bool = False) -> None:
        """429 with Discord's headers; `everywhere` is the global limit."""
        scope = "global" if everywhere else "shared"
        self._replies.append((aim or Aim(), lambda: too_many(retry_after, scope=scope)))

    def server_error(self, aim: Aim | None = None, *, status: int = 503) -> None:
        """5xx. The library tries again by itself after 500, 502, 504, gives up after 503."""
        self._replies.append((aim or Aim(), lambda: Reply(status, {"message": f"{status}: Service Unavailable", "code": 0})))

    def refuse(self, code: int, aim: Aim | None = None) -> None:
        """Discord says no, with one of its codes (`bot.sandbox.refusals`)."""
        refusal = Refusal(code)
        self._replies.append((aim or Aim(), lambda: Reply(refusal.status, refusal.body())))

    def slow(self, seconds: float, aim: Aim | None = None) -> None:
        """The request reaches Discord late, by the world's clock; all requests without an aim."""
        self._delays.append((aim or Aim(times=None), seconds))

    def hold(self, method: str, path: str, *, answered: bool = False) -> Hold:
        """Keep the next such request back before it has any effect, or (`answered`) its answer after it has had it."""
        hold = Hold(Aim(method, path))
        (self._holds_after if answered else self._holds_before).append(hold)
        return hold

    def lose_answer(self, aim: Aim | None = None) -> None:
        """The request has its effect, and the connection breaks before its answer arrives."""
        self._lost.append(aim or Aim())

    async def before(self, call: Call) -> Reply | None:
        """What a request meets on its way in."""
        for aim, seconds in self._delays:
            if aim.meets(call):
                await self.wait(seconds)
        for hold in self._holds_before:
            if hold.aim.meets(call):
                self.world.stir()
                await hold.keep()
        for aim, make in self._replies:
            if aim.meets(call):
                return make()
        return None

    async def after(self, call: Call) -> bool:
        """What its answer meets on the way out; False where it is lost."""
        for hold in self._holds_after:
            if hold.aim.meets(call):
                self.world.stir()
                await hold.keep()
        return not any(aim.meets(call) for aim in self._lost)

    async def wait(self, seconds: float) -> None:
        """So long by the world's clock."""
        over = asyncio.Event()
        self.world.clock.call_later(seconds, over.set)
        await over.wait()

    # Gateway events.

    def lose_event(self, times: int | None = 1, event: str = INTERACTIONS) -> None:
        """The next events never arrive."""
        self._events.append((Aim(path=event, times=times), lambda _send: None))

    def double_event(self, times: int | None = 1, event: str = INTERACTIONS) -> None:
        """The next events arrive twice."""

        def twice(send: Callable[[], None]) -> None:
            send()
            send()

        self._events.append((Aim(path=event, times=times), twice))

    def late_event(self, seconds: float, times: int | None = 1, event: str = INTERACTIONS) -> None:
        """The next events arrive so much later, by the world's clock."""

        def later(send: Callable[[], None]) -> None:
            self.world.clock.call_later(seconds, send)

        self._events.append((Aim(path=event, times=times), later))

    def deliver(self, event: str, send: Callable[[], None]) -> None:
        """Send an event, or what the faults make of it."""
        for aim, way in self._events:
            if aim.hits("*", event):
                way(send)
                return
        send()


def bare(path: str) -> str:
    """`/api/v10/channels/1/messages?limit=2` as `/channels/1/messages`."""
    return path.split("?", maxsplit=1)[0].removeprefix("/api/v10")
