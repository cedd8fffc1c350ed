"""Discord's limits hold in the fullest messages, in every language, with emojis and names that all need escaping."""

from dataclasses import replace

import pytest

from bot.engine import VARIANTS, BetPrompt, Pot, TurnedUp, parse_cards
from bot.render import (
    LANGUAGES,
    Row,
    Text,
    cut_modal,
    hand_message,
    help_message,
    parse,
    reveal_message,
    rules_message,
    seal_message,
    speech,
    table_message,
)
from bot.render.components.layout import MOST_CHARACTERS, MOST_COMPONENTS, MOST_LABEL
from bot.sandbox.world.components import walk
from bot.tables import DEALERS_CHOICE, DealtFrom, SealView, TableRules
from tests.render.tables import EMOJIS, hand_of, play, private, table

FULL_NAMES = tuple(f"*_~`|>[]()#+-.!{seat}" + "@<:{}*_~`|>[]()#"[:16] for seat in range(8))
DECK_ORDER = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "cdhs"]


def fits(message):
    """Checks every limit and that all buttons differ; gives the message back."""
    components = walk(message.view().to_components())
    assert len(components) <= MOST_COMPONENTS
    assert 0 < sum(len(part.get("content", "")) for part in components) <= MOST_CHARACTERS
    assert all(part.content for part in message.parts if isinstance(part, Text))
    custom_ids = [button.custom_id for button in message.buttons]
    assert len(set(custom_ids)) == len(custom_ids), custom_ids
    for button in message.buttons:
        assert 1 <= len(button.label) <= MOST_LABEL, button
        assert parse(button.custom_id) is not None, button
    assert all(1 <= len(part.buttons) <= 5 for part in message.parts if isinstance(part, Row))
    return message


def full_hand(*, all_in):
    """Eight seats, all of them throwing five cards; all-in for different stacks before, or with chips behind."""
    stacks = tuple((seat + 1) * 12_345_678 for seat in range(8)) if all_in else (1_000_000,) * 8
    hand = hand_of(parse_cards(" ".join(DECK_ORDER)), stacks=stacks, button=7)
    while isinstance(hand.prompt, BetPrompt):
        raises = all_in and hand.prompt.raise_to is not None
        hand = play(hand, f"r{hand.prompt.raise_to}" if raises else "call" if hand.prompt.to_call else "check")
    while not hand.over and hand.prompt.kind == "discard":
        hand = play(hand, f"-{hand.prompt.cards[0]}")
    return hand


@pytest.fixture(scope="module")
def bet_hand():
    return full_hand(all_in=False)


@pytest.fixture(scope="module")
def shown_hand():
    return full_hand(all_in=True)


def test_the_names_are_the_worst_there_are():
    assert {len(name) for name in FULL_NAMES} == {32}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fullest_running_hand(language, bet_hand):
    hand = bet_hand
    assert hand.prompt.kind == "bet"
    message = fits(table_message(table(hand, names=FULL_NAMES), speech(language), EMOJIS))
    assert message.text.count(":1234567890123456789>") == 8 + 40, "the round's discards, and everybody's in front of them"
    for seat in range(8):
        fits(hand_message(private(hand, seat, names=FULL_NAMES), speech(language), EMOJIS))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fullest_showdown(language, shown_hand):
    hand = shown_hand
    assert len(hand.results.pots) == 7
    assert len(hand.results.shown) == 8
    view = table(hand, names=FULL_NAMES)
    message = fits(table_message(view, speech(language), EMOJIS))
    assert message.text.count(":1234567890123456789>") == 8 + 80


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fullest_showdown_with_every_pot_split_four_ways(language, shown_hand):
    """No deal does this: four hands tie at most, and never for seven pots. Even so it fits, the faces as text if need be."""
    hand = shown_hand
    view = table(hand, names=FULL_NAMES)
    ways = [
        Pot(pot.amount, pot.eligible, dict.fromkeys(range(4), pot.amount // 4) | {0: pot.amount - 3 * (pot.amount // 4)})
        for pot in hand.results.pots
    ]
    split = replace(view.hand.view, results=replace(hand.results, pots=tuple(ways)))
    fits(table_message(replace(view, hand=replace(view.hand, view=split)), speech(language), EMOJIS))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fullest_draw_turned_up(language, bet_hand):
    view = table(bet_hand, names=FULL_NAMES)
    discards = {seat.seat: tuple(card for _, card in seat.discards) for seat in view.hand.view.seats}
    message = fits(reveal_message(view, TurnedUp(1, discards), speech(language), EMOJIS))
    assert message.text.count(":1234567890123456789>") == 40


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_of_words_fit(language):
    fits(help_message(speech(language)))
    for variant in (*VARIANTS, DEALERS_CHOICE):
        rules = TableRules(
            variant=variant, ante=5, big_blind_ante=10, interim_betting=True, discard_limit="3-or-4-with-ace", seats=8
        )
        fits(rules_message(rules, speech(language), EMOJIS))
        opening = table(taken=8, names=FULL_NAMES, rules=rules, practice=True, waiting="choice", chooser=0)
        fits(table_message(opening if variant == DEALERS_CHOICE else replace(opening, waiting=None), speech(language), EMOJIS))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_seal_that_all_have_cut(language):
    say = speech(language)
    seal = SealView(
        1_000, "5ea1" * 16, 63_937, 64_000, posted=False, dealt=64, cutting=tuple((name, 64_001) for name in FULL_NAMES)
    )
    hand = hand_of(parse_cards(" ".join(DECK_ORDER)), variant="simple", stacks=(100,) * 8)
    full = table(hand, names=FULL_NAMES, seal=seal)
    refilled = DealtFrom(1_000, (FULL_NAMES[0], 64_000), ("ab" * 32,) * 3)
    full = replace(full, hand=replace(full.hand, dealt_from=refilled))
    fits(seal_message(full, 64, say))
    fits(table_message(full, say, EMOJIS))
    form = cut_modal(seal, 2**63 - 1, say)
    assert max(len(form.title), len(form.label)) <= 45
    assert len(form.description) <= 100
