"""The table service: one method for each thing that a person can do, and for each thing that Discord tells us.

A method finds its table and opens a transaction there; the rooms (`seats`, `hands`, `lifecycle`) say what happens in it. The order is
always the same: under the table's lock, is the press current? then the engine, then one unit of work, then the new state is swapped in
and numbered, and listeners are told outside the lock. A call that raises has changed nothing.
"""

from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime
from typing import Any, Concatenate, ParamSpec

from bot.store import SessionLine, Store
from bot.tables.clock import Clock
from bot.tables.dealer import Dealer, SecureDealer
from bot.tables.errors import NotSeated
from bot.tables.hands import commands as hands
from bot.tables.hands import dealing
from bot.tables.hands.play import Answer
from bot.tables.hands.timers import Timers
from bot.tables.lifecycle import commands as lifecycle
from bot.tables.lifecycle import messages, opening, resume, suspension
from bot.tables.options import TableRules
from bot.tables.policy import Policy
from bot.tables.registry import Registry
from bot.tables.seats import commands as seats
from bot.tables.servers import Servers
from bot.tables.storage import replay
from bot.tables.transaction import TableTransaction
from bot.tables.view_builder import private_view, table_view
from bot.tables.views import Player, PreAction, PrivateView, TableView

P = ParamSpec("P")
Command = Callable[Concatenate[TableTransaction, P], Awaitable[None]]


class Tables:
    """All tables of the bot. `press` is the id of the interaction that asks: what moves chips is booked once for it.

    Whatever names a table raises `NoTable` where it is not open, and `TableBroken` where its saved state cannot be played by.
    """

    def __init__(
        self, store: Store, servers: Servers, *, clock: Clock, dealer: Dealer | None = None, policy: Policy | None = None
    ) -> None:
        self._servers = servers
        self._registry = Registry(store, clock, dealer or SecureDealer(), policy or Policy())
        self._timers = Timers(self._registry)
        self._registry.watch(self._timers.arm)
        self.subscribe = self._registry.subscribe
        self.forgetting = self._registry.forgetting
        self.settled = self._timers.settled

    async def _press(self, table_id: int, press: int, command: Command[P], *args: P.args, **options: P.kwargs) -> TableView:
        """Do what a press asks for, in a transaction at its table; return the table after it."""
        async with self._registry.transaction(table_id, f"{press}", press=press) as tx:
            await command(tx, *args, **options)
        return tx.view

    def view(self, table_id: int) -> TableView:
        """The table as the rail sees it."""
        return table_view(self._registry.table(table_id))

    def in_channel(self, channel_id: int) -> TableView:
        """The open table of this channel. Raises `NoTable`."""
        return table_view(self._registry.in_channel(channel_id))

    def private(self, table_id: int, user_id: int) -> PrivateView:
        """What this person sees of their own hand. Raises `NotSeated`."""
        view = private_view(self._registry.table(table_id), user_id)
        if view is None:
            raise NotSeated
        return view

    async def session(self, guild_id: int, table_id: int, user_id: int) -> SessionLine | None:
        """What somebody has brought to a table, open or closed, and taken away; None for who has never bought in there."""
        async with self._registry.store.reading() as t:
            row = await t.tables.by_id(table_id)
            lines = await t.sessions.lines(guild_id, table_id, practice=row.practice) if row is not None else []
        return next((line for line in lines if line.user_id == user_id), None)

    def views(self, guild_id: int | None = None) -> list[TableView]:
        """All open tables, or those of one server."""
        return [table_view(table) for table in self._registry.tables.values() if guild_id in (None, table.guild_id)]

    def guild_ids(self) -> set[int]:
        """The servers that have an open table."""
        return {table.guild_id for table in self._registry.tables.values()}

    async def before_this_hand(self, table_id: int) -> TableView:
        """The table as the hand before the newest one left it, or without a hand where there was none; from the store."""
        return table_view(await replay.before_newest_hand(self._registry.table(table_id), self._registry.store))

    async def start(self, *, connected: bool = True) -> None:
        """Resume every open table from the store: running hands by replay, their clocks anew, in full (D-33).

        Where Discord cannot reach us yet, not `connected`, tables wait until `connection_back`.
        """
        await resume.resume(self._registry, frozenset() if connected else frozenset({"connection"}))

    async def close(self) -> None:
        """No more hands or clocks; what is under way is finished. Tables stay open in the store."""
        self._timers.stop()
        await self._timers.settled()

    @property
    def busy(self) -> bool:
        """Whether something that a timer has begun is under way."""
        return self._timers.busy

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

        Raises `InvalidRules`, `ChannelTaken`, `TooManyTables`, `NotAllowed`, `TooFewChips`, `BadBuyIn`, and `StalePress` where this press
        has opened one already.
        """
        place = opening.Place(guild_id, channel_id, locale)
        return table_view(await opening.open_table(self._registry, self._servers, place, host, rules, press=press, buy_in=buy_in))

    async def stop(self, table_id: int, actor_id: int, *, manager: bool, now: bool, press: int, name: str) -> TableView:
        """Close the table after the running hand, or, for managers who are not dealt in, at once: the hand is void, with their name.

        A broken table is closed by managers alone, at once, and by its ledger. Raises `NotAllowed`, `NothingToDo`.
        """
        async with self._registry.transaction(table_id, f"{press}", press=press, closing=manager) as tx:
            await lifecycle.stop(tx, actor_id, manager=manager, now=now, name=name)
        return tx.view

    async def pause(self, table_id: int, actor_id: int, *, manager: bool, press: int) -> TableView:
        """Deal no more hands until somebody resumes; a running hand goes on. Raises `NotAllowed`, `NothingToDo`."""
        return await self._press(table_id, press, lifecycle.pause, actor_id, manager=manager)

    async def resume(self, table_id: int, actor_id: int, *, manager: bool, press: int) -> TableView:
        """Deal again. Raises `NotAllowed`, `NothingToDo`."""
        return await self._press(table_id, press, lifecycle.resume, actor_id, manager=manager)

    async def change_rules(self, table_id: int, actor_id: int, *, manager: bool, press: int, **changes: Any) -> TableView:
        """Other stakes, limits or clocks from the next hand on, announced. Raises `NotAllowed`, `InvalidRules`, `NothingToDo`."""
        return await self._press(table_id, press, lifecycle.change_rules, actor_id, manager=manager, changes=changes)

    async def join(self, table_id: int, person: Player, *, press: int, buy_in: int | None = None) -> TableView:
        """Sit down at the lowest free seat. Raises `AlreadySeated`, `TableFull`, `TooFewChips`, `BadBuyIn`, `TooManyTables`, `StalePress`."""
        return await self._press(table_id, press, seats.join, self._servers, person, buy_in)

    async def leave(self, table_id: int, user_id: int, *, press: int) -> TableView:
        """Give up the seat: a live hand is folded, or plays on without its owner where it is all-in (D-28). Raises `NotSeated`."""
        return await self._press(table_id, press, seats.leave, user_id)

    async def away(self, table_id: int, user_id: int, *, press: int) -> TableView:
        """Sit out from the next hand. Raises `NotSeated`, `NothingToDo`."""
        return await self._press(table_id, press, seats.away, user_id)

    async def back(self, table_id: int, user_id: int, *, press: int, post: bool = False) -> TableView:
        """Come back from the next hand, waiting for the big blind or posting (D-29). Raises `NotSeated`, `NothingToDo`."""
        return await self._press(table_id, press, seats.back, user_id, post=post)

    async def top_up(self, table_id: int, user_id: int, amount: int | None, *, press: int) -> TableView:
        """Add chips up to the buy-in, at the end of the hand if one is running (D-30); the same press once more adds none.

        Raises `NotSeated`, `BadBuyIn`, `TooFewChips`, `NothingToDo`.
        """
        return await self._press(table_id, press, seats.top_up, user_id, amount)

    async def grant_rebuy(self, table_id: int, manager_id: int, user_id: int, *, press: int) -> TableView:
        """A manager's chips for somebody who sits here, as many as the table allows, added now or after the hand.

        Raises `NotSeated`, `NothingToDo` where the stack is full, and `StalePress` where this press has done it already.
        """
        return await self._press(table_id, press, seats.grant_rebuy, manager_id, user_id)

    async def house(self, table_id: int, user_id: int, count: int, *, press: int, manager: bool = False) -> TableView:
        """Let the house play at `count` seats, after the running hand. It makes a practice table of any other, for good.

        So where hands were played for chips, it is for the host and managers. Raises `NotSeated`, `NotAllowed`, `TableFull`, `StalePress`.
        """
        return await self._press(table_id, press, seats.seat_house, user_id, count, manager=manager)

    async def hand_over(self, table_id: int, actor_id: int, user_id: int, *, manager: bool, press: int) -> TableView:
        """Make somebody who sits at the table its host, announced. Raises `NotAllowed`, `NotSeated`, `NothingToDo`."""
        return await self._press(table_id, press, seats.hand_over, actor_id, user_id, manager=manager)

    async def kick(self, table_id: int, actor_id: int, user_id: int, *, manager: bool, press: int) -> TableView:
        """The host asks somebody to go, after the hand and with all their chips; never to void one. Raises `NotAllowed`, `NotSeated`."""
        return await self._press(table_id, press, seats.kick, actor_id, user_id, manager=manager)

    async def deal(self, table_id: int, user_id: int, *, press: int) -> TableView:
        """Deal now, or ask the button for its choice. Raises `NotSeated`, `HandRunning`, `NothingToDo` where too few are ready or it is asked."""
        return await self._press(table_id, press, dealing.deal, user_id)

    async def choose(self, table_id: int, user_id: int, variant: str, *, press: int) -> TableView:
        """The button's choice of game. Raises `NotSeated`, `NotYourTurn`, `NothingToDo`."""
        return await self._press(table_id, press, dealing.choose, user_id, variant)

    async def act(self, hand_id: int, prompt_number: int, user_id: int, answer: Answer, *, press: int) -> TableView:
        """Answer the prompt that this press was made for.

        Raises `StalePress`, `NotSeated`, `NotYourTurn`, `AlreadyPlayed`, or `IllegalAction` with what is possible.
        """
        return await self._press(self._registry.by_hand(hand_id).id, press, hands.act, hand_id, prompt_number, user_id, answer)

    async def set_pre_action(
        self, hand_id: int, user_id: int, what: str, price: int, *, position: int | None = None, press: int
    ) -> TableView:
        """Set a pre-action for this price; an empty `what` takes it back. Raises `StalePress`, `NotSeated`, `NothingToDo`."""
        return await self._press(
            self._registry.by_hand(hand_id).id,
            press,
            hands.set_pre_action,
            hand_id,
            user_id,
            PreAction(what, price, position) if what else None,
        )

    async def cut(self, table_id: int, user_id: int, words: str, *, press: int) -> PrivateView:
        """Give words that cut; the person's view says from which hand they count. Raises `NotSeated`, `BadWords`, and `NothingToDo` where no seal is there, or posted, for them."""
        await self._press(table_id, press, seats.cut, user_id, words)
        return self.private(table_id, user_id)

    async def void_hands(self, table_id: int) -> int:
        """How many hands under the table's newest seal were void; 0 without one."""
        seal = self._registry.table(table_id).state.seal
        if seal is None:
            return 0
        async with self._registry.store.reading() as t:
            return await t.seals.void_hands(table_id, seal.first_hand, seal.last_hand)

    async def seal_posted(self, table_id: int, number: int, message_id: int) -> None:
        """The table's seal of this number stands in the channel, in this message; remembered over restarts."""
        await messages.seal_posted(self._registry, table_id, number, message_id)

    async def show_cards(self, hand_id: int, user_id: int, *, press: int) -> TableView:
        """Turn one's cards up after the hand, all five (D-23.5). Raises `StalePress`, `NotSeated`, `IllegalAction`."""
        return await self._press(self._registry.by_hand(hand_id).id, press, hands.show_cards, hand_id, user_id)

    async def show_table(self, table_id: int, *, press: int) -> TableView:
        """Have the table's message posted anew, below whatever was said since."""
        return await self._press(table_id, press, messages.repost)

    def message_of(self, table_id: int) -> int | None:
        """The id of the table's message in its channel, if one was posted."""
        return self._registry.table(table_id).message_id

    def message_from(self, table_id: int) -> datetime | None:
        """After a restart: the moment of the running hand at which the table's message was to be posted anew; an older message was not."""
        return self._registry.table(table_id).message_from

    async def posted(self, table_id: int, message_id: int) -> None:
        """The table's message is this one now, also where it has closed meanwhile; remembered over restarts."""
        await messages.posted(self._registry, table_id, message_id)

    def closed_with_buttons(self) -> list[tuple[TableView, int]]:
        """After a restart: the tables that had closed before their message lost its buttons, and its id."""
        return list(self._registry.closed_with_buttons.values())

    async def buttons_removed(self, table_id: int) -> None:
        """The message of this closed table has lost its buttons, or is given up: nobody needs to know of it any more."""
        await messages.buttons_removed(self._registry, table_id)

    async def unreachable(self, table_id: int) -> None:
        """The channel cannot be written to: the table waits, its clocks too. Nothing happens where it waits already."""
        await suspension.suspend(self._registry, [self._registry.table(table_id)], "channel")

    async def reachable(self, table_id: int) -> None:
        """The channel can be written to again: the table goes on, its clock anew, in full."""
        await suspension.go_on(self._registry, [self._registry.table(table_id)], "channel")

    async def connection_lost(self, guild_ids: Iterable[int]) -> None:
        """Discord cannot reach us for these servers: nobody is timed out for it."""
        await suspension.suspend(self._registry, await suspension.tables_of(self._registry, guild_ids), "connection")

    async def connection_back(self, guild_ids: Iterable[int]) -> None:
        """Discord reaches us again: the open prompts' clocks start anew, in full (D-33)."""
        await suspension.go_on(self._registry, await suspension.tables_of(self._registry, guild_ids), "connection")

    async def outage_begun(self, guild_ids: Iterable[int]) -> None:
        """Discord cannot serve these servers: their tables wait, whatever becomes of the connection meanwhile."""
        await suspension.suspend(self._registry, await suspension.tables_of(self._registry, guild_ids), "outage")

    async def outage_over(self, guild_ids: Iterable[int]) -> None:
        """Discord serves these servers again: their tables go on, unless the connection is lost (D-33)."""
        await suspension.go_on(self._registry, await suspension.tables_of(self._registry, guild_ids), "outage")

    async def guild_left(self, guild_id: int) -> None:
        """The bot was removed from a server: its tables close, everybody is paid out, a running hand is void."""
        await suspension.close_guild(self._registry, guild_id)

    async def channel_gone(self, channel_id: int) -> None:
        """A channel was deleted: its table closes like that of a server that has removed the bot."""
        await suspension.close_channel(self._registry, channel_id)
