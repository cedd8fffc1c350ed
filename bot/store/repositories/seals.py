"""Seals: the secret keys of a table's sealed decks, and where each seal was posted."""

from dataclasses import asdict
from datetime import datetime

from sqlalchemy import bindparam, func, insert, select, update

from bot.store.errors import StoreError
from bot.store.rows import SealRow
from bot.store.schema.models import hand, poker_table, seal
from bot.store.transactions.work import Work, select_as

_SEALS = select_as(SealRow, seal).order_by(seal.c.table_id, seal.c.number)
_KEEP = insert(seal)
_POSTED = (
    update(seal)
    .where(seal.c.table_id == bindparam("at_table"), seal.c.number == bindparam("of_number"), seal.c.message_id.is_(None))
    .values(posted_at=bindparam("at"), message_id=bindparam("message"))
)


class Seals:
    """One seal after the other at each table; none is ever changed, but for where it was posted, once."""

    def __init__(self, work: Work) -> None:
        self._work = work

    async def keep(self, row: SealRow) -> None:
        """Keep a new seal. Raises `ConstraintBroken` where the table has one of this number."""
        await self._work.run(_KEEP, asdict(row))

    async def posted(self, table_id: int, number: int, *, message_id: int, at: datetime) -> bool:
        """Note where and when a seal was posted; False, and nothing changes, where that has been noted."""
        values = {"at_table": table_id, "of_number": number, "message": message_id, "at": at}
        return await self._work.changed(_POSTED, values)

    async def one(self, table_id: int, number: int) -> SealRow:
        """Return a seal. Raises `StoreError` where there is no such one."""
        query = _SEALS.where(seal.c.table_id == bindparam("table"), seal.c.number == bindparam("of_number"))
        rows = await self._work.named(query, {"table": table_id, "of_number": number})
        if not rows:
            raise StoreError(table_id=table_id, cause="there is no such seal")
        return SealRow(**rows[0])

    async def of(self, table_id: int) -> list[SealRow]:
        """Return a table's seals, the oldest first."""
        return [SealRow(**row) for row in await self._work.named(_SEALS.where(seal.c.table_id == table_id))]

    async def of_open_tables(self) -> list[SealRow]:
        """Return the seals of all open tables, by table, the oldest first."""
        query = _SEALS.join(poker_table, poker_table.c.id == seal.c.table_id).where(poker_table.c.state != "closed")
        return [SealRow(**row) for row in await self._work.named(query)]

    async def void_hands(self, table_id: int, first: int, last: int) -> int:
        """Count the void hands of a table from one number to another, both included."""
        query = select(func.count()).where(
            hand.c.table_id == bindparam("table"), hand.c.number.between(first, last), hand.c.void.is_not(None)
        )
        return int(await self._work.value(query, {"table": table_id}))
