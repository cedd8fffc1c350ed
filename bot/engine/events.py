"""What happened in a hand, each event with the eyes it is for: the whole table, or one seat alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from bot.engine.actions import By
    from bot.engine.cards import Card
    from bot.engine.ranking import HandName

Post = Literal["ante", "small-blind", "big-blind", "live-post", "dead-post", "big-blind-ante"]
Phase = Literal["before", "discard", "interim", "draw", "replace", "final", "over"]
"""Where the hand is: a betting round by its name, discarding (sequential), drawing (simple), replacing, or the end."""

BettingRound = Literal["before", "interim", "final"]
"""The betting after the deal, after a round of discards (D-10), and after the replacements."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened."""

    @property
    def audience(self) -> int | None:
        """None for the whole table, or the one seat that may know it."""
        return None


@dataclass(frozen=True, slots=True)
class SeatEvent(Event):
    """Something that happened at a seat, for everybody to see."""

    seat: int


@dataclass(frozen=True, slots=True)
class PrivateEvent(SeatEvent):
    """Something that its seat alone may know."""

    @property
    def audience(self) -> int | None:
        return self.seat


# The deal


@dataclass(frozen=True, slots=True)
class Posted(SeatEvent):
    """A forced bet of `amount` chips; `all_in` where it took the stack (D-20)."""

    amount: int
    kind: Post
    all_in: bool = False


@dataclass(frozen=True, slots=True)
class Dealt(PrivateEvent):
    """Five cards, face down (SEQ-2.2)."""

    cards: tuple[Card, ...]


# Betting


@dataclass(frozen=True, slots=True)
class BettingOpened(Event):
    """A betting round in which somebody is asked."""

    round: BettingRound


@dataclass(frozen=True, slots=True)
class Folded(SeatEvent):
    """The hand was given up, by the seat, its clock, or its leaving."""

    by: By = "seat"


@dataclass(frozen=True, slots=True)
class Checked(SeatEvent):
    """Nothing was put in."""

    by: By = "seat"


@dataclass(frozen=True, slots=True)
class Called(SeatEvent):
    """`amount` chips were put in to stay."""

    amount: int
    all_in: bool = False
    by: By = "seat"


@dataclass(frozen=True, slots=True)
class Bet(SeatEvent):
    """The first wager of a round: `total` chips."""

    total: int
    all_in: bool = False
    by: By = "seat"


@dataclass(frozen=True, slots=True)
class Raised(SeatEvent):
    """The price went up to `total` chips in the round."""

    total: int
    all_in: bool = False
    by: By = "seat"


@dataclass(frozen=True, slots=True)
class Returned(SeatEvent):
    """Chips that nobody matched went back: of a bet (D-18) or of an ante (D-19)."""

    amount: int
    kind: Literal["uncalled", "ante"] = "uncalled"


@dataclass(frozen=True, slots=True)
class Left(SeatEvent):
    """The person left the table; a fold follows unless the hand stays live, all-in (D-28)."""


# Discarding and drawing


@dataclass(frozen=True, slots=True)
class RoundOpened(Event):
    """Sequential: a round of discards begins, the first is 1. Simple: the draw, number 1."""

    number: int


@dataclass(frozen=True, slots=True)
class Discarded(SeatEvent):
    """Sequential: a card was thrown, face down. `ace_kept` announces that the fourth one left an ace (D-12)."""

    ace_kept: bool = False
    by: By = "seat"


@dataclass(frozen=True, slots=True)
class Threw(PrivateEvent):
    """The faces of what the seat has just thrown."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Passed(SeatEvent):
    """Sequential: no more discards from this seat; `automatic` where it was not asked (D-12, D-13, D-28)."""

    automatic: bool = False
    by: By = "seat"


@dataclass(frozen=True, slots=True)
class Drew(SeatEvent):
    """Simple: `count` cards were thrown and will be replaced at once; 0 stands pat. `ace_kept` announces a fourth card (D-12)."""

    count: int
    ace_kept: bool = False
    automatic: bool = False
    by: By = "seat"


@dataclass(frozen=True, slots=True)
class AceShown(SeatEvent):
    """The ace that allowed the fourth card, at tables that ask to see it (D-12)."""

    card: Card


@dataclass(frozen=True, slots=True)
class TurnedUp(Event):
    """A round's discards, face up in front of their owners (SEQ-3.2, SIM-3.4).

    `discards` names every live player in order from the button's left, with an empty tuple for who passed or stood pat, and whoever threw and
    then left or folded (X-11). `round` counts as in `RoundOpened`.
    """

    round: int
    discards: dict[int, tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class Replaced(SeatEvent):
    """`count` new cards were dealt, face down, for as many discards (SEQ-4.1). A refill of the deck in their midst parts them in two."""

    count: int


@dataclass(frozen=True, slots=True)
class Received(PrivateEvent):
    """The faces of the new cards, those dealt before a refill of the deck apart from those dealt after it."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DeckRefilled(Event):
    """The stub was empty: so many unseen cards of folded players, or so many discards, were shuffled into a new one (D-14.4)."""

    folded: int
    discards: int


# The end


@dataclass(frozen=True, slots=True)
class Shown(SeatEvent):
    """Cards were turned up: at the showdown, or `voluntary` after the hand. `name` is None for fewer than five cards."""

    cards: tuple[Card, ...]
    name: HandName | None
    voluntary: bool = False


@dataclass(frozen=True, slots=True)
class Mucked(SeatEvent):
    """A beaten hand was not shown (D-23.3)."""


@dataclass(frozen=True, slots=True)
class PotAwarded(Event):
    """Pot `index` (0 is the main pot) of `amount` chips went to the seats in `shares`; of a split, `odd_chips` seats have one chip more (D-23.6)."""

    index: int
    amount: int
    shares: dict[int, int]
    odd_chips: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PassedOut(Event):
    """Nobody opened: the deal is thrown in and `carried` chips wait for the next one (D-22)."""

    carried: int
