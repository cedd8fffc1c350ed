"""What people brought to a table and took away, out of the ledger; and the hands that they played there."""

from typing import Final

from sqlalchemy import and_, bindparam, case, func, or_, select

from bot.store.rows import SessionLine, SessionPot
from bot.store.schema.models import account, hand, hand_player, player, transfer
from bot.store.transactions.work import Work

_AT_TABLE: Final = and_(account.c.guild_id == bindparam("guild"), account.c.table_id == bindparam("table"))
_KIND: Final = account.c.kind == bindparam("kind")
_BOUGHT: Final = and_(transfer.c.credit_id == account.c.id, transfer.c.reason == "buy-in")
_TAKEN: Final = and_(transfer.c.debit_id == account.c.id, transfer.c.reason == "cash-out")
_CHIPS: Final = (
    select(
        account.c.user_id,
        player.c.name,
        func.coalesce(func.sum(case((transfer.c.reason == "buy-in", transfer.c.amount), else_=0)), 0).label("bought_in"),
        func.coalesce(func.sum(case((transfer.c.reason == "cash-out", transfer.c.amount), else_=0)), 0).label("took_away"),
    )
    .select_from(account)
    .join(transfer, or_(_BOUGHT, _TAKEN))
    .join(player, and_(player.c.guild_id == account.c.guild_id, player.c.user_id == account.c.user_id), isouter=True)
    .where(_AT_TABLE, _KIND)
    .group_by(account.c.user_id, player.c.name)
)
_HANDS: Final = (
    select(hand_player.c.user_id, func.max(hand_player.c.name), func.count())
    .join(hand, hand.c.id == hand_player.c.hand_id)
    .where(hand.c.table_id == bindparam("table"), hand.c.results.is_not(None))
    .group_by(hand_player.c.user_id)
)
_BIGGEST: Final = (
    select(hand.c.number, hand_player.c.name, hand_player.c.pot)
    .join(hand, hand.c.id == hand_player.c.hand_id)
    .where(hand.c.table_id == bindparam("table"), hand_player.c.pot > 0)
    .order_by(hand_player.c.pot.desc(), hand.c.number)
    .limit(1)
)


class Sessions:
    """Sessions of tables, running or closed. Chips that still lie at a seat were not taken away."""

    def __init__(self, work: Work) -> None:
        self._work = work

    async def lines(self, guild_id: int, table_id: int, *, practice: bool) -> list[SessionLine]:
        """Return a line for everybody who has bought in at this table, with chips of their own or, at a `practice` table, the house's."""
        played = {user: (name, count) for user, name, count in await self._work.rows(_HANDS, {"table": table_id})}
        kind = "practice" if practice else "seat"
        rows = await self._work.rows(_CHIPS, {"guild": guild_id, "table": table_id, "kind": kind})
        nobody: tuple[str, int] = ("", 0)
        return [
            SessionLine(
                row.user_id,
                row.name or played.get(row.user_id, nobody)[0],
                int(row.bought_in),
                int(row.took_away),
                played.get(row.user_id, nobody)[1],
            )
            for row in rows
        ]

    async def biggest_pot(self, table_id: int) -> SessionPot | None:
        """Return the most that somebody won in one hand at this table; None where nobody has won yet."""
        row = await self._work.row(_BIGGEST, {"table": table_id})
        return SessionPot(row[0], row[1], row[2]) if row is not None else None
