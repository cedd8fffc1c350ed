"""Interactions: three seconds to answer, once; fifteen minutes of token (DOCS interactions/receiving-and-responding)."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.sandbox.refusals import Refusal
from bot.sandbox.world.changes import PATIENCE_SECONDS

if TYPE_CHECKING:
    from collections.abc import Generator

    from bot.sandbox.clock import Timer
    from bot.sandbox.world.components import Json
    from bot.sandbox.world.places import Channel, Message, User

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
REPLY, DEFER_REPLY, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
ANSWER_SECONDS, TOKEN_SECONDS = 3.0, 900.0


@dataclass(eq=False)
class Interaction:
    """One slash command, press, choice, completion or modal, and how it was answered.

    Awaiting it waits for the first answer, or for the failure after 3 s, and gives the interaction itself.
    """

    id: int
    token: str
    kind: int
    user: User
    channel: Channel
    data: Json
    created: float
    source: Message | None = None
    opener: Interaction | None = None
    answer_kind: int | None = None
    failed: bool = False
    attempts: int = 0
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    modal: Json | None = None
    choices: list[Json] = field(default_factory=list)
    latency_seconds: float | None = None
    deadline: Timer | None = None
    _done: asyncio.Event = field(default_factory=asyncio.Event)
    _began: float = field(default_factory=time.perf_counter)

    @property
    def open(self) -> bool:
        return self.answer_kind is None and not self.failed

    @property
    def answers(self) -> int:
        """How many first answers were accepted: 0 or 1; `attempts` counts the refused ones too."""
        return int(self.answer_kind is not None)

    @property
    def message(self) -> Message | None:
        """The message that answered: the reply, or the message that was updated."""
        return self.original if self.answer_kind in (REPLY, DEFER_REPLY, UPDATE) else None

    @property
    def updated(self) -> bool:
        """Whether the answer changed the message that carries the component (or said that it will)."""
        return self.answer_kind in (UPDATE, DEFER_UPDATE)

    @property
    def deferred(self) -> bool:
        return self.answer_kind in (DEFER_REPLY, DEFER_UPDATE)

    @property
    def ephemeral(self) -> bool:
        return self.message is not None and self.message.ephemeral

    @property
    def text(self) -> str:
        """What the answer says; empty when it says nothing."""
        return self.message.text if self.message else ""

    async def answered(self) -> Interaction:
        """Wait for the first answer or the failure. Raises TimeoutError when neither came and no clock moved (a test forgot to)."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            await self._done.wait()
        return self

    def __await__(self) -> Generator[Any, None, Interaction]:
        return self.answered().__await__()

    # What the REST side asks and tells.

    def check_answerable(self, now: float) -> None:
        """Raises 10062 when it is too late and 40060 when there was an answer."""
        self.attempts += 1
        if self.answer_kind is not None:
            raise Refusal(40060)
        if self.failed or now - self.created > ANSWER_SECONDS:
            raise Refusal(10062)

    def check_token(self, now: float) -> None:
        """Raises 50027 for a token older than 15 minutes and 10015 for one that was never acknowledged."""
        if now - self.created > TOKEN_SECONDS:
            raise Refusal(50027)
        if self.answer_kind is None:
            raise Refusal(10015)

    def settle(self, answer_kind: int | None) -> None:
        """Answered with this callback type, or failed (None)."""
        assert self.open, "an interaction is settled once"
        if self.deadline:
            self.deadline.cancel()
        if answer_kind is None:
            self.failed = True
        else:
            self.answer_kind = answer_kind
            self.latency_seconds = time.perf_counter() - self._began
        self._done.set()
