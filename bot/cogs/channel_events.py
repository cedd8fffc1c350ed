"""What Discord tells of channels: one that could not be written to is tried again, and whoever presses needn't be called."""

from contextlib import suppress

import discord
from discord.ext import commands

from bot.tables import NoTable
from bot.ui import Responder


class ChannelEvents(commands.Cog):
    """Permissions that come back, threads that are opened again, people who press."""

    def __init__(self, responder: Responder) -> None:
        self._tables = responder.tables
        self._table_messages = responder.table_messages

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Somebody is there. This runs beside the response, and before a step that it leads to: such a step is written to the disk first."""
        with suppress(NoTable):
            table = self._tables.in_channel(interaction.channel_id or 0)
            self._table_messages.pressed(table.table_id, interaction.user.id)

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
        for table in self._tables.views(after.guild.id):
            self._table_messages.retry(table.table_id)

    def _retry(self, channel_id: int) -> None:
        with suppress(NoTable):
            self._table_messages.retry(self._tables.in_channel(channel_id).table_id)
