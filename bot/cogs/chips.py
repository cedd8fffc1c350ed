"""`/chips`: what one has, where it came from, and the day's chips."""

import discord
from discord import app_commands

from bot.cogs.declarations.command_texts import command_text
from bot.cogs.responding import RespondingCog, responds
from bot.render import chips_message, line
from bot.ui.handlers import pagination
from bot.ui.interactions.response import Response


class ChipsCommands(RespondingCog):
    """Thin: each command asks the records, and answers privately."""

    chips = app_commands.Group(name="chips", description=command_text("chips"), guild_only=True)

    @chips.command(name="show", description=command_text("chips.show"))
    @app_commands.describe(player=command_text("option.chips.player"))
    @responds
    async def show(self, response: Response, player: discord.User | None = None) -> None:
        """A bankroll, and the stacks at tables."""
        guild_id, records = response.guild_id, response.records
        another = player if player is not None and player.id != response.user_id else None
        found = await (records.holdings(guild_id, another.id) if another else records.chips(guild_id, response.player))
        channels = {table.table_id: table.channel_id for table in response.tables.views(guild_id)}
        whose = another.display_name if another else None
        await response.send_private(chips_message(found, response.say, channels=channels, whose=whose))

    @chips.command(name="history", description=command_text("chips.history"))
    @responds
    async def history(self, response: Response) -> None:
        """What moved one's bankroll."""
        await response.send_private(await pagination.chips_history(response))

    @chips.command(name="daily", description=command_text("chips.daily"))
    @responds
    async def daily(self, response: Response) -> None:
        """The day's chips."""
        given, balance = await response.records.gifts.daily(response.guild_id, response.player)
        await response.send_private(line(response.say, "done.daily", chips=given, balance=balance))

    @chips.command(name="refill", description=command_text("chips.refill"))
    @responds
    async def refill(self, response: Response) -> None:
        """Chips for the broke."""
        given, balance = await response.records.gifts.refill(response.guild_id, response.player)
        await response.send_private(line(response.say, "done.refill", chips=given, balance=balance))
