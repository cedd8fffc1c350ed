"""The card room behind the service: what every part of it shares, and what can be read without a turn."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from datetime import datetime

from bot.store import Store
from bot.tables import view_builder as picture
from bot.tables.clock import Clock
from bot.tables.dealer import Dealer, SecureDealer
from bot.tables.errors import NotAllowed, NotSeated
from bot.tables.hands.timers import Timekeeper
from bot.tables.policy import Policy
from bot.tables.registry import Floor, Listener
from bot.tables.servers import Servers
from bot.tables.state import State
from bot.tables.storage import replay
from bot.tables.views import PrivateView, TableView


class Room:
    """Store, clocks and tables, put together; and the reading half of the service."""

    def __init__(
        self, store: Store, servers: Servers, *, clock: Clock, dealer: Dealer | None = None, policy: Policy | None = None
    ) -> None:
        self._store = store
        self._servers = servers
        self._clock = clock
        self._policy = policy or Policy()
        self._floor = Floor(store, clock, dealer or SecureDealer(), self._policy)
        self._keeper = Timekeeper(self._floor)
        self._opening = asyncio.Lock()
        servers.forgetting = self._forgetting

    @asynccontextmanager
    async def _forgetting(self, guild_id: int, user_id: int) -> AsyncIterator[Callable[[int], None]]:
        """Hold the server's tables while somebody is forgotten in the store, so that no step writes the id back; then forget it in memory too."""
        tables = sorted(
            (table for table in self._floor.tables.values() if table.guild_id == guild_id), key=lambda table: table.id
        )

        def forgotten(anonymous: int) -> None:
            for table in tables:
                table.state = table.state.without_person(user_id, anonymous)

        async with AsyncExitStack() as locks:
            for table in tables:
                await locks.enter_async_context(table.lock)
            yield forgotten

    def view(self, table_id: int) -> TableView:
        """The table as the rail sees it. Raises `NoTable`."""
        return self._floor.view(table_id)

    def in_channel(self, channel_id: int) -> TableView:
        """The open table of this channel. Raises `NoTable`."""
        return self._floor.view(self._floor.channels.get(channel_id, 0))

    def private(self, table_id: int, user_id: int) -> PrivateView:
        """What this person sees of their own hand. Raises `NoTable`, `NotSeated`."""
        view = picture.private_view(self._floor.table(table_id), user_id)
        if view is None:
            raise NotSeated
        return view

    def views(self, guild_id: int | None = None) -> list[TableView]:
        """All open tables, or those of one server."""
        return [picture.table_view(table) for table in self._floor.tables.values() if guild_id in (None, table.guild_id)]

    def guild_ids(self) -> set[int]:
        """The servers that have an open table."""
        return {table.guild_id for table in self._floor.tables.values()}

    def message_of(self, table_id: int) -> int | None:
        """The id of the table's message in its channel, if one was posted. Raises `NoTable`."""
        return self._floor.table(table_id).message_id

    def message_from(self, table_id: int) -> datetime | None:
        """After a restart: the moment of the running hand at which the table's message was to be posted anew; an older message was not. Raises `NoTable`."""
        return self._floor.table(table_id).message_from

    def parting(self) -> list[tuple[TableView, int]]:
        """After a restart: the tables that had closed before their message lost its buttons, and its id."""
        return list(self._floor.parting.values())

    async def before_this_hand(self, table_id: int) -> TableView:
        """The table as it was left by the hand before the newest one, or without a hand where there was none; from the store. Raises `NoTable`."""
        table = self._floor.table(table_id)
        left = replace(table, state=replace(table.state, live=None), pictured=None)
        async with self._store.reading() as t:
            ended = [row for row in await t.hands.last(table.channel_id, 1) if row.table_id == table_id]
            replay.with_finished(left, await t.hands.one(ended[0].id) if ended else None)
        return picture.table_view(left)

    def subscribe(self, listener: Listener) -> None:
        """Hear of every change; called synchronously, never under a lock, in the order of versions."""
        self._floor.listeners.append(listener)

    def _check_host(self, state: State, actor_id: int, *, manager: bool) -> None:
        if not manager and state.host.id != actor_id:
            raise NotAllowed("table.host-only", name=state.host.name)
