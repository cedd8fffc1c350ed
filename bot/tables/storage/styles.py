"""How each seat played a hand, counted from what happened in it; the answers of a clock are a seat's own, those of leaving are not."""

from collections import Counter, defaultdict
from collections.abc import Iterable

from bot.engine import (
    Bet,
    BettingOpened,
    Called,
    Checked,
    Discarded,
    Drew,
    Event,
    Folded,
    Hand,
    Passed,
    Raised,
)
from bot.store import Style

Decision = Checked | Called | Bet | Raised | Folded


def styles_of(hand: Hand) -> dict[int, Style]:
    """The counts of every seat that was dealt in."""
    counted: defaultdict[int, Counter[str]] = defaultdict(Counter)
    _count_bets(hand.events, counted)
    _count_draws(hand.events, counted)
    return {seat: Style(**counted[seat]) for seat in hand.stacks}


def _count_bets(events: Iterable[Event], counted: defaultdict[int, Counter[str]]) -> None:
    unopened, wagered = True, False
    for event in events:
        match event:
            case BettingOpened(name):
                unopened, wagered = unopened and name == "before", False
            case Checked() | Called() | Bet() | Raised() | Folded() if getattr(event, "by", "seat") != "leave":
                _count_bet(event, counted[event.seat], unopened=unopened, wagered=wagered)
                unopened = unopened and isinstance(event, Checked | Folded)
                wagered = wagered or isinstance(event, Bet | Raised)
            case _:
                pass


def _count_bet(event: Decision, counts: Counter[str], *, unopened: bool, wagered: bool) -> None:
    """Count one answer to a bet prompt: `unopened` where nobody has come in, `wagered` where somebody has bet or raised in this round."""
    counts["bets_asked"] += 1
    counts["could_open"] += unopened
    counts["opened"] += unopened and isinstance(event, Called | Bet | Raised)
    counts["raised"] += isinstance(event, Bet | Raised)
    counts["faced"] += wagered
    counts["folded"] += wagered and isinstance(event, Folded)


def _count_draws(events: Iterable[Event], counted: defaultdict[int, Counter[str]]) -> None:
    """Count each draw of which a seat decided: rounds of one card each (SEQ-3) are one draw, which its pass ends."""
    thrown: Counter[int] = Counter()
    for event in events:
        match event:
            case Discarded(seat):
                thrown[seat] += 1
            case Passed(seat, automatic):
                _count_draw(counted[seat], thrown.pop(seat, 0), asked=not automatic)
            case Drew(seat, count, automatic=automatic):
                _count_draw(counted[seat], count, asked=not automatic)
            case _:
                pass
    for seat, cards in thrown.items():
        _count_draw(counted[seat], cards, asked=True)


def _count_draw(counts: Counter[str], cards: int, *, asked: bool) -> None:
    if asked or cards:
        counts["draws"] += 1
        counts["drawn"] += cards
        counts["stood_pat"] += not cards
