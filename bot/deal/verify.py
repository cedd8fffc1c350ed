"""Check a proof of a hand of Open Draw: python3 verify.py FILE

This file needs nothing but Python 3.9 or newer, shares no code with the bot, and reads in five minutes. What it checks, in order:

1. The file is whole (its checksum).
2. The seal, with the words that players gave and the number of the hand, makes the "cut": it chooses one deck of a sealed pair, and the
   order in which the deck's 52 slots are dealt.
3. Both decks of the pair are in the seal. The deck that was not played is opened whole, and has 52 different cards.
4. Each card you saw is the card that was sealed in the slot whose turn it was.

What you have to do yourself: compare the seal with the message that the bot posted in the channel before the words were given, and your
words with what you said. What no file can show: whether the host looked at the cards.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


class Refused(Exception):
    """The proof does not hold."""


# Hashes. Everything that is hashed begins with what it is for, and numbers have a fixed number of bytes.


def tagged(tag: str, *parts: bytes) -> bytes:
    return b"open-draw/1/" + tag.encode() + b"\0" + b"".join(parts)


def sha256(tag: str, *parts: bytes) -> bytes:
    return hashlib.sha256(tagged(tag, *parts)).digest()


def hmac256(key: bytes, tag: str, *parts: bytes) -> bytes:
    return hmac.new(key, tagged(tag, *parts), hashlib.sha256).digest()


def number(value: int, size: int) -> bytes:
    return value.to_bytes(size, "big")


# Chance that anybody can work out again: bytes from a key, and an order of things from these bytes.


def bytes_of(key: bytes, tag: str, *parts: bytes) -> Iterator[int]:
    block = 0
    while True:
        yield from hmac256(key, tag, *parts, number(block, 4))
        block += 1


def below(most: int, source: Iterator[int]) -> int:
    """A number under `most`, every one as likely: bits that make too large a number are thrown away."""
    mask = (1 << (most - 1).bit_length()) - 1
    while True:
        value = next(source) & mask
        if value < most:
            return value


def shuffled(count: int, source: Iterator[int]) -> list[int]:
    order = list(range(count))
    for place in range(count - 1, 0, -1):
        other = below(place + 1, source)
        order[place], order[other] = order[other], order[place]
    return order


# Trees of hashes: from one leaf and the hashes beside its way, the root follows.


def left_size(size: int) -> int:
    return 1 << ((size - 1).bit_length() - 1)


def root_of(leaves: list[bytes]) -> bytes:
    if len(leaves) == 1:
        return leaves[0]
    middle = left_size(len(leaves))
    return sha256("node", root_of(leaves[:middle]), root_of(leaves[middle:]))


def root_by_path(leaf: bytes, index: int, size: int, beside: list[bytes]) -> bytes:
    if size == 1:
        need(not beside, "a path of hashes is too long")
        return leaf
    need(beside, "a path of hashes is too short")
    middle = left_size(size)
    if index < middle:
        return sha256("node", root_by_path(leaf, index, middle, beside[:-1]), beside[-1])
    return sha256("node", beside[-1], root_by_path(leaf, index - middle, size - middle, beside[:-1]))


# The proof


def need(holds: object, otherwise: str) -> None:
    if not holds:
        raise Refused(otherwise)


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def read(text: str) -> Any:
    file = json.loads(text)
    need(isinstance(file, dict) and canonical(file) + "\n" == text, "the file is damaged: it is not written as a proof is")
    proof = file["proof"]
    need(
        hashlib.sha256(canonical(proof).encode()).hexdigest() == file["checksum"], "the file is damaged: its checksum doesn't fit"
    )
    need(set(file) == {"proof", "checksum"} and proof["format"] == "open-draw/proof/1", "the proof is of another version")
    return proof


def cut_of(proof: Any) -> bytes:
    words = sorted(proof["words"], key=lambda said: said["seat"])
    need(len({said["seat"] for said in words}) == len(words), "one seat's words are there twice")
    for said in words:
        need(all(isinstance(said[name], str) for name in ("text", "name", "at")), "the words are no words")
        need(said["at"] >= proof["seal"]["at"], f"the words of {said['name']} are older than the seal")
    spoken = b""
    for said in words:
        text = said["text"].encode()
        spoken += number(said["seat"], 1) + number(len(text), 2) + text
    hand = proof["hand"]
    head = number(hand["index"], 2) + number(int(hand["beacon"]), 8) + number(len(words), 1)
    return hmac256(bytes.fromhex(proof["seal"]["hash"]), "cut", head, spoken)


def place_of(proof: Any, which: int) -> bytes:
    return number(proof["table"], 8) + number(proof["seal"]["number"], 4) + number(proof["hand"]["index"], 2) + number(which, 1)


def need_in_seal(proof: Any, which: int, deck_root: bytes, path: list[bytes], name: str) -> None:
    index, pairs = proof["hand"]["index"], proof["seal"]["pairs"]
    need(0 <= index < pairs, "the hand's number is not one of this seal")
    leaf = sha256("deck", place_of(proof, which), deck_root)
    top = root_by_path(leaf, 2 * index + which, 2 * pairs, path)
    seal = sha256("seal", number(proof["table"], 8), number(proof["seal"]["number"], 4), number(pairs, 2), top)
    need(seal.hex() == proof["seal"]["hash"], f"the {name} is not the one that was sealed")


def hashes(texts: list[str]) -> list[bytes]:
    return [bytes.fromhex(text) for text in texts]


def slot_leaf(place: bytes, slot: int, card: str, salt: str) -> bytes:
    return sha256("slot", place, number(slot, 1), card.encode("ascii"), bytes.fromhex(salt))


def need_other_deck(proof: Any, which: int) -> None:
    other, place = proof["other"], place_of(proof, which)
    need(len(other["cards"]) == len(other["salts"]) == 52, "the deck that was not played has not 52 cards")
    leaves = [slot_leaf(place, slot, card, other["salts"][slot]) for slot, card in enumerate(other["cards"])]
    need_in_seal(proof, which, root_of(leaves), hashes(other["path"]), "deck that was not played")
    need(sorted(other["cards"]) == sorted(CARDS), "the deck that was not played has a card twice, or one too few")


def positions_of(proof: Any) -> dict[tuple[int, int], int]:
    """Which card of the order is whose: one at a time to each seat, five times; then as many as each has drawn."""
    seats = proof["dealt"]["order"]
    need(len(set(seats)) == len(seats), "a seat was dealt in twice")
    places = [(seat, nth) for nth in range(5) for seat in seats]
    counts = dict.fromkeys(seats, 5)
    for seat, drawn in proof["dealt"]["drawn"]:
        places += [(seat, counts[seat] + nth) for nth in range(drawn)]
        counts[seat] += drawn
    return {place: position for position, place in enumerate(places)}


def need_seen(proof: Any, card: Any) -> None:
    own = card["how"] == "own" and card["seat"] == proof["holder"]
    need(own or card["how"] in ("turned-up", "shown"), f"it isn't said why the holder may see {card['card']}")
    need(card["card"] in CARDS, f"there is no card {card['card']}")


def need_cards(proof: Any, cut: bytes) -> None:
    order, positions = shuffled(52, bytes_of(cut, "order")), positions_of(proof)
    deck, place = proof["deck"], place_of(proof, proof["deck"]["which"])
    for card in proof["cards"]:
        need_seen(proof, card)
        place_dealt = (card["seat"], card["nth"])
        need(place_dealt in positions, f"{card['card']} was never dealt to that seat")
        need(order[positions[place_dealt]] == card["slot"], f"{card['card']} comes from another slot than was to be dealt")
        leaf = slot_leaf(place, card["slot"], card["card"], card["salt"])
        root = root_by_path(leaf, card["slot"], 52, hashes(card["path"]))
        need(root.hex() == deck["root"], f"{card['card']} is not the card that was sealed in slot {card['slot'] + 1}")
    for name in ("card", "slot"):
        need(len({card[name] for card in proof["cards"]}) == len(proof["cards"]), f"a {name} was dealt twice")


def need_refills(proof: Any, cut: bytes) -> None:
    for refill_number, refill in enumerate(proof["refills"]):
        size, order = refill["size"], shuffled(refill["size"], bytes_of(cut, "refill-order", number(refill_number, 1)))
        place = place_of(proof, refill_number)
        for card in refill["cards"]:
            need_seen(proof, card)
            need(order[card["position"]] == card["slot"], f"{card['card']} comes from another slot of the refilled deck")
            slot = number(card["slot"], 1)
            leaf = sha256("refill-slot", place, slot, card["card"].encode("ascii"), bytes.fromhex(card["salt"]))
            root = root_by_path(leaf, card["slot"], size, hashes(card["path"]))
            seal = sha256("refill", place, number(size, 1), root)
            need(seal.hex() == refill["seal"], f"{card['card']} is not the card that was sealed when the deck was refilled")


def verify(text: str) -> list[str]:
    """What the proof shows, a line each. Raises Refused with the reason."""
    try:
        proof = read(text)
        cut = cut_of(proof)
        which = proof["deck"]["which"]
        need(which == below(2, bytes_of(cut, "choose")), "the words choose the other deck of the pair")
        root = bytes.fromhex(proof["deck"]["root"])
        need_in_seal(proof, which, root, hashes(proof["deck"]["path"]), "deck that was played")
        need_other_deck(proof, 1 - which)
        need_cards(proof, cut)
        need_refills(proof, cut)
    except Refused:
        raise
    except Exception as misfit:  # whatever is missing or of another type
        raise Refused(f"the file is damaged, or is no proof ({type(misfit).__name__})") from misfit
    said = ", ".join(f"{one['name']}: {one['text']}" for one in proof["words"])
    cards = " ".join(card["card"] for card in proof["cards"])
    later = " ".join(card["card"] for refill in proof["refills"] for card in refill["cards"])
    lines = [
        f"seal   {proof['seal']['hash']} (compare it with the message in the channel)",
        f"hand   {proof['hand']['number']}",
        f"words  {said or 'nobody has cut'}",
        f"cards  {cards}: as sealed, each from the slot whose turn it was",
    ]
    return [*lines, f"refill {later}: as announced; the host could have chosen their order"] if later else lines


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print(__doc__)
        return 2
    try:
        lines = verify(Path(arguments[0]).read_bytes().decode())
    except (OSError, UnicodeDecodeError, Refused) as refusal:
        print(f"NOT PROVEN: {refusal}")
        return 1
    print("\n".join([*lines, "PROVEN"]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
