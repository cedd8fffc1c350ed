"""One turn at a table: under its lock a step is computed, saved in one transaction and swapped in; what follows is told outside the lock."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime

from bot.store import Bankroll, StepTaken, Store, Transaction
from bot.tables.clock import Clock
from bot.tables.dealer import Dealer
from bot.tables.errors import AlreadyPlayed, StalePress
from bot.tables.hands import play
from bot.tables.policy import Policy
from bot.tables.seats import between_hands as between
from bot.tables.seats import rotation as seating
from bot.tables.seats import steps as seats
from bot.tables.seats.steps import Step
from bot.tables.state import LiveHand, State, Table
from bot.tables.storage import replay
from bot.tables.storage import rows as saving
from bot.tables.storage.transfers import Till
from bot.tables.views import Notice

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Turn:
    """What one cause (a press, a clock, the house) does to a table.

    `cause` stands in the ids of its transfers, so it must never come twice; what a hand's end moves is named by the hand.
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
        """The table's state as it stands."""
        return self.table.state

    @property
    def till(self) -> Till:
        """Who writes this turn's transfers, as the table stands."""
        return self.till_for(self.state, self.cause)

    def till_for(self, state: State, cause: str) -> Till:
        """Who writes transfers for this cause at a table in this state."""
        return Till(self.table.guild_id, self.table.id, state.practice, cause, self.clock.now())

    @asynccontextmanager
    async def saving(self) -> AsyncIterator["Saving"]:
        """One transaction. Its steps are swapped in after the commit, and not at all if anything fails."""
        async with self.store.transaction() as t:
            saved, message_id = Saving(self, t, self.state, self.cause), self.table.message_id
            yield saved
            if message_id != self.table.message_saved:
                await t.tables.update(self.table.id, message_id=message_id)
        self.table.message_saved = message_id
        if saved.state is not self.state or saved.notices:
            self.table.state = saved.state
            self.notices.extend(saved.notices)
            self.changed = True
            if saved.state.status == "closed":
                self.kinds.add("closed")

    async def save(self, step: Step) -> None:
        """Save a step for which nothing had to be read."""
        async with self.saving() as saved:
            await saved.take(step)

    async def played(self, played: play.Played, *, first: Step | None = None) -> None:
        """Save what was played: the actions and, at the end of the hand, its chips and all that waited for it, in one transaction.

        `first` is a step that goes with it. Raises `AlreadyPlayed` where the file has this step already: memory is then as the file is.
        """
        before, now = self.state.live, self.clock.now()
        assert before is not None
        live = play.with_clock(played.live, before, self.state.rules, now)
        state = _bank_back(first.state if first else self.state, before, live, now)
        state = replace(_counted(state, before.prompt_seat, played), live=live)
        try:
            async with self.saving() as saved:
                if first is not None:
                    await saved.take(first)
                for entry in played.entries:
                    await saved.t.hands.act(saving.action_row(self.table, live.id, entry, now))
                await saving.save_prepared(saved.t, self.table, before, live)
                await saved.take(Step(state))
                if not live.running:
                    await self._finish(saved, live, now)
        except StepTaken as taken:
            log.exception("table %d: the file has steps of hand %d that memory has not", self.table.id, live.id)
            await replay.reload(self.table, self.store, self.clock)
            self.changed = True
            raise AlreadyPlayed from taken

    async def _finish(self, saved: "Saving", live: LiveHand, now: datetime) -> None:
        saved.cause = f"hand:{live.id}"
        net = between.net_of(live, saved.state)
        players = saving.hand_players(live, net, between.thrown(live.hand))
        await saved.t.hands.finish(live.id, results=saving.results_dict(live.hand), at=now, players=players)
        await saved.take(between.settle(saved.state, saved.till, self.policy))
        await self.after_hand(saved)

    async def void(self, reason: str, notice: Notice, *, closing: bool = False) -> None:
        """End the running hand as if it had not been dealt: nothing moves, since chips move only when a hand ends (D-32).

        `closing` ends the table with it.
        """
        live = self.state.running
        assert live is not None
        async with self.saving() as saved:
            saved.cause = f"void:{live.id}"
            await saved.t.hands.void(live.id, reason=reason, at=self.clock.now())
            status = "stopping" if closing else self.state.status
            await saved.take(Step(replace(self.state, live=None, status=status), notices=(notice,)))
            await self.after_hand(saved)

    async def after_hand(self, saved: "Saving") -> None:
        """What waited for the end of the hand: leavers go, top-ups come, the house's seats change, a stopping table closes."""
        for step in between.departures(saved.state, saved.till):
            await saved.take(step)
        for sitter in between.topping_up(saved.state):
            balance = await saved.bankroll(sitter.player.id)
            await saved.take(between.top_up(saved.state, sitter, saved.till, bankroll=balance))
        if between.closes(saved.state):
            await self.close(saved)
        else:
            await saved.take(between.house_after(saved.state, saved.till))

    async def close(self, saved: "Saving") -> None:
        """Pay everybody out and close."""
        await saved.take(seats.clear_out(saved.state, saved.till))

    async def deal(self, variant: str) -> bool:
        """Deal the next hand, if two can play it; rules that waited for it hold from now on. Raises `InvalidSetup`."""
        deal = between.next_deal(self.state, self.dealer, self.table.drawn)
        if deal is None:
            return False
        state = between.dealt_state(self.state, deal)
        hand = between.new_hand(state, deal, variant, self.dealer)
        players = {sitter.seat: sitter.player for sitter in state.sitters if sitter.seat in deal.posts}
        now = self.clock.now()
        async with self.saving() as saved:
            hand_id = await saved.t.hands.start(saving.hand_row(self.table, state, hand, players, now))
            live = play.with_clock(LiveHand(hand_id, state.hands, hand, players), None, state.rules, now)
            await saved.take(Step(replace(state, live=live)))
        self.table.events_published = 0
        self.kinds.add("hand")
        return True


@dataclass(slots=True)
class Saving:
    """A transaction under way: `state` is the table as it will be when this is committed."""

    turn: Turn
    t: Transaction
    state: State
    cause: str
    notices: list[Notice] = field(default_factory=list)

    @property
    def till(self) -> Till:
        """Who writes this turn's transfers."""
        return self.turn.till_for(self.state, self.cause)

    async def take(self, step: Step) -> None:
        """Write one more step. Raises `StalePress` where its chips were booked before, by the same press: nothing of it is done twice."""
        if step.transfers and not await self.t.ledger.book(*step.transfers):
            assert self.cause == f"{self.turn.press}", f"{self.cause} has paid before"
            raise StalePress("press.done-already")
        await saving.save_changes(self.t, self.turn.table, self.state, step.state)
        await saving.save_departures(self.t, self.turn.table, self.state, step.gone, self.turn.clock.now())
        self.state = step.state
        self.notices.extend(step.notices)

    async def bankroll(self, user_id: int) -> int:
        """What a person has in this server, away from tables. At a practice table the house gives whatever is asked for."""
        if self.state.practice:
            return self.state.agreed.buy_in
        return await self.t.ledger.balance(Bankroll(self.turn.table.guild_id, user_id))


def _counted(state: State, asked: int | None, played: play.Played) -> State:
    """The table with each seat's run of timeouts (D-27): longer by one where the clock has played, over where its owner has, now or ahead."""
    by = played.entries[0].by
    acted = played.ticked | ({asked} if by == "seat" else set())
    for sitter in state.sitters:
        if sitter.seat in acted and sitter.timeouts:
            state = state.with_sitter(replace(sitter, timeouts=0))
        elif sitter.seat == asked and by == "clock":
            state = state.with_sitter(replace(sitter, timeouts=sitter.timeouts + 1))
    return state


def _bank_back(state: State, before: LiveHand, after: LiveHand, now: datetime) -> State:
    """The table with what the open question was lent of a time bank and has not used, once that question is gone."""
    sitter = seating.at(state.sitters, -1 if before.prompt_seat is None else before.prompt_seat)
    open_still = after.running and after.hand.prompt_number == before.hand.prompt_number
    if sitter is None or before.deadline is None or open_still:
        return state
    left_seconds = max(0, min(int((before.deadline - now).total_seconds()), before.bank_seconds))
    return (
        state.with_sitter(replace(sitter, time_bank_seconds=sitter.time_bank_seconds + left_seconds)) if left_seconds else state
    )
