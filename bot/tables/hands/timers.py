"""What happens by itself: the action clock and its nudge, the house's moves, the next deal, the dealer's choice, and idle tables.

A timer is armed for a key (a hand, its prompt, its deadline); when it rings, it acts only if that is still what the table waits for.
"""

import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from bot.engine import VARIANTS, BetPrompt, By, DiscardPrompt, view_for
from bot.house import decide
from bot.store import StoreError
from bot.tables.errors import AlreadyPlayed
from bot.tables.hands import play
from bot.tables.registry import Floor
from bot.tables.seats import between_hands as between
from bot.tables.seats.rotation import at
from bot.tables.seats.steps import Step
from bot.tables.state import LiveHand, Table
from bot.tables.storage import rows as saving
from bot.tables.transaction import Turn
from bot.tables.views import Notice

log = logging.getLogger(__name__)

Work = Callable[[], Coroutine[Any, Any, None]]


class Timekeeper:
    """Arms a table's timers after each of its changes, and does what they ring for."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        floor.arm = self.arm

    def arm(self, table: Table) -> None:
        """Let the timers run that the table's state asks for, and no others."""
        if table.state.status == "closed" or table.suspended or self._floor.closing:
            table.next_hand_at = table.chooser = None
            table.stop_timers()
            if table.suspended == {"channel"} and table.state.status != "closed" and not self._floor.closing:
                self._arm_idle(table)  # a channel that never opens again must not keep the chips
            return
        self._arm_idle(table)
        live = table.state.running
        if live is None:
            for name in ("action", "nudge", "house"):
                table.stop_timer(name)
            self._plan_deal(table)
        else:
            table.stop_timer("deal")
            table.next_hand_at = None
            self._arm_prompt(table, live)

    def _arm_prompt(self, table: Table, live: LiveHand) -> None:
        key = (live.id, live.hand.prompt_number, live.deadline)
        player = live.players.get(-1 if live.prompt_seat is None else live.prompt_seat)
        if player is not None and player.house:
            table.stop_timer("action")
            table.stop_timer("nudge")
            policy, chance = self._floor.policy, self._floor.dealer.chance()
            wait = policy.house_fastest_seconds + chance * (policy.house_slowest_seconds - policy.house_fastest_seconds)
            self._ring(table, "house", key, wait, lambda: self._house_acts(table.id, key))
            return
        table.stop_timer("house")
        assert live.deadline is not None
        seconds = self._seconds_till(live.deadline)
        self._ring(table, "action", key, seconds, lambda: self._ran_out(table.id, key))
        self._arm_nudge(table, live, seconds)

    def _arm_nudge(self, table: Table, live: LiveHand, seconds: float) -> None:
        """Once a turn: where a clock runs that was lent, its player has been called already."""
        prompt = (live.id, live.hand.prompt_number)
        lent = live.bank_seconds or (live.prompt_seat in live.extended)
        if table.state.rules.ping == "off" or lent or table.nudged == prompt:
            table.stop_timer("nudge")
            return
        wait = 0.0 if table.state.rules.ping == "turn" else seconds / 2
        self._ring(table, "nudge", (prompt, live.deadline), wait, lambda: self._nudge(table.id, prompt))

    def _plan_deal(self, table: Table) -> None:
        """Say when the next hand comes: a while after the second player sat down, a short while after each hand."""
        if table.chooser is not None:
            if between.awaits_choice(table.state, table.chooser):
                return
            table.chooser = None
        if table.state.status != "open" or between.waiting(table.state) is not None:
            table.next_hand_at = None
            table.stop_timer("deal")
            return
        key = ("deal", table.state.hands)
        if "deal" in table.timers and table.timers["deal"][0] == key:
            return
        policy = self._floor.policy
        seconds = policy.between_hands_seconds if table.state.live is not None else policy.first_deal_seconds
        table.next_hand_at = self._floor.clock.now() + timedelta(seconds=seconds)
        self._ring(table, "deal", key, seconds, lambda: self._deal(table.id, key))

    def _arm_idle(self, table: Table) -> None:
        def ring() -> Coroutine[Any, Any, None]:
            return self._idle(table.id)

        stops_anyway = table.state.status == "stopping" and not table.suspended
        if "idle" not in table.timers and not stops_anyway:
            spent = self._floor.clock.monotonic() - table.pressed_at
            self._ring(table, "idle", "idle", self._floor.policy.idle_minutes * 60 - spent, ring)

    def _ring(self, table: Table, name: str, key: object, seconds: float, work: Work) -> None:
        def ringing() -> None:
            table.timers.pop(name, None)
            self._floor.spawn(self._retried(table, name, key, work))

        table.set_timer(name, key, lambda: self._floor.clock.call_later(max(0.0, seconds), ringing))

    async def _retried(self, table: Table, name: str, key: object, work: Work) -> None:
        """Do what rang; when the store cannot, ring again in a while, unless it is about to be closed."""
        try:
            await work()
        except StoreError:
            if not self._floor.closing:
                self._ring(table, name, key, self._floor.policy.retry_seconds, work)
            raise

    def _seconds_till(self, deadline: datetime) -> float:
        return (deadline - self._floor.clock.now()).total_seconds()

    async def deal_now(self, turn: Turn, choice: str | None = None) -> None:
        """Deal, or ask the button for its choice first, once. The deal's timer is used up, unless the deal cannot be saved."""
        if between.chooses(turn.state) and choice is None:
            if turn.table.chooser is None:
                self._ask_for_choice(turn)
            return
        await turn.deal(choice or turn.state.agreed.variant)
        turn.table.chooser = turn.table.next_hand_at = None
        turn.table.stop_timer("deal")

    def _ask_for_choice(self, turn: Turn) -> None:
        table = turn.table
        deal = between.next_deal(turn.state, self._floor.dealer, table.drawn)
        if deal is None:
            return
        table.chooser = table.drawn = deal.blinds.button
        chooser = at(turn.state.sitters, table.chooser)
        waits = 1.0 if chooser is not None and chooser.player.house else turn.state.agreed.discard_clock_seconds
        until = table.next_hand_at = self._floor.clock.now() + timedelta(seconds=waits)
        self._ring(table, "deal", ("choice", until), waits, lambda: self._choose_for(table.id, until))
        turn.kinds.add("choice")

    async def _choose_for(self, table_id: int, until: datetime) -> None:
        """The chooser's time, which ends at `until`, is up, or the house chooses: any of the games, by chance."""
        async with self._floor.turn(table_id, "choice") as turn:
            if turn.table.chooser is not None and turn.table.next_hand_at == until:
                games = tuple(VARIANTS)
                await self.deal_now(turn, games[self._floor.dealer.one_of(range(len(games)))])
                turn.kinds.add("step")

    async def _deal(self, table_id: int, key: object) -> None:
        async with self._floor.turn(table_id, "deal") as turn:
            state = turn.state
            if state.running or state.status != "open" or key != ("deal", state.hands) or turn.table.suspended:
                return
            await self.deal_now(turn)
            turn.kinds.add("step")

    async def _house_acts(self, table_id: int, key: object) -> None:
        async with self._floor.turn(table_id, "house") as turn:
            live = self._still(turn, key)
            if live is not None and live.prompt_seat is not None:
                await self._go_on(
                    turn, live, partial(self._play_house, turn, live), partial(self._play_default, turn, live, "seat")
                )

    async def _ran_out(self, table_id: int, key: object) -> None:
        """The clock: first what lends more time, then the prompt's default (D-25, D-26)."""
        async with self._floor.turn(table_id, "clock") as turn:
            live = self._still(turn, key)
            if live is not None and not await self._lent_more(turn, live):
                await self._go_on(turn, live, partial(self._play_default, turn, live, "clock"))

    async def _go_on(self, turn: Turn, live: LiveHand, *ways: Callable[[], Awaitable[None]]) -> None:
        """Take the first of these ways that leads on. Where none does, the hand is void (D-32): nobody's press would find a way either."""
        for way in ways:
            try:
                await way()
            except StoreError:
                raise
            except AlreadyPlayed:
                return  # another has played it, and the table is as that one has left it
            except Exception:
                log.exception("hand %d cannot go on like this", live.id)
            else:
                return
        await turn.void("fault", Notice("notice.voided-fault", {"number": live.number}))

    async def _play_house(self, turn: Turn, live: LiveHand) -> None:
        assert live.prompt_seat is not None
        action = decide(view_for(live.hand, live.prompt_seat), self._floor.dealer.chance)
        await turn.played(play.play(live, action, "seat", self._floor.dealer))

    async def _play_default(self, turn: Turn, live: LiveHand, by: By) -> None:
        prompt = live.hand.prompt
        action = None if prompt is None else prompt.default
        assert action is not None
        await turn.played(play.play(live, action, by, self._floor.dealer))

    async def _lent_more(self, turn: Turn, live: LiveHand) -> bool:
        """One extension a hand before a pass for good (D-26); the seat's time bank where a call has a price."""
        sitter = at(turn.state.sitters, live.prompt_seat if live.prompt_seat is not None else -1)
        now = self._floor.clock.now()
        match live.hand.prompt:
            case DiscardPrompt(seat) if seat not in live.extended:
                seconds = turn.state.rules.discard_clock_seconds
                longer = replace(live, extended=live.extended | {seat}, deadline=now + timedelta(seconds=seconds))
                step = Step(replace(turn.state, live=longer))
            case BetPrompt(to_call=price) if (
                price and sitter is not None and sitter.time_bank_seconds and sitter.status != "away"
            ):
                bank = sitter.time_bank_seconds
                longer = replace(live, bank_seconds=bank, deadline=now + timedelta(seconds=bank))
                step = Step(replace(turn.state.with_sitter(replace(sitter, time_bank_seconds=0)), live=longer))
            case _:
                return False
        async with turn.saving() as saved:
            await saved.t.hands.save_clock(live.id, saving.clock_facts(longer))
            await saved.take(step)
        return True

    async def _nudge(self, table_id: int, prompt: tuple[int, int]) -> None:
        table = self._floor.table(table_id)
        live = table.state.running
        if live is not None and (live.id, live.hand.prompt_number) == prompt and live.prompt_seat is not None:
            table.nudged = prompt
            player = live.players[live.prompt_seat]
            key = "notice.your-turn" if table.state.rules.ping == "turn" else "notice.nudge"
            self._floor.notice(table, Notice(key, {"name": player.name}, mention=player.id))

    async def _idle(self, table_id: int) -> None:
        """Close a table at which nobody has pressed anything for long: a running hand is played out first, or void where the table waits."""
        idle_seconds = self._floor.policy.idle_minutes * 60
        async with self._floor.turn(table_id, f"idle:{table_id}") as turn:
            spent = self._floor.clock.monotonic() - turn.table.pressed_at
            if spent < idle_seconds:
                turn.kinds.discard("step")
                self._arm_idle(turn.table)
                return
            if turn.state.running and turn.table.suspended:
                turn.notices.append(Notice("notice.idle", {}))
                await turn.void("idle", Notice("notice.voided-closed", {"number": turn.state.hands}), closing=True)
            elif turn.state.running:
                if turn.state.status != "stopping":
                    await turn.save(Step(replace(turn.state, status="stopping"), notices=(Notice("notice.idle-hand", {}),)))
            else:
                turn.notices.append(Notice("notice.idle", {}))
                async with turn.saving() as saved:
                    await turn.close(saved)

    def _still(self, turn: Turn, key: object) -> LiveHand | None:
        """The running hand, if it still waits for what the timer was armed for."""
        live = turn.state.running
        if live is None or turn.table.suspended or (live.id, live.hand.prompt_number, live.deadline) != key:
            return None
        return live
