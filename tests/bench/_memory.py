"""Whether a long evening costs memory: hands upon hands at the service, over a real file."""

import gc
import heapq
import itertools
import sys
from collections.abc import Callable
from pathlib import Path

from bot.engine import view_for
from bot.house import decide
from bot.sandbox.clock import ManualClock
from bot.store import Store
from bot.tables import DiscardAt, DrawAt, Player, Policy, Servers, TableRules, Tables
from tests.dealing import SeededDealer
from tests.tables.room import in_memory

GUILD = 7


def resident_kib() -> int:
    """The process's resident memory."""
    status = Path("/proc/self/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))


async def grow(file: Path, hands: int, measure: Callable[[int], int], tables: int = 2) -> tuple[int, int]:
    """Play so many hands; `measure` is told how many there were, and its answers after the first tenth and at the end are given back."""
    clock, dealer, presses = ManualClock(), SeededDealer(), itertools.count(1)
    store = await Store.open(f"sqlite:///{file}", now=clock.now)
    service = Tables(store, Servers(store, Policy(), clock), clock=clock, dealer=dealer, policy=Policy())
    await service.start()
    people = [Player(100 + number, f"p{number}") for number in range(2 * tables)]
    views = []
    for number in range(tables):
        variant = ("sequential", "simple")[number % 2]
        view = await service.open(
            GUILD, 70 + number, people[2 * number], TableRules.from_options(variant=variant), locale="en", press=next(presses)
        )
        views.append(await service.join(view.table_id, people[2 * number + 1], press=next(presses)))
    early = 0
    for number in range(hands):
        await _hand(service, views[number % tables].table_id, dealer, presses)
        _forget_cancelled(clock)
        if number + 1 == max(1, hands // 10):
            early = measure(number + 1)
    late = measure(hands)
    await service.close()
    async with store.reading() as t:
        assert await t.audit.check() == []
    await store.close()
    return early, late


def blocks(hands: int) -> int:
    """Print what the process holds, and count the blocks of Python's memory."""
    gc.collect()
    held = sys.getallocatedblocks()
    print(f"{hands:9,} hands: {held:11,} blocks of Python's memory, {resident_kib():9,} KiB resident")
    return held


def _forget_cancelled(clock: ManualClock) -> None:
    """A clock that stands still keeps what was cancelled; the loop of a real one does not."""
    clock._timers = [entry for entry in clock._timers if not entry[2].cancelled]
    heapq.heapify(clock._timers)


async def _hand(service: Tables, table_id: int, dealer: SeededDealer, presses: "itertools.count[int]") -> None:
    for person in service.view(table_id).seats:
        if person.stack == 0:
            await service._servers.grant(GUILD, person.player, 1_000, reason="again", by=1, press=next(presses))
            await service.top_up(table_id, person.player.id, None, press=next(presses))
    await service.deal(table_id, service.view(table_id).seats[0].player.id, press=next(presses))
    while (live := in_memory(service, table_id).state.running) is not None:
        seat = live.prompt_seat
        assert seat is not None
        action = decide(view_for(live.hand, seat), dealer.chance)
        answer = action
        held = getattr(live.hand.prompt, "cards", ())
        match type(action).__name__:
            case "Discard":
                answer = DiscardAt(held.index(action.card))
            case "Draw":
                answer = DrawAt(sum(1 << held.index(card) for card in action.cards))
        await service.act(live.id, live.hand.prompt_number, live.players[seat].id, answer, press=next(presses))
