"""What a running hand does without a press: the house's moves, more time, the clock's default action, and the nudge before it.

`key` is the prompt that a timer was set for (`LiveHand.prompt_key`). If the table waits for something else by now, nothing happens.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial

from bot.engine import BetPrompt, By, DiscardPrompt, view_for
from bot.house import decide
from bot.store import StoreError
from bot.tables.errors import AlreadyPlayed
from bot.tables.registry import Registry
from bot.tables.seats.steps import Step
from bot.tables.state import LiveHand, Table
from bot.tables.storage import rows
from bot.tables.transaction import TableTransaction
from bot.tables.views import Notice

log = logging.getLogger(__name__)


async def house_acts(registry: Registry, table_id: int, key: object) -> None:
    """Play for a seat of the house. If its decision fails, the prompt's default is played."""
    async with registry.transaction(table_id, "house") as tx:
        live = _still_asked(tx.table, key)
        if live is not None and live.prompt_seat is not None:
            await _first_that_works(tx, live, partial(_play_house, tx, live), partial(_play_default, tx, live, "seat"))


async def clock_ran_out(registry: Registry, table_id: int, key: object) -> None:
    """Lend more time if there is any, else play the prompt's default (D-25, D-26)."""
    async with registry.transaction(table_id, "clock") as tx:
        live = _still_asked(tx.table, key)
        if live is not None and not await _lend_time(tx, live):
            await _first_that_works(tx, live, partial(_play_default, tx, live, "clock"))


async def nudge(registry: Registry, table_id: int, prompt: tuple[int, int]) -> None:
    """Mention whoever is asked by this prompt, named by its hand and number. Raises `NoTable`."""
    table = registry.table(table_id)
    live = table.state.running
    if live is not None and (live.id, live.hand.prompt_number) == prompt and live.prompt_seat is not None:
        table.nudged = prompt
        player = live.players[live.prompt_seat]
        key = "notice.your-turn" if table.state.rules.ping == "turn" else "notice.nudge"
        registry.announce(table, Notice(key, {"name": player.name}, mention=player.id))


def _still_asked(table: Table, key: object) -> LiveHand | None:
    """The running hand, if it still waits for what the timer was set for."""
    live = table.state.running
    return None if live is None or table.suspended or live.prompt_key != key else live


async def _first_that_works(tx: TableTransaction, live: LiveHand, *ways: Callable[[], Awaitable[None]]) -> None:
    """Take the first of these ways that does not fail. If all do, void the hand (D-32): no press would find a way either."""
    for way in ways:
        try:
            await way()
        except StoreError:
            raise  # the hand is sound: the timer rings again
        except AlreadyPlayed:
            return  # another process has played it, and the table was reloaded
        except Exception:
            log.exception("hand %d cannot go on like this", live.id)
        else:
            return
    await tx.void("fault", Notice("notice.voided-fault", {"number": live.number}))


async def _play_house(tx: TableTransaction, live: LiveHand) -> None:
    assert live.prompt_seat is not None
    await tx.play(decide(view_for(live.hand, live.prompt_seat), tx.dealer.chance), "seat")


async def _play_default(tx: TableTransaction, live: LiveHand, by: By) -> None:
    prompt = live.hand.prompt
    action = None if prompt is None else prompt.default
    assert action is not None
    await tx.play(action, by)


async def _lend_time(tx: TableTransaction, live: LiveHand) -> bool:
    """Lend one extension a hand before a pass for good (D-26), or the seat's time bank where running out costs something; say whether it did."""
    sitter = tx.state.sitter_at(live.prompt_seat)
    now = tx.clock.now()
    match live.hand.prompt:
        case DiscardPrompt(seat) if seat not in live.extended:
            seconds = tx.state.rules.discard_clock_seconds
            longer = replace(live, extended=live.extended | {seat}, deadline=now + timedelta(seconds=seconds))
            step = Step(replace(tx.state, live=longer))
        case BetPrompt(to_call=0):
            return False  # a check costs nothing, and nobody is to wait a minute for it
        case _ if sitter is not None and sitter.time_bank_seconds and sitter.status != "away":
            bank = sitter.time_bank_seconds
            longer = replace(live, bank_seconds=bank, deadline=now + timedelta(seconds=bank))
            step = Step(replace(tx.state.with_sitter(replace(sitter, time_bank_seconds=0)), live=longer))
        case _:
            return False
    async with tx.unit_of_work() as uow:
        await uow.t.hands.save_clock(live.id, rows.clock_facts(longer))
        await uow.take(step)
    return True
