"""Where every interaction arrives: one responder a bot, handed to presses and commands by the composition root."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable

import discord

from bot.history import Records
from bot.tables import Clock, Servers, Tables
from bot.ui.card_emojis import CardEmojis
from bot.ui.channel import Channel
from bot.ui.errors import NotHere
from bot.ui.fallback import Fallback
from bot.ui.interactions.refusals import answer_refusal
from bot.ui.interactions.response import Response
from bot.ui.interactions.services import Services
from bot.ui.interactions.troubles import Troubles
from bot.ui.open_responses import OpenResponses
from bot.ui.private.messages import PrivateMessages
from bot.ui.rate_limits import CommandLimit, RequestLimit
from bot.ui.shared_hands import SharedHands
from bot.ui.table_message import TableMessages

log = logging.getLogger(__name__)

MOST_RECENT = 4_096
"""So many interactions are known again when they are delivered twice: minutes of the busiest evening, and Discord repeats within seconds."""

Handler = Callable[[Response], Awaitable[None]]


class Responder:
    """Responds to people, and listens to the tables, which are to be loaded afterwards: what happens to them then is told, too."""

    def __init__(self, tables: Tables, records: Records, servers: Servers, clock: Clock, client: discord.Client) -> None:
        self.tables = tables
        self.card_emojis = CardEmojis()
        self._open = OpenResponses()
        self._command_limit = CommandLimit(clock)
        self._troubles = Troubles()
        self._recent: OrderedDict[int, None] = OrderedDict()
        self._responding: set[asyncio.Task[None]] = set()
        self._closing = False
        fallback = Fallback(self.card_emojis.refuse)
        self.table_messages = TableMessages(
            tables,
            clock,
            self.card_emojis.current,
            lambda guild, channel: Channel(client, guild, channel, fallback),
            RequestLimit(clock),
            self._open,
        )
        self.private_messages = PrivateMessages(tables, clock, self.card_emojis.current, self._open, fallback)
        self._services = Services(
            tables, records, servers, clock, self.card_emojis, fallback, self.table_messages, self.private_messages, SharedHands()
        )
        tables.subscribe(self.private_messages.changed)
        tables.subscribe(self.table_messages.changed)

    def open(self) -> None:
        """Bring the tables' messages up to date, and send what was to be told; once the bot is connected and the tables are loaded."""
        self.table_messages.open()

    @property
    def busy(self) -> bool:
        """Whether somebody is being responded to, or something is being sent."""
        responding = any(not task.done() for task in self._responding)
        return responding or self.table_messages.busy or self.private_messages.busy

    async def close(self, seconds: float) -> None:
        """Let the responses and requests under way finish within this time; respond to nothing new."""
        self._closing = True
        tasks = {task for task in self._responding if not task.done()}
        if tasks:
            await asyncio.wait(tasks, timeout=seconds)
        await asyncio.gather(self.table_messages.close(seconds), self.private_messages.close(seconds))

    async def respond(
        self,
        interaction: discord.Interaction,
        handler: Handler,
        *,
        private: bool,
        on_hand: bool = False,
        limited: bool = False,
    ) -> None:
        """Respond to an interaction exactly once, by `handler`. Never raises, save when the task is cancelled.

        `private`: a deferral promises a message of its own for this person alone, and not an update of what was pressed.
        `on_hand`: where the game has overtaken the private message that was pressed, the hand as it is now may take its place.
        `limited`: counts towards the commands that a person may give within a few seconds.
        """
        if not self._admits(interaction.id):
            log.info("interaction %s gets no response: closing or delivered twice", interaction.id)
            return
        with self._open.opened(interaction.id):
            async with Response(self._services, interaction, private=private, on_hand=on_hand) as response:
                try:
                    if interaction.guild_id is None or interaction.channel_id is None:
                        raise NotHere  # noqa: TRY301 - answered below, like every refusal
                    if limited:
                        self._command_limit.spend(interaction.user.id)
                    await handler(response)
                    assert response.sent, "every interaction is answered"
                    self._troubles.succeeded(interaction)
                except Exception as error:  # noqa: BLE001 - whatever it is, somebody waits for an answer
                    self._troubles.met(interaction, error)
                    await answer_refusal(response, error)
        interaction.message = (
            None  # Private messages keep an interaction for its token; the message pressed is the larger part of it.
        )

    def _admits(self, interaction_id: int) -> bool:
        """Whether this interaction is to have a response; the task that runs is then its own."""
        # Discord delivers an interaction at least once, again after a lost connection: its id makes the second delivery harmless.
        if self._closing or interaction_id in self._recent:
            return False
        self._recent[interaction_id] = None
        if len(self._recent) > MOST_RECENT:
            self._recent.popitem(last=False)
        task = asyncio.current_task()
        assert task is not None
        self._responding.add(task)
        task.add_done_callback(self._responding.discard)
        return True
