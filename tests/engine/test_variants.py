"""Every game in one place: what its record says is how it is played, and nothing that belongs to a game is forgotten.

Texts are asked for in tests/render/test_catalogues.py and tests/cogs/test_picker.py, kept hands in test_golden.py.
"""

import random  # noqa: TID251 - tests deal for themselves
import re
from dataclasses import replace
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest

from bot.engine import (
    DECK,
    HIGH,
    VARIANTS,
    BetPrompt,
    BettingOpened,
    Call,
    Check,
    Discard,
    DiscardPrompt,
    Draw,
    Hand,
    Mucked,
    Pass,
    RoundOpened,
    Seat,
    Setup,
    Shown,
    Shuffled,
    ShufflePrompt,
    Stakes,
    TurnedUp,
    Variant,
    strength,
    variant_named,
    variants,
    view_for,
)
from tests.engine.table_talk import row

HERE = Path(__file__).parent
RULEBOOK = files("bot.engine").joinpath("RULES.md").read_text(encoding="utf-8")
WITHOUT_WORDS = {"SEQ-1.4", "SIM-5", "SIM-FAQ1", "SIM-AUTH", "SIM-RANK"}
"""Rules that only point to others."""
EACH = pytest.mark.parametrize("variant", [pytest.param(variant, id=name) for name, variant in VARIANTS.items()])


def told() -> str:
    """What the engine's tests say, with ids of rules as they stand in the names of functions."""
    texts = [path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py") if path.name != Path(__file__).name]
    return re.sub(r"[-.]", "_", "\n".join(texts).casefold())


def rules_of(variant: Variant) -> list[str]:
    return re.findall(rf"\*\*({variant.rules}-[A-Z0-9.]+[a-z]?)\*\*", RULEBOOK)


@EACH
def test_a_game_has_its_file(variant: Variant) -> None:
    assert VARIANTS[variant.name] is variant
    assert files("bot.engine.variants").joinpath(f"{variant.name}.py").is_file(), f"bot/engine/variants/{variant.name}.py"


def test_a_file_of_a_game_is_entered() -> None:
    files_of_games = {path.stem for path in Path(variants.__file__).parent.glob("*.py")} - {"__init__", "record", "playing"}
    missing = sorted(files_of_games - VARIANTS.keys())
    assert not missing, f"bot/engine/variants/__init__.py does not enter {missing}"


@EACH
def test_a_game_has_its_section_in_the_rulebook(variant: Variant) -> None:
    assert rules_of(variant), f"bot/engine/RULES.md has no rule **{variant.rules}-…** of {variant.name}"
    assert f"| `{variant.rules}-…` |" in RULEBOOK, f"bot/engine/RULES.md: {variant.rules} is not in the table of ids"
    assert re.search(rf"^## \d+\. The {variant.name} game$", RULEBOOK, re.MULTILINE), (
        f"bot/engine/RULES.md: ## The {variant.name} game"
    )


@EACH
def test_a_game_has_its_rows_of_tests(variant: Variant) -> None:
    """Each rule of its section is named by a test of the engine, and the game is played in the notation of table_talk."""
    said = told()
    names = [re.sub(r"[-.]", "_", rule.casefold()) for rule in rules_of(variant) if rule not in WITHOUT_WORDS]
    missing = [name for name in names if not re.search(rf"(?<![a-z0-9]){name}(?![0-9])", said)]
    assert not missing, f"tests/engine names no test by {missing}"
    assert re.search(rf"game +{variant.name},", said), f"tests/engine has no row `game {variant.name}, …`"


def test_games_have_names_of_their_own() -> None:
    names = [name for variant in VARIANTS.values() for name in (variant.name, *variant.aliases)]
    assert len(set(names)) == len(names)
    assert all(variant_named(name) is variant for variant in VARIANTS.values() for name in (variant.name, *variant.aliases))
    for what in ("title", "rules", "script"):
        assert len({getattr(variant, what) for variant in VARIANTS.values()}) == len(VARIANTS), what


# The record and the script


def played(variant: str, seed: int, *, interim: bool = True) -> Hand:
    """A hand of any number of players in which all stay to the end, and throw what they like."""
    dealer = random.Random(seed)
    count = dealer.randint(2, 8)
    seats = tuple(Seat(number, stack=1000) for number in range(count))
    setup = Setup(variant, seats, 0, Stakes(5, 10), tuple(dealer.sample(DECK, 52)), interim_betting=interim)
    hand = Hand(setup)
    while (prompt := hand.prompt) is not None:
        if isinstance(prompt, ShufflePrompt):
            hand = hand.play(Shuffled(tuple(dealer.sample(prompt.cards, len(prompt.cards)))))
        elif isinstance(prompt, BetPrompt):
            hand = hand.play(Call() if prompt.to_call else Check())
        elif isinstance(prompt, DiscardPrompt):
            hand = hand.play(Discard(dealer.choice(prompt.cards)) if not prompt.thrown or dealer.random() < 0.4 else Pass())
        else:
            hand = hand.play(Draw(tuple(dealer.sample(prompt.cards, dealer.choice((0, 1, 3, 5))))))
    return hand


@EACH
@pytest.mark.parametrize("seed", range(20))
def test_the_script_plays_what_the_record_says(variant: Variant, seed: int) -> None:
    hand = played(variant.name, seed)
    rounds = [event for event in hand.events if isinstance(event, RoundOpened)]
    betting = [event.round for event in hand.events if isinstance(event, BettingOpened)]
    turned = [event for event in hand.events if isinstance(event, TurnedUp)]
    assert variant.draws is None or len(rounds) == variant.draws
    assert bool(turned) == variant.turned_up
    assert ("interim" in betting) == (variant.interim != "never")
    assert (betting[0], betting[-1]) == ("before", "final")
    lying = {seat: [card for _, card in view_for(hand, None).of(seat).discards] for seat in hand.stacks}
    assert lying == {seat: list(cards) if variant.turned_up else [] for seat, cards in hand.discards.items()}


@EACH
def test_interim_betting_is_there_without_being_agreed_only_where_it_always_is(variant: Variant) -> None:
    hands = [played(variant.name, seed, interim=False) for seed in range(5)]
    assert {BettingOpened("interim") in hand.events for hand in hands} == {variant.interim == "always"}


@EACH
def test_who_stands_pat_is_named_as_the_record_says(variant: Variant) -> None:
    hand = row(f"game {variant.name}, blinds 5/10\nseats BTN 100, SB 100\nall check\nall stand pat")
    assert any(isinstance(event, TurnedUp) for event in hand.events) == (variant.turned_up and variant.names_pat)


@EACH
def test_draws_to_come_are_counted_down(variant: Variant) -> None:
    """At each step of a hand, how many more times its seats are dealt cards."""
    for seed in range(5):
        end = played(variant.name, seed)
        hand, seen = Hand(end.setup), list[int]()
        first = min(end.stacks)
        for action, by in end.log:
            seen.append(view_for(hand, None).draws_to_come(first))
            hand = hand.play(action, by)
        assert seen[0] == (variant.draws or 1)
        assert all(before >= after for before, after in pairwise(seen))
        assert view_for(end, None).draws_to_come(first) == 0


def test_more_draws_than_a_deck_serves_are_refused() -> None:
    """With three a player could have thrown all that is left to be dealt (D-14)."""
    for draws in (0, 3):
        with pytest.raises(ValueError, match="draws"):
            replace(VARIANTS["simple"], draws=draws)


# Ranking


LOW = replace(HIGH, name="low", strength=lambda held: 7461 - strength(held))


def test_the_showdown_ranks_as_the_game_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game whose worst hand wins: it is shown and paid, and the better ones are mucked."""
    monkeypatch.setitem(VARIANTS, "backwards", replace(VARIANTS["simple"], name="backwards", aliases=(), ranking=LOW))
    script = """
        game   {game}, blinds 5/10
        seats  BTN 100, SB 100, BB 100
        best   SB > BB > BTN
        all check
        all stand pat
        all check
    """
    high, low = row(script.format(game="simple")), row(script.format(game="backwards"))
    assert [event.seat for event in high.events if isinstance(event, Shown)] == [1]
    assert [event.seat for event in high.events if isinstance(event, Mucked)] == [2, 0]
    assert (high.stacks[1], low.stacks[0]) == (120, 120)
    assert [event.seat for event in low.events if isinstance(event, Shown)] == [1, 2, 0]
