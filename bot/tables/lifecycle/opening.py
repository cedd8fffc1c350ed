"""Opening, pausing, changing and closing tables."""

from dataclasses import replace
from typing import Any

from bot.store import ChannelTaken as ChannelTakenInStore
from bot.tables import view_builder as picture
from bot.tables.errors import ChannelTaken, NotAllowed, NothingToDo, TooManyTables
from bot.tables.lifecycle import broken, resume
from bot.tables.options import TableRules
from bot.tables.seats.commands import Sitting
from bot.tables.seats.steps import Step
from bot.tables.state import State, Table
from bot.tables.storage import rows as saving
from bot.tables.transaction import Turn
from bot.tables.views import Notice, Player, TableView


class Opening(Sitting):
    """A table's beginning and end."""

    async def start(self, *, connected: bool = True) -> None:
        """Resume every open table from the store: running hands by replay, their clocks anew, in full (D-33).

        Where Discord cannot reach us yet, not `connected`, tables rest until `connection_back`.
        """
        await resume.resume(self._floor, self._store, self._clock, frozenset() if connected else frozenset({"connection"}))

    async def close(self) -> None:
        """No more hands or clocks; what is under way is finished. Tables stay open in the store."""
        self._floor.closing = True
        for table in self._floor.tables.values():
            table.stop_timers()
        await self._floor.settled()

    async def open(  # noqa: PLR0913 — where, who and on which terms: all of it is needed
        self,
        guild_id: int,
        channel_id: int,
        host: Player,
        rules: TableRules,
        *,
        locale: str,
        press: int,
        buy_in: int | None = None,
    ) -> TableView:
        """Open a table in a channel and seat its host.

        Raises `ChannelTaken`, `TooManyTables`, `NotAllowed`, `TooFewChips`, `BadBuyIn`, and `StalePress` where this press has opened one already.
        """
        rules = rules.agreed()
        async with self._opening:
            await self._servers.check_channel(guild_id, channel_id)
            if channel_id in self._floor.channels:
                raise ChannelTaken
            here = sum(table.guild_id == guild_id for table in self._floor.tables.values())
            if here >= self._policy.tables_a_server:
                raise TooManyTables(most=self._policy.tables_a_server)
            table = Table(
                0, guild_id, channel_id, locale, self._clock.now(), State(host, rules), pressed_at=self._clock.monotonic()
            )
            turn = self._turn_outside(table, f"{press}", press)
            async with turn.saving() as saved:
                row = saving.new_row(saved.state, guild_id=guild_id, channel_id=channel_id, locale=locale, now=self._clock.now())
                try:
                    table.id = await saved.t.tables.open(row)
                except ChannelTakenInStore as taken:
                    raise ChannelTaken from taken
                await self._sit_down(saved, host, buy_in)
            self._floor.add(table)
        turn.kinds.add("opened")
        self._floor.publish(turn, None)
        return self.view(table.id)

    def _turn_outside(self, table: Table, cause: str, press: int) -> Turn:
        """A turn at a table that nobody else can know yet."""
        return Turn(table, self._store, self._clock, self._floor.dealer, self._policy, cause, press)

    async def stop(self, table_id: int, actor_id: int, *, manager: bool, now: bool, press: int, name: str) -> TableView:
        """Close the table after the running hand, or, for managers who are not dealt in, at once: the hand is void, with their name.

        A broken table is closed by managers alone, at once, and by its ledger.

        Raises `NotAllowed`.
        """
        async with self._floor.turn(table_id, f"{press}", press=press, closing=manager) as turn:
            if "broken" in turn.table.suspended:
                await broken.close(turn)
                return picture.table_view(turn.table)
            live = turn.state.running
            self._check_host(turn.state, actor_id, manager=manager)
            if now and live is not None:
                if not manager or live.seat_of(actor_id) is not None:
                    raise NotAllowed("table.void-whom")
                await turn.void("stopped", Notice("notice.voided", {"number": live.number, "name": name}), closing=True)
            elif live is not None:
                if turn.state.status == "stopping":
                    raise NothingToDo("table.stopping-already")
                await turn.save(Step(replace(turn.state, status="stopping")))
            else:
                async with turn.saving() as saved:
                    await turn.close(saved)
        return picture.table_view(turn.table)

    async def pause(self, table_id: int, actor_id: int, *, manager: bool, press: int) -> TableView:
        """Deal no more hands until somebody resumes; a running hand goes on. Raises `NotAllowed`, `NothingToDo`."""
        return await self._set_status(table_id, actor_id, "open", "paused", manager=manager, press=press)

    async def resume(self, table_id: int, actor_id: int, *, manager: bool, press: int) -> TableView:
        """Deal again. Raises `NotAllowed`, `NothingToDo`."""
        return await self._set_status(table_id, actor_id, "paused", "open", manager=manager, press=press)

    async def _set_status(self, table_id: int, actor_id: int, old: str, new: str, *, manager: bool, press: int) -> TableView:
        async with self._floor.turn(table_id, f"{press}", press=press) as turn:
            self._check_host(turn.state, actor_id, manager=manager)
            if turn.state.status == "stopping":
                raise NothingToDo("table.stopping-already")
            if turn.state.status != old:
                raise NothingToDo(f"table.{new}-already")
            await turn.save(Step(replace(turn.state, status=new)))  # type: ignore[arg-type]
        return picture.table_view(turn.table)

    async def change_rules(self, table_id: int, actor_id: int, *, manager: bool, press: int, **changes: Any) -> TableView:
        """Other stakes, limits or clocks from the next hand on, announced. Raises `NotAllowed`, `InvalidRules`, `NothingToDo`."""
        async with self._floor.turn(table_id, f"{press}", press=press) as turn:
            self._check_host(turn.state, actor_id, manager=manager)
            current = turn.state.agreed
            rules = current.revised(**changes)
            if rules == current:
                raise NothingToDo("table.rules-already")
            if any(sitter.seat >= rules.seats for sitter in turn.state.sitters):
                raise NotAllowed("table.seats-taken")
            notice = Notice("notice.rules", {"rules": rules})
            await turn.save(Step(replace(turn.state, next_rules=rules), notices=(notice,)))
        return picture.table_view(turn.table)

    async def show_table(self, table_id: int, *, press: int) -> TableView:
        """Have the table's message posted anew, below whatever was said since."""
        async with self._floor.turn(table_id, f"{press}", press=press) as turn:
            turn.kinds.add("reposted")
        return picture.table_view(turn.table)

    async def posted(self, table_id: int, message_id: int) -> None:
        """The table's message is this one now, also where it has closed meanwhile; remembered over restarts."""
        table = self._floor.tables.get(table_id)
        if table is not None:
            if table.message_id == message_id:
                return
            table.message_id = message_id
        async with self._store.transaction() as t:
            await t.tables.update(table_id, message_id=message_id)
        if table is not None:
            table.message_saved = message_id

    async def parted(self, table_id: int) -> None:
        """The message of this closed table has lost its buttons, or is given up: nobody needs to know of it any more."""
        self._floor.parting.pop(table_id, None)
        async with self._store.transaction() as t:
            await t.tables.update(table_id, message_id=None)
