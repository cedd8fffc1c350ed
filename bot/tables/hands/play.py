"""A hand at a table, as pure steps: dealing it, playing what was pressed, and what must follow at once."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import assert_never

from bot.engine import (
    Action,
    BetPrompt,
    By,
    Call,
    Check,
    Discard,
    DiscardPrompt,
    Draw,
    DrawPrompt,
    Fold,
    IllegalAction,
    Pass,
    RaiseTo,
    Seat,
    Setup,
    Shuffled,
    ShufflePrompt,
    prompt_text,
)
from bot.tables.dealer import Dealer
from bot.tables.hands.pre_actions import prepared_action, still_priced
from bot.tables.options import TableRules
from bot.tables.seats.rotation import Deal, at
from bot.tables.state import Entry, LiveHand


@dataclass(frozen=True, slots=True)
class DiscardAt:
    """Throw the card at this position of one's hand (0-based, as the buttons count)."""

    position: int


@dataclass(frozen=True, slots=True)
class DrawAt:
    """Throw the cards whose bits are set, bit 0 being the first card; none stands pat."""

    mask: int


Answer = Fold | Check | Call | RaiseTo | Pass | DiscardAt | DrawAt
"""What a press can answer a prompt with. Cards are named by position, since no `custom_id` may hold one."""


def resolved(answer: Answer, prompt: BetPrompt | DiscardPrompt | DrawPrompt) -> Action:
    """The engine's action for an answer; raises `IllegalAction` where it names a card that is not there."""
    cards = prompt.cards if isinstance(prompt, (DiscardPrompt, DrawPrompt)) else ()
    match answer:
        case DiscardAt(position):
            if not 0 <= position < len(cards):
                raise IllegalAction("illegal.card-not-held", cards=cards)
            return Discard(cards[position])
        case DrawAt(mask):
            if not 0 <= mask < 1 << len(cards):
                raise IllegalAction("illegal.card-not-held", cards=cards)
            return Draw(tuple(card for position, card in enumerate(cards) if mask >> position & 1))
        case _:
            return answer


def setup_for(rules: TableRules, deal: Deal, variant: str, dealer: Dealer, carried: int) -> Setup:
    """The hand that these rules and seats make, with a fresh deck of the dealer's."""
    stacks = {seat: at(deal.sitters, seat) for seat in deal.posts}
    seats = tuple(Seat(seat, sitter.stack, *deal.posts[seat]) for seat, sitter in sorted(stacks.items()) if sitter is not None)
    return rules.setup(variant, seats, deal.blinds.button, dealer.deck(), carried)


@dataclass(frozen=True, slots=True)
class Played:
    """The hand after one action and all that followed at once, with the log's new entries; `ticked` are the seats that had theirs prepared."""

    live: LiveHand
    entries: tuple[Entry, ...]
    ticked: frozenset[int] = frozenset()


def play(live: LiveHand, action: Action, by: By, dealer: Dealer) -> Played:
    """Play one action, then whatever needs nobody's decision: refills of the deck, and actions that were prepared.

    Raises `IllegalAction`, and then nothing has happened.
    """
    entries: list[Entry] = []
    ticked: set[int] = set()
    live = _one(live, action, by, entries)
    while (follow_up := _follow_up(live, dealer)) is not None:
        seat, action, by = follow_up
        if seat is not None:
            ticked.add(seat)
            live = replace(live, prepared={other: tick for other, tick in live.prepared.items() if other != seat})
        live = _one(live, action, by, entries)
    return Played(live, tuple(entries), frozenset(ticked))


def _one(live: LiveHand, action: Action, by: By, entries: list[Entry]) -> LiveHand:
    hand = live.hand.play(action, by=by)
    entries.append(Entry(live.hand.length, action, by, prompt_text(hand.prompt)))
    live = replace(live, hand=hand)
    return replace(live, prepared=still_priced(live))


def _follow_up(live: LiveHand, dealer: Dealer) -> tuple[int | None, Action, By] | None:
    match live.hand.prompt:
        case None:
            return None
        case ShufflePrompt(cards):
            return None, Shuffled(dealer.shuffled(cards)), "seat"
        case BetPrompt() | DiscardPrompt() | DrawPrompt() as prompt:
            action = prepared_action(live, prompt)
            return None if action is None else (prompt.seat, action, "prepared")
        case never:
            assert_never(never)


def seconds_for(rules: TableRules, prompt: object) -> int:
    """The clock of a prompt: discarding has one of its own, since it is asked so often."""
    return rules.clock_seconds if isinstance(prompt, BetPrompt) else rules.discard_clock_seconds


def with_clock(live: LiveHand, before: LiveHand | None, rules: TableRules, now: datetime) -> LiveHand:
    """The hand with a deadline for its prompt: a new one, in full, where the prompt is new."""
    if not live.running:
        return replace(live, deadline=None, bank_seconds=0)
    if before is not None and before.id == live.id and before.hand.prompt_number == live.hand.prompt_number:
        return live
    return replace(live, deadline=now + timedelta(seconds=seconds_for(rules, live.hand.prompt)), bank_seconds=0)


def can_leave(live: LiveHand, seat: int) -> bool:
    """Whether this seat still has a hand that leaving would fold, or leave to play itself (D-28)."""
    return live.running and seat in live.hand.live
