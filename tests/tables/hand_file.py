"""A reader of Open Hand History files, written from the specification 1.4.6 and from RULES.md: it knows nothing of the engine, only a file's text.

`check` holds a file against the schema beside this module, replays its actions chip by chip, and returns the stacks at the end.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import jsonschema_rs

from tests.engine.naive_ranks import RANKS, Strength, strength

SCHEMA = jsonschema_rs.validator_for(
    json.loads((Path(__file__).parent / "open_hand_history.schema.json").read_text(encoding="utf-8"))
)
BLINDS = frozenset({"Post SB", "Post BB", "Post Extra Blind"})
BETS = frozenset({"Bet", "Raise", "Call"})


def check(text: str) -> dict[int, int]:
    """The stacks at the end {player id: chips}, by replay. Raises AssertionError, or the schema's ValidationError, for a file that is none."""
    file = json.loads(text)
    SCHEMA.validate(file)
    reader = Reader(file["ohh"])
    for street in reader.ohh["rounds"]:
        reader.street(street)
    reader.pay()
    reader.hero()
    return reader.stacks


class Reader:
    """A hand as its file tells it. `totals` are the chips that others must match, `dead` those that match nothing (D-19)."""

    def __init__(self, ohh: dict[str, Any]) -> None:
        self.ohh = ohh
        self.stacks = {player["id"]: player["starting_stack"] for player in ohh["players"]}
        seats = [player["seat"] for player in ohh["players"]]
        assert len(set(seats)) == len(seats) == len(self.stacks)
        assert max(seats) <= ohh["table_size"]
        assert [street["id"] for street in ohh["rounds"]] == list(range(len(ohh["rounds"])))
        numbers = [action["action_number"] for street in ohh["rounds"] for action in street["actions"]]
        assert numbers == list(range(1, len(numbers) + 1))
        self.totals = dict.fromkeys(self.stacks, 0)
        self.bets: dict[int, int] = {}
        self.dead = 0
        self.antes_open = True
        self.folded: set[int] = set()
        self.shown: dict[int, list[str]] = {}

    def street(self, street: dict[str, Any]) -> None:
        self.bets = dict.fromkeys(self.stacks, 0)
        price = self.ohh["big_blind_amount"] if street["street"] == "Preflop" else 0  # a short blind does not lower it (D-20)
        for action in street["actions"]:
            if action["action"] != "Post Ante" and action["action"] != "Add to Pot" and self.antes_open:
                self.antes_open = False
                self._return_above_the_second(self.totals)
            self._act(action, max(price, *self.bets.values()))
        self._return_above_the_second(self.bets)

    def _act(self, action: dict[str, Any], price: int) -> None:
        word, amount = action["action"], action["amount"]
        if word == "Add to Pot":
            self.dead += amount
            return
        player = action["player_id"]
        assert player in self.stacks
        if word == "Shows Cards":
            self.shown[player] = action["cards"]
        if word == "Fold":
            self.folded.add(player)
        if amount:
            self._put_in(player, word, amount, all_in=action["is_allin"])
        else:
            assert not action["is_allin"]
        match word:
            case "Check":
                assert self.bets[player] == price
            case "Call":
                assert self.bets[player] == price or (self.bets[player] < price and action["is_allin"])
            case "Bet":
                assert price == 0
            case "Raise":
                assert self.bets[player] > price

    def _put_in(self, player: int, word: str, amount: int, *, all_in: bool) -> None:
        assert player not in self.folded
        self.stacks[player] -= amount
        assert self.stacks[player] >= 0
        assert all_in == (self.stacks[player] == 0)
        if word in BLINDS | BETS:
            self.bets[player] += amount
        if word in BLINDS | BETS or (word == "Post Ante" and self.antes_open):
            self.totals[player] += amount
        else:  # a dead post, or the big blind's ante, which comes after the blinds
            assert word in {"Post Dead", "Post Ante"}
            self.dead += amount

    def _return_above_the_second(self, chips: dict[int, int]) -> None:
        """What one player has above everybody else goes back, unless they have folded (D-18, D-19)."""
        (player, most), (_, second) = Counter(chips).most_common(2)
        if player not in self.folded and most > second:
            self.stacks[player] += most - second
            self.totals[player] -= most - second

    def pay(self) -> None:
        """Hold the pots against what lies in the middle, their winners against the cards that were shown, and pay them."""
        live = [player for player in self.stacks if player not in self.folded]
        pots = self.ohh["pots"]
        assert [pot["number"] for pot in pots] == list(range(len(pots)))
        if any(not pot["player_wins"] for pot in pots):  # thrown in, and carried to the next deal (D-22)
            assert [pot["amount"] for pot in pots] == [sum(self.totals.values()) + self.dead]
            assert not self.folded & self.shown.keys()
            return
        layers = self._layers(live)
        assert [pot["amount"] for pot in pots] == [amount for amount, _ in layers]
        for pot, (_, players) in zip(pots, layers, strict=True):
            self._pay(pot, players)

    def _layers(self, live: list[int]) -> list[tuple[int, list[int]]]:
        """The pots by taking equal stakes out of what was put in, the least live one first, until nothing is left (D-19)."""
        left, loose, layers = dict(self.totals), self.dead, list[tuple[int, list[int]]]()
        while any(left.values()) or loose:
            players = [player for player in live if left[player]] or [
                player for player in live if not any(left[one] for one in live)
            ]
            stake = min(left[player] for player in players)
            taken = {player: min(chips, stake) if stake else chips for player, chips in left.items()}
            left = {player: chips - taken[player] for player, chips in left.items()}
            amount, loose = loose + sum(taken.values()), 0
            if not any(left[player] for player in live):
                amount += sum(left.values())  # folded players' chips above the top belong to the top pot
                left = dict.fromkeys(left, 0)
            layers.append((amount, players))
        return layers

    def _pay(self, pot: dict[str, Any], players: list[int]) -> None:
        wins = {win["player_id"]: win["win_amount"] for win in pot["player_wins"]}
        assert sum(wins.values()) == pot["amount"] - pot["rake"]
        assert wins.keys() <= set(players)
        if len(players) > 1:
            strengths = {player: _strength(self.shown[player]) for player in players if player in self.shown}
            best = max(strengths.values())
            assert wins.keys() == {player for player, value in strengths.items() if value == best}
        for place, player in enumerate(sorted(wins, key=self._from_the_buttons_left)):
            assert wins[player] == pot["amount"] // len(wins) + (place < pot["amount"] % len(wins))
            self.stacks[player] += wins[player]

    def _from_the_buttons_left(self, player: int) -> tuple[bool, int]:
        seat = next(one["seat"] for one in self.ohh["players"] if one["id"] == player)
        return seat <= self.ohh["dealer_seat"], seat

    def hero(self) -> None:
        """The reader's own cards, from the deal to the end: what was thrown was held, and what was shown is what was left."""
        hero, held = self.ohh["hero_player_id"], list[str]()
        for street in self.ohh["rounds"]:
            dealt = [action["cards"] for action in street["actions"] if action["action"] == "Dealt Cards"]
            if street["street"] == "Preflop":
                held, dealt = dealt[0], dealt[1:]
            thrown = [card for one in street.get("_discards", ()) if one["player_id"] == hero for card in one["cards"]]
            assert set(thrown) <= set(held)
            held = [card for card in held if card not in thrown] + [card for cards in dealt for card in cards]
        assert len(set(held)) == len(held)
        assert hero not in self.shown or sorted(self.shown[hero]) == sorted(held)


def _strength(cards: list[str]) -> Strength:
    return strength(tuple(sorted(RANKS.index(card[0]) for card in cards)), suited=len({card[1] for card in cards}) == 1)
