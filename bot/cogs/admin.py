"""`/table-admin`: what a server's managers set; Discord shows it to them alone, and the right is checked again at every use."""

import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Range
from discord.ext import commands

from bot.cogs.agreement import Chips, agreement
from bot.cogs.words import words
from bot.render import line, settings_message, stopped_message
from bot.tables import MOST_CHIPS, NotAllowed, Player, ServerSettings, named
from bot.ui.desk import Desk, manages
from bot.ui.pages import guild_of
from bot.ui.replies import Reply

log = logging.getLogger(__name__)

TableChannel = discord.TextChannel | discord.Thread | discord.VoiceChannel | discord.StageChannel


class AdminCommands(commands.Cog):
    """Settings of a server. Every command says what it did."""

    admin = app_commands.Group(
        name="table-admin",
        description=words("table-admin"),
        guild_only=True,
        default_permissions=discord.Permissions(manage_guild=True),
    )

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @admin.command(name="settings", description=words("table-admin.settings"))
    async def settings(self, interaction: discord.Interaction) -> None:
        """What is set here."""

        async def handle(reply: Reply) -> None:
            await reply.private(settings_message(await self._desk.servers.get(guild_of(reply)), reply.say))

        await self._manage(interaction, handle)

    @admin.command(name="defaults", description=words("table-admin.defaults"))
    @agreement
    async def defaults(self, interaction: discord.Interaction, /, **options: Any) -> None:
        """The defaults of new tables; without options, the bot's own again."""
        asked = named(options)

        async def handle(reply: Reply) -> None:
            settings = await self._desk.servers.change(guild_of(reply), defaults=asked or None)
            await reply.private(settings_message(settings, reply.say, done=True))

        await self._manage(interaction, handle)

    @admin.command(name="channel", description=words("table-admin.channel"))
    @app_commands.describe(channel=words("option.admin.channel"), allowed=words("option.admin.allowed"))
    async def channel(self, interaction: discord.Interaction, channel: TableChannel, allowed: bool) -> None:  # noqa: FBT001
        """Where tables may open; with none named, everywhere."""

        async def handle(reply: Reply) -> None:
            gone = await gone_channels(interaction.guild, (await self._desk.servers.get(guild_of(reply))).channels)

            def amended(settings: ServerSettings) -> ServerSettings:
                others = set(settings.channels) - {channel.id} - gone
                return replace(settings, channels=tuple(sorted(others | {channel.id} if allowed else others)))

            settings = await self._desk.servers.amend(guild_of(reply), amended)
            await reply.private(settings_message(settings, reply.say, done=True))

        await self._manage(interaction, handle)

    @admin.command(name="chips", description=words("table-admin.chips"))
    @app_commands.describe(starting=words("option.admin.starting"), daily=words("option.admin.daily"))
    async def chips(self, interaction: discord.Interaction, starting: Chips | None = None, daily: Chips | None = None) -> None:
        """First chips and daily chips."""
        changes = {name: value for name, value in {"starting_chips": starting, "daily_chips": daily}.items() if value is not None}

        async def handle(reply: Reply) -> None:
            settings = await self._desk.servers.change(guild_of(reply), **changes)
            await reply.private(settings_message(settings, reply.say, done=True))

        await self._manage(interaction, handle)

    @admin.command(name="grant", description=words("table-admin.grant"))
    @app_commands.describe(
        player=words("option.admin.player"), amount=words("option.admin.amount"), reason=words("option.admin.reason")
    )
    async def grant(
        self,
        interaction: discord.Interaction,
        player: discord.User,
        amount: Range[int, -MOST_CHIPS, MOST_CHIPS],
        reason: Range[str, 1, 200],
    ) -> None:
        """Chips for a player, or a correction, booked with its reason."""

        async def handle(reply: Reply) -> None:
            whose = Player(player.id, player.display_name)
            balance = await self._desk.servers.grant(
                guild_of(reply), whose, amount, reason=reason, by=interaction.user.id, press=interaction.id
            )
            await reply.private(line(reply.say, "done.granted", name=whose.name, chips=amount, balance=balance))

        await self._manage(interaction, handle)

    @admin.command(name="reset", description=words("table-admin.reset"))
    @app_commands.describe(sure=words("option.admin.sure"))
    async def reset(self, interaction: discord.Interaction, sure: bool = False) -> None:  # noqa: FBT001, FBT002
        """A new season."""

        async def handle(reply: Reply) -> None:
            if sure:
                await self._desk.records.reset_season(guild_of(reply))
            await reply.private(line(reply.say, "done.season" if sure else "done.season-sure"))

        await self._manage(interaction, handle)

    @admin.command(name="close", description=words("table-admin.close"))
    @app_commands.describe(channel=words("option.admin.channel"), void=words("option.admin.void"))
    async def close(self, interaction: discord.Interaction, channel: TableChannel | None = None, void: bool = False) -> None:  # noqa: FBT001, FBT002
        """Close a channel's table and pay everybody out."""

        async def handle(reply: Reply) -> None:
            table = self._desk.tables.in_channel(channel.id if channel is not None else interaction.channel_id or 0)
            if table.guild_id != interaction.guild_id:
                raise NotAllowed
            after = await self._desk.tables.stop(
                table.table_id,
                interaction.user.id,
                manager=True,
                now=void,
                press=interaction.id,
                name=interaction.user.display_name,
            )
            await reply.private(stopped_message(after, reply.say))

        await self._manage(interaction, handle)

    async def _manage(self, interaction: discord.Interaction, handle: Callable[[Reply], Awaitable[None]]) -> None:
        """Answer a manager; anybody else is told who may. The command may have been opened to others in the server's settings."""

        async def allowed(reply: Reply) -> None:
            if not manages(interaction):
                raise NotAllowed("error.managers-only")
            await handle(reply)

        await self._desk.command(interaction, allowed)


async def gone_channels(guild: discord.Guild | None, channels: Iterable[int]) -> set[int]:
    """Those that are no longer there: nobody could name them any more. A thread that sleeps is there, and not in memory, so it is asked for."""
    gone = set()
    for channel_id in channels:
        if guild is not None and guild.get_channel_or_thread(channel_id) is None:
            try:
                await guild.fetch_channel(channel_id)
            except discord.NotFound:
                gone.add(channel_id)
            except discord.DiscordException:
                log.info("channel %d cannot be looked up", channel_id, exc_info=True)
    return gone
