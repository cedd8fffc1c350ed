"""What a table may refuse; each class is a reason that a person is told."""

from typing import ClassVar

from bot.errors import PokerError


class NoTable(PokerError):
    """There is no open table here, or the message belongs to one that has closed."""

    key: ClassVar[str] = "table.none"


class NotSeated(PokerError):
    """The person has no seat at this table."""

    key: ClassVar[str] = "seat.not-seated"


class AlreadySeated(PokerError):
    """The person has a seat at this table already; `seat` is its 0-based number."""

    key: ClassVar[str] = "seat.already"


class TableFull(PokerError):
    """Every seat is taken; `seats` says how many there are."""

    key: ClassVar[str] = "table.full"


class ChannelTaken(PokerError):
    """The channel has a table already."""

    key: ClassVar[str] = "table.channel-taken"


class TooManyTables(PokerError):
    """A limit on tables is reached: `most` tables, of a server (key table.server-limit) or at which one person sits (seat.limit)."""

    key: ClassVar[str] = "table.server-limit"


class TooFewChips(PokerError):
    """The bankroll does not cover it: `needed` chips, where `bankroll` are there."""

    key: ClassVar[str] = "chips.too-few"


class BadBuyIn(PokerError):
    """A buy-in outside what the table allows: `least` to `most` chips."""

    key: ClassVar[str] = "chips.bad-buy-in"


class StalePress(PokerError):
    """The button belongs to an earlier hand or an earlier question."""

    key: ClassVar[str] = "press.stale"


class AlreadyPlayed(PokerError):
    """This very question has been answered already."""

    key: ClassVar[str] = "press.already-played"


class NotYourTurn(PokerError):
    """Somebody else is asked; `name` says who, where anybody is."""

    key: ClassVar[str] = "press.not-your-turn"


class NotAllowed(PokerError):
    """The person may not do this here; the key says who may."""

    key: ClassVar[str] = "table.not-allowed"


class HandRunning(PokerError):
    """This can be done only between hands."""

    key: ClassVar[str] = "table.hand-running"


class NothingToDo(PokerError):
    """What was asked for is so already, or cannot matter now; the key says which."""

    key: ClassVar[str] = "table.nothing-to-do"


class TableBroken(PokerError):
    """The table's saved chips and its ledger disagree; nothing is dealt until an operator has looked at it."""

    key: ClassVar[str] = "table.broken"
    ours: ClassVar[bool] = True


class ServerBeingDeleted(PokerError):
    """What is kept of this server is being deleted: nothing is begun there till that is done."""

    key: ClassVar[str] = "server.being-deleted"
    ours: ClassVar[bool] = True


class BadAmount(PokerError):
    """An amount of chips outside `least` to `most`."""

    key: ClassVar[str] = "chips.bad-amount"


class BadWords(PokerError):
    """Words that cannot cut: none, or more than `most` characters."""

    key: ClassVar[str] = "cut.bad-words"


class TooSoon(PokerError):
    """Something that can be had again only at `at` (UTC)."""

    key: ClassVar[str] = "chips.too-soon"
