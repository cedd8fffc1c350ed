"""What Discord tells of channels that could not be written to: they are tried again at once."""

import discord
from discord.ext import commands

from bot.tables import NoTable
from bot.ui.desk import Desk


class Channels(commands.Cog):
    """Permissions that come back, threads that are opened again."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @commands.Cog.listener()
    async def on_guild_channel_update(self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """The channel's permissions may have changed."""
        self._retry(after.id)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """The thread may be open again."""
        self._retry(payload.thread_id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        """A role's permissions may have changed, for every channel of the server."""
        for table in self._desk.tables.views(after.guild.id):
            self._desk.table_messages.retry(table.table_id)

    def _retry(self, channel_id: int) -> None:
        try:
            table = self._desk.tables.in_channel(channel_id)
        except NoTable:
            return
        self._desk.table_messages.retry(table.table_id)
