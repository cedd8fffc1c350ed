"""A table from its rows, its running hand by replay of its log."""

import logging
import traceback
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType

from bot.engine import Hand
from bot.errors import PokerError
from bot.store import ActionRow, HandRow, PreparedRow, SealRow, SeatRow, Store, TableRow
from bot.tables.clock import Clock
from bot.tables.hands.play import with_clock
from bot.tables.seals import SealedDeal, TableSeal
from bot.tables.state import LiveHand, Table
from bot.tables.storage import reading
from bot.tables.storage.rows import (
    OtherRules,
    ends_as_saved,
    players_of,
    pre_actions_of,
    replayed,
    state_of,
)
from bot.tables.storage.seal_rows import seal_of, sealed_deal_of

log = logging.getLogger(__name__)

Rows = tuple[HandRow, list[ActionRow]]
Seals = Mapping[int, TableSeal]


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


def with_seals(table: Table, rows: list[SealRow]) -> Seals:
    """Put the newest of a table's seals on it; all of them by number. One whose row is damaged is left out: no hand can be dealt from it."""
    seals: dict[int, TableSeal] = {}
    for row in rows:
        try:
            seals[row.number] = seal_of(row)
        except Exception as misfit:  # noqa: BLE001  (whatever damage makes of it)
            log.error(  # noqa: TRY400  (the error may hold the key, so only its kind is said)
                "seal %d of table %d cannot be read (%s)", row.number, row.table_id, type(misfit).__name__
            )
    table.newest_seal = rows[-1].number if rows else 0
    if table.newest_seal in seals:
        table.state = replace(table.state, seal=seals[table.newest_seal])
    return seals


def _dealt_from(row: HandRow, seals: Seals) -> SealedDeal | None:
    """How a hand was dealt; None also where that cannot be read, since a hand replays from its setup alone."""
    try:
        return sealed_deal_of(row, seals)
    except Exception as misfit:  # noqa: BLE001  (as above)
        log.error("hand %d does not say how it was dealt (%s)", row.id, type(misfit).__name__)  # noqa: TRY400  (nor its words)
        return None


def with_hand(
    table: Table, rows: Rows | None, pre_actions: list[PreparedRow], clock: Clock, seals: Seals = MappingProxyType({})
) -> str | None:
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
        live = _as_dealt(live, _dealt_from(row, seals))
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


def _as_dealt(live: LiveHand, sealed: SealedDeal | None) -> LiveHand:
    return replace(live, sealed=sealed, refill_seals=sealed.refill_seals(live.hand.log) if sealed is not None else ())


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


def with_finished(table: Table, rows: Rows | None, seals: Seals = MappingProxyType({})) -> None:
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
        table.state = replace(
            table.state, live=_as_dealt(LiveHand(row.id, row.number, hand, players_of(row)), _dealt_from(row, seals))
        )


async def before_newest_hand(table: Table, store: Store) -> Table:
    """The table as the hand before its newest one left it, without a hand if there was none."""
    left = replace(table, state=replace(table.state, live=None), view_cache=None)
    async with store.reading() as t:
        seals = with_seals(left, await t.seals.of(table.id))
        ended = [row for row in await t.hands.last(table.channel_id, 1) if row.table_id == table.id]
        with_finished(left, await t.hands.one(ended[0].id) if ended else None, seals)
    return left


async def reload(table: Table, store: Store, clock: Clock) -> None:
    """Make memory what the file is, for a table of which another has written steps."""
    async with store.reading() as t:
        row = await t.tables.by_id(table.id)
        seats = await t.tables.seats(table.id)
        live = next((rows for rows in await t.hands.live() if rows[0].table_id == table.id), None)
        pre_actions = await t.hands.prepared(live[0].id) if live else []
        seals = await t.seals.of(table.id)
    assert row is not None
    table.state = state_of(row, seats)
    with_hand(table, live, pre_actions, clock, with_seals(table, seals))
