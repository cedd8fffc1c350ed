"""Tables, who sits at them, and what those who left took along."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, func, select, update

from bot.store.errors import ChannelInUse, SeatTaken, StoreError
from bot.store.rows import Departure, Difference, SeatRow, TableRow
from bot.store.schema.models import departure, poker_table, seat
from bot.store.transactions.work import Work, select_as

_FIELDS = frozenset(poker_table.c.keys()) - {"id", "guild_id", "opened_at"}
_DIFFERENCES = "differences"
_OPEN = poker_table.c.state != "closed"
_TABLES = select_as(TableRow, poker_table)
_SEATS = select_as(SeatRow, seat).order_by(seat.c.table_id, seat.c.seat)
_UPDATE_SEAT = (
    update(seat)
    .where(seat.c.table_id == bindparam("at_table"), seat.c.seat == bindparam("at_seat"), seat.c.user_id == bindparam("of_user"))
    .values({name: bindparam(name) for name in ("name", "stack", "status", "facts")})
)
_DROP_SEAT = delete(seat).where(seat.c.table_id == bindparam("table"), seat.c.seat == bindparam("number"))


class Tables:
    """Open and closed tables. One open table a channel, one person a seat, one seat a person at a table: by constraint."""

    def __init__(self, work: Work) -> None:
        self._work = work

    async def open(self, row: TableRow) -> int:
        """Open a table (whatever `row.id` says) and return its id. Raises `ChannelInUse`."""
        values = {name: value for name, value in asdict(row).items() if name != "id"}
        statement = self._work.insert(poker_table).on_conflict_do_nothing().returning(poker_table.c.id)
        table_id: int | None = await self._work.value(statement, values)
        if table_id is None:
            raise ChannelInUse(channel_id=row.channel_id)
        return table_id

    async def update(self, table_id: int, **fields: Any) -> None:
        """Change the named fields of a table's row; `state="closed"` frees its channel. Raises `StoreError` where there is no such row."""
        assert fields.keys() <= _FIELDS, fields
        statement = (
            update(poker_table).where(poker_table.c.id == bindparam("table")).values({name: bindparam(name) for name in fields})
        )
        if not await self._work.changed(statement, {"table": table_id, **fields}):
            raise StoreError(table_id=table_id, cause="there is no such table")

    async def by_id(self, table_id: int) -> TableRow | None:
        rows = await self._work.named(_TABLES.where(poker_table.c.id == bindparam("table")), {"table": table_id})
        return TableRow(**rows[0]) if rows else None

    async def all_open(self) -> list[TableRow]:
        return [TableRow(**row) for row in await self._work.named(_TABLES.where(_OPEN).order_by(poker_table.c.id))]

    async def closed_with_message(self) -> list[TableRow]:
        """Return the closed tables whose message may still have buttons."""
        still = poker_table.c.message_id.is_not(None)
        return [TableRow(**row) for row in await self._work.named(_TABLES.where(~_OPEN, still).order_by(poker_table.c.id))]

    async def put_seat(self, row: SeatRow) -> None:
        """Seat somebody, or change what is known of who sits there. Raises `SeatTaken`."""
        where = {"at_table": row.table_id, "at_seat": row.seat, "of_user": row.user_id}
        what = {"name": row.name, "stack": row.stack, "status": row.status, "facts": row.facts}
        if await self._work.changed(_UPDATE_SEAT, {**where, **what}):
            return
        fresh = self._work.insert(seat).on_conflict_do_nothing()
        if not await self._work.changed(fresh, asdict(row)):
            raise SeatTaken(seat=row.seat)

    async def drop_seat(self, table_id: int, number: int) -> None:
        """Free a seat. Nothing happens where nobody sits."""
        await self._work.run(_DROP_SEAT, {"table": table_id, "number": number})

    async def seats(self, table_id: int) -> list[SeatRow]:
        """Return who sits at a table, by seat."""
        return [
            SeatRow(**row)
            for row in await self._work.named(_SEATS.where(seat.c.table_id == bindparam("table")), {"table": table_id})
        ]

    async def close_as_paid(self, table_id: int, differences: Sequence[Difference] = ()) -> None:
        """Close a table whatever its rows say, with nobody seated and nothing carried. Its chips must have been paid out.

        What its seats said otherwise than the ledger, by which it was paid, is kept for an audit.
        """
        await self._work.run(delete(seat).where(seat.c.table_id == bindparam("table")), {"table": table_id})
        await self.update(
            table_id, state="closed", facts={_DIFFERENCES: [asdict(each) for each in differences]} if differences else {}
        )

    async def differences(self) -> list[tuple[int, Difference]]:
        """Return what the seats of closed tables said otherwise than the ledger by which they were paid out, by the tables' ids."""
        rows = await self._work.rows(select(poker_table.c.id, poker_table.c.facts).where(~_OPEN).order_by(poker_table.c.id))
        kept = [(row.id, row.facts.get(_DIFFERENCES, ())) for row in rows if isinstance(row.facts, dict)]
        return [(table_id, Difference(**each)) for table_id, differences in kept for each in differences]

    async def all_seats(self) -> dict[int, list[SeatRow]]:
        """Return who sits at the open tables, by table."""
        seats: defaultdict[int, list[SeatRow]] = defaultdict(list)
        for row in await self._work.named(_SEATS.join(poker_table, poker_table.c.id == seat.c.table_id).where(_OPEN)):
            seats[row["table_id"]].append(SeatRow(**row))
        return dict(seats)

    async def sits_at(self, guild_id: int, user_id: int) -> int:
        """Count the tables of a server at which a person has a seat, those of this transaction included."""
        query = (
            select(func.count())
            .select_from(seat)
            .where(seat.c.guild_id == bindparam("guild"), seat.c.user_id == bindparam("user"))
        )
        return int(await self._work.value(query, {"guild": guild_id, "user": user_id}))

    async def put_left(self, guild_id: int, table_id: int, user_id: int, chips: int, at: datetime) -> None:
        """Remember what somebody left the table with."""
        fresh = self._work.insert(departure)
        statement = fresh.on_conflict_do_update(
            index_elements=["table_id", "user_id"], set_={"chips": fresh.excluded.chips, "at": fresh.excluded.at}
        )
        await self._work.run(
            statement, {"guild_id": guild_id, "table_id": table_id, "user_id": user_id, "chips": chips, "at": at}
        )

    async def left(self, table_id: int, user_id: int) -> Departure | None:
        """Return what somebody last left the table with, and when."""
        query = select(departure.c.chips, departure.c.at).where(
            departure.c.table_id == bindparam("table"), departure.c.user_id == bindparam("user")
        )
        row = await self._work.row(query, {"table": table_id, "user": user_id})
        return Departure(row.chips, row.at) if row is not None else None
