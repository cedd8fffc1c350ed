"""A store on a fresh database for each test; what it leaves behind must add up."""

import os
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from sqlalchemy import URL, create_engine, make_url, text

from bot.store import Store
from tests.store.people import clean

POSTGRESQL = os.environ.get("OPEN_DRAW_TEST_POSTGRESQL")


@pytest.fixture(params=["sqlite", "postgresql"] if POSTGRESQL else ["sqlite"])
def address(request: pytest.FixtureRequest, path: Path) -> str:
    """Where the database of this test is: a file, and once more, emptied, on PostgreSQL where OPEN_DRAW_TEST_POSTGRESQL names a database of it."""
    if request.param == "sqlite":
        return f"sqlite:///{path}"
    own: URL = request.getfixturevalue("own_database")
    engine = create_engine(own)
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    engine.dispose()
    return own.render_as_string(hide_password=False)


@pytest.fixture(scope="session")
def own_database() -> Iterator[URL]:
    """A database on PostgreSQL that is this process's own, dropped at the end."""
    assert POSTGRESQL is not None
    given = make_url(POSTGRESQL)
    own = given.set(database=f"open_draw_{os.getpid()}")
    engine = create_engine(given, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f'CREATE DATABASE "{own.database}"'))
        yield own
        connection.execute(text(f'DROP DATABASE "{own.database}" WITH (FORCE)'))
    engine.dispose()


@pytest.fixture
async def store(address: str, path: Path, empty: Path) -> AsyncIterator[Store]:
    """An open store, on each kind of database."""
    if address.startswith("sqlite"):
        shutil.copyfile(empty, path)
    opened = await Store.open(address)
    yield opened
    try:
        await clean(opened)
    finally:
        await opened.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a test's database file is, for what concerns SQLite alone."""
    return tmp_path / "poker.db"


@pytest.fixture
async def filed(path: Path, empty: Path) -> AsyncIterator[Store]:
    """An open store on the file at `path`, which waits 50 ms for another program that holds it."""
    shutil.copyfile(empty, path)
    opened = await Store.open(f"sqlite:///{path}", busy_milliseconds=50)
    yield opened
    try:
        await clean(opened)
    finally:
        await opened.close()
