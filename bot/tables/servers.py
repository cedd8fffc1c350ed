"""A server's own settings on top of the bot's policy, and the first chips of its players."""

import asyncio
import hmac
import logging
from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass, fields, replace
from datetime import datetime
from types import NoneType
from typing import Any, Self
from uuid import uuid4

from bot.store import Bankroll as BankrollAccount
from bot.store import GuildRow, House, Store, Transaction, Transfer
from bot.tables.clock import Clock
from bot.tables.errors import BadAmount, NotAllowed, ServerBeingDeleted
from bot.tables.options import BY_FIELD, MOST_CHIPS, TableRules, amended, applying
from bot.tables.policy import Policy
from bot.tables.views import Player

log = logging.getLogger(__name__)

MARKED_WITH = "marks"


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What a server's managers have set; None leaves it to whoever runs the bot. `channels` empty allows every channel.

    `defaults` are options of new tables, by the names of `TableRules`.
    """

    starting_chips: int | None = None
    daily_chips: int | None = None
    channels: tuple[int, ...] = ()
    defaults: dict[str, Any] | None = None

    @classmethod
    def from_dict(cls, saved: dict[str, Any]) -> Self:
        """Saved settings; what this program does not know is left out, and so are defaults that would not apply."""
        known = {field.name for field in fields(cls)}
        values = {name: value for name, value in saved.items() if name in known}
        defaults = {name: value for name, value in (values.get("defaults") or {}).items() if name in BY_FIELD}
        return cls(**values | {"channels": tuple(values.get("channels", ())), "defaults": applying(defaults) or None})


class Servers:
    """The servers' settings, read once and kept in memory. Changes of one server come one after the other, so that none is lost.

    Where a server's data are being deleted everything raises `ServerBeingDeleted` till that is done: then it begins anew.
    A server whose saved settings cannot be read has the bot's defaults, which the log says once.
    """

    def __init__(self, store: Store, policy: Policy, clock: Clock) -> None:
        self._store = store
        self._policy = policy
        self._clock = clock
        self._known: dict[int, GuildRow] = {}
        self._secret: str | None = None
        self._purges = 0
        self._changing: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)

    @property
    def usual(self) -> ServerSettings:
        """What whoever runs the bot has set, for servers whose managers have set nothing."""
        return ServerSettings(starting_chips=self._policy.starting_chips, daily_chips=self._policy.daily_chips)

    async def starting_chips(self, guild_id: int) -> int:
        """A new player's first chips in a server."""
        chips = (await self.get(guild_id)).starting_chips
        return self._policy.starting_chips if chips is None else chips

    async def get(self, guild_id: int) -> ServerSettings:
        """The settings of a server."""
        return ServerSettings.from_dict((await self._row(guild_id)).settings)

    async def change(self, guild_id: int, **changes: Any) -> ServerSettings:
        """Change some of a server's settings. Raises `InvalidRules` or `BadAmount` where they are impossible."""
        return await self.amend(guild_id, lambda settings: replace(settings, **changes))

    async def amend(self, guild_id: int, amended: Callable[[ServerSettings], ServerSettings]) -> ServerSettings:
        """Change a server's settings to what `amended` makes of those that hold at that moment. Raises as `change` does."""
        async with self._changing[guild_id]:
            row = await self._row(guild_id)
            settings = amended(ServerSettings.from_dict(row.settings))
            _check(settings)
            await self._save(replace(row, settings=asdict(settings)))
            return settings

    async def rules(self, guild_id: int, options: dict[str, Any]) -> TableRules:
        """The rules of a new table here: the `options` that somebody gave, on top of the server's defaults. Raises `InvalidRules`."""
        defaults = (await self.get(guild_id)).defaults or {}
        if {"small_blind", "big_blind"} & options.keys():  # Other stakes: those of the defaults say nothing about them.
            defaults = {name: value for name, value in defaults.items() if name not in {"small_blind", "big_blind", "buy_in"}}
        return TableRules.from_options(**amended(defaults, options))

    async def check_channel(self, guild_id: int, channel_id: int) -> None:
        """Raises `NotAllowed` where the server's managers let tables open in other channels only."""
        channels = (await self.get(guild_id)).channels
        if channels and channel_id not in channels:
            raise NotAllowed("table.other-channels", channels=channels)

    async def welcome(self, guild_id: int) -> bool:
        """True the first time that a table is opened in a server, and never again."""
        async with self._changing[guild_id]:
            row = await self._row(guild_id)
            if row.welcomed_at is not None:
                return False
            await self._save(replace(row, welcomed_at=self._clock.now()))
            return True

    async def meet(self, present: Collection[int]) -> None:
        """Note which of the servers that anything is kept of have the bot now: events of coming and going are missed while it is away."""
        async with self._store.reading() as t:
            kept = await t.guilds.kept()
        for guild_id, removed_at in kept.items():
            if (guild_id in present) != (removed_at is None) or not isinstance(removed_at, datetime | None):
                await self.removed(guild_id, at=None if guild_id in present else self._clock.now())

    async def removed(self, guild_id: int, *, at: datetime | None) -> None:
        """The bot was removed from a server, or (None) invited again. A deletion that has begun by then is brought to its end."""
        async with self._changing[guild_id]:
            row = await self._read(guild_id)
            if row.purging:
                await self._purge(row, self._clock.now())
            elif (row.removed_at is None) != (at is None):
                await self._save(replace(row, removed_at=at))

    async def purge(self, *, removed_before: datetime, spared: Callable[[int], bool] = lambda _guild_id: False) -> None:
        """Delete what is kept of servers that removed the bot before then, a part at a time so that nobody waits for it; none that is `spared`."""
        async with self._store.reading() as t:
            gone = await t.guilds.removed_before(removed_before)
        for guild_id in gone:
            async with self._changing[guild_id]:
                if not spared(guild_id):
                    await self._purge(await self._read(guild_id), removed_before, until=lambda: spared(guild_id))  # noqa: B023

    async def _purge(self, row: GuildRow, removed_before: datetime, *, until: Callable[[], bool] = lambda: False) -> None:
        """Delete it all, or a part of it `until` somebody wants to stop: the rest is for the next time."""
        self._known[row.id] = replace(row, purging=True)  # whoever comes in between waits for its end
        try:
            done = False
            while not done and not until():
                async with self._store.transaction() as t:
                    done = await t.guilds.purge(row.id, removed_before=removed_before)
        finally:
            self._purges += 1
            self._known.pop(row.id, None)

    async def is_new(self, guild_id: int, user_id: int) -> bool:
        """Whether somebody sits in this server for the first time: nothing but their first chips and one buy-in has moved their chips."""
        async with self._store.reading() as t:
            return len(await t.ledger.history(guild_id, user_id, limit=3)) < 3

    async def first_chips(self, t: Transaction, guild_id: int, person: Player) -> int:
        """Grant a person's first chips, once a server, and note their newest name; the bankroll, in chips."""
        chips = await self.starting_chips(guild_id)
        transfer_id = f"first:{await self.mark(t, guild_id, person.id)}"
        balance = await t.ledger.first_chips(guild_id, person.id, chips, transfer_id=transfer_id, at=self._clock.now())
        await t.players.rename(guild_id, person.id, person.name)
        return balance

    async def mark(self, t: Transaction, *parts: object) -> str:
        """A mark of what a person can have once: always the same for the same parts, and telling nobody whom it stands for.

        It goes into a transfer's id, which is kept for ever, also when the person is forgotten.
        """
        if self._secret is None:
            async with self._store.reading() as committed:  # only what is on the disk is remembered: `t` may still be taken back
                self._secret = await committed.meta.get(MARKED_WITH)
        secret = self._secret or await t.meta.get(MARKED_WITH)
        if secret is None:
            secret = uuid4().hex
            await t.meta.set(MARKED_WITH, secret)
        return hmac.new(secret.encode(), ":".join(map(str, parts)).encode(), "sha256").hexdigest()[:32]

    async def grant(self, guild_id: int, person: Player, chips: int, *, reason: str, by: int, press: int) -> int:
        """A manager's grant, or with negative `chips` a correction, booked with its reason; the bankroll after it.

        Raises `BadAmount`, or `Overdraft` where more would be taken than is there.
        """
        if not 0 < abs(chips) <= MOST_CHIPS:
            raise BadAmount("chips.bad-grant", least=1, most=MOST_CHIPS)
        house, bankroll = House(guild_id), BankrollAccount(guild_id, person.id)
        debit, credit = (house, bankroll) if chips > 0 else (bankroll, house)
        async with self._store.transaction() as t:
            await self.first_chips(t, guild_id, person)
            booked = await t.ledger.book(
                Transfer(f"{press}:grant", guild_id, debit, credit, abs(chips), "grant", self._clock.now(), note=reason)
            )
            balance = await t.ledger.balance(bankroll)
        if booked:
            log.info("server %d: %d granted %d chips to %d", guild_id, by, chips, person.id)
        return balance

    async def _row(self, guild_id: int) -> GuildRow:
        row = await self._read(guild_id)
        if row.purging:
            raise ServerBeingDeleted(server=guild_id)
        return row

    async def _read(self, guild_id: int) -> GuildRow:
        while guild_id not in self._known:
            purges = self._purges
            async with self._store.reading() as t:
                row = self._sound(await t.guilds.one(guild_id))
            if purges == self._purges:  # else it may be what was there before
                self._known.setdefault(guild_id, row)  # not over what was saved while it was read
        return self._known[guild_id]

    def _sound(self, row: GuildRow) -> GuildRow:
        """The row without what is damaged: whoever reads it further is spared, and the next change puts it right in the file."""
        try:
            _check_saved(row.settings)
        except Exception as damage:  # noqa: BLE001  (whatever the damage makes of it)
            log.error("server %d has the defaults: its settings cannot be read (%s)", row.id, type(damage).__name__)  # noqa: TRY400
            row = replace(row, settings={})
        if not isinstance(row.welcomed_at, datetime | None):
            row = replace(row, welcomed_at=self._clock.now())
        if not isinstance(row.removed_at, datetime | None):
            row = replace(row, removed_at=None)
        return row

    async def _save(self, row: GuildRow) -> None:
        async with self._store.transaction() as t:
            await t.guilds.put(row)
        self._known[row.id] = row


def _check_saved(saved: dict[str, Any]) -> None:
    """Raise whatever there is to raise where saved settings are not what `ServerSettings` can be."""
    settings = ServerSettings.from_dict(saved)
    for chips in (settings.starting_chips, settings.daily_chips):
        assert type(chips) in {int, NoneType}, "chips are whole numbers"
    assert all(type(channel) is int for channel in settings.channels), "channels are ids"
    _check(settings)


def _check(settings: ServerSettings) -> None:
    for chips in (settings.starting_chips, settings.daily_chips):
        if chips is not None and not 0 <= chips <= MOST_CHIPS:
            raise BadAmount(least=0, most=MOST_CHIPS)
    if settings.defaults:
        TableRules.from_options(**settings.defaults)
