"""Checks a proof, and says in words for players what it shows; the first thing that does not fit is said, and nothing else."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bot.deal import merkle
from bot.deal.cuts import Cut, Words, cut
from bot.deal.decks import (
    CARDS,
    DeckPlace,
    RefillPlace,
    deck_leaf,
    deck_place,
    refill_leaf,
    refill_seal,
    seal_of,
    slot_leaf,
)
from bot.deal.proofs import FORMAT, canonical, checksum

HAND_SIZE = 5
SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


class ProofRefused(Exception):
    """The proof does not hold; the text says what does not fit, for a person."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A proof that holds: the seal it is for, in hexadecimal digits, and a line for each thing that it shows."""

    seal: str
    lines: tuple[str, ...]


def check(text: str) -> Checked:
    """Check the content of a proof's file. Raises ProofRefused."""
    content = _read(text)
    try:
        return _Check(content).result()
    except (KeyError, TypeError, ValueError, IndexError, OverflowError, AttributeError) as misfit:
        raise ProofRefused("The file is not a proof in the form that this program knows.") from misfit


def _read(text: str) -> dict[str, Any]:
    try:
        file = json.loads(text)
        same = isinstance(file, dict) and file.keys() == {"checksum", "proof"} and canonical(file) + "\n" == text
    except (ValueError, RecursionError) as misfit:
        raise ProofRefused("The file is damaged: it is not JSON.") from misfit
    if not same:
        raise ProofRefused("The file is damaged: it is not written as a proof is.")
    content = file["proof"]
    if not isinstance(content, dict) or checksum(content) != file["checksum"]:
        raise ProofRefused("The file is damaged: its checksum doesn't fit its content.")
    if content.get("format") != FORMAT:
        raise ProofRefused("The file is a proof of another version.")
    return content


class _Check:
    """One proof under examination. Whatever is missing or of another type raises, and is no proof."""

    def __init__(self, content: dict[str, Any]) -> None:
        self.content = content
        self.table_id: int = content["table"]
        self.seal_number: int = content["seal"]["number"]
        self.pairs: int = content["seal"]["pairs"]
        self.seal = bytes.fromhex(content["seal"]["hash"])
        self.index: int = content["hand"]["index"]
        self.at: str = content["seal"]["at"][11:16]

    def result(self) -> Checked:
        made_by = self._cut()
        which = self.content["deck"]["which"]
        if which != made_by.which:
            raise ProofRefused("The words choose the other deck of the pair than the one that was played.")
        self._in_seal(which, bytes.fromhex(self.content["deck"]["root"]), self.content["deck"]["path"], "deck that was played")
        self._other(1 - which)
        lines = [
            f"The seal of this hand is {self.seal.hex()}. Compare it with the message in the channel, posted at {self.at} UTC.",
            self._words_line(),
            "The other deck of the pair was opened whole: 52 different cards, as sealed.",
            *self._cards(made_by),
            *self._refills(made_by),
        ]
        return Checked(self.seal.hex(), tuple(lines))

    def _cut(self) -> Cut:
        words = [Words(said["seat"], said["text"]) for said in self.content["words"]]
        if len({one.seat for one in words}) < len(words):
            raise ProofRefused("One seat's words are there twice.")
        for said in self.content["words"]:
            if said["at"] < self.content["seal"]["at"]:
                raise ProofRefused(f"The words of {said['name']} are older than the seal.")
        return cut(self.seal, self.index, words, int(self.content["hand"]["beacon"]))

    def _words_line(self) -> str:
        names = [said["name"] for said in self.content["words"]]
        if not names:
            return "Nobody had cut: the order of the slots follows from the seal alone."
        return f"The order of the slots follows from the seal and the words of {', '.join(names)}."

    def _in_seal(self, which: int, root: bytes, beside: Sequence[str], name: str) -> None:
        place = DeckPlace(self.table_id, self.seal_number, self.index, which)
        leaf = deck_leaf(place, root)
        try:
            top = merkle.root_by_path(leaf, deck_place(self.index, which), 2 * self.pairs, [bytes.fromhex(x) for x in beside])
        except merkle.BadPath:
            top = b""
        if not 0 <= self.index < self.pairs or seal_of(self.table_id, self.seal_number, self.pairs, top) != self.seal:
            raise ProofRefused(f"The {name} is not the one that was sealed.")

    def _other(self, which: int) -> None:
        other = self.content["other"]
        place = DeckPlace(self.table_id, self.seal_number, self.index, which)
        salts = [bytes.fromhex(salt) for salt in other["salts"]]
        if len(other["cards"]) != len(CARDS) or len(salts) != len(CARDS):
            raise ProofRefused("The deck that was not played has not 52 cards.")
        leaves = [slot_leaf(place, slot, card, salts[slot]) for slot, card in enumerate(other["cards"])]
        self._in_seal(which, merkle.root(leaves), other["path"], "deck that was not played")
        if sorted(other["cards"]) != sorted(CARDS):
            raise ProofRefused("The deck that was not played was sealed with a card twice, or without one.")

    def _cards(self, made_by: Cut) -> Iterator[str]:
        order, positions = made_by.order, self._positions()
        root = bytes.fromhex(self.content["deck"]["root"])
        place = DeckPlace(self.table_id, self.seal_number, self.index, self.content["deck"]["which"])
        for card in self.content["cards"]:
            position = positions.get((card["seat"], card["nth"]))
            if position is None:
                raise ProofRefused(f"{_face(card['card'])} was never dealt to seat {card['seat'] + 1}.")
            if order[position] != card["slot"]:
                raise ProofRefused(
                    f"{_face(card['card'])} comes from slot {card['slot'] + 1}, and slot {order[position] + 1} was to be dealt."
                )
            leaf = slot_leaf(place, card["slot"], card["card"], bytes.fromhex(card["salt"]))
            self._same_root(leaf, card, len(CARDS), root)
            yield f"{self._whose(card)} was slot {card['slot'] + 1} of a deck sealed at {self.at}{self._before()}."
        self._each_once()

    def _refills(self, made_by: Cut) -> Iterator[str]:
        for number, refill in enumerate(self.content["refills"]):
            place = RefillPlace(self.table_id, self.seal_number, self.index, number)
            order = made_by.refill_order(number, refill["size"])
            for card in refill["cards"]:
                if order[card["position"]] != card["slot"]:
                    raise ProofRefused(
                        f"{_face(card['card'])} of the refilled deck comes from another slot than was to be dealt."
                    )
                leaf = refill_leaf(place, card["slot"], card["card"], bytes.fromhex(card["salt"]))
                try:
                    root = merkle.root_by_path(leaf, card["slot"], refill["size"], [bytes.fromhex(x) for x in card["path"]])
                except merkle.BadPath:
                    root = b""
                if refill_seal(place, refill["size"], root).hex() != refill["seal"]:
                    raise ProofRefused(f"{_face(card['card'])} is not the card that was sealed when the deck was refilled.")
                yield (
                    f"{self._whose(card)} came from the deck refilled during the hand. It couldn't be changed after the refill was "
                    "announced; but the words were known by then, so the host could have chosen the order."
                )

    def _same_root(self, leaf: bytes, card: dict[str, Any], size: int, root: bytes) -> None:
        try:
            found = merkle.root_by_path(leaf, card["slot"], size, [bytes.fromhex(beside) for beside in card["path"]])
        except merkle.BadPath:
            found = b""
        if found != root:
            raise ProofRefused(f"{_face(card['card'])} is not the card that was sealed in slot {card['slot'] + 1}.")

    def _positions(self) -> dict[tuple[int, int], int]:
        """Which card of the order each seat's nth card is: one at a time to each seat, then as many as each drew."""
        dealt = self.content["dealt"]
        seats: list[int] = dealt["order"]
        if len(set(seats)) < len(seats):
            raise ProofRefused("A seat was dealt in twice.")
        positions = {(seat, nth): nth * len(seats) + at for nth in range(HAND_SIZE) for at, seat in enumerate(seats)}
        counts = dict.fromkeys(seats, HAND_SIZE)
        for seat, count in dealt["drawn"]:
            for _ in range(count):
                positions[seat, counts[seat]] = len(positions)
                counts[seat] += 1
        return positions

    def _each_once(self) -> None:
        cards = [card["card"] for card in self.content["cards"]]
        places = [(card["seat"], card["nth"]) for card in self.content["cards"]]
        if len(set(cards)) < len(cards) or len(set(places)) < len(places):
            raise ProofRefused("A card was dealt twice.")

    def _whose(self, card: dict[str, Any]) -> str:
        face = _face(card["card"])
        if card["how"] == "own" and card["seat"] == self.content["holder"]:
            return f"Your {face}"
        if card["how"] == "turned-up":
            return f"The {face} that seat {card['seat'] + 1} threw"
        if card["how"] == "shown":
            return f"The {face} that seat {card['seat'] + 1} showed"
        raise ProofRefused(f"The proof doesn't say why its holder may see {face}.")

    def _before(self) -> str:
        return ", before anybody's words were known" if self.content["words"] else ""


def _face(card: str) -> str:
    if card not in CARDS:
        raise ProofRefused("The proof names a card that no deck has.")
    return card[0].replace("T", "10") + SUITS[card[1]]
