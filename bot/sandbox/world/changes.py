"""Telling whoever watches what has changed, and waiting for the world to be quiet."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from bot.sandbox.world.interactions import Interaction
    from bot.sandbox.world.places import Channel, Member, Message, Role, Server

QUIET_TURNS = 12
PAUSE_SECONDS = 0.001
"""How long who waits for quiet leaves the processor to those who work: turning the loop meanwhile would only hold up their threads."""
PATIENCE_SECONDS = 120.0
"""Of real time: who waits so long waits for ever. A busy machine must not reach it."""

Kind = Literal[
    "message_created", "message_edited", "message_deleted",
    "channel_created", "channel_changed", "channel_deleted", "permissions_changed",
    "server_joined", "server_left", "server_unavailable", "server_available", "member_joined", "member_changed", "member_left", "role_created", "role_changed",
    "interaction_created", "interaction_answered", "interaction_failed", "commands_changed", "emojis_changed", "typing",
]  # fmt: skip


@dataclass(frozen=True, eq=False)
class Change:
    """Something that happened. What it is about is filled in, the rest is None.

    A message's change concerns only who can see it: `message.visible_to`, or everybody in the channel.
    """

    kind: Kind
    server: Server | None = None
    channel: Channel | None = None
    message: Message | None = None
    interaction: Interaction | None = None
    member: Member | None = None
    role: Role | None = None


Observer = Callable[[Change], None]


class Changes:
    """The list of watchers, and the way to wait without sleeping."""

    def __init__(self) -> None:
        self._observers: list[Observer] = []
        self._waiters: set[asyncio.Future[None]] = set()
        self.activity = 0
        self.in_flight = 0
        self.unanswered = 0
        self.busy: list[Callable[[], bool]] = []

    def subscribe(self, observer: Observer) -> Callable[[], None]:
        """Call `observer` for every change, at once and in order; gives back how to stop it."""
        self._observers.append(observer)
        return lambda: self._observers.remove(observer)

    def tell(self, change: Change) -> None:
        self.stir()
        for observer in list(self._observers):
            observer(change)

    def stir(self) -> None:
        """Something moved: whoever waits looks again."""
        self.activity += 1
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(None)

    async def until(self, holds: Callable[[], object], timeout_seconds: float = PATIENCE_SECONDS) -> None:
        """Wait until `holds()`, asked again after every change. Raises TimeoutError after that much real time."""
        async with asyncio.timeout(timeout_seconds):
            while not holds():
                waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                self._waiters.add(waiter)
                try:
                    await waiter
                finally:
                    self._waiters.discard(waiter)

    def idle(self, *, answered: bool = True) -> bool:
        return not self.in_flight and not (answered and self.unanswered) and not any(busy() for busy in self.busy)

    async def settled(self, *, answered: bool = True) -> None:
        """Wait until no request is under way, no interaction is open and the loop has turned a dozen times with nothing new.

        A bot that works on in threads (a database) after its last answer tells so through a function in `busy`.
        Without `answered` interactions may stay open, as when the bot is down or waits for the clock.
        Raises TimeoutError when it does not get quiet in `PATIENCE_SECONDS` of real time.
        """
        await self.still(lambda: self.idle(answered=answered))

    async def still(self, idle: Callable[[], bool]) -> None:
        """Like `settled`, where being idle is something else."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            quiet, seen, resting = 0, self.activity, True
            while quiet < QUIET_TURNS:
                await asyncio.sleep(0 if resting else PAUSE_SECONDS)
                resting = idle()
                quiet = quiet + 1 if resting and seen == self.activity else 0
                seen = self.activity
