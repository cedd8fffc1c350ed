"""What Discord refuses: limits of messages, components, modals, commands and emojis, as `50035 Invalid Form Body` with the path of each fault.

The stand-in is stricter than Discord in one thing: a key that Discord would ignore in silence is refused (`UNKNOWN_KEY`).
"""

from bot.sandbox.limits.commands import check_commands, check_emoji, check_emoji_name
from bot.sandbox.limits.form import Form, faults_at
from bot.sandbox.limits.messages import check_callback, check_edit, check_message

__all__ = [
    "Form",
    "check_callback",
    "check_commands",
    "check_edit",
    "check_emoji",
    "check_emoji_name",
    "check_message",
    "faults_at",
]
