"""The sums that leaderboards and statistics read, kept in the transaction of the hand that changes them."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Executable, Table, and_, bindparam, case, delete, select, update

from bot.store.rows import HandPlayer
from bot.store.schema.models import board, discard_count, standing
from bot.store.transactions.work import Work

ALL = "all"
_SUMS = ("hands", "won", "showdowns", "net")


_THERE = select(standing.c.period).where(
    standing.c.guild_id == bindparam("guild"),
    standing.c.period.in_(bindparam("periods", expanding=True)),
    standing.c.user_id.in_(bindparam("users", expanding=True)),
)


def month_of(at: datetime) -> str:
    """Name the month of a time, in UTC: "2026-08"."""
    return f"{at:%Y-%m}"


def week_of(at: datetime) -> str:
    """Name the ISO week of a time, in UTC: "2026-W31"."""
    year, week, _ = at.isocalendar()
    return f"{year}-W{week:02}"


class Standings:
    """One row a player and period, grown by deltas."""

    def __init__(self, work: Work) -> None:
        self._work = work

    async def add(self, guild_id: int, at: datetime, players: Sequence[HandPlayer]) -> None:
        """Count one finished hand for those who played it."""
        if not players:
            return
        periods = (ALL, month_of(at), week_of(at))
        await self._count_newcomers(guild_id, periods, {each.user_id for each in players})
        await self._work.run(_add_sums(self._work), [_values(guild_id, period, each) for each in players for period in periods])
        await self._count_discards(guild_id, players)

    async def drop(self, guild_id: int, user_id: int) -> None:
        """Take a person off all boards."""
        person = {"guild": guild_id, "user": user_id}
        mine = _of(standing)
        stood = select(standing.c.period).where(mine)
        fewer = (
            update(board)
            .where(board.c.guild_id == bindparam("guild"), board.c.period.in_(stood))
            .values(players=board.c.players - 1)
        )
        await self._work.run(fewer, person)
        await self._work.run(delete(standing).where(mine), person)
        await self._work.run(delete(discard_count).where(_of(discard_count)), person)

    async def clear(self, guild_id: int) -> None:
        """Begin all boards of a server anew."""
        for table in (standing, board, discard_count):
            await self._work.run(delete(table).where(table.c.guild_id == bindparam("guild")), {"guild": guild_id})

    async def _count_newcomers(self, guild_id: int, periods: Sequence[str], users: set[int]) -> None:
        there = await self._work.rows(_THERE, {"guild": guild_id, "periods": periods, "users": sorted(users)})
        known = Counter(row.period for row in there)
        fresh = [{"guild_id": guild_id, "period": period, "players": len(users) - known[period]} for period in periods]
        if newcomers := [values for values in fresh if values["players"]]:
            await self._work.run(_add_players(self._work), newcomers)

    async def _count_discards(self, guild_id: int, players: Sequence[HandPlayer]) -> None:
        thrown = [
            {"guild_id": guild_id, "user_id": each.user_id, "rank": rank, "thrown": times}
            for each in players
            for rank, times in Counter(each.discards).items()
        ]
        if thrown:
            await self._work.run(_add_discards(self._work), thrown)


def _add_sums(work: Work) -> Executable:
    fresh = work.insert(standing)
    sums = {name: standing.c[name] + fresh.excluded[name] for name in _SUMS}
    biggest = case(
        (fresh.excluded.biggest_pot > standing.c.biggest_pot, fresh.excluded.biggest_pot), else_=standing.c.biggest_pot
    )
    return fresh.on_conflict_do_update(index_elements=["guild_id", "period", "user_id"], set_={**sums, "biggest_pot": biggest})


def _add_players(work: Work) -> Executable:
    fresh = work.insert(board)
    more = {"players": board.c.players + fresh.excluded.players}
    return fresh.on_conflict_do_update(index_elements=["guild_id", "period"], set_=more)


def _add_discards(work: Work) -> Executable:
    fresh = work.insert(discard_count)
    more = {"thrown": discard_count.c.thrown + fresh.excluded.thrown}
    return fresh.on_conflict_do_update(index_elements=["guild_id", "user_id", "rank"], set_=more)


def _values(guild_id: int, period: str, each: HandPlayer) -> dict[str, object]:
    return {
        "guild_id": guild_id,
        "period": period,
        "user_id": each.user_id,
        "hands": 1,
        "won": int(each.won),
        "showdowns": int(each.showdown),
        "net": each.net,
        "biggest_pot": each.pot,
    }


def _of(table: Table) -> ColumnElement[bool]:
    return and_(table.c.guild_id == bindparam("guild"), table.c.user_id == bindparam("user"))
