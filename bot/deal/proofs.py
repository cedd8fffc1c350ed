"""A proof: what one person may open of a hand, and all that is needed to check it, as a file.

The file is JSON in one canonical form (keys sorted, no blanks, one line), with the SHA-256 of its content beside it, so that a damaged
file is told from a dishonest one. Numbers that may be larger than 2**53 are written as texts, since browsers round them.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from bot.deal.cuts import Words
from bot.deal.decks import Opening, SealedDeck

FORMAT: Final = "open-draw/proof/1"


@dataclass(frozen=True, slots=True)
class SpokenWords:
    """Somebody's words with their name, and since when they count (UTC)."""

    words: Words
    name: str
    given_at: datetime


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card that the proof's holder was allowed to see. `nth` counts the cards dealt to this seat, from 0; five are dealt at the start.

    `how` says why it may be seen: "own", "turned-up" or "shown".
    """

    seat: int
    nth: int
    how: str
    opening: Opening


@dataclass(frozen=True, slots=True)
class RefillProof:
    """A refilled deck of the hand: its little seal, how many cards it has, and the cards of it that may be seen.

    `position` of a card is its place in the order of dealing, from 0.
    """

    seal: bytes
    size: int
    cards: tuple[tuple[int, SeenCard], ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """All that a proof says. `dealt_order` are the seats dealt in, from the first one left of the button; `drawn` who then drew how many, in order, before the deck had to be refilled."""

    table_id: int
    seal_number: int
    pairs: int
    seal: bytes
    sealed_at: datetime
    hand_number: int
    index: int
    beacon: int
    words: tuple[SpokenWords, ...]
    which: int
    deck_root: bytes
    deck_path: tuple[bytes, ...]
    other_path: tuple[bytes, ...]
    other: SealedDeck
    dealt_order: tuple[int, ...]
    drawn: tuple[tuple[int, int], ...]
    holder: int | None
    cards: tuple[SeenCard, ...]
    refills: tuple[RefillProof, ...] = ()


def proof_text(proof: Proof) -> str:
    """The proof as a file's content."""
    content = _content(proof)
    return canonical({"checksum": checksum(content), "proof": content}) + "\n"


def canonical(value: Any) -> str:
    """JSON in the one form that a proof has."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def checksum(content: Mapping[str, Any]) -> str:
    """The SHA-256 of a proof's content in its canonical form, in hexadecimal digits."""
    return hashlib.sha256(canonical(content).encode()).hexdigest()


def _content(proof: Proof) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "table": proof.table_id,
        "seal": {"number": proof.seal_number, "pairs": proof.pairs, "hash": proof.seal.hex(), "at": _moment(proof.sealed_at)},
        "hand": {"number": proof.hand_number, "index": proof.index, "beacon": str(proof.beacon)},
        "words": [
            {"seat": said.words.seat, "text": said.words.text, "name": said.name, "at": _moment(said.given_at)}
            for said in proof.words
        ],
        "deck": {"which": proof.which, "root": proof.deck_root.hex(), "path": _hexes(proof.deck_path)},
        "other": {
            "path": _hexes(proof.other_path),
            "cards": list(proof.other.cards),
            "salts": _hexes(proof.other.salts),
        },
        "dealt": {"order": list(proof.dealt_order), "drawn": [list(draw) for draw in proof.drawn]},
        "holder": proof.holder,
        "cards": [_card(card) for card in proof.cards],
        "refills": [
            {
                "seal": refill.seal.hex(),
                "size": refill.size,
                "cards": [{"position": position, **_card(card)} for position, card in refill.cards],
            }
            for refill in proof.refills
        ],
    }


def _card(card: SeenCard) -> dict[str, Any]:
    opening = card.opening
    return {
        "seat": card.seat,
        "nth": card.nth,
        "how": card.how,
        "slot": opening.slot,
        "card": opening.card,
        "salt": opening.salt.hex(),
        "path": _hexes(opening.path),
    }


def _hexes(hashes: Sequence[bytes]) -> list[str]:
    return [each.hex() for each in hashes]


def _moment(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
