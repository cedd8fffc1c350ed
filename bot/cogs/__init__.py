"""Slash commands: thin, each one call of the service and a private answer."""

from discord.ext import commands

from bot.cogs.admin import AdminCommands
from bot.cogs.channel_events import ChannelEvents
from bot.cogs.chips import ChipsCommands
from bot.cogs.deal import DealCommands
from bot.cogs.declarations.command_texts import PickerTranslator
from bot.cogs.permissions import invite_link
from bot.cogs.play import PlayCommands
from bot.cogs.records import RecordsCommands
from bot.cogs.table import TableCommands
from bot.cogs.talk import Talk
from bot.cogs.tree import on_tree_error
from bot.ui import Responder

__all__ = ["PickerTranslator", "all_cogs", "invite_link", "on_tree_error"]


def all_cogs(responder: Responder) -> list[commands.Cog]:
    """Every cog, for the composition root to add before the commands are synchronised."""
    return [
        TableCommands(responder),
        DealCommands(responder),
        PlayCommands(responder),
        ChipsCommands(responder),
        RecordsCommands(responder),
        AdminCommands(responder),
        ChannelEvents(responder),
        Talk(responder),
    ]
