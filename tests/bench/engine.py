"""Actions and hands a second of whole validated hands, against PokerKit on the same hands: `engine [hands of each kind]`."""

import random  # noqa: TID251 - a benchmark deals for itself
from dataclasses import dataclass
from statistics import median, quantiles
from time import process_time_ns

from bot.engine import VARIANTS, BetPrompt, Call, Check, Fold, Hand, RaiseTo, Seat, Setup, Stakes, parse_cards
from tests.bench._figures import spread
from tests.engine.second_opinion import (
    Notes,
    deal,
    exchange,
    order_of,
    play_at_random,
    random_deck,
    their_state,
    thrown_before,
)

STACK = 500
ROUNDS = 3
WARM_UP_HANDS = 10


@dataclass
class Timed:
    """What one kind of hand took: nanoseconds of processor time of each hand, and how many actions were played in all."""

    nanoseconds: list[int]
    actions: int

    @property
    def per_action(self) -> float:
        """Microseconds an action, over all hands."""
        return sum(self.nanoseconds) / self.actions / 1_000


def main(arguments: list[str]) -> int:
    hands = int(arguments[0]) if arguments else 150
    print(f"{hands} no-limit hands a line, played whole: validated, with events, dealt and shown down")
    print(
        "variant     seats  actions/hand   µs/action: ours (p99 of hands)  PokerKit   actions/s: ours  PokerKit   hands/s: ours   ratio"
    )
    ratios = [compare_kind(variant, seats, hands) for variant in VARIANTS for seats in range(2, 9)]
    print(f"ratio: median {median(ratios):.1f}, least {min(ratios):.1f}\n")
    print_steps()
    print_long_hand()
    return 0


def compare_kind(variant: str, seats: int, hands: int) -> float:
    dealer = random.Random(f"{variant} {seats}")
    notes = [play_at_random(dealer, deal_out(dealer, variant, seats)) for _ in range(hands)]
    ours, theirs = Timed([], 0), Timed([], 0)
    for play in (play_ours, play_theirs):  # what is done for the first time takes longer
        for note in notes[:WARM_UP_HANDS]:
            play(note)
    for _ in range(ROUNDS):  # taking turns, so that both meet the same noise
        for timed, play in ((ours, play_ours), (theirs, play_theirs)):
            for note in notes:
                started = process_time_ns()
                timed.actions += play(note)
                timed.nanoseconds.append(process_time_ns() - started)
    hands *= ROUNDS
    p99 = quantiles([taken * hands / ours.actions for taken in ours.nanoseconds], n=100)[98] / 1_000
    ratio = theirs.per_action / ours.per_action
    print(
        f"{variant:12}{seats:>4}{ours.actions / hands:>12.1f}{ours.per_action:>24.1f} ({p99:>6.1f}){theirs.per_action:>14.1f}"
        f"{1e6 / ours.per_action:>16,.0f}{1e6 / theirs.per_action:>10,.0f}{1e9 * hands / sum(ours.nanoseconds):>15,.0f}{ratio:>9.1f}"
    )
    return ratio


def deal_out(dealer: random.Random, variant: str, seats: int) -> Setup:
    return Setup(
        variant=variant,
        seats=tuple(Seat(number, stack=dealer.choice((STACK, STACK // 4, STACK * 4))) for number in range(seats)),
        button=dealer.randrange(seats),
        stakes=Stakes(small_blind=5, big_blind=10),
        deck=random_deck(dealer, seats),
    )


def play_ours(notes: Notes) -> int:
    """A hand from its setup to its results, every action validated, every event made."""
    hand = Hand(notes.setup)
    happened = len(hand.latest_events)
    for action, by in notes.hand.log:
        hand = hand.play(action, by)
        happened += len(hand.latest_events)
    assert hand.over
    assert happened == len(hand.events)
    return len(notes.hand.log)


def play_theirs(notes: Notes) -> int:
    """The same hand in PokerKit, to its results; sequential discards are one action a player there."""
    state = their_state(notes)
    order = order_of(notes.setup)
    deal(state)
    actions = 0
    for number, steps in enumerate(notes.rounds):
        if number:
            actions += sum(state.statuses)
            exchange(state, order, thrown_before(notes, number))
        for step in steps:
            match step.action:
                case Fold():
                    state.fold()
                case RaiseTo(total):
                    state.complete_bet_or_raise_to(total)
                case _:
                    state.check_or_call()
        actions += len(steps)
        while state.actor_index is not None:
            state.check_or_call()
    while state.showdown_index is not None:
        state.show_or_muck_hole_cards()
    assert not state.status
    return actions


# The cost of an action as the hand grows


def raising_war(seats: int, stack: int) -> Setup:
    return Setup(
        variant="sequential",
        seats=tuple(Seat(number, stack=stack) for number in range(seats)),
        button=0,
        stakes=Stakes(small_blind=5, big_blind=10),
        deck=parse_cards(" ".join(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")),
    )


def least_raise(hand: Hand) -> RaiseTo | Call | Check:
    prompt = hand.prompt
    assert isinstance(prompt, BetPrompt)
    if prompt.raise_from is not None:
        return RaiseTo(prompt.raise_from)
    return Call() if prompt.to_call else Check()


def print_steps() -> None:
    """The median cost of the 5th and of the 80th action, over many runs of one long hand."""
    costs: dict[int, list[int]] = {}
    for _ in range(300):
        hand = Hand(raising_war(8, 100_000))
        for step in range(1, 101):
            action = least_raise(hand)
            started = process_time_ns()
            hand = hand.play(action)
            costs.setdefault(step, []).append(process_time_ns() - started)
    early, late = median(costs[5]) / 1_000, median(costs[80]) / 1_000
    print(f"an action at step 5: {early:.1f} µs; at step 80: {late:.1f} µs; ratio {late / early:.2f}")


def print_long_hand() -> None:
    """Eight stacks of 10,000 big blinds, raised by the least each time."""
    hand = Hand(raising_war(8, 100_000))
    taken = []
    while isinstance(hand.prompt, BetPrompt):
        action = least_raise(hand)
        started = process_time_ns()
        hand = hand.play(action)
        taken.append(process_time_ns() - started)
        if len(hand.live) < 2:
            break
    tenth = max(1, len(taken) // 10)
    first, last = median(taken[:tenth]) / 1_000, median(taken[-tenth:]) / 1_000
    resumed = []
    for _ in range(ROUNDS):
        started = process_time_ns()
        assert Hand(hand.setup, hand.log) == hand
        resumed.append((process_time_ns() - started) / 1e6)
    print(
        f"a hand of {len(taken):,} bets: {first:.1f} µs an action in its first tenth, {last:.1f} µs in its last; resumed in {spread(resumed, '{:.0f}')} ms"
    )
