"""The store under fire: nothing half saved, an honest error, and play goes on when the cause is gone."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from bot.store import Store, StoreUnavailable
from tests.store.people import ANN, BOB, bankroll, clean, grant
from tests.trouble import fire


async def give(store: Store, transfer_id: str, amount: int = 1) -> None:
    async with store.transaction() as t:
        await t.ledger.book(grant(transfer_id, ANN, amount), grant(f"{transfer_id}'", BOB, amount))


@asynccontextmanager
async def full(store: Store) -> AsyncIterator[None]:
    """The file may not grow: SQLITE_FULL, as on a full disk."""
    connection = await fire.driver(store)
    await connection.execute("PRAGMA max_page_count = 1")
    yield
    await connection.execute(f"PRAGMA max_page_count = {2**30}")


async def big(store: Store, name: str) -> None:
    """A transaction that needs many new pages."""
    async with store.transaction() as t:
        await t.ledger.book(grant(name, ANN, 1))
        for number in range(60):
            await t.meta.set(f"{name} {number}", "x" * 4_000)


async def test_a_full_disk(filed: Store) -> None:
    await give(filed, "before")
    async with full(filed):
        for attempt in range(3):
            with pytest.raises(StoreUnavailable, match="full"):
                await big(filed, f"during {attempt}")
        assert (await bankroll(filed, ANN), await bankroll(filed, BOB)) == (1, 1)
    await give(filed, "after")
    assert (await bankroll(filed, ANN), await bankroll(filed, BOB)) == (2, 2)


async def test_a_full_disk_fails_whoever_needs_room_and_nobody_is_told_otherwise(filed: Store) -> None:
    await give(filed, "before")
    async with full(filed):
        jobs = [give(filed, "a"), big(filed, "x"), give(filed, "b"), give(filed, "c"), big(filed, "y"), give(filed, "d")]
        outcomes = await asyncio.gather(*jobs, return_exceptions=True)
        assert {type(outcome) for outcome in outcomes} <= {type(None), StoreUnavailable}
        assert isinstance(outcomes[1], StoreUnavailable)
        answered = sum(outcome is None for outcome in outcomes)
        assert (await bankroll(filed, ANN), await bankroll(filed, BOB)) == (1 + answered, 1 + answered)
    await clean(filed)


async def test_a_write_that_the_system_refuses_in_the_middle(filed: Store, path: Path) -> None:
    await give(filed, "before")
    with fire.full_disk(path, room_bytes=2_000):
        for attempt in range(3):
            with pytest.raises(StoreUnavailable):
                await big(filed, f"during {attempt}")
    assert await bankroll(filed, ANN) == 1
    await big(filed, "after")
    assert await bankroll(filed, ANN) == 2


async def test_a_commit_that_fails_fails_everybody_who_shared_it(filed: Store, path: Path) -> None:
    await give(filed, "before")
    with fire.full_disk(path, room_bytes=2_000):
        outcomes = await asyncio.gather(*(give(filed, f"during {number}") for number in range(5)), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [StoreUnavailable] * 5
    assert (await bankroll(filed, ANN), await bankroll(filed, BOB)) == (1, 1)
    await give(filed, "after")
    assert (await bankroll(filed, ANN), await bankroll(filed, BOB)) == (2, 2)


async def test_a_file_that_another_program_has_locked(filed: Store, path: Path) -> None:
    await give(filed, "before")
    async with fire.locked(path):
        outcomes = await asyncio.gather(*(give(filed, f"during {number}") for number in range(5)), return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [StoreUnavailable] * 5
        assert await bankroll(filed, ANN) == 1
    await give(filed, "during 1")
    assert await bankroll(filed, ANN) == 2


async def test_a_short_lock_is_waited_for_without_stopping_the_loop(path: Path) -> None:
    store = await Store.open(f"sqlite:///{path}", busy_milliseconds=600_000)
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        waiting = asyncio.create_task(give(store, "a"))
        for _ in range(50):
            await asyncio.sleep(0)
        assert not waiting.done()
        other.execute("ROLLBACK")
        await waiting
    assert await bankroll(store, ANN) == 1
    await store.close()


async def test_an_upgrade_waits_for_a_short_lock(path: Path) -> None:
    waits = asyncio.Event()

    def noted(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if statement == "BEGIN IMMEDIATE":
            waits.set()

    event.listen(Engine, "before_cursor_execute", noted)
    try:
        with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
            other.execute("PRAGMA journal_mode = WAL")
            other.execute("BEGIN IMMEDIATE")
            opening = asyncio.create_task(Store.open(f"sqlite:///{path}", busy_milliseconds=600_000))
            await waits.wait()
            assert not opening.done()
            other.execute("ROLLBACK")
            store = await opening
    finally:
        event.remove(Engine, "before_cursor_execute", noted)
    await store.close()


async def test_a_read_only_file(filed: Store) -> None:
    await give(filed, "before")
    async with fire.read_only(filed):
        for attempt in range(3):
            with pytest.raises(StoreUnavailable, match="readonly"):
                await give(filed, f"during {attempt}")
        assert await bankroll(filed, ANN) == 1
    await give(filed, "after")
    assert await bankroll(filed, ANN) == 2


async def test_a_connection_that_is_lost_is_replaced(filed: Store) -> None:
    await give(filed, "before")
    await (await fire.driver(filed)).close()
    with pytest.raises(StoreUnavailable):
        await give(filed, "during")
    await give(filed, "after")
    assert await bankroll(filed, ANN) == 2


async def test_who_was_answered_before_a_kill_is_saved(filed: Store, path: Path, tmp_path: Path) -> None:
    """Eight at a time share commits. Whatever the instant of the kill, who was answered is in the file that is left, and nobody by half."""
    answered: list[str] = []
    left: list[tuple[int, Path]] = []

    def killed() -> None:
        left.append((len(answered), fire.left_behind(path, tmp_path / f"left-{len(left)}")))

    async def give_and_tell(name: str) -> None:
        await give(filed, name)
        answered.append(name)
        killed()

    event.listen(filed._database.writers.sync_engine, "commit", lambda _: killed())
    for round_ in range(3):
        await asyncio.gather(*(give_and_tell(f"{round_} {number}") for number in range(8)))
    for before, file in left:
        store = await Store.open(f"sqlite:///{file}")
        saved = await bankroll(store, ANN)
        assert before <= saved <= before + 8
        assert saved == await bankroll(store, BOB)
        await clean(store)
        await store.close()


async def test_who_waits_in_vain_for_a_connection_is_told_so_by_the_store(filed: Store) -> None:
    async def read_too_often() -> None:
        async with AsyncExitStack() as held:
            for _ in range(100):  # more than any pool has
                await held.enter_async_context(filed.reading())

    with pytest.raises(StoreUnavailable):
        await read_too_often()
    assert await bankroll(filed, ANN) == 0
