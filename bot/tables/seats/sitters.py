"""Who sits where: frozen values, and a table's seats as a tuple in seat order."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from bot.tables.options import TableRules
from bot.tables.seals import CutWords
from bot.tables.views import Player, SeatStatus

SitterStatus = Literal["ready", "away", "leaving"]


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody at a seat. `stack` is in chips and, while a hand runs, what it was at the deal.

    `posts` says that they would rather post missed blinds than wait; `timeouts` counts clocks run out in a row; `top_up` is
    queued till the hand ends; `time_bank_seconds` is what is left for hard decisions; `kicked` says that they leave because they were told to.
    `cuts` are the words with which they cut: those that count now, and those that will.
    """

    seat: int
    player: Player
    stack: int
    status: SitterStatus = "ready"
    missed_big: bool = False
    missed_small: bool = False
    posts: bool = False
    timeouts: int = 0
    time_bank_seconds: int = 0
    top_up: int = 0
    kicked: bool = False
    cuts: tuple[CutWords, ...] = ()

    @property
    def can_play(self) -> bool:
        """Whether they would be dealt in if no blind were owed."""
        return self.status == "ready" and self.stack > 0

    @property
    def waits(self) -> bool:
        """Whether they owe a big blind and wait for it rather than post (D-29)."""
        return (self.missed_big or self.missed_small) and not self.posts

    def shown_status(self, rules: TableRules) -> SeatStatus:
        """The one word that the table shows, under the next hand's rules: without a big blind nobody waits for one."""
        if self.status == "ready" and self.stack == 0:
            return "broke"
        if self.status == "ready" and self.waits and rules.big_blind:
            return "waiting"
        return self.status


Sitters = tuple[Sitter, ...]
"""Everybody at a table, in seat order."""


@dataclass(frozen=True, slots=True)
class Leaver:
    """Somebody who gave up a seat of this table and may take one again: the blinds that pass the seat are still theirs (D-29).

    `who` is a digest of the person, not an id: what they owe outlives /forget, and the file names nobody who was forgotten.
    """

    who: str
    seat: int
    missed_big: bool = False
    missed_small: bool = False


@dataclass(frozen=True, slots=True)
class Blinds:
    """The seats of the button and the blinds in a hand. A blind is None where the game has none.

    With a dead button its seat and the small blind's may be empty, or somebody's who was not dealt in (D-4).
    """

    button: int
    small: int | None = None
    big: int | None = None


def first_free(sitters: Sitters, seats: int, kept: Iterable[int] = ()) -> int | None:
    """The lowest free seat of `seats`; the `kept` ones still belong to a hand that runs."""
    taken = {sitter.seat for sitter in sitters} | set(kept)
    return next((seat for seat in range(seats) if seat not in taken), None)


def leaver_of(leavers: Iterable[Leaver], who: str) -> Leaver | None:
    """The seat that this person gave up, if they did."""
    return next((one for one in leavers if one.who == who), None)
