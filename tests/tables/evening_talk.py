"""An evening told as one would tell it at the table: the notation of the hands (`tests.engine.table_talk`), for the seats around them.

    EVENING  who waits
        game   blinds 5/10, ante 1
        seats  A, B, C 500
        deal   BTN A, SB B, BB C
        fold out
        B sits out
        deal   BTN C, SB C, BB A

People are single letters. The first of `seats` opens the table and has the first button, the others join in order. The words of a line:

    game      `simple`, `blinds 5/10`, `ante 1`, `seats 4`, `buy-in 500`, `clock 30`, `bank 0`, `button dead`
    seats     who sits down, with another buy-in than the usual one where one is named
    NAME …    `joins` `leaves` `sits out` `comes back` `posts` (comes back posting) `tops up 200` `is kicked`;
              who is asked `folds` `checks` `calls` `shoves` `stands pat` `times out` (till the clock has played for them)
    deal      the next hand; what follows must hold of it: `BTN A, SB B, BB C, D posts 10+5`. Who is named dealt in must be all: `dealt A B C`;
              a dead button lies at a seat: `BTN 2`, and a dead small blind is nobody's: `SB dead`
    no deal   none can be dealt
    fold out  everybody folds or checks till the hand is over
    all in    everybody puts in everything, and nobody draws
    set       the host's new rules: `set ante 5`, `set blinds 0/0, ante 5`
    refused   what must be refused and change nothing: `refused A joins`
    deck      the first cards of the next deck, in dealing order
    restart   the process is killed, and another one starts
    stop      the host closes the table, after the running hand
    check out everybody checks, calls or stands pat till the hand is over
    daily A   /chips daily
    forget A  /forget, by somebody who sits nowhere
    later 60  so many seconds pass
    at        who sits at which seat: `at A 0, B 2`
    status    what the table shows of people: `status A waiting, B ready`
    stacks    `stacks A 995, B 1005`
    chips     what people have in all: `chips A 5000`
    asked A   who is asked
"""

import re
from collections.abc import Awaitable
from typing import Any

from bot.engine import VARIANTS, BetPrompt, Call, Check, DrawPrompt, Fold, Pass, RaiseTo
from bot.errors import PokerError
from bot.tables import Answer, DrawAt, Player, TableView
from bot.tables.state import LiveHand, State
from tests.tables.room import GUILD, Room, in_memory

NAMES = "ABCDEFGH"
PEOPLE = {name: Player(700_000_001 + number, name) for number, name in enumerate(NAMES)}


class Evening:
    """One table of a card room, and what is told of it."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.rules: dict[str, Any] = {"time_bank_seconds": 0}
        self.table_id = 0
        self.told: list[str] = []

    async def tell(self, text: str) -> None:
        """Do, or check, what each line says."""
        for line in filter(None, map(str.strip, text.splitlines())):
            self.told.append(line)
            await self._line(line)

    async def _line(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word in PEOPLE:
            await self.person(word, rest.strip())
        else:
            await getattr(self, f"tell_{word}")(rest.strip())

    # What the table is

    @property
    def view(self) -> TableView:
        return self.room.tables.view(self.table_id)

    @property
    def state(self) -> State:
        return in_memory(self.room.tables, self.table_id).state

    @property
    def live(self) -> LiveHand:
        assert self.state.live is not None
        return self.state.live

    def name_at(self, seat: int) -> str:
        """Who had this seat in the newest hand."""
        return self.live.players[seat].name

    # What people do

    async def person(self, name: str, what: str) -> None:
        tables, who, press, table = self.room.tables, PEOPLE[name], self.room.press(), self.table_id
        match what.split():
            case ["joins", *chips]:
                await tables.join(table, who, press=press, buy_in=int(chips[0]) if chips else None)
            case ["leaves"]:
                await tables.leave(table, who.id, press=press)
            case ["sits", "out"]:
                await tables.away(table, who.id, press=press)
            case ["comes", "back"]:
                await tables.back(table, who.id, press=press)
            case ["posts"]:
                await tables.back(table, who.id, press=press, post=True)
            case ["tops", "up", *chips]:
                await tables.top_up(table, who.id, int(chips[0]) if chips else None, press=press)
            case ["is", "kicked"]:
                await tables.kick(table, self.state.host.id, who.id, manager=True, press=press)
            case _:
                await self.decide(name, what)

    async def decide(self, name: str, what: str) -> None:
        live = self.live
        assert live.running, "the hand is over"
        assert live.prompt_seat is not None
        assert self.name_at(live.prompt_seat) == name, f"{self.name_at(live.prompt_seat)} is asked"
        if what == "times out":
            await self.time_out()
        else:
            await self.answer(self.meant(what))

    def meant(self, what: str) -> Answer:
        prompt = self.live.hand.prompt
        match what:
            case "folds":
                return Fold()
            case "checks":
                return Check()
            case "calls":
                return Call()
            case "shoves":
                assert isinstance(prompt, BetPrompt)
                return RaiseTo(prompt.raise_to) if prompt.raise_to else Call()
            case "stands pat":
                return DrawAt(0) if isinstance(prompt, DrawPrompt) else Pass()
        raise ValueError(what)

    async def answer(self, answer: Answer) -> None:
        live = self.live
        seat = live.prompt_seat
        assert seat is not None
        await self.room.tables.act(live.id, live.hand.prompt_number, live.players[seat].id, answer, press=self.room.press())

    async def time_out(self) -> None:
        """Nobody presses till the open prompt is gone; each of its deadlines must lie ahead, and come."""
        live, number = self.live, self.live.hand.prompt_number
        for _ in range(3):  # its own time, then what the time bank or the extension lends
            deadline = self.live.deadline
            assert deadline is not None
            wait = (deadline - self.room.clock.now()).total_seconds()
            assert 0 <= wait <= 300, wait
            await self.room.later(wait)
            if self.state.live is None or self.live.id != live.id or not self.live.running:
                return
            if self.live.hand.prompt_number != number:
                return
        raise AssertionError("the prompt stays open though its clock has run out")

    # What happens at the table

    async def tell_game(self, rest: str) -> None:
        self.rules |= dict(option for part in rest.split(",") for option in options(part.strip()))

    async def tell_seats(self, rest: str) -> None:
        for number, part in enumerate(rest.split(",")):
            name, *chips = part.split()
            buy_in = int(chips[0]) if chips else None
            if number:
                await self.person(name, " ".join(["joins", *chips]))
                continue
            self.room.dealer.first_button = 0
            rules = {**self.rules}
            view = await self.room.open(host=PEOPLE[name], **rules)
            self.table_id = view.table_id
            assert buy_in is None, "who opens brings the usual"

    async def tell_deal(self, rest: str) -> None:
        sitter = next(seat for seat in self.view.seats if seat.status != "leaving")
        await self.room.tables.deal(self.table_id, sitter.player.id, press=self.room.press())
        assert self.state.rules.button == "dead" or self.live.hand.setup.button in self.live.players
        for part in filter(None, map(str.strip, rest.split(","))):
            self.check_deal(part)

    def check_deal(self, part: str) -> None:
        blinds, setup = self.state.blinds, self.live.hand.setup
        assert blinds is not None
        posts = {self.name_at(seat.number): (seat.live_post, seat.dead_post) for seat in setup.seats}
        match re.split(r"[ +]", part):
            case ["BTN", seat] if seat.isdigit():
                assert setup.button == int(seat), f"the button is at seat {setup.button}"
                assert setup.button not in self.live.players
            case ["SB", "dead"]:
                assert setup.dead_small_blind
            case ["BTN", name]:
                assert self.name_at(setup.button) == name, f"{self.name_at(setup.button)} has the button"
            case ["SB", name]:
                assert blinds.small is not None
                assert not setup.dead_small_blind
                assert self.name_at(blinds.small) == name, f"{self.name_at(blinds.small)} is the small blind"
            case ["BB", name]:
                assert blinds.big is not None
                assert self.name_at(blinds.big) == name, f"{self.name_at(blinds.big)} is the big blind"
            case [name, "posts", live, dead]:
                assert posts[name] == (int(live), int(dead)), posts
            case ["nobody", "posts"]:
                assert set(posts.values()) == {(0, 0)}, posts
            case ["dealt", *names]:
                assert {player.name for player in self.live.players.values()} == set(names)
            case _:
                raise ValueError(part)

    async def tell_no(self, rest: str) -> None:
        assert rest == "deal"
        assert self.view.waiting in ("players", "people", "paused"), self.view.waiting

    async def tell_fold(self, rest: str) -> None:
        assert rest == "out"
        while self.state.live is not None and self.live.running:
            await self.answer(self.cheapest())

    def cheapest(self) -> Answer:
        match self.live.hand.prompt:
            case BetPrompt(to_call=price):
                return Fold() if price else Check()
        return self.meant("stands pat")

    async def tell_check(self, rest: str) -> None:
        assert rest == "out"
        while self.state.live is not None and self.live.running:
            prompt = self.live.hand.prompt
            await self.answer(
                self.meant("stands pat" if not isinstance(prompt, BetPrompt) else "calls" if prompt.to_call else "checks")
            )

    async def tell_stop(self, rest: str) -> None:
        assert not rest
        host = self.state.host
        await self.room.tables.stop(self.table_id, host.id, manager=False, now=False, press=self.room.press(), name=host.name)

    async def tell_daily(self, rest: str) -> None:
        await self.room.records.gifts.daily(GUILD, PEOPLE[rest])

    async def tell_all(self, rest: str) -> None:
        assert rest == "in"
        while self.state.live is not None and self.live.running:
            bet = isinstance(self.live.hand.prompt, BetPrompt)
            await self.answer(self.meant("shoves" if bet else "stands pat"))

    async def tell_deck(self, rest: str) -> None:
        self.room.dealer.stack(rest)

    async def tell_set(self, rest: str) -> None:
        changes = dict(option for part in rest.split(",") for option in options(part.strip()))
        await self.room.tables.change_rules(self.table_id, self.state.host.id, manager=True, press=self.room.press(), **changes)

    async def tell_restart(self, rest: str) -> None:
        assert not rest
        before = self.state
        await self.room.restart()
        after = self.state
        assert (after.sitters, after.leavers, after.blinds, after.rules, after.next_rules, after.carried, after.status) == (
            (before.sitters, before.leavers, before.blinds, before.rules, before.next_rules, before.carried, before.status)
        )
        assert (after.running is None) == (before.running is None)

    async def tell_forget(self, rest: str) -> None:
        await self.room.records.forget(GUILD, PEOPLE[rest].id, press=self.room.press())

    async def tell_later(self, rest: str) -> None:
        await self.room.later(float(rest))

    async def tell_refused(self, rest: str) -> None:
        name, _, what = rest.partition(" ")
        assert await self.refuses(self.person(name, what)), f"{rest}: was not refused"

    async def refuses(self, doing: Awaitable[object]) -> bool:
        """Whether this is refused; then nothing may have changed."""
        before = self.state
        try:
            await doing
        except PokerError:
            assert self.state == before
            return True
        return False

    # What must hold

    async def tell_at(self, rest: str) -> None:
        expected = {name: int(seat) for name, seat in map(str.split, rest.split(","))}
        found = {sitter.player.name: sitter.seat for sitter in self.state.sitters}
        assert {name: found[name] for name in expected} == expected, found

    async def tell_status(self, rest: str) -> None:
        found = {seat.player.name: seat.status for seat in self.view.seats}
        for name, status in map(str.split, rest.split(",")):
            assert found[name] == status, found

    async def tell_stacks(self, rest: str) -> None:
        found = {seat.player.name: seat.stack for seat in self.view.seats}
        expected = {name: int(chips) for name, chips in map(str.split, rest.split(","))}
        assert {name: found[name] for name in expected} == expected, found

    async def tell_chips(self, rest: str) -> None:
        for name, chips in map(str.split, rest.split(",")):
            assert (await self.room.records.chips(GUILD, PEOPLE[name])).total == int(chips), name

    async def tell_asked(self, rest: str) -> None:
        seat = self.live.prompt_seat
        assert seat is not None
        assert self.name_at(seat) == rest


def options(part: str) -> list[tuple[str, Any]]:
    """The rules that one part of a `game` or `set` line names."""
    if part in VARIANTS:
        return [("variant", part)]
    name, value = part.split()
    if name == "blinds":
        small, big = map(int, value.split("/"))
        return [("small_blind", small), ("big_blind", big)]
    known = {"clock": "clock_seconds", "bank": "time_bank_seconds", "buy-in": "buy_in", "min": "min_bet", "carry": "passed_out"}
    return [(known.get(name, name), int(value) if value.isdigit() else value)]


def evenings(text: str) -> dict[str, str]:
    """The stories of a text, by their names: a line that is not indented begins one."""
    stories: dict[str, str] = {}
    name = ""
    for line in filter(str.strip, text.splitlines()):
        if line.startswith(" "):
            stories[name] += line + "\n"
        else:
            name = line.strip()
            assert name not in stories, name
            stories[name] = ""
    return stories
