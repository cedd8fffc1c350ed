"""A card room for tests: the real service over a real database file, on a clock that is moved by hand, with a stacked deck if wanted."""

import itertools
from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import Any, Self

import pytest

from bot.engine import DECK, Call, Card, Check, Fold, Pass, RaiseTo, parse_cards
from bot.errors import PokerError
from bot.history import Records
from bot.sandbox.clock import ManualClock
from bot.store import Store
from bot.tables import Change, DiscardAt, Player, Policy, Servers, TableRules, Tables, TableView
from bot.tables.state import Table
from tests.dealing import SeededDealer

ONE, TWO, THREE, FOUR = (Player(100 + number, name) for number, name in enumerate(("one", "two", "three", "four"), 1))
GUILD, CHANNEL = 7, 70


class StackedDealer(SeededDealer):
    """Deals the decks that a test has laid out, then ones shuffled from a seed; the first button goes where the test says."""

    def __init__(self) -> None:
        super().__init__()
        self.decks: list[tuple[Card, ...]] = []
        self.first_button: int | None = None
        self.luck: float | None = None

    def stack(self, top: str) -> None:
        """Lay out a deck by its first cards, in dealing order; the rest follows in the order of the pack."""
        cards = parse_cards(top)
        self.decks.append((*cards, *(card for card in DECK if card not in cards)))

    def deck(self) -> tuple[Card, ...]:
        return self.decks.pop(0) if self.decks else super().deck()

    def one_of(self, seats: Sequence[int]) -> int:
        return self.first_button if self.first_button in seats else super().one_of(seats)

    def chance(self) -> float:
        return super().chance() if self.luck is None else self.luck


def in_memory(tables: Tables, table_id: int) -> Table:
    """The table behind its views, as the service has it in memory. Raises `NoTable`."""
    return tables._registry.table(table_id)


def all_in_memory(tables: Tables) -> list[Table]:
    """Every open table, as the service has it in memory."""
    return list(tables._registry.tables.values())


class Room:
    """Tables over a file; `restart` throws the process's memory away and starts from the file."""

    def __init__(self, file: Path, policy: Policy | None = None) -> None:
        self.file = file
        self.policy = policy or Policy()
        self.clock = ManualClock(1_800_000_000.0)
        self.dealer = StackedDealer()
        self.presses = itertools.count(1_000)
        self.changes: list[Change] = []

    async def __aenter__(self) -> Self:
        await self._open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.tables.close()
        await self.check()
        await self.store.close()

    async def _open(self) -> None:
        self.store = await Store.open(f"sqlite:///{self.file}", now=self.clock.now)
        self.servers = Servers(self.store, self.policy, self.clock)
        self.tables = Tables(self.store, self.servers, clock=self.clock, dealer=self.dealer, policy=self.policy)
        self.records = Records(self.store, self.servers, self.tables, clock=self.clock, policy=self.policy)
        self.changes = []
        self.tables.subscribe(self.changes.append)
        await self.tables.start()

    async def restart(self) -> None:
        """Lose everything in memory, as a killed process does, and start anew."""
        self.tables._timers.stop()
        await self.store.close()
        await self._open()

    async def check(self) -> None:
        """Every invariant of ledger, seats and hands."""
        async with self.store.reading() as t:
            assert await t.audit.check() == []

    def press(self) -> int:
        """A new interaction's id."""
        return next(self.presses)

    async def open(self, *others: Player, host: Player = ONE, channel: int = CHANNEL, **rules: Any) -> TableView:
        """A table with these people, in order, and nobody dealt in yet."""
        view = await self.tables.open(GUILD, channel, host, TableRules.from_options(**rules), locale="en-US", press=self.press())
        for person in others:
            view = await self.tables.join(view.table_id, person, press=self.press())
        return view

    async def deal(self, view: TableView) -> TableView:
        """The next hand, at once."""
        return await self.tables.deal(view.table_id, view.seats[0].player.id, press=self.press())

    async def act(self, view: TableView, answer: Any) -> TableView:
        """Whoever is asked answers."""
        view = self.tables.view(view.table_id)
        assert view.hand is not None
        assert view.hand.prompt_seat is not None
        who = view.hand.players[view.hand.prompt_seat]
        return await self.tables.act(view.hand.hand_id, view.hand.prompt_number, who.id, answer, press=self.press())

    async def later(self, seconds: float) -> None:
        """Let time pass, and everything that it wakes come to its end, timer by timer."""
        until = self.clock.time() + seconds
        await self.tables.settled()
        while (due := self.clock.next_due()) is not None and due <= until:
            self.clock.advance(max(0.0, due - self.clock.time()))
            await self.tables.settled()
        self.clock.advance(until - self.clock.time())

    async def chips(self, person: Player) -> int:
        """What a person has in all."""
        return (await self.records.chips(GUILD, person)).total


def stacks(view: TableView) -> dict[str, int]:
    """Who has how much in front of them."""
    return {seat.player.name: seat.stack for seat in view.seats}


async def check_refused(room: Room, kind: type[PokerError], doing: Awaitable[object]) -> PokerError:
    """The error that a call ends in; nothing may have changed."""
    before = [(table.state, table.version) for table in all_in_memory(room.tables)]
    with pytest.raises(kind) as error:
        await doing
    assert [(table.state, table.version) for table in all_in_memory(room.tables)] == before
    return error.value


async def example(room: Room, *, seconds: float = 0) -> TableView:
    """SQ-A (rules.md 1.3), played to the last chip, which comes after so many seconds."""
    room.dealer.first_button = 2
    room.dealer.stack("Ks Kh 7c  Kd Qh 8d  9h Js 9s  9c Jd Th  3c 4c Jc  Kc Jh 2d")
    table = await room.deal(await room.open(TWO, THREE))
    discards = (DiscardAt(4), DiscardAt(0), Pass(), Pass(), DiscardAt(0), Pass())
    for answer in (Call(), Call(), Check(), *discards, RaiseTo(20), Fold()):
        await room.act(table, answer)
    await room.later(seconds)
    return await room.act(table, Call())
