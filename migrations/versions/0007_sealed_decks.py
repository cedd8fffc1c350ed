"""Seals are kept with their tables, and with each hand how it was dealt from one. Hands from before have none."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "seal",
        sa.Column("table_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("pairs", sa.Integer(), nullable=False),
        sa.Column("first_hand", sa.Integer(), nullable=False),
        sa.Column("sealed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("posted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("pairs > 0 AND first_hand > 0", name=op.f("ck_seal_hands")),
        sa.CheckConstraint("(posted_at IS NULL) = (message_id IS NULL)", name=op.f("ck_seal_posted")),
        sa.ForeignKeyConstraint(["table_id"], ["poker_table.id"], name=op.f("fk_seal_table_id_poker_table")),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_seal")),
    )
    op.create_index(op.f("ix_seal_guild_id"), "seal", ["guild_id"])
    op.add_column("hand", sa.Column("sealed", sa.JSON(none_as_null=True), nullable=True))
