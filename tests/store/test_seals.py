"""Seals: kept for good, posted once, their void hands counted, and gone with their server."""

from dataclasses import replace

import pytest

from bot.store import ConstraintBroken, GuildRow, SealRow, Store, StoreError
from tests.store.people import CHANNEL, GUILD, NOW, hand_row, later, table_row


def seal_row(table_id: int, number: int = 1, **fields) -> SealRow:
    return SealRow(table_id, number, GUILD, key=f"{number:064x}", hash="ab" * 32, pairs=64, first_hand=1, sealed_at=NOW, **fields)


async def table_with_seals(store: Store, *numbers: int) -> int:
    async with store.transaction() as t:
        table_id = await t.tables.open(table_row())
        for number in numbers:
            await t.seals.keep(seal_row(table_id, number))
    return table_id


async def test_a_seal_is_kept_as_it_was_given_and_posted_once(store: Store) -> None:
    table_id = await table_with_seals(store, 1, 2)
    async with store.transaction() as t:
        assert await t.seals.posted(table_id, 2, message_id=900, at=later(seconds=1))
        assert not await t.seals.posted(table_id, 2, message_id=901, at=later(seconds=2))
    second = replace(seal_row(table_id, 2), posted_at=later(seconds=1), message_id=900)
    async with store.reading() as t:
        assert await t.seals.one(table_id, 2) == second
        assert await t.seals.of(table_id) == [seal_row(table_id), second]
        assert await t.seals.of_open_tables() == [seal_row(table_id), second]
        with pytest.raises(StoreError):
            await t.seals.one(table_id, 3)
    assert second.key not in repr(second)
    async with store.transaction() as t:
        await t.tables.update(table_id, state="closed")
    async with store.reading() as t:
        assert await t.seals.of_open_tables() == []


async def test_a_table_has_one_seal_of_each_number(store: Store) -> None:
    table_id = await table_with_seals(store, 1)
    with pytest.raises(ConstraintBroken):
        async with store.transaction() as t:
            await t.seals.keep(seal_row(table_id))


async def test_void_hands_are_counted_from_one_number_to_another(store: Store) -> None:
    table_id = await table_with_seals(store, 1)
    for number in (1, 2, 3, 4):
        async with store.transaction() as t:
            hand_id = await t.hands.start(hand_row(table_id, number, sealed={"seal": 1, "index": number - 1, "words": []}))
            await t.hands.void(hand_id, reason="a test", at=NOW)
    async with store.reading() as t:
        assert await t.seals.void_hands(table_id, 2, 3) == 2
        [newest] = await t.hands.last(CHANNEL, 1)
        assert newest.sealed == {"seal": 1, "index": 3, "words": []}


async def test_the_keys_go_with_their_server(store: Store) -> None:
    table_id = await table_with_seals(store, 1, 2)
    async with store.transaction() as t:
        await t.guilds.put(GuildRow(GUILD, removed_at=NOW))
        while not await t.guilds.purge(GUILD, removed_before=later(seconds=1)):
            pass
    async with store.reading() as t:
        assert await t.seals.of(table_id) == []
