"""`/chips`: what one has, where it came from, and the day's chips."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.words import words
from bot.render import chips_message, line
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
            guild_id, records = pages.guild_of(reply), self._desk.records
            another = player if player is not None and player.id != interaction.user.id else None
            found = await (records.holdings(guild_id, another.id) if another else records.chips(guild_id, person(interaction)))
            channels = {table.table_id: table.channel_id for table in self._desk.tables.views(guild_id)}
            whose = another.display_name if another else None
            await reply.private(chips_message(found, reply.say, channels=channels, whose=whose))

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
