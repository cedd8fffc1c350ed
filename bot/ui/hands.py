"""Presses that play: answers to a prompt, choices half made, and what is ticked ahead of one's turn."""

from collections.abc import Mapping
from typing import Any

import discord

from bot.engine import BetPrompt, Call, Check, Fold, Pass, RaiseTo
from bot.render import (
    AllInAsked,
    AnswerPress,
    Draft,
    DraftPress,
    Form,
    FormPress,
    IntentionPress,
    PassAsked,
    Picked,
    Toggled,
    parse_amount,
    raise_modal,
)
from bot.tables import Answer, DiscardAt, DrawAt, NoTable, NotYourTurn, StalePress, TableView
from bot.ui.desk import Desk
from bot.ui.errors import NotAnAmount
from bot.ui.replies import Reply
from bot.ui.seated import change, origin, show_hand


def answer_of(press: AnswerPress) -> Answer:  # noqa: PLR0911 - one a verb
    """The action that the button stands for."""
    arg = press.arg or 0
    match press.verb:
        case "fold":
            return Fold()
        case "check":
            return Check()
        case "call":
            return Call()
        case "raise":
            return RaiseTo(arg)
        case "throw":
            return DiscardAt(arg)
        case "pass":
            return Pass()
        case "draw":
            return DrawAt(arg)
        case _:
            raise AssertionError(press)


async def answered(desk: Desk, reply: Reply, press: AnswerPress) -> None:
    """Play what was pressed."""
    await play(desk, reply, press.hand_id, press.prompt_number, answer_of(press))


async def play(desk: Desk, reply: Reply, hand_id: int, prompt_number: int, action: Answer) -> None:
    """Hand the action to the service, for whoever pressed, and show what came of it."""
    interaction = reply.interaction
    table = table_of(reply, hand_id)

    async def act() -> TableView:
        return await desk.tables.act(hand_id, prompt_number, interaction.user.id, action, press=interaction.id)

    await change(desk, reply, table.table_id, act)


def table_of(reply: Reply, hand_id: int) -> TableView:
    """The table of this channel, whose newest hand it must be; an older hand's button, or another channel's, is stale."""
    table = reply.table
    if table is None:
        raise NoTable
    if table.hand is None or table.hand.hand_id != hand_id:
        raise StalePress("press.old-hand")
    return table


async def drafted(desk: Desk, reply: Reply, press: DraftPress) -> None:
    """Show a choice half made; nothing changes by it."""
    table = table_of(reply, press.hand_id)
    check_turn(table, reply.interaction.user.id, press.prompt_number)
    if press.what == "other":
        raise_range(table)  # Raises StalePress where no raise is open: a forged button.
        await reply.form(raise_modal(table, reply.say))
        return
    on_private = origin(desk, reply, table.table_id) == "private"
    await show_hand(desk, reply, table.table_id, update=on_private, draft=draft_of(press))


def check_turn(table: TableView, user_id: int, prompt_number: int) -> None:
    """Raise StalePress or NotYourTurn unless this very question is open, and put to this person."""
    hand = table.hand
    if hand is None or hand.prompt_seat is None or hand.prompt_number != prompt_number:
        raise StalePress
    asked = hand.players[hand.prompt_seat]
    if asked.id != user_id:
        raise NotYourTurn(name=asked.name)


def draft_of(press: DraftPress) -> Draft | None:
    """The half-made choice that the private hand is to show; None takes it back."""
    arg = press.arg or 0
    match press.what:
        case "pick":
            return Picked(arg)
        case "toggle":
            return Toggled(arg)
        case "pass":
            return PassAsked()
        case "all-in":
            return AllInAsked(arg)
        case "back":
            return None
        case _:
            raise AssertionError(press)


async def intended(desk: Desk, reply: Reply, press: IntentionPress) -> None:
    """Tick an action ahead of one's turn, or take it back."""
    interaction = reply.interaction
    table = table_of(reply, press.hand_id)
    what = "" if press.what == "none" else press.what

    async def act() -> TableView:
        return await desk.tables.prepare(
            press.hand_id, interaction.user.id, what, press.price, position=press.position, press=interaction.id
        )

    await change(desk, reply, table.table_id, act)


async def raise_typed(desk: Desk, reply: Reply, press: FormPress) -> None:
    """A raise to a typed total. What is no amount, or not possible, is answered with the range, and nothing changes."""
    hand_id, prompt_number = press.ids
    amount = parse_amount(typed(reply.interaction), reply.say)
    if amount is None:
        table = table_of(reply, hand_id)
        check_turn(table, reply.interaction.user.id, prompt_number)
        least, most = raise_range(table)
        raise NotAnAmount(least=least, most=most)
    await play(desk, reply, hand_id, prompt_number, RaiseTo(amount))


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
