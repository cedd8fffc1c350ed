"""The open tables in memory: found by id, by channel and by newest hand, changed under their locks, and published.

What a transaction changed is published right after its lock is released, in the same tick, so listeners hear of versions in their order.
A listener only takes note; it sends nothing itself.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager

from bot.engine import Event
from bot.store import Store
from bot.tables import sealing
from bot.tables.clock import Clock
from bot.tables.dealer import Dealer
from bot.tables.errors import NoTable, StalePress, TableBroken
from bot.tables.policy import Policy
from bot.tables.state import Table
from bot.tables.transaction import TableTransaction
from bot.tables.view_builder import kinds_of, table_view
from bot.tables.views import Change, Notice, TableView

log = logging.getLogger(__name__)

Listener = Callable[[Change], None]
Watcher = Callable[[Table], None]


class Registry:
    """All open tables. Everything that changes one goes through `transaction`.

    `opening` is held while a table is opened: it is registered only once it is saved. `closed_with_buttons` are the tables, with the ids
    of their messages, that had closed before a restart and whose messages may still have buttons.
    """

    def __init__(self, store: Store, clock: Clock, dealer: Dealer, policy: Policy) -> None:
        self.store = store
        self.clock = clock
        self.dealer = dealer
        self.policy = policy
        self.tables: dict[int, Table] = {}
        self.channels: dict[int, int] = {}
        self.opening = asyncio.Lock()
        self.closed_with_buttons: dict[int, tuple[TableView, int]] = {}
        self._hands: dict[int, int] = {}
        self._watchers: list[Watcher] = []
        self._listeners: list[Listener] = []

    def table(self, table_id: int) -> Table:
        """The open table with this id. Raises `NoTable`."""
        try:
            return self.tables[table_id]
        except KeyError:
            raise NoTable from None

    def in_channel(self, channel_id: int) -> Table:
        """The open table of this channel. Raises `NoTable`."""
        return self.table(self.channels.get(channel_id, 0))

    def by_hand(self, hand_id: int) -> Table:
        """The table whose newest hand this is. Raises `StalePress`."""
        try:
            return self.tables[self._hands[hand_id]]
        except KeyError:
            raise StalePress("press.old-hand") from None

    def of_guilds(self, guild_ids: Iterable[int]) -> list[Table]:
        """The open tables of these servers."""
        wanted = set(guild_ids)
        return [table for table in self.tables.values() if table.guild_id in wanted]

    def add(self, table: Table) -> None:
        """A table is open from now on."""
        self.tables[table.id] = table
        self.channels[table.channel_id] = table.id
        self._index_hand(table)

    def _index_hand(self, table: Table) -> None:
        """Let the table be found by its newest hand, and by that alone."""
        newest = table.state.live.id if table.state.live is not None else None
        if newest is not None and newest != table.listed_hand:
            self._hands.pop(table.listed_hand or 0, None)
            self._hands[newest] = table.id
            table.listed_hand = newest

    def _remove(self, table: Table) -> None:
        table.stop_timers()
        self.tables.pop(table.id, None)
        self.channels.pop(table.channel_id, None)
        self._hands.pop(table.listed_hand or 0, None)

    def watch(self, watcher: Watcher) -> None:
        """Call `watcher` with each table that has changed, before its new view is made: what it plans there is part of that view."""
        self._watchers.append(watcher)

    def subscribe(self, listener: Listener) -> None:
        """Call `listener` with every change: synchronously, never under a lock, in the order of versions."""
        self._listeners.append(listener)

    @asynccontextmanager
    async def transaction(
        self, table_id: int, cause: str, *, press: int | None = None, closing: bool = False
    ) -> AsyncIterator[TableTransaction]:
        """Hold an open table's lock for one cause, and publish afterwards what changed. Raises `NoTable`, `TableBroken`.

        One that is only for `closing` a table can be had at a broken one too.
        """
        table = self.table(table_id)
        tx, failed = self.unregistered(table, cause, press=press), True
        phase = hand_before = None
        try:
            async with table.lock:
                if self.tables.get(table_id) is not table:  # it closed while we waited for the lock
                    raise NoTable
                if "broken" in table.suspended and not closing:
                    raise TableBroken
                if press is not None:
                    table.pressed_at = self.clock.monotonic()
                if (live := table.state.live) is not None:
                    hand_before, phase = live.id, live.hand.phase
                yield tx
            failed = False
        finally:
            if tx.changed or ((tx.notices or tx.kinds) and not failed):
                self.publish(tx, phase if hand_before == (table.state.live.id if table.state.live else None) else None)

    def unregistered(self, table: Table, cause: str, *, press: int | None = None) -> TableTransaction:
        """A transaction without a lock, at a table that nobody else can know yet; whoever makes it publishes it."""
        return TableTransaction(table, self.store, self.clock, self.dealer, self.policy, cause, press)

    def publish(self, tx: TableTransaction, phase_before: str | None) -> None:
        """Number the table's new version, and tell watchers and listeners of it."""
        table = tx.table
        if (seal := sealing.announcement(table)) is not None:
            tx.notices.insert(0, seal)
        table.version += 1
        live = table.state.live
        self._index_hand(table)
        if "closed" in tx.kinds:
            self._remove(table)
        for watcher in self._watchers:
            watcher(table)
        events: tuple[Event, ...] = ()
        if live is not None:
            news = live.hand.events_since(table.events_published)
            table.events_published += len(news)
            events = tuple(event for event in news if event.audience is None)
        kinds = frozenset(tx.kinds | kinds_of(events, phase_before, live) | {"step"})
        self._tell(Change(tx.view, events, kinds, tx.press, tuple(tx.notices)))

    def announce(self, table: Table, *notices: Notice) -> None:
        """Tell the channel something that changes nothing at the table."""
        self._tell(Change(table_view(table), (), frozenset(), None, notices))

    def _tell(self, change: Change) -> None:
        """Tell every listener. One that fails is logged, and does not keep the others from hearing."""
        for listener in self._listeners:
            try:
                listener(change)
            except Exception:
                log.exception("a listener failed at table %d", change.view.table_id)

    @asynccontextmanager
    async def forgetting(self, guild_id: int, user_id: int) -> AsyncIterator[Callable[[int], None]]:
        """Hold all tables of a server while a person is deleted from the store, so that no step writes their id back.

        Yields what to call with the anonymous id that replaces them, once the store is done: memory then forgets them too.
        """
        # In the order of their ids: two of these at once wait for one another and do not deadlock.
        tables = sorted(self.of_guilds([guild_id]), key=lambda table: table.id)

        def forgotten(anonymous: int) -> None:
            for table in tables:
                table.state = table.state.without_person(user_id, anonymous)

        async with AsyncExitStack() as locks:
            for table in tables:
                await locks.enter_async_context(table.lock)
            yield forgotten
