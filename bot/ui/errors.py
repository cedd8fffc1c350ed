"""What the edge itself refuses, before a table hears of it."""

from typing import ClassVar

from bot.errors import PokerError


class TooFast(PokerError):
    """Somebody gives more commands within a few seconds than a table needs; `seconds` to wait."""

    key: ClassVar[str] = "error.too-fast"


class NotHere(PokerError):
    """Tables live in the channels of servers, not in direct messages."""

    key: ClassVar[str] = "error.servers-only"


class UnknownButton(PokerError):
    """A button that this program doesn't know: of another version, or not of ours."""

    key: ClassVar[str] = "error.unknown-button"


class NotAnAmount(PokerError):
    """What was typed is no number of chips; `least` and `most` say what is possible."""

    key: ClassVar[str] = "error.not-an-amount"


class MissingPermissions(PokerError):
    """The bot lacks permissions in the channel; `permissions` names them in the reader's language."""

    key: ClassVar[str] = "error.permissions"
    ours: ClassVar[bool] = True


class BotMissing(PokerError):
    """The server has the bot's commands and not the bot, so that nothing can be shown there; `link` invites it."""

    key: ClassVar[str] = "error.bot-missing"


class OutdatedCommand(PokerError):
    """Discord's picker shows commands of another version of the bot."""

    key: ClassVar[str] = "error.command-changed"
    ours: ClassVar[bool] = True
