"""When a table's decks are sealed, and what the channel is told of it. A seal is made in a thread, and kept before it is posted."""

import asyncio
from collections.abc import Callable
from datetime import datetime

from bot.tables.clock import Clock
from bot.tables.dealer import Dealer
from bot.tables.seals import TableSeal, make_seal
from bot.tables.state import State, Table
from bot.tables.views import Notice


async def due_for(table: Table, state: State, dealer: Dealer, clock: Clock) -> TableSeal | None:
    """A new seal for the hand that `state` is about to be dealt, where its own does not cover that; None where it does, or the dealer seals nothing."""
    if state.seal is not None and state.seal.covers(state.hands):
        return None
    return await _made(table, state, dealer, clock, first_hand=state.hands)


async def due_after(table: Table, state: State, dealer: Dealer, clock: Clock) -> TableSeal | None:
    """The next seal, where this hand is the last of one: words are given for it while the hand is played.

    At the hand before it is begun, so that the deal has not to wait.
    """
    seal = state.seal
    if seal is None:
        return None
    if state.hands == seal.last_hand - 1 and (make := _maker(table, state, dealer, clock, seal.last_hand + 1)) is not None:
        table.next_seal = asyncio.create_task(asyncio.to_thread(make))
    if state.hands != seal.last_hand:
        return None
    return await _made(table, state, dealer, clock, first_hand=seal.last_hand + 1)


async def _made(table: Table, state: State, dealer: Dealer, clock: Clock, *, first_hand: int) -> TableSeal | None:
    begun, table.next_seal = table.next_seal, None
    if begun is not None and (seal := await begun).first_hand == first_hand and seal.number == _next_number(table, state):
        return seal
    make = _maker(table, state, dealer, clock, first_hand)
    return await asyncio.to_thread(make) if make is not None else None


def _maker(table: Table, state: State, dealer: Dealer, clock: Clock, first_hand: int) -> Callable[[], TableSeal] | None:
    key, table_id, number = dealer.seal_key(), table.id, _next_number(table, state)
    if key is None:
        return None
    at: datetime = clock.now()
    return lambda: make_seal(table_id, number, key, first_hand, at)


def _next_number(table: Table, state: State) -> int:
    return 1 + max(table.newest_seal, state.seal.number if state.seal is not None else 0)


def announcement(table: Table) -> Notice | None:
    """What the channel is to be told of the table's newest seal; None where it was told, by this process, or by one before that knows of it."""
    seal = table.state.seal
    if seal is None or seal.posted_at is not None or table.announced == seal.number or table.state.status == "closed":
        return None
    table.announced = seal.number
    values: dict[str, object] = {"seal": seal.hash.hex(), "first": str(seal.first_hand), "last": str(seal.last_hand)}
    return Notice("notice.sealed", values, seal=seal.number)
