"""Hands: saved action by action, resumed as they were, ended once."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import text

from bot.store import ConstraintBroken, HandOver, HandPlayer, House, PreparedRow, StepTaken, Store, Transfer
from tests.store.people import ANN, BOB, CHANNEL, GUILD, NOW, action, hand_row, later, seat_people, table_row


async def deal(store: Store, number: int = 1, channel_id: int = CHANNEL, **fields) -> int:
    async with store.transaction() as t:
        tables = {row.channel_id: row.id for row in await t.tables.all_open()}
        table_id = tables.get(channel_id) or await t.tables.open(table_row(channel_id))
        return await t.hands.start(hand_row(table_id, number, channel_id=channel_id, **fields))


async def test_a_live_hand_is_resumed_as_it_was(store: Store) -> None:
    hand_id = await deal(store, setup={"deck": "As Kd", "seats": [[0, 100]]}, clock={"extended": [0]}, prompt="bet 1 5 20 100")
    log = [action(hand_id, 0, "call"), action(hand_id, 1, "raise 30", by="clock", at=later(seconds=2), prompt="bet 0 20 50 100")]
    for row in log:
        async with store.transaction() as t:
            await t.hands.act(row)
    async with store.reading() as t:
        ((hand, kept),) = await t.hands.live()
        assert await t.hands.one(hand_id) == (hand, kept)
        assert await t.hands.one(hand_id + 1) is None
    assert kept == log
    wanted = hand_row(
        hand.table_id, setup={"deck": "As Kd", "seats": [[0, 100]]}, clock={"extended": [0]}, prompt="bet 1 5 20 100"
    )
    assert hand == replace(wanted, id=hand_id)
    assert hand.players == {0: (ANN, f"name {ANN}"), 1: (BOB, f"name {BOB}")}


async def test_a_step_is_written_once(store: Store) -> None:
    hand_id = await deal(store)

    async def press(what: str) -> str:
        try:
            async with store.transaction() as t:
                await t.hands.act(action(hand_id, 0, what))
        except StepTaken:
            return "already played"
        return what

    assert await asyncio.gather(press("fold"), press("call"), press("fold")) == ["fold", "already played", "already played"]
    async with store.transaction() as t:
        with pytest.raises(StepTaken):
            await t.hands.act(action(hand_id, 0, "check"))
        await t.hands.act(action(hand_id, 1, "check"))
    async with store.reading() as t:
        ((_, log),) = await t.hands.live()
    assert [row.text for row in log] == ["fold", "check"]


@pytest.mark.parametrize("statement", ["UPDATE hand_action SET text = 'raise 99'", "DELETE FROM hand_action", "DELETE FROM hand"])
async def test_what_was_played_stays(store: Store, statement: str) -> None:
    hand_id = await deal(store)
    async with store.transaction() as t:
        await t.hands.act(action(hand_id, 0))
    with pytest.raises(ConstraintBroken):
        async with store.transaction() as t:
            await t.hands._work.run(text(statement))


async def test_no_action_without_a_hand(store: Store) -> None:
    with pytest.raises(ConstraintBroken):
        async with store.transaction() as t:
            await t.hands.act(action(404, 0))


async def test_a_table_has_one_live_hand(store: Store) -> None:
    await deal(store)
    with pytest.raises(ConstraintBroken):
        await deal(store, number=2)
    async with store.reading() as t:
        assert len(await t.hands.live()) == 1


async def test_the_clock_is_what_was_saved_last(store: Store) -> None:
    hand_id = await deal(store, clock={"extended": []})

    async def clock() -> object:
        async with store.reading() as t:
            ((hand, _),) = await t.hands.live()
            return hand.clock

    assert await clock() == {"extended": []}
    async with store.transaction() as t:
        await t.hands.save_clock(hand_id, {"extended": [1]})
        await t.hands.act(action(hand_id, 0))
    assert await clock() == {"extended": [1]}


async def test_a_hand_ends_once(store: Store) -> None:
    seated = await seat_people(store, ANN, BOB)
    hand_id = await seated.play(store, 1, (-30, 30), pot=60)
    with pytest.raises(HandOver):
        async with store.transaction() as t:
            await t.hands.void(hand_id, reason="late", at=NOW)
    with pytest.raises(HandOver):
        async with store.transaction() as t:
            await t.hands.finish(hand_id, results={}, at=NOW, players=[])
    async with store.transaction() as t:
        await t.hands.act(action(hand_id, 5, "show 1"))
    async with store.reading() as t:
        assert await t.hands.live() == []
        found = await t.hands.one(hand_id)
        assert found is not None
        assert (found[0].ended_at, found[0].results, found[0].void) == (NOW, {"net": [-30, 30]}, None)
        assert [row.text for row in found[1]] == ["show 1"]
        stats = await t.statistics.of(GUILD, BOB)
        assert (stats.sums.hands, stats.sums.net) == (1, 30)


async def test_a_void_hand_counts_for_nobody(store: Store) -> None:
    seated = await seat_people(store, ANN, BOB)
    async with store.transaction() as t:
        hand_id = await t.hands.start(hand_row(seated.table_id))
        await t.hands.act(action(hand_id, 0))
        await t.hands.void(hand_id, reason="stopped", at=later(minutes=1))
    async with store.reading() as t:
        assert await t.hands.live() == []
        (hand,) = await t.hands.last(CHANNEL, 5)
        assert (hand.void, hand.ended_at, hand.results) == ("stopped", later(minutes=1), None)
        assert (await t.statistics.of(GUILD, ANN)).sums.hands == 0
    await seated.play(store, 2, (10, -10))


async def test_the_last_hands_of_a_channel(store: Store) -> None:
    here, there = await seat_people(store, ANN, BOB), await seat_people(store, ANN, BOB, channel_id=CHANNEL + 1)
    played = [await here.play(store, number, (number, -number)) for number in range(1, 5)]
    await there.play(store, 1, (1, -1))
    async with store.transaction() as t:
        await t.hands.start(hand_row(here.table_id, 5))
    async with store.reading() as t:
        assert [hand.id for hand in await t.hands.last(CHANNEL, 3)] == played[:0:-1]
        assert [hand.id for hand in await t.hands.last(CHANNEL, 3, before=played[1])] == [played[0]]
        assert {hand.number for hand in await t.hands.last(CHANNEL + 1, 9)} == {1}
        everything = await t.hands.every(limit=2)
        while page := await t.hands.every(after=everything[-1][0].id, limit=2):
            everything += page
    assert [hand.id for hand, _ in everything] == list(range(played[0], played[0] + 6))


async def test_prepared_actions_are_one_a_seat_and_go_with_the_hand(store: Store) -> None:
    hand_id = await deal(store)
    ticked = [PreparedRow(hand_id, GUILD, 0, "check-fold", 0), PreparedRow(hand_id, GUILD, 1, "discard", 0, position=4)]
    async with store.transaction() as t:
        for row in ticked:
            await t.hands.put_prepared(row)
        await t.hands.put_prepared(replace(ticked[0], what="call-any", price=40))
    async with store.transaction() as t:
        assert await t.hands.prepared(hand_id) == [replace(ticked[0], what="call-any", price=40), ticked[1]]
        await t.hands.drop_prepared(hand_id, 0)
        assert await t.hands.all_prepared() == {hand_id: [ticked[1]]}
        await t.hands.put_prepared(ticked[0])
        await t.hands.drop_prepared(hand_id)
        assert await t.hands.prepared(hand_id) == []
        await t.hands.put_prepared(ticked[0])
        await t.hands.void(hand_id, reason="stopped", at=NOW)
        assert await t.hands.all_prepared() == {}


async def test_a_carried_pot_is_derived_from_the_hands_that_it_went_through(store: Store) -> None:
    seated = await seat_people(store, ANN, BOB)
    async with store.reading() as t:
        assert await t.hands.carried(seated.table_id) == {}
    for number, nets in enumerate([(-10, -20), (-5, 0)], 1):
        async with store.transaction() as t:
            hand_id = await t.hands.start(hand_row(seated.table_id, number))
            for user_id, net in zip((ANN, BOB), nets, strict=True):
                if net:
                    paid = Transfer(f"c{number}:{user_id}", GUILD, seated.seat(user_id), House(GUILD), -net, "hand", NOW, hand_id)
                    await t.ledger.book(paid)
            players = [
                HandPlayer(seat, user_id, nets[seat], won=False, showdown=False, pot=0) for seat, user_id in enumerate((ANN, BOB))
            ]
            await t.hands.finish(hand_id, results={"carried": 30 + 5 * (number - 1)}, at=NOW, players=players)
            for row in await t.tables.seats(seated.table_id):
                stack = await t.ledger.balance(seated.seat(row.user_id))
                await t.tables.put_seat(replace(row, stack=stack))
        async with store.reading() as t:
            expected = {ANN: 10, BOB: 20} if number == 1 else {ANN: 15, BOB: 20}
            assert await t.hands.carried(seated.table_id) == expected
    await seated.play(store, 3, (10, -10))
    async with store.reading() as t:
        assert await t.hands.carried(seated.table_id) == {}, "somebody has won it"
