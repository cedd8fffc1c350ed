"""How somebody plays, over a period and against everybody in the server; and hands of old, read by replay until all are known."""

import asyncio
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Literal, assert_never

from bot.store import ActionRow, HandRow, PlayerStats, Store, Style
from bot.tables import Clock
from bot.tables.storage.rows import ends_as_saved, replayed
from bot.tables.storage.styles import styles_of

StatsPeriod = Literal["today", "week", "month", "all"]

HANDS_AT_ONCE = 20
"""So many old hands are replayed before the game has its turn: some 30 ms of a thread's time."""


class Statistics:
    """Reads sums that were kept with each hand; only hands that ended before those were kept are replayed, once."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def of(self, guild_id: int, user_id: int, period: StatsPeriod = "all") -> PlayerStats:
        """A person's figures beside everybody's. Periods begin at midnight, UTC: today, this ISO week, this month, the season."""
        async with self._store.reading() as t:
            return await t.statistics.of(guild_id, user_id, since=beginning(period, self._clock.now()))

    async def read_old_hands(self) -> bool:
        """Look through some hands of which it is not known how they were played; whether there may be more.

        One that does not replay to its end (it is damaged, or was dealt by other rules) counts as played without a decision.
        """
        async with self._store.reading() as t:
            found = [one for hand_id in await t.statistics.unread(HANDS_AT_ONCE) if (one := await t.hands.one(hand_id))]
        for hand_id, styles in await asyncio.to_thread(_styles_of_all, found):
            async with self._store.transaction() as t:
                await t.statistics.put_styles(hand_id, styles)
        return len(found) == HANDS_AT_ONCE


def beginning(period: StatsPeriod, now: datetime) -> datetime | None:
    """When the period of this moment began, in UTC; None for the season, whose beginning the store knows."""
    midnight = datetime.combine(now.astimezone(UTC).date(), datetime.min.time(), UTC)
    match period:
        case "today":
            return midnight
        case "week":
            return midnight - timedelta(days=midnight.weekday())
        case "month":
            return midnight.replace(day=1)
        case "all":
            return None
        case _:
            assert_never(period)


def _styles_of_all(found: Iterable[tuple[HandRow, list[ActionRow]]]) -> list[tuple[int, dict[int, Style]]]:
    return [(row.id, _styles(row, actions)) for row, actions in found]


def _styles(row: HandRow, actions: list[ActionRow]) -> dict[int, Style]:
    unknown = dict.fromkeys(row.players, Style())
    try:
        hand = replayed(row, actions)
        return unknown | styles_of(hand) if ends_as_saved(row, hand) else unknown
    except Exception:  # noqa: BLE001  (whatever damage or other rules make of it: this hand says nothing, and every other one does)
        return unknown
