"""Presses that play: answers to a prompt, choices half made, and what is set ahead of one's turn."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import discord

from bot.engine import BetPrompt, Call, Check, Fold, Pass, RaiseTo
from bot.render import (
    AllInAsked,
    AnswerPress,
    Draft,
    DraftPress,
    Form,
    FormPress,
    PassAsked,
    Picked,
    PreActionPress,
    Toggled,
    parse_amount,
    raise_modal,
    speech,
)
from bot.tables import Answer, DiscardAt, DrawAt, NoTable, NotYourTurn, StalePress, TableView
from bot.ui.errors import NotAnAmount
from bot.ui.interactions.outcome import show_hand, show_outcome
from bot.ui.interactions.response import Response

ANSWERS: Final[dict[str, Callable[[int], Answer]]] = {
    "fold": lambda _: Fold(),
    "check": lambda _: Check(),
    "call": lambda _: Call(),
    "raise": RaiseTo,
    "throw": DiscardAt,
    "pass": lambda _: Pass(),
    "draw": DrawAt,
}
"""The action that a button stands for, by its verb; made of the press's argument."""

DRAFTS: Final[dict[str, Callable[[int], Draft | None]]] = {
    "pick": Picked,
    "toggle": Toggled,
    "pass": lambda _: PassAsked(),
    "all-in": AllInAsked,
    "back": lambda _: None,
}
"""The half-made choice that the private hand is to show; None takes it back."""


async def answer_prompt(response: Response, press: AnswerPress) -> None:
    """Play what was pressed, for whoever pressed it."""
    table = table_of_hand(response, press.hand_id)
    action = ANSWERS[press.verb](press.arg or 0)
    await response.tables.act(press.hand_id, press.prompt_number, response.user_id, action, press=response.press_id)
    await show_outcome(response, table.table_id)


async def draft(response: Response, press: DraftPress) -> None:
    """Show a choice half made; nothing changes by it."""
    table = table_of_hand(response, press.hand_id)
    check_turn(table, response.user_id, press.prompt_number)
    if press.what == "other":
        raise_range(table)  # Raises StalePress where no raise is open: a forged button.
        await response.open_form(raise_modal(table, response.say))
        return
    choice = DRAFTS[press.what](press.arg or 0)
    await show_hand(response, table.table_id, update=response.pressed_on == "private message", draft=choice)


async def set_pre_action(response: Response, press: PreActionPress) -> None:
    """Set an action ahead of one's turn, or take it back."""
    table = table_of_hand(response, press.hand_id)
    what = "" if press.what == "none" else press.what
    await response.tables.set_pre_action(
        press.hand_id, response.user_id, what, press.price, position=press.position, press=response.press_id
    )
    await show_outcome(response, table.table_id)


async def raise_typed(response: Response, press: FormPress) -> None:
    """A raise to a typed total. What is no amount, or not possible, is answered with the range, and nothing changes."""
    hand_id, prompt_number = press.ids
    table = table_of_hand(response, hand_id)
    amount = parse_amount(typed(response.interaction), speech(response.locale))
    if amount is None:
        check_turn(table, response.user_id, prompt_number)
        least, most = raise_range(table)
        raise NotAnAmount(least=least, most=most)
    await response.tables.act(hand_id, prompt_number, response.user_id, RaiseTo(amount), press=response.press_id)
    await show_outcome(response, table.table_id)


def table_of_hand(response: Response, hand_id: int) -> TableView:
    """The table of this channel, whose newest hand it must be; an older hand's button, or another channel's, is stale."""
    table = response.table
    if table is None:
        raise NoTable
    if table.hand is None or table.hand.hand_id != hand_id:
        raise StalePress("press.old-hand")
    return table


def check_turn(table: TableView, user_id: int, prompt_number: int) -> None:
    """Raise StalePress or NotYourTurn unless this very question is open, and put to this person."""
    hand = table.hand
    if hand is None or hand.prompt_seat is None or hand.prompt_number != prompt_number:
        raise StalePress
    asked = hand.players[hand.prompt_seat]
    if asked.id != user_id:
        raise NotYourTurn(name=asked.name)


def raise_range(table: TableView) -> tuple[int, int]:
    """The totals to which the open bet can be raised; raises StalePress where there is none."""
    prompt = table.hand.view.prompt if table.hand is not None else None
    if isinstance(prompt, BetPrompt) and prompt.raise_from is not None and prompt.raise_to is not None:
        return prompt.raise_from, prompt.raise_to
    raise StalePress


def typed(interaction: discord.Interaction) -> str:
    """The text in a submitted form's one field; empty where there is none."""
    data: Any = interaction.data
    return _find(data)


def _find(part: object) -> str:
    """Whatever shape it has: what a form holds is somebody else's word."""
    if not isinstance(part, Mapping):
        return ""
    if part.get("custom_id") == Form.FIELD:
        value = part.get("value")
        return value if isinstance(value, str) else ""
    within = part.get("components")
    for each in (*(within if isinstance(within, list) else ()), part.get("component")):
        if found := _find(each):
            return found
    return ""
