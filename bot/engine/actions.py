"""What can be done in a hand, as imperatives; each is a value, and a log is a list of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, get_args

from bot.errors import PokerError

if TYPE_CHECKING:
    from bot.engine.cards import Card

By = Literal["seat", "clock", "leave", "prepared"]
"""Who played an action: the seat itself, its clock (D-25, D-26), its leaving (D-28), or a choice that it had prepared."""
BYS: tuple[By, ...] = get_args(By)


class IllegalAction(PokerError):
    """An action that the hand does not allow as it stands. Nothing has happened; `values` hold what would be legal."""

    key: ClassVar[str] = "illegal.other"


@dataclass(frozen=True, slots=True)
class Fold:
    """Give the hand up. Legal where checking is free, too."""


@dataclass(frozen=True, slots=True)
class Check:
    """Stay in where there is no price."""


@dataclass(frozen=True, slots=True)
class Call:
    """Put in the prompt's `to_call`, which is all-in when the stack is no larger."""


@dataclass(frozen=True, slots=True)
class RaiseTo:
    """Bet, or raise, to this many chips in the round in all."""

    total: int


@dataclass(frozen=True, slots=True)
class Discard:
    """Sequential: throw one card, face down (SEQ-T1)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Pass:
    """Sequential: throw no card, now or later in the hand (SEQ-0.3)."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Simple: throw these cards, face down, and receive as many; none stands pat (SIM-3.1)."""

    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        if isinstance(self.cards, list):
            object.__setattr__(self, "cards", tuple(self.cards))


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The dealer's answer when the deck is refilled: the prompt's cards in their new order (D-14)."""

    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        if isinstance(self.cards, list):
            object.__setattr__(self, "cards", tuple(self.cards))


@dataclass(frozen=True, slots=True)
class Leave:
    """A person leaves the table while the hand runs, in turn or out of it (D-28)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Show:
    """Once the hand is over: turn one's cards up, though nothing asks for it (D-23.5)."""

    seat: int


Action = Fold | Check | Call | RaiseTo | Discard | Pass | Draw | Shuffled | Leave | Show
Entry = tuple[Action, By]
"""A step of the log."""
