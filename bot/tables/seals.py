"""Sealed decks at a table, as values: a seal, the words that players gave for it, and a hand that is dealt from it. Pure."""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Self

from bot.deal import MOST_CHARACTERS, PAIRS, Cut, Seal, SealKey, Words, cut, deck_leaves, sealed_refill
from bot.engine import DECK, Card, Entry, Shuffled

PAUSE_SECONDS: Final = 0.0002
"""So short a sleep gives the event loop its turn: two threads of Python never run at once."""

MOST_WORDS: Final = MOST_CHARACTERS
"""So many characters may somebody's words have."""

_CARDS: Final = {str(card): card for card in DECK}


@dataclass(frozen=True, slots=True)
class TableSeal:
    """A table's sealed decks for `pairs` hands, from number `first_hand` on. `hash` is the seal itself; whoever holds the key knows every card.

    `posted_at` is when the seal was posted (UTC); None before.
    """

    table_id: int
    number: int
    key: bytes = field(repr=False)
    hash: bytes
    pairs: int
    first_hand: int
    sealed_at: datetime
    posted_at: datetime | None = None

    @property
    def last_hand(self) -> int:
        """The number of the last hand that can be dealt from it."""
        return self.first_hand + self.pairs - 1

    @property
    def secret(self) -> SealKey:
        """The key from which its decks follow."""
        return SealKey(self.table_id, self.number, self.key)

    def covers(self, hand: int) -> bool:
        """Whether the hand of this number is dealt from it."""
        return self.first_hand <= hand <= self.last_hand


def make_seal(table_id: int, number: int, key: bytes, first_hand: int, at: datetime) -> TableSeal:
    """Seal a table's next decks. Takes some 80 ms: for a thread, which lets others run after each deck."""
    leaves = []
    for leaf in deck_leaves(SealKey(table_id, number, key), PAIRS):
        leaves.append(leaf)
        time.sleep(PAUSE_SECONDS)
    return TableSeal(table_id, number, key, Seal(table_id, number, tuple(leaves)).hash, PAIRS, first_hand, at)


@dataclass(frozen=True, slots=True)
class CutWords:
    """What somebody has said to cut: for the seal of this number, from the hand of this number on. `at` is UTC."""

    text: str
    at: datetime
    seal: int
    hand: int

    @classmethod
    def from_saved(cls, saved: Sequence[Any]) -> Self:
        """The words that `saved` made this of. Raises ValueError, TypeError for anything else."""
        text, at, seal, hand = saved
        if type(text) is not str or type(seal) is not int or type(hand) is not int or not are_words(text):
            raise ValueError("these are no words")
        return cls(text, datetime.fromisoformat(at), seal, hand)

    @property
    def saved(self) -> list[Any]:
        """As the store keeps them."""
        return [self.text, self.at.isoformat(), self.seal, self.hand]


def are_words(text: str) -> bool:
    """Whether a text can cut: there is something, it is not too long, and it can be written in UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return 0 < len(text) <= MOST_WORDS


def counting(words: Iterable[CutWords], seal: int, hand: int) -> CutWords | None:
    """Which of somebody's words count for this hand: the last that were in time, and given for its seal."""
    return next((one for one in reversed(tuple(words)) if one.seal == seal and one.hand <= hand), None)


def with_words(words: tuple[CutWords, ...], new: CutWords, next_hand: int) -> tuple[CutWords, ...]:
    """Somebody's words with new ones; of the old ones those are kept that count till then."""
    old = counting(words, new.seal, next_hand) if new.hand > next_hand else None
    return (old, new) if old is not None else (new,)


@dataclass(frozen=True, slots=True)
class SealedDeal:
    """A hand dealt from a seal: the hand's `index` under it, and everybody's words, by seat."""

    seal: TableSeal
    index: int
    words: Mapping[int, CutWords]

    @property
    def cut(self) -> Cut:
        """What the words make of the seal."""
        said = [Words(seat, one.text) for seat, one in self.words.items()]
        return cut(self.seal.hash, self.index, said)

    @property
    def deck(self) -> tuple[Card, ...]:
        """The 52 cards in dealing order."""
        made_by = self.cut
        slots = self.seal.secret.cards(self.index, made_by.which)
        return tuple(_CARDS[slots[slot]] for slot in made_by.order)

    @property
    def cut_last(self) -> int | None:
        """The seat whose words were given last; None where nobody has cut."""
        return max(self.words, key=lambda seat: (self.words[seat].at, seat)) if self.words else None

    def refilled(self, number: int, pool: Sequence[Card]) -> tuple[Card, ...]:
        """The cards of the hand's refill of this number (from 0), in the order in which they are dealt (D-14)."""
        refill = sealed_refill(self.seal.secret, self.index, number, [str(card) for card in pool])
        return tuple(_CARDS[refill.cards[slot]] for slot in self.cut.refill_order(number, len(pool)))

    def refill_seals(self, log: Iterable[Entry]) -> tuple[str, ...]:
        """The little seals of the refills in a hand's log, in hexadecimal digits."""
        pools = [action.cards for action, _ in log if isinstance(action, Shuffled)]
        secret = self.seal.secret
        return tuple(
            sealed_refill(secret, self.index, number, [str(card) for card in pool]).hash.hex()
            for number, pool in enumerate(pools)
        )

    @property
    def saved(self) -> dict[str, Any]:
        """As the store keeps it beside the hand: all that a proof needs and the seal does not say."""
        words = [[seat, *one.saved] for seat, one in sorted(self.words.items())]
        return {"seal": self.seal.number, "index": self.index, "words": words}

    @classmethod
    def from_saved(cls, seal: TableSeal, saved: Mapping[str, Any]) -> Self:
        """The deal that `saved` made this of. Raises KeyError, ValueError, TypeError for anything else."""
        words = {int(seat): CutWords.from_saved(rest) for seat, *rest in saved["words"]}
        return cls(seal, int(saved["index"]), words)
