"""What people are told that is not their own doing: the log hears of it once, and once more when it is over."""

import logging

import discord

from bot.errors import PokerError

log = logging.getLogger(__name__)

MOST = 1_000
"""So many troubles are remembered; of an older one the end is not told."""


class Troubles:
    """By channel and kind. One is over when what met it succeeds there; of the database's own the store says so itself."""

    def __init__(self) -> None:
        self._met: dict[tuple[int | None, str], str] = {}

    def met(self, interaction: discord.Interaction, error: Exception) -> None:
        """Note what somebody is about to be told, where it is none of their doing."""
        if not isinstance(error, PokerError) or not error.ours:
            return
        kind = interaction.channel_id, error.message_key
        if kind not in self._met:
            self._met[kind] = _asked(interaction)
            log.warning("channel %s: %s", interaction.channel_id, error)
            if len(self._met) > MOST:
                del self._met[next(iter(self._met))]

    def succeeded(self, interaction: discord.Interaction) -> None:
        """Note that something was done that may have met trouble before."""
        if not self._met:
            return
        asked = _asked(interaction)
        for channel_id, key in [kind for kind, by in self._met.items() if kind[0] == interaction.channel_id and by == asked]:
            del self._met[channel_id, key]
            log.warning("channel %s: %s is over", channel_id, key)


def _asked(interaction: discord.Interaction) -> str:
    """What was asked for, alike for everybody."""
    return interaction.command.qualified_name if interaction.command is not None else interaction.custom_id or ""
