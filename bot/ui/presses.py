"""Everything that can be pressed or handed in, found by its custom_id: no view is kept in memory, so a restart loses no button."""

import re
from typing import Any, assert_never

import discord
from discord import ui
from discord.ext import commands

from bot.render import (
    TEMPLATES,
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

FORM = "form"

Play = AnswerPress | DraftPress | IntentionPress | TablePress | FormPress
"""Every kind of press but the turning of a page."""


class PressedItem(ui.DynamicItem[ui.Item[Any]], template=r"(?!)"):
    """A button as it comes back: what it does is in its custom_id."""

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], _match: re.Match[str], /
    ) -> "PressedItem":
        return cls(item)


def dynamic_items(desk: Desk) -> list[type[ui.DynamicItem[Any]]]:
    """One class a kind of press, bound to this desk; to be given to `add_dynamic_items` before the bot connects."""
    return [_dynamic_item(desk, template) for kind, template in TEMPLATES.items() if kind != FORM]


def _dynamic_item(desk: Desk, pattern: str) -> type[ui.DynamicItem[Any]]:
    class Pressed(PressedItem, template=re.compile(pattern, re.ASCII)):
        async def callback(self, interaction: discord.Interaction[Any]) -> None:
            await pressed(desk, interaction)

    return Pressed


class Presses(commands.Cog):
    """What no dynamic item takes: forms, and buttons that nobody knows (any more)."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer what would stay unanswered."""
        match interaction.type:
            case discord.InteractionType.modal_submit:
                await pressed(self._desk, interaction)
            case discord.InteractionType.component if not self._finds_its_item(interaction):
                await self._desk.answer(interaction, _unknown)
            case _:
                return

    def _finds_its_item(self, interaction: discord.Interaction) -> bool:
        """Whether discord.py hands the press to a dynamic item: the message must have the button, too."""
        custom_id = interaction.custom_id or ""
        known = not isinstance(parse(custom_id), FormPress | None)
        return known and interaction.message is not None and _has(interaction.message.components, custom_id)


def _has(components: Any, custom_id: str) -> bool:
    return any(
        getattr(component, "custom_id", None) == custom_id or _has(getattr(component, "children", ()), custom_id)
        for component in components
    )


async def _unknown(_reply: Reply) -> None:
    raise UnknownButton


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
