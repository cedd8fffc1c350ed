"""Opening a table, if its server and its channel have room for one."""

from bot.store import ChannelTaken as ChannelTakenInStore
from bot.tables.errors import ChannelTaken, TooManyTables
from bot.tables.registry import Registry
from bot.tables.seats.commands import sit_down
from bot.tables.servers import Servers
from bot.tables.state import State, Table
from bot.tables.storage import rows


async def open_table(  # noqa: PLR0913 — where, who and on which terms: all of it is needed
    registry: Registry,
    servers: Servers,
    guild_id: int,
    channel_id: int,
    state: State,
    *,
    locale: str,
    press: int,
    buy_in: int | None,
) -> Table:
    """Open a table with this host and these rules in a channel, and seat the host. To be called under `registry.opening`."""
    await servers.check_channel(guild_id, channel_id)
    if channel_id in registry.channels:
        raise ChannelTaken
    most = registry.policy.tables_a_server
    if len(registry.of_guilds([guild_id])) >= most:
        raise TooManyTables(most=most)
    now = registry.clock.now()
    table = Table(0, guild_id, channel_id, locale, now, state, pressed_at=registry.clock.monotonic())
    tx = registry.unregistered(table, f"{press}", press=press)
    async with tx.unit_of_work() as uow:
        row = rows.new_row(uow.state, guild_id=guild_id, channel_id=channel_id, locale=locale, now=now)
        try:
            table.id = await uow.t.tables.open(row)
        except ChannelTakenInStore as taken:
            raise ChannelTaken from taken
        await sit_down(uow, servers, state.host, buy_in)
    registry.add(table)
    tx.kinds.add("opened")
    registry.publish(tx, None)
    return table
