"""The database grows with the code: models and migrations agree, and an upgrade loses nothing."""

import shutil
import subprocess
import sys
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import Script, ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import CheckConstraint, create_engine, inspect, select, text

import bot
from bot.store import DatabaseDamaged, DatabaseNewer, DatabaseOlder, Store
from bot.store.database import upgrade
from bot.store.schema.models import REVISION, account, guild, metadata, player, poker_table, transfer
from tests.store.people import ANN, BOB, NOW, bankroll, clean, grant, seat_people

NEXT = '''
"""A parent table is rebuilt."""

import sqlalchemy as sa
from alembic import op

revision = "next"
down_revision = "{after}"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("poker_table") as batch:
        batch.add_column(sa.Column("colour", sa.String(10), nullable=False, server_default="green"))
        batch.alter_column("host_name", type_=sa.String(300))
    {more}
'''


@dataclass
class Versions:
    """Versions of the bot: the one that there is, and a next one with one migration more."""

    _versions: Path
    _patch: pytest.MonkeyPatch

    def next(self, more: str = "") -> None:
        (self._versions / "next.py").write_text(NEXT.format(after=REVISION, more=more))
        self._patch.setattr("bot.store.store.REVISION", "next")

    def back(self) -> None:
        (self._versions / "next.py").unlink()
        self._patch.setattr("bot.store.store.REVISION", REVISION)


@pytest.fixture
def bot_versions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Versions:
    """The package as a wheel lays it: the migrations inside it, where a test may add some."""
    package = tmp_path / "site" / "bot"
    shutil.copytree(
        Path(bot.__file__).parent.parent / "migrations", package / "migrations", ignore=shutil.ignore_patterns("__pycache__")
    )
    monkeypatch.setattr(bot, "__file__", str(package / "__init__.py"))
    return Versions(package / "migrations" / "versions", monkeypatch)


def test_the_models_name_the_newest_migration() -> None:
    assert ScriptDirectory.from_config(upgrade.configuration()).get_current_head() == REVISION


def test_a_start_does_without_alembic_where_nothing_is_to_be_migrated(path: Path) -> None:
    opened = f"""
import asyncio, sys
from bot.store import Store

async def open_and_close():
    await (await Store.open("sqlite:///{path}")).close()

asyncio.run(open_and_close())
print("alembic" in sys.modules)
"""
    for needed in (True, False):
        run = subprocess.run([sys.executable, "-c", opened], capture_output=True, text=True, check=True)
        assert run.stdout.strip() == str(needed)


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


def test_tables_that_closed_long_ago_are_not_taken_leave_of_again(address: str) -> None:
    row = {
        "guild_id": 1,
        "host_id": 1,
        "host_name": "H",
        "rules": {},
        "practice": False,
        "facts": {},
        "hands": 0,
        "locale": "en-US",
    }
    rows = [
        {**row, "channel_id": id_, "message_id": id_, "state": state, "opened_at": NOW}
        for id_, state in ((1, "open"), (2, "closed"))
    ]
    engine = create_engine(address)
    with engine.begin() as connection:
        config = upgrade.configuration()
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
        connection.execute(poker_table.insert(), rows)
        command.upgrade(config, "head")
        assert connection.scalars(select(poker_table.c.message_id).order_by(poker_table.c.channel_id)).all() == [1, None]
    engine.dispose()


def test_when_daily_chips_were_given_is_taken_from_the_ledger(address: str) -> None:
    engine = create_engine(address)
    with engine.begin() as connection:
        config = upgrade.configuration()
        config.attributes["connection"] = connection
        command.upgrade(config, "0003")
        for user_id, kind in ((0, "house"), (ANN, "bankroll"), (BOB, "bankroll")):
            row = {"guild_id": 1, "user_id": user_id, "kind": kind, "table_id": 0, "balance": 0}
            connection.execute(account.insert(), row)
        house, ann, bob = connection.scalars(select(account.c.id).order_by(account.c.user_id)).all()
        gift = {"guild_id": 1, "debit_id": house, "amount": 5}
        gifts = [("a", ann, "daily", NOW), ("b", ann, "daily", NOW + timedelta(days=1)), ("c", bob, "grant", NOW)]
        rows = [{**gift, "id": id_, "credit_id": to, "reason": why, "at": at} for id_, to, why, at in gifts]
        connection.execute(transfer.insert(), rows)
        people = text("INSERT INTO player (guild_id, user_id, name) VALUES (1, :ann, ''), (1, :bob, '')")
        connection.execute(people, {"ann": ANN, "bob": BOB})
        command.upgrade(config, "head")
        given = connection.scalars(select(player.c.daily_at).order_by(player.c.user_id)).all()
    assert given == [NOW + timedelta(days=1), None]
    engine.dispose()


def test_what_nobody_reads_goes_and_its_rows_stay(address: str) -> None:
    engine = create_engine(address)
    with engine.begin() as connection:
        config = upgrade.configuration()
        config.attributes["connection"] = connection
        command.upgrade(config, "0004")
        connection.execute(text("INSERT INTO guild (id, settings, locale, purging) VALUES (7, '{}', 'fr', false)"))
        columns = "guild_id, channel_id, host_id, host_name, rules, state, practice, button, facts, hands, locale, opened_at"
        values = "7, 8, 9, 'H', '{}', 'open', false, 3, '{}', 12, 'de', '2026-08-01 12:00:00'"
        connection.execute(text(f"INSERT INTO poker_table ({columns}) VALUES ({values})"))
        command.upgrade(config, "head")
        assert connection.execute(select(guild.c.id, guild.c.settings)).all() == [(7, {})]
        table = connection.execute(select(poker_table.c.channel_id, poker_table.c.hands, poker_table.c.locale)).one()
        assert tuple(table) == (8, 12, "de")
    engine.dispose()


async def test_opening_twice_changes_nothing(path: Path) -> None:
    for _ in range(2):
        await (await Store.open(f"sqlite:///{path}")).close()
    assert sorted(file.name for file in path.parent.iterdir()) == [path.name, f"{path.name}.lease"]


async def test_an_upgrade_rebuilds_a_parent_table_after_making_a_copy(path: Path, bot_versions: Versions) -> None:
    address = f"sqlite:///{path}"
    store = await Store.open(address)
    seated = await seat_people(store, ANN, BOB)
    await seated.play(store, 1, (40, -40), pot=80)
    await store.close()
    bot_versions.next()

    with pytest.raises(DatabaseOlder):
        await Store.open(address, read_only=True)
    store = await Store.open(address, now=lambda: NOW)
    await clean(store)
    async with store.transaction() as t:
        assert (await t.ledger._work.value(text("SELECT colour FROM poker_table"))) == "green"
        assert await t.ledger._work.value(text("PRAGMA foreign_keys")) == 1
    await store.close()

    (copy,) = path.parent.glob("*.bak")
    assert copy.name == f"{path.name}.{REVISION}-20260801T120000000000.bak"
    bot_versions.back()
    old = await Store.open(f"sqlite:///{copy}")
    await clean(old)
    assert await bankroll(old, ANN) == 4_000
    await old.close()
    with pytest.raises(DatabaseNewer):
        await Store.open(address)


@pytest.mark.parametrize(
    ("more", "error"), [("raise LookupError", LookupError), ('op.execute("DELETE FROM poker_table")', DatabaseDamaged)]
)
async def test_an_upgrade_that_fails_leaves_everything_as_it_was(
    path: Path, bot_versions: Versions, more: str, error: type
) -> None:
    address = f"sqlite:///{path}"
    store = await Store.open(address)
    await seat_people(store, ANN, BOB)
    await store.close()
    bot_versions.next(more)
    with pytest.raises(error):
        await Store.open(address)
    bot_versions.back()
    store = await Store.open(address)
    await clean(store)
    async with store.transaction() as t:
        await t.ledger.book(grant("g", ANN, 5))
        assert len(await t.tables.all_open()) == 1
    await store.close()


def test_alembic_by_hand_as_the_readme_says_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No address, nothing at hand: the models are compared with all migrations, and the new one follows the last."""
    root = tmp_path / "checkout"
    shutil.copytree(Path(bot.__file__).parent.parent / "migrations", root / "migrations")
    monkeypatch.delenv("DATABASE_URL", raising=False)
    config = Config()
    config.set_main_option("script_location", str(root / "migrations"))
    command.check(config)
    made = command.revision(config, "nothing new", autogenerate=True)
    assert isinstance(made, Script)
    assert made.down_revision == REVISION
    assert "op." not in Path(made.path).read_text()
    command.check(config)


async def test_a_database_that_alembic_alone_has_looked_at_is_ours(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{path}")
    with pytest.raises(CommandError, match="not up to date"):
        command.revision(upgrade.configuration(), "too early", autogenerate=True)
    await (await Store.open(f"sqlite:///{path}")).close()
