"""Whom a message may call."""

from types import SimpleNamespace
from typing import Any

import discord

from bot.render import Message


def mentions(message: Message) -> discord.AllowedMentions:
    """Only the people whom the message is meant to call, by ids as texts: Discord's document wants them so."""
    called: list[Any] = [SimpleNamespace(id=str(user)) for user in message.mentions]
    return discord.AllowedMentions(everyone=False, roles=False, users=called)
