"""What the bot must be allowed to do in a channel, and in an invite."""

from typing import Final

import discord

from bot.ui.errors import MissingPermissions
from bot.ui.replies import Reply

NAMES: Final = ("view_channel", "send_messages", "send_messages_in_threads", "attach_files")
"""Each has its text, `permission.<name>`."""

NEEDED: Final = discord.Permissions(**dict.fromkeys(NAMES, True))
"""For the invite link: exactly this. Pictures of the discards are files."""


def check_permissions(reply: Reply) -> None:
    """Raise MissingPermissions unless a table can live in the channel of this command."""
    interaction = reply.interaction
    in_thread = isinstance(interaction.channel, discord.Thread)
    unneeded = "send_messages" if in_thread else "send_messages_in_threads"
    missing = [name for name in NAMES if name != unneeded and not getattr(interaction.app_permissions, name)]
    if missing:
        raise MissingPermissions(permissions=reply.say.listed(reply.say(f"permission.{name}") for name in missing))
