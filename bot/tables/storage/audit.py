"""`open-draw audit`: the whole ledger, every saved hand against its replay, and whether what is saved can be read."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from bot.engine import RULES_NUMBER, prompt_text
from bot.store import ActionRow, Difference, Figures, HandRow, Outcome, Store, Transaction
from bot.tables.storage import reading
from bot.tables.storage.audit_sums import Sums
from bot.tables.storage.rows import asked, ends_as_saved, replayed


@dataclass(slots=True)
class Replays:
    """What became of the hands that were replayed: counts, the ids of those that end otherwise than was saved, and moments that cannot be read."""

    replayed: int = 0
    live: int = 0
    older: int = 0
    differing: list[int] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)
    sums: Sums = field(default_factory=Sums)

    def take(self, row: HandRow, actions: list[ActionRow], outcomes: list[Outcome]) -> None:
        """Hold one saved hand against its replay. One of other rules is only counted: it ended by what was right then."""
        self.unreadable += _unreadable(row, actions)
        if row.void is not None:
            return
        if row.rules_number != RULES_NUMBER:
            self.older += 1
            self.sums.take(row, None, outcomes)
            return
        try:
            hand = replayed(row, actions)
            as_saved = row.ended_at is not None and ends_as_saved(row, hand)
        except Exception:  # noqa: BLE001  (a damaged row is what an audit is there to name)
            self.differing.append(row.id)
            self.sums.take(row, None, outcomes)
            return
        if as_saved:
            self.replayed += 1
            self.sums.take(row, hand, outcomes)
        elif row.ended_at is None and asked(row, actions) in (None, prompt_text(hand.prompt)):
            self.live += 1
        else:
            self.differing.append(row.id)
            self.sums.take(row, None, outcomes)


def _unreadable(row: HandRow, actions: list[ActionRow]) -> Iterator[str]:
    if not isinstance(row.started_at, datetime):
        yield f"hand {row.id}: started_at"
    if not isinstance(row.ended_at, datetime | None):
        yield f"hand {row.id}: ended_at"
    if not isinstance(row.clock, dict | None):
        yield f"hand {row.id}: clock"
    for action in actions:
        if not isinstance(action.at, datetime):
            yield f"hand {row.id}, step {action.step}: at"


async def audit(database_url: str, tell: Callable[[str], None]) -> int:
    """Check everything beside a running bot, and tell it line by line; 0 where all is well, 1 where anything is not."""
    store = await Store.open(database_url, read_only=True)
    try:
        async with store.reading() as t:
            faults = [*await t.audit.check(), *await t.audit.check_departures()]
            unreadable = await t.audit.unreadable()
            differences = await t.tables.differences()
            figures = await t.audit.figures()
        replays = await _replays(store)
    finally:
        await store.close()
    _tell_figures(figures, replays, tell)
    told = [str(fault) for fault in faults]
    told += replays.sums.faults
    told += [f"{what} cannot be read" for what in (*unreadable, *replays.unreadable)]
    told += [f"hand {hand_id} does not replay to what was saved" for hand_id in replays.differing]
    for line in told:
        tell(f"FAULT {line}")
    for table_id, difference in differences:
        tell(_difference(table_id, difference))
    for line in replays.sums.unchecked():
        tell(f"not checked: {line}")
    tell(f"{len(told)} faults")
    return 1 if told else 0


def _tell_figures(figures: Figures, replays: Replays, tell: Callable[[str], None]) -> None:
    tell(f"{figures.guilds} servers, {figures.accounts} accounts, {figures.transfers} transfers, {figures.issued} chips issued")
    tell(
        f"{figures.tables} tables, {figures.hands} hands ({figures.live_hands} running, {figures.void_hands} void), {figures.actions} actions"
    )
    tell(
        f"{replays.replayed} hands replayed to their results, {replays.live} running ones to their prompts, {replays.older} of older rules"
    )


def _difference(table_id: int, difference: Difference) -> str:
    """What a table that was closed by its ledger had otherwise: it is settled, and no fault any more."""
    who = "somebody without a seat" if difference.seat is None else f"seat {difference.seat}"
    return (
        f"settled: table {table_id} was closed by its ledger: {who} said {difference.said} chips, the ledger {difference.ledger}"
    )


async def _replays(store: Store) -> Replays:
    replays, after = Replays(), 0
    while True:
        async with store.reading() as t:
            page = await t.hands.every(after=after)
            outcomes = await t.audit.outcomes([row.id for row, _ in page])
            if not page:
                replays.sums.compare(await t.audit.standings(), await t.audit.discard_counts())
                await _open_tables(t, replays)
                return replays
        for row, actions in page:
            replays.take(row, actions, outcomes.get(row.id, []))
        after = page[-1][0].id


async def _open_tables(t: Transaction, replays: Replays) -> None:
    """Read every open table's fields and those of its seats, and hold its carried pot against its hands."""
    seats = await t.tables.all_seats()
    for table in await t.tables.all_open():
        faults = reading.faults(table, seats.get(table.id, []))
        replays.unreadable += [f"table {table.id}: {where}" for where in faults]
        if not any(where.startswith("facts") for where in faults):
            replays.sums.carried(table, await t.hands.carried(table.id))
