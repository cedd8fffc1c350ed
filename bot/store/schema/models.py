"""The tables of the database, as SQLAlchemy Core describes them; a test holds them against the migrations."""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from bot.store.schema.types import Chips, Fields, Serial, Snowflake, Utc

MOST_CHIPS = 10**15
"""The most that one transfer moves: far above any game, and far below where 64 bits would end."""

REVISION = "0008"
"""The newest migration, of which these tables are the outcome. Named here so that a start does without Alembic where nothing is to be migrated."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _key(name: str, kind: Any, *more: Any) -> Column[Any]:
    return Column(name, kind, *more, primary_key=True, autoincrement=False)


meta = Table("meta", metadata, _key("key", String(100)), Column("value", Text, nullable=False))

guild = Table(
    "guild",
    metadata,
    _key("id", Snowflake),
    Column("settings", Fields, nullable=False),
    Column("welcomed_at", Utc),
    Column("removed_at", Utc, index=True),
    Column("purging", Boolean, nullable=False, default=False),  # opens the deletion of its booked transfers
)

player = Table(
    "player",
    metadata,
    _key("guild_id", Snowflake),
    _key("user_id", Snowflake),
    Column("name", String(200), nullable=False),
    Column("chips", Chips),  # bankroll and seats, kept beside the accounts for the leaderboard; NULL for who has only practised
    Column("daily_at", Utc),  # when the last daily chips were given; never later than the clock was when last asked
    Column("refill_at", Utc),  # the same of the last refill
    Index("ix_player_chips", "guild_id", "chips", "user_id"),
    CheckConstraint("chips >= 0", name="chips"),
)

account = Table(
    "account",
    metadata,
    Column("id", Serial, primary_key=True),
    Column("guild_id", Snowflake, nullable=False),
    Column("user_id", Snowflake, nullable=False),  # 0 for the house
    Column("kind", String(10), nullable=False),
    Column("table_id", BigInteger, nullable=False),  # 0 away from the tables
    Column("balance", Chips, nullable=False),
    UniqueConstraint("guild_id", "user_id", "kind", "table_id"),
    CheckConstraint("kind IN ('house', 'bankroll', 'seat', 'practice')", name="kind"),
    CheckConstraint("kind = 'house' OR balance >= 0", name="balance"),
    CheckConstraint("(kind = 'house') = (user_id = 0)", name="house"),
    CheckConstraint("(kind IN ('seat', 'practice')) = (table_id <> 0)", name="place"),
)

transfer = Table(
    "transfer",
    metadata,
    _key("id", String(120)),
    Column("guild_id", Snowflake, nullable=False),
    Column("debit_id", BigInteger, ForeignKey("account.id"), nullable=False),
    Column("credit_id", BigInteger, ForeignKey("account.id"), nullable=False),
    Column("amount", Chips, nullable=False),
    Column("reason", String(40), nullable=False),
    Column("hand_id", BigInteger),
    Column("note", String(500)),
    Column("at", Utc, nullable=False),
    Index("ix_transfer_debit", "debit_id", "at"),
    Index("ix_transfer_credit", "credit_id", "at"),
    CheckConstraint(f"amount > 0 AND amount <= {MOST_CHIPS}", name="amount"),
    CheckConstraint("debit_id <> credit_id", name="two_sides"),
)

poker_table = Table(
    "poker_table",
    metadata,
    Column("id", Serial, primary_key=True),
    Column("guild_id", Snowflake, nullable=False, index=True),
    Column("channel_id", Snowflake, nullable=False),
    Column("host_id", Snowflake, nullable=False),
    Column("host_name", String(200), nullable=False),
    Column("rules", Fields, nullable=False),
    Column("state", String(20), nullable=False),
    Column("practice", Boolean, nullable=False),
    Column("blinds", Fields),
    Column("facts", Fields, nullable=False),
    Column("hands", Integer, nullable=False),
    Column("message_id", Snowflake),
    Column("locale", String(20), nullable=False),
    Column("opened_at", Utc, nullable=False),
    Index(
        "uq_poker_table_open_channel",
        "channel_id",
        unique=True,
        sqlite_where=text("state <> 'closed'"),
        postgresql_where=text("state <> 'closed'"),
    ),
    CheckConstraint("state IN ('open', 'paused', 'stopping', 'closed')", name="state"),
    CheckConstraint("hands >= 0", name="hands"),
)

seat = Table(
    "seat",
    metadata,
    _key("table_id", BigInteger, ForeignKey("poker_table.id")),
    _key("seat", SmallInteger),
    Column("guild_id", Snowflake, nullable=False, index=True),
    Column("user_id", Snowflake, nullable=False),
    Column("name", String(200), nullable=False),
    Column("stack", Chips, nullable=False),
    Column("status", String(20), nullable=False),
    Column("facts", Fields, nullable=False),
    UniqueConstraint("table_id", "user_id"),
    CheckConstraint("stack >= 0", name="stack"),
    CheckConstraint("status IN ('ready', 'away', 'leaving')", name="status"),
)

departure = Table(
    "departure",
    metadata,
    _key("table_id", BigInteger, ForeignKey("poker_table.id")),
    _key("user_id", Snowflake),
    Column("guild_id", Snowflake, nullable=False, index=True),
    Column("chips", Chips, nullable=False),
    Column("at", Utc, nullable=False),
    CheckConstraint("chips >= 0", name="chips"),
)

seal = Table(
    "seal",
    metadata,
    _key("table_id", BigInteger, ForeignKey("poker_table.id")),
    _key("number", Integer),
    Column("guild_id", Snowflake, nullable=False, index=True),
    Column("key", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    Column("pairs", Integer, nullable=False),
    Column("first_hand", Integer, nullable=False),
    Column("sealed_at", Utc, nullable=False),
    Column("posted_at", Utc),
    Column("message_id", Snowflake),
    CheckConstraint("pairs > 0 AND first_hand > 0", name="hands"),
    CheckConstraint("(posted_at IS NULL) = (message_id IS NULL)", name="posted"),
)

hand = Table(
    "hand",
    metadata,
    Column("id", Serial, primary_key=True),
    Column("table_id", BigInteger, ForeignKey("poker_table.id"), nullable=False),
    Column("guild_id", Snowflake, nullable=False, index=True),
    Column("channel_id", Snowflake, nullable=False),
    Column("number", Integer, nullable=False),
    Column("rules_number", Integer, nullable=False),
    Column("setup", Fields, nullable=False),
    Column("practice", Boolean, nullable=False),
    Column("clock", Fields),
    Column("started_at", Utc, nullable=False),
    Column("ended_at", Utc),
    Column("results", Fields),
    Column("void", String(200)),
    Column("prompt", Text),
    Column("sealed", Fields),  # the seal it was dealt from, and the words that cut; NULL where it was dealt from none
    UniqueConstraint("table_id", "number"),
    Index("ix_hand_channel", "channel_id", "id"),
    Index(
        "uq_hand_live_table",
        "table_id",
        unique=True,
        sqlite_where=text("ended_at IS NULL"),
        postgresql_where=text("ended_at IS NULL"),
    ),
    CheckConstraint(
        "CASE WHEN ended_at IS NULL THEN results IS NULL AND void IS NULL ELSE (results IS NULL) <> (void IS NULL) END",
        name="outcome",
    ),
)

hand_action = Table(
    "hand_action",
    metadata,
    _key("hand_id", BigInteger, ForeignKey("hand.id")),
    _key("step", Integer),
    Column("guild_id", Snowflake, nullable=False),
    Column("text", Text, nullable=False),
    Column("by", String(20), nullable=False),
    Column("at", Utc, nullable=False),
    Column("prompt", Text),
    CheckConstraint("\"by\" IN ('seat', 'clock', 'leave', 'prepared')", name="by"),
    CheckConstraint("step >= 0", name="step"),
    sqlite_with_rowid=False,  # one tree to write at each action instead of two
)

STYLE = ("could_open", "opened", "bets_asked", "raised", "faced", "folded", "draws", "stood_pat", "drawn")
"""How often a seat could do what, and did, in a hand; NULL for one that ended before this was kept and has not been replayed."""

hand_player = Table(
    "hand_player",
    metadata,
    _key("hand_id", BigInteger, ForeignKey("hand.id")),
    _key("seat", SmallInteger),
    Column("guild_id", Snowflake, nullable=False),
    Column("user_id", Snowflake, nullable=False),
    Column("name", String(200), nullable=False),
    Column("counted", Boolean, nullable=False),  # its sums are on the leaderboard: over, not void, no practice
    Column("net", Chips),
    Column("won", Boolean),
    Column("showdown", Boolean),
    Column("pot", Chips),
    *(Column(name, Integer) for name in STYLE),
    Index("ix_hand_player_user", "guild_id", "user_id", "counted", "hand_id"),
    UniqueConstraint("hand_id", "user_id"),
    CheckConstraint("pot >= 0", name="pot"),
    sqlite_with_rowid=False,
)

prepared = Table(
    "prepared",
    metadata,
    _key("hand_id", BigInteger, ForeignKey("hand.id")),
    _key("seat", SmallInteger),
    Column("guild_id", Snowflake, nullable=False),
    Column("what", String(40), nullable=False),
    Column("price", Chips, nullable=False),
    Column("position", SmallInteger),
    CheckConstraint("what IN ('check-fold', 'call-any', 'pass', 'discard')", name="what"),
    CheckConstraint("price >= 0", name="price"),
)

standing = Table(
    "standing",
    metadata,
    _key("guild_id", Snowflake),
    _key("period", String(10)),  # "all", "2026-08" or the ISO week "2026-W31"
    _key("user_id", Snowflake),
    Column("hands", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("showdowns", Integer, nullable=False),
    Column("net", Chips, nullable=False),
    Column("biggest_pot", Chips, nullable=False),
    Index("ix_standing_net", "guild_id", "period", "net", "user_id"),
    Index("ix_standing_won", "guild_id", "period", "won", "user_id"),
    Index("ix_standing_pot", "guild_id", "period", "biggest_pot", "user_id"),
    CheckConstraint("hands >= 0 AND won >= 0 AND showdowns >= 0 AND biggest_pot >= 0", name="sums"),
    sqlite_with_rowid=False,
)

board = Table(
    "board",
    metadata,
    _key("guild_id", Snowflake),
    _key("period", String(10)),
    Column("players", Integer, nullable=False),  # how many stand there: counting 100,000 would take most of a page's time
    CheckConstraint("players >= 0", name="players"),
    sqlite_with_rowid=False,
)

discard_count = Table(
    "discard_count",
    metadata,
    _key("guild_id", Snowflake),
    _key("user_id", Snowflake),
    _key("rank", String(2)),
    Column("thrown", Integer, nullable=False),
    CheckConstraint("thrown >= 0", name="thrown"),
    sqlite_with_rowid=False,
)
