"""A closed table keeps its message's id until that has lost its buttons; of those that closed before, each counts as having lost them."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    poker_table = sa.table("poker_table", sa.column("state", sa.String()), sa.column("message_id", sa.BigInteger()))
    op.execute(poker_table.update().where(poker_table.c.state == "closed").values(message_id=None))
