"""`open-draw audit`: the whole ledger, and every saved hand against its replay."""

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.engine import RULES_NUMBER, prompt_text
from bot.store import ActionRow, HandRow, Outcome, Store
from bot.tables.storage.audit_sums import Sums
from bot.tables.storage.rows import asked, ends_as_saved, replayed


@dataclass(slots=True)
class Replays:
    """What became of the hands that were replayed: counts, and the ids of those that end otherwise than was saved."""

    replayed: int = 0
    live: int = 0
    older: int = 0
    differing: list[int] = field(default_factory=list)
    sums: Sums = field(default_factory=Sums)

    def take(self, row: HandRow, actions: list[ActionRow], outcomes: list[Outcome]) -> None:
        """Hold one saved hand against its replay. One of other rules is only counted: it ended by what was right then."""
        if row.void is not None:
            return
        if row.rules_number != RULES_NUMBER:
            self.older += 1
            self.sums.take(row, None, outcomes)
            return
        try:
            hand = replayed(row, actions)
        except Exception:  # noqa: BLE001  (a damaged row is what an audit is there to name)
            self.differing.append(row.id)
            self.sums.take(row, None, outcomes)
            return
        if row.ended_at is not None and ends_as_saved(row, hand):
            self.replayed += 1
            self.sums.take(row, hand, outcomes)
        elif row.ended_at is None and asked(row, actions) in (None, prompt_text(hand.prompt)):
            self.live += 1
        else:
            self.differing.append(row.id)
            self.sums.take(row, None, outcomes)


async def audit(database_url: str, tell: Callable[[str], None]) -> int:
    """Check everything beside a running bot, and tell it line by line; 0 where all is well, 1 where anything is not."""
    store = await Store.open(database_url, read_only=True)
    try:
        async with store.reading() as t:
            faults = [*await t.audit.check(), *await t.audit.check_departures()]
            figures = await t.audit.figures()
        replays = await _replays(store)
    finally:
        await store.close()
    tell(f"{figures.guilds} servers, {figures.accounts} accounts, {figures.transfers} transfers, {figures.issued} chips issued")
    tell(
        f"{figures.tables} tables, {figures.hands} hands ({figures.live_hands} running, {figures.void_hands} void), {figures.actions} actions"
    )
    tell(
        f"{replays.replayed} hands replayed to their results, {replays.live} running ones to their prompts, {replays.older} of older rules"
    )
    for fault in faults:
        tell(f"FAULT {fault}")
    for line in replays.sums.faults:
        tell(f"FAULT {line}")
    for line in replays.sums.unchecked():
        tell(f"not checked: {line}")
    for hand_id in replays.differing:
        tell(f"FAULT hand {hand_id} does not replay to what was saved")
    count = len(faults) + len(replays.sums.faults) + len(replays.differing)
    tell(f"{count} faults")
    return 1 if count else 0


async def _replays(store: Store) -> Replays:
    replays, after = Replays(), 0
    while True:
        async with store.reading() as t:
            page = await t.hands.every(after=after)
            outcomes = await t.audit.outcomes([row.id for row, _ in page])
            if not page:
                replays.sums.compare(await t.audit.standings(), await t.audit.discard_counts())
                for table in await t.tables.all_open():
                    replays.sums.carried(table, await t.hands.carried(table.id))
                return replays
        for row, actions in page:
            replays.take(row, actions, outcomes.get(row.id, []))
        after = page[-1][0].id
