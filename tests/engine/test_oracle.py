"""An independent opinion: whole random hands played once more by PokerKit."""

import random  # noqa: TID251 - tests deal for themselves
from dataclasses import replace

import pytest

from bot.engine import Call, RaiseTo, Seat
from tests.engine.second_opinion import Difference, Notes, compare, opinions, play_at_random, random_setup

PARTS, HANDS = 4, 500
"""Parts of so many hands each, so that two processes share them."""


@pytest.mark.parametrize("part", range(PARTS))
def test_pokerkit_agrees_on_random_hands(part: int) -> None:
    """Turn order, calls, the bounds of every raise, pots, stacks, who shows what and in which order."""
    differences, totals = opinions(part * HANDS, HANDS)
    assert differences == []
    assert totals["hands"] == HANDS
    # what the hands were like: a suite of walks in which everybody folds would agree, too
    assert totals["showdowns"] > HANDS // 2
    assert totals["side pots"] > HANDS // 5
    assert totals["splits"] > HANDS // 100
    assert totals["left out of raising"] < totals["actions"] // 80


def test_a_difference_is_noticed() -> None:
    """The comparison is no rubber stamp: notes of a hand with one chip moved, one call turned down, or one raise altered are refused."""
    noticed = 0
    for seed in range(200):
        dealer = random.Random(seed)
        notes = play_at_random(dealer, random_setup(dealer))
        for wrong in altered(notes):
            with pytest.raises((Difference, ValueError)):
                compare(wrong)
            noticed += 1
    assert noticed > 200


def altered(notes: Notes) -> list[Notes]:
    """The same notes with something that was not so."""
    found = []
    richer = (replace(notes.setup.seats[0], stack=notes.setup.seats[0].stack + 1), *notes.setup.seats[1:])
    assert isinstance(richer[0], Seat)
    found.append(replace(notes, setup=replace(notes.setup, seats=richer)))
    for place, step in enumerate(notes.rounds[0]):
        if isinstance(step.action, RaiseTo) and step.prompt.raise_from != step.prompt.raise_to and step.compared:
            narrower = replace(step, prompt=replace(step.prompt, raise_from=step.prompt.raise_from + 1))
            found.append(
                replace(notes, rounds=[[*notes.rounds[0][:place], narrower, *notes.rounds[0][place + 1 :]], *notes.rounds[1:]])
            )
        if isinstance(step.action, Call):
            dearer = replace(step, prompt=replace(step.prompt, to_call=step.prompt.to_call + 1))
            found.append(
                replace(notes, rounds=[[*notes.rounds[0][:place], dearer, *notes.rounds[0][place + 1 :]], *notes.rounds[1:]])
            )
    return found
