"""Moments as Discord shows them: counted down by the reader's own client, so that nothing needs an edit."""

from datetime import datetime


def countdown(moment: datetime) -> str:
    """`in 20 seconds`, running; `20 seconds ago` once it is past. The reader's client shows the day and time on hovering."""
    return f"<t:{int(moment.timestamp())}:R>"


def day_and_time(moment: datetime) -> str:
    """The day and time in the reader's own zone."""
    return f"<t:{int(moment.timestamp())}:f>"
