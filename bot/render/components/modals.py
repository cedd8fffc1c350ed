"""The forms in which an amount is typed, and how what was typed is read."""

import re
from typing import Final

from babel.numbers import get_group_symbol

from bot.engine import BetPrompt
from bot.render.components.custom_ids import FormPress
from bot.render.components.layout import Form
from bot.render.text.translator import Speech
from bot.tables import MOST_WORDS, PrivateView, SealView, TableView

_SPACES: Final = " \u00a0\u202f"
_MOST_DIGITS: Final = 12


def raise_modal(view: TableView, say: Speech) -> Form:
    """Asks for the total of a raise; its range stands beside the field. The hand must be at a bet that may be raised."""
    hand = view.hand
    assert hand is not None, "a raise is typed in a hand"
    prompt = hand.view.prompt
    assert isinstance(prompt, BetPrompt), "only a bet is typed"
    assert prompt.raise_from is not None, "there is no raise to type"
    assert prompt.raise_to is not None, "there is no raise to type"
    return Form(
        title=say("form.raise.title" if hand.view.level else "form.bet.title"),
        custom_id=str(FormPress("raise", (hand.hand_id, hand.prompt_number))),
        label=say("form.raise.label"),
        description=say("form.range", least=prompt.raise_from, most=prompt.raise_to),
        placeholder=str(prompt.raise_from),
    )


def top_up_modal(view: PrivateView, say: Speech) -> Form:
    """Asks how many chips to add; at most what brings the stack to the table's buy-in."""
    room = max(1, view.table.rules.buy_in - view.me.stack)
    return Form(
        title=say("form.top-up.title"),
        custom_id=str(FormPress("top-up", (view.table.table_id,))),
        label=say("form.top-up.label"),
        description=say("form.range", least=1, most=room),
        placeholder=str(room),
    )


def cut_modal(seal: SealView, table_id: int, say: Speech) -> Form:
    """Asks for words that cut the sealed decks."""
    return Form(
        title=say("form.cut.title"),
        custom_id=str(FormPress("cut", (table_id,))),
        label=say("form.cut.label"),
        description=say("form.cut.description", seal=short_seal(seal.digits)),
        longest=MOST_WORDS,
    )


def short_seal(digits: str) -> str:
    """The beginning of a seal, to tell it by where there is no room for all of it."""
    return digits[:12]


def buy_in_modal(view: TableView, say: Speech) -> Form:
    """Asks with how many chips somebody sits down."""
    return Form(
        title=say("form.buy-in.title"),
        custom_id=str(FormPress("buy-in", (view.table_id,))),
        label=say("form.buy-in.label"),
        description=say("form.range", least=view.rules.least_buy_in, most=view.rules.buy_in),
        placeholder=str(view.rules.buy_in),
    )


def parse_amount(typed: str, say: Speech) -> int | None:
    """A whole number of chips as the reader's language writes it (`1,000`, `1.000`, `1 000`), or None for anything else."""
    separators = re.escape(get_group_symbol(say.locale) + _SPACES)
    text = typed.strip()
    if re.fullmatch(rf"\d{{1,3}}(?:[{separators}]\d{{3}})+", text, re.ASCII):
        text = re.sub(rf"[{separators}]", "", text)
    if not re.fullmatch(rf"\d{{1,{_MOST_DIGITS}}}", text, re.ASCII):
        return None
    return int(text)
