"""The tree of commands: what goes wrong before a command runs is answered like everything else."""

from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.ui import Responder
from bot.ui.errors import NotHere, OutdatedCommand
from bot.ui.interactions.response import Response


async def on_tree_error(responder: Responder, interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> None:
    """Answer what `CommandTree.on_error` is told. Commands answer for themselves, so this is about Discord's picker alone."""
    await responder.respond(interaction, partial(refuse, error), private=True)


async def refuse(error: app_commands.AppCommandError, _response: Response) -> None:
    """Raise what the person is to be told."""
    match error:
        case app_commands.CommandInvokeError(original=original):
            raise original
        case app_commands.NoPrivateMessage():
            raise NotHere
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch() | app_commands.TransformerError():
            # Discord's picker shows the commands of its last visit; they may be of another version than the program.
            raise OutdatedCommand
        case _:
            raise error
