"""The sums that leaderboards and statistics read, kept in the transaction of the hand that changes them."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import case

from bot.store.models import discard_count, standing
from bot.store.rows import HandPlayer
from bot.store.work import Work

ALL = "all"
_SUMS = ("hands", "won", "showdowns", "net")


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
        fresh = self._work.insert(standing)
        sums = {name: standing.c[name] + fresh.excluded[name] for name in _SUMS}
        biggest = case(
            (fresh.excluded.biggest_pot > standing.c.biggest_pot, fresh.excluded.biggest_pot), else_=standing.c.biggest_pot
        )
        statement = fresh.on_conflict_do_update(
            index_elements=["guild_id", "period", "user_id"], set_={**sums, "biggest_pot": biggest}
        )
        periods = (ALL, month_of(at), week_of(at))
        await self._work.run(statement, [_values(guild_id, period, each) for each in players for period in periods])
        await self._count_discards(guild_id, players)

    async def _count_discards(self, guild_id: int, players: Sequence[HandPlayer]) -> None:
        thrown = [
            {"guild_id": guild_id, "user_id": each.user_id, "rank": rank, "thrown": times}
            for each in players
            for rank, times in Counter(each.discards).items()
        ]
        if not thrown:
            return
        fresh = self._work.insert(discard_count)
        statement = fresh.on_conflict_do_update(
            index_elements=["guild_id", "user_id", "rank"], set_={"thrown": discard_count.c.thrown + fresh.excluded.thrown}
        )
        await self._work.run(statement, thrown)


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
