"""What is fixed before a hand is dealt: seats, stakes, deck and the table's rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar, Literal, get_args

from bot.engine.cards import Card
from bot.engine.limits import ACE_LIMIT, DECK_SIZE, SEATS_LEAST, SEATS_MOST, DiscardLimit
from bot.engine.variants import VARIANTS, Variant
from bot.errors import PokerError

BettingName = Literal["no-limit", "pot-limit", "fixed-limit"]


class InvalidSetup(PokerError):
    """A hand that cannot be dealt: `key` says why."""

    key: ClassVar[str] = "setup.other"


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the deal: `stack` chips before anything is posted (D-16).

    Someone who comes back posts `live_post`, which counts as a bet, and `dead_post`, which does not (D-29).
    """

    number: int
    stack: int
    live_post: int = 0
    dead_post: int = 0


@dataclass(frozen=True, slots=True)
class Stakes:
    """The forced bets in chips (D-3). `min_bet` is for games without blinds; with them the big blind is the least bet."""

    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    big_blind_ante: int = 0
    min_bet: int | None = None

    @property
    def least_bet(self) -> int:
        """The least bet, and the small bet of fixed limit (D-8)."""
        return self.min_bet or self.big_blind


@dataclass(frozen=True, slots=True)
class Setup:
    """A hand before its first action. Raises InvalidSetup when it cannot be dealt.

    `variant` is a name in `VARIANTS`. `seats` are clockwise by number, which may have gaps; `button` may be an empty seat (a dead button); with
    `dead_small_blind` nobody posts the small blind, and the first seat left of the button has the big one (D-4). `deck` is 52 cards in dealing order.
    `cap` is the number of wagers a round in fixed limit; `discard_limit` None is the natural limit of five; `interim_betting` concerns games
    in which it is agreed (D-10). `carried` are chips of passed-out deals. `first_after_draw="opener"` (D-6) and `passed_out="carry"` (D-22) have a
    meaning in games without blinds. `table_all_ins` turns every live hand up when somebody is all-in (D-23.3), `show_ace` the
    ace that allowed a fourth card (D-12).
    """

    variant: str
    seats: tuple[Seat, ...]
    button: int
    stakes: Stakes
    deck: tuple[Card, ...]
    betting: BettingName = "no-limit"
    cap: int = 5
    discard_limit: DiscardLimit | None = None
    interim_betting: bool = False
    carried: int = 0
    first_after_draw: Literal["left-of-button", "opener"] = "left-of-button"
    passed_out: Literal["play", "carry"] = "play"
    table_all_ins: bool = True
    show_ace: bool = False
    dead_small_blind: bool = False

    def __post_init__(self) -> None:
        for name in ("seats", "deck"):
            if isinstance(value := getattr(self, name), list):
                object.__setattr__(self, name, tuple(value))
        _check_options(self)
        _check_stakes(self.stakes)
        _check_seats(self)
        _check_deck(self.deck)


def _is_chips(value: object) -> bool:
    return type(value) is int and value >= 0


def _check_options(setup: Setup) -> None:
    allowed = {
        "variant": tuple(VARIANTS),
        "betting": get_args(BettingName),
        "first_after_draw": ("left-of-button", "opener"),
        "passed_out": ("play", "carry"),
    }
    for name, values in allowed.items():
        if (value := getattr(setup, name)) not in values or not isinstance(value, str):
            raise InvalidSetup("setup.option", option=name, allowed=values)
    for name in ("interim_betting", "table_all_ins", "show_ace", "dead_small_blind"):
        if not isinstance(getattr(setup, name), bool):
            raise InvalidSetup("setup.option", option=name, allowed=(True, False))
    limit = setup.discard_limit
    if limit is not None and limit != ACE_LIMIT and (type(limit) is not int or not 1 <= limit <= 5):
        raise InvalidSetup("setup.discard-limit", least=1, most=5)
    if not _is_chips(setup.cap) or setup.cap < 1:
        raise InvalidSetup("setup.cap", least=1)
    if not _is_chips(setup.carried):
        raise InvalidSetup("setup.chips", field="carried")


def _check_seats(setup: Setup) -> None:
    seats = setup.seats
    if not isinstance(seats, tuple) or not all(isinstance(seat, Seat) for seat in seats):
        raise InvalidSetup("setup.seats-type")
    if not SEATS_LEAST <= len(seats) <= SEATS_MOST:
        raise InvalidSetup("setup.seats-count", least=SEATS_LEAST, most=SEATS_MOST, count=len(seats))
    for seat in seats:
        if not all(map(_is_chips, (seat.number, seat.stack, seat.live_post, seat.dead_post))) or not seat.stack:
            raise InvalidSetup("setup.seat", seat=seat.number)
        if seat.live_post > setup.stakes.big_blind:
            raise InvalidSetup("setup.live-post", seat=seat.number, most=setup.stakes.big_blind)
    if len({seat.number for seat in seats}) < len(seats):
        raise InvalidSetup("setup.seat-twice")
    if not _is_chips(setup.button):
        raise InvalidSetup("setup.button")


def _check_stakes(stakes: Stakes) -> None:
    if not isinstance(stakes, Stakes):
        raise InvalidSetup("setup.stakes-type")
    for name in ("small_blind", "big_blind", "ante", "big_blind_ante"):
        if not _is_chips(getattr(stakes, name)):
            raise InvalidSetup("setup.chips", field=name)
    if stakes.min_bet is not None and (not _is_chips(stakes.min_bet) or not stakes.min_bet):
        raise InvalidSetup("setup.chips", field="min_bet")
    if stakes.small_blind > stakes.big_blind:
        raise InvalidSetup("setup.blinds-order", small_blind=stakes.small_blind, big_blind=stakes.big_blind)
    if stakes.big_blind_ante and not stakes.big_blind:
        raise InvalidSetup("setup.big-blind-ante")
    if not stakes.big_blind and not stakes.ante:
        raise InvalidSetup("setup.no-forced-bet")
    if not stakes.big_blind and stakes.min_bet is None:
        raise InvalidSetup("setup.no-min-bet")
    if stakes.big_blind and stakes.min_bet not in (None, stakes.big_blind):
        raise InvalidSetup("setup.min-bet-with-blinds", big_blind=stakes.big_blind)


def _check_deck(deck: tuple[Card, ...]) -> None:
    if not isinstance(deck, tuple) or set(map(type, deck)) - {Card}:
        raise InvalidSetup("setup.deck-type")
    twice = [card.text for card, count in Counter(deck).items() if count > 1]
    if twice or len(deck) != DECK_SIZE:
        raise InvalidSetup("setup.deck", count=len(deck), twice=tuple(twice))


def variant_named(name: str) -> Variant:
    """The game of this name or alias, however it is capitalised and spaced. Raises InvalidSetup where there is none."""
    asked = " ".join(str(name).casefold().replace("-", " ").split())
    for variant in VARIANTS.values():
        if asked == variant.name or asked in variant.aliases:
            return variant
    raise InvalidSetup("setup.option", option="variant", allowed=tuple(VARIANTS))
