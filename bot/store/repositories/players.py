"""People in a server: their names, the leaderboard, and forgetting them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache

from sqlalchemy import BindParameter, ColumnElement, Executable, Table, and_, bindparam, case, delete, func, null, select, update

from bot.store.errors import StillSeated
from bot.store.repositories.ledger import Ledger
from bot.store.repositories.meta import Meta
from bot.store.repositories.standings import ALL, Standings
from bot.store.rows import (
    Bankroll,
    Gift,
    GiftTimes,
    House,
    LeaderboardBy,
    LeaderboardLine,
    LeaderboardPage,
    Transfer,
)
from bot.store.schema.models import (
    account,
    board,
    departure,
    hand_player,
    player,
    poker_table,
    seat,
    standing,
)
from bot.store.transactions.work import Work

_VALUES: dict[LeaderboardBy, ColumnElement[int]] = {
    "chips": player.c.chips,
    "net": standing.c.net,
    "won": standing.c.won,
    "pot": standing.c.biggest_pot,
}


_BESIDE = select(standing.c.user_id, standing.c.period, standing.c.hands, standing.c.net).where(
    standing.c.guild_id == bindparam("guild"),
    standing.c.period.in_(bindparam("periods", expanding=True)),
    standing.c.user_id.in_(bindparam("users", expanding=True)),
)


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

    async def gift_times(self, guild_id: int, user_id: int) -> GiftTimes:
        """Return when a person was last given chips, as `put_gift` has it."""
        query = select(player.c.daily_at, player.c.refill_at).where(_is(player, "user_id"))
        row = await self._work.row(query, {"guild": guild_id, "user": user_id})
        return GiftTimes(*row) if row is not None else GiftTimes()

    async def put_gift(self, guild_id: int, user_id: int, gift: Gift, at: datetime) -> None:
        """Keep when a person whose name is known was last given this."""
        await self._work.run(
            update(player).where(_is(player, "user_id")).values({f"{gift}_at": bindparam("given_at")}),
            {"guild": guild_id, "user": user_id, "given_at": at},
        )

    async def leaderboard(  # noqa: PLR0913 - what is asked of a page
        self,
        guild_id: int,
        *,
        by: LeaderboardBy = "chips",
        period: str = ALL,
        page: int = 0,
        size: int = 10,
        asker: int | None = None,
        week: str | None = None,
    ) -> LeaderboardPage:
        """Return one page and the asker's own place.

        `by` "chips" is what one has now (bankroll and stacks), "net", "won" (hands) and "pot" (the biggest) are of `period`: "all", a month
        "2026-08" or an ISO week "2026-W31". A page beyond the last is the last. Of equals the newer account comes first, always alike.
        Beside each place stand the hands played and the net of `week`.
        """
        board_query = _board(by)
        asked = {"guild": guild_id, "period": period, "asker": asker or 0}
        place = await self._work.row(board_query.place, asked)
        assert place is not None, "a row of counts"
        listed = place.kept if place.below is None else place.above + place.below
        pages = max(1, -(-listed // size))
        page = min(max(page, 0), pages - 1)
        above = page * size
        shown = min(size, listed - above)
        below = listed - above - shown
        query, skip = (board_query.from_above, above) if above <= below else (board_query.from_below, below)
        rows = await self._work.named(query, {**asked, "size": shown, "skip": skip})
        lines = tuple(LeaderboardLine(place=above + number, **row) for number, row in enumerate(rows, 1))
        own = (
            None if asker is None or place.mine is None else LeaderboardLine(place.above + 1, asker, place.name or "", place.mine)
        )
        beside = await self._beside(guild_id, [line.user_id for line in (*lines, *([own] if own else []))], week)
        return LeaderboardPage(tuple(map(beside, lines)), page, pages, listed, beside(own) if own else None)

    async def _beside(
        self, guild_id: int, users: Sequence[int], week: str | None
    ) -> Callable[[LeaderboardLine], LeaderboardLine]:
        """Return what adds to a line how much its player has played, and won this week."""
        rows = await self._work.rows(_BESIDE, {"guild": guild_id, "users": users, "periods": [ALL, week or ALL]})
        hands = {row.user_id: row.hands for row in rows if row.period == ALL}
        net = {row.user_id: row.net for row in rows if row.period == week}
        return lambda line: replace(line, hands=hands.get(line.user_id, 0), week=net.get(line.user_id, 0))

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
        await self._work.run(update(hand_player).where(_is(hand_player, "user_id")).values(user_id=anonymous, name=""), person)
        await self._work.run(
            update(poker_table).where(_is(poker_table, "host_id")).values(host_id=anonymous, host_name=""), person
        )
        await self._forget_carried(guild_id, user_id, anonymous)
        return anonymous

    async def _forget_carried(self, guild_id: int, user_id: int, anonymous: int) -> None:
        """Take a person's id out of the carried pots (D-22): the only place in a table's JSON that names anybody."""
        query = select(poker_table.c.id, poker_table.c.facts).where(
            poker_table.c.guild_id == guild_id, poker_table.c.state != "closed"
        )
        for table_id, facts in await self._work.rows(query):
            carried = facts.get("carried") if isinstance(facts, dict) else None
            if isinstance(carried, list) and any(isinstance(part, list) and part[:1] == [user_id] for part in carried):
                parts = [[anonymous, *part[1:]] if isinstance(part, list) and part[:1] == [user_id] else part for part in carried]
                statement = update(poker_table).where(poker_table.c.id == table_id).values(facts={**facts, "carried": parts})
                await self._work.run(statement)


@dataclass(frozen=True, slots=True)
class _Board:
    """The questions behind a page, made once: making them takes longer than answering them. A page is walked to from the nearer end."""

    place: Executable
    from_above: Executable
    from_below: Executable


@cache
def _board(by: LeaderboardBy) -> _Board:
    value = _VALUES[by]
    table: Table = value.table
    guild_id: BindParameter[int] = bindparam("guild")
    asker: BindParameter[int] = bindparam("asker")
    inside = and_(
        table.c.guild_id == guild_id, player.c.chips.is_not(None) if by == "chips" else standing.c.period == bindparam("period")
    )
    best, worst = (value.desc(), table.c.user_id.desc()), (value.asc(), table.c.user_id.asc())
    return _Board(_place(by, value, inside, asker), _page(value, inside, best), _page(value, inside, worst))


def _page(value: ColumnElement[int], inside: ColumnElement[bool], order: tuple[ColumnElement[int], ...]) -> Executable:
    """List the page that this order comes to first after `skip` people, the best on top whatever the order."""
    table: Table = value.table
    listed = (
        select(table.c.user_id, value.label("value"))
        .where(inside)
        .order_by(*order)
        .limit(bindparam("size"))
        .offset(bindparam("skip"))
        .subquery()
    )
    named = player.alias()
    return (
        select(listed.c.user_id, func.coalesce(named.c.name, "").label("name"), listed.c.value)
        .outerjoin_from(listed, named, and_(named.c.guild_id == bindparam("guild"), named.c.user_id == listed.c.user_id))
        .order_by(listed.c.value.desc(), listed.c.user_id.desc())
    )


def _place(by: LeaderboardBy, value: ColumnElement[int], inside: ColumnElement[bool], asker: ColumnElement[int]) -> Executable:
    """Count who stands above the asker, and who from there on down; find the asker's value. Each count walks one stretch of one index.

    How many have chips is not kept: above and below are all, for an asker who is among them.
    """
    table: Table = value.table
    mine = select(value).where(inside, table.c.user_id == asker).scalar_subquery()

    def count(*those: ColumnElement[bool]) -> ColumnElement[int]:
        return select(func.count()).select_from(table).where(inside, *those).scalar_subquery()

    above = count(value > mine) + count(value == mine, table.c.user_id > asker)
    kept = select(board.c.players).where(board.c.guild_id == bindparam("guild"), board.c.period == bindparam("period"))
    below = case((mine.is_(None), count()), else_=count(value < mine) + count(value == mine, table.c.user_id <= asker))
    name = select(player.c.name).where(player.c.guild_id == bindparam("guild"), player.c.user_id == asker)
    return select(
        above.label("above"),
        (below if by == "chips" else null()).label("below"),
        func.coalesce(kept.scalar_subquery(), 0).label("kept"),
        mine.label("mine"),
        name.scalar_subquery().label("name"),
    )


def _is(table: Table, column: str) -> ColumnElement[bool]:
    return and_(table.c.guild_id == bindparam("guild"), table.c[column] == bindparam("user"))
