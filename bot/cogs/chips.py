"""`/chips`: what one has, where it came from, and the day's chips."""

from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.words import words
from bot.render import Message, Row, Text, chips_message, escape, line
from bot.tables import Player
from bot.ui import pages
from bot.ui.desk import Desk, person
from bot.ui.replies import Reply


class ChipsCommands(commands.Cog):
    """Thin: each command asks the records, and answers privately."""

    chips = app_commands.Group(name="chips", description=words("chips"), guild_only=True)

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @chips.command(name="show", description=words("chips.show"))
    @app_commands.describe(player=words("option.chips.player"))
    async def show(self, interaction: discord.Interaction, player: discord.User | None = None) -> None:
        """A bankroll, and the stacks at tables."""

        async def handle(reply: Reply) -> None:
            whose = person(interaction) if player is None else Player(player.id, player.display_name)
            found = await self._desk.records.chips(pages.guild_of(reply), whose)
            channels = {table.table_id: table.channel_id for table in self._desk.tables.views(interaction.guild_id)}
            message = chips_message(found, reply.say, channels=channels)
            await reply.private(message if whose.id == interaction.user.id else of_another(whose, message))

        await self._desk.command(interaction, handle)

    @chips.command(name="history", description=words("chips.history"))
    async def history(self, interaction: discord.Interaction) -> None:
        """What moved one's bankroll."""

        async def handle(reply: Reply) -> None:
            await reply.private(await pages.chips_history(self._desk, reply))

        await self._desk.command(interaction, handle)

    @chips.command(name="daily", description=words("chips.daily"))
    async def daily(self, interaction: discord.Interaction) -> None:
        """The day's chips, or a refill."""

        async def handle(reply: Reply) -> None:
            given, balance = await self._desk.records.daily(pages.guild_of(reply), person(interaction))
            await reply.private(line(reply.say, "done.daily", chips=given, balance=balance))

        await self._desk.command(interaction, handle)


def of_another(whose: Player, message: Message) -> Message:
    """Somebody else's chips: with their name, and without the buttons, which are about the reader's own."""
    return replace(message, parts=(Text(escape(whose.name)), *(part for part in message.parts if not isinstance(part, Row))))
