"""Opening a database, or not; one process at a time; copies."""

# ruff: noqa: ASYNC221, ASYNC240  (nothing else runs in these loops)

import asyncio
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from bot.store import (
    BackupRefused,
    DatabaseDamaged,
    DatabaseInUse,
    DatabaseReplaced,
    DatabaseUnavailable,
    NotADatabase,
    Store,
    StoreUnavailable,
    backup,
)
from tests.store.people import ANN, BOB, bankroll, clean, grant, seat_people


@pytest.mark.parametrize(
    "address",
    [
        "nonsense",
        "mysql://here/poker",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:///{tmp}/no/such/folder/poker.db",
        "sqlite:///{tmp}",
    ],
)
async def test_an_address_that_cannot_be_opened(address: str, tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnavailable):
        await Store.open(address.format(tmp=tmp_path))


async def test_a_file_that_is_no_database(path: Path) -> None:
    path.write_text("dear diary, today I folded everything\n" * 100)
    with pytest.raises(NotADatabase):
        await Store.open(f"sqlite:///{path}")
    assert path.read_text().startswith("dear diary")


async def test_the_database_of_another_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (id INTEGER)")
        other.commit()
    with pytest.raises(NotADatabase):
        await Store.open(f"sqlite:///{path}")


async def test_a_damaged_file(path: Path) -> None:
    store = await Store.open(f"sqlite:///{path}")
    await seat_people(store, ANN, BOB)
    await store.close()
    content = bytearray(path.read_bytes())
    size = 4096
    for page in range(3, len(content) // size):
        content[page * size : page * size + 64] = b"\xff" * 64
    path.write_bytes(content)
    with pytest.raises(DatabaseDamaged):
        await Store.open(f"sqlite:///{path}")


async def test_one_process_at_a_time(path: Path) -> None:
    address = f"sqlite:///{path}"
    store = await Store.open(address)
    path.with_name("link.db").symlink_to(path)
    for other in (
        address,
        f"sqlite:///{path.parent}/../{path.parent.name}/{path.name}",
        f"sqlite:///{path.with_name('link.db')}",
    ):
        with pytest.raises(DatabaseInUse):
            await Store.open(other)
    child = subprocess.run(
        [sys.executable, "-c", f"import asyncio; from bot.store import Store; asyncio.run(Store.open({address!r}))"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "DatabaseInUse" in child.stderr
    await store.close()
    await (await Store.open(address)).close()


def open_in_another_process(address: str) -> str:
    """What another process says that opens a database."""
    opening = f"import asyncio; from bot.store import Store; asyncio.run(Store.open({address!r}))"
    return subprocess.run([sys.executable, "-c", opening], capture_output=True, text=True, check=False).stderr


async def test_whoever_deletes_the_lease_has_not_got_it(path: Path) -> None:
    store = await Store.open(f"sqlite:///{path}")
    path.with_name(f"{path.name}.lease").unlink()
    assert "DatabaseInUse" in open_in_another_process(f"sqlite:///{path}")
    await store.close()
    assert open_in_another_process(f"sqlite:///{path}") == ""


async def test_another_name_of_the_file_is_the_same_file(path: Path) -> None:
    store = await Store.open(f"sqlite:///{path}")
    path.with_name("other.db").hardlink_to(path)
    assert "DatabaseInUse" in open_in_another_process(f"sqlite:///{path.with_name('other.db')}")
    async with store.transaction() as t:
        await t.ledger.book(grant("a", ANN, 1))
    assert await bankroll(store, ANN) == 1
    await store.close()


@pytest.mark.parametrize("by", ["a copy", "nothing"])
async def test_a_file_that_is_replaced_is_written_no_more(path: Path, by: str) -> None:
    store = await Store.open(f"sqlite:///{path}")
    copy = path.with_name("copy.db")
    await store.backup(copy)
    async with store.transaction() as t:
        await t.ledger.book(grant("a", ANN, 1))
    waiting = asyncio.create_task(store.lost())
    if by == "a copy":
        copy.replace(path)
    else:
        path.unlink()
    for number in range(2):
        with pytest.raises(StoreUnavailable):
            async with store.transaction() as t:
                await t.ledger.book(grant(f"lost {number}", ANN, 1))
    assert isinstance(await waiting, DatabaseReplaced)
    await store.close()


def cut_the_lease(address: str) -> None:
    """End the connection that holds the advisory lock of this test's database; pg_locks lists those of all databases."""
    engine = create_engine(address, isolation_level="AUTOCOMMIT")
    of_this_database = "database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    with engine.connect() as connection:
        connection.execute(
            text(f"SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND {of_this_database}")
        )
    engine.dispose()


async def test_a_lease_that_is_lost_with_its_connection_is_not_played_without(address: str) -> None:
    if address.startswith("sqlite"):
        pytest.skip("a file's lease ends with the process")
    store = await Store.open(address)
    async with store.transaction() as t:
        await t.ledger.book(grant("a", ANN, 1))
    cut_the_lease(address)
    other = await Store.open(address)
    for number in range(3):
        with pytest.raises(StoreUnavailable):
            async with store.transaction() as t:
                await t.ledger.book(grant(f"lost {number}", ANN, 1))
    assert isinstance(await store.lost(), DatabaseInUse)
    await store.close()
    assert await bankroll(other, ANN) == 1
    await other.close()


async def test_a_lease_that_is_lost_with_its_connection_is_taken_again_where_nobody_has_it(address: str) -> None:
    if address.startswith("sqlite"):
        pytest.skip("a file's lease ends with the process")
    store = await Store.open(address)
    cut_the_lease(address)
    with pytest.raises(StoreUnavailable):
        async with store.transaction() as t:
            await t.ledger.book(grant("lost", ANN, 1))
    async with store.transaction() as t:
        await t.ledger.book(grant("a", ANN, 1))
    with pytest.raises(DatabaseInUse):
        await Store.open(address)
    await store.close()


async def test_an_audit_reads_beside_the_bot_and_changes_nothing(path: Path) -> None:
    store = await Store.open(f"sqlite:///{path}")
    await seat_people(store, ANN, BOB)
    beside = await Store.open(f"sqlite:///{path}", read_only=True)
    await clean(beside)
    with pytest.raises(AssertionError):
        async with beside.transaction():
            pass
    await beside.close()
    await store.close()


async def test_an_audit_of_nothing(path: Path) -> None:
    with pytest.raises(DatabaseUnavailable):
        await Store.open(f"sqlite:///{path}", read_only=True)
    assert not path.exists()


async def test_postgresql_has_one_owner_too(address: str) -> None:
    store = await Store.open(address)
    with pytest.raises(DatabaseInUse):
        await Store.open(address)
    await store.close()
    await (await Store.open(address)).close()


async def test_a_copy_is_consistent_while_games_run(filed: Store, path: Path) -> None:
    async def pay() -> None:
        for number in range(60):
            async with filed.transaction() as t:
                await t.ledger.book(grant(f"a{number}", ANN, 1))
                await t.ledger.book(grant(f"b{number}", BOB, 1))

    await seat_people(filed, ANN, BOB)
    copies = [path.with_name(f"copy{number}.db") for number in range(5)]
    paying = asyncio.create_task(pay())
    for number, copy in enumerate(copies):
        await (filed.backup(copy) if number % 2 else backup(f"sqlite:///{path}", copy))
    await paying
    for copy in copies:
        store = await Store.open(f"sqlite:///{copy}")
        await clean(store)
        assert await bankroll(store, ANN) == await bankroll(store, BOB)
        await store.close()


async def test_a_copy_never_overwrites_and_leaves_nothing_half_done(filed: Store, path: Path) -> None:
    taken = path.with_name("taken.db")
    taken.write_text("mine")
    with pytest.raises(BackupRefused, match="exists"):
        await filed.backup(taken)
    assert taken.read_text() == "mine"
    with pytest.raises(BackupRefused, match="failed"):
        await filed.backup(path.parent / "no" / "such" / "copy.db")
    with pytest.raises(DatabaseUnavailable):
        await backup(f"sqlite:///{path.with_name('none.db')}", path.with_name("copy.db"))
    assert sorted(file.name for file in path.parent.iterdir() if "copy" in file.name or file.suffix == ".part") == []


async def test_a_small_file_is_looked_through_with_its_indexes(path: Path, empty: Path) -> None:
    shutil.copyfile(empty, path)
    store = await Store.open(f"sqlite:///{path}")
    await seat_people(store, ANN, BOB)
    await store.close()
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA writable_schema = ON")
        other.execute(
            "UPDATE sqlite_master SET sql = 'CREATE INDEX ix_seat_guild_id ON seat (user_id)' WHERE name = 'ix_seat_guild_id'"
        )
        other.commit()
    with pytest.raises(DatabaseDamaged):
        await Store.open(f"sqlite:///{path}")
