"""Everything that can be pressed or handed in, found by its custom_id: no view is kept in memory, so a restart loses no button."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

import discord
from discord.ext import commands

from bot.render import AnswerPress, DraftPress, FormPress, PagePress, PreActionPress, TablePress, parse
from bot.ui.errors import UnknownButton
from bot.ui.handlers.hands import answer_prompt, draft, raise_typed, set_pre_action
from bot.ui.handlers.pagination import turn_page
from bot.ui.handlers.table_buttons import PRIVATE_VERBS, buy_in_typed, press_table_button, top_up_typed, words_typed
from bot.ui.interactions.responder import Responder
from bot.ui.interactions.response import Response

FORMS: Final[dict[str, Callable[[Response, FormPress], Awaitable[None]]]] = {
    "raise": raise_typed,
    "top-up": top_up_typed,
    "buy-in": buy_in_typed,
    "cut": words_typed,
}
"""What answers a form that is handed in."""


async def refuse_unknown(response: Response, press: None) -> None:  # noqa: ARG001 - called like the others
    """A custom_id that this version doesn't write."""
    raise UnknownButton


HANDLERS: Final[dict[type, Callable[[Response, Any], Awaitable[None]]]] = {
    AnswerPress: answer_prompt,
    DraftPress: draft,
    PreActionPress: set_pre_action,
    TablePress: press_table_button,
    PagePress: turn_page,
    type(None): refuse_unknown,
}
"""What answers each kind of press; a form's is found by what it asks for."""


class Presses(commands.Cog):
    """Hears of every press and every form, and finds by the custom_id what is to be done.

    Not by discord.py's dynamic items: they build the whole message's view anew at each press, which took longer than the rules of the hand.
    """

    def __init__(self, responder: Responder) -> None:
        self._responder = responder

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer a press or a form; commands have their own way."""
        if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        press = parse(interaction.custom_id or "")
        handler: Callable[..., Awaitable[None]] = FORMS[press.what] if isinstance(press, FormPress) else HANDLERS[type(press)]
        cuts = isinstance(press, FormPress) and press.what == "cut"
        await self._responder.respond(
            interaction,
            partial(handler, press=press),
            private=cuts or (isinstance(press, TablePress) and press.verb in PRIVATE_VERBS),
            # A page is private like one's hand, and so is what one has cut: no hand is to take its place.
            on_hand=not cuts and not isinstance(press, PagePress),
        )
