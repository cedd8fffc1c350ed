"""The tree of commands: what goes wrong before a command runs is answered like everything else."""

from typing import Any

import discord
from discord import app_commands

from bot.ui.desk import Desk
from bot.ui.errors import NotHere, OutdatedCommand
from bot.ui.replies import Reply


async def on_tree_error(desk: Desk, interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> None:
    """Answer what `CommandTree.on_error` is told. Commands answer for themselves, so this is about Discord's picker alone."""

    async def handle(_reply: Reply) -> None:
        match error:
            case app_commands.CommandInvokeError(original=original):
                raise original
            case app_commands.NoPrivateMessage():
                raise NotHere
            case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch() | app_commands.TransformerError():
                raise OutdatedCommand
            case _:
                raise error

    await desk.answer(interaction, handle, private=True)
