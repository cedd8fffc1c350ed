"""The shuffle, the trees and the seal follow from their inputs alone, and chance is spread evenly."""

import json
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from bot.deal import CARDS, SealKey, Words, cut, sealed
from bot.deal.hashing import below, digest, keyed, shuffled, stream, u32
from bot.deal.merkle import BadPath, path, root, root_by_path

VECTORS = json.loads((Path(__file__).parent / "vectors" / "seal.json").read_text())
SIZES = [1, 2, 3, 4, 5, 7, 8, 9, 52, 128]


def key_of(vector) -> SealKey:
    return SealKey(vector["table"], vector["seal"], bytes.fromhex(vector["key"]))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_a_key_seals_what_it_has_always_sealed(vector):
    key = key_of(vector)
    seal = sealed(key, pairs=vector["pairs"])
    assert seal.hash.hex() == vector["hash"]
    assert list(key.cards(vector["index"], 0)) == vector["decks"][0]
    assert list(key.cards(vector["index"], 1)) == vector["decks"][1]
    made_by = cut(seal.hash, vector["index"], [Words(seat, text) for seat, text in vector["words"]], int(vector["beacon"]))
    assert (made_by.which, list(made_by.order)) == (vector["which"], vector["order"])
    assert list(made_by.refill_order(1, 11)) == vector["refill_order"]


@pytest.mark.parametrize("size", SIZES)
def test_every_leaf_leads_to_the_root_by_its_path_and_no_other(size):
    leaves = [digest("test", u32(leaf)) for leaf in range(size)]
    for index, leaf in enumerate(leaves):
        beside = path(leaves, index)
        assert root_by_path(leaf, index, size, beside) == root(leaves)
        for other in range(size):
            if other != index:
                with suppress(BadPath):  # a path of another length fits no other place either
                    assert root_by_path(leaf, other, size, beside) != root(leaves)
        with pytest.raises(BadPath):
            root_by_path(leaf, index, size, (*beside, leaf) if size == 1 else ())


def test_a_node_is_no_leaf():
    leaves = [digest("test", u32(leaf)) for leaf in range(4)]
    inner = [digest("node", *leaves[:2]), digest("node", *leaves[2:])]
    assert root(leaves) == root(inner), "two nodes make the root that four leaves make ..."
    assert digest("slot", *leaves[:2]) != inner[0], "... so what stands for a card is hashed under a tag of its own"


def test_no_number_is_likelier_than_another_by_construction():
    everything = list(range(256))
    for most in range(2, 53):
        bits = (most - 1).bit_length()
        kept = Counter(number for byte in everything if (number := byte & ((1 << bits) - 1)) < most)
        assert set(kept) == set(range(most))
        assert len(set(kept.values())) == 1, "of all bytes as many lead to each number"
        assert below(most, iter(everything)) == 0


def chi_square(counts: Counter, cells: int) -> float:
    expected = sum(counts.values()) / cells
    return sum((counts[cell] - expected) ** 2 for cell in counts) / expected + (cells - len(counts)) * expected


def test_the_shuffle_and_the_cut_are_uniform():
    """Over 4,000 keys that are fixed, so that the figures are; `tests.bench deals` does it over 200,000. The limits are those of 1 in 10,000."""
    places, pairs, orders = Counter(), Counter(), Counter()
    for number in range(4_000):
        key = keyed(b"chance", "test", u32(number))
        cards = shuffled(range(52), stream(key, "shuffle"))
        places.update(enumerate(cards))
        pairs[cards[0] // 4, cards[1] // 4] += 1
        orders.update(enumerate(cut(key, 0, [Words(0, "x")]).order))
    assert chi_square(places, 52 * 52) < 2_875, "51 * 51 degrees of freedom"
    assert chi_square(orders, 52 * 52) < 2_875
    same = sum(count for (one, other), count in pairs.items() if one == other) / 4_000
    assert abs(same - 3 / 51) < 0.0145, "the second card has the rank of the first as often as it should"


def test_every_deck_of_a_seal_is_a_deck_of_its_own():
    key = SealKey(1, 1, bytes(32))
    decks = {key.cards(index, which) for index in range(64) for which in (0, 1)}
    assert len(decks) == 128
    assert all(sorted(deck) == sorted(CARDS) for deck in decks)


def test_words_of_another_seat_text_or_order_of_bytes_cut_otherwise():
    seal = digest("test")
    spoken = [
        [],
        [Words(0, "")],
        [Words(1, "")],
        [Words(0, "ab")],
        [Words(0, "a"), Words(1, "b")],
        [Words(0, "b"), Words(1, "a")],
        [Words(0, "a"), Words(2, "b")],
        [Words(0, "a" * 100)],
    ]
    assert len({cut(seal, index, words).key for words in spoken for index in (0, 1)}) == 2 * len(spoken)
    assert cut(seal, 0, spoken[4]) == cut(seal, 0, spoken[4][::-1]), "they count in the order of seats"
    assert cut(seal, 0, [], beacon=1) != cut(seal, 0, [])
