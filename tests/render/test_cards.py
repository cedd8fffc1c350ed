"""Cards as people read them."""

import pytest

from bot.engine import parse_cards
from bot.render import TEXT_CARDS, hand_message, parse, speech
from bot.render.components.layout import Row
from bot.render.text.cards import face, sorted_cards
from bot.tables import TableRules
from tests.render.tables import deck, hand_of, play, private

SAY = speech("en")


@pytest.mark.parametrize(
    ("dealt", "read"),
    [
        ("7h Kd 4c 7s Ks", "K♠ K♦ 7♠ 7♥ 4♣"),
        ("2c Ah 2d Ks 9h", "2♦ 2♣ A♥ K♠ 9♥"),
        ("9c Kd 9h Kc 9s", "9♠ 9♥ 9♣ K♦ K♣"),
        ("3d 3c Ah 3s 3h", "3♠ 3♥ 3♦ 3♣ A♥"),
        ("9c Tc Jc Qc Kc", "K♣ Q♣ J♣ T♣ 9♣"),
        ("Ah 2c 3d 4s 5h", "5♥ 4♠ 3♦ 2♣ A♥"),
        ("5c As 5d", "5♦ 5♣ A♠"),
        ("", ""),
    ],
)
def test_the_made_part_stands_first_then_the_highest(dealt, read):
    assert TEXT_CARDS.cards(sorted_cards(parse_cards(dealt))) == read


@pytest.mark.parametrize(("order", "shown"), [("sorted", "J♠ J♦ J♣ 5♠ 2♥"), ("dealt", "J♠ 5♠ J♦ 2♥ J♣")])
def test_a_table_shows_private_cards_sorted_or_as_they_were_dealt(order, shown):
    cards = deck(["Js 5s Jd 2h Jc", "As Kd Qc 9h 9d"], "4c 7d 8s", button=1)
    hand = play(hand_of(cards, variant="simple", stacks=(100, 100), button=1), "call", "check")
    rules = TableRules(variant="simple", card_order=order)
    message = hand_message(private(hand, hand.prompt.seat, rules=rules), SAY, TEXT_CARDS)
    buttons = [button for part in message.parts if isinstance(part, Row) for button in part.buttons]
    toggles = [button for button in buttons if ":toggle:" in button.custom_id]
    thrown = [hand.prompt.cards[parse(button.custom_id).arg.bit_length() - 1] for button in toggles]
    assert [face(card) for card in thrown] == shown.split(), "each button throws the card that it names"
