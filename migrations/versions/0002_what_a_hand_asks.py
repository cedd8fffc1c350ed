"""What a hand asks after the deal and after each step, so that rules of another number can be held against it."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("hand", sa.Column("prompt", sa.Text(), nullable=True))
    op.add_column("hand_action", sa.Column("prompt", sa.Text(), nullable=True))
