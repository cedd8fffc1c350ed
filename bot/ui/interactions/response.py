"""The one response to an interaction: in time, exactly once, also when something fails."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import ExitStack, suppress
from functools import cached_property
from types import TracebackType
from typing import Any, Literal, Self

import aiohttp
import discord

from bot.render import Form, Message, Speech, line, speech
from bot.tables import NoTable, Player, TableView
from bot.ui.bounds import FIRST_ANSWER, LATER_ANSWER, Bounds, GivenUp, hurried, within
from bot.ui.fallback import ALREADY_ANSWERED, LOST
from bot.ui.interactions.services import Services
from bot.ui.mentions import mentions
from bot.ui.table_message.updating import MessageUpdate

log = logging.getLogger(__name__)

Attempt = Callable[[Message], Coroutine[Any, Any, None]]

DEFER_SECONDS = 2.0
"""Discord takes an answer within 3 s, and 10062 says that they are over; what takes longer is deferred, which needs its own way there."""

PressedOn = Literal["table message", "private message", "elsewhere"]
"""On the message that stands for the table, on a private message, or elsewhere: on another post, or by a command."""


class Response:
    """The one response to one interaction, as a context. While a press on a table's message or on a private hand is in it,
    nothing else edits that message.

    Every answer returns whether Discord confirmed it; False means that it is lost, which is logged and no error. `confirmed`: Discord has taken
    an answer or a deferral, so that the interaction's token can be written by. `followed_up`: the answer came as a message beside the one
    that this token can edit. `table` is the one of the message that was pressed, as it stood when the press arrived. `guild_id` and
    `channel_id` are 0 outside of servers, where nothing is handled.
    """

    def __init__(self, services: Services, interaction: discord.Interaction, *, private: bool, on_hand: bool) -> None:
        self.services = services
        self.tables, self.records, self.servers = services.tables, services.records, services.servers
        self.interaction = interaction
        self.press_id = interaction.id
        self.guild_id = interaction.guild_id or 0
        self.channel_id = interaction.channel_id or 0
        self.user_id = interaction.user.id
        self.locale = interaction.locale.value
        self.player = Player(interaction.user.id, interaction.user.display_name)
        self.is_manager = interaction.permissions.manage_guild  # as Discord says with this very interaction
        self.on_hand = on_hand
        self.table: TableView | None = None
        self.pressed_on: PressedOn = "elsewhere"
        self.table_update: MessageUpdate | None = None
        self.sent = False
        self.confirmed = False
        self.followed_up = False
        self._private_deferral = private
        self._deferring: asyncio.Task[bool | None] | None = None
        self._timer = services.clock.call_later(DEFER_SECONDS, self._begin_deferring)
        self._holds = ExitStack()

    @cached_property
    def say(self) -> Speech:
        """The texts in the language of whoever is answered; buttons of the table's message are named as they stand there."""
        return speech(self.locale, table=self._table_locale())

    @cached_property
    def say_publicly(self) -> Speech:
        """The texts in the language of the server."""
        return speech((self.interaction.guild_locale or self.interaction.locale).value)

    def _table_locale(self) -> str:
        with suppress(NoTable):
            return self.tables.in_channel(self.channel_id).locale
        return (self.interaction.guild_locale or self.interaction.locale).value

    async def __aenter__(self) -> Self:
        message = self.interaction.message
        if message is None:
            return self
        with suppress(NoTable):
            self.table = self.tables.in_channel(self.channel_id)
        if message.flags.ephemeral:
            self.pressed_on = "private message"
            if self.table is not None:
                self._holds.enter_context(self.services.private_messages.updating(self.table.table_id, self.user_id))
        elif self.table is not None and self.services.table_messages.shows(self.table.table_id, message.id):
            self.pressed_on = "table message"
            update = self.services.table_messages.updating(self.table.table_id, message.id, self.press_id)
            self.table_update = self._holds.enter_context(update)
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.release()
        self._timer.cancel()
        if self.confirmed:
            self._note_token()

    def release(self) -> None:
        """Let the message that was pressed be edited by others again."""
        self._holds.close()

    def _note_token(self) -> None:
        """Keep the interaction for private messages at the table that is here now: it may be the one that this very interaction has opened."""
        with suppress(NoTable):
            self.services.private_messages.note_token(self.tables.in_channel(self.channel_id).table_id, self.interaction)

    # The answer

    async def send_private(self, message: Message) -> bool:
        """Answer with a message that only this person sees."""
        return await self._send_message(message, self._send_first, self._send_deferred)

    async def update_pressed(self, message: Message) -> bool:
        """Answer by showing `message` in place of the one that was pressed."""
        return await self._send_message(message, self._edit_pressed, self._edit_original)

    async def add_private(self, message: Message) -> int | None:
        """A further private message, once the answer is confirmed; its id. Nothing depends on it: where Discord does not take it, the log says so."""
        return await self._add(message, self._follow_up)

    async def add_public(self, message: Message) -> int | None:
        """The same for the whole channel."""
        return await self._add(message, self._follow_up_publicly)

    async def _add(
        self, message: Message, follow_up: Callable[[Message], Coroutine[Any, Any, discord.WebhookMessage]]
    ) -> int | None:
        self.release()
        if not self.confirmed:
            return None
        sending = self.services.fallback.send(message, hurried(self.services.clock, LATER_ANSWER, follow_up))
        try:
            sent = await within(self.services.clock, LATER_ANSWER.all_seconds, sending)
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as trouble:
            log.info("interaction %s: a further message could not be sent (%s)", self.press_id, type(trouble).__name__)
            return None
        return sent.id

    async def open_form(self, form: Form) -> bool:
        """Answer by opening a form. What is typed there comes back as an interaction of its own."""
        modal = form.modal()
        modal.stop()  # A finished modal isn't kept in memory: its custom_id says all, also after a restart.
        # Discord opens a modal as the first answer alone: after a deferral there is only to say that the button is to be pressed again.
        again = line(self.say, "error.press-again")
        return await self._send(lambda: self._send_modal(modal), lambda: self._follow_up(again))

    async def _send_first(self, message: Message) -> None:
        await self.interaction.response.send_message(
            view=message.view(), files=message.files(), ephemeral=True, allowed_mentions=mentions(message)
        )

    async def _send_deferred(self, message: Message) -> None:
        # A private deferral is a message of its own ("thinking…"), which the answer takes the place of. After the deferral of an update,
        # the token's original is the message that was pressed, so a private answer has to be another message.
        if self._private_deferral:
            await self._edit_original(message)
        else:
            self.followed_up = True
            await self._follow_up(message)

    async def _follow_up(self, message: Message, *, ephemeral: bool = True) -> discord.WebhookMessage:
        return await self.interaction.followup.send(
            view=message.view(), files=message.files(), ephemeral=ephemeral, allowed_mentions=mentions(message), wait=True
        )

    async def _follow_up_publicly(self, message: Message) -> discord.WebhookMessage:
        return await self._follow_up(message, ephemeral=False)

    async def _edit_pressed(self, message: Message) -> None:
        await self.interaction.response.edit_message(
            view=message.view(), attachments=message.files(), allowed_mentions=mentions(message)
        )

    async def _edit_original(self, message: Message) -> None:
        await self.interaction.edit_original_response(
            view=message.view(), attachments=message.files(), allowed_mentions=mentions(message)
        )

    async def _send_modal(self, modal: discord.ui.Modal) -> None:
        await self.interaction.response.send_modal(modal)

    async def _send_message(self, message: Message, first: Attempt, deferred: Attempt) -> bool:
        """Send it as it is, or without what Discord refuses of it."""
        send, clock = self.services.fallback.send, self.services.clock
        return await self._send(
            lambda: send(message, hurried(clock, FIRST_ANSWER, first)),
            lambda: send(message, hurried(clock, LATER_ANSWER, deferred)),
        )

    async def _send(self, first: Callable[[], Awaitable[object]], deferred: Callable[[], Awaitable[object]]) -> bool:
        # Discord takes one first answer to an interaction, a deferral being one; what follows goes by the interaction's token.
        assert not self.sent, "an interaction is answered once"
        self.sent = True
        self._timer.cancel()
        promised = await self._deferring if self._deferring is not None else None
        if promised is False:
            return False
        try:
            return await self._bounded(deferred if promised else first, LATER_ANSWER if promised else FIRST_ANSWER)
        except GivenUp:
            log.info("interaction %s: answer lost (Discord did not take it in time)", self.press_id)
            return False
        except discord.HTTPException as refusal:
            if 400 <= refusal.status < 500:
                self.sent = False  # Refused for what it says, so an apology can still be the one answer.
            raise

    async def _bounded(self, send: Callable[[], Awaitable[object]], bounds: Bounds) -> bool:
        return await within(self.services.clock, bounds.all_seconds, self._deliver(send))

    async def _deliver(self, send: Callable[[], Awaitable[object]]) -> bool:
        """Send, and once more where the connection broke; Discord refuses the second where the first had arrived."""
        again = False
        try:
            try:
                await send()
            except (aiohttp.ClientError, OSError, TimeoutError):
                log.info("interaction %s: connection lost while answering, once more", self.press_id)
                again = True
                await send()
        except discord.HTTPException as refusal:
            if refusal.code in LOST:
                log.info("interaction %s: answer lost (%s)", self.press_id, refusal.code)
                arrived = again and refusal.code == ALREADY_ANSWERED  # the first had arrived, and its confirmation was lost
                self.confirmed = self.confirmed or arrived
                return arrived
            raise
        self.confirmed = True
        return True

    # The deferral

    def _begin_deferring(self) -> None:
        if not self.sent:
            self._deferring = asyncio.get_running_loop().create_task(self._defer())

    async def _defer(self) -> bool | None:
        """Whether Discord took the deferral; None where it is unknown or refused, so that the answer may still be the first."""
        try:
            return await self._bounded(self._send_deferral, FIRST_ANSWER)
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError):
            log.warning("interaction %s: the deferral failed", self.press_id, exc_info=True)
            return None

    async def _send_deferral(self) -> None:
        await self.interaction.response.defer(ephemeral=self._private_deferral, thinking=self._private_deferral)
