"""A hand dealt from sealed decks, as the tests of proofs want it: three players, two who cut, and one card thrown by another seat."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from bot.deal import Cut, Proof, Seal, SealedDeck, SealKey, SeenCard, SpokenWords, Words, cut, sealed, sealed_refill
from bot.deal.proofs import RefillProof

KEY = SealKey(7, 1, bytes(range(32)))
SEALED_AT = datetime(2026, 12, 1, 20, 14, tzinfo=UTC)
SPOKEN_AT = datetime(2026, 12, 1, 20, 20, tzinfo=UTC)
ORDER = (0, 2, 4)
DRAWN = ((0, 1), (2, 2))
NAMES = ("Ada", "Bruno")


def words(*texts: str) -> tuple[Words, ...]:
    return tuple(Words(seat, text) for seat, text in zip(ORDER, texts, strict=False))


def position(seat: int, nth: int) -> int:
    """Where a seat's nth card comes in the order of dealing."""
    at = ORDER.index(seat)
    if nth < 5:
        return nth * len(ORDER) + at
    before = sum(count for other, count in DRAWN[: [one for one, _ in DRAWN].index(seat)])
    return 5 * len(ORDER) + before + nth - 5


def proof(
    seal: Seal | None = None,
    *,
    key: SealKey = KEY,
    index: int = 3,
    said: tuple[Words, ...] = words("a pair of nines", "ünterm Tisch"),
    played: SealedDeck | None = None,
) -> Proof:
    """The proof of seat 0, who drew one and saw seat 2 throw one. `played` is what a cheating host deals instead of the sealed deck."""
    seal = seal or sealed(key, pairs=8)
    made_by: Cut = cut(seal.hash, index, said)
    deck = played or key.deck(index, made_by.which)
    seen = [SeenCard(0, nth, "own", deck.open(made_by.order[position(0, nth)])) for nth in range(6)] + [
        SeenCard(2, 0, "turned-up", deck.open(made_by.order[position(2, 0)]))
    ]
    return Proof(
        table_id=key.table_id,
        seal_number=key.seal_number,
        pairs=seal.pairs,
        seal=seal.hash,
        sealed_at=SEALED_AT,
        hand_number=12,
        index=index,
        beacon=0,
        words=tuple(SpokenWords(one, name, SPOKEN_AT) for one, name in zip(said, NAMES, strict=False)),
        which=made_by.which,
        deck_root=deck.root,
        deck_path=seal.path(index, made_by.which),
        other_path=seal.path(index, 1 - made_by.which),
        other=key.deck(index, 1 - made_by.which),
        dealt_order=ORDER,
        drawn=DRAWN,
        holder=0,
        cards=tuple(seen),
    )


def with_refill(base: Proof, key: SealKey = KEY) -> Proof:
    """The same hand after a refill of ten cards, of which the holder got the first."""
    made_by = cut(base.seal, base.index, [said.words for said in base.words])
    pool = [f"{rank}s" for rank in "23456789TJ"]
    refill = sealed_refill(key, base.index, 0, pool)
    first = SeenCard(0, 6, "own", refill.open(made_by.refill_order(0, len(pool))[0]))
    return replace(base, refills=(RefillProof(refill.hash, len(pool), ((0, first),)),))
