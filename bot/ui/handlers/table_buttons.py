"""Presses on a table as such: sitting, leaving, dealing, chips, rules. They are idempotent by meaning and never stale."""

from collections.abc import Awaitable, Callable
from typing import Final

from bot.engine import VARIANTS
from bot.render import (
    FormPress,
    TablePress,
    buy_in_modal,
    cost_of_leaving,
    cut_message,
    cut_modal,
    leave_question,
    leaving_message,
    parse_amount,
    rules_message,
    speech,
    top_up_modal,
)
from bot.tables import NoTable, NothingToDo, TableView
from bot.ui.errors import UnknownButton
from bot.ui.handlers.hands import typed
from bot.ui.interactions.outcome import confirm, seated_words, send_hand, show_hand, show_outcome, topped_up_words
from bot.ui.interactions.response import Response

PRIVATE_VERBS: Final = frozenset({"hand", "rules"})
"""These are answered by a private message of their own, wherever they are pressed."""


async def press_table_button(response: Response, press: TablePress) -> None:
    """Do what the button says, at the table of this channel alone."""
    table = table_here(response, press.table_id)
    if (view := VIEWS.get(press.verb)) is not None:
        await view(response, table)
    else:
        await CHANGES[press.verb](response, press)
        await show_outcome(response, table.table_id)


def table_here(response: Response, table_id: int) -> TableView:
    """The table of the press, which must be this channel's; raises NoTable."""
    if response.table is None or response.table.table_id != table_id:
        raise NoTable
    return response.table


async def top_up_typed(response: Response, press: FormPress) -> None:
    """Chips for a typed amount. What is no number becomes 0, which the service refuses with the range."""
    (table_id,) = press.ids
    table_here(response, table_id)
    amount = parse_amount(typed(response.interaction), speech(response.locale)) or 0
    await top_up(response, table_id, amount)


async def buy_in_typed(response: Response, press: FormPress) -> None:
    """A seat with the typed chips. What is no number becomes 0, which the service refuses with the range."""
    (table_id,) = press.ids
    table_here(response, table_id)
    amount = parse_amount(typed(response.interaction), speech(response.locale)) or 0
    await sit_down(response, table_id, buy_in=amount)


async def sit_down(response: Response, table_id: int, buy_in: int | None = None) -> None:
    """Take a seat, and say privately which, and when one is dealt in."""
    after = await response.tables.join(table_id, response.player, press=response.press_id, buy_in=buy_in)
    await confirm(response, table_id, await seated_words(response, after))


async def top_up(response: Response, table_id: int, amount: int | None) -> None:
    """Add chips, and say privately what the stack is now, or what comes to it."""
    after = await response.tables.top_up(table_id, response.user_id, amount, press=response.press_id)
    await confirm(response, table_id, topped_up_words(response, after))


async def words_typed(response: Response, press: FormPress) -> None:
    """Words that cut the sealed decks. Who cuts is told the seal that they count for: their own evidence."""
    (table_id,) = press.ids
    if (
        response.tables.in_channel(response.channel_id).table_id != table_id
    ):  # the form may have been asked for by a command, on no message
        raise NoTable
    own = await response.tables.cut(table_id, response.user_id, typed(response.interaction).strip(), press=response.press_id)
    await response.send_private(cut_message(own, response.say))


# What a button shows


async def show_own_hand(response: Response, table: TableView) -> None:
    response.tables.private(table.table_id, response.user_id)  # Raises NotSeated for who has no hand to see.
    await show_hand(response, table.table_id, update=response.pressed_on == "private message")


async def show_rules(response: Response, table: TableView) -> None:
    await response.send_private(rules_message(table.rules, response.say))


async def ask_for_top_up(response: Response, table: TableView) -> None:
    own = response.tables.private(table.table_id, response.user_id)
    await response.open_form(top_up_modal(own, response.say))


async def ask_for_words(response: Response, table: TableView) -> None:
    """Ask for words, of who sits here; raises NotSeated, NothingToDo."""
    own = response.tables.private(table.table_id, response.user_id)
    if own.table.seal is None:
        raise NothingToDo("cut.no-seal")
    if not own.table.seal.posted:
        raise NothingToDo("cut.not-posted")
    await response.open_form(cut_modal(own.table.seal, table.table_id, response.say))


async def ask_for_buy_in(response: Response, table: TableView) -> None:
    await response.open_form(buy_in_modal(table, response.say))


async def join(response: Response, table: TableView) -> None:
    await sit_down(response, table.table_id)


async def rebuy(response: Response, table: TableView) -> None:
    await top_up(response, table.table_id, None)


async def leave(response: Response, table: TableView) -> None:
    """Give up the seat, or ask first where that folds a hand."""
    mine = response.tables.private(table.table_id, response.user_id)
    if (cost := cost_of_leaving(mine)) is None:
        await leave_now(response, table)
        return
    question = leave_question(mine, cost, response.say)
    await send_hand(response, mine.table, question, update=response.pressed_on == "private message")


async def leave_now(response: Response, table: TableView) -> None:
    after = await response.tables.leave(table.table_id, response.user_id, press=response.press_id)
    if after.seat_of(response.user_id) is None:
        await show_outcome(response, table.table_id)
    else:
        await confirm(response, table.table_id, leaving_message(response.say, practice=after.practice).text)


VIEWS: Final[dict[str, Callable[[Response, TableView], Awaitable[None]]]] = {
    "hand": show_own_hand,
    "rules": show_rules,
    "top-up": ask_for_top_up,
    "cut": ask_for_words,
    "join": join,
    "buy-in": ask_for_buy_in,
    "rebuy": rebuy,
    "leave": leave,
    "leave-now": leave_now,
}
"""Those that choose their answer themselves."""


# What a button changes: one call of the service each


async def sit_out(response: Response, press: TablePress) -> None:
    await response.tables.away(press.table_id, response.user_id, press=response.press_id)


async def come_back(response: Response, press: TablePress) -> None:
    await response.tables.back(press.table_id, response.user_id, press=response.press_id, post=press.verb == "post")


async def deal(response: Response, press: TablePress) -> None:
    await response.tables.deal(press.table_id, response.user_id, press=response.press_id)


async def resume(response: Response, press: TablePress) -> None:
    await response.tables.resume(press.table_id, response.user_id, manager=response.is_manager, press=response.press_id)


async def show_cards(response: Response, press: TablePress) -> None:
    await response.tables.show_cards(press.number, response.user_id, press=response.press_id)


async def seat_house(response: Response, press: TablePress) -> None:
    await response.tables.house(
        press.table_id, response.user_id, press.number, manager=response.is_manager, press=response.press_id
    )


async def choose_variant(response: Response, press: TablePress) -> None:
    if press.arg not in VARIANTS:  # a name that no game has is no button of ours
        raise UnknownButton
    await response.tables.choose(press.table_id, response.user_id, press.arg, press=response.press_id)


CHANGES: Final[dict[str, Callable[[Response, TablePress], Awaitable[None]]]] = {
    "away": sit_out,
    "back": come_back,
    "post": come_back,
    "deal": deal,
    "resume": resume,
    "show": show_cards,
    "house": seat_house,
    "choose": choose_variant,
}
