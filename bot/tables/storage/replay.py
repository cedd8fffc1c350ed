"""A table from its rows, its running hand by replay of its log."""

import logging
import traceback
from dataclasses import replace
from datetime import datetime

from bot.engine import Hand
from bot.errors import PokerError
from bot.store import ActionRow, HandRow, PreparedRow, SeatRow, Store, TableRow
from bot.tables.clock import Clock
from bot.tables.hands.play import with_clock
from bot.tables.state import LiveHand, Table
from bot.tables.storage import reading
from bot.tables.storage.rows import OtherRules, ends_as_saved, players_of, pre_actions_of, replayed, state_of

log = logging.getLogger(__name__)

Rows = tuple[HandRow, list[ActionRow]]


def table_of(row: TableRow, seats: list[SeatRow], clock: Clock) -> Table:
    """The table without its hand; its idle time begins anew. One whose rows cannot be read is there all the same, as "broken": nothing happens at it."""
    unreadable = reading.faults(row, seats)
    if unreadable:
        log.error("table %d is stopped: its rows cannot be read (%s)", row.id, ", ".join(unreadable))
    state = reading.salvaged(row, seats) if unreadable else state_of(row, seats)
    return Table(
        row.id,
        row.guild_id,
        row.channel_id,
        row.locale,
        row.opened_at if isinstance(row.opened_at, datetime) else clock.now(),
        state,
        suspended=frozenset({"broken"}) if unreadable else frozenset(),
        message_id=row.message_id,
        message_saved=row.message_id,
        pressed_at=clock.monotonic(),
    )


def with_hand(table: Table, rows: Rows | None, pre_actions: list[PreparedRow], clock: Clock) -> str | None:
    """Put the running hand on the table as it was, its clock anew, in full (D-33); or why it cannot go on.

    One that was dealt by rules of another number goes on if today's ask what those asked (D-32).
    """
    if rows is None:
        table.state = replace(table.state, live=None)
        return None
    row, actions = rows
    try:
        hand = replayed(row, actions)
        assert not hand.over, "it is over, and was not settled"
        assert [action.step for action in actions] == list(range(hand.length)), "steps are missing"
        extended = frozenset((row.clock or {}).get("extended", ()))
        live = LiveHand(row.id, row.number, hand, players_of(row), extended=extended, pre_actions=pre_actions_of(pre_actions))
        since = _message_from(hand, row, actions)
        assert isinstance(since, datetime), "a moment is damaged"
    except OtherRules:
        log.warning("hand %d was dealt by rules %d, and by today's it asks something else", row.id, row.rules_number)
        return "other rules"
    except Exception as misfit:  # noqa: BLE001  (whatever a damaged row makes of it: this hand is void, and no other)
        log_misfit(row, misfit)
        return reason_of(misfit)[:200]
    table.events_published = len(hand.events)
    table.message_from = since
    table.state = replace(table.state, live=with_clock(live, None, table.state.rules, clock.now()))
    return None


def _message_from(hand: Hand, row: HandRow, actions: list[ActionRow]) -> datetime:
    """Since when the table's message is due: it is posted anew at the deal, and for each round of discards that is turned up."""
    return actions[hand.turned_up - 1].at if hand.turned_up else row.started_at


def log_misfit(row: HandRow, misfit: Exception) -> None:
    """Say that a hand does not replay, and where it broke, in words that hold no card: an error's own might."""
    where = "".join(traceback.format_tb(misfit.__traceback__))
    log.error("hand %d does not replay: %s\n%s", row.id, reason_of(misfit), where)


def reason_of(misfit: Exception) -> str:
    """The error without its parameters, which may contain cards."""
    return misfit.message_key if isinstance(misfit, PokerError) else type(misfit).__name__


def with_finished(table: Table, rows: Rows | None) -> None:
    """Put the last hand back on the table, over as it is, so that its result goes on standing there; one that does not replay to what was saved is left out."""
    if rows is None or rows[0].void is not None:
        return
    row, actions = rows
    try:
        hand = replayed(row, actions)
        as_saved = ends_as_saved(row, hand)
    except OtherRules:
        return
    except Exception as misfit:  # noqa: BLE001  (as with a running one: no damaged row keeps the bot from starting)
        log_misfit(row, misfit)
        return
    if as_saved:
        table.events_published = len(hand.events)
        table.state = replace(table.state, live=LiveHand(row.id, row.number, hand, players_of(row)))


async def before_newest_hand(table: Table, store: Store) -> Table:
    """The table as the hand before its newest one left it, without a hand if there was none."""
    left = replace(table, state=replace(table.state, live=None), view_cache=None)
    async with store.reading() as t:
        ended = [row for row in await t.hands.last(table.channel_id, 1) if row.table_id == table.id]
        with_finished(left, await t.hands.one(ended[0].id) if ended else None)
    return left


async def reload(table: Table, store: Store, clock: Clock) -> None:
    """Make memory what the file is, for a table of which another has written steps."""
    async with store.reading() as t:
        row = await t.tables.by_id(table.id)
        seats = await t.tables.seats(table.id)
        live = next((rows for rows in await t.hands.live() if rows[0].table_id == table.id), None)
        pre_actions = await t.hands.prepared(live[0].id) if live else []
    assert row is not None
    table.state = state_of(row, seats)
    with_hand(table, live, pre_actions, clock)
