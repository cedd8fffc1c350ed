"""Where everything that a person does arrives: one desk a bot, handed to presses and commands by the composition root."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress

import discord

from bot.errors import PokerError
from bot.history import Records
from bot.render import TEXT_FACES, Faces
from bot.tables import Clock, NoTable, Player, Servers, Tables
from bot.ui.channel import Channel
from bot.ui.errors import NotHere
from bot.ui.fallback import Fallback
from bot.ui.pace import Pace, Patience
from bot.ui.replies import Reply, answer
from bot.ui.table_message import TableMessages
from bot.ui.troubles import Troubles
from bot.ui.waiting import OpenAnswers
from bot.ui.whispers import Whispers

log = logging.getLogger(__name__)

MOST_RECENT = 4_096


class Desk:
    """Answers people, and listens to the tables, which are to be loaded afterwards: what happens to them then is told, too. `faces` may be set later,
    once the application's emojis are known; they are text again when Discord refuses those, and `emojis_refused` is called then.
    """

    def __init__(
        self, tables: Tables, records: Records, servers: Servers, clock: Clock, client: discord.Client, faces: Faces = TEXT_FACES
    ) -> None:
        self.tables = tables
        self.servers = servers
        self.records = records
        self.clock = clock
        self.client = client
        self.faces = faces
        self.patience = Patience(clock)
        self.emojis_refused: Callable[[], None] = lambda: None
        self._open = OpenAnswers()
        self._fallback = Fallback(self._show_text)
        self.table_messages = TableMessages(
            tables,
            clock,
            lambda: self.faces,
            lambda guild, channel: Channel(client, guild, channel, self._fallback),
            Pace(clock),
            self._open,
        )
        self.whispers = Whispers(tables, clock, lambda: self.faces, self._open, self._fallback)
        self._recent: OrderedDict[int, None] = OrderedDict()
        self._answering: set[asyncio.Task[None]] = set()
        self._closing = False
        self._troubles = Troubles()
        tables.subscribe(self.whispers.changed)
        tables.subscribe(self.table_messages.changed)

    def wear(self, faces: Faces) -> None:
        """Show cards like this from now on."""
        self.faces = faces

    def _show_text(self) -> None:
        """Discord has refused the cards' emojis: they are text until somebody has looked at the emojis again."""
        if self.faces is not TEXT_FACES:
            self.faces = TEXT_FACES
            self.emojis_refused()

    def open(self) -> None:
        """Bring the tables' messages up to date, and send what was to be told; once the bot is connected and the tables are loaded."""
        self.table_messages.open()

    @property
    def busy(self) -> bool:
        """Whether somebody is being answered, or something is being sent."""
        return any(not task.done() for task in self._answering) or self.table_messages.busy or self.whispers.busy

    async def close(self, seconds: float) -> None:
        """Let what is being answered and sent finish within this time; answer nothing new."""
        self._closing = True
        tasks = {task for task in self._answering if not task.done()}
        if tasks:
            await asyncio.wait(tasks, timeout=seconds)
        await asyncio.gather(self.table_messages.close(seconds), self.whispers.close(seconds))

    async def answer(
        self, interaction: discord.Interaction, handle: Callable[[Reply], Awaitable[None]], *, private: bool = False
    ) -> None:
        """Answer an interaction exactly once, by `handle`; one that Discord delivers again is not answered again.

        `private` says that the answer is a message of its own for this person alone, and not an update of what was pressed.
        """
        if self._closing or interaction.id in self._recent:
            log.info("interaction %s is not answered: closing or delivered twice", interaction.id)
            return
        self._recent[interaction.id] = None
        while len(self._recent) > MOST_RECENT:
            self._recent.popitem(last=False)
        task = asyncio.current_task()
        assert task is not None
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)
        reply = Reply(interaction, self.clock, private_defer=private, fallback=self._fallback)
        with self._open.answering(interaction.id):
            await answer(reply, lambda reply: self._checked(reply, handle))
            if reply.confirmed and interaction.channel_id is not None:
                self._remember(interaction, interaction.channel_id)
        interaction.message = None  # Whispers keep an interaction for its token; the message pressed is the larger part of it.

    def _remember(self, interaction: discord.Interaction, channel_id: int) -> None:
        """Keep the interaction for whispers at the table that is here now: it may be the one that this very interaction has opened."""
        with suppress(NoTable):
            self.whispers.heard(self.tables.in_channel(channel_id).table_id, interaction)

    async def command(self, interaction: discord.Interaction, handle: Callable[[Reply], Awaitable[None]]) -> None:
        """Answer a slash command, unless this person gives too many of them."""

        async def patiently(reply: Reply) -> None:
            self.patience.spend(interaction.user.id)
            await handle(reply)

        await self.answer(interaction, patiently, private=True)

    async def _checked(self, reply: Reply, handle: Callable[[Reply], Awaitable[None]]) -> None:
        interaction = reply.interaction
        if interaction.guild_id is None or interaction.channel_id is None:
            raise NotHere
        try:
            reply.table = self.tables.in_channel(interaction.channel_id)
        except NoTable:
            pass
        else:
            self.table_messages.pressed(reply.table.table_id, interaction.user.id)
        try:
            await handle(reply)
        except PokerError as error:
            self._troubles.met(interaction, error)
            raise
        self._troubles.succeeded(interaction)


def person(interaction: discord.Interaction) -> Player:
    """Who pressed or typed, by the name that they have in this server."""
    return Player(interaction.user.id, interaction.user.display_name)


def manages(interaction: discord.Interaction) -> bool:
    """Whether they may manage the server, as Discord says with this very interaction."""
    return interaction.permissions.manage_guild
