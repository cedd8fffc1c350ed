"""What can be sent for a table's message in the channel."""

import secrets
from dataclasses import dataclass, field

from bot.engine import TurnedUp
from bot.tables import Notice, TableView


def _nonce() -> str:
    return secrets.token_hex(10)


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """Something new in the channel. By the nonce Discord knows a second attempt, so that nothing is posted twice."""

    nonce: str = field(default_factory=_nonce)


@dataclass(frozen=True, slots=True)
class Anew(Post):
    """The table's message, anew, below what has been said since."""


@dataclass(frozen=True, slots=True)
class Reveal(Post):
    """A round of discards, turned up."""

    view: TableView
    event: TurnedUp


@dataclass(frozen=True, slots=True)
class Told(Post):
    """A line. A nudge is meant for one prompt, and goes with it."""

    notice: Notice
    prompt: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Edit:
    """Show the newest state on the table's message."""


@dataclass(frozen=True, slots=True)
class Strip:
    """Leave the table's message without its buttons, since another is about to take its place. `view` is what it is to go on showing."""

    message_id: int
    view: TableView


@dataclass(frozen=True, slots=True)
class Remove:
    """Delete a nudge that has done its work."""

    message_id: int


Job = Anew | Reveal | Told | Edit | Strip | Remove


def is_optional(job: Job) -> bool:
    """Whether the game goes on just as well without this: a nudge, and the tidying after one. What fails of it says nothing about the table."""
    return isinstance(job, Remove) or (isinstance(job, Told) and job.prompt is not None)


def requests_of(job: Job) -> int:
    """How many requests to book for this job: a message that has lost its buttons is not to wait for its successor."""
    return 2 if isinstance(job, Strip) else 1
