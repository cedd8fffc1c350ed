"""A clock that is set ahead and back: daily chips come once, nobody waits for long, and what one left with is not remembered for weeks."""

from contextlib import suppress

import pytest

from bot.tables import TooSoon
from tests.tables.room import GUILD, ONE, THREE, TWO, Room, stacks

DAY = 24 * 60 * 60.0


def set_clock(room: Room, days: float) -> None:
    """Set the clock ahead, or back, without any time passing."""
    room.clock._now += days * DAY


async def daily(room: Room) -> bool:
    """Ask for daily chips; whether some were given."""
    try:
        return (await room.records.gifts.daily(GUILD, ONE))[0] == 500
    except TooSoon as soon:
        wait_seconds = (soon.values["at"] - room.clock.now()).total_seconds()
        assert 0 < wait_seconds <= DAY
        return False


@pytest.mark.parametrize("days", [40, 1, 400])
async def test_ahead_and_back_pays_nothing_again(room: Room, days: int) -> None:
    assert await daily(room)
    set_clock(room, days)
    assert await daily(room), "for all that it knows the day has come"
    for _ in range(3):
        set_clock(room, -days)
        assert not await daily(room)
        set_clock(room, days)
        assert not await daily(room)
    set_clock(room, -days)
    assert await room.chips(ONE) == 6_000


@pytest.mark.parametrize("days", [40, 1, 400])
async def test_back_and_ahead_pays_nothing_again(room: Room, days: int) -> None:
    assert await daily(room)
    for _ in range(3):
        set_clock(room, -days)
        assert not await daily(room)
        set_clock(room, days)
        assert not await daily(room)
    set_clock(room, 1)
    assert await daily(room)


async def test_nobody_is_locked_out_for_longer_than_a_day(room: Room) -> None:
    assert await daily(room)
    set_clock(room, 40)
    assert await daily(room)
    set_clock(room, -40)
    assert not await daily(room)
    given = []
    for _ in range(45):
        set_clock(room, 1)
        given.append(await daily(room))
    assert [day for day, paid in enumerate(given, 1) if not paid] == [40], "which was paid ahead"


async def test_what_is_kept_outlives_a_restart(room: Room) -> None:
    assert await daily(room)
    set_clock(room, -1)
    await room.restart()
    assert not await daily(room)


@pytest.mark.parametrize("days", [40, 1, -1, -40])
async def test_a_refill_comes_once_whatever_the_clock_does(room: Room, days: int) -> None:
    await room.chips(ONE)
    given = 0
    for step in (0, days, -days, days, -days):
        set_clock(room, step)
        if held := await room.chips(ONE):
            await room.servers.grant(GUILD, ONE, -held, reason="lost", by=9, press=room.press())
        with suppress(TooSoon):
            await room.records.gifts.refill(GUILD, ONE)
            given += 1
    assert given == (2 if days > 0 else 1), "for all that a clock set ahead knows the hours are over"
    set_clock(room, 0.2)
    assert (await room.records.gifts.refill(GUILD, ONE))[1] == 1_000


async def test_what_one_left_with_is_forgotten_within_the_hour_whatever_the_clock_does(room: Room) -> None:
    room.dealer.first_button = 2
    table = await room.open(TWO, THREE)
    set_clock(room, 40)
    await room.tables.leave(table.table_id, THREE.id, press=room.press())
    set_clock(room, -40)
    table = await room.tables.join(table.table_id, THREE, press=room.press(), buy_in=400)
    assert stacks(table)["three"] == 400
