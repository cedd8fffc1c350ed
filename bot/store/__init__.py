"""Chips, tables and hands, kept for good: the only part of the bot that knows SQL.

store = await Store.open(url)                   # lease, integrity check, backup before an upgrade, migrations
async with store.transaction() as t:            # a write; saved for good once the block has been left
    await t.ledger.book(Transfer(...), ...)
    await t.hands.act(ActionRow(...))
async with store.reading() as t:                # a consistent view
    page = await t.players.leaderboard(guild_id, by="net", period="all", asker=user_id)
await store.backup(path)
await store.close()
"""

from bot.store.database.restoring import restore
from bot.store.errors import (
    BackupRefused,
    ChannelInUse,
    ConstraintBroken,
    DatabaseDamaged,
    DatabaseError,
    DatabaseInUse,
    DatabaseNewer,
    DatabaseOlder,
    DatabaseReplaced,
    DatabaseUnavailable,
    DatabaseUnreachable,
    HandOver,
    InvalidTransfer,
    NotADatabase,
    Overdraft,
    SeatTaken,
    StepTaken,
    StillSeated,
    StoreError,
    StoreUnavailable,
)
from bot.store.findings import Fault, Figures, Outcome
from bot.store.repositories.meta import ANONYMOUS_BELOW
from bot.store.rows import (
    Account,
    ActionRow,
    Bankroll,
    Departure,
    Difference,
    GuildRow,
    HandPlayer,
    HandRow,
    HistoryLine,
    Holdings,
    House,
    LeaderboardBy,
    LeaderboardLine,
    LeaderboardPage,
    NetPoint,
    PlayerStats,
    PreparedRow,
    SealRow,
    SeatAccount,
    SeatRow,
    TableRow,
    TableState,
    Transfer,
)
from bot.store.store import Store, Transaction, backup

__all__ = [
    "ANONYMOUS_BELOW",
    "Account",
    "ActionRow",
    "BackupRefused",
    "Bankroll",
    "ChannelInUse",
    "ConstraintBroken",
    "DatabaseDamaged",
    "DatabaseError",
    "DatabaseInUse",
    "DatabaseNewer",
    "DatabaseOlder",
    "DatabaseReplaced",
    "DatabaseUnavailable",
    "DatabaseUnreachable",
    "Departure",
    "Difference",
    "Fault",
    "Figures",
    "GuildRow",
    "HandOver",
    "HandPlayer",
    "HandRow",
    "HistoryLine",
    "Holdings",
    "House",
    "InvalidTransfer",
    "LeaderboardBy",
    "LeaderboardLine",
    "LeaderboardPage",
    "NetPoint",
    "NotADatabase",
    "Outcome",
    "Overdraft",
    "PlayerStats",
    "PreparedRow",
    "SealRow",
    "SeatAccount",
    "SeatRow",
    "SeatTaken",
    "StepTaken",
    "StillSeated",
    "Store",
    "StoreError",
    "StoreUnavailable",
    "TableRow",
    "TableState",
    "Transaction",
    "Transfer",
    "backup",
    "restore",
]
