"""A hand in writing: its setup as a plain dictionary, its log as lines; the one format in which hands are saved, exported and kept as examples."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final, assert_never

from bot.engine.actions import (
    BYS,
    Call,
    Check,
    Discard,
    Draw,
    Fold,
    IllegalAction,
    Leave,
    Pass,
    RaiseTo,
    Show,
    Shuffled,
)
from bot.engine.cards import cards_text, parse_cards
from bot.engine.hand import Hand
from bot.engine.prompts import BetPrompt, DiscardPrompt, DrawPrompt, ShufflePrompt
from bot.engine.setup import InvalidSetup, Seat, Setup, Stakes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.engine.actions import Action, Entry
    from bot.engine.prompts import Prompt

RULES_NUMBER: Final = 1
"""Goes up when a hand that was played before would end otherwise. Saved hands carry it."""


_VERBS: Final[dict[type[Action], str]] = {
    Fold: "fold",
    Check: "check",
    Call: "call",
    RaiseTo: "raise",
    Discard: "discard",
    Pass: "pass",
    Draw: "draw",
    Shuffled: "shuffled",
    Leave: "leave",
    Show: "show",
}


def action_text(action: Action) -> str:
    """An action as a line: "fold", "check", "call", "raise 30", "discard 3c", "pass", "draw 2c 3d", "draw", "shuffled 4c …", "leave 2", "show 1"."""
    match action:
        case Fold() | Check() | Call() | Pass():
            rest = ""
        case RaiseTo(total):
            rest = f" {total}"
        case Discard(card):
            rest = f" {card}"
        case Draw(cards) | Shuffled(cards):
            rest = f" {cards_text(cards)}" if cards else ""
        case Leave(seat) | Show(seat):
            rest = f" {seat}"
        case unknown:
            assert_never(unknown)
    return _VERBS[type(action)] + rest


_READERS: Final[dict[str, Callable[[str], Action]]] = {
    "fold": lambda _: Fold(),
    "check": lambda _: Check(),
    "call": lambda _: Call(),
    "raise": lambda text: RaiseTo(int(text)),
    "discard": lambda text: Discard(*parse_cards(text)),
    "pass": lambda _: Pass(),
    "draw": lambda text: Draw(parse_cards(text)),
    "shuffled": lambda text: Shuffled(parse_cards(text)),
    "leave": lambda text: Leave(int(text)),
    "show": lambda text: Show(int(text)),
}


def action_from_text(text: str) -> Action:
    """The action of a line. Raises IllegalAction for anything that `action_text` would not write."""
    try:
        verb, _, rest = text.partition(" ")
        action = _READERS[verb](rest)
    except (KeyError, ValueError, TypeError, AttributeError):
        raise IllegalAction("illegal.notation") from None
    if action_text(action) != text:
        raise IllegalAction("illegal.notation")
    return action


def entry_text(entry: Entry) -> str:
    """A step of the log as a line: the action, and in brackets who played it where that was not the seat itself: "fold (clock)"."""
    action, by = entry
    return action_text(action) if by == "seat" else f"{action_text(action)} ({by})"


def entry_from_text(text: str) -> Entry:
    """The step of a line. Raises IllegalAction for anything that `entry_text` would not write."""
    for by in BYS[1:]:
        if isinstance(text, str) and text.endswith(f" ({by})"):
            return action_from_text(text.removesuffix(f" ({by})")), by
    return action_from_text(text), "seat"


def prompt_text(prompt: Prompt | None) -> str | None:
    """A prompt as a line with all that it says, "bet 2 20 40 400", so that two can be compared; None for none. It holds the cards of who is asked."""
    words: tuple[object, ...]
    match prompt:
        case None:
            return None
        case BetPrompt(seat, to_call, raise_from, raise_to):
            words = (seat, to_call, raise_from, raise_to)
        case DiscardPrompt(seat, cards, limit, thrown):
            words = (seat, limit, thrown, *cards)
        case DrawPrompt(seat, cards, limit):
            words = (seat, limit, *cards)
        case ShufflePrompt(cards):
            words = cards
        case unknown:
            assert_never(unknown)
    return " ".join(map(str, (prompt.kind, *words)))


_YOUNGER_FIELDS: Final = frozenset({"dead_small_blind"})
"""Fields that saved setups may lack."""


def setup_to_dict(setup: Setup) -> dict[str, Any]:
    """A setup in plain numbers, texts, lists and dictionaries, fit for JSON. What younger rules have added is named only where it is asked for."""
    plain: dict[str, Any] = {
        name: value for name in Setup.__dataclass_fields__ if (value := getattr(setup, name)) or name not in _YOUNGER_FIELDS
    }
    plain["seats"] = [{name: value for name, value in asdict(seat).items() if value or name == "number"} for seat in setup.seats]
    plain["stakes"] = {name: value for name, value in asdict(setup.stakes).items() if value}
    plain["deck"] = cards_text(setup.deck)
    return plain


def setup_from_dict(plain: Mapping[str, Any]) -> Setup:
    """The setup that `setup_to_dict` wrote. Raises InvalidSetup for anything else."""
    try:
        fields = dict(plain)
        fields["seats"] = tuple(Seat(**seat) for seat in fields["seats"])
        fields["stakes"] = Stakes(**fields["stakes"])
        fields["deck"] = parse_cards(fields["deck"])
        return Setup(**fields)
    except (KeyError, TypeError, ValueError):
        raise InvalidSetup("setup.notation") from None


def hand_to_dict(hand: Hand) -> dict[str, Any]:
    """A hand as it is saved: the rules' number, the setup, and the log as lines."""
    return {"rules": RULES_NUMBER, "setup": setup_to_dict(hand.setup), "log": [entry_text(entry) for entry in hand.log]}


def hand_from_dict(plain: Mapping[str, Any]) -> Hand:
    """The hand that `hand_to_dict` wrote, played by today's rules whatever its number. Raises InvalidSetup or IllegalAction where it does not fit."""
    try:
        setup, lines = plain["setup"], list(plain["log"])
    except (KeyError, TypeError):
        raise InvalidSetup("setup.notation") from None
    return Hand(setup_from_dict(setup), map(entry_from_text, lines))
