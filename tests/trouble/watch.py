"""Looks at every request to Discord, and knows who may read what it carries: no card before its time."""

import json
import re
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from bot.engine import Card, Hand, parse_cards
from bot.sandbox.traffic import Exchange, Traffic
from bot.sandbox.world import World
from bot.tables import Change, Tables
from bot.tables.state import LiveHand
from tests.tables.room import all_in_memory

HANDS_KEPT, NEWEST = 50, 3
"""How many hands of a channel are remembered, and how many of them anything that is said there may tell of.

A message may go on telling of those of its time, and a request that is made again of those when it was made first: discord.py tries for
seconds, in which the clock of a test runs on.
"""

RAIL = 0
SUITS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}
FACE = re.compile(r"([2-9TJQKA])([♠♥♦♣])")
EMOJI = re.compile(r'(?:<:|"name": ")([2-9TJQKA][cdhs])[:"]')
CODE = re.compile(r'"custom_id": "[^"]*?\b([2-9TJQKA][cdhs])\b')
EXAMPLES = re.compile(r":rules$|^p:|^(rules|help|history)$")
"""Pages of rules show cards as examples; those of the past, hands that are over."""
Known = dict[int, set[Card]]


def cards_in(text: str) -> set[Card]:
    """Every card that a request names, in whatever spelling."""
    names = [rank + SUITS[suit] for rank, suit in FACE.findall(text)] + EMOJI.findall(text) + CODE.findall(text)
    return set(parse_cards(" ".join(names))) if names else set()


def _cards(value: Any) -> Iterator[Card]:
    if isinstance(value, Card):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _cards(part)
    elif isinstance(value, (tuple, list, set, frozenset)):
        for part in value:
            yield from _cards(part)
    elif is_dataclass(value) and not isinstance(value, (type, Hand)):
        for part in fields(value):
            yield from _cards(getattr(value, part.name))


def known_of(live: LiveHand) -> Known:
    """What the rail and each player of a hand have been shown so far, by the engine's own events; the rail is 0."""
    known: Known = {RAIL: set(), **{player.id: set() for player in live.players.values()}}
    for event in live.hand.events:
        cards = set(_cards(event))
        if event.audience is None:
            known[RAIL] |= cards
        else:
            known[live.players[event.audience].id] |= cards
    return known


class Watch(Traffic):
    """The traffic, read by somebody who must not find a card in it."""

    def __init__(self) -> None:
        super().__init__()
        self.world: World | None = None
        self.tables: Tables | None = None
        self.hands: dict[int, OrderedDict[int, Known]] = {}
        self.times: dict[int, list[int]] = {}
        self.leaks: list[tuple[str, str]] = []
        self.looked = 0
        self.own = 0

    def at(self, world: World, tables: Tables) -> None:
        """Look at these tables from now on."""
        self.world, self.tables = world, tables
        tables.subscribe(self.changed)
        for table in all_in_memory(tables):
            self._note(table.channel_id, table.state.live)

    def changed(self, change: Change) -> None:
        assert self.tables is not None
        table = next((one for one in all_in_memory(self.tables) if one.id == change.view.table_id), None)
        if table is not None:
            self._note(table.channel_id, table.state.live)
        elif change.view.hand is not None:  # it closed with this very change, whose events everybody may know
            kept = self.hands.setdefault(change.view.channel_id, OrderedDict())
            kept.setdefault(change.view.hand.hand_id, {}).setdefault(RAIL, set()).update(_cards(change.events))

    def _note(self, channel_id: int, live: LiveHand | None) -> None:
        if live is not None:
            kept = self.hands.setdefault(channel_id, OrderedDict())
            kept[live.id] = known_of(live)
            while len(kept) > HANDS_KEPT:
                kept.popitem(last=False)

    def record(self, exchange: Exchange) -> None:
        if len(self.exchanges) < 5_000:
            super().record(exchange)
        found = cards_in(json.dumps(exchange.request, ensure_ascii=False)) if exchange.request else set()
        path = exchange.path.split("?")[0]
        place = self._place(path, exchange.request)
        if place is None:
            return
        channel_id, reader = place
        hands = self.hands.get(channel_id, {})
        tells_of = self._tells_of(exchange, path, list(hands)[-NEWEST:])
        if not found:
            return
        self.looked += 1
        allowed: set[Card] = set()
        for known in (hands[hand_id] for hand_id in tells_of if hand_id in hands):
            allowed |= known[RAIL] | known.get(reader, set())
        self.own += reader != RAIL
        if not found <= allowed:
            said = json.dumps(exchange.request, ensure_ascii=False)
            self.leaks.append((exchange.path, f"reader {reader} sees {sorted(map(str, found - allowed))} in {said}"))

    def _tells_of(self, exchange: Exchange, path: str, newest: list[int]) -> set[int]:
        """The hands that a request may tell of: the newest, those that were so when it was made first, and of an edit those of its message."""
        first = self.times.setdefault(hash((path, json.dumps(exchange.request))), newest)
        if path.endswith("/messages") and "id" in exchange.response:
            self.times[int(exchange.response["id"])] = first
        edited = re.search(r"/channels/\d+/messages/(\d+)$", path)
        return {*newest, *first, *(self.times.get(int(edited[1]), ()) if edited else ())}

    def _place(self, path: str, body: Any) -> tuple[int, int] | None:
        """The channel of a request, and who can read it: one person, or the rail."""
        assert self.world is not None
        if found := re.search(r"/channels/(\d+)/messages", path):
            return int(found[1]), RAIL
        token = re.search(r"/(?:interactions|webhooks)/\d+/([^/]+)", path)
        interaction = self.world.interactions.get(token[1]) if token else None
        if interaction is None or EXAMPLES.search(str(interaction.data.get("custom_id") or interaction.data.get("name"))):
            return None
        channel = interaction.channel.id
        if path.endswith("/callback"):
            data = body.get("data") or {}
            private = (
                interaction.source is not None and interaction.source.visible_to is not None
                if body["type"] in (6, 7)
                else data.get("flags", 0) & 64
            )
        elif path.endswith("/messages/@original"):
            private = interaction.original is not None and interaction.original.visible_to is not None
        else:
            private = body.get("flags", 0) & 64 or re.search(r"/messages/\d+$", path)
        return channel, interaction.user.id if private else RAIL
