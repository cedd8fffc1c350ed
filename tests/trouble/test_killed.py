"""Killed at any instant: nothing answered is lost, nothing unanswered is there by half, and everything goes on.

A killed process leaves its file as it is. So here a copy of the file, taken at an instant that the test chooses, is what the next bot
starts from; `python -m tests.bench kill` and `kill_bot` kill real processes at instants that nobody chose.
"""

import asyncio
import re
import shutil
from collections import Counter
from copy import deepcopy
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest
from sqlalchemy import event

from bot.engine import Call
from bot.sandbox.faults import Aim
from bot.settings import sqlite_url
from bot.tables.storage.audit import audit
from tests.bench.kill import PRESSES_A_LIFE, Killer
from tests.tables.room import THREE, TWO, in_memory
from tests.trouble import fire
from tests.trouble.saved import agree
from tests.trouble.truth import answered_once, chips_are_right, shows_newest
from tests.trouble.victim import TABLES, Json, Life, Victim
from tests.ui.evening import CALLBACK

ROUNDS = 40
ONE_IN = {"asked": 11, "statement": 60, "commit": 8, "answered": 11}
"""Of the instants of each kind one in so many is tried: each costs a start of the bot."""


@dataclass
class Instant:
    """What a killed process has left, and what it had told until then."""

    file: Path
    what: str
    known: dict[int, Json]
    asked: dict[int, Json]


class Instants:
    """Hears what a `Victim` tells, and copies its file at some of the instants at which it might be killed."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.found: list[Instant] = []
        self.known: dict[int, Json] = {}
        self.asked: dict[int, Json] = {}
        self.passed: Counter[str] = Counter()

    def tell(self, word: Json) -> None:
        match word:
            case {"asked": number}:
                self.asked[number] = word
                self.passes("asked")
            case {"answered": number, "now": now}:
                self.known[number] = now
                del self.asked[number]
                self.passes("answered")

    def passes(self, what: str) -> None:
        self.passed[what] += 1
        if self.passed[what] % ONE_IN[what] == 0:
            file = fire.left_behind(self.file, self.file.parent / f"{what}-{self.passed[what]}")
            self.found.append(Instant(file, what, deepcopy(self.known), deepcopy(self.asked)))

    def watch(self, victim: Victim) -> None:
        """From now on also before every statement and every commit."""
        engine = victim.store._database.writers.sync_engine
        event.listen(engine, "before_cursor_execute", lambda *_: self.passes("statement"))
        event.listen(engine, "commit", lambda _: self.passes("commit"))


@pytest.mark.parametrize("seed", [1, 2])
async def test_what_is_left_at_any_instant_is_what_was_answered(tmp_path: Path, empty: Path, seed: int) -> None:
    """Three tables whose presses share commits; killed before statements, commits and answers, and after those."""
    file = shutil.copyfile(empty, tmp_path / "poker.db")
    instants = Instants(file)
    victim = Victim(Life(file, seed, 1), instants.tell)
    await victim.start({}, {})
    instants.watch(victim)
    for number in range(ROUNDS):
        if number % 15 == 14:
            await victim.let_time_pass()
        await asyncio.gather(*(victim.press_once(table) for table in range(TABLES)))
    await victim.close()
    assert {one.what for one in instants.found} == set(ONE_IN)
    for one in instants.found:
        next_life = Victim(Life(one.file, seed, PRESSES_A_LIFE), lambda _: None)
        await next_life.start(one.known, one.asked)
        await next_life.close()


def test_no_two_lives_share_chance_or_presses(tmp_path):
    """Else a press may come twice over one file, which no interaction of Discord's does."""
    killer, lives = Killer(tmp_path, seed=1), []
    for _ in range(300):
        lives.append(killer.life())
        killer.counts["kills"] += 1
    assert len({life.seed for life in lives}) == 300
    starts = sorted(life.first_press for life in lives)
    assert min(after - before for before, after in pairwise(starts)) >= PRESSES_A_LIFE


async def killed(here, monkeypatch, hold=None) -> None:
    """The process is gone, with whatever it was about to say; another one starts from what the first has left."""
    left = fire.left_behind(here.file, here.file.parent / "killed")
    here.stage.faults.server_error(Aim("*", "*", times=None))  # nothing that the old one still says is heard
    if hold is not None:
        hold.release()
    monkeypatch.setattr("bot.app.ANSWERS_SECONDS", 0)
    await here.stage.stop()
    monkeypatch.undo()
    here.stage.clock.advance(3)  # after so long Discord says that nobody answered
    here.stage.faults.clear()
    here.file = left
    here.stage.world.busy.clear()
    await here.open()


async def clean(here) -> None:
    await chips_are_right(here)
    lines: list[str] = []
    assert await audit(sqlite_url(here.file), lines.append) == 0, lines


async def test_buttons_from_before_a_kill_play_on_and_the_clock_is_new(evening, monkeypatch, caplog):
    here = await evening("one", "two", "three")
    await here.seated()
    await here.press("one", "Call 10", here.table())
    before = here.table()
    await here.wait(25)
    await killed(here, monkeypatch)
    caplog.clear()
    assert here.asked() == "two"
    shows_newest(here)
    countdown = re.search(r"<t:(\d+):R>", here.table().text)
    assert int(countdown[1]) >= here.stage.clock.time() + 29, "in full"
    pressed = await here.press("two", "Call 5", before)
    assert pressed.updated
    assert here.asked() == "three"
    shows_newest(here)
    assert caplog.text == "", "not even a warning"
    await clean(here)


@pytest.mark.parametrize("heard", [False, True], ids=["before Discord heard it", "after Discord heard it"])
async def test_killed_between_the_commit_and_the_answer(evening, monkeypatch, heard):
    """The press is played though nobody was told; the message says so after the start, and the button plays no second time."""
    here = await evening("one", "two", "three")
    await here.seated()
    before = here.table()
    hold = here.stage.faults.hold("POST", CALLBACK, answered=heard)
    lost = here.people["one"].press(before, "Call 10")
    await hold.arrived.wait()
    await killed(here, monkeypatch, hold)
    await here.wait(5)
    assert here.asked() == "two"
    shows_newest(here)
    again = len(here.stage.world.interactions)
    called = next(button.custom_id for button in before.buttons if str(button.custom_id).endswith(":call"))
    refused = await here.people["one"].press(before, called, forged=True)
    await here.quiet()
    assert refused.ephemeral
    answered_once(here, again)
    table = in_memory(here.bot.tables, here.view().table_id)
    assert [action for action, _ in table.state.live.hand.log] == [Call()]
    assert lost.attempts == int(heard)
    await clean(here)


async def test_what_was_used_stays_used(room):
    view = await room.deal(await room.open(TWO, THREE, time_bank_seconds=60))
    await room.later(61)  # the clock, then the time bank
    table = in_memory(room.tables, view.table_id)
    seat = next(one for one in table.state.sitters if one.seat == view.hand.prompt_seat)
    assert seat.time_bank_seconds == 0
    await room.restart()
    table = in_memory(room.tables, view.table_id)
    live = table.state.running
    assert live.hand.prompt_number == 0
    assert (live.deadline - room.clock.now()).total_seconds() == 60, "the clock begins anew, in full"
    assert next(one for one in table.state.sitters if one.seat == seat.seat).time_bank_seconds == 0
    await room.later(59.9)
    assert room.tables.view(view.table_id).hand.prompt_number == 0
    await room.later(0.2)
    assert room.tables.view(view.table_id).hand.prompt_number == 1
    await agree(room)


async def test_an_extension_stays_used(room):
    from bot.engine import Call, Check

    view = await room.deal(await room.open(TWO, time_bank_seconds=0))
    await room.act(view, Call())
    view = await room.act(view, Check())
    seat = view.hand.prompt_seat
    await room.later(view.rules.discard_clock_seconds + 0.1)
    assert room.tables.view(view.table_id).hand.prompt_seat == seat, "one extension a hand"
    await room.restart()
    live = in_memory(room.tables, view.table_id).state.running
    assert seat in live.extended
    await room.later(view.rules.discard_clock_seconds + 0.1)
    assert room.tables.view(view.table_id).hand.prompt_seat != seat, "and not another one"
    await agree(room)


async def test_ticks_survive(room):
    view = await room.deal(await room.open(TWO, THREE))
    waiting = next(player for seat, player in view.hand.players.items() if seat != view.hand.prompt_seat)
    from bot.tables.hands.pre_actions import price_of

    table = in_memory(room.tables, view.table_id)
    price = price_of(table.state.live, table.state.live.seat_of(waiting.id))
    await room.tables.set_pre_action(view.hand.hand_id, waiting.id, "check-fold", price, press=room.press())
    await room.restart()
    assert room.tables.private(view.table_id, waiting.id).pre_action.what == "check-fold"
    await agree(room)
