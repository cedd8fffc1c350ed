"""What must always hold, asked of the database itself."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from sqlalchemy import ColumnElement, Select, Table, and_, case, func, literal, or_, select, union_all

from bot.store.findings import Fault, Figures, Outcome
from bot.store.schema.damage import Damaged
from bot.store.schema.models import (
    account,
    board,
    departure,
    discard_count,
    guild,
    hand,
    hand_action,
    hand_player,
    player,
    poker_table,
    seal,
    seat,
    standing,
    transfer,
)
from bot.store.transactions.work import Work

_FIELDS: dict[Table, tuple[str, ...]] = {
    guild: ("settings", "welcomed_at", "removed_at"),
    player: ("daily_at", "refill_at"),
    departure: ("at",),
    transfer: ("at",),
    seal: ("sealed_at", "posted_at"),
}
"""What an audit reads for no other purpose than to see that it can be read."""

_PURGED = select(guild.c.id).where(guild.c.purging)


class Audit:
    """The invariants of the ledger and the tables; an empty list is a clean bill. Servers that are being purged are left out."""

    def __init__(self, work: Work) -> None:
        self._work = work

    async def check(self) -> list[Fault]:
        """Return every fault: "zero-sum", "balance", "seat", "chips", "board", "hand-sum"; each names the table it concerns, if one."""
        checks = (
            self.check_tables,
            self.check_sums,
            self._balances,
            self._chips,
            self._boards,
            self._hand_sums,
        )
        return [fault for check in checks for fault in await check()]

    async def check_tables(self) -> list[Fault]:
        """Return the faults of open tables alone: their seats' accounts hold what the seats' stacks say. Cheap, for every start."""
        kind = case((poker_table.c.practice, "practice"), else_="seat")
        same = and_(
            account.c.guild_id == seat.c.guild_id,
            account.c.user_id == seat.c.user_id,
            account.c.table_id == seat.c.table_id,
            account.c.kind == kind,
        )
        held = func.coalesce(account.c.balance, 0)
        seated = (
            select(seat.c.guild_id, seat.c.table_id, seat.c.stack, held, seat.c.user_id)
            .join(poker_table, poker_table.c.id == seat.c.table_id)
            .outerjoin(account, same)
            .where(seat.c.stack != held)
        )
        taken = select(seat.c.seat).where(
            seat.c.table_id == account.c.table_id, seat.c.user_id == account.c.user_id, seat.c.guild_id == account.c.guild_id
        )
        right = select(poker_table.c.id).where(poker_table.c.id == account.c.table_id, account.c.kind == kind)
        lost = select(account.c.guild_id, account.c.table_id, literal(0), account.c.balance, account.c.user_id).where(
            account.c.kind.in_(("seat", "practice")), account.c.balance != 0, or_(~taken.exists(), ~right.exists())
        )
        rows = [*await self._work.rows(seated), *await self._work.rows(lost)]
        return [Fault("seat", row[0], row[1], row[2], row[3], f"user {row[4]}") for row in rows]

    async def check_sums(self) -> list[Fault]:
        """Return the servers whose balances do not sum to zero. Cheap, for every start."""
        total = func.sum(account.c.balance)
        query = select(account.c.guild_id, total).where(_kept(account.c.guild_id)).group_by(account.c.guild_id).having(total != 0)
        return [Fault("zero-sum", guild_id, None, 0, int(found)) for guild_id, found in await self._work.rows(query)]

    async def outcomes(self, hand_ids: Sequence[int]) -> dict[int, list[Outcome]]:
        """Return how these hands went for their seats, as saved, by hand."""
        kept: defaultdict[int, list[Outcome]] = defaultdict(list)
        query = select(*(hand_player.c[each.name] for each in fields(Outcome))).where(hand_player.c.hand_id.in_(hand_ids))
        for row in await self._work.rows(query):
            kept[row.hand_id].append(Outcome(*row))
        return dict(kept)

    async def standings(self) -> list[tuple[int, str, int, int, int, int, int, int]]:
        """Return every sum of the leaderboards: server, period, person, hands, won, showdowns, net, biggest pot."""
        query = select(
            standing.c.guild_id,
            standing.c.period,
            standing.c.user_id,
            standing.c.hands,
            standing.c.won,
            standing.c.showdowns,
            standing.c.net,
            standing.c.biggest_pot,
        ).where(_kept(standing.c.guild_id))
        return [(*row,) for row in await self._work.rows(query)]

    async def discard_counts(self) -> dict[tuple[int, int], dict[str, int]]:
        """Return the ranks that each person has thrown, by (server, person)."""
        counts: defaultdict[tuple[int, int], dict[str, int]] = defaultdict(dict)
        query = select(discard_count).where(_kept(discard_count.c.guild_id))
        for row in await self._work.rows(query):
            counts[row.guild_id, row.user_id][row.rank] = row.thrown
        return dict(counts)

    async def figures(self) -> Figures:
        """Return what an audit prints."""
        counts = [
            await self._count(select(func.count(account.c.guild_id.distinct()))),
            await self._count(select(func.count()).select_from(account)),
            await self._count(select(func.count()).select_from(transfer)),
            -await self._count(select(func.coalesce(func.sum(account.c.balance), 0)).where(account.c.kind == "house")),
            await self._count(select(func.count()).select_from(poker_table)),
            await self._count(select(func.count()).select_from(hand)),
            await self._count(select(func.count()).select_from(hand).where(hand.c.ended_at.is_(None))),
            await self._count(select(func.count()).select_from(hand).where(hand.c.void.is_not(None))),
            await self._count(select(func.count()).select_from(hand_action)),
        ]
        return Figures(*counts)

    async def _count(self, query: Select[Any]) -> int:
        return int(await self._work.value(query))

    async def _balances(self) -> list[Fault]:
        gained = _sums(transfer.c.credit_id)
        lost = _sums(transfer.c.debit_id)
        booked = func.coalesce(gained.c.total, 0) - func.coalesce(lost.c.total, 0)
        below = and_(account.c.kind != "house", account.c.balance < 0)
        query = (
            select(
                account.c.guild_id,
                func.nullif(account.c.table_id, 0),
                booked,
                account.c.balance,
                account.c.kind,
                account.c.user_id,
            )
            .outerjoin(gained, gained.c.id == account.c.id)
            .outerjoin(lost, lost.c.id == account.c.id)
            .where(_kept(account.c.guild_id), or_(account.c.balance != booked, below))
        )
        rows = await self._work.rows(query)
        return [Fault("balance", row[0], row[1], int(row[2]), row[3], f"{row[4]} of user {row[5]}") for row in rows]

    async def _chips(self) -> list[Fault]:
        held = (
            select(account.c.guild_id, account.c.user_id, func.sum(account.c.balance).label("total"))
            .where(account.c.kind.in_(("bankroll", "seat")))
            .group_by(account.c.guild_id, account.c.user_id)
            .subquery()
        )
        total, kept = func.coalesce(held.c.total, 0), func.coalesce(player.c.chips, 0)
        query = (
            select(player.c.guild_id, total, kept, player.c.user_id)
            .outerjoin(held, and_(held.c.guild_id == player.c.guild_id, held.c.user_id == player.c.user_id))
            .where(_kept(player.c.guild_id), kept != total)
        )
        return [Fault("chips", row[0], None, int(row[1]), row[2], f"user {row[3]}") for row in await self._work.rows(query)]

    async def _boards(self) -> list[Fault]:
        stand = func.count(standing.c.user_id)
        here = and_(standing.c.guild_id == board.c.guild_id, standing.c.period == board.c.period)
        query = select(board.c.guild_id, stand, board.c.players, board.c.period).outerjoin_from(board, standing, here)
        query = query.where(_kept(board.c.guild_id)).group_by(board.c.guild_id, board.c.period, board.c.players)
        rows = await self._work.rows(query.having(stand != board.c.players))
        return [Fault("board", row[0], None, row[1], row[2], row[3]) for row in rows]

    async def unreadable(self) -> list[str]:
        """Name every JSON text and moment that cannot be read, of those that are in neither an open table nor a hand."""
        found = []
        for table, names in _FIELDS.items():
            query = select(*table.primary_key, *(table.c[name] for name in names))
            for row in await self._work.named(query):
                key = ", ".join(f"{column.name} {row[column.name]}" for column in table.primary_key)
                found += [f"{table.name} ({key}): {name}" for name in names if isinstance(row[name], Damaged)]
        return found

    async def check_departures(self) -> list[Fault]:
        """Find who is remembered to have left with other chips than their last cash-out at the table; none, where a hand took the last ones."""
        moved = or_(transfer.c.debit_id == account.c.id, transfer.c.credit_id == account.c.id)
        cash_out = case((transfer.c.reason == "cash-out", transfer.c.amount), else_=0)
        last = (
            select(cash_out)
            .join(account, moved)
            .where(
                account.c.guild_id == departure.c.guild_id,
                account.c.user_id == departure.c.user_id,
                account.c.table_id == departure.c.table_id,
                account.c.kind == "seat",
                transfer.c.at <= departure.c.at,
            )
            .order_by(transfer.c.at.desc(), case((transfer.c.reason == "cash-out", 0), else_=1))
            .limit(1)
            .correlate(departure)
            .scalar_subquery()
        )
        left_with = func.coalesce(last, 0)
        query = select(departure.c.guild_id, departure.c.table_id, left_with, departure.c.chips, departure.c.user_id).where(
            _kept(departure.c.guild_id), departure.c.chips != left_with
        )
        return [Fault("departure", row[0], row[1], int(row[2]), row[3], f"user {row[4]}") for row in await self._work.rows(query)]

    async def _hand_sums(self) -> list[Fault]:
        """Find who did not get from the ledger what a hand says: its net when it is over, and nothing while it runs or where it is void."""
        booked = _booked_for_hands()
        finished = and_(hand.c.ended_at.is_not(None), hand.c.void.is_(None))
        said = func.coalesce(case((finished, hand_player.c.net), else_=0), 0)
        paid = func.coalesce(booked.c.chips, 0)
        same = and_(booked.c.hand_id == hand_player.c.hand_id, booked.c.user_id == hand_player.c.user_id)
        query = (
            select(hand.c.guild_id, hand.c.table_id, said, paid, hand.c.id, hand_player.c.user_id)
            .join(hand_player, hand_player.c.hand_id == hand.c.id)
            .outerjoin(booked, same)
            .where(_kept(hand.c.guild_id), said != paid)
        )
        strangers = (
            select(hand.c.guild_id, hand.c.table_id, literal(0), booked.c.chips, hand.c.id, booked.c.user_id)
            .join(booked, booked.c.hand_id == hand.c.id)
            .outerjoin(hand_player, same)
            .where(_kept(hand.c.guild_id), hand_player.c.seat.is_(None))
        )
        rows = [*await self._work.rows(query), *await self._work.rows(strangers)]
        return [Fault("hand-sum", row[0], row[1], int(row[2]), int(row[3]), f"hand {row[4]}, user {row[5]}") for row in rows]


def _booked_for_hands() -> Any:
    """What the transfers of each hand have put on each seat's account, in chips."""
    sides = union_all(
        select(transfer.c.hand_id, transfer.c.credit_id.label("account_id"), transfer.c.amount.label("chips")),
        select(transfer.c.hand_id, transfer.c.debit_id, -transfer.c.amount),
    ).subquery()
    return (
        select(sides.c.hand_id, account.c.user_id, func.sum(sides.c.chips).label("chips"))
        .join(account, account.c.id == sides.c.account_id)
        .where(sides.c.hand_id.is_not(None), account.c.kind.in_(("seat", "practice")))
        .group_by(sides.c.hand_id, account.c.user_id)
        .subquery()
    )


def _kept(guild_id: ColumnElement[int]) -> ColumnElement[bool]:
    return guild_id.not_in(_PURGED)


def _sums(side: ColumnElement[int]) -> Any:
    return select(side.label("id"), func.sum(transfer.c.amount).label("total")).group_by(side).subquery()
