"""A shard's session: its sequence of events, kept for a replay."""

from __future__ import annotations

import json
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import asyncio

    from aiohttp import web

    from bot.sandbox.world import Server

Json = dict[str, Any]

DISPATCH = 0
REPLAY_EVENTS = 1000


@dataclass(eq=False)
class Session:
    """One shard's session. It outlives its socket, so that RESUME can replay what was missed."""

    id: str
    shard: int
    shards: int
    intents: int
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=REPLAY_EVENTS))
    socket: web.WebSocketResponse | None = None
    outbox: asyncio.Queue[str] | None = None

    def serves(self, server: Server) -> bool:
        return (server.id >> 22) % self.shards == self.shard

    def dispatch(self, event: str, data: Json) -> None:
        """Number the event, keep it for a replay and send it if the socket is there."""
        self.sequence += 1
        frame = json.dumps({"op": DISPATCH, "t": event, "s": self.sequence, "d": data})
        self.sent.append((self.sequence, frame))
        if self.outbox is not None:
            self.outbox.put_nowait(frame)
