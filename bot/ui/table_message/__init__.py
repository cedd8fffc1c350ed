"""One message a table: a state machine with named states, and the one place that sends for it."""

from bot.ui.table_message.publisher import TableMessages
from bot.ui.table_message.states import asked

__all__ = ["TableMessages", "asked"]
