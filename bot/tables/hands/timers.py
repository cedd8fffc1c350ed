"""Which timers run at a table: the action clock and its nudge, the house's moves, the next deal or choice of game, and idleness.

A timer is set for a key (a prompt of a hand with its deadline). What it rings for happens only if the table still waits for that.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from datetime import timedelta
from typing import Any

from bot.store import StoreError
from bot.tables.errors import NoTable
from bot.tables.hands import automatic, dealing
from bot.tables.lifecycle import idleness
from bot.tables.registry import Registry
from bot.tables.seats import between_hands
from bot.tables.state import LiveHand, Table

log = logging.getLogger(__name__)

Work = Callable[[], Coroutine[Any, Any, None]]


class Timers:
    """Sets the timers of every table; `arm` is called after each of its changes."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._clock = registry.clock
        self._policy = registry.policy
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopped = False

    def arm(self, table: Table) -> None:
        """Let the timers run that the table's state asks for, and no others."""
        if table.state.status == "closed" or table.suspended or self._stopped:
            table.next_hand_at = table.chooser = None
            table.stop_timers()
            if table.suspended == {"channel"} and table.state.status != "closed" and not self._stopped:
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
        registry, key = self._registry, live.prompt_key
        player = None if live.prompt_seat is None else live.players.get(live.prompt_seat)
        if player is not None and player.house:
            table.stop_timer("action")
            table.stop_timer("nudge")
            fastest, slowest = self._policy.house_fastest_seconds, self._policy.house_slowest_seconds
            wait_seconds = fastest + registry.dealer.chance() * (slowest - fastest)
            self._set(table, "house", key, wait_seconds, lambda: automatic.house_acts(registry, table.id, key))
            return
        table.stop_timer("house")
        assert live.deadline is not None
        left_seconds = (live.deadline - self._clock.now()).total_seconds()
        self._set(table, "action", key, left_seconds, lambda: automatic.clock_ran_out(registry, table.id, key))
        self._arm_nudge(table, live, left_seconds)

    def _arm_nudge(self, table: Table, live: LiveHand, left_seconds: float) -> None:
        """Call a player once a turn: a clock that runs on lent time has called them already."""
        prompt = (live.id, live.hand.prompt_number)
        lent = live.bank_seconds or live.prompt_seat in live.extended
        if table.state.rules.ping == "off" or lent or table.nudged == prompt:
            table.stop_timer("nudge")
            return
        wait_seconds = 0.0 if table.state.rules.ping == "turn" else left_seconds / 2
        self._set(
            table, "nudge", (prompt, live.deadline), wait_seconds, lambda: automatic.nudge(self._registry, table.id, prompt)
        )

    def _plan_deal(self, table: Table) -> None:
        """Plan the next hand: a while after the second player sat down, a short while after each hand, or when a choice of game is due."""
        state = table.state
        if table.chooser is not None:
            if between_hands.awaits_choice(state, table.chooser):
                self._arm_choice(table)
                return
            table.chooser = None
        if state.status != "open" or between_hands.waiting(state) is not None:
            table.next_hand_at = None
            table.stop_timer("deal")
            return
        key = ("deal", state.hands)
        if "deal" in table.timers and table.timers["deal"][0] == key:
            return
        between_seconds = state.agreed.between_hands_seconds or self._policy.between_hands_seconds
        seconds = between_seconds if state.live is not None else self._policy.first_deal_seconds
        table.next_hand_at = self._clock.now() + timedelta(seconds=seconds)
        self._set(table, "deal", key, seconds, lambda: dealing.deal_is_due(self._registry, table.id, state.hands))

    def _arm_choice(self, table: Table) -> None:
        until = table.next_hand_at
        if until is not None:
            left_seconds = (until - self._clock.now()).total_seconds()
            self._set(
                table, "deal", ("choice", until), left_seconds, lambda: dealing.choice_is_due(self._registry, table.id, until)
            )

    def _arm_idle(self, table: Table) -> None:
        stops_anyway = table.state.status == "stopping" and not table.suspended
        if "idle" not in table.timers and not stops_anyway:
            spent_seconds = self._clock.monotonic() - table.pressed_at
            left_seconds = self._policy.idle_minutes * 60 - spent_seconds
            self._set(table, "idle", "idle", left_seconds, lambda: self._close_if_idle(table))

    async def _close_if_idle(self, table: Table) -> None:
        if not await idleness.close_if_idle(self._registry, table.id):
            self._arm_idle(table)

    def _set(self, table: Table, name: str, key: object, seconds: float, work: Work) -> None:
        def ring() -> None:
            table.timers.pop(name, None)
            self._spawn(self._retried(table, name, key, work))

        table.set_timer(name, key, lambda: self._clock.call_later(max(0.0, seconds), ring))

    async def _retried(self, table: Table, name: str, key: object, work: Work) -> None:
        """Do what the timer rang for; if the store cannot, ring again in a while, unless everything is about to stop."""
        try:
            await work()
        except StoreError:
            if not self._stopped:
                self._set(table, name, key, self._policy.retry_seconds, work)
            raise

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something on its own; `settled` waits for it."""
        task = asyncio.get_running_loop().create_task(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def busy(self) -> bool:
        """Whether something that a timer has begun is under way."""
        return bool(self._tasks)

    async def settled(self) -> None:
        """Wait until everything that timers have begun so far has finished."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))

    def stop(self) -> None:
        """Stop every timer, and set none again; what has begun goes on."""
        self._stopped = True
        for table in self._registry.tables.values():
            table.stop_timers()


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    """Do something for which nobody waits: what it raises is logged."""
    try:
        await work
    except NoTable:
        return  # it closed meanwhile
    except StoreError as trouble:
        log.warning("the store refused: %s", trouble)
    except Exception:
        log.exception("something at a table failed")
