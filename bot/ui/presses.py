"""Everything that can be pressed or handed in, found by its custom_id: no view is kept in memory, so a restart loses no button."""

from typing import assert_never

import discord
from discord.ext import commands

from bot.render import (
    AnswerPress,
    DraftPress,
    FormPress,
    IntentionPress,
    PagePress,
    TablePress,
    parse,
)
from bot.ui.desk import Desk
from bot.ui.errors import UnknownButton
from bot.ui.hands import answered, drafted, intended, raise_typed
from bot.ui.lobby import PRIVATE_VERBS, table_pressed, top_up_typed
from bot.ui.pages import turned
from bot.ui.replies import Reply
from bot.ui.seated import afresh

Play = AnswerPress | DraftPress | IntentionPress | TablePress | FormPress
"""Every kind of press but the turning of a page."""


class Presses(commands.Cog):
    """Hears of every press and every form, and finds by the custom_id what is to be done.

    Not by discord.py's dynamic items: they build the whole message's view anew at each press, which took longer than the rules of the hand.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer a press or a form; commands have their own way."""
        if interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            await pressed(self._desk, interaction)


async def pressed(desk: Desk, interaction: discord.Interaction) -> None:
    """Answer a press or a form, by what its custom_id says."""
    press = parse(interaction.custom_id or "")
    private = isinstance(press, TablePress) and press.verb in PRIVATE_VERBS

    async def handle(reply: Reply) -> None:
        if isinstance(press, PagePress):  # A page is private like one's hand, and no hand is to take its place.
            await turned(desk, reply, press)
        else:
            await afresh(desk, reply, lambda: route(desk, reply, press))

    await desk.answer(interaction, handle, private=private)


async def route(desk: Desk, reply: Reply, press: Play | None) -> None:
    """Hand the press to what deals with its kind."""
    match press:
        case AnswerPress():
            await answered(desk, reply, press)
        case DraftPress():
            await drafted(desk, reply, press)
        case IntentionPress():
            await intended(desk, reply, press)
        case TablePress():
            await table_pressed(desk, reply, press)
        case FormPress("raise"):
            await raise_typed(desk, reply, press)
        case FormPress("top-up"):
            await top_up_typed(desk, reply, press)
        case FormPress() | None:
            raise UnknownButton
        case _:
            assert_never(press)
