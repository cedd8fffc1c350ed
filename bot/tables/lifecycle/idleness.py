"""Closing a table at which nobody has pressed anything for long."""

from dataclasses import replace

from bot.tables.registry import Registry
from bot.tables.seats.steps import Step
from bot.tables.views import Notice


async def close_if_idle(registry: Registry, table_id: int) -> bool:
    """Close the table if it is idle, and say whether it was. A running hand is played out first, or is void if the table is suspended."""
    async with registry.transaction(table_id, f"idle:{table_id}") as tx:
        spent_seconds = registry.clock.monotonic() - tx.table.pressed_at
        if spent_seconds < registry.policy.idle_minutes * 60:
            return False
        live = tx.state.running
        if live is None:
            tx.notices.append(Notice("notice.idle", {}))
            await tx.close()
        elif tx.table.suspended:
            tx.notices.append(Notice("notice.idle", {}))
            await tx.void("idle", Notice("notice.voided-closed", {"number": live.number}), closing=True)
        elif tx.state.status != "stopping":
            await tx.save(Step(replace(tx.state, status="stopping"), notices=(Notice("notice.idle-hand", {}),)))
    return True
