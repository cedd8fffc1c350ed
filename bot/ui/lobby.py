"""Presses on a table as such: sitting, leaving, dealing, chips, rules. They are idempotent by meaning and never stale."""

from collections.abc import Awaitable

from bot.engine import VARIANTS
from bot.render import FormPress, TablePress, parse_amount, rules_message, top_up_modal
from bot.tables import NoTable, TableView
from bot.ui.desk import Desk, manages, person
from bot.ui.errors import UnknownButton
from bot.ui.hands import typed
from bot.ui.replies import Reply
from bot.ui.seated import change, show_hand

PRIVATE_VERBS = frozenset({"hand", "rules"})
"""These are answered by a private message of their own, wherever they are pressed."""


def table_here(reply: Reply, table_id: int) -> TableView:
    """The table of the press, which must be this channel's; raises NoTable."""
    if reply.table is None or reply.table.table_id != table_id:
        raise NoTable
    return reply.table


async def table_pressed(desk: Desk, reply: Reply, press: TablePress) -> None:
    """Do what the button says."""
    table = table_here(reply, press.table_id)
    match press.verb:
        case "hand":
            desk.tables.private(table.table_id, reply.interaction.user.id)  # Raises NotSeated for who has no hand to see.
            await show_hand(desk, reply, table.table_id, update=False)
        case "rules":
            await reply.private(rules_message(table.rules, reply.say))
        case "top-up":
            await reply.form(top_up_modal(desk.tables.private(table.table_id, reply.interaction.user.id), reply.say))
        case _:
            await change(desk, reply, table.table_id, lambda: act(desk, reply, press))


def act(desk: Desk, reply: Reply, press: TablePress) -> Awaitable[TableView]:  # noqa: PLR0911 - one a verb
    """The one call of the service that the button stands for."""
    interaction, tables, table_id = reply.interaction, desk.tables, press.table_id
    user_id, key = interaction.user.id, interaction.id
    match press.verb:
        case "join":
            return tables.join(table_id, person(interaction), press=key)
        case "leave":
            return tables.leave(table_id, user_id, press=key)
        case "away":
            return tables.away(table_id, user_id, press=key)
        case "back":
            return tables.back(table_id, user_id, press=key)
        case "post":
            return tables.back(table_id, user_id, press=key, post=True)
        case "deal":
            return tables.deal(table_id, user_id, press=key)
        case "rebuy":
            return tables.top_up(table_id, user_id, None, press=key)
        case "resume":
            return tables.resume(table_id, user_id, manager=manages(interaction), press=key)
        case "show":
            return tables.show_cards(press.number, user_id, press=key)
        case "house":
            return tables.house(table_id, user_id, press.number, manager=manages(interaction), press=key)
        case "choose":
            return tables.choose(table_id, user_id, chosen(press.arg), press=key)
        case _:
            raise AssertionError(press)


def chosen(name: str | None) -> str:
    """The game that the button picked; a name that no game has is no button of ours."""
    if name not in VARIANTS:
        raise UnknownButton
    return name


async def top_up_typed(desk: Desk, reply: Reply, press: FormPress) -> None:
    """Chips for a typed amount; what is no amount is refused by the service as none at all, with the range."""
    (table_id,) = press.ids
    table_here(reply, table_id)
    amount = parse_amount(typed(reply.interaction), reply.say) or 0
    user_id, key = reply.interaction.user.id, reply.interaction.id
    await change(desk, reply, table_id, lambda: desk.tables.top_up(table_id, user_id, amount, press=key))
