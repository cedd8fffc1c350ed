"""Servers: their settings, their seasons, and how they go."""

from datetime import datetime

from sqlalchemy import and_, bindparam, delete, func, or_, select, union, update

from bot.store.repositories.meta import Meta
from bot.store.repositories.standings import Standings
from bot.store.repositories.statistics import season_key
from bot.store.rows import GuildRow
from bot.store.schema.models import (
    account,
    departure,
    guild,
    hand,
    hand_action,
    hand_player,
    player,
    poker_table,
    prepared,
    seal,
    seat,
    transfer,
)
from bot.store.transactions.work import Work

HANDS_AT_ONCE = 500
ROWS_AT_ONCE = 10_000
"""How much of a server is deleted in one transaction, so that the writer is never away for long."""


class Guilds:
    """The servers that have, or had, the bot."""

    def __init__(self, work: Work) -> None:
        self._work = work

    async def one(self, guild_id: int) -> GuildRow:
        """Return a server's row; the defaults for one that was never seen."""
        columns = (guild.c.id, guild.c.settings, guild.c.welcomed_at, guild.c.removed_at, guild.c.purging)
        rows = await self._work.named(select(*columns).where(guild.c.id == bindparam("guild")), {"guild": guild_id})
        return GuildRow(**rows[0]) if rows else GuildRow(guild_id)

    async def put(self, row: GuildRow) -> None:
        """Keep a server's row as it is given; `purge` alone says whether it is being purged."""
        fresh = self._work.insert(guild)
        changed = {name: fresh.excluded[name] for name in ("settings", "welcomed_at", "removed_at")}
        values = {
            "id": row.id,
            "settings": row.settings,
            "welcomed_at": row.welcomed_at,
            "removed_at": row.removed_at,
        }
        await self._work.run(fresh.on_conflict_do_update(index_elements=["id"], set_=changed), {**values, "purging": False})

    async def kept(self) -> dict[int, datetime | None]:
        """Return the servers of which anything is kept, and when each removed the bot, if it has."""
        anything = union(select(account.c.guild_id), select(player.c.guild_id), select(guild.c.id)).subquery()
        (guild_id,) = anything.c
        query = select(guild_id, guild.c.removed_at).outerjoin_from(anything, guild, guild.c.id == guild_id).order_by(guild_id)
        return {row[0]: row[1] for row in await self._work.rows(query)}

    async def removed_before(self, at: datetime) -> list[int]:
        """Return the servers to purge: those that removed the bot before that time, and those whose purge has begun."""
        query = select(guild.c.id).where(or_(guild.c.removed_at < bindparam("before"), guild.c.purging)).order_by(guild.c.id)
        return [row.id for row in await self._work.rows(query, {"before": at})]

    async def reset_season(self, guild_id: int) -> None:
        """Begin a new season: all sums of the leaderboard and the statistics end, in every period. Chips stay."""
        await Standings(self._work).clear(guild_id)
        last = select(func.max(hand.c.id)).where(hand.c.guild_id == bindparam("guild"), hand.c.ended_at.is_not(None))
        hand_id = await self._work.value(last, {"guild": guild_id})
        if hand_id is not None:
            await Meta(self._work).set(season_key(guild_id), str(hand_id))

    async def purge(self, guild_id: int, *, removed_before: datetime) -> bool:
        """Delete a part of everything that is kept of a server; True once nothing is left. Call it until then, a transaction each.

        True at once, and nothing is deleted, for one that has not removed the bot before that time: it may have come back since it was
        listed. A purge that has begun goes on in any case, since half of a ledger adds up to nothing.
        Its booked transfers go too: the trigger that guards them lets them go because the server is marked for it.
        """
        due = and_(guild.c.id == guild_id, or_(guild.c.removed_at < bindparam("before"), guild.c.purging))
        if not await self._work.changed(update(guild).where(due).values(purging=True), {"before": removed_before}):
            return True
        if await self._purge_hands(guild_id) or await self._purge_transfers(guild_id):
            return False
        await Standings(self._work).clear(guild_id)
        await Meta(self._work).set(season_key(guild_id), None)
        for table in (seat, seal, departure, poker_table, account, player):
            await self._work.run(delete(table).where(table.c.guild_id == guild_id))
        await self._work.run(delete(guild).where(guild.c.id == guild_id))
        return True

    async def _purge_hands(self, guild_id: int) -> int:
        ids = [row.id for row in await self._work.rows(select(hand.c.id).where(hand.c.guild_id == guild_id).limit(HANDS_AT_ONCE))]
        if ids:
            for table in (prepared, hand_action, hand_player):
                await self._work.run(delete(table).where(table.c.hand_id.in_(ids)))
            await self._work.run(delete(hand).where(hand.c.id.in_(ids)))
        return len(ids)

    async def _purge_transfers(self, guild_id: int) -> int:
        own = select(account.c.id).where(account.c.guild_id == guild_id)
        some = select(transfer.c.id).where(transfer.c.debit_id.in_(own)).limit(ROWS_AT_ONCE)
        return (await self._work.run(delete(transfer).where(transfer.c.id.in_(some)))).rowcount  # of a DELETE it is always kept
