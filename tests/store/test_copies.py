"""Copies put back, two made at once, and a log that grew beside a reader."""

# ruff: noqa: ASYNC240  (nothing else runs in these loops)

import asyncio
import shutil
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import BackupRefused, DatabaseDamaged, DatabaseInUse, DatabaseNewer, NotADatabase, Store, backup, restore
from bot.store.database.copies import copy_file
from bot.store.errors import DatabaseUnavailable, RestoreRefused
from tests.store.people import ANN, NOW, bankroll, clean, grant


async def give(store: Store, name: str, chips: int) -> None:
    async with store.transaction() as t:
        await t.ledger.book(grant(name, ANN, chips))


def names(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir() if not file.name.endswith(".lease")}


@pytest.fixture
async def copied(path: Path, empty: Path) -> Path:
    """A copy from when Ann had one chip; she has two by now, and the process that gave them died with its log beside the file."""
    shutil.copyfile(empty, path)
    store = await Store.open(f"sqlite:///{path}")
    await give(store, "first", 1)
    copy = path.with_name("copy.db")
    await store.backup(copy)
    await give(store, "second", 1)
    log, died = path.with_name(path.name + "-wal"), path.with_name("died")
    shutil.copyfile(log, died)
    main = path.read_bytes()
    await store.close()
    path.write_bytes(main)
    died.replace(log)
    return copy


async def test_a_copy_is_put_back_and_what_was_there_kept_with_its_log(path: Path, copied: Path) -> None:
    kept = await restore(f"sqlite:///{path}", copied, now=lambda: NOW)
    assert kept is not None
    assert names(path.parent) == {path.name, copied.name, kept.name, f"{kept.name}-wal"}
    for file, chips in ((path, 1), (kept, 2)):
        store = await Store.open(f"sqlite:///{file}")
        assert await bankroll(store, ANN) == chips
        await clean(store)
        await store.close()


async def test_a_copy_is_put_where_nothing_was(path: Path, copied: Path) -> None:
    elsewhere = path.with_name("elsewhere.db")
    assert await restore(f"sqlite:///{elsewhere}", copied, now=lambda: NOW) is None
    store = await Store.open(f"sqlite:///{elsewhere}")
    assert await bankroll(store, ANN) == 1
    await store.close()


async def test_nothing_is_put_back_beside_a_running_bot(path: Path, copied: Path) -> None:
    store = await Store.open(f"sqlite:///{path}")
    with pytest.raises(DatabaseInUse):
        await restore(f"sqlite:///{path}", copied, now=lambda: NOW)
    assert await bankroll(store, ANN) == 2
    await store.close()


@pytest.mark.parametrize(
    ("content", "error"),
    [(None, DatabaseUnavailable), (b"", NotADatabase), (b"dear diary " * 999, NotADatabase), (b"\xff", DatabaseDamaged), (b"9999", DatabaseNewer)],
)  # fmt: skip
async def test_only_a_sound_copy_is_put_back(path: Path, copied: Path, content: bytes | None, error: type) -> None:
    match content:
        case None:
            copied.unlink()
        case b"\xff":
            whole = copied.read_bytes()
            copied.write_bytes(whole[: 4096 * 3] + b"\xff" * (len(whole) - 4096 * 3))
        case b"9999":
            with closing(sqlite3.connect(copied)) as other, other:
                other.execute("UPDATE alembic_version SET version_num = '9999'")
        case _:
            copied.write_bytes(content)
    before = path.read_bytes()
    with pytest.raises(error):
        await restore(f"sqlite:///{path}", copied, now=lambda: NOW)
    assert path.read_bytes() == before
    assert path.with_name(path.name + "-wal").exists()


async def test_a_database_is_no_copy_of_itself(path: Path, copied: Path) -> None:
    with pytest.raises(RestoreRefused):
        await restore(f"sqlite:///{path}", path, now=lambda: NOW)
    assert copied.exists()


async def test_of_two_backups_to_one_file_one_is_made_and_nothing_is_left_over(filed: Store, path: Path) -> None:
    """However the two interleave: both have looked for the file before either writes."""
    await give(filed, "some", 5)
    target, both = path.with_name("copy.db"), threading.Barrier(2)

    class Target(type(target)):  # type: ignore[misc]
        def exists(self, **options: bool) -> bool:
            found = super().exists(**options)
            if self.name == target.name:
                both.wait()
            return found

    made = await asyncio.gather(*(asyncio.to_thread(copy_file, path, Target(target)) for _ in range(2)), return_exceptions=True)
    assert sorted(type(outcome) for outcome in made if outcome is not None) == [BackupRefused]
    assert {name for name in names(path.parent) if "copy" in name} == {target.name}
    store = await Store.open(f"sqlite:///{target}", read_only=True)
    assert await bankroll(store, ANN) == 5
    await store.close()


async def test_a_log_that_grew_beside_a_reader_is_cut_again(filed: Store, path: Path) -> None:
    log = path.with_name(path.name + "-wal")
    async with filed.reading() as reader:
        await reader.meta.get("anything")
        for number in range(8):
            async with filed.transaction() as t:
                for part in range(40):
                    await t.meta.set(f"{number} {part}", "x" * 20_000)
        assert log.stat().st_size > 5 * 2**20
    for number in range(3):
        await give(filed, f"after {number}", 1)
    assert log.stat().st_size <= 4 * 2**20


async def test_a_backup_of_what_cannot_be_read_is_refused(path: Path) -> None:
    with pytest.raises(DatabaseUnavailable):
        await backup(f"sqlite:///{path}", path.with_name("copy.db"))
    assert names(path.parent) == set()


async def test_a_copy_is_made_where_the_file_system_has_no_links(
    path: Path, empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_self: Path, _target: Path) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "hardlink_to", refused)
    shutil.copyfile(empty, path)
    copy = path.with_name("copy.db")
    await backup(f"sqlite:///{path}", copy)
    opened = await Store.open(f"sqlite:///{copy}")
    await opened.close()
    assert names(path.parent) == {path.name, copy.name}
