"""`/table`: opening a table, sitting at it, and what its host may wish."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Range
from discord.ext import commands

from bot.cogs.agreement import SomeChips, agreement
from bot.cogs.permissions import check_permissions
from bot.cogs.words import words
from bot.render import leaving_message, left_message, line, stopped_message
from bot.tables import TableView, named
from bot.ui.desk import Desk, manages, person
from bot.ui.replies import Reply
from bot.ui.seated import show_hand


class TableCommands(commands.Cog):
    """Thin: each command is one call of the service, and a private answer; the channel sees the table's message."""

    table = app_commands.Group(name="table", description=words("table"), guild_only=True)

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    # Opening and sitting

    @table.command(name="start", description=words("table.start"))
    @agreement
    async def start(self, interaction: discord.Interaction, /, **options: Any) -> None:
        """Open a table in this channel and sit down."""
        asked = named(options)

        async def handle(reply: Reply) -> None:
            check_permissions(reply)
            assert interaction.guild_id is not None
            assert interaction.channel_id is not None
            desk = self._desk
            rules = await desk.servers.rules(interaction.guild_id, asked)
            locale = (interaction.guild_locale or discord.Locale.american_english).value
            table = await desk.tables.open(
                interaction.guild_id, interaction.channel_id, person(interaction), rules, locale=locale, press=interaction.id
            )
            first = await desk.servers.welcome(interaction.guild_id)
            await show_hand(desk, reply, table.table_id, said=reply.say("welcome.text" if first else "done.opened"))

        await self._desk.command(interaction, handle)

    @table.command(name="join", description=words("table.join"))
    @app_commands.describe(buy_in=words("option.join.buy_in"))
    async def join(self, interaction: discord.Interaction, buy_in: SomeChips | None = None) -> None:
        """Sit down at the table of this channel."""

        async def handle(reply: Reply) -> None:
            table = self._table(interaction)
            after = await self._desk.tables.join(table.table_id, person(interaction), press=interaction.id, buy_in=buy_in)
            mine = after.seat_of(interaction.user.id)
            said = reply.say("done.joined", chips=mine.stack) if mine else ""
            await show_hand(self._desk, reply, table.table_id, said=said)

        await self._desk.command(interaction, handle)

    @table.command(name="leave", description=words("table.leave"))
    async def leave(self, interaction: discord.Interaction) -> None:
        """Give up the seat."""

        async def handle(reply: Reply) -> None:
            table = await self._desk.tables.leave(self._table(interaction).table_id, interaction.user.id, press=interaction.id)
            leaves = left_message if table.seat_of(interaction.user.id) is None else leaving_message
            await reply.private(leaves(reply.say, practice=table.practice))

        await self._desk.command(interaction, handle)

    @table.command(name="away", description=words("table.away"))
    async def away(self, interaction: discord.Interaction) -> None:
        """Sit out from the next hand."""

        async def handle(reply: Reply) -> None:
            await self._desk.tables.away(self._table(interaction).table_id, interaction.user.id, press=interaction.id)
            await reply.private(line(reply.say, "done.away"))

        await self._desk.command(interaction, handle)

    @table.command(name="back", description=words("table.back"))
    @app_commands.describe(post=words("option.back.post"))
    async def back(self, interaction: discord.Interaction, post: bool = False) -> None:  # noqa: FBT001, FBT002
        """Come back after sitting out."""

        async def handle(reply: Reply) -> None:
            table_id = self._table(interaction).table_id
            table = await self._desk.tables.back(table_id, interaction.user.id, press=interaction.id, post=post)
            mine = table.seat_of(interaction.user.id)
            match mine.status if mine is not None else None:
                case "waiting":
                    await reply.private(line(reply.say, "mine.waiting"))
                case "broke":
                    await reply.private(line(reply.say, "mine.broke"))
                case _:
                    await reply.private(line(reply.say, "done.back"))

        await self._desk.command(interaction, handle)

    @table.command(name="top-up", description=words("table.top-up"))
    @app_commands.describe(amount=words("option.top-up.amount"))
    async def top_up(self, interaction: discord.Interaction, amount: SomeChips | None = None) -> None:
        """Add chips to one's stack."""

        async def handle(reply: Reply) -> None:
            table_id = self._table(interaction).table_id
            table = await self._desk.tables.top_up(table_id, interaction.user.id, amount, press=interaction.id)
            mine = table.seat_of(interaction.user.id)
            if mine is not None and mine.top_up:
                await reply.private(line(reply.say, "done.top-up-queued", chips=mine.top_up))
            else:
                await reply.private(line(reply.say, "done.top-up", chips=mine.stack if mine else 0))

        await self._desk.command(interaction, handle)

    # Dealing and showing

    @table.command(name="deal", description=words("table.deal"))
    async def deal(self, interaction: discord.Interaction) -> None:
        """Deal the next hand now."""

        async def handle(reply: Reply) -> None:
            after = await self._desk.tables.deal(self._table(interaction).table_id, interaction.user.id, press=interaction.id)
            await reply.private(line(reply.say, "deal.choice" if after.waiting == "choice" else "done.deal"))

        await self._desk.command(interaction, handle)

    @table.command(name="show", description=words("table.show"))
    async def show(self, interaction: discord.Interaction) -> None:
        """Post the table's message anew."""

        async def handle(reply: Reply) -> None:
            check_permissions(reply)
            await self._desk.tables.show_table(self._table(interaction).table_id, press=interaction.id)
            await reply.private(line(reply.say, "done.shown"))

        await self._desk.command(interaction, handle)

    @table.command(name="house", description=words("table.house"))
    @app_commands.describe(players=words("option.house.players"))
    async def house(self, interaction: discord.Interaction, players: Range[int, 0, 7]) -> None:
        """Let the house play at so many seats."""

        async def handle(reply: Reply) -> None:
            table = await self._desk.tables.house(
                self._table(interaction).table_id,
                interaction.user.id,
                players,
                manager=manages(interaction),
                press=interaction.id,
            )
            there = sum(seated.player.house for seated in table.seats)
            await reply.private(line(reply.say, "done.house" if there == players else "done.house-after", count=players))

        await self._desk.command(interaction, handle)

    # Hosting

    @table.command(name="set", description=words("table.set"))
    @agreement
    async def set(self, interaction: discord.Interaction, /, **options: Any) -> None:
        """Change stakes, limits or clocks from the next hand on."""
        asked = named(options)

        async def handle(reply: Reply) -> None:
            await self._desk.tables.change_rules(
                self._table(interaction).table_id,
                interaction.user.id,
                manager=manages(interaction),
                press=interaction.id,
                **asked,
            )
            await reply.private(line(reply.say, "done.set"))

        await self._desk.command(interaction, handle)

    @table.command(name="pause", description=words("table.pause"))
    async def pause(self, interaction: discord.Interaction) -> None:
        """Deal no more hands until somebody resumes."""

        async def handle(reply: Reply) -> None:
            table_id = self._table(interaction).table_id
            table = await self._desk.tables.pause(
                table_id, interaction.user.id, manager=manages(interaction), press=interaction.id
            )
            running = table.hand is not None and not table.hand.view.over
            await reply.private(line(reply.say, "done.paused" if running else "wait.paused"))

        await self._desk.command(interaction, handle)

    @table.command(name="resume", description=words("table.resume"))
    async def resume(self, interaction: discord.Interaction) -> None:
        """Deal again."""

        async def handle(reply: Reply) -> None:
            table_id = self._table(interaction).table_id
            await self._desk.tables.resume(table_id, interaction.user.id, manager=manages(interaction), press=interaction.id)
            await reply.private(line(reply.say, "done.resumed"))

        await self._desk.command(interaction, handle)

    @table.command(name="kick", description=words("table.kick"))
    @app_commands.describe(player=words("option.kick.player"))
    async def kick(self, interaction: discord.Interaction, player: discord.User) -> None:
        """Ask somebody to leave the table."""

        async def handle(reply: Reply) -> None:
            await self._desk.tables.kick(
                self._table(interaction).table_id,
                interaction.user.id,
                player.id,
                manager=manages(interaction),
                press=interaction.id,
            )
            await reply.private(line(reply.say, "done.kicked", name=player.display_name))

        await self._desk.command(interaction, handle)

    @table.command(name="stop", description=words("table.stop"))
    @app_commands.describe(now=words("option.stop.now"))
    async def stop(self, interaction: discord.Interaction, now: bool = False) -> None:  # noqa: FBT001, FBT002
        """Close the table after the running hand."""

        async def handle(reply: Reply) -> None:
            table = await self._desk.tables.stop(
                self._table(interaction).table_id,
                interaction.user.id,
                manager=manages(interaction),
                now=now,
                press=interaction.id,
                name=interaction.user.display_name,
            )
            await reply.private(stopped_message(table, reply.say))

        await self._desk.command(interaction, handle)

    def _table(self, interaction: discord.Interaction) -> TableView:
        """The table of the channel in which the command was given; raises NoTable."""
        return self._desk.tables.in_channel(interaction.channel_id or 0)
