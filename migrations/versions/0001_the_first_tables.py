"""The first tables.

A later migration that rebuilds `transfer` or `hand_action` (batch_alter_table) must call `guard` again: SQLite drops the triggers with the table.
There is no way down: the copy that is made before an upgrade is the way back.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

FINAL = "what has been booked or played is final"
PURGED = "EXISTS (SELECT 1 FROM guild WHERE guild.id = OLD.guild_id AND guild.purging)"


def upgrade() -> None:
    create_chips()
    create_tables()
    create_hands()
    create_sums()
    guard("transfer")
    guard("hand_action")


def guard(table: str) -> None:
    """Refuse every UPDATE, and every DELETE except those of a server that is being purged."""
    if op.get_bind().dialect.name == "sqlite":
        op.execute(f"CREATE TRIGGER {table}_is_final BEFORE UPDATE ON {table} BEGIN SELECT RAISE(ABORT, '{FINAL}'); END")
        op.execute(
            f"CREATE TRIGGER {table}_stays BEFORE DELETE ON {table} WHEN NOT {PURGED} BEGIN SELECT RAISE(ABORT, '{FINAL}'); END"
        )
        return
    op.execute(
        f"CREATE FUNCTION {table}_guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF TG_OP = 'DELETE' THEN IF {PURGED} THEN RETURN OLD; END IF; END IF; "
        f"RAISE EXCEPTION '{FINAL}' USING ERRCODE = 'integrity_constraint_violation'; END $$"
    )
    op.execute(
        f"CREATE TRIGGER {table}_is_final BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION {table}_guard()"
    )
    op.execute(f"CREATE TRIGGER {table}_stays BEFORE TRUNCATE ON {table} FOR EACH STATEMENT EXECUTE FUNCTION {table}_guard()")


def create_chips() -> None:
    op.create_table(
        "guild",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("settings", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("locale", sa.String(length=20), nullable=True),
        sa.Column("welcomed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("removed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("purging", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_guild"),
    )
    op.create_index("ix_guild_removed_at", "guild", ["removed_at"])
    op.create_table(
        "player",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("chips", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("chips >= 0", name=op.f("ck_player_chips")),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_player"),
    )
    op.create_index("ix_player_chips", "player", ["guild_id", "chips", "user_id"])
    op.create_table(
        "account",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("kind = 'house' OR balance >= 0", name=op.f("ck_account_balance")),
        sa.CheckConstraint("kind IN ('house', 'bankroll', 'seat', 'practice')", name=op.f("ck_account_kind")),
        sa.CheckConstraint("(kind = 'house') = (user_id = 0)", name=op.f("ck_account_house")),
        sa.CheckConstraint("(kind IN ('seat', 'practice')) = (table_id <> 0)", name=op.f("ck_account_place")),
        sa.PrimaryKeyConstraint("id", name="pk_account"),
        sa.UniqueConstraint("guild_id", "user_id", "kind", "table_id", name="uq_account_guild_id_user_id_kind_table_id"),
    )
    op.create_table(
        "transfer",
        sa.Column("id", sa.String(length=120), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("debit_id", sa.BigInteger(), nullable=False),
        sa.Column("credit_id", sa.BigInteger(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.String(length=40), nullable=False),
        sa.Column("hand_id", sa.BigInteger(), nullable=True),
        sa.Column("note", sa.String(length=500), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("amount > 0 AND amount <= 1000000000000000", name=op.f("ck_transfer_amount")),
        sa.CheckConstraint("debit_id <> credit_id", name=op.f("ck_transfer_two_sides")),
        sa.ForeignKeyConstraint(["credit_id"], ["account.id"], name="fk_transfer_credit_id_account"),
        sa.ForeignKeyConstraint(["debit_id"], ["account.id"], name="fk_transfer_debit_id_account"),
        sa.PrimaryKeyConstraint("id", name="pk_transfer"),
    )
    op.create_index("ix_transfer_credit", "transfer", ["credit_id", "at"])
    op.create_index("ix_transfer_debit", "transfer", ["debit_id", "at"])


def create_tables() -> None:
    op.create_table(
        "poker_table",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("host_name", sa.String(length=200), nullable=False),
        sa.Column("rules", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("practice", sa.Boolean(), nullable=False),
        sa.Column("button", sa.SmallInteger(), nullable=True),
        sa.Column("blinds", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("facts", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("hands", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("locale", sa.String(length=20), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("state IN ('open', 'paused', 'stopping', 'closed')", name=op.f("ck_poker_table_state")),
        sa.CheckConstraint("hands >= 0", name=op.f("ck_poker_table_hands")),
        sa.PrimaryKeyConstraint("id", name="pk_poker_table"),
    )
    op.create_index("ix_poker_table_guild_id", "poker_table", ["guild_id"])
    op.create_index(
        "uq_poker_table_open_channel",
        "poker_table",
        ["channel_id"],
        unique=True,
        sqlite_where=sa.text("state <> 'closed'"),
        postgresql_where=sa.text("state <> 'closed'"),
    )
    op.create_table(
        "seat",
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("stack", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("facts", sa.JSON(none_as_null=True), nullable=False),
        sa.CheckConstraint("stack >= 0", name=op.f("ck_seat_stack")),
        sa.CheckConstraint("status IN ('ready', 'away', 'leaving')", name=op.f("ck_seat_status")),
        sa.ForeignKeyConstraint(["table_id"], ["poker_table.id"], name="fk_seat_table_id_poker_table"),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seat"),
        sa.UniqueConstraint("table_id", "user_id", name="uq_seat_table_id_user_id"),
    )
    op.create_index("ix_seat_guild_id", "seat", ["guild_id"])
    op.create_table(
        "departure",
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("chips", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("chips >= 0", name=op.f("ck_departure_chips")),
        sa.ForeignKeyConstraint(["table_id"], ["poker_table.id"], name="fk_departure_table_id_poker_table"),
        sa.PrimaryKeyConstraint("table_id", "user_id", name="pk_departure"),
    )
    op.create_index("ix_departure_guild_id", "departure", ["guild_id"])


def create_hands() -> None:
    op.create_table(
        "hand",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("rules_number", sa.Integer(), nullable=False),
        sa.Column("setup", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("practice", sa.Boolean(), nullable=False),
        sa.Column("clock", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("results", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("void", sa.String(length=200), nullable=True),
        sa.CheckConstraint(
            "CASE WHEN ended_at IS NULL THEN results IS NULL AND void IS NULL ELSE (results IS NULL) <> (void IS NULL) END",
            name=op.f("ck_hand_outcome"),
        ),
        sa.ForeignKeyConstraint(["table_id"], ["poker_table.id"], name="fk_hand_table_id_poker_table"),
        sa.PrimaryKeyConstraint("id", name="pk_hand"),
        sa.UniqueConstraint("table_id", "number", name="uq_hand_table_id_number"),
    )
    op.create_index("ix_hand_channel", "hand", ["channel_id", "id"])
    op.create_index("ix_hand_guild_id", "hand", ["guild_id"])
    op.create_index(
        "uq_hand_live_table",
        "hand",
        ["table_id"],
        unique=True,
        sqlite_where=sa.text("ended_at IS NULL"),
        postgresql_where=sa.text("ended_at IS NULL"),
    )
    op.create_table(
        "hand_action",
        sa.Column("hand_id", sa.BigInteger(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("by", sa.String(length=20), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("\"by\" IN ('seat', 'clock', 'leave', 'prepared')", name=op.f("ck_hand_action_by")),
        sa.CheckConstraint("step >= 0", name=op.f("ck_hand_action_step")),
        sa.ForeignKeyConstraint(["hand_id"], ["hand.id"], name="fk_hand_action_hand_id_hand"),
        sa.PrimaryKeyConstraint("hand_id", "step", name="pk_hand_action"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "hand_player",
        sa.Column("hand_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("counted", sa.Boolean(), nullable=False),
        sa.Column("net", sa.BigInteger(), nullable=True),
        sa.Column("won", sa.Boolean(), nullable=True),
        sa.Column("showdown", sa.Boolean(), nullable=True),
        sa.Column("pot", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("pot >= 0", name=op.f("ck_hand_player_pot")),
        sa.ForeignKeyConstraint(["hand_id"], ["hand.id"], name="fk_hand_player_hand_id_hand"),
        sa.PrimaryKeyConstraint("hand_id", "seat", name="pk_hand_player"),
        sa.UniqueConstraint("hand_id", "user_id", name="uq_hand_player_hand_id_user_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_hand_player_user", "hand_player", ["guild_id", "user_id", "counted", "hand_id"])
    op.create_table(
        "prepared",
        sa.Column("hand_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("what", sa.String(length=40), nullable=False),
        sa.Column("price", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.SmallInteger(), nullable=True),
        sa.CheckConstraint("what IN ('check-fold', 'call-any', 'pass', 'discard')", name=op.f("ck_prepared_what")),
        sa.CheckConstraint("price >= 0", name=op.f("ck_prepared_price")),
        sa.ForeignKeyConstraint(["hand_id"], ["hand.id"], name="fk_prepared_hand_id_hand"),
        sa.PrimaryKeyConstraint("hand_id", "seat", name="pk_prepared"),
    )


def create_sums() -> None:
    op.create_table(
        "standing",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("period", sa.String(length=10), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("hands", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("showdowns", sa.Integer(), nullable=False),
        sa.Column("net", sa.BigInteger(), nullable=False),
        sa.Column("biggest_pot", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("hands >= 0 AND won >= 0 AND showdowns >= 0 AND biggest_pot >= 0", name=op.f("ck_standing_sums")),
        sa.PrimaryKeyConstraint("guild_id", "period", "user_id", name="pk_standing"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_standing_net", "standing", ["guild_id", "period", "net", "user_id"])
    op.create_index("ix_standing_pot", "standing", ["guild_id", "period", "biggest_pot", "user_id"])
    op.create_index("ix_standing_won", "standing", ["guild_id", "period", "won", "user_id"])
    op.create_table(
        "board",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("period", sa.String(length=10), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.CheckConstraint("players >= 0", name=op.f("ck_board_players")),
        sa.PrimaryKeyConstraint("guild_id", "period", name="pk_board"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "discard_count",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("rank", sa.String(length=2), nullable=False),
        sa.Column("thrown", sa.Integer(), nullable=False),
        sa.CheckConstraint("thrown >= 0", name=op.f("ck_discard_count_thrown")),
        sa.PrimaryKeyConstraint("guild_id", "user_id", "rank", name="pk_discard_count"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "meta",
        sa.Column("key", sa.String(length=100), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_meta"),
    )
