"""One answer to every interaction: in time, exactly once, also when something fails."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord

from bot.errors import PokerError
from bot.render import Form, Message, error_message, line, speech
from bot.tables import Clock, TableView
from bot.ui.bounds import FIRST_ANSWER, LATER_ANSWER, Bounds, GivenUp, hurried, within
from bot.ui.fallback import ALREADY_ANSWERED, LOST, Fallback

log = logging.getLogger(__name__)

Attempt = Callable[[Message], Coroutine[Any, Any, None]]

DEFER_SECONDS = 2.0
"""Discord waits 3 s for an answer; a deferral needs its own way there."""


def mentions(message: Message) -> discord.AllowedMentions:
    """Only the people whom the message is meant to call, by ids as texts: Discord's document wants them so."""
    called: list[Any] = [SimpleNamespace(id=str(user)) for user in message.mentions]
    return discord.AllowedMentions(everyone=False, roles=False, users=called)


class Reply:
    """The one answer to one interaction. `private_defer` says what is promised where the answer takes longer than 2.0 s:
    a private message (commands, [My hand]), or else an update of the message that was pressed.

    Every answer returns whether Discord confirmed it; False means that it is lost, which is logged and no error. `confirmed`: Discord has taken
    an answer or a deferral, so that the interaction's token can be written by. `followed_up`: the answer came as a message beside the one
    that this token can edit. `table` is the one of this channel, as it stood when the
    interaction arrived.
    """

    def __init__(
        self, interaction: discord.Interaction, clock: Clock, *, private_defer: bool, fallback: Fallback | None = None
    ) -> None:
        self.interaction = interaction
        self._clock = clock
        self._fallback = fallback or Fallback()
        self.locale = interaction.locale.value
        self.say = speech(self.locale)
        self.table: TableView | None = None
        self.sent = False
        self.confirmed = False
        self.followed_up = False
        self._private_defer = private_defer or interaction.type is discord.InteractionType.application_command
        self._deferring: asyncio.Task[bool | None] | None = None
        self._timer = clock.call_later(DEFER_SECONDS, self._begin_deferring)

    async def private(self, message: Message) -> bool:
        """Answer with a message that only this person sees."""

        async def first(it: Message) -> None:
            await self.interaction.response.send_message(
                view=it.view(), files=it.files(), ephemeral=True, allowed_mentions=mentions(it)
            )

        async def deferred(it: Message) -> None:
            if self._private_defer:
                await self._edit_original(it)
            else:
                self.followed_up = True
                await self.interaction.followup.send(
                    view=it.view(), files=it.files(), ephemeral=True, allowed_mentions=mentions(it)
                )

        return await self._send_message(message, first, deferred)

    async def update(self, message: Message) -> bool:
        """Answer by showing `message` in place of the one that was pressed."""

        async def first(it: Message) -> None:
            await self.interaction.response.edit_message(view=it.view(), attachments=it.files(), allowed_mentions=mentions(it))

        return await self._send_message(message, first, self._edit_original)

    async def form(self, form: Form) -> bool:
        """Answer by opening a form. What is typed there comes back as an interaction of its own."""
        modal = form.modal()
        modal.stop()  # A finished modal isn't kept in memory: its custom_id says all, also after a restart.

        async def first() -> None:
            await self.interaction.response.send_modal(modal)

        async def deferred() -> None:
            await self.interaction.followup.send(view=line(self.say, "error.press-again").view(), ephemeral=True)

        return await self._send(first, deferred)

    def stop_waiting(self) -> None:
        """No answer comes any more: nothing is deferred from now on."""
        self._timer.cancel()

    async def _edit_original(self, message: Message) -> None:
        await self.interaction.edit_original_response(
            view=message.view(), attachments=message.files(), allowed_mentions=mentions(message)
        )

    def _begin_deferring(self) -> None:
        if not self.sent:
            self._deferring = asyncio.get_running_loop().create_task(self._defer())

    async def _defer(self) -> bool | None:
        """Whether Discord took the deferral; None where it is unknown or refused, so that the answer may still be the first."""
        try:
            return await self._bounded(self._deferral, FIRST_ANSWER)
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError):
            log.warning("interaction %s: the deferral failed", self.interaction.id, exc_info=True)
            return None

    async def _deferral(self) -> None:
        await self.interaction.response.defer(ephemeral=self._private_defer, thinking=self._private_defer)

    async def _send_message(self, message: Message, first: Attempt, deferred: Attempt) -> bool:
        """Send it as it is, or without what Discord refuses of it."""
        send, clock = self._fallback.send, self._clock
        return await self._send(
            lambda: send(message, hurried(clock, FIRST_ANSWER, first)),
            lambda: send(message, hurried(clock, LATER_ANSWER, deferred)),
        )

    async def _send(self, first: Callable[[], Awaitable[None]], deferred: Callable[[], Awaitable[None]]) -> bool:
        assert not self.sent, "an interaction is answered once"
        self.sent = True
        self._timer.cancel()
        promised = await self._deferring if self._deferring is not None else None
        if promised is False:
            return False
        try:
            return await self._bounded(deferred if promised else first, LATER_ANSWER if promised else FIRST_ANSWER)
        except GivenUp:
            log.info("interaction %s: answer lost (Discord did not take it in time)", self.interaction.id)
            return False
        except discord.HTTPException as refusal:
            if 400 <= refusal.status < 500:
                self.sent = False  # Refused for what it says, so an apology can still be the one answer.
            raise

    async def _bounded(self, send: Callable[[], Awaitable[None]], bounds: Bounds) -> bool:
        return await within(self._clock, bounds.all_seconds, self._confirmed(send))

    async def _confirmed(self, send: Callable[[], Awaitable[None]]) -> bool:
        """Send, once more where the connection broke: where the first had arrived, the second is refused."""
        again = False
        try:
            try:
                await send()
            except (aiohttp.ClientError, OSError, TimeoutError):
                log.info("interaction %s: connection lost while answering, once more", self.interaction.id)
                again = True
                await send()
        except discord.HTTPException as refusal:
            if refusal.code in LOST:
                log.info("interaction %s: answer lost (%s)", self.interaction.id, refusal.code)
                arrived = again and refusal.code == ALREADY_ANSWERED
                self.confirmed = self.confirmed or arrived
                return arrived
            raise
        self.confirmed = True
        return True


async def answer(reply: Reply, handle: Callable[[Reply], Awaitable[None]]) -> None:
    """Let `handle` answer; whatever it raises is answered in its place. Never raises, save when the task is cancelled."""
    try:
        try:
            await handle(reply)
            assert reply.sent, "every interaction is answered"
        except PokerError as error:
            if reply.sent:
                raise
            await reply.private(error_message(reply.say, error))
    except Exception as error:  # noqa: BLE001 - whatever it is, somebody waits for an answer
        await _apologise(reply, error)
    finally:
        reply.stop_waiting()


async def _apologise(reply: Reply, error: Exception) -> None:
    """Log what went wrong, with an id that the person is told."""
    error_id = secrets.token_hex(4)
    log.error("error %s while answering interaction %s", error_id, reply.interaction.id, exc_info=error)
    if reply.sent:
        return
    try:
        await reply.private(line(reply.say, "error.failed", id=error_id))
    except Exception:
        log.exception("error %s: the apology failed too", error_id)
