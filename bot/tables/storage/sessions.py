"""A table's session, put together from what the store has of it."""

from dataclasses import replace

from bot.store import Transaction
from bot.tables.state import State
from bot.tables.views import Session


async def session_of(t: Transaction, guild_id: int, table_id: int, state: State) -> Session:
    """The session as it stands in this transaction.

    A carried pot that goes back when the table closes (D-22) comes from the house, not from a seat; whoever put it in took it away as well.
    """
    given_back = dict(state.carried) if not state.practice else {}
    lines = [
        replace(line, took_away=line.took_away + given_back.get(line.user_id, 0))
        for line in await t.sessions.lines(guild_id, table_id, practice=state.practice)
    ]
    ordered = tuple(sorted(lines, key=lambda line: (-line.net, line.name)))
    return Session(state.hands, state.practice, ordered, await t.sessions.biggest_pot(table_id))
