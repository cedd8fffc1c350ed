"""A proof is made of what its holder saw, holds for every verifier, and opens nothing else: over all variants, folds, mucks, shows, refills and leavers."""

import json
from dataclasses import replace
from datetime import datetime

import pytest

from bot.deal import check, sealed_refill, verify
from bot.engine import (
    VARIANTS,
    DeckRefilled,
    Folded,
    Hand,
    Left,
    Mucked,
    Shown,
    Shuffled,
    action_from_text,
    setup_from_dict,
    view_for,
)
from bot.history.proofs import Dealing, proof_of
from bot.store import SealRow
from bot.tables.seals import SealedDeal
from bot.tables.storage.seal_rows import seal_of
from tests.tables.sealed_hands import KEPT, KEPT_HANDS, Played, played, sealed_deal

WALKS = [(variant, players, seed) for variant in VARIANTS for players, seed in ((2, 1), (3, 2), (4, 3), (6, 4), (8, 5))]


def may_see(hand: Hand, seat: int) -> set[tuple[int, str]]:
    """What lies open to a seat by its view: its own cards, what others threw that was turned up, what they showed."""
    view = view_for(hand, seat)
    seen = {(seat, card) for card in (*view.cards, *hand.discards[seat])}
    for other in view.seats:
        seen |= {(other.seat, card) for card in (*(card for _, card in other.discards), *(other.shown or ()))}
        seen |= {(other.seat, other.ace)} if other.ace is not None else set()
    return {(at, str(card)) for at, card in seen}


def check_proof(each: Played, seat: int) -> dict:
    text = each.proof(seat)
    assert check(text).seal == each.dealt.seal.hash.hex()
    assert verify.verify(text)
    proof = json.loads(text)["proof"]
    opened = [
        (card["seat"], card["card"]) for card in (*proof["cards"], *(card for one in proof["refills"] for card in one["cards"]))
    ]
    assert len(opened) == len(set(opened))
    assert set(opened) == may_see(each.hand, seat)
    made_by, secret = each.dealt.cut, each.dealt.seal.secret
    pools = [[str(card) for card in action.cards] for action, _ in each.hand.log if isinstance(action, Shuffled)]
    decks = [secret.deck(each.dealt.index, made_by.which), *(sealed_refill(secret, 0, at, pool) for at, pool in enumerate(pools))]
    for deck, opens in zip(decks, (proof["cards"], *(one["cards"] for one in proof["refills"])), strict=True):
        slots = {card["slot"] for card in opens}
        assert not [salt for slot, salt in enumerate(deck.salts) if slot not in slots and salt.hex() in text]
    assert secret.key.hex() not in text
    return proof


@pytest.mark.parametrize(("variant", "players", "seed"), WALKS)
def test_every_seat_proves_what_it_saw_and_opens_nothing_else(variant, players, seed):
    each = played(variant, players, seed)
    for seat in each.hand.stacks:
        check_proof(each, seat)


def test_the_walks_come_to_all_that_can_happen():
    met = {type(event) for variant, players, seed in WALKS for event in played(variant, players, seed).hand.events}
    assert met >= {Folded, Left, Mucked, Shown}


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_refilled_deck_is_proven_apart_and_says_that_it_is_weaker(variant):
    each = played(variant, 8, 9, greedy=True)
    assert any(isinstance(event, DeckRefilled) for event in each.hand.events)
    seals = each.dealt.refill_seals(each.hand.log)
    proven = [check_proof(each, seat) for seat in each.hand.stacks]
    assert all([refill["seal"] for refill in proof["refills"]] == list(seals) for proof in proven)
    assert any(refill["cards"] for proof in proven for refill in proof["refills"])
    lines = [line for seat in each.hand.stacks for line in check(each.proof(seat)).lines]
    assert any("the host could have chosen the order" in line for line in lines)


def test_the_cards_come_from_where_the_engine_dealt_them():
    for variant, players, seed in WALKS:
        each = played(variant, players, seed)
        dealing = Dealing(tuple(each.hand.stacks))
        dealing.take(each.hand)
        pools = [action.cards for action, _ in each.hand.log if isinstance(action, Shuffled)]
        for (_, card), place in dealing.places.items():
            source = each.hand.setup.deck if place.refill is None else pools[place.refill]
            assert source[place.position] == card


def test_decks_that_differ_in_what_a_seat_may_not_see_open_the_same_to_it():
    """Two cards change places in what is never dealt: the seat's openings are the same, but for paths and roots, which hold the hidden leaves."""
    each = played("simple", 2, 1)
    made_by = each.dealt.cut
    undealt = made_by.order[-2:]
    deck = each.dealt.seal.secret.deck(0, made_by.which)
    cards = list(deck.cards)
    cards[undealt[0]], cards[undealt[1]] = cards[undealt[1]], cards[undealt[0]]
    other = replace(deck, cards=tuple(cards))
    assert other.root != deck.root
    for slot in set(made_by.order) - set(undealt):
        one, two = deck.open(slot), other.open(slot)
        assert (one.slot, one.card, one.salt) == (two.slot, two.card, two.salt)


def test_words_are_public_and_nothing_else_of_the_cut_depends_on_who_asks():
    each = played("sequential", 4, 2)
    proofs = [json.loads(each.proof(seat))["proof"] for seat in each.hand.stacks]
    shared = ("table", "seal", "hand", "words", "deck", "other", "dealt")
    assert all({name: proof[name] for name in shared} == {name: proofs[0][name] for name in shared} for proof in proofs)
    assert len(proofs[0]["words"]) == 2


def test_the_deck_of_a_deal_is_a_deck_and_another_cut_deals_another():
    decks = {sealed_deal(1, (0, 1, 2), cutters).deck for cutters in (0, 1, 2, 3)}
    assert len(decks) == 4
    assert all(len(set(deck)) == 52 for deck in decks)


@pytest.mark.parametrize("name", KEPT_HANDS)
def test_the_proof_of_a_kept_hand_is_made_and_checked_as_it_was(name):
    """`python -m tests.tables.sealed_hands` keeps one more; one that is kept stays for good."""
    kept = json.loads((KEPT / f"{name}.json").read_text(encoding="utf-8"))
    moments = {at: datetime.fromisoformat(kept["seal"][at]) for at in ("sealed_at", "posted_at")}
    seal = seal_of(SealRow(**{**kept["seal"], **moments}))
    dealt = SealedDeal.from_saved(seal, kept["sealed"])
    hand = Hand(setup_from_dict(kept["setup"]), [(action_from_text(text), by) for text, by in kept["log"]])
    assert dealt.deck == hand.setup.deck
    seat = next(iter(hand.stacks))
    proof = proof_of(hand, dealt, seat, 12, {at: f"player {at}" for at in hand.stacks})
    assert proof == kept["proof"]
    assert check(proof)
    assert verify.verify(proof)
