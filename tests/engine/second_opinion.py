"""A hand played once more by PokerKit's `State`: an opinion that shares no rule with ours.

`play_at_random` plays a hand here and notes every step; `compare` plays the notes there and says where the two differ. What rules.md 3.8 names
is left out, counted by its kind: each of those kinds has its own tests by hand (EC-B08, EC-B10, EC-R19 to R24, EC-S02, EC-X05, EC-D10).
"""

import random  # noqa: TID251 - tests deal for themselves
from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field

from pokerkit import Automation, BettingStructure, Deck, Mode, Opening, StandardHighHand, State, Street
from pokerkit import Card as TheirCard

from bot.engine import (
    DECK,
    VARIANTS,
    BetPrompt,
    BettingOpened,
    Call,
    Check,
    Discard,
    DiscardPrompt,
    Draw,
    DrawPrompt,
    Fold,
    Hand,
    Pass,
    RaiseTo,
    Seat,
    Setup,
    Stakes,
    TurnedUp,
    view_for,
)
from bot.engine.actions import Action
from bot.engine.prompts import Prompt

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
STRUCTURES = {
    "no-limit": BettingStructure.NO_LIMIT,
    "pot-limit": BettingStructure.POT_LIMIT,
    "fixed-limit": BettingStructure.FIXED_LIMIT,
}
THEIR_CARDS = {str(card): next(iter(TheirCard.parse(str(card)))) for card in DECK}


AT_THE_END = -1


@dataclass
class Step:
    """A prompt and its answer; `compared` where the bounds of a raise must be the same there."""

    prompt: Prompt
    action: Action
    compared: bool = True


@dataclass
class Notes:
    """A hand played here: its end, and how it came to it."""

    setup: Setup
    hand: Hand
    rounds: list[list[Step]]
    """The bets of each betting round: before, interim ones, final."""
    able: list[int]
    """How many players could bet when each round began."""
    thrown: dict[int, dict[int, list[str]]]
    """What each seat threw before the betting round of this number; all of it before the last one where it is replaced at the end."""
    left_out: Counter[str] = field(default_factory=Counter)


# Playing here


def random_setup(dealer: random.Random) -> Setup:
    """Any game that both can play: no stack below the blinds, no posts, no big-blind ante that falls short."""
    count = dealer.randint(2, 8)
    ante_only = dealer.random() < 0.25
    ante = dealer.choice((0, 0, 1, 2, 5)) or int(ante_only)
    stakes = Stakes(ante=ante, min_bet=10) if ante_only else Stakes(small_blind=5, big_blind=10, ante=ante)
    if not ante and dealer.random() < 0.2:
        stakes = Stakes(small_blind=5, big_blind=10, big_blind_ante=10)
    least, most = dealer.choice(((1, 30), (1, 60), (1, 300), (100, 300), (20, 1000), (500, 5000)))
    stacks = [dealer.randint(least + ante, most) for _ in range(count)]
    numbers = sorted(dealer.sample(range(9), count))
    button = dealer.choice(numbers)
    if not ante_only:
        big = numbers[(numbers.index(button) + (1 if count == 2 else 2)) % count]
        stacks[numbers.index(big)] = max(stacks[numbers.index(big)], 10 + ante + stakes.big_blind_ante)
    return Setup(
        variant=dealer.choice(tuple(VARIANTS)),
        seats=tuple(Seat(number, stack=stack) for number, stack in zip(numbers, stacks, strict=True)),
        button=button,
        stakes=stakes,
        deck=random_deck(dealer, count),
        betting=dealer.choice(("no-limit", "no-limit", "pot-limit", "fixed-limit")),
        cap=dealer.choice((4, 5)),
        interim_betting=dealer.random() < 0.4,
    )


def random_deck(dealer: random.Random, count: int) -> tuple:
    """A shuffled deck; at every third hand one whose first hands are mostly alike in rank, so that pots are split."""
    deck = dealer.sample(DECK, 52)
    if dealer.random() < 0.34 and count <= 4:
        suits = dealer.sample("shdc", 4)
        hands = [[next(card for card in DECK if card.rank == rank and card.suit == suits[(seat + rank) % 4]) for rank in (14, 13, 12, 11, 9)]
                 for seat in range(count)]  # fmt: skip
        first = [hands[seat][number] for number in range(5) for seat in range(count)]
        deck = first + [card for card in deck if card not in first]
    return tuple(deck)


def play_at_random(dealer: random.Random, setup: Setup) -> Notes:
    """Play on, with every kind of action, and within the stub: a refill is a kind that is left out."""
    hand = Hand(setup)
    notes = Notes(setup, hand, [[]], [able(hand)], defaultdict(lambda: defaultdict(list)))
    temper = Temper(dealer)
    short_all_in = False
    while hand.prompt is not None:
        prompt = hand.prompt
        if any(isinstance(event, BettingOpened) for event in hand.latest_events):
            short_all_in = False
        action: Action
        if isinstance(prompt, BetPrompt):
            while len(notes.rounds) < rounds_begun(hand):
                notes.rounds.append([])
                notes.able.append(able(hand))
            fixed = setup.betting == "fixed-limit"
            action = temper.bet(prompt, calm=short_all_in)
            notes.rounds[-1].append(Step(prompt, action, compared=not short_all_in))
            me = view_for(hand, None).of(prompt.seat)
            short_all_in |= fixed and isinstance(action, RaiseTo) and action.total == me.bet + me.stack
        else:
            assert isinstance(prompt, DiscardPrompt | DrawPrompt)
            action = temper.throw(hand, prompt, notes)
        hand = hand.play(action)
    notes.hand = hand
    while len(notes.rounds) < rounds_begun(hand):
        notes.rounds.append([])
        notes.able.append(0)
    return notes


def rounds_begun(hand: Hand) -> int:
    """How many betting rounds have begun, those with nobody to ask included."""
    variant = VARIANTS[hand.setup.variant]
    turned = [event for event in hand.events if isinstance(event, TurnedUp)]
    if variant.draws is not None:
        interim = min(len(turned), variant.draws - 1)
    else:
        interim = sum(any(event.discards.values()) for event in turned) if hand.setup.interim_betting else 0
    return 1 + interim + reached_the_final(hand)


def reached_the_final(hand: Hand) -> bool:
    opened = any(isinstance(event, BettingOpened) and event.round == "final" for event in hand.events)
    return opened or (hand.results is not None and bool(hand.results.shown))


def able(hand: Hand) -> int:
    return sum(not seat.folded and seat.stack > 0 for seat in view_for(hand, None).seats)


class Temper:
    """How one hand is played: wild or quiet, drawing or standing pat."""

    def __init__(self, dealer: random.Random) -> None:
        self.dealer = dealer
        self.raises = dealer.choice((0.0, 0.1, 0.25, 0.5))
        self.sizes = dealer.choice(("least", "any", "most", "mixed"))
        self.folds = dealer.choice((0.05, 0.2, 0.6))
        self.stands_pat = dealer.choice((0.3, 0.6, 1.0))

    def bet(self, prompt: BetPrompt, *, calm: bool) -> Action:
        chance = self.dealer.random()
        if prompt.raise_from is not None and prompt.raise_to is not None and not calm and chance < self.raises:
            any_total = self.dealer.randint(prompt.raise_from, prompt.raise_to)
            totals = {"least": prompt.raise_from, "any": any_total, "most": prompt.raise_to}
            return RaiseTo(totals.get(self.sizes) or self.dealer.choice(list(totals.values())))
        if prompt.to_call:
            return Fold() if self.dealer.random() < self.folds else Call()
        return Check()

    def throw(self, hand: Hand, prompt: DiscardPrompt | DrawPrompt, notes: Notes) -> Action:
        """Never more than the stub can serve."""
        view = view_for(hand, None)
        stands = self.dealer.random() < self.stands_pat
        if isinstance(prompt, DrawPrompt):
            count = 0 if stands else min(self.dealer.randint(1, 5), view.stub_count)
            thrown = tuple(self.dealer.sample(prompt.cards, count))
            notes.thrown[view.round][prompt.seat] += map(str, thrown)
            return Draw(thrown)
        owed = sum(seat.thrown for seat in view.seats if not seat.folded)
        if stands or owed >= view.stub_count:
            return Pass()
        card = self.dealer.choice(prompt.cards)
        notes.thrown[AT_THE_END][prompt.seat].append(str(card))
        return Discard(card)


# Playing there


class Difference(AssertionError):
    """Where the two hands differ."""


def order_of(setup: Setup) -> list[int]:
    """Seats as PokerKit counts them: from the button's left, the button last."""
    numbers = [seat.number for seat in setup.seats]
    place = numbers.index(setup.button) + 1
    return numbers[place:] + numbers[:place]


class LeftOut(Exception):
    """They do not allow what rules.md allows, so that the hand cannot go on there."""


def their_state(notes: Notes) -> State:
    setup = notes.setup
    stakes = setup.stakes
    fixed = setup.betting == "fixed-limit"
    count = len(notes.rounds) + (not reached_the_final(notes.hand))
    streets = []
    for number in range(count):
        last = number == count - 1
        cap = None
        if fixed and number < len(notes.able) and notes.able[number] != 2:
            cap = setup.cap - (1 if not number and stakes.big_blind else 0)
        streets.append(
            Street(
                card_burning_status=False,
                hole_dealing_statuses=() if number else (False,) * 5,
                board_dealing_count=0,
                draw_status=bool(number),
                opening=Opening.POSITION,
                min_completion_betting_or_raising_amount=stakes.least_bet * (2 if fixed and last else 1),
                max_completion_betting_or_raising_count=cap,
            )
        )
    stacks = {seat.number: seat.stack for seat in setup.seats}
    state = State(
        AUTOMATIONS,
        Deck.STANDARD,
        (StandardHighHand,),
        tuple(streets),
        STRUCTURES[setup.betting],
        not stakes.big_blind_ante,
        (0, stakes.big_blind_ante) if stakes.big_blind_ante else stakes.ante,
        (stakes.small_blind, stakes.big_blind),
        0,
        tuple(stacks[number] for number in order_of(setup)),
        len(stacks),
        mode=Mode.TOURNAMENT,
    )
    state.deck_cards = deque(THEIR_CARDS[str(card)] for card in setup.deck)
    return state


def compare(notes: Notes) -> State:
    """Play the noted hand in PokerKit. Raises Difference at the first thing that is not as it was here."""
    state = their_state(notes)
    order = order_of(notes.setup)
    deal(state)
    for number, steps in enumerate(notes.rounds):
        if number:
            exchange(state, order, thrown_before(notes, number))
        for step in steps:
            bet(state, order, step, notes)
        settle_lone(state, notes)
    check_end(state, order, notes)
    return state


def thrown_before(notes: Notes, number: int) -> dict[int, list[str]]:
    """What is exchanged before the betting round of this number, 1 for the first after the deal's."""
    if VARIANTS[notes.setup.variant].draws is not None:
        return notes.thrown[number]
    final = number == len(notes.rounds) - 1 and reached_the_final(notes.hand)
    return notes.thrown[AT_THE_END] if final else {}


def deal(state: State) -> None:
    while state.can_deal_hole():
        state.deal_hole()


def exchange(state: State, order: list[int], thrown: dict[int, list[str]]) -> None:
    street = state.street_index
    while state.street_index == street and (index := state.stand_patter_or_discarder_index) is not None:
        state.stand_pat_or_discard(tuple(THEIR_CARDS[card] for card in thrown.get(order[index], ())))
    deal(state)


def settle_lone(state: State, notes: Notes) -> None:
    """PokerKit asks a player who alone can bet; here nobody is asked (EC-B10)."""
    while state.actor_index is not None:
        notes.left_out["a lone able player is prompted"] += 1
        others = [index for index in state.player_indices if index != state.actor_index and state.statuses[index]]
        if any(state.stacks[index] for index in others) or state.checking_or_calling_amount:
            raise Difference(f"they still ask {state.actor_index}, and it is somebody's decision")
        state.check_or_call()


def bet(state: State, order: list[int], step: Step, notes: Notes) -> None:
    prompt = step.prompt
    assert isinstance(prompt, BetPrompt)
    index = state.actor_index
    if index is None or order[index] != prompt.seat:
        raise Difference(f"here {prompt.seat} is asked, there {index if index is None else order[index]}")
    if state.checking_or_calling_amount != prompt.to_call:
        raise Difference(f"{prompt}: there the call is {state.checking_or_calling_amount}")
    theirs = state.min_completion_betting_or_raising_to_amount, state.max_completion_betting_or_raising_to_amount
    if step.compared and theirs != (prompt.raise_from, prompt.raise_to) and not known_difference(state, prompt, notes):
        raise Difference(f"{prompt}: there a raise is {theirs}")
    if isinstance(step.action, RaiseTo) and theirs == (None, None):
        raise LeftOut
    match step.action:
        case Fold():
            state.fold()
        case Check() | Call():
            state.check_or_call()
        case RaiseTo(total):
            state.complete_bet_or_raise_to(total)
        case other:
            raise AssertionError(other)


def known_difference(state: State, prompt: BetPrompt, notes: Notes) -> bool:
    """What rules.md 3.8 leaves out of raising, and that they add short all-ins up for the table, not for the player who faces them (D-9)."""
    assert state.street is not None
    if state.betting_structure == BettingStructure.FIXED_LIMIT:
        return False
    least = state.street.min_completion_betting_or_raising_amount
    full = max(state.completion_betting_or_raising_amount, least)
    if prompt.raise_from is not None:
        starts_anew = bool(state.consecutive_short_all_in_amounts) and state.actor_index in state.acted_player_indices
        if starts_anew and prompt.to_call >= full:
            notes.left_out["short all-ins are summed anew once they were a full raise"] += 1
            return True
    elif prompt.to_call < least and max(state.bets) == prompt.to_call:
        notes.left_out["an all-in below the least bet is raised by who checked"] += 1
        return True
    elif prompt.to_call < full:
        notes.left_out["short all-ins are summed for who has matched some of them"] += 1
        return True
    return False


def check_end(state: State, order: list[int], notes: Notes) -> None:
    """Pots as they stand before anybody shows (beaten hands leave theirs), then the showdown, then the stacks."""
    if state.showdown_index is not None:
        check_pots(state, order, notes)
        while state.showdown_index is not None:
            state.show_or_muck_hole_cards()
    if state.status:
        raise Difference("there the hand goes on")
    check_stacks(state, order, notes)
    check_shows(state, order, notes)


def check_pots(state: State, order: list[int], notes: Notes) -> None:
    assert notes.hand.results is not None
    ours = [(pot.amount, set(pot.eligible)) for pot in notes.hand.results.pots]
    theirs = [(pot.amount, {order[index] for index in pot.player_indices}) for pot in state.pots]
    if ours != theirs:
        raise Difference(f"pots: {ours} here, {theirs} there")


def check_stacks(state: State, order: list[int], notes: Notes) -> None:
    assert notes.hand.results is not None
    differences = {
        seat: notes.hand.stacks[seat] - chips
        for seat, chips in zip(order, state.stacks, strict=True)
        if chips != notes.hand.stacks[seat]
    }
    several_odd = [pot for pot in notes.hand.results.pots if pot.amount % len(pot.winners) > 1]
    if differences and several_odd and set(differences) <= {seat for pot in several_odd for seat in pot.winners}:
        notes.left_out["one winner gets two odd chips"] += 1
    elif differences:
        raise Difference(f"stacks: {notes.hand.stacks} here, {state.stacks} in {order} there")


def check_shows(state: State, order: list[int], notes: Notes) -> None:
    results = notes.hand.results
    assert results is not None
    shows = [operation for operation in state.operations if type(operation).__name__ == "HoleCardsShowingOrMucking"]
    theirs = [order[show.player_index] for show in shows if show.hole_cards]
    mucked = [order[show.player_index] for show in shows if not show.hole_cards]
    for show in shows:
        if show.hole_cards and {repr(card) for card in show.hole_cards} != {
            str(card) for card in results.shown[order[show.player_index]]
        }:
            raise Difference(f"{order[show.player_index]} shows {show.hole_cards} there")
    latest = {seat: index for index, pot in enumerate(results.pots) for seat in pot.eligible}
    if theirs != sorted(theirs, key=latest.__getitem__, reverse=True):
        notes.left_out["the latest side pot shows first"] += 1
        theirs.sort(key=latest.__getitem__, reverse=True)
    if list(results.shown) != theirs:
        raise Difference(f"shown: {list(results.shown)} here, {theirs} there")
    if sorted(results.mucked) != sorted(mucked):
        raise Difference(f"mucked: {results.mucked} here, {mucked} there")


def opinions(first: int, count: int) -> tuple[list[tuple[int, str]], Counter[str]]:
    """Compare `count` hands from the seed `first` on: the differences with their seeds, and what was left out, by kind."""
    differences: list[tuple[int, str]] = []
    totals: Counter[str] = Counter()
    for seed in range(first, first + count):
        dealer = random.Random(seed)
        notes = play_at_random(dealer, random_setup(dealer))
        try:
            compare(notes)
        except LeftOut:
            notes.left_out["they cannot go on"] += 1
        except (Difference, ValueError, UserWarning) as difference:
            differences.append((seed, f"{type(difference).__name__}: {difference}"))
        totals.update(notes.left_out)
        totals["left out of raising"] += sum(not step.compared for steps in notes.rounds for step in steps)
        totals["hands"] += 1
        totals["showdowns"] += bool(notes.hand.results and notes.hand.results.shown)
        pots = notes.hand.results.pots if notes.hand.results else ()
        totals["side pots"] += len(pots) > 1
        totals["splits"] += any(len(pot.winners) > 1 for pot in pots)
        totals["actions"] += len(notes.hand.log)
    return differences, totals
