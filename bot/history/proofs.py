"""The proof of a finished hand for one of its seats: what this seat may open, made of the events that it saw, and of nothing else."""

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from bot.deal import Proof, RefillProof, SeenCard, SpokenWords, Words, proof_text, sealed, sealed_refill
from bot.engine import AceShown, Card, Dealt, DeckRefilled, Hand, Received, Shown, Shuffled, TurnedUp
from bot.store import HandRow, Store
from bot.tables import NothingToDo
from bot.tables.seals import SealedDeal
from bot.tables.storage.seal_rows import seal_of

HOW_OWN, HOW_TURNED_UP, HOW_SHOWN = "own", "turned-up", "shown"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a card came from: the `nth` that its seat was dealt, from `refill` (None for the deck itself), at this position of its order."""

    seat: int
    nth: int
    refill: int | None
    position: int


@dataclass(slots=True)
class Dealing:
    """Goes through a hand's dealing: which card came from where, and who drew how many before the deck was refilled."""

    order: tuple[int, ...]
    places: dict[tuple[int, Card], Place] = field(default_factory=dict)
    """By seat and card: nobody is dealt a card again that they have thrown (D-14.3)."""
    drawn: list[tuple[int, int]] = field(default_factory=list)
    _counts: dict[int, int] = field(default_factory=dict)
    _dealt: int = 0
    _refills: list[list[Card | None]] = field(default_factory=list)

    def take(self, hand: Hand) -> None:
        """Follow the hand from its first card to its last."""
        pools = iter([action.cards for action, _ in hand.log if isinstance(action, Shuffled)])
        for event in hand.events:
            match event:
                case Dealt(seat, cards):
                    at = self.order.index(seat)
                    for nth, card in enumerate(cards):
                        self.places[seat, card] = Place(seat, nth, None, nth * len(self.order) + at)
                    self._counts[seat] = len(cards)
                    self._dealt += len(cards)
                case Received(seat, cards):
                    self._received(seat, cards)
                case DeckRefilled():
                    self._refills.append(list(next(pools)))

    def _received(self, seat: int, cards: tuple[Card, ...]) -> None:
        if not self._refills:
            self.drawn.append((seat, len(cards)))
        for card in cards:
            nth, self._counts[seat] = self._counts[seat], self._counts[seat] + 1
            if self._refills:
                refill = next(number for number, left in enumerate(self._refills) if card in left)
                position = self._refills[refill].index(card)
                self._refills[refill][position] = None
                self.places[seat, card] = Place(seat, nth, refill, position)
            else:
                self.places[seat, card] = Place(seat, nth, None, self._dealt)
                self._dealt += 1


def seen_by(hand: Hand, seat: int) -> Iterator[tuple[int, Card, str]]:
    """Every card that a seat saw, with the seat it lay at and why it might be seen; a card may come more than once."""
    for event in hand.events:
        if event.audience not in (None, seat):
            continue
        match event:
            case Dealt(at, cards) | Received(at, cards):
                yield from ((at, card, HOW_OWN) for card in cards)
            case TurnedUp(_, discards):
                yield from ((at, card, HOW_TURNED_UP) for at, cards in discards.items() for card in cards)
            case Shown(at, cards):
                yield from ((at, card, HOW_SHOWN) for card in cards)
            case AceShown(at, card):
                yield at, card, HOW_SHOWN


def proof_of(hand: Hand, dealt: SealedDeal, seat: int, number: int, names: Mapping[int, str]) -> str:
    """The proof of a finished hand for this seat, as a file's text. `names` are those of whoever was dealt in, by seat."""
    seal, made_by, secret = dealt.seal, dealt.cut, dealt.seal.secret
    public = sealed(secret, seal.pairs)
    dealing = Dealing(tuple(hand.stacks))
    dealing.take(hand)
    which, order = made_by.which, made_by.order
    played, other = secret.deck(dealt.index, which), secret.deck(dealt.index, 1 - which)
    seen = _seen_places(hand, seat, dealing)
    refills = []
    for refill, pool in enumerate(action.cards for action, _ in hand.log if isinstance(action, Shuffled)):
        little = sealed_refill(secret, dealt.index, refill, [str(card) for card in pool])
        slots = made_by.refill_order(refill, len(pool))
        cards = [
            (place.position, SeenCard(place.seat, place.nth, how, little.open(slots[place.position])))
            for place, how in seen.items()
            if place.refill == refill
        ]
        refills.append(RefillProof(little.hash, len(pool), tuple(cards)))
    return proof_text(
        Proof(
            table_id=seal.table_id,
            seal_number=seal.number,
            pairs=seal.pairs,
            seal=seal.hash,
            sealed_at=seal.posted_at or seal.sealed_at,
            hand_number=number,
            index=dealt.index,
            beacon=0,
            words=tuple(
                SpokenWords(Words(at, said.text), names.get(at, ""), said.at) for at, said in sorted(dealt.words.items())
            ),
            which=which,
            deck_root=played.root,
            deck_path=public.path(dealt.index, which),
            other_path=public.path(dealt.index, 1 - which),
            other=other,
            dealt_order=dealing.order,
            drawn=tuple(dealing.drawn),
            holder=seat,
            cards=tuple(
                SeenCard(place.seat, place.nth, how, played.open(order[place.position]))
                for place, how in seen.items()
                if place.refill is None
            ),
            refills=tuple(refills),
        )
    )


async def saved_proof(store: Store, row: HandRow, hand: Hand, seat: int) -> str:
    """The proof of a saved hand, which replays to `hand`. Raises `NothingToDo` where it was not dealt from sealed decks."""
    if row.sealed is None:
        raise NothingToDo("history.no-proof")
    try:
        async with store.reading() as t:
            seal = seal_of(await t.seals.one(row.table_id, row.sealed["seal"]))
        dealt = SealedDeal.from_saved(seal, row.sealed)
    except (KeyError, TypeError, ValueError) as damage:  # what stands in the file is not what this program writes there
        raise NothingToDo("history.none") from damage
    return await asyncio.to_thread(proof_of, hand, dealt, seat, row.number, {at: name for at, (_, name) in row.players.items()})


def _seen_places(hand: Hand, seat: int, dealing: Dealing) -> dict[Place, str]:
    """Where the cards came from that this seat saw, each once, with the first reason for which it might be seen."""
    seen: dict[Place, str] = {}
    for at, card, how in seen_by(hand, seat):
        seen.setdefault(dealing.places[at, card], how)
    return seen
