"""Bringing a database to the code's version, with Alembic driven from code."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

import bot
from bot.store.database.connections import broken_references, pragmas
from bot.store.errors import DatabaseDamaged, DatabaseNewer


def configuration() -> Config:
    """Alembic's settings, made here so that a wheel needs no file: the migrations lie in the package, or in a checkout beside it."""
    package = Path(bot.__file__).parent
    places = (package / "migrations", package.parent / "migrations")
    config = Config()
    config.set_main_option(
        "script_location", str(next(place for place in places if (place / "env.py").is_file())).replace("%", "%%")
    )
    return config


def require_known(current: str | None, path: str) -> None:
    """Raise `DatabaseNewer` for a revision that this version of the code has never heard of."""
    if current is None:
        return
    try:
        ScriptDirectory.from_config(configuration()).get_revision(current)
    except CommandError as error:
        raise DatabaseNewer(path=path, cause=f"revision {current}") from error


async def upgrade(engine: AsyncEngine, path: str) -> None:
    """Run the migrations that are missing, all in one transaction: after a failure the database is as it was."""
    async with engine.connect() as connection:
        await connection.run_sync(_upgrade, path)


def _upgrade(connection: Connection, path: str) -> None:
    sqlite = connection.dialect.name == "sqlite"
    if sqlite:  # a parent table cannot be rebuilt with foreign keys on, and inside a transaction the pragma does nothing
        pragmas(connection.connection, {"foreign_keys": "OFF"})
    try:
        with connection.begin():
            config = configuration()
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            if lost := broken_references(connection):
                raise DatabaseDamaged(path=path, cause=f"{lost} rows point nowhere after the upgrade")
    finally:
        if sqlite:
            pragmas(connection.connection, {"foreign_keys": "ON"})
