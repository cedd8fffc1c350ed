"""Discord's rate limits: buckets with headers, the global limit, and the slow edits of old messages (DOCS topics/rate-limits).

They count in real time, since that is what the bot's library waits in, whatever the world's clock shows; a test may hand in a clock.
"""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.sandbox.ids import id_of
from bot.sandbox.rest.calls import Call, Reply

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.sandbox.world import Message

OLD_MESSAGE_SECONDS = 3600.0
OLD_EDITS_CODE = 30046


@dataclass
class Window:
    """At most `limit` requests in any `seconds`."""

    limit: int
    seconds: float
    taken: deque[float] = field(default_factory=deque)

    def take(self, now: float) -> float:
        """0 when there was room, else the seconds until there is."""
        while self.taken and now - self.taken[0] >= self.seconds:
            self.taken.popleft()
        if len(self.taken) >= self.limit:
            return self.seconds - (now - self.taken[0])
        self.taken.append(now)
        return 0.0

    def reset_after(self, now: float) -> float:
        return max(0.0, self.seconds - (now - self.taken[0])) if self.taken else 0.0


@dataclass(frozen=True)
class Limits:
    """(requests, seconds) of each kind; None lifts it. The channel's is shared by posts and edits, as the worst that was seen (U).

    `token` is for all that is sent by one interaction's token, `follow_ups` for the new messages that come so into one channel, private ones
    included (U, discord-api-docs#2701 and #3763).
    """

    channel: tuple[int, float] | None = (5, 5.0)
    old_edits: tuple[int, float] | None = (3, 6.0)
    overall: tuple[int, float] | None = (50, 1.0)
    token: tuple[int, float] | None = (5, 2.0)
    follow_ups: tuple[int, float] | None = (30, 60.0)


UNLIMITED = Limits(None, None, None, None, None)


class Budgets:
    """What is left of each limit. `busiest_second` is the most that was asked in any one second, first answers to interactions aside."""

    def __init__(self, limits: Limits, now: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self.now = now
        self.refused = 0
        self.busiest_second = 0
        self._asked: deque[float] = deque()
        self._channels: dict[str, Window] = {}
        self._old: dict[str, Window] = {}
        self._tokens: dict[str, Window] = {}
        self._follow_ups: dict[int, Window] = {}
        self._overall = Window(*limits.overall) if limits.overall else None

    def check(self, call: Call) -> Reply | None:
        """A 429, or None. Interaction routes are outside the global limit (DOCS)."""
        now = self.now()
        if "interaction_id" not in call.params:
            self._count(now)
        if self._overall and "token" not in call.params and (wait := self._overall.take(now)):
            return self._refuse(wait, scope="global")
        if "token" in call.params and call.path.split("?")[0].removeprefix("/api/v10").startswith("/webhooks/"):
            return self._check_hook(call, now)
        channel_id = call.params.get("channel_id")
        if (
            channel_id is None
            or not call.path.split("?")[0].rstrip("/0123456789").endswith("/messages")
            or call.method not in ("POST", "PATCH")
        ):
            return None
        if self.limits.old_edits and call.method == "PATCH" and self._is_old(call, channel_id):
            window = self._old.setdefault(channel_id, Window(*self.limits.old_edits))
            if wait := window.take(now):
                return self._refuse(
                    wait, scope="user", code=OLD_EDITS_CODE, headers=self._headers(window, now, f"old-{channel_id}")
                )
        if self.limits.channel:
            window = self._channels.setdefault(channel_id, Window(*self.limits.channel))
            if wait := window.take(now):
                return self._refuse(wait, scope="user", headers=self._headers(window, now, "messages"))
        return None

    def _count(self, now: float) -> None:
        self._asked.append(now)
        while now - self._asked[0] >= 1.0:
            self._asked.popleft()
        self.busiest_second = max(self.busiest_second, len(self._asked))

    def _check_hook(self, call: Call, now: float) -> Reply | None:
        token = call.params["token"]
        if self.limits.token:
            window = self._tokens.setdefault(token, Window(*self.limits.token))
            if wait := window.take(now):
                return self._refuse(wait, scope="user", headers=self._headers(window, now, "token"))
        interaction = call.world.interactions.get(token)
        if self.limits.follow_ups and call.method == "POST" and interaction is not None:
            window = self._follow_ups.setdefault(interaction.channel.id, Window(*self.limits.follow_ups))
            if wait := window.take(now):
                return self._refuse(wait, scope="shared", headers=self._headers(window, now, "follow-ups"))
        return None

    def headers(self, call: Call) -> dict[str, str]:
        """Discord's bucket headers for a request that went through."""
        window = self._channels.get(call.params.get("channel_id", ""))
        return self._headers(window, self.now(), "messages") if window and call.method in ("POST", "PATCH") else {}

    def _is_old(self, call: Call, channel_id: str) -> bool:
        channel, message_id = id_of(channel_id), id_of(call.params.get("message_id", "0"))
        place = None if channel is None else call.world.channels.get(channel)
        message: Message | None = place.messages.get(message_id) if place and message_id is not None else None
        return message is not None and call.world.clock.time() - message.created > OLD_MESSAGE_SECONDS

    @staticmethod
    def _headers(window: Window, now: float, bucket: str) -> dict[str, str]:
        reset = window.reset_after(now)
        return {
            "X-RateLimit-Limit": str(window.limit), "X-RateLimit-Remaining": str(window.limit - len(window.taken)),
            "X-RateLimit-Reset": f"{time.time() + reset:.3f}", "X-RateLimit-Reset-After": f"{reset:.3f}", "X-RateLimit-Bucket": bucket,
        }  # fmt: skip

    def _refuse(self, wait: float, *, scope: str, code: int | None = None, headers: dict[str, str] | None = None) -> Reply:
        self.refused += 1
        return too_many(wait, scope=scope, code=code, headers=headers)


def too_many(wait: float, *, scope: str, code: int | None = None, headers: dict[str, str] | None = None) -> Reply:
    """A 429 as Discord words it. `Via` tells the library that it is Discord's own, not Cloudflare's ban."""
    body: dict[str, object] = {
        "message": "You are being rate limited.",
        "retry_after": round(wait, 3),
        "global": scope == "global",
    }
    if code is not None:
        body["code"] = code
    sent = {"Via": "1.1 sandbox", "Retry-After": str(max(1, round(wait))), "X-RateLimit-Scope": scope, **(headers or {})}
    if scope == "global":
        sent["X-RateLimit-Global"] = "true"
    return Reply(429, body, sent)
