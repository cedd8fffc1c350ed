"""`/table`: opening a table, sitting at it, and what its host may wish."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.cogs.declarations.command_texts import command_text
from bot.cogs.declarations.table_options import SomeChips, with_table_options
from bot.cogs.permissions import check_permissions
from bot.cogs.responding import RespondingCog, responds
from bot.render import cost_of_leaving, house_message, leave_question, leaving_message, left_message, line, stopped_message
from bot.tables import TableView, named
from bot.ui.interactions.outcome import seated_words, send_hand, show_hand, topped_up_words
from bot.ui.interactions.response import Response


class TableCommands(RespondingCog):
    """Thin: each command is one call of the service, and a private answer; the channel sees the table's message."""

    table = app_commands.Group(name="table", description=command_text("table"), guild_only=True)

    # Opening and sitting

    @table.command(name="start", description=command_text("table.start"))
    @with_table_options
    @responds
    async def start(self, response: Response, /, **options: Any) -> None:
        """Open a table in this channel and sit down."""
        check_permissions(response)
        rules = await response.servers.rules(response.guild_id, named(options))
        locale = (response.interaction.guild_locale or discord.Locale.american_english).value
        table = await response.tables.open(
            response.guild_id, response.channel_id, response.player, rules, locale=locale, press=response.press_id
        )
        if await response.servers.welcome(response.guild_id):
            chips = await response.servers.starting_chips(response.guild_id)
            await show_hand(response, table.table_id, said=response.say("welcome.text", chips=chips))
        else:
            await show_hand(response, table.table_id, said=await seated_words(response, table))

    @table.command(name="join", description=command_text("table.join"))
    @app_commands.describe(buy_in=command_text("option.join.buy_in"))
    @responds
    async def join(self, response: Response, buy_in: SomeChips | None = None) -> None:
        """Sit down at the table of this channel."""
        table = _table_here(response)
        after = await response.tables.join(table.table_id, response.player, press=response.press_id, buy_in=buy_in)
        await show_hand(response, after.table_id, said=await seated_words(response, after))

    @table.command(name="leave", description=command_text("table.leave"))
    @responds
    async def leave(self, response: Response) -> None:
        """Give up the seat, or ask first where that folds a hand."""
        mine = response.tables.private(_table_here(response).table_id, response.user_id)
        if (cost := cost_of_leaving(mine)) is not None:
            await send_hand(response, mine.table, leave_question(mine, cost, response.say), update=False)
            return
        table = await response.tables.leave(mine.table.table_id, response.user_id, press=response.press_id)
        if table.seat_of(response.user_id) is None:
            own = await response.tables.session(response.guild_id, table.table_id, response.user_id)
            await response.send_private(left_message(response.say, practice=table.practice, own=own))
        else:
            await response.send_private(leaving_message(response.say, practice=table.practice))

    @table.command(name="away", description=command_text("table.away"))
    @responds
    async def away(self, response: Response) -> None:
        """Sit out from the next hand."""
        await response.tables.away(_table_here(response).table_id, response.user_id, press=response.press_id)
        await response.send_private(line(response.say, "done.away"))

    @table.command(name="back", description=command_text("table.back"))
    @app_commands.describe(post=command_text("option.back.post"))
    @responds
    async def back(self, response: Response, post: bool = False) -> None:  # noqa: FBT001, FBT002
        """Come back after sitting out."""
        table_id = _table_here(response).table_id
        table = await response.tables.back(table_id, response.user_id, press=response.press_id, post=post)
        mine = table.seat_of(response.user_id)
        match mine.status if mine is not None else None:
            case "waiting":
                await response.send_private(line(response.say, "mine.waiting"))
            case "broke":
                await response.send_private(line(response.say, "seat.broke"))
            case _:
                await response.send_private(line(response.say, "done.back"))

    @table.command(name="top-up", description=command_text("table.top-up"))
    @app_commands.describe(amount=command_text("option.top-up.amount"))
    @responds
    async def top_up(self, response: Response, amount: SomeChips | None = None) -> None:
        """Add chips to one's stack."""
        table_id = _table_here(response).table_id
        table = await response.tables.top_up(table_id, response.user_id, amount, press=response.press_id)
        await show_hand(response, table_id, said=topped_up_words(response, table))

    # Dealing and showing

    @table.command(name="deal", description=command_text("table.deal"))
    @responds
    async def deal(self, response: Response) -> None:
        """Deal the next hand now."""
        after = await response.tables.deal(_table_here(response).table_id, response.user_id, press=response.press_id)
        await response.send_private(line(response.say, "deal.choice" if after.waiting == "choice" else "done.deal"))

    @table.command(name="show", description=command_text("table.show"))
    @responds
    async def show(self, response: Response) -> None:
        """Post the table's message anew."""
        check_permissions(response)
        await response.tables.show_table(_table_here(response).table_id, press=response.press_id)
        await response.send_private(line(response.say, "done.shown"))

    @table.command(name="house", description=command_text("table.house"))
    @app_commands.describe(players=command_text("option.house.players"))
    @responds
    async def house(self, response: Response, players: Range[int, 0, 7]) -> None:
        """Let the house play at so many seats."""
        table = await response.tables.house(
            _table_here(response).table_id,
            response.user_id,
            players,
            manager=response.is_manager,
            press=response.press_id,
        )
        await response.send_private(house_message(table, players, response.say))

    # Hosting

    @table.command(name="set", description=command_text("table.set"))
    @with_table_options
    @responds
    async def set(self, response: Response, /, **options: Any) -> None:
        """Change stakes, limits or clocks from the next hand on."""
        await response.tables.change_rules(
            _table_here(response).table_id,
            response.user_id,
            manager=response.is_manager,
            press=response.press_id,
            **named(options),
        )
        await response.send_private(line(response.say, "done.set"))

    @table.command(name="pause", description=command_text("table.pause"))
    @responds
    async def pause(self, response: Response) -> None:
        """Deal no more hands until somebody resumes."""
        table_id = _table_here(response).table_id
        table = await response.tables.pause(table_id, response.user_id, manager=response.is_manager, press=response.press_id)
        running = table.hand is not None and not table.hand.view.over
        await response.send_private(line(response.say, "done.paused" if running else "wait.paused"))

    @table.command(name="resume", description=command_text("table.resume"))
    @responds
    async def resume(self, response: Response) -> None:
        """Deal again."""
        table_id = _table_here(response).table_id
        await response.tables.resume(table_id, response.user_id, manager=response.is_manager, press=response.press_id)
        await response.send_private(line(response.say, "done.resumed"))

    @table.command(name="kick", description=command_text("table.kick"))
    @app_commands.describe(player=command_text("option.kick.player"))
    @responds
    async def kick(self, response: Response, player: discord.User) -> None:
        """Ask somebody to leave the table."""
        await response.tables.kick(
            _table_here(response).table_id,
            response.user_id,
            player.id,
            manager=response.is_manager,
            press=response.press_id,
        )
        await response.send_private(line(response.say, "done.kicked", name=player.display_name))

    @table.command(name="host", description=command_text("table.host"))
    @app_commands.describe(player=command_text("option.host.player"))
    @responds
    async def host(self, response: Response, player: discord.User) -> None:
        """Make somebody else the table's host."""
        table = await response.tables.hand_over(
            _table_here(response).table_id,
            response.user_id,
            player.id,
            manager=response.is_manager,
            press=response.press_id,
        )
        await response.send_private(line(response.say, "done.host", name=table.host.name))

    @table.command(name="stop", description=command_text("table.stop"))
    @app_commands.describe(now=command_text("option.stop.now"))
    @responds
    async def stop(self, response: Response, now: bool = False) -> None:  # noqa: FBT001, FBT002
        """Close the table after the running hand."""
        table = await response.tables.stop(
            _table_here(response).table_id,
            response.user_id,
            manager=response.is_manager,
            now=now,
            press=response.press_id,
            name=response.player.name,
        )
        await response.send_private(stopped_message(table, response.say))


def _table_here(response: Response) -> TableView:
    """The table of the channel in which the command was given; raises NoTable."""
    return response.tables.in_channel(response.channel_id)
