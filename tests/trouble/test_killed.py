"""Killed at any instant: nothing answered is lost, nothing unanswered is there by half, and everything goes on."""

import asyncio
import re
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from itertools import pairwise

from bot.sandbox.clock import RealClock
from bot.settings import sqlite_url
from bot.store import Store
from bot.tables.audit import audit
from tests.bench.kill import PRESSES_A_LIFE, Killer
from tests.sandbox.harness import Stage
from tests.tables.room import THREE, TWO
from tests.trouble.crowd import ROOT, Crowd, Process, crowd
from tests.trouble.saved import agree

KILLS, TABLES = 12, 8
END_SECONDS = 20
"""A bot waits at most two seconds for what is being sent; the rest is for a machine with more to do."""


def test_service_and_store_are_killed_again_and_again():
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench", "kill", "--times", "20"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=400,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"20 kills", done.stdout)


def test_no_two_lives_share_chance_or_presses(tmp_path):
    """Else a press may come twice over one file, which no interaction of Discord's does."""
    killer, lives = Killer(tmp_path, seed=1), []
    for _ in range(300):
        lives.append(killer.life())
        killer.counts["kills"] += 1
    assert len({life.seed for life in lives}) == 300
    starts = sorted(life.first_press for life in lives)
    assert min(after - before for before, after in pairwise(starts)) >= PRESSES_A_LIFE


async def logs(file) -> dict[int, list[str]]:
    """Every hand's saved actions, beside the running bot or without it."""
    store = await Store.open(sqlite_url(file), read_only=True)
    try:
        async with store.reading() as t:
            return {row.id: [action.text for action in actions] for row, actions in await t.hands.every(limit=5_000)}
    finally:
        await store.close()


async def all_is_there(file, people: Crowd) -> None:
    """Each answered press stands in the log at its own step; the ledger and all replays are clean."""
    found = await logs(file)
    for press in people.accepted:
        assert found[press.hand_id][press.prompt].startswith(press.verb), press
    lines: list[str] = []
    assert await audit(sqlite_url(file), lines.append) == 0, lines


async def soon(holds: Callable[[], Awaitable[None]], seconds: float = 10.0) -> None:
    """Until it holds; after that long its last AssertionError is raised."""
    last = time.monotonic() + seconds
    while True:
        try:
            return await holds()
        except AssertionError:
            if time.monotonic() > last:
                raise
            await asyncio.sleep(0.1)


async def shows_the_truth(file, people: Crowd) -> None:
    """Whatever buttons a table's message has are those of the question that the file has open, and its clock began anew."""
    store = await Store.open(sqlite_url(file), read_only=True)
    try:
        async with store.reading() as t:
            live = {row.channel_id: (row.id, len(actions)) for row, actions in await t.hands.live()}
    finally:
        await store.close()
    found_any = False
    for channel in people.tables:
        message = people.table_message(channel)
        if channel.id in live and message is not None:
            ids = {
                tuple(map(int, found.groups()))
                for each in message.buttons
                if (found := re.match(r"a:(\d+):(\d+):", each.custom_id or ""))
            }
            assert ids <= {live[channel.id]}, (ids, live[channel.id])
            found_any = found_any or bool(ids)
            countdown = re.search(r"<t:(\d+):R>", message.text)
            assert countdown is not None
            assert int(countdown[1]) >= people.started_at + 28, "in full"
    assert found_any, "some table is betting"


async def test_the_whole_bot_is_killed_with_eight_live_tables(tmp_path, traffic):
    async with Stage(clock=RealClock(), traffic=traffic) as stage:
        people = crowd(stage, TABLES, seed=5)
        file = tmp_path / "open-draw.db"
        async with Process(stage, file, first_deal_seconds=0.05, between_hands_seconds=0.05) as bot:
            await bot.start()
            for _ in range(KILLS):
                await stage.until(lambda: stage.gateway.connected, 60)
                people.started_at = time.time()
                playing = asyncio.create_task(people.play())
                goal = people.counts["answered"] + people.chance.randrange(25, 50)
                await stage.until(lambda: people.counts["answered"] >= goal or playing.done(), 60)  # noqa: B023
                if playing.done():
                    await playing
                await asyncio.sleep(people.chance.random() * 0.02)
                bot.kill()
                assert await bot.ended() == -signal.SIGKILL
                playing.cancel()
                await asyncio.gather(playing, return_exceptions=True)
                await all_is_there(file, people)
                await bot.start()
            people.started_at = time.time()
            await soon(lambda: shows_the_truth(file, people))
            began = time.monotonic()
            bot.kill(signal.SIGINT)
            assert await bot.ended() == 0, "Ctrl-C ends it cleanly"
            assert time.monotonic() - began < END_SECONDS
        await all_is_there(file, people)
        assert people.counts["answered"] > KILLS * 25
        assert people.on_old_messages > KILLS // 2, "buttons that were there before the kill work after it"
        assert bot.log.read_text() == "", "not even a warning"


async def test_what_was_used_stays_used(room):
    view = await room.deal(await room.open(TWO, THREE, time_bank_seconds=60))
    await room.later(61)  # the clock, then the time bank
    table = room.tables._floor.table(view.table_id)
    seat = next(one for one in table.state.sitters if one.seat == view.hand.prompt_seat)
    assert seat.time_bank_seconds == 0
    await room.restart()
    table = room.tables._floor.table(view.table_id)
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

    view = await room.deal(await room.open(TWO))
    await room.act(view, Call())
    view = await room.act(view, Check())
    seat = view.hand.prompt_seat
    await room.later(view.rules.discard_clock_seconds + 0.1)
    assert room.tables.view(view.table_id).hand.prompt_seat == seat, "one extension a hand"
    await room.restart()
    live = room.tables._floor.table(view.table_id).state.running
    assert seat in live.extended
    await room.later(view.rules.discard_clock_seconds + 0.1)
    assert room.tables.view(view.table_id).hand.prompt_seat != seat, "and not another one"
    await agree(room)


async def test_ticks_survive(room):
    view = await room.deal(await room.open(TWO, THREE))
    waiting = next(player for seat, player in view.hand.players.items() if seat != view.hand.prompt_seat)
    from bot.tables.prepare import price_of

    table = room.tables._floor.table(view.table_id)
    price = price_of(table.state.live, table.state.live.seat_of(waiting.id))
    await room.tables.prepare(view.hand.hand_id, waiting.id, "call-any", price, press=room.press())
    await room.restart()
    assert room.tables.private(view.table_id, waiting.id).prepared.what == "call-any"
    await agree(room)


async def test_sigterm_in_the_midst_of_play_ends_cleanly(tmp_path, traffic):
    async with Stage(clock=RealClock(), traffic=traffic) as stage:
        people = crowd(stage, 2)
        file = tmp_path / "open-draw.db"
        bot = Process(stage, file, first_deal_seconds=0.05, between_hands_seconds=0.05)
        running = await bot.spawn()
        try:
            playing = asyncio.create_task(people.play())
            await stage.until(lambda: people.counts["answered"] >= 20 or playing.done(), 60)
            began = time.monotonic()
            running.terminate()
            assert await running.wait() == 0
            assert time.monotonic() - began < END_SECONDS
        finally:
            if running.returncode is None:
                running.kill()
                await running.wait()
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await all_is_there(file, people)
        assert bot.log.read_text() == ""
