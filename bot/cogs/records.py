"""`/leaderboard`, `/stats`, `/history`, `/forget`: what has been, and forgetting it."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.agreement import offered
from bot.cogs.words import words
from bot.render import line
from bot.ui import pages
from bot.ui.desk import Desk
from bot.ui.replies import Reply


class RecordsCommands(commands.Cog):
    """Thin: each command shows a first page; its buttons turn to the others."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @app_commands.command(name="leaderboard", description=words("leaderboard"))
    @app_commands.guild_only()
    @app_commands.describe(by=words("option.leaderboard.by"), period=words("option.leaderboard.period"))
    @app_commands.choices(by=offered(*pages.ORDERS), period=offered(*pages.PERIODS))
    async def leaderboard(self, interaction: discord.Interaction, by: str = "chips", period: str = "all") -> None:
        """Who is ahead in this server."""

        async def handle(reply: Reply) -> None:
            await reply.private(await pages.leaderboard(self._desk, reply, by, period, 0))

        await self._desk.command(interaction, handle)

    @app_commands.command(name="stats", description=words("stats"))
    @app_commands.guild_only()
    @app_commands.describe(player=words("option.stats.player"))
    async def stats(self, interaction: discord.Interaction, player: discord.User | None = None) -> None:
        """A player's figures."""

        async def handle(reply: Reply) -> None:
            whose = player or interaction.user
            await reply.private(await pages.stats(self._desk, reply, whose.id, whose.display_name))

        await self._desk.command(interaction, handle)

    @app_commands.command(name="history", description=words("history"))
    @app_commands.guild_only()
    async def history(self, interaction: discord.Interaction) -> None:
        """This channel's last hands."""

        async def handle(reply: Reply) -> None:
            await reply.private(await pages.history(self._desk, reply, interaction.channel_id or 0, 0))

        await self._desk.command(interaction, handle)

    @app_commands.command(name="forget", description=words("forget"))
    @app_commands.guild_only()
    @app_commands.describe(sure=words("option.forget.sure"))
    async def forget(self, interaction: discord.Interaction, sure: bool = False) -> None:  # noqa: FBT001, FBT002
        """Remove one's name and statistics."""

        async def handle(reply: Reply) -> None:
            if sure:
                await self._desk.records.forget(pages.guild_of(reply), interaction.user.id, press=interaction.id)
            await reply.private(line(reply.say, "done.forgotten" if sure else "done.forget-sure"))

        await self._desk.command(interaction, handle)
