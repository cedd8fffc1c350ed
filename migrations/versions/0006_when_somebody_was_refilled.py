"""A player's row keeps when the broke were last refilled: that is no longer part of the day's chips."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("player", sa.Column("refill_at", sa.DateTime(timezone=True), nullable=True))
