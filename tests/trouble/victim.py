"""Service and store alone, playing random presses at some tables and telling of each before and after, until they are killed."""

import asyncio
import itertools
import json
import os
import random  # noqa: TID251 - a test may choose by a chance of its own
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from bot.engine import VARIANTS, BetPrompt, Call, Check, DiscardPrompt, Fold, Pass, RaiseTo, action_text, entry_text
from bot.errors import PokerError
from bot.sandbox.clock import ManualClock
from bot.store import Store
from bot.tables import DiscardAt, DrawAt, Player, Policy, PreAction, Servers, TableRules, Tables
from bot.tables.hands import play
from bot.tables.state import State, Table
from bot.tables.storage import rows
from tests.dealing import SeededDealer
from tests.tables.room import all_in_memory

GUILD, TABLES, SEATS = 7, 3, 5
Json = dict[str, Any]
Tell = Callable[[Json], None]


def digest(state: State) -> Json:
    """All of a table that must outlive a kill, as plain values."""
    live = state.running
    hand = None
    if live is not None:
        log = [entry_text(entry) for entry in live.hand.log]
        pre_actions = sorted((seat, *_plain(one)) for seat, one in live.pre_actions.items())
        hand = {
            "id": live.id,
            "log": log,
            "extended": sorted(live.extended),
            "pre_actions": pre_actions,
            "prompt": live.hand.prompt_number,
        }
    seats = {
        str(one.player.id): [one.seat, one.stack, one.status, *(getattr(one, fact) for fact in rows.SITTER_FACTS)]
        for one in state.sitters
    }
    return json.loads(json.dumps({"fields": rows.table_fields(state), "seats": seats, "hand": hand}))


def _plain(pre_action: PreAction) -> tuple[Any, ...]:
    return pre_action.what, pre_action.price, pre_action.position


@dataclass(frozen=True)
class Life:
    """What one process is given: no two over the same file may share a press, as no two interactions of Discord's share an id."""

    file: Path
    seed: int
    first_press: int


class Victim:
    """The process from its start till its death."""

    def __init__(self, life: Life, tell: Tell) -> None:
        self.file = life.file
        self.life_seed = life.seed
        self.chance = random.Random(life.seed)
        self.tell = tell
        self.clock = ManualClock(1_800_000_000.0 + life.seed)
        self.presses = itertools.count(life.first_press)
        self.turns = [asyncio.Lock() for _ in range(TABLES)]

    async def live(self, known: dict[int, Json], asked: dict[int, Json]) -> None:
        """Start from the file and play on, until the process is killed."""
        await self.start(known, asked)
        await asyncio.gather(*(self.at_table(number) for number in range(TABLES)))

    async def start(self, known: dict[int, Json], asked: dict[int, Json]) -> None:
        """Start from the file, and hold it against what the dead one had told."""
        self.store = await Store.open(f"sqlite:///{self.file}", now=self.clock.now)
        policy = Policy()
        dealer = SeededDealer(self.life_seed)
        self.tables = Tables(self.store, Servers(self.store, policy, self.clock), clock=self.clock, dealer=dealer, policy=policy)
        await self.tables.start()
        self.tell({"verified": await self.verify(known, asked)})

    async def close(self) -> None:
        """Where the process lives on."""
        await self.tables.close()
        await self.store.close()

    async def verify(self, known: dict[int, Json], asked: dict[int, Json]) -> Json:
        """Every answered press is there, the open one whole or not at all, clocks are new, chips right. Raises AssertionError."""
        async with self.store.reading() as t:
            assert await t.audit.check() == []
        whole, now = 0, {}
        for number in range(TABLES):
            table, before, press = self.table(number), known.get(number), asked.get(number)
            after = now[number] = digest(table.state) if table else None
            if after != before:
                assert press is not None, (number, before, after)
                check_whole(press, before, after)
                whole += 1
            live = table.state.running if table else None
            if table is not None and live is not None:
                full = timedelta(seconds=play.seconds_for(table.state.rules, live.hand.prompt))
                assert live.deadline == self.clock.now() + full
                assert {one.player.id for one in table.state.sitters} >= {player.id for player in live.players.values()}
                assert all(seat.stack == self.stack(table, seat.number) for seat in live.hand.setup.seats)
        return {"whole": whole, "open": len(asked), "now": now}

    @staticmethod
    def stack(table: Table, seat: int) -> int:
        return next(one.stack for one in table.state.sitters if one.seat == seat)

    def table(self, number: int) -> Table | None:
        return next((table for table in all_in_memory(self.tables) if table.channel_id == 70 + number), None)

    async def at_table(self, number: int) -> None:
        while True:
            if self.chance.random() < 0.02:
                await self.let_time_pass()
            else:
                await self.press_once(number)

    async def press_once(self, number: int) -> None:
        async with self.turns[number]:
            await self.press(number, *self.choose(number))

    async def press(self, number: int, what: str, call: Awaitable[Any], **about: Any) -> None:
        self.tell({"asked": number, "what": what, **about})
        with suppress(PokerError):
            await call
        table = self.table(number)
        self.tell({"answered": number, "now": digest(table.state) if table else None})

    async def let_time_pass(self) -> None:
        """Whatever the clocks ring for, at all tables; nobody presses meanwhile."""
        async with AsyncExitStack() as everybody:
            for turn in self.turns:
                await everybody.enter_async_context(turn)
            for number in range(TABLES):
                self.tell({"asked": number, "what": "clock"})
            self.clock.advance(self.chance.choice((9.0, 31.0, 61.0)))
            await self.tables.settled()
            for number in range(TABLES):
                table = self.table(number)
                self.tell({"answered": number, "now": digest(table.state) if table else None})

    def choose(self, number: int) -> tuple[Any, ...]:
        """Some press that could come, most of them sensible."""
        tables, table, press = self.tables, self.table(number), next(self.presses)
        somebody = Player(1_000 * number + self.chance.randrange(1, SEATS + 2), "somebody")
        if table is None:
            variant = self.chance.choice(tuple(VARIANTS))
            rules = TableRules.from_options(variant=variant, seats=SEATS)
            return "open", tables.open(GUILD, 70 + number, somebody, rules, locale="en-US", press=press)
        live, roll = table.state.running, self.chance.random()
        if len(table.state.sitters) < 2 or roll < 0.04:
            return "join", tables.join(table.id, somebody, press=press)
        user = self.chance.choice(table.state.sitters).player.id
        if roll < 0.10:
            return self._about_seats(table, user, press)
        if live is None and table.state.status == "paused":
            return "resume", tables.resume(table.id, 1, manager=True, press=press)
        if live is None:
            return "deal", tables.deal(table.id, user, press=press)
        if roll < 0.2:
            seat = self.chance.choice(list(live.players))
            what, price = self.chance.choice(("check-fold", "call-any", "pass", "")), self.chance.choice((0, 10, 1))
            return "pre-action", tables.set_pre_action(live.id, live.players[seat].id, what, price, press=press)
        assert live.prompt_seat is not None
        answer = self._answer(live.hand.prompt)
        text = action_text(play.resolved(answer, live.hand.prompt))
        asker = live.players[live.prompt_seat].id
        return f"act {text}", tables.act(live.id, live.hand.prompt_number, asker, answer, press=press)

    def _about_seats(self, table: Table, user: int, press: int) -> tuple[Any, ...]:
        tables, what = self.tables, self.chance.choice(("leave", "away", "back", "top-up", "pause", "set", "void", "kick"))
        calls: dict[str, Callable[[], Any]] = {
            "leave": lambda: tables.leave(table.id, user, press=press),
            "away": lambda: tables.away(table.id, user, press=press),
            "back": lambda: tables.back(table.id, user, press=press, post=True),
            "top-up": lambda: tables.top_up(table.id, user, None, press=press),
            "pause": lambda: tables.pause(table.id, 1, manager=True, press=press),
            "set": lambda: tables.change_rules(table.id, 1, manager=True, press=press, ante=self.chance.randrange(4)),
            "kick": lambda: tables.kick(table.id, 1, user, manager=True, press=press),
            "void": lambda: tables.stop(table.id, 1, manager=True, now=True, press=press, name="manager"),
        }
        return f"{what} {user}", calls[what]()

    def _answer(self, prompt: Any) -> Any:
        match prompt:
            case BetPrompt():
                raises = [RaiseTo(self.chance.choice((prompt.raise_from, prompt.raise_to)))] if prompt.raise_from else []
                calm = [Call()] * 4 if prompt.to_call else [Check()] * 4
                return self.chance.choice([*calm, *raises, Fold()])
            case DiscardPrompt():
                cards = [DiscardAt(place) for place, card in enumerate(prompt.cards) if card in prompt.allowed]
                return self.chance.choice([*cards, Pass(), Pass(), Pass()])
            case _:
                return DrawAt(self.chance.choice((0, 1, 3, 5, 7)))


def check_whole(press: Json, before: Json | None, after: Json | None) -> None:
    """What an unanswered press has left is all of it."""
    what, _, about = press["what"].partition(" ")
    hands = [(state or {}).get("hand") for state in (before, after)]
    was, now = ([] if hand is None else hand["log"] for hand in hands)
    same_hand = hands[0] is not None and hands[1] is not None and hands[0]["id"] == hands[1]["id"]
    if same_hand:
        assert now[: len(was)] == was, (press, was, now)
    match what:
        case "open":
            assert before is None
            assert after is not None
            assert len(after["seats"]) == 1, (press, after)
            assert all(seat[1] > 0 for seat in after["seats"].values()), (press, after)
        case "act" if same_hand:
            assert len(now) > len(was), (press, was, now)
            assert now[len(was)] == about, "its own action comes first"
        case "act":
            assert hands[1] is None, (press, before, after)
        case "leave":
            assert after is None or about not in after["seats"] or (seat := after["seats"][about])[2] == "leaving", (press, seat)
            if same_hand and before is not None:
                folded = before["seats"][about][0]
                assert len(now) > len(was) or any(line.startswith("fold") for line in was), (press, folded, was, now)
        case "join":
            assert after is not None
            assert before is not None
            assert len(after["seats"]) == len(before["seats"]) + 1 or after["seats"] != before["seats"]
        case "deal":
            assert hands[0] is None
            assert hands[1] is not None
            assert after["fields"]["hands"] == before["fields"]["hands"] + 1
        case "pause" | "resume":
            assert before is not None
            assert after is not None
            assert after["fields"]["state"] == {"pause": "paused", "resume": "open"}[what], (press, after)
        case "void":
            assert after is None, "the table is closed and paid out"
        case _:
            pass


def run(life: Life, pipe: int, known: dict[int, Json], asked: dict[int, Json]) -> None:
    """Live in this process, telling through `pipe`, and never come back."""

    def tell(what: Json) -> None:
        os.write(pipe, (json.dumps(what) + "\n").encode())

    try:
        asyncio.run(Victim(life, tell).live(known, asked))
    except BaseException:  # noqa: BLE001 - it is told, and the process ends
        import traceback

        tell({"failed": traceback.format_exc()})
    os._exit(1)
