"""What a host or a manager does with a table: pausing, other rules, closing it. Each is one transaction at the table.

`Tables` says what each promises and raises.
"""

from dataclasses import replace
from typing import Any, Literal

from bot.tables.errors import NotAllowed, NothingToDo
from bot.tables.lifecycle import broken
from bot.tables.seats.steps import Step, require_host
from bot.tables.transaction import TableTransaction
from bot.tables.views import Notice


async def stop(tx: TableTransaction, actor_id: int, *, manager: bool, now: bool, name: str) -> None:
    """Close the table, after the running hand or, for managers, at once."""
    if "broken" in tx.table.suspended:
        await broken.close(tx)
        return
    live = tx.state.running
    require_host(tx.state, actor_id, manager=manager)
    if live is None:
        await tx.close()
    elif now:
        if not manager or live.seat_of(actor_id) is not None:
            raise NotAllowed("table.void-whom")
        await tx.void("stopped", Notice("notice.voided", {"number": live.number, "name": name}), closing=True)
    elif tx.state.status == "stopping":
        raise NothingToDo("table.stopping-already")
    else:
        await tx.save(Step(replace(tx.state, status="stopping")))


async def pause(tx: TableTransaction, actor_id: int, *, manager: bool) -> None:
    """Deal no more hands until somebody resumes."""
    await _set_status(tx, actor_id, "open", "paused", manager=manager)


async def resume(tx: TableTransaction, actor_id: int, *, manager: bool) -> None:
    """Deal again after a pause."""
    await _set_status(tx, actor_id, "paused", "open", manager=manager)


Pausable = Literal["open", "paused"]


async def _set_status(tx: TableTransaction, actor_id: int, old: Pausable, new: Pausable, *, manager: bool) -> None:
    require_host(tx.state, actor_id, manager=manager)
    if tx.state.status == "stopping":
        raise NothingToDo("table.stopping-already")
    if tx.state.status != old:
        raise NothingToDo(f"table.{new}-already")
    await tx.save(Step(replace(tx.state, status=new)))


async def change_rules(tx: TableTransaction, actor_id: int, *, manager: bool, changes: dict[str, Any]) -> None:
    """Agree on other rules from the next hand on, and announce them."""
    require_host(tx.state, actor_id, manager=manager)
    current = tx.state.agreed
    rules = current.revised(**changes)
    if rules == current:
        raise NothingToDo("table.rules-already")
    if any(sitter.seat >= rules.seats for sitter in tx.state.sitters):
        raise NotAllowed("table.seats-taken")
    await tx.save(
        Step(replace(tx.state, next_rules=rules), notices=(Notice("notice.rules", {"rules": rules, "before": current}),))
    )
