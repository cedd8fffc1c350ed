"""Tables and seats: one open table a channel, one person a seat, one seat a person at a table; by constraint."""

import asyncio
from dataclasses import replace
from datetime import timedelta, timezone

import pytest
from sqlalchemy import text

from bot.store import ChannelInUse, ConstraintBroken, Departure, SeatRow, SeatTaken, Store
from tests.store.people import ANN, BOB, CHANNEL, CLEO, GUILD, NOW, later, table_row


def seat_row(table_id: int, seat: int, user_id: int, **fields) -> SeatRow:
    return SeatRow(
        **{
            "table_id": table_id,
            "guild_id": GUILD,
            "seat": seat,
            "user_id": user_id,
            "name": "N",
            "stack": 0,
            "status": "ready",
            **fields,
        }
    )


async def test_a_table_is_kept_as_it_was_given(store: Store) -> None:
    given = table_row(rules={"seats": 6}, blinds={"big": 3}, facts={"carried": [[ANN, 5]]}, message_id=2**62, locale="de")
    async with store.transaction() as t:
        table_id = await t.tables.open(given)
    async with store.reading() as t:
        kept = await t.tables.by_id(table_id)
        assert kept == replace(given, id=table_id)
        assert await t.tables.all_open() == [kept]
        assert await t.tables.by_id(table_id + 1) is None


async def test_a_channel_has_one_open_table(store: Store) -> None:
    async with store.transaction() as t:
        table_id = await t.tables.open(table_row())
        with pytest.raises(ChannelInUse):
            await t.tables.open(table_row(host_id=BOB))
        other = await t.tables.open(table_row(CHANNEL + 1))
    async with store.transaction() as t:
        await t.tables.update(table_id, state="closed")
        assert [row.id for row in await t.tables.all_open()] == [other]
        again = await t.tables.open(table_row())
        assert [row.id for row in await t.tables.all_open()] == [other, again]


async def test_a_closed_table_is_parting_while_it_has_its_message(store: Store) -> None:
    async with store.transaction() as t:
        closed = await t.tables.open(table_row(message_id=2**62))
        await t.tables.open(table_row(CHANNEL + 1, message_id=2**62))
        assert await t.tables.closed_with_message() == []
        await t.tables.update(closed, state="closed")
        assert [row.id for row in await t.tables.closed_with_message()] == [closed]
        await t.tables.update(closed, message_id=None)
        assert await t.tables.closed_with_message() == []


async def test_two_tables_opened_at_once_in_a_channel(store: Store) -> None:
    async def start() -> str:
        try:
            async with store.transaction() as t:
                await t.tables.open(table_row())
        except ChannelInUse:
            return "taken"
        return "opened"

    assert sorted(await asyncio.gather(start(), start(), start())) == ["opened", "taken", "taken"]


async def test_a_closed_table_cannot_be_opened_over_another(store: Store) -> None:
    async with store.transaction() as t:
        closed = await t.tables.open(table_row())
        await t.tables.update(closed, state="closed")
        await t.tables.open(table_row())
    with pytest.raises(ConstraintBroken):
        async with store.transaction() as t:
            await t.tables.update(closed, state="open")


async def test_only_what_is_named_changes(store: Store) -> None:
    async with store.transaction() as t:
        table_id = await t.tables.open(table_row())
        await t.tables.update(table_id, hands=7, blinds={"big": 1}, facts={"a": 1}, message_id=9, practice=True)
        await t.tables.update(table_id, blinds=None)
        kept = await t.tables.by_id(table_id)
    wanted = {"hands": 7, "facts": {"a": 1}, "message_id": 9, "practice": True}
    assert kept == replace(table_row(), id=table_id, **wanted)


async def test_one_person_a_seat_and_one_seat_a_person(store: Store) -> None:
    async with store.transaction() as t:
        table_id = await t.tables.open(table_row())
        await t.tables.put_seat(seat_row(table_id, 0, ANN))
        await t.tables.put_seat(seat_row(table_id, 3, -1))
        for taken in (
            seat_row(table_id, 0, BOB),
            seat_row(table_id, 1, ANN),
            seat_row(table_id, 3, -2),
            seat_row(table_id, 4, -1),
        ):
            with pytest.raises(SeatTaken):
                await t.tables.put_seat(taken)
        assert [(row.seat, row.user_id) for row in await t.tables.seats(table_id)] == [(0, ANN), (3, -1)]
    for statement in (
        "UPDATE seat SET user_id = -1 WHERE seat = 0",
        "UPDATE seat SET stack = -5",
        "UPDATE seat SET seat = 0 WHERE seat = 3",
    ):
        with pytest.raises(ConstraintBroken):
            async with store.transaction() as t:
                await t.tables._work.run(text(statement))


async def test_a_seat_is_changed_freed_and_taken_again(store: Store) -> None:
    async with store.transaction() as t:
        table_id = await t.tables.open(table_row())
        await t.tables.put_seat(seat_row(table_id, 2, ANN))
        await t.tables.put_seat(seat_row(table_id, 2, ANN, status="away", name="Ann B.", facts={"timeouts": 2}))
        (row,) = await t.tables.seats(table_id)
        assert (row.status, row.name, row.facts) == ("away", "Ann B.", {"timeouts": 2})
        await t.tables.drop_seat(table_id, 2)
        await t.tables.drop_seat(table_id, 2)
        await t.tables.put_seat(seat_row(table_id, 2, BOB))
        assert [row.user_id for row in await t.tables.seats(table_id)] == [BOB]


async def test_seats_of_all_open_tables(store: Store) -> None:
    async with store.transaction() as t:
        first, second, closed = [await t.tables.open(table_row(CHANNEL + number)) for number in range(3)]
        for table_id, seat, user_id in ((first, 1, BOB), (first, 0, ANN), (second, 0, CLEO), (closed, 0, ANN)):
            await t.tables.put_seat(seat_row(table_id, seat, user_id))
        await t.tables.update(closed, state="closed")
        seats = await t.tables.all_seats()
        assert {table_id: [row.user_id for row in rows] for table_id, rows in seats.items()} == {
            first: [ANN, BOB],
            second: [CLEO],
        }


async def test_what_somebody_left_with_is_the_last_time(store: Store) -> None:
    async with store.transaction() as t:
        table_id = await t.tables.open(table_row())
        assert await t.tables.left(table_id, ANN) is None
        await t.tables.put_left(GUILD, table_id, ANN, 900, NOW)
        await t.tables.put_left(GUILD, table_id, ANN, 1_200, later(hours=1).astimezone(timezone(timedelta(hours=5))))
        assert await t.tables.left(table_id, ANN) == Departure(1_200, later(hours=1))
