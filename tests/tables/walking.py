"""A walk through an evening: people do what comes into their heads, the clock runs, the process is killed, and what a table promises is held against it.

What is done is told in the notation of `evening_talk`, so that a walk that fails can be played again as a row.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from bot.engine import VARIANTS, BetPrompt
from bot.tables import Change, Notice, TableRules, TableView
from bot.tables.seats.button import lies_between
from bot.tables.seats.sitters import Sitter, Sitters
from bot.tables.state import LiveHand, State
from tests.tables.evening_talk import PEOPLE, Evening
from tests.tables.room import GUILD, Room

Choose = Callable[[Sequence[str]], str]

RULES = (
    "blinds 5/10",
    "blinds 10/20",
    "blinds 0/0, ante 5",
    "blinds 5/10, ante 2",
    "blinds 0/10",
    "blinds 5/10, button dead",
    "blinds 10/20, ante 2, button dead",
)
SEATS = ("A, B", "A, B, C", "A, B 400, C, D", "A, B, C, D, E")
SEAT_WISHES = ("joins", "joins", "leaves", "sits out", "comes back", "posts", "tops up", "is kicked")
TABLE_WISHES = (
    "deal",
    "deal",
    "deal",
    "deal",
    "deal",
    "deal",
    "all in",
    "restart",
    "later 10",
    "later 40",
    "set blinds 10/20",
    "set ante 3",
    "set blinds 0/0, ante 5",
    "set button dead",
    "set button moving",
)
BETS = ("folds", "checks", "calls", "shoves", "times out")
DRAWS = ("stands pat", "times out")

MOST_ORBITS = 3
"""How far the big blinds that somebody posts may be from those that their hands cost: an orbit, and more where others come, go and wait in between."""


async def walk(room: Room, choose: Choose, steps: int) -> "Walk":
    """An evening of so many steps, each drawn by `choose`; every promise is checked as it goes."""
    evening = Walk(room)
    await evening.tell(f"game {choose(tuple(VARIANTS))}, {choose(RULES)}, clock 15, seats 6")
    await evening.tell(f"seats {choose(SEATS)}")
    for _ in range(steps):
        line = evening.next_line(choose)
        if await evening.refuses(evening.tell(line)):
            evening.told[-1] = f"refused {line}"
        for fault in evening.faults:  # a listener's own errors are logged, and nobody else hears of them
            raise fault
        if evening.closed:
            return evening
    await evening.ends()
    for fault in evening.faults:
        raise fault
    return evening


class Walk(Evening):
    """One evening, and the books that are kept of it."""

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        self.hands = 0
        self.faults: list[AssertionError] = []
        self.seen: State | None = None
        self.announced: TableRules | None = None
        self.last_big: int | None = None
        self.owed: dict[int, list[Fraction]] = {}
        self.waited: dict[int, int] = {}

    @property
    def closed(self) -> bool:
        return self.table_id not in {view.table_id for view in self.room.tables.views()}

    def next_line(self, choose: Choose) -> str:
        """What happens next: something with a seat, an answer of whoever is asked, or something with the table."""
        live = self.state.running
        asked = None if live is None or live.prompt_seat is None else live.players[live.prompt_seat].name
        match choose(("seat", "table", "table") if asked is None else ("seat", "answer", "fold out", "fold out", "table")):
            case "fold out":
                return "fold out"
            case "seat":
                return f"{choose(tuple(PEOPLE))} {choose(SEAT_WISHES)}"
            case "answer":
                assert live is not None
                return f"{asked} {choose(BETS if isinstance(live.hand.prompt, BetPrompt) else DRAWS)}"
        return choose(TABLE_WISHES)

    async def tell_seats(self, rest: str) -> None:
        await super().tell_seats(rest)
        self.watch()

    async def tell_restart(self, rest: str) -> None:
        await super().tell_restart(rest)
        await self.room.check()
        self.watch()

    def watch(self) -> None:
        """Hear of every change from now on."""
        self.seen = self.state
        self.room.tables.subscribe(self.heard)

    # What a table promises

    def heard(self, change: Change) -> None:
        """Hold one step of the table against what it promises."""
        if self.closed:
            return
        before, now = self.seen, self.state
        assert before is not None
        try:
            self.check_notices(change.notices)
            if now.live is not None and (before.live is None or before.live.id != now.live.id):
                self.check_the_deal(before, now, now.live, change.view)
            self.check_clock(now.running)
        except AssertionError as fault:
            self.faults.append(fault)
        self.seen = now

    def check_notices(self, notices: Sequence[Notice]) -> None:
        for notice in notices:
            if notice.key == "notice.rules":
                rules = notice.values["rules"]
                assert isinstance(rules, TableRules)
                self.announced = rules

    def check_clock(self, live: LiveHand | None) -> None:
        """Whoever is asked has a clock, and one that ends."""
        if live is None:
            return
        assert live.prompt_seat is not None
        assert live.deadline is not None
        assert 0 <= (live.deadline - self.room.clock.now()).total_seconds() <= 300

    def check_the_deal(self, before: State, now: State, live: LiveHand, view: TableView) -> None:
        self.hands += 1
        self.told.append(f"# dealt {told_deal(now, live)}")
        self.check_announced(now, live, view)
        self.check_dealt_in(before.sitters, now, live)
        self.check_big_blind(now, live)
        self.check_dead_button(before, now, live)
        self.check_orbits(now, live)

    def check_announced(self, now: State, live: LiveHand, view: TableView) -> None:
        """What was announced last is what the hand is set up with, and what the table shows."""
        setup, rules = live.hand.setup, view.rules
        assert self.announced in (None, rules)
        stakes = setup.stakes
        assert (stakes.small_blind, stakes.big_blind, stakes.ante) == (rules.small_blind, rules.big_blind, rules.ante)
        assert (setup.variant, setup.betting, setup.discard_limit) == (rules.variant, rules.betting, rules.discard_limit)
        assert view.button == setup.button
        assert setup.dead_small_blind == (now.blinds is not None and now.blinds.small not in {None, *live.players})
        assert rules.button == "dead" or not setup.dead_small_blind
        assert rules.button == "dead" or setup.button in live.players
        assert setup.carried == sum(chips for _, chips in now.carried)
        assert {seat.number: seat.stack for seat in setup.seats} == {
            sitter.seat: sitter.stack for sitter in now.sitters if sitter.seat in live.players
        }

    def check_dealt_in(self, before: Sitters, now: State, live: LiveHand) -> None:
        """All who are ready are dealt in; who waits is not, before the big blind reaches them; only who chose to post is made to."""
        able = [sitter for sitter in before if sitter.can_play]
        waiting = {sitter.seat for sitter in able if waits(sitter, now.rules)}
        ready = {sitter.seat for sitter in able} - waiting
        dealt_in = set(live.players)
        assert now.blinds is not None
        held_back = ready - dealt_in
        assert not held_back or now.rules.button == "dead", (ready, dealt_in)
        assert all(lies_between(seat, now.blinds.button, now.blinds.small) for seat in held_back), held_back
        if now.rules.button == "dead":
            assert not any(lies_between(seat, now.blinds.button, now.blinds.small) for seat in dealt_in), dealt_in
        allowed = {now.blinds.big} if ready else {now.blinds.big, now.blinds.button}
        assert dealt_in - ready <= allowed, (waiting, dealt_in)
        posting = {seat.number for seat in live.hand.setup.seats if seat.live_post or seat.dead_post}
        assert posting <= {sitter.seat for sitter in able if sitter.posts}, posting
        for sitter in able:
            self.waited[sitter.player.id] = 0 if sitter.seat in dealt_in else self.waited.get(sitter.player.id, 0) + 1
            assert self.waited[sitter.player.id] <= 2 * 8, "waits for ever"

    def check_big_blind(self, now: State, live: LiveHand) -> None:
        """Nobody has the big blind twice running."""
        assert now.blinds is not None
        big = None if now.blinds.big is None else live.players[now.blinds.big].id
        assert big is None or big != self.last_big, "the big blind twice running"
        self.last_big = big

    def check_dead_button(self, before: State, now: State, live: LiveHand) -> None:
        """With a dead button the big blind passes nobody who is ready, and whoever had it has the small one next, or nobody."""
        last, blinds = before.blinds, now.blinds
        assert blinds is not None
        if now.rules.button != "dead" or last is None or last.big is None or blinds.big is None:
            return
        ready = [sitter.seat for sitter in before.sitters if sitter.can_play and not sitter.waits]
        if len(ready) < 2:  # the big blind comes to who waits for it at once (D-29)
            return
        assert not any(lies_between(seat, last.big, blinds.big) for seat in ready), (ready, last, blinds)
        assert last.big not in ready or blinds.small == last.big
        assert live.hand.setup.button in live.players or live.hand.setup.button == last.small

    def check_orbits(self, now: State, live: LiveHand) -> None:
        """Over any stretch of hands everybody posts the big blinds that their hands cost, give or take an orbit."""
        assert now.blinds is not None
        if now.blinds.big is None:
            self.owed.clear()
            return
        posts = {seat.number: seat.live_post for seat in live.hand.setup.seats}
        for seat, player in live.players.items():
            paid = int(seat == now.blinds.big) + bool(posts[seat])
            books = self.owed.setdefault(player.id, [Fraction(0)])
            books.append(books[-1] + Fraction(1, len(live.players)) - paid)
            assert books[-1] - min(books) <= MOST_ORBITS, f"{player.name} has played {books[-1] - min(books)} orbits for nothing"
            assert max(books) - books[-1] <= MOST_ORBITS, (
                f"{player.name} has paid for {max(books) - books[-1]} orbits more than played"
            )

    async def ends(self) -> None:
        """Nobody presses any more: every prompt's clock ends, and the chips are all there."""
        while self.state.running is not None:
            await self.time_out()
            if self.closed:
                return
        await self.room.check()
        chips = [(await self.room.records.chips(GUILD, person)).total for person in PEOPLE.values()]
        assert sum(chips) + self.state.carried_chips == 5_000 * len(PEOPLE)


def told_deal(now: State, live: LiveHand) -> str:
    """A deal in words, for who reads a walk that failed: seats with names, and who has button and blinds."""
    assert now.blinds is not None
    marks = {now.blinds.button: "BTN", now.blinds.small: "SB", now.blinds.big: "BB"}
    return ", ".join(f"{marks.get(seat, '')}{seat} {player.name}" for seat, player in sorted(live.players.items()))


def waits(sitter: Sitter, rules: TableRules) -> bool:
    """Whether somebody waits for the big blind, in a game that has one."""
    return bool(rules.big_blind) and sitter.waits
