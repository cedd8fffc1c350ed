"""A copy put back in a database's place."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path

from bot.store.database.connections import Database, examine_file
from bot.store.database.copies import restore_file, uri
from bot.store.errors import BackupRefused, DatabaseUnavailable, NotADatabase, RestoreRefused
from bot.store.schema.models import REVISION


async def restore(address: str, copy: Path, *, now: Callable[[], datetime]) -> Path | None:
    """Put a sound copy in the database's place, of this version or an older one; return where what was there is kept, None where nothing was.

    Raises `DatabaseInUse` beside a running bot, what `Store.open` raises of a copy that is not sound, and `RestoreRefused`. Nothing has
    changed by then.
    """
    database = Database(address, read_only=False, busy_milliseconds=1500)
    file = database.file
    if file is None:
        raise BackupRefused("backup.postgresql", path=str(database))
    try:
        await database.take_lease()
        return await asyncio.to_thread(_put_back, copy, file, now())
    finally:
        await database.close()


def _put_back(copy: Path, file: Path, now: datetime) -> Path | None:
    copy = copy.resolve()
    if not copy.is_file():
        raise DatabaseUnavailable(path=str(copy), cause="there is no such file")
    if file.exists() and copy.samefile(file):
        raise RestoreRefused(path=str(file), cause="this is the database itself; name a copy of it")
    examine_file(copy, fully=True)
    if (revision := _revision(copy)) != REVISION:
        from bot.store.database import upgrade  # noqa: PLC0415  (Alembic takes 0.2 s and 10 MB, which most starts have no need of)

        upgrade.require_known(revision, str(copy))
    return restore_file(copy, file, now)


def _revision(copy: Path) -> str:
    with closing(sqlite3.connect(uri(copy), uri=True)) as connection:
        try:
            (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone() or ("",)
        except sqlite3.OperationalError:  # no such table, in an empty file
            revision = ""
    if not revision:
        raise NotADatabase(path=str(copy), cause="there is nothing in it")
    return str(revision)
