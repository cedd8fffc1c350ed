"""What an audit derives anew from replayed hands: each seat's outcome, the leaderboard's sums, thrown ranks and carried pots."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from bot.engine import Hand
from bot.store import HandRow, Outcome, TableRow
from bot.store.repositories.standings import ALL, month_of, week_of
from bot.tables.storage.rows import discards_of

Person = tuple[int, int]
"""(server, person)."""


@dataclass(slots=True)
class Sums:
    """Takes hands in the order of their ids; `faults` says, a line each, what was saved otherwise than it is derived."""

    faults: list[str] = field(default_factory=list)
    _hands: defaultdict[tuple[int, str, int], list[Outcome]] = field(default_factory=lambda: defaultdict(list))
    _thrown: defaultdict[Person, list[Counter[str] | None]] = field(default_factory=lambda: defaultdict(list))
    _not_derived: int = 0
    _undated: set[Person] = field(default_factory=set)

    def take(self, row: HandRow, hand: Hand | None, outcomes: list[Outcome]) -> None:
        """Hold a finished hand's seats against its replay; `hand` None for one of other rules, whose seats cannot be derived."""
        ranks = discards_of(hand) if hand is not None else {}
        for outcome in outcomes:
            if hand is not None:
                self._compare_seat(row, hand, outcome)
            if outcome.counted and row.ended_at is not None:
                for period in self._periods(row, outcome):
                    self._hands[outcome.guild_id, period, outcome.user_id].append(outcome)
                cards = Counter(str(card)[0] for card in ranks.get(outcome.seat, ()))
                self._thrown[outcome.guild_id, outcome.user_id].append(cards if hand is not None else None)

    def _periods(self, row: HandRow, outcome: Outcome) -> tuple[str, ...]:
        """The periods in which a hand counts; of one whose end cannot be read, that is the whole season alone."""
        if isinstance(row.ended_at, datetime):
            return ALL, month_of(row.ended_at), week_of(row.ended_at)
        self._undated.add((outcome.guild_id, outcome.user_id))
        return (ALL,)

    def _compare_seat(self, row: HandRow, hand: Hand, saved: Outcome) -> None:
        results = hand.results
        assert results is not None, "it is over"
        pot = sum(each.winners.get(saved.seat, 0) for each in results.pots)
        mucked, shown = ((row.results or {}).get(name) for name in ("mucked", "shown"))
        if not isinstance(mucked, list) or not isinstance(shown, dict):
            self.faults.append(f"outcome: hand {row.id}: who showed and who mucked cannot be read")
            return
        showdown = saved.seat in mucked or str(saved.seat) in shown
        derived = {"pot": pot, "won": pot > 0, "showdown": showdown}
        for name, right in derived.items():
            if getattr(saved, name) != right:
                self.faults.append(
                    f"outcome: hand {row.id}, seat {saved.seat}: {name} is {getattr(saved, name)}, and should be {right}"
                )

    def compare(
        self, standings: Iterable[tuple[int, str, int, int, int, int, int, int]], counts: Mapping[Person, Mapping[str, int]]
    ) -> None:
        """Hold the leaderboard's sums and the thrown ranks against the hands: a season's are the newest ones, as many as it counts."""
        stood: dict[Person, int] = {}
        for guild_id, period, user_id, hands, *sums in standings:
            played = self._hands[guild_id, period, user_id]
            mine = played[-hands:] if hands else []
            where = f"server {guild_id}, {period}, user {user_id}"
            if not all(type(each) is int for each in (hands, *sums)):
                self.faults.append(f"standing: {where}: its sums cannot be read")
                continue
            if period != ALL and (guild_id, user_id) in self._undated:
                continue
            if len(mine) < hands:
                self.faults.append(f"standing: {where}: {hands} hands, and {len(mine)} were played")
                continue
            derived = [
                sum(bool(each.won) for each in mine),
                sum(bool(each.showdown) for each in mine),
                sum(each.net or 0 for each in mine),
                max((each.pot or 0 for each in mine), default=0),
            ]
            for name, found, right in zip(("won", "showdowns", "net", "biggest_pot"), sums, derived, strict=True):
                if found != right:
                    self.faults.append(f"standing: {where}: {name} is {found}, and should be {right}")
            if period == ALL:
                stood[guild_id, user_id] = hands
        for person in stood.keys() | counts.keys():
            self._compare_thrown(person, stood.get(person, 0), counts.get(person, {}))

    def _compare_thrown(self, person: Person, hands: int, saved: Mapping[str, int]) -> None:
        mine = self._thrown[person][-hands:] if hands else []
        known = [each for each in mine if each is not None]
        if len(known) < len(mine):
            self._not_derived += 1
            return
        derived = sum(known, Counter[str]())
        if dict(derived) != dict(saved):
            self.faults.append(f"discards: server {person[0]}, user {person[1]}: {dict(saved)}, and should be {dict(derived)}")

    def carried(self, row: TableRow, derived: Mapping[int, int] | None) -> None:
        """Hold a table's carried pot, which can be read, against its hands."""
        saved = dict(row.facts.get("carried", ()))
        if derived is not None and saved != dict(derived):
            self.faults.append(f"carried: table {row.id}: {saved}, and should be {dict(derived)}")

    def unchecked(self) -> Iterator[str]:
        """Say what no other row says, so that nothing could be held against it."""
        yield "queued top-ups (what a player asked for is in no other row)"
        yield "how many hands a season has on the leaderboard (a season's beginning is not kept)"
        if self._undated:
            yield f"months and weeks of {len(self._undated)} people with hands whose end cannot be read"
        if self._not_derived:
            yield f"thrown ranks of {self._not_derived} people with hands of older rules"
