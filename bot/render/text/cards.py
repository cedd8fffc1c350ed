"""Cards as they stand in a message: an emoji of the app where it has one, the face in letters and suit signs where not."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.engine import Card

SUIT_SIGNS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
BACK_SIGN: Final = "🂠"
RECYCLED_SIGN: Final = "↻"
RANKS: Final = "23456789TJQKA"
BACK: Final = "back"
EMOJI_NAMES: Final = (*(f"{rank}{suit}" for suit in SUIT_SIGNS for rank in RANKS), BACK)
"""The names under which the app's emojis are uploaded: `Kh` and 51 more, and the back. Short, since markup counts as text."""

_MARKUP: Final = re.compile(rf"<:({'|'.join(EMOJI_NAMES)}):\d+>")
_RUN: Final = re.compile(rf"(?:{_MARKUP.pattern})+")


def face(card: Card) -> str:
    """`K♥`: the four suits differ in shape, so that no colour is needed."""
    return str(card)[0] + SUIT_SIGNS[card.suit]


def sorted_positions(cards: Sequence[Card]) -> list[int]:
    """Where the cards stand in `cards`, in the order in which a hand is read: the made part first, then by rank and suit."""
    counts = Counter(card.rank for card in cards)
    suits = list(SUIT_SIGNS)
    wheel = set(counts) == {14, 2, 3, 4, 5}  # the ace is the lowest card of this straight

    def place(position: int) -> tuple[int, int, int]:
        card = cards[position]
        rank = 1 if wheel and card.rank == 14 else card.rank
        return -counts[card.rank], -rank, suits.index(card.suit)

    return sorted(range(len(cards)), key=place)


def sorted_cards(cards: Sequence[Card]) -> list[Card]:
    """The cards in the order of `sorted_positions`."""
    return [cards[position] for position in sorted_positions(cards)]


@dataclass(frozen=True, slots=True)
class CardFaces:
    """How cards are shown. `emojis` maps names of `EMOJI_NAMES` to markup such as `<:Kh:123>`; what is missing is text."""

    emojis: Mapping[str, str] = field(default_factory=dict)

    def card(self, card: Card) -> str:
        """One card, face up."""
        return self.emojis.get(str(card)) or face(card)

    def emoji(self, card: Card) -> str | None:
        """The markup of the card's emoji for a button, if the app has it."""
        return self.emojis.get(str(card))

    def cards(self, cards: Iterable[Card]) -> str:
        """Cards side by side; only those that are text are kept apart by a space."""
        return _side_by_side([self.card(card) for card in cards])

    def discards(self, cards: Iterable[Card], recycled: Collection[Card]) -> str:
        """Discards that lie open; those that went back into the deck, and may have been dealt again, are marked (D-14.3)."""
        return _side_by_side([self.card(card) + (RECYCLED_SIGN if card in recycled else "") for card in cards])

    def backs(self, count: int) -> str:
        """Cards face down."""
        return _side_by_side([self.emojis.get(BACK) or BACK_SIGN] * count)


def _side_by_side(cards: list[str]) -> str:
    shown = ""
    for card in cards:
        touching = not shown or (shown.endswith(">") and card.startswith("<"))
        shown += card if touching else " " + card
    return shown


def spelled(text: str) -> str:
    """The text with the cards' emojis as letters and suit signs, kept apart by spaces."""
    return _RUN.sub(lambda run: " ".join(_sign(name) for name in _MARKUP.findall(run[0])), text)


def _sign(name: str) -> str:
    return BACK_SIGN if name == BACK else name[0] + SUIT_SIGNS[name[1]]


TEXT_CARDS: Final = CardFaces()
