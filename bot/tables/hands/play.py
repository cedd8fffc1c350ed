"""Playing a hand, as pure functions: an answer becomes an action, the action and what must follow it at once make a new hand."""

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
    Shuffled,
    ShufflePrompt,
    prompt_text,
)
from bot.tables.dealer import Dealer
from bot.tables.hands.pre_actions import action_for, still_valid
from bot.tables.options import TableRules
from bot.tables.state import LiveHand, PlayedAction


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


@dataclass(frozen=True, slots=True)
class Played:
    """The hand after one action and all that followed at once, with the actions in their order.

    `pre_actions_of` are the seats whose pre-action was among them.
    """

    live: LiveHand
    actions: tuple[PlayedAction, ...]
    pre_actions_of: frozenset[int] = frozenset()


def play(live: LiveHand, action: Action, by: By, dealer: Dealer) -> Played:
    """Play one action, then whatever needs nobody's decision: shuffling discards into a new stub, and pre-actions.

    Raises `IllegalAction`, and then nothing has happened.
    """
    played: list[PlayedAction] = []
    pre_actions_of: set[int] = set()
    live = _play_one(live, action, by, played)
    while (follow_up := _follow_up(live, dealer)) is not None:
        seat, action, by = follow_up
        if seat is not None:
            pre_actions_of.add(seat)
            live = replace(live, pre_actions={other: kept for other, kept in live.pre_actions.items() if other != seat})
        live = _play_one(live, action, by, played)
    return Played(live, tuple(played), frozenset(pre_actions_of))


def _play_one(live: LiveHand, action: Action, by: By, played: list[PlayedAction]) -> LiveHand:
    hand = live.hand.play(action, by=by)
    played.append(PlayedAction(live.hand.length, action, by, prompt_text(hand.prompt)))
    live = replace(live, hand=hand)
    if live.sealed is not None and isinstance(action, Shuffled):
        live = replace(live, refill_seals=live.sealed.refill_seals(hand.log))
    return replace(live, pre_actions=still_valid(live))


def _follow_up(live: LiveHand, dealer: Dealer) -> tuple[int | None, Action, By] | None:
    """The action that nobody has to decide on, with the seat whose pre-action it is; None where a seat decides or the hand is over."""
    match live.hand.prompt:
        case None:
            return None
        case ShufflePrompt(cards):
            # Chance is an entry of the log, so that a replay deals the same cards.
            number = len(live.refill_seals)
            shuffled = dealer.shuffled(cards) if live.sealed is None else live.sealed.refilled(number, cards)
            return None, Shuffled(shuffled), "seat"
        case BetPrompt() | DiscardPrompt() | DrawPrompt() as prompt:
            action = action_for(live, prompt)
            return None if action is None else (prompt.seat, action, "prepared")
        case never:
            assert_never(never)


def seconds_for(rules: TableRules, prompt: object) -> int:
    """How long a prompt's clock runs. Discarding has a shorter one, because a seat is asked so often."""
    return rules.clock_seconds if isinstance(prompt, BetPrompt) else rules.discard_clock_seconds


def with_clock(live: LiveHand, before: LiveHand | None, rules: TableRules, now: datetime) -> LiveHand:
    """The hand with a deadline for its prompt: a new prompt gets a full clock, the same prompt keeps the clock it has."""
    if not live.running:
        return replace(live, deadline=None, bank_seconds=0)
    if before is not None and before.id == live.id and before.hand.prompt_number == live.hand.prompt_number:
        return live
    return replace(live, deadline=now + timedelta(seconds=seconds_for(rules, live.hand.prompt)), bank_seconds=0)
