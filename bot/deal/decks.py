"""Sealed decks: 64 pairs of them follow from one secret key, and one public hash, the seal, fixes every card of all of them.

Nothing large is kept: decks and salts are derived anew from the key whenever they are needed. Without the key a sealed deck tells
nothing, since each card is hashed with 32 secret bytes of its own.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from bot.deal import merkle
from bot.deal.hashing import digest, keyed, shuffled, stream, u8, u16, u32, u64

PAIRS: Final = 64
"""So many hands are dealt under one seal."""

KEY_BYTES: Final = 32
CARDS: Final = tuple(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")
"""The 52 cards as the protocol writes them, in the order from which a deck is shuffled."""


@dataclass(frozen=True, slots=True)
class Opening:
    """One slot of a sealed deck, opened: its card, the salt it was sealed with, and the hashes beside its way to the deck's root."""

    slot: int
    card: str
    salt: bytes
    path: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class DeckPlace:
    """Which deck: the table, the number of its seal, the number of the hand under this seal (from 0), and which of the pair (0 or 1)."""

    table_id: int
    seal_number: int
    index: int
    which: int

    @property
    def encoded(self) -> bytes:
        """The place as the hashes hold it."""
        return u64(self.table_id) + u32(self.seal_number) + u16(self.index) + u8(self.which)


def slot_leaf(place: DeckPlace, slot: int, card: str, salt: bytes) -> bytes:
    """The hash that fixes the card of one slot."""
    return digest("slot", place.encoded, u8(slot), card.encode("ascii"), salt)


def deck_leaf(place: DeckPlace, deck_root: bytes) -> bytes:
    """The hash that stands for a whole deck in the tree of the seal."""
    return digest("deck", place.encoded, deck_root)


def seal_of(table_id: int, seal_number: int, pairs: int, root: bytes) -> bytes:
    """The seal: the one hash that is posted. `root` is over all deck leaves, pair by pair."""
    return digest("seal", u64(table_id), u32(seal_number), u16(pairs), root)


@dataclass(frozen=True)
class SealedDeck:
    """One deck in the order of its slots. Whoever holds it knows its cards and its salts."""

    place: DeckPlace
    cards: tuple[str, ...]
    salts: tuple[bytes, ...]

    @cached_property
    def leaves(self) -> tuple[bytes, ...]:
        """The hash of each slot."""
        pairs = enumerate(zip(self.cards, self.salts, strict=True))
        return tuple(slot_leaf(self.place, slot, card, salt) for slot, (card, salt) in pairs)

    @cached_property
    def root(self) -> bytes:
        """The root over all slots."""
        return merkle.root(self.leaves)

    def open(self, slot: int) -> Opening:
        """Open one slot."""
        return Opening(slot, self.cards[slot], self.salts[slot], merkle.path(self.leaves, slot))


@dataclass(frozen=True, slots=True)
class SealKey:
    """The secret behind one seal: 32 bytes of the operating system's, for a table's seal of this number (from 1)."""

    table_id: int
    seal_number: int
    key: bytes = field(repr=False)

    def __post_init__(self) -> None:
        assert len(self.key) == KEY_BYTES

    def cards(self, index: int, which: int) -> tuple[str, ...]:
        """The cards of a deck in the order of its slots."""
        return shuffled(CARDS, stream(self.key, "shuffle", self._place(index, which).encoded))

    def deck(self, index: int, which: int) -> SealedDeck:
        """A deck of the pair for the hand of this index."""
        place = self._place(index, which)
        salts = tuple(keyed(self.key, "salt", place.encoded, u8(slot)) for slot in range(len(CARDS)))
        return SealedDeck(place, self.cards(index, which), salts)

    def _place(self, index: int, which: int) -> DeckPlace:
        return DeckPlace(self.table_id, self.seal_number, index, which)


@dataclass(frozen=True, slots=True)
class Seal:
    """What is public of sealed decks, and what openings need beside the key: the leaf of each deck, pair by pair."""

    table_id: int
    number: int
    deck_leaves: tuple[bytes, ...]

    @property
    def pairs(self) -> int:
        """How many hands can be dealt under this seal."""
        return len(self.deck_leaves) // 2

    @property
    def hash(self) -> bytes:
        """The seal itself, 32 bytes."""
        return seal_of(self.table_id, self.number, self.pairs, merkle.root(self.deck_leaves))

    def path(self, index: int, which: int) -> tuple[bytes, ...]:
        """The hashes beside the way from a deck to the root."""
        return merkle.path(self.deck_leaves, deck_place(index, which))


def deck_place(index: int, which: int) -> int:
    """Where a deck's leaf stands in the tree of the seal."""
    return 2 * index + which


def sealed(key: SealKey, pairs: int = PAIRS) -> Seal:
    """Seal the decks of this key: about 20,000 hashes for 64 pairs, so let a thread do it."""
    return Seal(key.table_id, key.seal_number, tuple(deck_leaves(key, pairs)))


def deck_leaves(key: SealKey, pairs: int = PAIRS) -> Iterator[bytes]:
    """Seal the decks of this key one after the other, pair by pair: the leaf of each."""
    decks = (key.deck(index, which) for index in range(pairs) for which in (0, 1))
    return (deck_leaf(deck.place, deck.root) for deck in decks)


# The refilled deck (D-14)


@dataclass(frozen=True, slots=True)
class RefillPlace:
    """Which refill: of which hand under which seal, and the number of the refill within the hand (from 0)."""

    table_id: int
    seal_number: int
    index: int
    number: int

    @property
    def encoded(self) -> bytes:
        """The place as the hashes hold it."""
        return u64(self.table_id) + u32(self.seal_number) + u16(self.index) + u8(self.number)


def refill_leaf(place: RefillPlace, slot: int, card: str, salt: bytes) -> bytes:
    """The hash that fixes the card of one slot of a refilled deck."""
    return digest("refill-slot", place.encoded, u8(slot), card.encode("ascii"), salt)


def refill_seal(place: RefillPlace, size: int, root: bytes) -> bytes:
    """The little seal over a refilled deck, which is posted with the announcement of the refill."""
    return digest("refill", place.encoded, u8(size), root)


@dataclass(frozen=True)
class SealedRefill:
    """A refilled deck in the order of its slots."""

    place: RefillPlace
    cards: tuple[str, ...]
    salts: tuple[bytes, ...]

    @cached_property
    def leaves(self) -> tuple[bytes, ...]:
        """The hash of each slot."""
        pairs = enumerate(zip(self.cards, self.salts, strict=True))
        return tuple(refill_leaf(self.place, slot, card, salt) for slot, (card, salt) in pairs)

    @cached_property
    def hash(self) -> bytes:
        """The little seal, 32 bytes."""
        return refill_seal(self.place, len(self.cards), merkle.root(self.leaves))

    def open(self, slot: int) -> Opening:
        """Open one slot."""
        return Opening(slot, self.cards[slot], self.salts[slot], merkle.path(self.leaves, slot))


def sealed_refill(key: SealKey, index: int, number: int, pool: Sequence[str]) -> SealedRefill:
    """Seal the cards that go back into the deck; in which order they come to be given makes no difference."""
    place = RefillPlace(key.table_id, key.seal_number, index, number)
    cards = shuffled(sorted(pool, key=CARDS.index), stream(key.key, "refill-shuffle", place.encoded))
    salts = tuple(keyed(key.key, "refill-salt", place.encoded, u8(slot)) for slot in range(len(cards)))
    return SealedRefill(place, cards, salts)
