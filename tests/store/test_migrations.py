"""The database grows with the code: models and migrations agree, and an upgrade loses nothing."""

# ruff: noqa: ASYNC240  (nothing else runs in these loops)

import shutil
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import CheckConstraint, create_engine, inspect, text

import bot
from bot.store import DatabaseDamaged, DatabaseNewer, DatabaseOlder, Store, upgrade
from bot.store.models import metadata
from tests.store.people import ANN, BOB, NOW, bankroll, clean, grant, seat_people

NEXT = '''
"""A parent table is rebuilt."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("poker_table") as batch:
        batch.add_column(sa.Column("colour", sa.String(10), nullable=False, server_default="green"))
        batch.alter_column("host_name", type_=sa.String(300))
    {more}
'''


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The package as a wheel lays it: the migrations inside it, where a test may add some."""
    package = tmp_path / "site" / "bot"
    shutil.copytree(
        Path(bot.__file__).parent.parent / "migrations", package / "migrations", ignore=shutil.ignore_patterns("__pycache__")
    )
    monkeypatch.setattr(bot, "__file__", str(package / "__init__.py"))
    return package / "migrations" / "versions" / "0002_next.py"


def test_models_and_migrations_agree(address: str) -> None:
    engine = create_engine(address)
    with engine.begin() as connection:
        config = upgrade.configuration()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        command.check(config)
        found = {
            (table.name, check["name"])
            for table in metadata.sorted_tables
            for check in inspect(connection).get_check_constraints(table.name)
        }
        wanted = {
            (table.name, check.name)
            for table in metadata.sorted_tables
            for check in table.constraints
            if isinstance(check, CheckConstraint)
        }
    assert found == wanted, "Alembic compares no checks"
    engine.dispose()


def test_developers_migrate_by_the_address_that_the_bot_has(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{path}")
    command.upgrade(upgrade.configuration(), "head")
    command.check(upgrade.configuration())


async def test_opening_twice_changes_nothing(path: Path) -> None:
    for _ in range(2):
        await (await Store.open(f"sqlite:///{path}")).close()
    assert sorted(file.name for file in path.parent.iterdir()) == [path.name, f"{path.name}.lease"]


async def test_an_upgrade_rebuilds_a_parent_table_after_making_a_copy(path: Path, elsewhere: Path) -> None:
    address = f"sqlite:///{path}"
    store = await Store.open(address)
    seated = await seat_people(store, ANN, BOB)
    await seated.play(store, 1, (40, -40), pot=80)
    await store.close()
    elsewhere.write_text(NEXT.format(more=""))

    with pytest.raises(DatabaseOlder):
        await Store.open(address, read_only=True)
    store = await Store.open(address, now=lambda: NOW)
    await clean(store)
    async with store.transaction() as t:
        assert (await t.ledger._work.value(text("SELECT colour FROM poker_table"))) == "green"
        assert await t.ledger._work.value(text("PRAGMA foreign_keys")) == 1
    await store.close()

    (copy,) = path.parent.glob("*.bak")
    assert copy.name == f"{path.name}.0001-20260801T120000000000.bak"
    elsewhere.unlink()
    old = await Store.open(f"sqlite:///{copy}")
    await clean(old)
    assert await bankroll(old, ANN) == 4_000
    await old.close()
    with pytest.raises(DatabaseNewer):
        await Store.open(address)


@pytest.mark.parametrize(
    ("more", "error"), [("raise LookupError", LookupError), ('op.execute("DELETE FROM poker_table")', DatabaseDamaged)]
)
async def test_an_upgrade_that_fails_leaves_everything_as_it_was(path: Path, elsewhere: Path, more: str, error: type) -> None:
    address = f"sqlite:///{path}"
    store = await Store.open(address)
    await seat_people(store, ANN, BOB)
    await store.close()
    elsewhere.write_text(NEXT.format(more=more))
    with pytest.raises(error):
        await Store.open(address)
    elsewhere.unlink()
    store = await Store.open(address)
    await clean(store)
    async with store.transaction() as t:
        await t.ledger.book(grant("g", ANN, 5))
        assert len(await t.tables.all_open()) == 1
    await store.close()
