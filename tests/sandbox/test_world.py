"""The truth itself: ids, time, and telling whoever watches."""

from __future__ import annotations

import asyncio

import pytest

from bot.sandbox.clock import ManualClock
from bot.sandbox.world import World
from tests.sandbox.quiet import threads_at_work


def test_ids_grow_and_carry_their_time():
    """DOCS reference, snowflakes: milliseconds since 2015 in the upper bits."""
    clock = ManualClock(1_800_000_000.0)
    world = World(clock)
    ids = [world.new_id() for _ in range(1000)]
    assert ids == sorted(set(ids))
    assert (ids[0] >> 22) / 1000 + 1_420_070_400 == pytest.approx(clock.time())
    clock.advance(10)
    assert world.new_id() >> 22 == (ids[0] >> 22) + 10_000


def test_servers_spread_over_shards():
    world = World(ManualClock())
    assert {(world.add_server().id >> 22) % 3 for _ in range(6)} == {0, 1, 2}


def test_a_manual_clock_fires_in_order_and_at_its_own_time():
    clock = ManualClock(100.0)
    rung: list[tuple[str, float]] = []
    clock.call_later(2, lambda: rung.append(("two", clock.time())))
    clock.call_later(1, lambda: clock.call_later(0.5, lambda: rung.append(("nested", clock.time()))))
    clock.call_later(1.2, rung.append, ("never", 0.0)).cancel()
    clock.advance(1.9)
    assert rung == [("nested", 101.5)]
    clock.advance(1)
    assert rung == [("nested", 101.5), ("two", 102.0)]
    assert clock.next_due() is None
    assert clock.now().timestamp() == clock.monotonic() == 102.9


def test_watchers_hear_every_change_until_they_stop():
    world = World(ManualClock())
    heard: list[str] = []
    stop = world.subscribe(lambda change: heard.append(change.kind))
    channel = world.add_channel(world.add_server())
    message = world.post(channel, world.application.user, content="x")
    world.edited(message)
    world.delete_message(message)
    stop()
    world.delete_channel(channel)
    assert heard[-4:] == ["channel_created", "message_created", "message_edited", "message_deleted"]


async def test_until_asks_again_after_every_change():
    world = World(ManualClock())
    channel = world.add_channel(world.add_server())
    waiting = asyncio.create_task(world.until(lambda: len(channel.messages) == 2))
    for text in ("1", "2"):
        await asyncio.sleep(0)
        assert not waiting.done()
        world.post(channel, world.application.user, content=text)
    await waiting
    with pytest.raises(TimeoutError):
        await world.until(lambda: False, timeout_seconds=0.01)


async def test_settled_waits_for_whoever_says_to_be_busy():
    world = World(ManualClock())
    left = iter(range(30))
    world.busy.append(lambda: next(left, None) is not None)
    await world.settled()
    assert next(left, None) is None


async def test_work_in_a_thread_is_noticed_through_every_kind_of_waiting():
    """Also where an `async with` stands between the task and what it waits for."""
    import threading
    from contextlib import asynccontextmanager

    may_end = threading.Event()

    @asynccontextmanager
    async def transaction():
        await asyncio.to_thread(may_end.wait)
        yield

    async def work():
        async with transaction():
            pass

    assert not threads_at_work()
    task = asyncio.create_task(work())
    await asyncio.sleep(0)
    assert threads_at_work()
    may_end.set()
    await task
    assert not threads_at_work()
