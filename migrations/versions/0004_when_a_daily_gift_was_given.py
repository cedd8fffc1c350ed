"""A player's row keeps when the last daily chips were given; of those given before, the ledger says it."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("player", sa.Column("daily_at", sa.DateTime(timezone=True), nullable=True))
    op.execute(
        """
        UPDATE player SET daily_at = (
            SELECT max(transfer.at) FROM transfer JOIN account ON account.id = transfer.credit_id
            WHERE transfer.reason = 'daily' AND account.kind = 'bankroll'
            AND account.guild_id = player.guild_id AND account.user_id = player.user_id
        )
        """
    )
