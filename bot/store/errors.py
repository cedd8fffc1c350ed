"""What can go wrong with saved chips and hands, each with the key of its friendly line."""

from bot.errors import PokerError


class StoreError(PokerError):
    """Something that the store refuses; nothing was saved."""

    key = "store.refused"


class StoreUnavailable(StoreError):
    """The database cannot be written or read at the moment; nothing was saved. `values["cause"]` is for the log, never for a player."""

    key = "store.unavailable"


class DatabaseError(StoreError):
    """The store cannot be opened: the bot ends with exit status 2 and says why. `values` hold `path` and, where known, `cause`."""

    key = "database.unavailable"


class DatabaseUnavailable(DatabaseError):
    """The path cannot be opened or the server not be reached."""

    key = "database.unavailable"


class DatabaseUnreachable(DatabaseUnavailable):
    """The database's server does not answer: it may do so later."""


class NotADatabase(DatabaseError):
    """There is something else at the path, or somebody else's database."""

    key = "database.foreign"


class DatabaseDamaged(DatabaseError):
    """The file does not pass its integrity check."""

    key = "database.damaged"


class DatabaseNewer(DatabaseError):
    """A newer version of the bot has upgraded this database."""

    key = "database.newer"


class DatabaseOlder(DatabaseError):
    """An older version's database, opened only for reading: `open-draw migrate` comes first."""

    key = "database.older"


class DatabaseInUse(DatabaseError):
    """Another process of the bot holds the lease of this database."""

    key = "database.in-use"


class DatabaseReplaced(DatabaseError):
    """The file was moved, deleted or replaced while the bot played from it: whatever it wrote there nobody would find again."""

    key = "database.replaced"


class BackupRefused(StoreError):
    """No copy was made: there is such a file, it cannot be written, or the database is PostgreSQL, which has tools of its own."""

    key = "backup.failed"


class RestoreRefused(StoreError):
    """No copy was put back, and the database is as it was; `cause` says why."""

    key = "restore.failed"


class ConstraintBroken(StoreError):
    """The database refused a row that breaks one of its rules; the transaction is lost. `values["cause"]` is for the log."""

    key = "store.refused"


class Overdraft(StoreError):
    """An account other than the house would fall below zero."""

    key = "chips.overdraft"


class InvalidTransfer(StoreError):
    """A transfer of no or negative chips, to itself, between servers, of practice chips to a bankroll, or partly booked before."""

    key = "chips.invalid-transfer"


class ChannelInUse(StoreError):
    """There is an open table in this channel."""

    key = "table.channel-taken"


class SeatTaken(StoreError):
    """Somebody sits there, or this person sits at the table already."""

    key = "table.seat-taken"


class StepTaken(StoreError):
    """The step of the hand's log is written already."""

    key = "hand.already-played"


class HandOver(StoreError):
    """The hand is not live: it has ended, or was never dealt."""

    key = "hand.over"


class StillSeated(StoreError):
    """Who sits at a table cannot be forgotten."""

    key = "players.still-seated"
