"""A finished hand as a file, for one of its players: our own format, and Open Hand History JSON where that can say it.

Both are made from what this player saw. A deck is in neither: its order would tell which cards of a shown hand were drawn (D-23.5).
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from bot.engine import (
    RULES_NUMBER,
    AceShown,
    Bet,
    BettingOpened,
    Called,
    Card,
    Checked,
    Dealt,
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
from bot.tables.records import Story

Format = Literal["own", "ohh"]


@dataclass(frozen=True, slots=True)
class HandFile:
    """A file to hand out: its name, and its text in UTF-8."""

    name: str
    text: str


def hand_file(story: Story, form: Format) -> HandFile:
    """The hand in one of the two formats."""
    plain = _own(story) if form == "own" else _open_hand_history(story)
    return HandFile(
        f"hand-{story.hand_id}.{'hand' if form == 'own' else 'ohh'}.json", json.dumps(plain, ensure_ascii=False, indent=1)
    )


def _cards(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))


# Our own: the table's words, one line an event


def _own(story: Story) -> dict[str, Any]:
    view = story.view
    return {
        "format": "open-draw hand",
        "rules": RULES_NUMBER,
        "hand": story.number,
        "ended": story.ended_at.isoformat(),
        "variant": view.variant,
        "betting": view.betting,
        "blinds": [view.stakes.small_blind, view.stakes.big_blind],
        "ante": view.stakes.ante,
        "big_blind_ante": view.stakes.big_blind_ante,
        "discard_limit": view.discard_limit,
        "interim_betting": view.interim_betting,
        "button": view.button,
        "seat": view.seat,
        "players": {str(seat): player.name for seat, player in sorted(story.players.items())},
        "stacks": {str(seat): chips for seat, chips in sorted(started(story).items())},
        "log": [line for event in story.events if (line := _line(event))],
        "ends": {str(seat.seat): seat.stack for seat in view.seats},
    }


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


# Open Hand History, version 1.4.6 of its document; what it has no word for (discards turned up) is left out


def _open_hand_history(story: Story) -> dict[str, Any]:
    view, stacks = story.view, started(story)
    rounds = list(_rounds(story))
    return {
        "ohh": {
            "spec_version": "1.4.6",
            "site_name": "Open Draw",
            "network_name": "Discord",
            "internal_version": str(RULES_NUMBER),
            "tournament": False,
            "game_number": str(story.hand_id),
            "start_date_utc": story.started_at.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "table_name": f"Five-card Open Draw, {view.variant}",
            "table_size": len(view.seats),
            "game_type": "Draw",
            "bet_limit": {"bet_type": {"no-limit": "NL", "pot-limit": "PL"}.get(view.betting, "FL"), "bet_cap": 0},
            "currency": "play chips",
            "dealer_seat": view.button + 1,
            "small_blind_amount": view.stakes.small_blind,
            "big_blind_amount": view.stakes.big_blind,
            "ante_amount": view.stakes.ante,
            "hero_player_id": view.seat,
            "players": [
                {"id": seat, "seat": seat + 1, "name": story.players[seat].name, "starting_stack": chips}
                for seat, chips in sorted(stacks.items())
            ],
            "rounds": rounds,
            "pots": [
                {
                    "number": number,
                    "amount": pot.amount,
                    "rake": 0,
                    "player_wins": [{"player_id": seat, "win_amount": chips} for seat, chips in pot.winners.items()],
                }
                for number, pot in enumerate(view.results.pots if view.results else ())
            ],
        }
    }


def _rounds(story: Story) -> Iterator[dict[str, Any]]:
    streets: list[tuple[str, list[dict[str, Any]]]] = [("Predraw", [])]
    for event in story.events:
        match event:
            case BettingOpened("final"):
                streets.append(("Draw", []))
            case Shown() | Mucked() if streets[-1][0] != "Showdown":
                streets.append(("Showdown", []))
            case _:
                pass
        if action := _action(event):
            streets[-1][1].append(action)
    number = 0
    for index, (street, actions) in enumerate(streets):
        for action in actions:
            action["action_number"] = number
            number += 1
        yield {"id": index, "street": street, "actions": actions}


_POSTS = {"ante": "Post Ante", "big-blind-ante": "Post Ante", "small-blind": "Post SB", "big-blind": "Post BB"}


def _action(event: Event) -> dict[str, Any] | None:  # noqa: PLR0911 — one word a kind of event
    match event:
        case Posted(seat, amount, kind):
            word = _POSTS.get(kind, "Post Dead" if kind == "dead-post" else "Post Extra Blind")
            return {"player_id": seat, "action": word, "amount": amount, "is_allin": event.all_in}
        case Dealt(seat, cards) | Received(seat, cards):
            return {"player_id": seat, "action": "Dealt Cards", "cards": [str(card) for card in cards]}
        case Folded(seat):
            return {"player_id": seat, "action": "Fold"}
        case Checked(seat):
            return {"player_id": seat, "action": "Check"}
        case Called(seat, amount, all_in):
            return {"player_id": seat, "action": "Call", "amount": amount, "is_allin": all_in}
        case Bet(seat, total, all_in):
            return {"player_id": seat, "action": "Bet", "amount": total, "is_allin": all_in}
        case Raised(seat, total, all_in):
            return {"player_id": seat, "action": "Raise", "amount": total, "is_allin": all_in}
        case Shown(seat, cards):
            return {"player_id": seat, "action": "Shows Cards", "cards": [str(card) for card in cards]}
        case Mucked(seat):
            return {"player_id": seat, "action": "Mucks Cards"}
        case _:
            return None
