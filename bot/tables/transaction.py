"""One cause at one table, under its lock: a step is computed, saved in one unit of work, and only then swapped in.

Listeners are told after the lock is released (see `registry`). What raises has changed nothing.
"""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime

from bot.engine import Action, By
from bot.store import Bankroll, StepTaken, Store, Transaction, Transfer
from bot.tables import sealing
from bot.tables.clock import Clock
from bot.tables.dealer import Dealer
from bot.tables.errors import AlreadyPlayed, StalePress
from bot.tables.hands import play
from bot.tables.policy import Policy
from bot.tables.seats import between_hands, steps
from bot.tables.seats.steps import Step
from bot.tables.state import LiveHand, State, Table
from bot.tables.storage import replay, rows
from bot.tables.storage.seal_rows import seal_row
from bot.tables.storage.sessions import session_of
from bot.tables.storage.transfers import Transfers
from bot.tables.view_builder import table_view
from bot.tables.views import Notice, TableView

log = logging.getLogger(__name__)


@dataclass(slots=True)
class TableTransaction:
    """What one cause (a press, a clock, the house) does to a table.

    `cause` becomes part of its transfers' ids, so the same cause must never come twice. The transfers at the end of a hand are named by
    the hand instead. `kinds` and `notices` are published with the change.
    """

    table: Table
    store: Store
    clock: Clock
    dealer: Dealer
    policy: Policy
    cause: str
    press: int | None = None
    changed: bool = False
    kinds: set[str] = field(default_factory=set)
    notices: list[Notice] = field(default_factory=list)

    @property
    def state(self) -> State:
        """The table's state now."""
        return self.table.state

    @property
    def view(self) -> TableView:
        """The table as the rail sees it now; after the transaction, with everything that it changed."""
        return table_view(self.table)

    @property
    def transfers(self) -> Transfers:
        """Makes this cause's transfers, for the table as it is now."""
        return self.transfers_for(self.state, self.cause)

    def transfers_for(self, state: State, cause: str) -> Transfers:
        """Makes transfers for a cause at the table in this state."""
        return Transfers(self.table.guild_id, self.table.id, state.practice, cause, self.clock.now())

    @asynccontextmanager
    async def unit_of_work(self) -> AsyncIterator["UnitOfWork"]:
        """Save steps in one database transaction, and swap them in once it is committed; if anything fails, none of them is."""
        async with self.store.transaction() as t:
            uow, message_id = UnitOfWork(self, t, self.state, self.cause), self.table.message_id
            yield uow
            if message_id != self.table.message_saved:
                await t.tables.update(self.table.id, message_id=message_id)
        # No await from here on: a task that is cancelled during the commit is stopped only at its next wait, so memory follows the file.
        self.table.message_saved = message_id
        if uow.state is not self.state or uow.notices:
            self.table.state = uow.state
            self.notices.extend(uow.notices)
            self.changed = True
            if uow.state.status == "closed":
                self.kinds.add("closed")

    async def save(self, step: Step) -> None:
        """Save a step that needs nothing from the database."""
        async with self.unit_of_work() as uow:
            await uow.take(step)

    async def play(self, action: Action, by: By, *, first: Step | None = None, answered: tuple[int, int] | None = None) -> None:
        """Play an action and all that follows at once, and save it; at the end of the hand also its chips and whatever waited for it.

        `first` is a step to save with it. `answered` is the prompt that a person answers with it, and their seat. Raises `IllegalAction`,
        and `AlreadyPlayed` where the store has this step of the hand already: memory is then reloaded from it.
        """
        before, now = self.state.live, self.clock.now()
        assert before is not None
        played = play.play(before, action, by, self.dealer)
        live = play.with_clock(replace(played.live, answered=answered or before.answered), before, self.state.rules, now)
        state = _with_unused_bank(first.state if first else self.state, before, live, now)
        state = replace(_with_timeouts(state, before.prompt_seat, played), live=live)
        try:
            async with self.unit_of_work() as uow:
                if first is not None:
                    await uow.take(first)
                for each in played.actions:
                    await uow.t.hands.act(rows.action_row(self.table, live.id, each, now))
                await rows.save_pre_actions(uow.t, self.table, before, live)
                await uow.take(Step(state))
                if not live.running:
                    await self._finish(uow, live, now)
        except StepTaken as taken:
            log.exception("table %d: the database has steps of hand %d that memory has not", self.table.id, live.id)
            await replay.reload(self.table, self.store, self.clock)
            self.changed = True
            raise AlreadyPlayed from taken

    async def _finish(self, uow: "UnitOfWork", live: LiveHand, now: datetime) -> None:
        uow.cause = f"hand:{live.id}"
        players = rows.hand_players(live, between_hands.net_of(live, uow.state))
        await uow.t.hands.finish(live.id, results=rows.results_dict(live.hand), at=now, players=players)
        await uow.take(between_hands.settle(uow.state, uow.transfers, self.policy))
        await uow.after_hand()

    async def void(self, reason: str, notice: Notice, *, closing: bool = False) -> None:
        """End the running hand as if it had not been dealt (D-32). Nothing is refunded, because chips move only when a hand ends.

        `closing` ends the table with it.
        """
        live = self.state.running
        assert live is not None
        async with self.unit_of_work() as uow:
            uow.cause = f"void:{live.id}"
            await uow.t.hands.void(live.id, reason=reason, at=self.clock.now())
            status = "stopping" if closing else self.state.status
            await uow.take(Step(replace(self.state, live=None, status=status), notices=(notice,)))
            await uow.after_hand()

    async def close(self) -> None:
        """Pay everybody out and close the table."""
        async with self.unit_of_work() as uow:
            await uow.close()

    async def seal(self) -> None:
        """Seal the decks of a table that has no seal for its next hand, so that words can be given before that is dealt."""
        state = replace(self.state, hands=self.state.hands + 1)
        seal = await sealing.due_for(self.table, state, self.dealer, self.clock)
        if seal is not None:
            async with self.unit_of_work() as uow:
                await uow.t.seals.keep(seal_row(seal, self.table.guild_id))
                await uow.take(Step(replace(uow.state, seal=seal)))

    async def deal(self, variant: str) -> bool:
        """Deal the next hand if two can play it; rules that waited for it hold from now on. Raises `InvalidSetup`."""
        deal = between_hands.next_deal(self.state, self.dealer, self.table.drawn)
        if deal is None:
            return False
        state, seals = between_hands.dealt_state(self.state, deal), []
        if (seal := await sealing.due_for(self.table, state, self.dealer, self.clock)) is not None:
            state, seals = replace(state, seal=seal), [seal]
        sealed = between_hands.sealed_deal(state, deal)
        hand = between_hands.new_hand(state, deal, variant, self.dealer.deck() if sealed is None else sealed.deck)
        if (seal := await sealing.due_after(self.table, state, self.dealer, self.clock)) is not None:
            state, seals = replace(state, seal=seal), [*seals, seal]
        players = {sitter.seat: sitter.player for sitter in state.sitters if sitter.seat in deal.posts}
        now = self.clock.now()
        async with self.unit_of_work() as uow:
            for each in seals:
                await uow.t.seals.keep(seal_row(each, self.table.guild_id))
            hand_id = await uow.t.hands.start(rows.hand_row(self.table, state, hand, players, sealed, now))
            live = play.with_clock(LiveHand(hand_id, state.hands, hand, players, sealed=sealed), None, state.rules, now)
            await uow.take(Step(replace(state, live=live)))
            if (rise := between_hands.rising(uow.state)) is not None:
                await uow.take(rise)
        self.table.events_published = 0
        self.kinds.add("hand")
        return True


@dataclass(slots=True)
class UnitOfWork:
    """A database transaction under way at a table: `state` is what the table will be once it is committed."""

    tx: TableTransaction
    t: Transaction
    state: State
    cause: str
    notices: list[Notice] = field(default_factory=list)

    @property
    def transfers(self) -> Transfers:
        """Makes the transfers of this unit's cause, for the table as it will be."""
        return self.tx.transfers_for(self.state, self.cause)

    async def take(self, step: Step) -> None:
        """Write one more step. Raises `StalePress` where the same press has booked its chips before: nothing is done twice."""
        if step.transfers:
            await self.book(*step.transfers)
        await rows.save_changes(self.t, self.tx.table, self.state, step.state)
        await rows.save_departures(self.t, self.tx.table, self.state, step.gone, self.tx.clock.now())
        self.state = step.state
        self.notices.extend(step.notices)

    async def book(self, *transfers: Transfer) -> None:
        """Move chips. Raises `StalePress` as `take` does."""
        # Discord delivers a press at least once; the interaction's id in the transfers makes a replay harmless.
        if not await self.t.ledger.book(*transfers):
            assert self.cause == f"{self.tx.press}", f"{self.cause} has paid before"
            raise StalePress("press.done-already")

    async def bankroll(self, user_id: int) -> int:
        """The chips that a person has in this server away from tables. At a practice table the house gives whatever is asked for."""
        if self.state.practice:
            return self.state.agreed.buy_in
        return await self.t.ledger.balance(Bankroll(self.tx.table.guild_id, user_id))

    async def after_hand(self) -> None:
        """Do what waited for the end of the hand: leavers go, top-ups come, the house's seats change, a stopping table closes."""
        for step in between_hands.departures(self.state, self.transfers):
            await self.take(step)
        for sitter in between_hands.topping_up(self.state):
            balance = await self.bankroll(sitter.player.id)
            await self.take(between_hands.top_up(self.state, sitter, self.transfers, bankroll=balance))
        if between_hands.closes(self.state):
            await self.close()
        else:
            await self.take(between_hands.house_after(self.state, self.transfers))

    async def close(self) -> None:
        """Pay everybody out and close the table."""
        before = self.state
        await self.take(steps.clear_out(self.state, self.transfers))
        if before.hands:
            session = await session_of(self.t, self.tx.table.guild_id, self.tx.table.id, before)
            self.notices.append(Notice("notice.session", {"session": session}))


def _with_timeouts(state: State, asked: int | None, played: play.Played) -> State:
    """Update consecutive timeouts (D-27): one more if the clock acted for the seat, 0 if the player acted or had set a pre-action."""
    by = played.actions[0].by
    acted = played.pre_actions_of | ({asked} if by == "seat" else set())
    for sitter in state.sitters:
        if sitter.seat in acted and sitter.timeouts:
            state = state.with_sitter(replace(sitter, timeouts=0))
        elif sitter.seat == asked and by == "clock":
            state = state.with_sitter(replace(sitter, timeouts=sitter.timeouts + 1))
    return state


def _with_unused_bank(state: State, before: LiveHand, after: LiveHand, now: datetime) -> State:
    """Give unused time-bank seconds back to the player once their prompt has closed."""
    sitter = state.sitter_at(before.prompt_seat)
    open_still = after.running and after.hand.prompt_number == before.hand.prompt_number
    if sitter is None or before.deadline is None or open_still:
        return state
    left_seconds = max(0, min(int((before.deadline - now).total_seconds()), before.bank_seconds))
    if not left_seconds:
        return state
    return state.with_sitter(replace(sitter, time_bank_seconds=sitter.time_bank_seconds + left_seconds))
