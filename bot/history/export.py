"""A finished hand as a file, for one of its players: our own format, and Open Hand History JSON where that can say it.

Both are made from what this player saw. A deck is in neither: its order would tell which cards of a shown hand were drawn (D-23.5).
"""

import json
from dataclasses import dataclass
from typing import Any, Literal

from bot.engine import (
    AceShown,
    Bet,
    BettingOpened,
    Called,
    Card,
    Checked,
    Dealt,
    DeckRefilled,
    Discarded,
    Drew,
    Event,
    Folded,
    Left,
    Mucked,
    Passed,
    PassedOut,
    Posted,
    PotAwarded,
    Raised,
    Received,
    Replaced,
    Returned,
    RoundOpened,
    Shown,
    Threw,
    TurnedUp,
)
from bot.history.open_hand_history import open_hand_history
from bot.history.records import Story

Format = Literal["own", "ohh"]


@dataclass(frozen=True, slots=True)
class HandFile:
    """A file to hand out: its name, and its text in UTF-8."""

    name: str
    text: str


def hand_file(story: Story, form: Format) -> HandFile:
    """The hand in one of the two formats."""
    plain = _own(story) if form == "own" else open_hand_history(story, started(story))
    ending = "hand.json" if form == "own" else "ohh"  # the format's own, and no other
    return HandFile(f"hand-{story.label}.{ending}", json.dumps(plain, ensure_ascii=False, indent=1))


def _cards(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))


# Our own: the table's words, one line an event


def _own(story: Story) -> dict[str, Any]:
    view = story.view
    return {
        "format": "open-draw hand",
        "rules": story.rules_number,
        "hand": story.number,
        "ended": story.ended_at.isoformat(),
        "variant": view.variant,
        "betting": view.betting,
        "blinds": [view.stakes.small_blind, view.stakes.big_blind],
        "ante": view.stakes.ante,
        "big_blind_ante": view.stakes.big_blind_ante,
        "carried": story.carried,
        "discard_limit": view.discard_limit,
        "interim_betting": view.interim_betting,
        "button": view.button,
        "seat": view.seat,
        "players": {str(seat): player.name for seat, player in sorted(story.players.items())},
        "stacks": {str(seat): chips for seat, chips in sorted(started(story).items())},
        "log": [*_carried(story), *(line for event in story.events if (line := _line(event)))],
        "ends": {str(seat.seat): seat.stack for seat in view.seats},
    }


def _carried(story: Story) -> list[str]:
    return [f"{story.carried} carried into the pot"] if story.carried else []


def _line(event: Event) -> str:  # noqa: C901, PLR0911, PLR0912 — one line a kind of event
    match event:
        case Posted(seat, amount, kind):
            return f"{seat} posts {kind} {amount}"
        case Dealt(seat, cards):
            return f"{seat} is dealt {_cards(cards)}"
        case BettingOpened(name):
            return f"betting {name}"
        case Folded(seat, by):
            return f"{seat} folds{_by(by)}"
        case Checked(seat, by):
            return f"{seat} checks{_by(by)}"
        case Called(seat, amount, _, by):
            return f"{seat} calls {amount}{_by(by)}"
        case Bet(seat, total, _, by):
            return f"{seat} bets {total}{_by(by)}"
        case Raised(seat, total, _, by):
            return f"{seat} raises to {total}{_by(by)}"
        case RoundOpened(number):
            return f"discards, round {number}"
        case Discarded(seat, _, by):
            return f"{seat} discards{_by(by)}"
        case Threw(seat, cards):
            return f"{seat} throws {_cards(cards)}"
        case Passed(seat, _, by):
            return f"{seat} passes{_by(by)}"
        case Drew(seat, count, _, _, by):
            return f"{seat} draws {count}{_by(by)}"
        case AceShown(seat, card):
            return f"{seat} shows {card}"
        case TurnedUp(_, discards):
            return "turned up " + ", ".join(f"{seat}: {_cards(cards) or '-'}" for seat, cards in discards.items())
        case Replaced(seat, count):
            return f"{seat} receives {count}"
        case Received(seat, cards):
            return f"{seat} receives {_cards(cards)}"
        case DeckRefilled(folded, discards):
            return f"deck refilled, {discards} discards" if discards else f"deck refilled, {folded} folded cards"
        case Returned(seat, amount, kind):
            return f"{seat} takes back {amount} ({kind})"
        case Shown(seat, cards):
            return f"{seat} shows {_cards(cards)}"
        case Mucked(seat):
            return f"{seat} mucks"
        case PotAwarded(index, amount, shares):
            return f"pot {index} of {amount}: " + ", ".join(f"{seat} {chips}" for seat, chips in shares.items())
        case PassedOut(carried):
            return f"passed out, {carried} carried"
        case Left(seat):
            return f"{seat} leaves"
        case _:
            return ""


def _by(by: str) -> str:
    return "" if by == "seat" else f" ({by})"


def started(story: Story) -> dict[int, int]:
    """The stacks before anything was posted, in chips: what is there at the end, less what was won and taken back, plus what was put in."""
    chips = {seat.seat: seat.stack for seat in story.view.seats}
    bets: dict[int, int] = {}
    for event in story.events:
        match event:
            case BettingOpened(name) if name != "before":
                bets = {}
            case Posted(seat, amount, kind):
                chips[seat] += amount
                if kind in ("small-blind", "big-blind", "live-post"):
                    bets[seat] = bets.get(seat, 0) + amount
            case Called(seat, amount):
                chips[seat] += amount
                bets[seat] = bets.get(seat, 0) + amount
            case Bet(seat, total) | Raised(seat, total):
                chips[seat] += total - bets.get(seat, 0)
                bets[seat] = total
            case Returned(seat, amount):
                chips[seat] -= amount
            case PotAwarded(_, _, shares):
                for seat, share in shares.items():
                    chips[seat] -= share
            case _:
                pass
    return chips
