"""How Alembic reaches the database: through the store's own connection; for developers through DATABASE_URL, or through an empty one in memory."""

import os
import sys

from alembic import context
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, NullPool, StaticPool, create_engine

from bot.store.database.address import url_of
from bot.store.schema.models import metadata


def migrate(connection: Connection) -> None:
    """Run what Alembic was asked for over this connection, within its transaction if it has one."""
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


def bring_up_to_date(connection: Connection) -> None:
    """Run every migration that there is: models are compared with a database that has them all."""
    scripts = ScriptDirectory.from_config(context.config)
    versions = MigrationContext.configure(connection)
    with Operations.context(versions):
        for script in reversed(list(scripts.walk_revisions())):
            script.module.upgrade()
    versions.stamp(scripts, "head")


given = context.config.attributes.get("connection")
if given is not None:
    migrate(given)
elif (address := os.environ.get("DATABASE_URL")) is not None:
    url = url_of(address)
    plain = url.set(drivername=url.get_backend_name())  # the bot's driver may be one for asyncio
    with create_engine(plain, poolclass=NullPool).begin() as own:
        migrate(own)
else:
    print("There is no DATABASE_URL: this is about an empty database in memory.", file=sys.stderr)
    with create_engine("sqlite://", poolclass=StaticPool).begin() as scratch:
        bring_up_to_date(scratch)
        migrate(scratch)
