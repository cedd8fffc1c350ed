"""People in a server: their names, the leaderboard, their statistics, and forgetting them."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Select, Table, and_, bindparam, delete, func, select, update

from bot.store.errors import StillSeated
from bot.store.ledger import Ledger
from bot.store.meta import Meta
from bot.store.models import account, board, departure, discard_count, hand, hand_player, player, poker_table, seat, standing
from bot.store.rows import Bankroll, House, LeaderboardBy, LeaderboardLine, LeaderboardPage, NetPoint, PlayerStats, Transfer
from bot.store.standings import ALL, Standings
from bot.store.work import AnyRow, Work

POINTS = 100
"""How many hands the chart of net winnings shows at most."""

_VALUES: dict[LeaderboardBy, ColumnElement[int]] = {
    "chips": player.c.chips,
    "net": standing.c.net,
    "won": standing.c.won,
    "pot": standing.c.biggest_pot,
}


class Players:
    """The persons of a server. Times and periods are UTC; practice hands count nowhere."""

    def __init__(self, work: Work, ledger: Ledger) -> None:
        self._work = work
        self._ledger = ledger

    async def rename(self, guild_id: int, user_id: int, name: str) -> None:
        """Keep the name under which a person is listed, unescaped."""
        fresh = self._work.insert(player)
        statement = fresh.on_conflict_do_update(
            index_elements=["guild_id", "user_id"], set_={"name": fresh.excluded.name}, where=player.c.name != fresh.excluded.name
        )
        await self._work.run(statement, {"guild_id": guild_id, "user_id": user_id, "name": name})

    async def leaderboard(
        self,
        guild_id: int,
        *,
        by: LeaderboardBy = "chips",
        period: str = ALL,
        page: int = 0,
        size: int = 10,
        asker: int | None = None,
    ) -> LeaderboardPage:
        """Return one page and the asker's own place.

        `by` "chips" is what one has now (bankroll and stacks), "net", "won" (hands) and "pot" (the biggest) are of `period`: "all", a month
        "2026-08" or an ISO week "2026-W31". A page beyond the last is the last. Of equals the newer account comes first, always alike.
        """
        value = _VALUES[by]
        table: Table = value.table
        inside = and_(table.c.guild_id == guild_id, player.c.chips.is_not(None) if by == "chips" else standing.c.period == period)
        listed = select(func.count()).select_from(player).where(inside) if by == "chips" else _listed(guild_id, period)
        count, mine, above = await self._place(table, value, inside, listed, asker or 0)
        pages = max(1, -(-count // size))
        page = min(max(page, 0), pages - 1)
        rows = await self._page(table, value, inside, offset=page * size, size=size)
        lines = tuple(LeaderboardLine(page * size + number, *row) for number, row in enumerate(rows, 1))
        own = None
        if asker is not None and mine is not None:
            own = LeaderboardLine(above + 1, asker, await self._name(guild_id, asker), mine)
        return LeaderboardPage(lines, page, pages, count, own)

    async def _place(
        self, table: Table, value: ColumnElement[int], inside: ColumnElement[bool], listed: "Select[int]", asker: int
    ) -> tuple[int, int | None, int]:
        """Count who is listed; return the asker's value and how many stand above. Each count walks one stretch of one index."""
        mine = select(value).where(inside, table.c.user_id == asker).scalar_subquery()
        others = select(func.count()).select_from(table).where(inside)
        above, equal = others.where(value > mine), others.where(value == mine, table.c.user_id > asker)
        count = func.coalesce(listed.scalar_subquery(), 0)
        row = await self._work.row(select(count, mine, above.scalar_subquery() + equal.scalar_subquery()))
        assert row is not None, "a row of counts"
        return row[0], row[1], row[2]

    async def _name(self, guild_id: int, user_id: int) -> str:
        name: str | None = await self._work.value(
            select(player.c.name).where(player.c.guild_id == guild_id, player.c.user_id == user_id)
        )
        return name or ""

    async def _page(
        self, table: Table, value: ColumnElement[int], inside: ColumnElement[bool], *, offset: int, size: int
    ) -> Sequence[AnyRow]:
        best = (
            select(table.c.guild_id, table.c.user_id, value.label("value"))
            .where(inside)
            .order_by(value.desc(), table.c.user_id.desc())
            .limit(size)
            .offset(offset)
            .subquery()
        )
        named = player.alias()
        return await self._work.rows(
            select(best.c.user_id, func.coalesce(named.c.name, ""), best.c.value)
            .outerjoin_from(best, named, and_(named.c.guild_id == best.c.guild_id, named.c.user_id == best.c.user_id))
            .order_by(best.c.value.desc(), best.c.user_id.desc())
        )

    async def stats(self, guild_id: int, user_id: int) -> PlayerStats:
        """Return a person's sums since the season began, and the net after each of the last hands; all zero for who never played."""
        query = select(standing).where(standing.c.guild_id == guild_id, standing.c.user_id == user_id, standing.c.period == ALL)
        sums = await self._work.row(query)
        name = await self._name(guild_id, user_id)
        if sums is None:
            return PlayerStats(name, 0, 0, 0, 0, 0, {}, ())
        counts = select(discard_count.c.rank, discard_count.c.thrown).where(
            discard_count.c.guild_id == guild_id, discard_count.c.user_id == user_id
        )
        discards = {row.rank: row.thrown for row in await self._work.rows(counts.order_by(discard_count.c.thrown.desc()))}
        points = await self._points(guild_id, user_id, sums.net, min(sums.hands, POINTS))
        return PlayerStats(name, sums.hands, sums.won, sums.showdowns, sums.net, sums.biggest_pot, discards, points)

    async def _points(self, guild_id: int, user_id: int, net: int, limit: int) -> tuple[NetPoint, ...]:
        """Walk back from the net of now, hand by hand."""
        query = (
            select(hand.c.ended_at, hand_player.c.net)
            .join(hand, hand.c.id == hand_player.c.hand_id)
            .where(hand_player.c.guild_id == guild_id, hand_player.c.user_id == user_id, hand_player.c.counted)
            .order_by(hand_player.c.hand_id.desc())
            .limit(limit)
        )
        points: list[NetPoint] = []
        for at, won in await self._work.rows(query):
            points.append(NetPoint(at, net))
            net -= won
        return tuple(reversed(points))

    async def forget(self, guild_id: int, user_id: int, *, transfer_id: str, at: datetime) -> int:
        """Remove a person's name and statistics; the bankroll goes back to the house. Raises `StillSeated`.

        Hands and ledger keep an anonymous id (returned), so that they still add up. Who comes back begins anew.
        """
        if await self._work.row(select(seat.c.seat).where(seat.c.guild_id == guild_id, seat.c.user_id == user_id)):
            raise StillSeated
        if chips := await self._ledger.balance(Bankroll(guild_id, user_id)):
            house, owner = House(guild_id), Bankroll(guild_id, user_id)
            await self._ledger.book(Transfer(transfer_id, guild_id, owner, house, chips, "forgotten", at))
        anonymous = await Meta(self._work).next_anonymous()
        person = {"guild": guild_id, "user": user_id}
        await Standings(self._work).drop(guild_id, user_id)
        for table in (player, departure):
            await self._work.run(delete(table).where(_is(table, "user_id")), person)
        await self._work.run(update(account).where(_is(account, "user_id")).values(user_id=anonymous), person)
        await self._work.run_slowly(
            update(hand_player).where(_is(hand_player, "user_id")).values(user_id=anonymous, name=""), person
        )
        await self._work.run_slowly(
            update(poker_table).where(_is(poker_table, "host_id")).values(host_id=anonymous, host_name=""), person
        )
        return anonymous


def _listed(guild_id: int, period: str) -> "Select[int]":
    return select(board.c.players).where(board.c.guild_id == guild_id, board.c.period == period)


def _is(table: Table, column: str) -> ColumnElement[bool]:
    return and_(table.c.guild_id == bindparam("guild"), table.c[column] == bindparam("user"))
