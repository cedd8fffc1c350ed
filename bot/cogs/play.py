"""`/hand`, `/rules`, `/help`: what somebody at a table, or curious about one, asks for."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.agreement import offered
from bot.cogs.words import words
from bot.engine import VARIANTS
from bot.render import help_message, rules_message
from bot.tables import NoTable, TableRules
from bot.ui.desk import Desk
from bot.ui.replies import Reply
from bot.ui.seated import show_hand


class PlayCommands(commands.Cog):
    """What is asked while playing; private answers, all of them."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @app_commands.command(name="hand", description=words("hand"))
    @app_commands.guild_only()
    async def hand(self, interaction: discord.Interaction) -> None:
        """One's own cards, like [My hand]."""

        async def handle(reply: Reply) -> None:
            table = self._desk.tables.in_channel(interaction.channel_id or 0)
            self._desk.tables.private(table.table_id, interaction.user.id)  # Raises NotSeated for who has no hand to see.
            await show_hand(self._desk, reply, table.table_id)

        await self._desk.answer(interaction, handle, private=True)

    @app_commands.command(name="rules", description=words("rules"))
    @app_commands.guild_only()
    @app_commands.describe(variant=words("option.rules.variant"))
    @app_commands.choices(variant=offered(*VARIANTS))
    async def rules(self, interaction: discord.Interaction, variant: str | None = None) -> None:
        """The rules of this table's game, or of the one that is named."""

        async def handle(reply: Reply) -> None:
            try:
                rules = self._desk.tables.in_channel(interaction.channel_id or 0).rules
            except NoTable:
                rules = TableRules()
            await reply.private(rules_message(rules.playing(variant) if variant else rules, reply.say))

        await self._desk.command(interaction, handle)

    @app_commands.command(name="help", description=words("help"))
    @app_commands.guild_only()
    async def help(self, interaction: discord.Interaction) -> None:
        """How to play here."""

        async def handle(reply: Reply) -> None:
            await reply.private(help_message(reply.say))

        await self._desk.command(interaction, handle)
