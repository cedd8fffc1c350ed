"""A house player: from a seat's view to a legal action."""

from collections.abc import Sequence
from typing import assert_never

from bot.engine import (
    Action,
    BetPrompt,
    Card,
    Discard,
    DiscardPrompt,
    Draw,
    DrawPrompt,
    IllegalAction,
    Pass,
    View,
)
from bot.house.betting import bet
from bot.house.judging import judgement_in
from bot.house.worth import Chance

HOUSE_NAMES = ("Ada", "Bruno", "Celia", "Dorian", "Edda", "Felix", "Greta", "Hugo")
"""What the house's players are called, one for each seat of the largest table."""

PAT_BLUFF = 0.03
"""How often a player stands pat on anything, to be taken for a made hand."""


def decide(view: View, chance: Chance) -> Action:
    """What the house plays for `view.seat`, whose prompt must be open in its own view; always legal there.

    `chance` gives numbers from 0 up to 1, one at each call. The same view and the same numbers give the same action.
    """
    prompt = view.prompt
    assert prompt is not None, "nothing is asked"
    assert prompt.seat == view.seat, "only the seat that is asked has something to decide"
    match prompt:
        case BetPrompt():
            choice: Action = bet(view, prompt, chance)
        case DiscardPrompt():
            choice = _discard(view, prompt, chance)
        case DrawPrompt():
            choice = _draw(view, prompt, chance)
        case _:
            assert_never(prompt)
    return legal(choice, prompt)


def legal(choice: Action, prompt: BetPrompt | DiscardPrompt | DrawPrompt) -> Action:
    """The choice, or the prompt's default in place of one that is not allowed."""
    try:
        prompt.check(choice)
    except IllegalAction:
        return prompt.default
    return choice


def _discard(view: View, prompt: DiscardPrompt, chance: Chance) -> Action:
    if chance() < PAT_BLUFF:
        return Pass()
    throw = [card for card in judgement_in(view).throwing(prompt.cards, view.out_of_reach, chance) if card in prompt.allowed]
    return Discard(throw[0]) if throw else Pass()


def _draw(view: View, prompt: DrawPrompt, chance: Chance) -> Action:
    if chance() < PAT_BLUFF:
        return Draw(())
    return _most_allowed(judgement_in(view).throwing(prompt.cards, view.out_of_reach, chance), prompt)


def _most_allowed(throw: Sequence[Card], prompt: DrawPrompt) -> Draw:
    """As many of these cards as the table's limit lets one throw, the first ones first."""
    for count in range(len(throw), 0, -1):
        draw = Draw(tuple(throw[:count]))
        try:
            prompt.check(draw)
        except IllegalAction:
            continue
        return draw
    return Draw(())
