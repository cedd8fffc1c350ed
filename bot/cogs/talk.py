"""Hears how far a channel has talked: each interaction says which message is the channel's newest."""

import json
from typing import Final

from discord.ext import commands

from bot.tables import NoTable
from bot.ui.desk import Desk

ABOUT_INTERACTIONS: Final = '"INTERACTION_CREATE"'


class Talk(commands.Cog):
    """Tells the tables' messages of talk below them.

    discord.py hands a press on with the channel that it keeps in memory, which knows of no message without the intent that would make
    Discord send us everybody's messages. So what Discord sends is read itself: the bot is made with `enable_debug_events`.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @commands.Cog.listener()
    async def on_socket_raw_receive(self, received: str) -> None:
        """Look into an interaction, and into nothing else."""
        if ABOUT_INTERACTIONS not in received:
            return
        match json.loads(received):
            case {"t": "INTERACTION_CREATE", "d": {"channel": {"id": channel, "last_message_id": str(newest)}}} if (
                newest.isdecimal()
            ):
                self._heard(int(channel), int(newest))
            case _:
                return

    def _heard(self, channel_id: int, newest_id: int) -> None:
        try:
            table_id = self._desk.tables.in_channel(channel_id).table_id
        except NoTable:
            return
        self._desk.table_messages.talked(table_id, newest_id)
