"""A finished hand as Open Hand History JSON, version 1.4.6.

An action's `amount` is what it put in, a pot holds no uncalled chips, and each street holds its cards and its betting. Chips carried into the pot are added
to it by nobody; those that are carried on lie in a pot without a winner. The format has no street for a draw, which is called "Draw" here, and no action for a
discard: those of a street stand in `_discards`, as far as this player saw them. A field that begins with an underscore is one that readers skip.
"""

import itertools
from collections.abc import Iterator
from typing import Any

from bot.engine import (
    VARIANTS,
    Bet,
    BettingOpened,
    Called,
    Checked,
    Dealt,
    Event,
    Folded,
    Mucked,
    Posted,
    Raised,
    Received,
    Replaced,
    Results,
    RoundOpened,
    Shown,
    Threw,
    TurnedUp,
)
from bot.history.records import Story


def open_hand_history(story: Story, stacks: dict[int, int]) -> dict[str, Any]:
    """The file's content; `stacks` are those before anything was posted {seat: chips}."""
    view = story.view
    rounds = list(_rounds(story))
    return {
        "ohh": {
            "spec_version": "1.4.6",
            "site_name": "Open Draw",
            "network_name": "Discord",
            "internal_version": f"{story.rules_number}.0.0",
            "tournament": False,
            "game_number": str(story.hand_id),
            "start_date_utc": story.started_at.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "table_name": VARIANTS[view.variant].title,
            "table_size": story.table_seats,
            "game_type": "Draw",
            "bet_limit": {"bet_type": {"no-limit": "NL", "pot-limit": "PL"}.get(view.betting, "FL"), "bet_cap": 0},
            "currency": "XPM",  # play money
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
            "pots": list(_pots(view.results)) if view.results else [],
        }
    }


def _pots(results: Results) -> Iterator[dict[str, Any]]:
    for number, pot in enumerate(results.pots):
        wins = [{"player_id": seat, "win_amount": chips} for seat, chips in pot.winners.items()]
        yield {"number": number, "amount": pot.amount, "rake": 0, "player_wins": wins}
    if results.carried:
        yield {"number": len(results.pots), "amount": results.carried, "rake": 0, "player_wins": []}


FIRST_STREET = "Preflop"
"""The name that the format demands for the first street, whatever the game."""


def _rounds(story: Story) -> Iterator[dict[str, Any]]:
    streets, bets = [_street(FIRST_STREET)], dict[int, int]()
    if story.carried:
        streets[0]["actions"].append({"action": "Add to Pot", "amount": story.carried})
    draws = VARIANTS[story.view.variant].draws
    for event in story.events:
        if opened := _opens(event, streets[-1], several=draws is not None):
            streets.append(_street(opened))
        match event:
            case BettingOpened(name) if name != "before":
                bets = {}
            case _:
                pass
        for seat, cards in _thrown(event, story.view.seat):
            streets[-1].setdefault("_discards", []).append({"player_id": seat, "cards": [str(card) for card in cards]})
        if action := _action(event, bets):
            if action["action"] == "Bet" and streets[-1]["street"] == FIRST_STREET:
                action["action"] = "Raise"  # the format allows no "Bet" there, also where nobody posted a blind
            streets[-1]["actions"].append(action)
    number = itertools.count(1)
    for index, street in enumerate(streets):
        yield {
            "id": index,
            **street,
            "actions": [{"action_number": next(number), **_NOTHING, **action} for action in street["actions"]],
        }


def _street(name: str) -> dict[str, Any]:
    return {"street": name, "actions": []}


_NOTHING = {"amount": 0, "is_allin": False}
"""Optional in the format, but some readers take no action without the two."""
_BETTING = frozenset({"Fold", "Check", "Call", "Bet", "Raise"})


def _opens(event: Event, street: dict[str, Any], *, several: bool) -> str:
    """The street that begins with this event, if one does: a draw with its discards or its cards, unless its betting is still to come.

    Where there may be `several` draws each is a street, also when nobody could bet after the one before; rounds of one card each are one draw then.
    """
    match event:
        case RoundOpened() if several:
            return "Draw"
        case Shown() | Mucked():
            return "Showdown" if street["street"] != "Showdown" else ""
        case RoundOpened() | Replaced() | BettingOpened("interim" | "final"):
            is_over = street["street"] == FIRST_STREET or any(action["action"] in _BETTING for action in street["actions"])
            return "Draw" if is_over else ""
        case _:
            return ""


def _thrown(event: Event, reader: int | None) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """The discards that this event shows the reader; their own are turned up to them as they throw them."""
    match event:
        case Threw(seat, cards):
            yield seat, cards
        case TurnedUp(_, discards):
            yield from ((seat, cards) for seat, cards in discards.items() if cards and seat != reader)
        case _:
            pass


_POSTS = {"ante": "Post Ante", "big-blind-ante": "Post Ante", "small-blind": "Post SB", "big-blind": "Post BB"}


def _action(event: Event, bets: dict[int, int]) -> dict[str, Any] | None:  # noqa: PLR0911 — one word a kind of event
    match event:
        case Posted(seat, amount, kind):
            if kind in ("small-blind", "big-blind", "live-post"):
                bets[seat] = bets.get(seat, 0) + amount
            word = _POSTS.get(kind, "Post Dead" if kind == "dead-post" else "Post Extra Blind")
            return {"player_id": seat, "action": word, "amount": amount, "is_allin": event.all_in}
        case Dealt(seat, cards) | Received(seat, cards):
            return {"player_id": seat, "action": "Dealt Cards", "cards": [str(card) for card in cards]}
        case Folded(seat):
            return {"player_id": seat, "action": "Fold"}
        case Checked(seat):
            return {"player_id": seat, "action": "Check"}
        case Called(seat, amount, all_in):
            bets[seat] = bets.get(seat, 0) + amount
            return {"player_id": seat, "action": "Call", "amount": amount, "is_allin": all_in}
        case Bet(seat, total, all_in):
            return {"player_id": seat, "action": "Bet", "amount": _put_in(seat, total, bets), "is_allin": all_in}
        case Raised(seat, total, all_in):
            return {"player_id": seat, "action": "Raise", "amount": _put_in(seat, total, bets), "is_allin": all_in}
        case Shown(seat, cards):
            return {"player_id": seat, "action": "Shows Cards", "cards": [str(card) for card in cards]}
        case Mucked(seat):
            return {"player_id": seat, "action": "Mucks Cards"}
        case _:
            return None


def _put_in(seat: int, total: int, bets: dict[int, int]) -> int:
    """What a bet or raise to a total adds to what the seat has bet in this round."""
    amount = total - bets.get(seat, 0)
    bets[seat] = total
    return amount
