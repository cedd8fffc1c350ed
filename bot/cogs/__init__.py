"""Slash commands: thin, each one call of the service and a private answer."""

from discord.ext import commands

from bot.cogs.admin import AdminCommands
from bot.cogs.channels import Channels
from bot.cogs.chips import ChipsCommands
from bot.cogs.permissions import invite_link
from bot.cogs.play import PlayCommands
from bot.cogs.records import RecordsCommands
from bot.cogs.table import TableCommands
from bot.cogs.talk import Talk
from bot.cogs.tree import on_tree_error
from bot.cogs.words import PickerTranslator
from bot.ui.desk import Desk

__all__ = ["PickerTranslator", "all_cogs", "invite_link", "on_tree_error"]


def all_cogs(desk: Desk) -> list[commands.Cog]:
    """Every cog, for the composition root to add before the commands are synchronised."""
    return [
        TableCommands(desk),
        PlayCommands(desk),
        ChipsCommands(desk),
        RecordsCommands(desk),
        AdminCommands(desk),
        Channels(desk),
        Talk(desk),
    ]
