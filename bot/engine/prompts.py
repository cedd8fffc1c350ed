"""What a hand waits for: each prompt says what is legal, checks an action, and names what the clock would play."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from bot.engine.actions import Call, Check, Discard, Draw, Fold, IllegalAction, Pass, RaiseTo, Shuffled
from bot.engine.limits import ACE_LIMIT

if TYPE_CHECKING:
    from bot.engine.cards import Card
    from bot.engine.limits import DiscardLimit

ACE = 14


@dataclass(frozen=True, slots=True)
class BetPrompt:
    """A seat is to bet. All amounts are chips.

    `to_call` is what `Call()` puts in, never more than the stack; 0 where checking is free. `raise_from` and `raise_to` are the least
    and the greatest total for `RaiseTo`, equal for a short all-in and in fixed limit, None where no raise is open (D-8, D-9).
    """

    seat: int
    to_call: int
    raise_from: int | None
    raise_to: int | None
    kind: ClassVar[str] = "bet"

    @property
    def default(self) -> Fold | Check:
        """What the clock plays: check if that is free, else fold (D-25)."""
        return Fold() if self.to_call else Check()

    def check(self, action: object) -> None:
        """Raises IllegalAction unless this prompt allows the action."""
        match action:
            case Fold():
                return
            case Check():
                if self.to_call:
                    raise IllegalAction("illegal.check-with-price", **self._range())
            case Call():
                if not self.to_call:
                    raise IllegalAction("illegal.call-without-price", **self._range())
            case RaiseTo(total):
                if self.raise_from is None or self.raise_to is None:
                    raise IllegalAction("illegal.raise-closed", **self._range())
                if type(total) is not int or not self.raise_from <= total <= self.raise_to:
                    raise IllegalAction("illegal.raise-range", **self._range())
            case _:
                raise IllegalAction("illegal.not-a-bet", **self._range())

    def hidden(self) -> BetPrompt:
        """What everybody else sees of it: all of it, since chips are public."""
        return self

    def _range(self) -> dict[str, object]:
        return {"to_call": self.to_call, "raise_from": self.raise_from, "raise_to": self.raise_to}


@dataclass(frozen=True, slots=True)
class DiscardPrompt:
    """Sequential: a seat throws one card or passes; there is no third way (SEQ-T1, SEQ-3.4a).

    `cards` are held now, `limit` is the table's discard limit and `thrown` the number of cards thrown so far. `cards` are empty in other seats' views.
    """

    seat: int
    cards: tuple[Card, ...]
    limit: DiscardLimit | None
    thrown: int
    kind: ClassVar[str] = "discard"

    @property
    def default(self) -> Pass:
        """What the clock plays, final like any pass (D-26)."""
        return Pass()

    @property
    def allowed(self) -> tuple[Card, ...]:
        """The cards that may be thrown now: all but where a fourth one must leave an ace (D-12)."""
        if self.limit != ACE_LIMIT or self.thrown < 3:
            return self.cards
        return tuple(card for card in self.cards if keeps_an_ace(self.cards, (card,)))

    def check(self, action: object) -> None:
        """Raises IllegalAction unless this prompt allows the action."""
        match action:
            case Pass():
                return
            case Discard(card):
                if card not in self.cards:
                    raise IllegalAction("illegal.card-not-held", cards=self.cards)
                if card not in self.allowed:
                    raise IllegalAction("illegal.four-needs-ace", limit=self.limit)
            case _:
                raise IllegalAction("illegal.not-a-discard", cards=self.cards)

    def hidden(self) -> DiscardPrompt:
        """What everybody else sees of it: who is asked, not the cards."""
        return replace(self, cards=())


@dataclass(frozen=True, slots=True)
class DrawPrompt:
    """Simple: a seat throws any of its `cards` within the table's `limit`, or none (SIM-3.1). `cards` are empty in other seats' views."""

    seat: int
    cards: tuple[Card, ...]
    limit: DiscardLimit | None
    kind: ClassVar[str] = "draw"

    @property
    def default(self) -> Draw:
        """What the clock plays: stand pat (D-26)."""
        return Draw(())

    def check(self, action: object) -> None:
        """Raises IllegalAction unless this prompt allows the action."""
        match action:
            case Draw(tuple() as thrown):
                self._check_cards(thrown)
            case _:
                raise IllegalAction("illegal.not-a-draw", cards=self.cards)

    def _check_cards(self, thrown: tuple[Card, ...]) -> None:
        if any(card not in self.cards for card in thrown):
            raise IllegalAction("illegal.card-not-held", cards=self.cards)
        if len(set(thrown)) < len(thrown):
            raise IllegalAction("illegal.card-twice", cards=self.cards)
        if self.limit == ACE_LIMIT:
            if len(thrown) == 4 and not keeps_an_ace(self.cards, thrown):
                raise IllegalAction("illegal.four-needs-ace", limit=self.limit)
            if len(thrown) == 5:
                raise IllegalAction("illegal.too-many-cards", count=4)
        elif self.limit is not None and len(thrown) > self.limit:
            raise IllegalAction("illegal.too-many-cards", count=self.limit)

    def hidden(self) -> DrawPrompt:
        """What everybody else sees of it: who is asked, not the cards."""
        return replace(self, cards=())


@dataclass(frozen=True, slots=True)
class ShufflePrompt:
    """The deck is refilled: the dealer gives these cards back in a new order (D-14). It has no seat and no default, and no view shows it."""

    cards: tuple[Card, ...]
    seat: ClassVar[None] = None
    default: ClassVar[None] = None
    kind: ClassVar[str] = "shuffle"

    def check(self, action: object) -> None:
        """Raises IllegalAction unless the action holds the same cards."""
        match action:
            case Shuffled(tuple() as cards) if len(cards) == len(self.cards) and all(card in cards for card in self.cards):
                return
            case _:
                raise IllegalAction("illegal.not-the-shuffle", count=len(self.cards))


SeatPrompt = BetPrompt | DiscardPrompt | DrawPrompt
Prompt = SeatPrompt | ShufflePrompt


def keeps_an_ace(held: tuple[Card, ...], thrown: tuple[Card, ...]) -> bool:
    """Whether all that is kept is one ace (D-12)."""
    kept = [card for card in held if card not in thrown]
    return len(kept) == 1 and kept[0].rank == ACE
