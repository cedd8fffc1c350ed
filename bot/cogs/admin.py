"""`/table-admin`: what a server's managers set; Discord shows it to them alone, and the right is checked again at every use."""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.cogs.declarations.command_texts import command_text
from bot.cogs.declarations.table_options import Chips, with_table_options
from bot.cogs.responding import RespondingCog, responds
from bot.render import Message, line, settings_message, stopped_message
from bot.tables import MOST_CHIPS, NotAllowed, NothingToDo, Player, ServerSettings, named
from bot.ui.interactions.response import Response

log = logging.getLogger(__name__)

TableChannel = discord.TextChannel | discord.Thread | discord.VoiceChannel | discord.StageChannel


class AdminCommands(RespondingCog):
    """Settings of a server. Every command says what it did."""

    admin = app_commands.Group(
        name="table-admin",
        description=command_text("table-admin"),
        guild_only=True,
        default_permissions=discord.Permissions(manage_guild=True),
    )

    @admin.command(name="settings", description=command_text("table-admin.settings"))
    @responds
    async def settings(self, response: Response) -> None:
        """What is set here."""
        check_manager(response)
        await response.send_private(_settings_page(response, await response.servers.get(response.guild_id)))

    @admin.command(name="defaults", description=command_text("table-admin.defaults"))
    @with_table_options
    @responds
    async def defaults(self, response: Response, /, **options: Any) -> None:
        """The defaults of new tables; without options, the bot's own again."""
        check_manager(response)
        settings = await response.servers.change(response.guild_id, defaults=named(options) or None)
        await response.send_private(_settings_page(response, settings, done=True))

    @admin.command(name="channel", description=command_text("table-admin.channel"))
    @app_commands.describe(channel=command_text("option.admin.channel"), allowed=command_text("option.admin.allowed"))
    @responds
    async def channel(self, response: Response, channel: TableChannel, allowed: bool) -> None:  # noqa: FBT001
        """Where tables may open; with none named, everywhere."""
        check_manager(response)
        listed = (await response.servers.get(response.guild_id)).channels
        if not allowed:
            check_listed(channel.id, listed)
        gone = await gone_channels(response.interaction.guild, listed)
        amend = partial(with_channel, channel_id=channel.id, gone=gone, allowed=allowed)
        settings = await response.servers.amend(response.guild_id, amend)
        await response.send_private(_settings_page(response, settings, done=True))

    @admin.command(name="chips", description=command_text("table-admin.chips"))
    @app_commands.describe(starting=command_text("option.admin.starting"), daily=command_text("option.admin.daily"))
    @responds
    async def chips(self, response: Response, starting: Chips | None = None, daily: Chips | None = None) -> None:
        """First chips and daily chips."""
        check_manager(response)
        changes = {name: value for name, value in {"starting_chips": starting, "daily_chips": daily}.items() if value is not None}
        settings = await response.servers.change(response.guild_id, **changes)
        await response.send_private(_settings_page(response, settings, done=True))

    @admin.command(name="grant", description=command_text("table-admin.grant"))
    @app_commands.describe(
        player=command_text("option.admin.player"),
        amount=command_text("option.admin.amount"),
        reason=command_text("option.admin.reason"),
    )
    @responds
    async def grant(
        self,
        response: Response,
        player: discord.User,
        amount: Range[int, -MOST_CHIPS, MOST_CHIPS],
        reason: Range[str, 1, 200],
    ) -> None:
        """Chips for a player, or a correction, booked with its reason."""
        check_manager(response)
        if player.bot:
            raise NotAllowed("chips.only-people")
        whose = Player(player.id, player.display_name)
        balance = await response.servers.grant(
            response.guild_id, whose, amount, reason=reason, by=response.user_id, press=response.press_id
        )
        done = "done.granted" if amount > 0 else "done.taken"
        await response.send_private(line(response.say, done, name=whose.name, chips=abs(amount), balance=balance))

    @admin.command(name="rebuy", description=command_text("table-admin.rebuy"))
    @app_commands.describe(player=command_text("option.admin.player"))
    @responds
    async def rebuy(self, response: Response, player: discord.User) -> None:
        """Chips for a seated player to play on with, booked like a grant."""
        check_manager(response)
        table = response.tables.in_channel(response.channel_id)
        after = await response.tables.grant_rebuy(table.table_id, response.user_id, player.id, press=response.press_id)
        seated = after.seat_of(player.id)
        assert seated is not None, "who has got chips sits there"
        done, chips = ("done.rebuy-queued", seated.top_up) if seated.top_up else ("done.rebuy", seated.stack)
        await response.send_private(line(response.say, done, name=player.display_name, chips=chips))

    @admin.command(name="reset", description=command_text("table-admin.reset"))
    @app_commands.describe(sure=command_text("option.admin.sure"))
    @responds
    async def reset(self, response: Response, sure: bool = False) -> None:  # noqa: FBT001, FBT002
        """A new season."""
        check_manager(response)
        if sure:
            await response.records.reset_season(response.guild_id)
        await response.send_private(line(response.say, "done.season" if sure else "done.season-sure"))

    @admin.command(name="close", description=command_text("table-admin.close"))
    @app_commands.describe(channel=command_text("option.admin.channel"), void=command_text("option.admin.void"))
    @responds
    async def close(self, response: Response, channel: TableChannel | None = None, void: bool = False) -> None:  # noqa: FBT001, FBT002
        """Close a channel's table and pay everybody out."""
        check_manager(response)
        table = response.tables.in_channel(channel.id if channel is not None else response.channel_id)
        if table.guild_id != response.guild_id:
            raise NotAllowed
        after = await response.tables.stop(
            table.table_id,
            response.user_id,
            manager=True,
            now=void,
            press=response.press_id,
            name=response.player.name,
        )
        await response.send_private(stopped_message(after, response.say))


def check_manager(response: Response) -> None:
    """Raise NotAllowed for anybody but a manager: a server's settings may have opened the commands to others."""
    if not response.is_manager:
        raise NotAllowed("error.managers-only")


def check_listed(channel_id: int, listed: Sequence[int]) -> None:
    """Raise NothingToDo where closing this channel to tables would change nothing: all are open, or it is closed already."""
    if not listed:
        raise NothingToDo("settings.not-restricted")
    if channel_id not in listed:
        raise NothingToDo("settings.closed-already", channels=listed)


def _settings_page(response: Response, settings: ServerSettings, *, done: bool = False) -> Message:
    return settings_message(settings, response.say, usual=response.servers.usual, done=done)


def with_channel(settings: ServerSettings, channel_id: int, gone: set[int], *, allowed: bool) -> ServerSettings:
    """The settings with tables allowed in this channel or no longer, and without the channels that are gone."""
    others = set(settings.channels) - {channel_id} - gone
    return replace(settings, channels=tuple(sorted(others | {channel_id} if allowed else others)))


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
