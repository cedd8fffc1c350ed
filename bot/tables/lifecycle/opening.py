"""Opening a table, if its server and its channel have room for one."""

import logging
from dataclasses import dataclass

from bot.store import ChannelInUse, StoreError
from bot.tables.errors import ChannelTaken, TooManyTables
from bot.tables.options import TableRules
from bot.tables.registry import Registry
from bot.tables.seats.commands import sit_down
from bot.tables.servers import Servers
from bot.tables.state import State, Table
from bot.tables.storage import rows
from bot.tables.views import Player

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table is opened: a server, a channel of it, and the language that is spoken there."""

    guild_id: int
    channel_id: int
    locale: str


async def open_table(  # noqa: PLR0913 — where, who and on which terms: all of it is needed
    registry: Registry, servers: Servers, place: Place, host: Player, rules: TableRules, *, press: int, buy_in: int | None
) -> Table:
    """Open a table and seat its host, one at a time. Raises what `Tables.open` raises."""
    state = State(host, rules.agreed())
    async with registry.opening:
        await _check_room(registry, servers, place)
        now = registry.clock.now()
        table = Table(0, place.guild_id, place.channel_id, place.locale, now, state, pressed_at=registry.clock.monotonic())
        tx = registry.unregistered(table, f"{press}", press=press)
        async with tx.unit_of_work() as uow:
            try:
                table.id = await uow.t.tables.open(rows.new_row(table, now))
            except ChannelInUse as in_use:
                raise ChannelTaken from in_use
            await sit_down(uow, servers, host, buy_in)
        try:
            await tx.seal()
        except StoreError as trouble:  # the table is open, and is sealed when a hand is dealt
            log.warning("table %d has no seal yet: %s", table.id, trouble)
        registry.add(table)
    tx.kinds.add("opened")
    registry.publish(tx, None)
    return table


async def _check_room(registry: Registry, servers: Servers, place: Place) -> None:
    """Raise `NotAllowed`, `ChannelTaken` or `TooManyTables` where no table may be opened."""
    await servers.check_channel(place.guild_id, place.channel_id)
    if place.channel_id in registry.channels:
        raise ChannelTaken
    most = registry.policy.tables_a_server
    if len(registry.of_guilds([place.guild_id])) >= most:
        raise TooManyTables(most=most)
