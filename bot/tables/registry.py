"""All open tables in memory: who holds which lock, what is published when, and which timers run.

A turn at a table is taken under its lock. What it changed is published right after the lock is given back, in the same tick, so that
listeners hear of versions in their order; a listener only takes note, and sends nothing itself.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from bot.engine import Event
from bot.store import Store, StoreError
from bot.tables import view_builder as picture
from bot.tables.clock import Clock
from bot.tables.dealer import Dealer
from bot.tables.errors import NoTable, StalePress, TableBroken
from bot.tables.policy import Policy
from bot.tables.state import Table
from bot.tables.transaction import Turn
from bot.tables.views import Change, Notice, TableView

log = logging.getLogger(__name__)

Listener = Callable[[Change], None]


class Floor:
    """The card room. Everything that changes a table goes through `turn`."""

    def __init__(self, store: Store, clock: Clock, dealer: Dealer, policy: Policy) -> None:
        self.store = store
        self.clock = clock
        self.dealer = dealer
        self.policy = policy
        self.tables: dict[int, Table] = {}
        self.channels: dict[int, int] = {}
        self.hands: dict[int, int] = {}
        self.parting: dict[int, tuple[TableView, int]] = {}
        self.listeners: list[Listener] = []
        self.arm: Callable[[Table], None] = lambda _table: None
        self._tasks: set[asyncio.Task[None]] = set()
        self.closing = False

    def table(self, table_id: int) -> Table:
        """The open table with this id; raises `NoTable`."""
        try:
            return self.tables[table_id]
        except KeyError:
            raise NoTable from None

    def by_hand(self, hand_id: int) -> Table:
        """The table whose newest hand this is; raises `StalePress`."""
        try:
            return self.tables[self.hands[hand_id]]
        except KeyError:
            raise StalePress("press.old-hand") from None

    def add(self, table: Table) -> None:
        """A table is open from now on."""
        self.tables[table.id] = table
        self.channels[table.channel_id] = table.id
        self._list_hand(table)

    def _list_hand(self, table: Table) -> None:
        """Let the table be found by its newest hand, and by that alone."""
        newest = table.state.live.id if table.state.live is not None else None
        if newest is not None and newest != table.listed_hand:
            self.hands.pop(table.listed_hand or 0, None)
            self.hands[newest] = table.id
            table.listed_hand = newest

    @asynccontextmanager
    async def turn(self, table_id: int, cause: str, *, press: int | None = None, closing: bool = False) -> AsyncIterator[Turn]:
        """A turn at an open table, under its lock. One that is only for `closing` a table can be had at a broken one too. Raises `NoTable`, `TableBroken`."""
        table = self.table(table_id)
        turn, failed = Turn(table, self.store, self.clock, self.dealer, self.policy, cause, press), True
        phase = hand_before = None
        try:
            async with table.lock:
                if self.tables.get(table_id) is not table:
                    raise NoTable
                if "broken" in table.suspended and not closing:
                    raise TableBroken
                if press is not None:
                    table.pressed_at = self.clock.monotonic()
                if (live := table.state.live) is not None:
                    hand_before, phase = live.id, live.hand.phase
                yield turn
            failed = False
        finally:
            if turn.changed or ((turn.notices or turn.kinds) and not failed):
                self.publish(turn, phase if hand_before == (table.state.live.id if table.state.live else None) else None)

    def publish(self, turn: Turn, phase_before: str | None) -> None:
        """Number the table's new version, arm its timers and tell the listeners."""
        table = turn.table
        table.version += 1
        live = table.state.live
        self._list_hand(table)
        if "closed" in turn.kinds:
            self._forget(table)
        self.arm(table)
        events: tuple[Event, ...] = ()
        if live is not None:
            news = live.hand.events_since(table.events_published)
            table.events_published += len(news)
            events = tuple(event for event in news if event.audience is None)
        kinds = frozenset(turn.kinds | picture.kinds_of(events, phase_before, live) | {"step"})
        self.tell(Change(picture.table_view(table), events, kinds, turn.press, tuple(turn.notices)))

    def _forget(self, table: Table) -> None:
        table.stop_timers()
        self.tables.pop(table.id, None)
        self.channels.pop(table.channel_id, None)
        self.hands.pop(table.listed_hand or 0, None)

    def tell(self, change: Change) -> None:
        """Tell every listener; one that fails is logged and keeps nobody else from hearing."""
        for listener in self.listeners:
            try:
                listener(change)
            except Exception:
                log.exception("a listener failed at table %d", change.view.table_id)

    def notice(self, table: Table, *notices: Notice) -> None:
        """Tell the channel something that changes nothing at the table."""
        self.tell(Change(picture.table_view(table), (), frozenset(), None, notices))

    def view(self, table_id: int) -> TableView:
        """The table as the rail sees it; raises `NoTable`."""
        return picture.table_view(self.table(table_id))

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something on its own; what it raises is logged, and `settled` waits for it."""
        task = asyncio.get_running_loop().create_task(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except NoTable:
            return
        except StoreError as trouble:
            log.warning("the store refused: %s", trouble)
        except Exception:
            log.exception("something at a table failed")

    async def settled(self) -> None:
        """Until everything that was spawned so far is done."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))
