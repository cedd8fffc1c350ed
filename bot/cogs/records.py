"""`/leaderboard`, `/stats`, `/history`, `/forget`: what has been, and forgetting it."""

import discord
from discord import app_commands

from bot.cogs.declarations.command_texts import command_text
from bot.cogs.declarations.table_options import offered
from bot.cogs.responding import RespondingCog, responds
from bot.render import line
from bot.ui.handlers import pagination
from bot.ui.interactions.response import Response


class RecordsCommands(RespondingCog):
    """Thin: each command shows a first page; its buttons turn to the others."""

    @app_commands.command(name="leaderboard", description=command_text("leaderboard"))
    @app_commands.guild_only()
    @app_commands.describe(by=command_text("option.leaderboard.by"), period=command_text("option.leaderboard.period"))
    @app_commands.choices(by=offered(*pagination.ORDERS), period=offered(*pagination.PERIODS))
    @responds
    async def leaderboard(self, response: Response, by: str = "chips", period: str = "all") -> None:
        """Who is ahead in this server."""
        await response.send_private(await pagination.leaderboard(response, by, period, 0))

    @app_commands.command(name="stats", description=command_text("stats"))
    @app_commands.guild_only()
    @app_commands.describe(player=command_text("option.stats.player"), period=command_text("option.stats.period"))
    @app_commands.choices(period=offered(*pagination.STATS_PERIODS))
    @responds
    async def stats(self, response: Response, player: discord.User | None = None, period: str = "all") -> None:
        """How somebody plays."""
        whose = player or response.interaction.user
        await response.send_private(await pagination.stats(response, whose.id, whose.display_name, period))

    @app_commands.command(name="history", description=command_text("history"))
    @app_commands.guild_only()
    @responds
    async def history(self, response: Response) -> None:
        """This channel's last hands."""
        await response.send_private(await pagination.history(response, response.channel_id, 0))

    @app_commands.command(name="forget", description=command_text("forget"))
    @app_commands.guild_only()
    @app_commands.describe(sure=command_text("option.forget.sure"))
    @responds
    async def forget(self, response: Response, sure: bool = False) -> None:  # noqa: FBT001, FBT002
        """Remove one's name and statistics."""
        if sure:
            await response.records.forget(response.guild_id, response.user_id, press=response.press_id)
        await response.send_private(line(response.say, "done.forgotten" if sure else "done.forget-sure"))
