"""How people play, summed over a period from the hands that they finished: practice and void hands are none of them."""

from collections.abc import Mapping
from dataclasses import asdict, fields
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, bindparam, case, func, select, update

from bot.store.repositories.meta import Meta
from bot.store.rows import NetPoint, PlayerStats, PlaySums, Style
from bot.store.schema.models import discard_count, hand, hand_player, player
from bot.store.transactions.work import Work

MOST_POINTS = 5_000
"""So many hands the chart of net winnings shows at most."""

_COUNTS = tuple(each.name for each in fields(Style))
_UNREAD = hand_player.c[_COUNTS[0]].is_(None)
_ENDED = hand.c.id == hand_player.c.hand_id


class Statistics:
    """Sums and points of a server. Times are UTC; `since` None is the season, which no period reaches back beyond."""

    def __init__(self, work: Work) -> None:
        self._work = work

    async def of(self, guild_id: int, user_id: int, *, since: datetime | None = None) -> PlayerStats:
        """Return how a person played and what it brought, beside everybody's sums, and the net after each of the newest hands."""
        person = {"guild": guild_id, "user": user_id}
        name: str | None = await self._work.value(
            select(player.c.name).where(player.c.guild_id == bindparam("guild"), player.c.user_id == bindparam("user")), person
        )
        within = await self._within(guild_id, since)
        mine = and_(within, hand_player.c.user_id == user_id)
        counts = select(discard_count.c.rank, discard_count.c.thrown).where(
            discard_count.c.guild_id == guild_id, discard_count.c.user_id == user_id
        )
        thrown = await self._work.rows(counts.order_by(discard_count.c.thrown.desc())) if since is None else ()
        return PlayerStats(
            name or "",
            await self._sums(mine),
            await self._sums(within),
            {row.rank: row.thrown for row in thrown},
            await self._points(mine),
        )

    async def _within(self, guild_id: int, since: datetime | None) -> ColumnElement[bool]:
        """Hands of a server that count, of its season, and that ended since then."""
        began = await Meta(self._work).get(season_key(guild_id))
        parts: list[ColumnElement[bool]] = [hand_player.c.guild_id == guild_id, hand_player.c.counted]
        if began is not None:
            parts.append(hand_player.c.hand_id > int(began))
        if since is not None:
            parts.append(hand.c.ended_at >= since)
        return and_(*parts)

    async def _sums(self, which: ColumnElement[bool]) -> PlaySums:
        at_showdown, won_there = hand_player.c.showdown, and_(hand_player.c.showdown, hand_player.c.won)
        net = hand_player.c.net
        query = (
            select(
                func.count(),
                _times(hand_player.c.won),
                func.coalesce(func.sum(net), 0),
                func.coalesce(func.max(hand_player.c.pot), 0),
                _times(at_showdown),
                _times(won_there),
                func.coalesce(func.sum(case((at_showdown, net), else_=0)), 0),
                _times(_UNREAD),
                *(func.coalesce(func.sum(hand_player.c[name]), 0) for name in _COUNTS),
            )
            .select_from(hand_player)
            .join(hand, _ENDED)
            .where(which)
        )
        row = await self._work.row(query)
        assert row is not None, "a row of sums"
        hands, won, total, pot, showdowns, won_shown, net_shown, unread, *counts = map(int, row)
        return PlaySums(hands, won, total, pot, showdowns, won_shown, net_shown, unread, Style(*counts))

    async def _points(self, which: ColumnElement[bool]) -> tuple[NetPoint, ...]:
        """The net after each hand, oldest first, counted from the first of them."""
        query = (
            select(hand.c.ended_at, hand_player.c.net, hand_player.c.pot)
            .join(hand, _ENDED)
            .where(which)
            .order_by(hand_player.c.hand_id.desc())
            .limit(MOST_POINTS)
        )
        net, points = 0, list[NetPoint]()
        for at, brought, pot in reversed(await self._work.rows(query)):
            net += brought
            points.append(NetPoint(at, net, pot))
        return tuple(points)

    async def unread(self, limit: int) -> list[int]:
        """Return the newest hands that count and of which nobody knows yet how they were played."""
        query = select(hand_player.c.hand_id).where(hand_player.c.counted, _UNREAD).distinct()
        rows = await self._work.rows(query.order_by(hand_player.c.hand_id.desc()).limit(limit))
        return [row.hand_id for row in rows]

    async def put_styles(self, hand_id: int, styles: Mapping[int, Style]) -> None:
        """Keep how each seat played a finished hand."""
        which = and_(hand_player.c.hand_id == bindparam("hand"), hand_player.c.seat == bindparam("at_seat"))
        statement = update(hand_player).where(which).values({name: bindparam(name) for name in _COUNTS})
        values: list[dict[str, Any]] = [{"hand": hand_id, "at_seat": seat, **asdict(style)} for seat, style in styles.items()]
        await self._work.run(statement, values)


def season_key(guild_id: int) -> str:
    """Under which word the last hand before a server's season is kept."""
    return f"season:{guild_id}"


def _times(holds: ColumnElement[bool]) -> ColumnElement[int]:
    return func.coalesce(func.sum(case((holds, 1), else_=0)), 0)
