"""A store on a fresh database for each test; what it leaves behind must add up."""

import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import URL, create_engine, make_url, text

from bot.store import Store
from tests.store.people import clean

POSTGRESQL = os.environ.get("OPEN_DRAW_TEST_POSTGRESQL")


@pytest.fixture(params=["sqlite", "postgresql"] if POSTGRESQL else ["sqlite"])
def address(request: pytest.FixtureRequest, path: Path) -> str:
    """Where the database of this test is: a file, and once more on PostgreSQL where OPEN_DRAW_TEST_POSTGRESQL names a database of it.

    Beside that one each process makes a database of its own and empties it: the tests of two processes would drop each other's tables.
    """
    if request.param == "sqlite":
        return f"sqlite:///{path}"
    assert POSTGRESQL is not None
    given = make_url(POSTGRESQL)
    own = given.set(database=f"{given.database}_{os.environ.get('PYTEST_XDIST_WORKER', 'main')}")
    _make_if_missing(given, str(own.database))
    engine = create_engine(own)
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    engine.dispose()
    return own.render_as_string(hide_password=False)


def _make_if_missing(server: URL, database: str) -> None:
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        if connection.scalar(text("SELECT 1 FROM pg_database WHERE datname = :name"), {"name": database}) is None:
            connection.execute(text(f'CREATE DATABASE "{database}"'))
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
