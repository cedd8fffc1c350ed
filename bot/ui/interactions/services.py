"""What a response needs of the rest of the bot."""

from dataclasses import dataclass

from bot.history import Records
from bot.tables import Clock, Servers, Tables
from bot.ui.card_emojis import CardEmojis
from bot.ui.fallback import Fallback
from bot.ui.private.messages import PrivateMessages
from bot.ui.shared_hands import SharedHands
from bot.ui.table_message import TableMessages


@dataclass(frozen=True, slots=True)
class Services:
    """The services and the messages that show what they do: one set a bot, the same for presses, commands and modals."""

    tables: Tables
    records: Records
    servers: Servers
    clock: Clock
    card_emojis: CardEmojis
    fallback: Fallback
    table_messages: TableMessages
    private_messages: PrivateMessages
    shared_hands: SharedHands
