"""A proof of an honest hand holds for all three verifiers; of a dishonest one, or with one bit changed, for none."""

import json
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from bot.deal import CARDS, ProofRefused, SealedDeck, SealKey, SeenCard, Words, check, cut, proof_text, sealed, verify
from bot.deal.decks import Seal, deck_leaf
from bot.deal.hashing import keyed, u32
from bot.deal.proofs import canonical, checksum
from tests.deal.played import KEY, proof, with_refill, words

VECTORS = Path(__file__).parent / "vectors"
HONEST = {
    "hand": proof_text(proof()),
    "refilled": proof_text(with_refill(proof())),
    "not-cut": proof_text(proof(said=())),
}


def refusals(text: str) -> tuple[str, str]:
    """What both verifiers in Python say against it; they agree that there is something."""
    with pytest.raises(ProofRefused) as ours:
        check(text)
    with pytest.raises(verify.Refused) as theirs:
        verify.verify(text)
    return str(ours.value), str(theirs.value)


@pytest.mark.parametrize("name", HONEST)
def test_a_proof_is_written_as_it_has_always_been_and_holds(name):
    assert (VECTORS / f"{name}.proof.json").read_text(encoding="utf-8") == HONEST[name]
    assert check(HONEST[name]).seal in check(HONEST[name]).lines[0]
    assert verify.verify(HONEST[name])


def test_it_tells_players_what_it_shows():
    lines = check(HONEST["hand"]).lines
    assert "posted at 20:14 UTC" in lines[0]
    assert lines[1] == "The order of the slots follows from the seal and the words of Ada, Bruno."
    assert lines[3].startswith("Your ")
    assert lines[3].endswith("of a deck sealed at 20:14, before anybody's words were known.")
    assert "that seat 3 threw" in lines[9]
    assert "the host could have chosen the order" in check(HONEST["refilled"]).lines[-1]
    assert check(HONEST["not-cut"]).lines[1].startswith("Nobody had cut")
    assert not any("before anybody's words" in line for line in check(HONEST["not-cut"]).lines)


@pytest.mark.parametrize("name", HONEST)
def test_one_bit_changed_anywhere_is_refused(name):
    data = HONEST[name].encode()
    for place in range(len(data)):
        changed = bytearray(data)
        changed[place] ^= 1 << place % 8
        try:
            text = changed.decode()
        except UnicodeDecodeError:
            continue  # no text, so no verifier reads it
        assert all(refusals(text))


def tampered(text: str, change) -> str:
    """The proof with its content changed and its checksum made anew, as a dishonest host would write it."""
    content = json.loads(text)["proof"]
    change(content)
    return canonical({"checksum": checksum(content), "proof": content}) + "\n"


def set_in(*keys):
    """A change that sets the last of these as the value at the others."""
    *places, last, value = keys

    def change(content):
        for place in places:
            content = content[place]
        content[last] = value

    return change


CHANGES = {
    "another card in a slot": (set_in("cards", 0, "card", "2c"), "not the card that was sealed"),
    "another salt": (set_in("cards", 1, "salt", "00" * 32), "not the card that was sealed"),
    "a path that is too short": (set_in("cards", 1, "path", []), ""),
    "another slot": (set_in("cards", 2, "slot", 51), "slot"),
    "another turn": (set_in("cards", 2, "nth", 9), "was never dealt"),
    "words put into a mouth": (set_in("words", 0, "text", "a pair of tens"), ""),
    "words from before the seal": (set_in("words", 0, "at", "2026-12-01T20:13:59Z"), "older than the seal"),
    "the other deck": (set_in("deck", "which", 1 - json.loads(HONEST["hand"])["proof"]["deck"]["which"]), "other deck"),
    "another hand": (set_in("hand", "index", 4), ""),
    "a hand that the seal has not": (set_in("hand", "index", 9), ""),
    "another seal": (set_in("seal", "hash", "ab" * 32), ""),
    "a beacon": (set_in("hand", "beacon", "5"), ""),
    "another order of seats": (set_in("dealt", "order", [2, 0, 4]), ""),
    "a seat dealt in twice": (set_in("dealt", "order", [0, 0, 4]), "dealt in twice"),
    "another's cards as one's own": (set_in("holder", 4), ""),
    "no reason to see it": (set_in("cards", 0, "how", "guessed"), ""),
    "no such card": (set_in("cards", 0, "card", "1x"), ""),
    "no number": (set_in("cards", 0, "slot", None), ""),
    "a negative number": (set_in("table", -1), ""),
    "a list for a text": (set_in("words", 0, "name", []), ""),
    "another version": (set_in("format", "open-draw/proof/2"), "version"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_proof_that_somebody_has_rewritten_is_refused_with_the_reason(name):
    change, reason = CHANGES[name]
    ours, theirs = refusals(tampered(HONEST["hand"], change))
    assert reason in ours
    assert theirs


# A cheating host


def sealed_with(decks: dict[tuple[int, int], SealedDeck], key: SealKey = KEY, pairs: int = 8) -> Seal:
    """A seal over these decks where the host has put them, and honest ones elsewhere."""
    places = [(index, which) for index in range(pairs) for which in (0, 1)]
    chosen = [decks.get(place) or key.deck(*place) for place in places]
    return Seal(key.table_id, key.seal_number, tuple(deck_leaf(deck.place, deck.root) for deck in chosen))


def with_two_aces(deck: SealedDeck) -> SealedDeck:
    """The deck with a second ace of spades in the place of its first other card."""
    place = next(at for at, card in enumerate(deck.cards) if card != "As")
    return replace(deck, cards=(*deck.cards[:place], "As", *deck.cards[place + 1 :]))


def test_a_host_that_deals_another_card_than_the_sealed_one_is_caught():
    honest = proof()
    ace = replace(honest.cards[0], opening=replace(honest.cards[0].opening, card="As"))
    ours, _ = refusals(proof_text(replace(honest, cards=(ace, *honest.cards[1:]))))
    assert "not the card that was sealed" in ours


def test_a_host_that_swaps_two_slots_is_caught():
    seal = sealed(KEY, pairs=8)
    made_by = cut(seal.hash, 3, words("a pair of nines", "ünterm Tisch"))
    deck = KEY.deck(3, made_by.which)
    one, other = made_by.order[0], made_by.order[1]
    cards = list(deck.cards)
    cards[one], cards[other] = cards[other], cards[one]
    ours, _ = refusals(proof_text(proof(seal, played=replace(deck, cards=tuple(cards)))))
    assert "not the one that was sealed" in ours


def test_a_host_that_deals_two_slots_the_other_way_round_is_caught():
    honest = proof()
    first, second = honest.cards[0], honest.cards[1]
    swapped = (replace(first, opening=second.opening), replace(second, opening=first.opening))
    ours, _ = refusals(proof_text(replace(honest, cards=(*swapped, *honest.cards[2:]))))
    assert "was to be dealt" in ours


def test_a_host_that_seals_after_the_cut_is_caught():
    late = replace(proof(), sealed_at=proof().words[0].given_at.replace(hour=21))
    ours, _ = refusals(proof_text(late))
    assert "older than the seal" in ours


def test_a_host_that_uses_old_words_for_a_new_seal_has_words_older_than_the_seal():
    new_key = SealKey(7, 2, bytes(range(32)))
    old = proof(key=new_key)
    ours, _ = refusals(proof_text(replace(old, sealed_at=old.words[0].given_at.replace(minute=21))))
    assert "older than the seal" in ours


def test_a_malformed_deck_is_caught_every_second_time():
    """The words choose which deck of a pair is opened, so half of the stacked ones are."""
    caught = Counter()
    for number in range(200):
        key = SealKey(7, 1, keyed(b"host", "test", u32(number)))
        seal = sealed_with({(1, 0): with_two_aces(key.deck(1, 0))}, key, pairs=2)
        said = (Words(0, f"words {number}"),)
        made_by = cut(seal.hash, 1, said)
        stacked = with_two_aces(key.deck(1, 0))
        played = stacked if made_by.which == 0 else None
        dealt = proof(seal, key=key, index=1, said=said, played=played)
        if made_by.which == 1:
            dealt = replace(dealt, other=stacked)
        try:
            check(proof_text(dealt))
            caught["played"] += 1
        except ProofRefused as refusal:
            caught[str(refusal)] += 1
    opened = caught["The deck that was not played was sealed with a card twice, or without one."]
    assert 80 < opened < 120, caught


def test_a_card_twice_in_the_deck_that_was_played_is_seen_by_who_holds_both():
    honest = proof()
    twice = SeenCard(4, 0, "shown", honest.cards[0].opening)
    ours, _ = refusals(proof_text(replace(honest, cards=(*honest.cards, twice))))
    assert ours


# The verifiers outside the program


def test_the_single_file_needs_nothing_but_python(tmp_path):
    shutil.copy(verify.__file__, tmp_path / "verify.py")
    for name, verdict, status in (("hand", "PROVEN", 0), ("bad", "NOT PROVEN", 1)):
        text = HONEST["hand"] if name == "hand" else HONEST["hand"].replace('"holder":0', '"holder":1')
        (tmp_path / "proof.json").write_text(text, encoding="utf-8")
        run = subprocess.run(
            [sys.executable, "-I", "-S", tmp_path / "verify.py", tmp_path / "proof.json"],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
        )
        assert run.returncode == status, run.stderr
        assert run.stdout.splitlines()[-1].startswith(verdict)


def test_a_proof_opens_no_slot_but_those_seen():
    content = json.loads(HONEST["hand"])["proof"]
    opened = {card["slot"] for card in content["cards"]}
    assert len(opened) == 7
    made_by = cut(bytes.fromhex(content["seal"]["hash"]), 3, words("a pair of nines", "ünterm Tisch"))
    deck = KEY.deck(3, made_by.which)
    hidden = [slot for slot in range(len(CARDS)) if slot not in opened]
    assert not any(deck.salts[slot].hex() in HONEST["hand"] for slot in hidden)
    assert KEY.key.hex() not in HONEST["hand"]
