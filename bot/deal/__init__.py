"""A deal that players can check: decks are sealed before anybody's words are known, the words cut them, and each card is opened to whoever may see it.

Pure: everything follows from its inputs. Keys come from the operating system, by `bot.tables`; nothing here draws one.
"""

from bot.deal.check import Checked, ProofRefused, check
from bot.deal.cuts import MOST_CHARACTERS, Cut, Words, cut
from bot.deal.decks import (
    CARDS,
    KEY_BYTES,
    PAIRS,
    Opening,
    Seal,
    SealedDeck,
    SealedRefill,
    SealKey,
    deck_leaves,
    sealed,
    sealed_refill,
)
from bot.deal.proofs import Proof, RefillProof, SeenCard, SpokenWords, proof_text

__all__ = [
    "CARDS",
    "KEY_BYTES",
    "MOST_CHARACTERS",
    "PAIRS",
    "Checked",
    "Cut",
    "Opening",
    "Proof",
    "ProofRefused",
    "RefillProof",
    "Seal",
    "SealKey",
    "SealedDeck",
    "SealedRefill",
    "SeenCard",
    "SpokenWords",
    "Words",
    "check",
    "cut",
    "deck_leaves",
    "proof_text",
    "sealed",
    "sealed_refill",
]
