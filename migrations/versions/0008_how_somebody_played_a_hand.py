"""A player's row of a hand keeps how they played it; rows of older hands have nothing there till the hands have been replayed."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

COUNTS = ("could_open", "opened", "bets_asked", "raised", "faced", "folded", "draws", "stood_pat", "drawn")


def upgrade() -> None:
    for name in COUNTS:
        op.add_column("hand_player", sa.Column(name, sa.Integer(), nullable=True))
