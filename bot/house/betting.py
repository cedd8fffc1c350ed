"""How a house player bets: good hands for value, bad ones not into a bet, and a small lie now and then."""

from bot.engine import BetPrompt, Call, Check, Fold, RaiseTo, SeatView, View
from bot.house.judging import judgement_in
from bot.house.worth import Chance

BetAction = Fold | Check | Call | RaiseTo

BLUFF_BET = 0.07
BLUFF_RAISE = 0.02
VALUE = 0.62
"""The chance of winning from which a hand is bet."""
RAISE = 0.78
"""The chance of winning from which a bet is raised."""
COMMIT = 0.9
"""The chance of winning from which the whole stack goes in."""
CROWD = 0.5
"""How much each opponent after the first counts: most of them fold before the end."""
STRENGTH_BY_DRAWN = {0: 2.2, 1: 1.4, 2: 1.2, 3: 1.0, 4: 0.8, 5: 0.7}
"""How strong an opponent is taken to be, by the number of cards drawn last: who draws none has a made hand, who draws four has nothing."""


def bet(view: View, prompt: BetPrompt, chance: Chance) -> BetAction:
    """A bet, call, check or fold for the seat that is asked; a raise is always within the prompt's bounds."""
    winning = chance_to_win(view) + (chance() - 0.5) * 0.12
    if not prompt.to_call:
        wants = winning >= VALUE or chance() < BLUFF_BET
        return _raise(view, prompt, winning, chance) if wants and prompt.raise_from is not None else Check()
    price = prompt.to_call / (view.pot + prompt.to_call)
    if prompt.raise_from is not None and (winning >= RAISE or chance() < BLUFF_RAISE) and _affords(view, prompt, winning):
        return _raise(view, prompt, winning, chance)
    return Call() if winning >= price + _risk(view, prompt) else Fold()


def chance_to_win(view: View) -> float:
    """A rough chance, 0 to 1, that the seat's hand is the best one in the end."""
    opponents = [seat for seat in view.seats if seat.seat != view.seat and not seat.folded]
    weights = sorted((_weight(seat) for seat in opponents), reverse=True)
    power = sum(weight * (CROWD if place else 1.0) for place, weight in enumerate(weights))
    return _share(view) ** power


def _share(view: View) -> float:
    cards = view.cards
    if len(cards) < 5:
        return 0.5  # some cards are thrown and not yet replaced: anything may come
    assert view.seat is not None
    to_come = view.draws_to_come(view.seat) > 0
    drawn = view.phase == "final" or view.of(view.seat).drew is not None
    return judgement_in(view).share(cards, view.out_of_reach, drawn=drawn, to_come=to_come)


def _weight(seat: SeatView) -> float:
    if seat.drew is not None:
        return STRENGTH_BY_DRAWN[seat.drew]
    return STRENGTH_BY_DRAWN[seat.thrown] if seat.passed else 1.0


def _risk(view: View, prompt: BetPrompt) -> float:
    """What a call must promise beyond its price: more, the more of the stack it takes."""
    assert view.seat is not None
    return 0.25 * prompt.to_call / view.of(view.seat).stack


def _affords(view: View, prompt: BetPrompt, winning: float) -> bool:
    """Whether the least raise leaves most of the stack, or the hand is worth all of it."""
    assert view.seat is not None
    assert prompt.raise_from is not None
    me = view.of(view.seat)
    return winning >= COMMIT or prompt.raise_from - me.bet <= me.stack / 3


def _raise(view: View, prompt: BetPrompt, winning: float, chance: Chance) -> RaiseTo:
    """Between a third of the pot and all of it above the price, more with better hands, and never past the bounds."""
    assert view.seat is not None
    assert prompt.raise_from is not None
    assert prompt.raise_to is not None
    share = 0.35 + 0.4 * chance() + (0.25 if winning >= COMMIT else 0.0)
    total = view.level + int(share * (view.pot + prompt.to_call))
    me = view.of(view.seat)
    most = me.bet + me.stack if winning >= COMMIT else me.bet + me.stack // 3
    return RaiseTo(max(prompt.raise_from, min(total, most, prompt.raise_to)))
