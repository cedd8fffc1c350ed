"""Golden hands: what was played once ends as it did then, by the rules that it was dealt by."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.engine import VARIANTS, IllegalAction, InvalidSetup, hand_from_dict, hand_to_dict
from bot.engine.notation import RULES_NUMBER
from tests.engine.golden_hands import kept, outcome, read


def ends_otherwise(plain: dict[str, Any]) -> bool:
    """Whether today's rules make something else of a hand of older ones."""
    try:
        hand = hand_from_dict(plain)
    except (IllegalAction, InvalidSetup):
        return True
    return not hand.over or json.loads(json.dumps(outcome(hand))) != plain["outcome"]


@pytest.mark.parametrize("path", kept(), ids=lambda path: path.stem)
def test_an_old_hand_ends_as_it_did(path: Path) -> None:
    plain = read(path)
    if plain["rules"] < RULES_NUMBER and ends_otherwise(plain):
        named = (
            f"tests/engine/golden has no hand of rules {RULES_NUMBER} with the setup of {path.stem}, which ends otherwise by them"
        )
        assert any(each["rules"] == RULES_NUMBER and each["setup"] == plain["setup"] for each in map(read, kept())), named
        return
    hand = hand_from_dict(plain)
    assert hand.over
    assert json.loads(json.dumps(outcome(hand))) == plain["outcome"]
    assert list(outcome(hand)["shown"]) == list(plain["outcome"]["shown"])  # in the order shown
    assert 1 <= plain["rules"] <= RULES_NUMBER
    if plain["rules"] == RULES_NUMBER:
        assert hand_to_dict(hand) == {key: plain[key] for key in ("rules", "setup", "log")}


@pytest.mark.parametrize("name", VARIANTS)
def test_hands_of_each_game_are_kept(name: str) -> None:
    assert any(read(path)["setup"]["variant"] == name for path in kept()), f"tests/engine/golden has no hand of {name}"


def test_the_kept_hands_are_of_all_kinds() -> None:
    plains = [read(path) for path in kept()]
    assert len(plains) >= 36
    setups = [plain["setup"] for plain in plains]
    for option, values in {
        "betting": {"no-limit", "pot-limit", "fixed-limit"},
        "discard_limit": {None, 3, "3-or-4-with-ace"},
        "interim_betting": {False, True},
        "passed_out": {"play", "carry"},
        "first_after_draw": {"left-of-button", "opener"},
    }.items():
        assert {setup[option] for setup in setups} >= values, option
    assert {len(setup["seats"]) for setup in setups} >= {2, 3, 4, 5, 6, 8}
    todays = [plain for plain in plains if plain["rules"] == RULES_NUMBER or not ends_otherwise(plain)]
    events = {type(event).__name__ for plain in todays for event in hand_from_dict(plain).events}
    assert events >= {
        "DeckRefilled",
        "Returned",
        "Mucked",
        "Shown",
        "Left",
        "PassedOut",
        "AceShown",
        "TurnedUp",
        "Replaced",
        "Bet",
        "Raised",
    }
    assert any(len(pot["winners"]) > 2 for plain in plains for pot in plain["outcome"]["pots"])
    assert any(len(plain["outcome"]["pots"]) > 2 for plain in plains)
