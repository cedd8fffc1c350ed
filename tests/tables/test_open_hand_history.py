"""The files of random hands, read by a reader that knows the format alone: it comes to the same stacks."""

import json
from datetime import UTC, datetime

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine import Hand, Setup, Stakes, view_for
from bot.history import Story
from bot.history.export import hand_file, started
from bot.tables import Player
from tests.engine.test_walks import setups, walk
from tests.render.tables import deck, hand_of, play, sequential
from tests.tables.hand_file import check

MOMENT = datetime(2027, 1, 15, tzinfo=UTC)


def story_of(hand: Hand) -> Story:
    setup = hand.setup
    view = view_for(hand, setup.seats[0].number)
    players = {seat.number: Player(seat.number + 1, "x") for seat in setup.seats}
    return Story(1, 1, 1, 1, 9, MOMENT, MOMENT, players, view, view.events, setup.carried)


def holds(hand: Hand) -> None:
    """A hand's file is one, and says what each player had before and after."""
    story = story_of(hand)
    assert started(story) == {seat.number: seat.stack for seat in hand.setup.seats}
    assert check(hand_file(story, "ohh").text) == hand.stacks


@settings(max_examples=60)
@given(st.data(), setups())
def test_a_file_replays_to_the_hand_s_stacks(data: st.DataObject, setup: Setup) -> None:
    holds(walk(data, setup, lambda _: None))


def spoilt(path: str, value: object) -> str:
    """A real hand's file with one value changed."""
    hand = play(sequential(), "call", "call", "check", "-3c", "-Kh", "pass", "pass", "-Qh", "pass", "r20", "fold", "call")
    file = json.loads(hand_file(story_of(hand), "ohh").text)
    *way, last = (int(step) if step.isdigit() else step for step in path.split("."))
    place = file["ohh"]
    for step in way:
        place = place[step]
    assert place[last] != value
    place[last] = value
    return json.dumps(file)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("currency", "play chips"),
        ("start_date_utc", "today"),
        ("table_size", 2),
        ("rounds.0.street", "Predraw"),
        ("rounds.0.actions.0.amount", 6),
        ("rounds.0.actions.0.is_allin", True),
        ("rounds.0.actions.0.action_number", 0),
        ("rounds.0.actions.3.action", "Bet"),
        ("rounds.0.actions.3.amount", 11),
        ("rounds.1.actions.1.amount", 30),
        ("rounds.1._discards.0.cards", ["2c"]),
        ("rounds.2.actions.0.cards", ["2s", "3s", "4s", "5s", "7h"]),
        ("pots.0.amount", 71),
        ("pots.0.player_wins.0.player_id", 2),
        ("pots.0.player_wins.0.win_amount", 69),
    ],
)
def test_the_reader_refuses_a_file_that_is_none(path: str, value: object) -> None:
    with pytest.raises((AssertionError, jsonschema_rs.ValidationError)):
        check(spoilt(path, value))


def test_carried_chips_are_added_to_the_pot_and_a_thrown_in_deal_leaves_them_there() -> None:
    carrying = {"stakes": Stakes(0, 0, ante=1, min_bet=10), "carried": 30, "passed_out": "carry"}
    hands = ["Ks Kd 9h 9c 3c", "Kh Qh Js Jd 4c", "7c 8d 9s Th Jc"]
    dealt = hand_of(deck(hands), **carrying)
    for hand, winners in ((play(dealt, "r10", "fold", "fold"), 1), (play(dealt, "check", "check", "check"), 0)):
        holds(hand)
        ohh = json.loads(hand_file(story_of(hand), "ohh").text)["ohh"]
        first = ohh["rounds"][0]["actions"][0]
        assert (first["action"], first["amount"], "player_id" in first) == ("Add to Pot", 30, False)
        ((amount, wins),) = [(pot["amount"], len(pot["player_wins"])) for pot in ohh["pots"]]
        assert (amount, wins) == (33, winners)


PUBLIC_READER = {
    "ohh": "spec_version site_name network_name internal_version game_number start_date_utc table_name game_type table_size currency dealer_seat"
    " small_blind_amount big_blind_amount ante_amount players rounds pots",
    "bet_limit": "bet_type bet_cap",
    "players": "id seat name starting_stack",
    "rounds": "id street actions",
    "actions": "action_number player_id action amount is_allin",
    "pots": "number amount player_wins",
    "player_wins": "player_id win_amount",
}
"""The fields without which rs-poker, a public reader of the format, takes no file; some of them are optional in the specification."""


def demanded(name: str, value: object) -> None:
    if isinstance(value, list):
        for one in value:
            demanded(name, one)
    elif isinstance(value, dict):
        assert set(PUBLIC_READER.get(name, "").split()) <= value.keys(), name
        for inner, one in value.items():
            demanded(inner, one)


def test_every_field_that_a_public_reader_demands_is_there() -> None:
    hand = play(sequential(), "call", "call", "check", "-3c", "-Kh", "pass", "pass", "-Qh", "pass", "r20", "fold", "call")
    file = json.loads(hand_file(story_of(hand), "ohh").text)
    assert file["ohh"].keys() >= {"bet_limit", "hero_player_id"}
    demanded("", file)
