"""How Alembic reaches the database: through the store's own connection, or for developers through DATABASE_URL."""

import os

from alembic import context
from sqlalchemy import Connection, NullPool, create_engine, make_url

from bot.store.models import metadata


def migrate(connection: Connection) -> None:
    """Run what Alembic was asked for over this connection, within its transaction if it has one."""
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    migrate(given)
else:
    url = make_url(os.environ["DATABASE_URL"])
    plain = url.set(drivername=url.get_backend_name())  # the bot's driver may be one for asyncio
    with create_engine(plain, poolclass=NullPool).begin() as own:
        migrate(own)
