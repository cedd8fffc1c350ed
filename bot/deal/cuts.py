"""The cut: everybody's words decide, after the decks are sealed, which deck of a pair is played and in which order its slots are dealt.

All of it is public once the hand is over: who knows the seal and the words can work the order out for themselves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.deal.decks import CARDS
from bot.deal.hashing import below, keyed, shuffled, stream, u8, u16, u64

MOST_CHARACTERS: Final = 100
"""So long may somebody's words be."""


@dataclass(frozen=True, slots=True)
class Words:
    """What one seat has said to cut the deck. Words of the same text from different seats are different."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Cut:
    """What the words make of a seal for one hand: a 32-byte key that anybody can work out who knows them."""

    key: bytes

    @property
    def which(self) -> int:
        """The deck of the pair that is played; the other one is opened after the hand."""
        return below(2, stream(self.key, "choose"))

    @property
    def order(self) -> tuple[int, ...]:
        """The slots in the order in which they are dealt."""
        return shuffled(range(len(CARDS)), stream(self.key, "order"))

    def refill_order(self, number: int, size: int) -> tuple[int, ...]:
        """The slots of a refilled deck in the order in which they are dealt."""
        return shuffled(range(size), stream(self.key, "refill-order", u8(number)))


def cut(seal: bytes, index: int, words: Sequence[Words], beacon: int = 0) -> Cut:
    """Cut the decks of a seal for the hand of this index. `beacon` is the id of the message that announced the hand, 0 where none was used."""
    spoken = b"".join(_encoded(one) for one in sorted(words, key=lambda one: one.seat))
    return Cut(keyed(seal, "cut", u16(index), u64(beacon), u8(len(words)), spoken))


def _encoded(words: Words) -> bytes:
    text = words.text.encode()
    return u8(words.seat) + u16(len(text)) + text
