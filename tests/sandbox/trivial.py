"""A small bot that does each thing once: a command, a button, a choice, a modal, a deferral, an edit, a follow-up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

if TYPE_CHECKING:
    import re


class Count(discord.ui.DynamicItem[discord.ui.Button], template=r"count:(?P<number>\d+)"):
    """Survives a restart: its whole state is its custom_id."""

    def __init__(self, number: int) -> None:
        super().__init__(discord.ui.Button(label=f"Count {number}", custom_id=f"count:{number}"))
        self.number = number

    @classmethod
    async def from_custom_id(cls, interaction: discord.Interaction, item: discord.ui.Item, match: re.Match[str], /) -> Count:
        return cls(int(match["number"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=counter(self.number + 1))


class Act(discord.ui.DynamicItem[discord.ui.Button], template=r"act:(?P<what>\w+)"):
    def __init__(self, what: str) -> None:
        super().__init__(discord.ui.Button(label=what.title(), custom_id=f"act:{what}", disabled=what == "never"))
        self.what = what

    @classmethod
    async def from_custom_id(cls, interaction: discord.Interaction, item: discord.ui.Item, match: re.Match[str], /) -> Act:
        return cls(match["what"])

    async def callback(self, interaction: discord.Interaction) -> None:
        await getattr(self, self.what)(interaction)

    async def secret(self, interaction: discord.Interaction) -> None:
        view = discord.ui.View(timeout=None).add_item(Act("again"))
        await interaction.response.send_message(f"only for {interaction.user.display_name}", ephemeral=True, view=stopped(view))

    async def again(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(content="again")

    async def form(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Raise())

    async def later(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.followup.send("thought about it")

    async def quiet(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(view=counter(100))

    async def silent(self, interaction: discord.Interaction) -> None:
        """Never answers."""

    async def twice(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("once", ephemeral=True)
        await interaction.followup.send("and more", ephemeral=True)


class Raise(discord.ui.Modal, title="Raise"):
    amount = discord.ui.Label(text="Raise to", component=discord.ui.TextInput(custom_id="amount", max_length=6))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.amount.component, discord.ui.TextInput)
        await interaction.response.send_message(f"raised to {self.amount.component.value}", ephemeral=True)


def stopped(view: discord.ui.View) -> discord.ui.View:
    view.stop()
    return view


def counter(number: int) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    box = discord.ui.Container(discord.ui.TextDisplay(f"counted {number}"))
    row = discord.ui.ActionRow()
    row.add_item(Count(number))
    for what in ("secret", "form", "later", "never"):
        row.add_item(Act(what))
    box.add_item(row)
    more = discord.ui.ActionRow()
    for what in ("quiet", "silent", "twice"):
        more.add_item(Act(what))
    box.add_item(more)
    view.add_item(box)
    view.stop()
    return view


def make_bot(**options: Any) -> commands.Bot:
    bot = commands.AutoShardedBot(
        commands.when_mentioned, intents=discord.Intents(guilds=True), help_command=None, chunk_guilds_at_startup=False,
        member_cache_flags=discord.MemberCacheFlags.none(), allowed_mentions=discord.AllowedMentions.none(), **options,
    )  # fmt: skip
    table = app_commands.Group(name="table", description="Tables", guild_only=True)

    @table.command(description="Open a table")
    async def start(interaction: discord.Interaction, seats: app_commands.Range[int, 2, 8] = 6) -> None:
        await interaction.response.send_message(view=counter(seats))

    @table.command(description="Post in the channel and edit it")
    async def post(interaction: discord.Interaction, who: discord.Member | None = None) -> None:
        await interaction.response.defer(ephemeral=True)
        assert isinstance(interaction.channel, discord.abc.Messageable)
        text = f"draft for {who.mention}" if who else "draft"
        sent = await interaction.channel.send(text, allowed_mentions=discord.AllowedMentions(users=True))
        await sent.edit(content="final")
        await interaction.delete_original_response()

    @table.command(description="Complete")
    async def find(interaction: discord.Interaction, name: str) -> None:
        await interaction.response.send_message(name, ephemeral=True)

    @find.autocomplete("name")
    async def names(_interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=name, value=name) for name in ("ace", "king") if name.startswith(typed)]

    async def setup_hook() -> None:
        bot.add_dynamic_items(Count, Act)
        bot.tree.add_command(table)
        await bot.tree.sync()

    bot.setup_hook = setup_hook
    return bot
