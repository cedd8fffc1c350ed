"""Which message is a table's in its channel, remembered over restarts."""

from dataclasses import replace

from bot.tables.registry import Registry
from bot.tables.seats.steps import Step
from bot.tables.transaction import TableTransaction


async def repost(tx: TableTransaction) -> None:
    """Have the table's message posted anew."""
    tx.kinds.add("reposted")


async def posted(registry: Registry, table_id: int, message_id: int) -> None:
    """Remember the table's message, also if the table has closed meanwhile."""
    table = registry.tables.get(table_id)
    if table is not None:
        if table.message_id == message_id:
            return
        table.message_id = message_id
    async with registry.store.transaction() as t:
        await t.tables.update(table_id, message_id=message_id)
    if table is not None:
        table.message_saved = message_id


async def seal_posted(registry: Registry, table_id: int, number: int, message_id: int) -> None:
    """Remember where and when a seal of an open table was posted: from now on words can be given for it. Raises `NoTable`, `TableBroken`."""
    async with registry.transaction(table_id, f"sealed:{number}") as tx, tx.unit_of_work() as uow:
        now, seal = registry.clock.now(), uow.state.seal
        fresh = await uow.t.seals.posted(table_id, number, message_id=message_id, at=now)
        if fresh and seal is not None and seal.number == number:
            await uow.take(Step(replace(uow.state, seal=replace(seal, posted_at=now))))


async def buttons_removed(registry: Registry, table_id: int) -> None:
    """Forget the message of a closed table: it has lost its buttons, or nobody will try again."""
    registry.closed_with_buttons.pop(table_id, None)
    async with registry.store.transaction() as t:
        await t.tables.update(table_id, message_id=None)
