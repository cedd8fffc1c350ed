"""The 52 cards, each a small immutable value (SEQ-1.1)."""

from __future__ import annotations

from typing import Final, NoReturn

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"


class Card:
    """One card: `rank` is 2 to 14 (the ace), `suit` one of "cdhs"; `str(card)` is "2h", "Td" or "As".

    There are 52 objects and no more: `Card(14, "s")` and `parse_cards("As")[0]` are the same one, so that comparing and hashing by value
    cost nothing. Cards sort by rank, then by suit, which is for display alone: suits never decide anything (SEQ-RANK2).
    Raises ValueError for a rank or suit that no card has.
    """

    __slots__ = ("number", "prime", "rank", "suit", "text")

    rank: int
    suit: str
    text: str
    number: int
    prime: int

    def __new__(cls, rank: int, suit: str) -> Card:  # noqa: PYI034 - one of the 52, never a subclass
        try:
            return _CARDS[rank, suit]
        except (KeyError, TypeError):
            raise ValueError(f"no card has rank {rank!r} and suit {suit!r}") from None

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a card does not change: {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a card does not change: {name}")

    def __lt__(self, other: object) -> bool:
        return self.number < other.number if isinstance(other, Card) else NotImplemented

    def __reduce__(self) -> tuple[type[Card], tuple[int, str]]:
        return Card, (self.rank, self.suit)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text


def _print_card(number: int) -> Card:
    card = object.__new__(Card)
    rank, suit = divmod(number, 4)
    for name, value in (
        ("number", number),
        ("rank", rank + 2),
        ("suit", SUITS[suit]),
        ("text", RANKS[rank] + SUITS[suit]),
        ("prime", (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)[rank]),
    ):
        object.__setattr__(card, name, value)
    return card


DECK: Final[tuple[Card, ...]] = tuple(_print_card(number) for number in range(52))
"""All 52 cards, from the two of clubs to the ace of spades."""

_CARDS: Final = {(card.rank, card.suit): card for card in DECK}
_NAMED: Final = {card.text: card for card in DECK}


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of a text like "Ks Kh 7c", in its order; an empty text gives none. Raises ValueError for anything else."""
    try:
        return tuple(_NAMED[word] for word in text.split())
    except KeyError as missing:
        raise ValueError(f"not a card: {missing.args[0]!r}") from None
    except AttributeError:
        raise ValueError("cards are read from a text") from None


def cards_text(cards: tuple[Card, ...] | list[Card]) -> str:
    """The cards as `parse_cards` reads them."""
    return " ".join(card.text for card in cards)
