"""Chips that the house gives: the day's, and a refill for the broke. Each is booked with a mark of its own, so none comes twice."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from bot.store import Bankroll, Gift, House, Store, Transaction, Transfer
from bot.tables import Clock, NothingToDo, Player, Policy, Servers, TooSoon


@dataclass(frozen=True, slots=True)
class Help:
    """What somebody without chips can do: a refill up to `refill_chips`, from `refill_at` on (UTC; None: now), and the day's chips; 0 for none."""

    refill_chips: int
    refill_at: datetime | None
    daily_chips: int


class Gifts:
    """Gives, and says when more can be had.

    A gift of the future was given by a clock that was ahead: it counts as given when it is first noticed. So setting the clock ahead
    and back pays nothing twice, and nobody waits for longer than they would after a gift of now.
    """

    def __init__(self, store: Store, servers: Servers, clock: Clock, policy: Policy) -> None:
        self._store = store
        self._servers = servers
        self._clock = clock
        self._policy = policy

    async def daily(self, guild_id: int, person: Player) -> tuple[int, int]:
        """Give the day's chips (UTC); return them and the bankroll after. Raises `TooSoon`, and `NothingToDo` where a server gives none."""
        chips = await self._daily_chips(guild_id)
        if not chips:
            raise NothingToDo("chips.no-daily")
        now = self._clock.now()
        async with self._store.transaction() as t:
            await self._servers.first_chips(t, guild_id, person)
            last = await _last(t, guild_id, person.id, "daily", now)
            mark = await self._servers.mark(t, guild_id, person.id, now.date())
            to = Bankroll(guild_id, person.id)
            gift = Transfer(f"daily:{mark}", guild_id, House(guild_id), to, chips, "daily", now)
            given = (last is None or last.date() != now.date()) and await _book(t, to, "daily", gift)
            balance = await t.ledger.balance(to)
        if not given:
            raise TooSoon(at=_tomorrow(now))
        return chips, balance

    async def refill(self, guild_id: int, person: Player) -> tuple[int, int]:
        """Fill the chips of somebody who has too few up to the refill; return what was given and the bankroll after.

        Raises `TooSoon` within so many hours of the last one, `NothingToDo` where one has as much or nothing is refilled.
        """
        now = self._clock.now()
        async with self._store.transaction() as t:
            await self._servers.first_chips(t, guild_id, person)
            chips = self._policy.refill_chips - (await t.ledger.holdings(guild_id, person.id)).total
            if not self._policy.refill_chips:
                raise NothingToDo("chips.no-refill")
            if chips <= 0:
                raise NothingToDo("chips.refill-enough", most=self._policy.refill_chips)
            last = await _last(t, guild_id, person.id, "refill", now)
            again_at = self._refill_at(last, now)
            span = int(now.timestamp() // self._span.total_seconds())
            mark = await self._servers.mark(t, guild_id, person.id, "refill", span)
            to = Bankroll(guild_id, person.id)
            gift = Transfer(f"refill:{mark}", guild_id, House(guild_id), to, chips, "refill", now)
            given = again_at <= now and await _book(t, to, "refill", gift)
            balance = await t.ledger.balance(to)
        if not given:
            raise TooSoon(
                "chips.refill-too-soon", at=max(again_at, datetime.fromtimestamp((span + 1) * self._span.total_seconds(), UTC))
            )
        return chips, balance

    async def help_for(self, guild_id: int, user_id: int) -> Help:
        """What somebody can do who has too few chips."""
        now = self._clock.now()
        async with self._store.reading() as t:
            times = await t.players.gift_times(guild_id, user_id)
        had_today = isinstance(times.daily_at, datetime) and times.daily_at.date() == now.date()
        refill_at = self._refill_at(times.refill_at if isinstance(times.refill_at, datetime) else None, now)
        daily_chips = 0 if had_today else await self._daily_chips(guild_id)
        return Help(self._policy.refill_chips, refill_at if refill_at > now else None, daily_chips)

    async def _daily_chips(self, guild_id: int) -> int:
        own = (await self._servers.get(guild_id)).daily_chips
        return self._policy.daily_chips if own is None else own

    @property
    def _span(self) -> timedelta:
        return timedelta(hours=self._policy.refill_hours)

    def _refill_at(self, last: datetime | None, now: datetime) -> datetime:
        return now if last is None else min(last, now) + self._span


async def _book(t: Transaction, to: Bankroll, what: Gift, gift: Transfer) -> bool:
    """Book a gift and note its moment; False where it has been given: its mark outlives a row that was forgotten."""
    if not await t.ledger.book(gift):
        return False
    await t.players.put_gift(to.guild_id, to.user_id, what, gift.at)
    return True


async def _last(t: Transaction, guild_id: int, user_id: int, what: Gift, now: datetime) -> datetime | None:
    """When this was last given. A moment that lies ahead, or is damaged, becomes now."""
    times = await t.players.gift_times(guild_id, user_id)
    last = times.daily_at if what == "daily" else times.refill_at
    if last is None or (isinstance(last, datetime) and last <= now):
        return last
    await t.players.put_gift(guild_id, user_id, what, now)
    return now


def _tomorrow(now: datetime) -> datetime:
    return datetime.combine(now.date() + timedelta(days=1), datetime.min.time(), UTC)
