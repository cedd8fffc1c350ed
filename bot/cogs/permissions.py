"""What the bot must be allowed to do in a channel, and in an invite."""

from typing import Final

import discord

from bot.ui.errors import BotMissing, MissingPermissions
from bot.ui.interactions.response import Response

NAMES: Final = ("view_channel", "send_messages", "send_messages_in_threads", "attach_files")
"""Each has its text, `permission.<name>`."""

OPTIONAL: Final = frozenset({"attach_files"})
"""Pictures of the discards are files; without them the game goes on in text."""

NEEDED: Final = discord.Permissions(**dict.fromkeys(NAMES, True))
"""For the invite link: exactly this."""


def invite_link(application_id: int) -> str:
    """Where a server's owner invites the bot, with exactly the permissions that it uses."""
    return discord.utils.oauth_url(application_id, permissions=NEEDED, scopes=("bot", "applications.commands"))


def check_permissions(response: Response) -> None:
    """Raise BotMissing or MissingPermissions unless a table can be shown in the channel of this command.

    A server can have the commands without the bot: an invite without the scope `bot`, or one of which that part was taken back.
    """
    interaction = response.interaction
    if interaction.guild_id is None or interaction.client.get_guild(interaction.guild_id) is None:
        raise BotMissing(link=invite_link(interaction.application_id))
    in_thread = isinstance(interaction.channel, discord.Thread)
    unneeded = "send_messages" if in_thread else "send_messages_in_threads"
    missing = [name for name in NAMES if name != unneeded and not getattr(interaction.app_permissions, name)]
    if not OPTIONAL.issuperset(missing):
        raise MissingPermissions(permissions=response.say.listed(response.say(f"permission.{name}") for name in missing))
