"""A store on a fresh database for each test; what it leaves behind must add up."""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from bot.store import Store
from tests.store.people import clean

POSTGRESQL = os.environ.get("OPEN_DRAW_TEST_POSTGRESQL")


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file fresh from the migrations, made once: they take longer than most tests."""
    file = tmp_path_factory.mktemp("empty") / "poker.db"

    async def make() -> None:
        await (await Store.open(f"sqlite:///{file}")).close()

    asyncio.run(make())
    return file


@pytest.fixture(params=["sqlite", "postgresql"] if POSTGRESQL else ["sqlite"])
def address(request: pytest.FixtureRequest, path: Path) -> str:
    """Where the database of this test is: a file, and once more on PostgreSQL where OPEN_DRAW_TEST_POSTGRESQL names a database to empty."""
    if request.param == "sqlite":
        return f"sqlite:///{path}"
    assert POSTGRESQL is not None
    engine = create_engine(POSTGRESQL)
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    engine.dispose()
    return POSTGRESQL


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
