"""Walks through every game that can be set up, asking after each step what must always hold (issue 3, item 4)."""

import random  # noqa: TID251 - tests deal for themselves
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.engine import (
    ACE_LIMIT,
    DECK,
    VARIANTS,
    AceShown,
    Bet,
    BetPrompt,
    BettingOpened,
    Call,
    Called,
    Card,
    Check,
    Discard,
    DiscardPrompt,
    Draw,
    DrawPrompt,
    Fold,
    Hand,
    IllegalAction,
    Leave,
    Pass,
    Posted,
    Raised,
    RaiseTo,
    Returned,
    Seat,
    Setup,
    Show,
    Shuffled,
    ShufflePrompt,
    Stakes,
    TurnedUp,
    hand_from_dict,
    hand_to_dict,
    view_for,
)
from tests.engine.naive_ranks import Strength, strength

WALKS = settings(
    max_examples=120,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)


# Setting up and walking


def shuffled(draw: Callable[[st.SearchStrategy[int]], int], cards: Sequence[Card]) -> tuple[Card, ...]:
    """By a number, since hypothesis takes its time to draw 52 places."""
    return tuple(random.Random(draw(st.integers(0, 2**32))).sample(cards, len(cards)))


@st.composite
def setups(draw: st.DrawFn, most_seats: int = 8) -> Setup:
    count = draw(st.integers(2, most_seats))
    numbers = sorted(draw(st.permutations(range(9)))[:count])
    depth = draw(st.sampled_from((3, 12, 60, 400)))
    blinds = draw(st.booleans())
    stakes = Stakes(
        small_blind=draw(st.integers(0, 3)) if blinds else 0,
        big_blind=draw(st.integers(3, 6)) if blinds else 0,
        ante=draw(st.integers(0, 3)) if blinds else draw(st.integers(1, 3)),
        big_blind_ante=draw(st.sampled_from((0, 0, 4))) if blinds else 0,
        min_bet=None if blinds else draw(st.integers(1, 6)),
    )
    seats = [Seat(number, stack=draw(st.integers(1, depth))) for number in numbers]
    if blinds and draw(st.booleans()):
        place = draw(st.integers(0, count - 1))
        seats[place] = replace(seats[place], live_post=stakes.big_blind, dead_post=stakes.small_blind)
    return Setup(
        variant=draw(st.sampled_from(tuple(VARIANTS))),
        seats=tuple(seats),
        button=draw(st.sampled_from((*numbers, 4))),
        stakes=stakes,
        deck=shuffled(draw, DECK),
        betting=draw(st.sampled_from(("no-limit", "pot-limit", "fixed-limit"))),
        cap=draw(st.integers(1, 5)),
        discard_limit=draw(st.sampled_from((None, None, 1, 2, 3, 4, 5, ACE_LIMIT))),
        interim_betting=draw(st.booleans()),
        carried=draw(st.sampled_from((0, 0, 7))),
        first_after_draw=draw(st.sampled_from(("left-of-button", "opener"))),
        passed_out=draw(st.sampled_from(("play", "carry"))),
        table_all_ins=draw(st.booleans()),
        show_ace=draw(st.booleans()),
        dead_small_blind=draw(st.sampled_from((False, False, True))),
    )


def choose(draw: Callable[[st.SearchStrategy], object], hand: Hand) -> tuple:
    """Any legal step: rather one that goes on than one that ends the hand."""
    prompt = hand.prompt
    by = "seat"
    if isinstance(prompt, ShufflePrompt):
        return Shuffled(shuffled(draw, prompt.cards)), by
    number = draw(st.integers(0, 19))
    if number == 19:
        return Leave(draw(st.sampled_from([seat for seat in hand.live if not view_for(hand, None).of(seat).left]))), "leave"
    if number == 18:
        return prompt.default, "clock"
    if isinstance(prompt, BetPrompt):
        if number >= 12 and prompt.raise_from is not None:
            return RaiseTo(
                draw(st.sampled_from((prompt.raise_from, prompt.raise_to)) | st.integers(prompt.raise_from, prompt.raise_to))
            ), by
        if number == 11:
            return Fold(), by
        return (Call() if prompt.to_call else Check()), by
    if isinstance(prompt, DiscardPrompt):
        return (Discard(draw(st.sampled_from(prompt.allowed))) if number < 13 and prompt.allowed else Pass()), by
    assert isinstance(prompt, DrawPrompt)
    cards = prompt.cards[: draw(st.integers(0, 5))] if number < 15 else ()
    try:
        prompt.check(Draw(cards))
    except IllegalAction:
        cards = prompt.cards[:1]
    return Draw(cards), by


def walk(data: st.DataObject, setup: Setup, after: Callable[[Hand], None]) -> Hand:
    hand = Hand(setup)
    after(hand)
    for _ in range(bound(setup)):
        if hand.over:
            return hand
        action, by = choose(data.draw, hand)
        hand = hand.play(action, by)
        after(hand)
    raise AssertionError("the hand does not end")


def bound(setup: Setup) -> int:
    """More steps than any hand of these stakes can have: each raise takes a chip, and each chip is bet once."""
    chips = sum(seat.stack for seat in setup.seats)
    rounds = 2 + 5 * len(setup.seats)
    return rounds * 2 * len(setup.seats) + chips * len(setup.seats)


# What must hold after every step


def chips_are_constant(hand: Hand) -> None:
    """EC-X09; bugs 9, 17, 20, 23: no stack below zero, and all chips where they were, in a stack or in the middle."""
    setup = hand.setup
    total = sum(seat.stack for seat in setup.seats) + setup.carried
    carried = hand.results.carried if hand.results else 0
    assert min(hand.stacks.values()) >= 0
    assert sum(hand.stacks.values()) + hand.pot + carried == total
    view = view_for(hand, None)
    assert view.pot == hand.pot
    assert {seat.seat: seat.stack for seat in view.seats} == hand.stacks
    if not hand.over:
        assert sum(pot.amount for pot in view.pots) + sum(seat.bet for seat in view.seats) == hand.pot


def cards_are_a_deck(hand: Hand) -> None:
    """EC-X10: 52 cards over hands, stub, discards, muck, or the open shuffle; live hands have five but while they discard."""
    where = [*hand.hands.values(), hand.stub, hand.pile, hand.muck]
    lying = [card for cards in where for card in cards]
    assert sorted(lying) == list(DECK)
    if isinstance(hand.prompt, ShufflePrompt):
        assert any(len(held) < 5 and set(hand.stub) <= set(hand.discards[seat]) for seat, held in hand.hands.items())
        assert set(hand.prompt.cards) in (set(hand.muck), set(hand.pile))
    for seat, cards in hand.hands.items():
        thrown = view_for(hand, None).of(seat).thrown
        assert (
            len(cards) == 5
            or (VARIANTS[hand.setup.variant].draws is None and len(cards) == 5 - thrown)
            or isinstance(hand.prompt, ShufflePrompt)
        )


def the_prompt_can_be_answered(hand: Hand) -> None:
    """Its default is legal; who has no chips is never asked to bet (bugs 2, 16, 34); Fold is never the default where checking is free (bug 45)."""
    prompt = hand.prompt
    if prompt is None:
        with pytest.raises(IllegalAction):
            hand.play(Check())
        return
    if isinstance(prompt, ShufflePrompt):
        assert prompt.default is None
        return
    prompt.check(prompt.default)
    seat = view_for(hand, prompt.seat).of(prompt.seat)
    assert not seat.folded
    if isinstance(prompt, BetPrompt):
        assert seat.stack > 0
        assert 0 <= prompt.to_call <= seat.stack
        assert prompt.default == (Fold() if prompt.to_call else Check())
        assert (prompt.raise_from is None) == (prompt.raise_to is None)
        if prompt.raise_from is not None and prompt.raise_to is not None:
            assert seat.bet + prompt.to_call < prompt.raise_from <= prompt.raise_to <= seat.bet + seat.stack
    else:
        assert prompt.cards == view_for(hand, prompt.seat).cards
        assert all(
            view_for(hand, other.seat).prompt.cards == () for other in view_for(hand, None).seats if other.seat != prompt.seat
        )


def the_end_is_fair(hand: Hand) -> None:
    """Folded players are never paid (bug 15), nobody is paid from a pot they did not enter (bug 5), and every pot goes out whole (bugs 9, 30)."""
    results = hand.results
    assert (results is None) == (not hand.over)
    if results is None:
        return
    folded = {seat.seat for seat in view_for(hand, None).seats if seat.folded}
    for pot in results.pots:
        assert sum(pot.winners.values()) == pot.amount > 0
        assert set(pot.winners) <= set(pot.eligible) <= set(hand.live)
        shares = sorted(pot.winners.values())
        assert shares[-1] - shares[0] <= 1
    assert not folded & {*results.shown, *results.mucked}
    start = {seat.number: seat.stack for seat in hand.setup.seats}
    for seat in folded:
        assert hand.stacks[seat] <= start[seat]


@pytest.mark.hypothesis
def test_setups_that_a_walk_starts_from_are_of_every_kind() -> None:
    """The strategy is not lopsided: each option is met."""
    names = (
        "variant",
        "betting",
        "discard_limit",
        "interim_betting",
        "first_after_draw",
        "passed_out",
        "table_all_ins",
        "show_ace",
        "dead_small_blind",
    )
    met: dict[str, set[object]] = {name: set() for name in names}
    counts: set[int] = set()

    @settings(WALKS, max_examples=100)
    @given(setups())
    def meet(setup: Setup) -> None:
        counts.add(len(setup.seats))
        for name in names:
            met[name].add(getattr(setup, name))

    meet()
    assert counts == set(range(2, 9))
    assert {name: len(values) for name, values in met.items()} == dict.fromkeys(names, 2) | {
        "variant": len(VARIANTS),
        "betting": 3,
        "discard_limit": 7,
    }


@WALKS
@given(st.data(), setups())
def test_invariants(data: st.DataObject, setup: Setup) -> None:
    def after(hand: Hand) -> None:
        chips_are_constant(hand)
        cards_are_a_deck(hand)
        the_prompt_can_be_answered(hand)
        the_end_is_fair(hand)

    walk(data, setup, after)


# The pots, reckoned chip by chip


def put_in(hand: Hand) -> tuple[dict[int, int], int]:
    """What each seat put in to be matched and the dead chips, added up from what the table was told."""
    totals = dict.fromkeys(hand.stacks, 0)
    bets = dict.fromkeys(hand.stacks, 0)
    dead = hand.setup.carried
    for event in hand.events:
        match event:
            case BettingOpened(round="interim" | "final"):
                bets = dict.fromkeys(bets, 0)
            case Posted(seat=seat, amount=amount, kind="dead-post" | "big-blind-ante"):
                dead += amount
            case Posted(seat=seat, amount=amount, kind=kind):
                totals[seat] += amount
                bets[seat] += amount if kind != "ante" else 0
            case Called(seat=seat, amount=amount):
                totals[seat] += amount
                bets[seat] += amount
            case Bet(seat=seat, total=total) | Raised(seat=seat, total=total):
                totals[seat] += total - bets[seat]
                bets[seat] = total
            case Returned(seat=seat, amount=amount):
                totals[seat] -= amount
    return totals, dead


def pots_chip_by_chip(totals: dict[int, int], live: tuple[int, ...], dead: int) -> list[tuple[int, tuple[int, ...]]]:
    """D-19: every first chip is played for by who put in a first chip, every second by who put in a second, and so on."""
    pots: list[tuple[int, tuple[int, ...]]] = []
    carried = dead
    for depth in range(1, max(totals.values()) + 1):
        amount = carried + sum(total >= depth for total in totals.values())
        players = tuple(seat for seat in live if totals[seat] >= depth) or pots[-1][1]
        if pots and pots[-1][1] == players:
            pots[-1] = pots[-1][0] + amount, players
        else:
            pots.append((amount, players))
        carried = 0
    return pots


@WALKS
@given(st.data(), setups())
def test_pots_and_winners_by_another_reckoning(data: st.DataObject, setup: Setup) -> None:
    """D-18, D-19, D-23.6; bugs A: pots chip by chip, the best hand by an evaluator of our own, odd chips from the button's left."""
    hand = walk(data, setup, lambda _: None)
    assert hand.results is not None
    totals, dead = put_in(hand)
    start = {seat.number: seat.stack for seat in setup.seats}
    posted_dead = {event.seat: 0 for event in hand.events if isinstance(event, Posted)}
    for event in hand.events:
        if isinstance(event, Posted) and event.kind in ("dead-post", "big-blind-ante"):
            posted_dead[event.seat] += event.amount
    won = dict.fromkeys(hand.stacks, 0)
    for pot in hand.results.pots:
        for seat, chips in pot.winners.items():
            won[seat] += chips
    for seat, stack in hand.stacks.items():
        assert stack == start[seat] - totals[seat] - posted_dead.get(seat, 0) + won[seat]
    if hand.results.carried:
        assert hand.results.carried == sum(totals.values()) + dead
        return
    if len(hand.live) == 1:
        assert [pot.amount for pot in hand.results.pots] == ([sum(totals.values()) + dead] if sum(totals.values()) + dead else [])
        return
    assert [(pot.amount, pot.eligible) for pot in hand.results.pots] == pots_chip_by_chip(totals, hand.live, dead)
    for pot in hand.results.pots:
        values = {seat: worth(hand.hands[seat]) for seat in pot.eligible}
        winners = [seat for seat in pot.eligible if values[seat] == max(values.values())]
        share, odd = divmod(pot.amount, len(winners))
        assert pot.winners == {seat: share + (place < odd) for place, seat in enumerate(winners)}


def worth(cards: tuple[Card, ...]) -> Strength:
    return strength(tuple(card.rank - 2 for card in cards), suited=len({card.suit for card in cards}) == 1)


# Illegal actions

NONSENSE = (None, 0, "fold", (), object(), Fold, ("fold", "seat"), Setup)


def illegal_actions(hand: Hand) -> list[object]:
    """Of every kind: wrong type, wrong card, wrong amount, wrong person, wrong time."""
    prompt = hand.prompt
    wrong: list[object] = [
        *NONSENSE,
        Shuffled(()),
        Leave(99),
        Leave(None),
        Leave(-1),
        Leave(1.0),
        Show(99),
        Show(None),
        RaiseTo(None),
        RaiseTo(2.5),
    ]
    folded = [seat.seat for seat in view_for(hand, None).seats if seat.folded]
    wrong += [Leave(seat) for seat in folded] + [Show(seat) for seat in folded]
    everything = [Fold(), Check(), Call(), Pass(), Draw(()), Discard(hand.setup.deck[0]), RaiseTo(10)]
    wrong += [Show(seat) for seat in hand.live] if not hand.over else [*everything, *map(Leave, hand.stacks)]
    match prompt:
        case BetPrompt():
            wrong += [Pass(), Draw(()), Discard(hand.setup.deck[0]), Check() if prompt.to_call else Call()]
            low, high = prompt.raise_from, prompt.raise_to
            wrong += [RaiseTo(total) for total in (-5, 0, True, 10**30, "9")]
            wrong += (
                [RaiseTo(low - 1), RaiseTo(high + 1)] if low is not None and high is not None else [RaiseTo(prompt.to_call + 1)]
            )
        case DiscardPrompt():
            other = next(card for card in DECK if card not in prompt.cards)
            wrong += [
                Fold(),
                Check(),
                Call(),
                RaiseTo(1),
                Draw(()),
                Draw(prompt.cards[:1]),
                Discard(other),
                Discard(None),
                Discard("2c"),
            ]
            wrong += [Discard(card) for card in prompt.cards if card not in prompt.allowed]
        case DrawPrompt():
            other = next(card for card in DECK if card not in prompt.cards)
            wrong += [
                Fold(),
                Check(),
                Call(),
                RaiseTo(1),
                Pass(),
                Discard(prompt.cards[0]),
                Draw((other,)),
                Draw(prompt.cards[:1] * 2),
            ]
            wrong += [Draw(None), Draw("2c"), Draw((None,)), Draw((*prompt.cards, other))]
            if prompt.limit is not None and prompt.limit != 5:
                wrong.append(Draw(prompt.cards))
        case ShufflePrompt():
            wrong += [
                Fold(),
                Check(),
                Pass(),
                Draw(()),
                Shuffled(prompt.cards[1:]),
                Shuffled((*prompt.cards, prompt.cards[0])),
                Leave(hand.live[0]),
            ]
    return wrong


def unchanged(hand: Hand) -> tuple:
    return hand.prompt, hand.prompt_number, hand.stacks, hand.log, hand.events, hand.results, view_for(hand, None)


@settings(WALKS, max_examples=50)
@given(st.data(), setups())
def test_illegal_actions_change_nothing(data: st.DataObject, setup: Setup) -> None:
    def after(hand: Hand) -> None:
        before = unchanged(hand)
        for action in illegal_actions(hand):
            with pytest.raises(IllegalAction):
                hand.play(action)
        legal = Show(hand.live[0]) if hand.over else hand.prompt.default
        if legal is not None:
            with pytest.raises(IllegalAction):
                hand.play(legal, by="nobody")
        assert unchanged(hand) == before

    walk(data, setup, after)


# Replaying


@settings(WALKS, max_examples=60)
@given(st.data(), setups())
def test_any_prefix_replays_to_the_same_value(data: st.DataObject, setup: Setup) -> None:
    values: list[tuple[Hand, tuple]] = []
    end = walk(
        data,
        setup,
        lambda hand: values.append((hand, (hand.prompt, hand.prompt_number, hand.stacks, hand.events, view_for(hand, None)))),
    )
    for length, (hand, seen) in enumerate(values):
        again = Hand(setup, end.log[:length])
        assert again == hand
        assert hash(again) == hash(hand)
        assert (again.prompt, again.prompt_number, again.stacks, again.events, view_for(again, None)) == seen
        assert (
            hand.prompt,
            hand.prompt_number,
            hand.stacks,
            hand.events,
            view_for(hand, None),
        ) == seen  # an older value keeps its own
    if len(values) > 1:
        assert values[0][0] != end
    assert hand_from_dict(hand_to_dict(end)) == end


@settings(WALKS, max_examples=30)
@given(st.data(), setups())
def test_an_older_value_goes_another_way(data: st.DataObject, setup: Setup) -> None:
    """Values share their script while one follows the other; a branch from an older one must not disturb the newest."""
    values: list[Hand] = []
    end = walk(data, setup, values.append)
    older = values[data.draw(st.integers(0, len(values) - 1))]
    before = unchanged(end)
    branch = older
    while branch.prompt is not None:
        default = branch.prompt.default
        branch = branch.play(Shuffled(branch.prompt.cards) if default is None else default, by="clock")
    assert unchanged(end) == before
    assert Hand(setup, branch.log) == branch
    assert unchanged(Hand(setup, branch.log)) == unchanged(branch)


# What a seat cannot see


def known_cards(hand: Hand, seat: int) -> set[Card]:
    """What a seat has seen, reckoned from the log, the deal and the events, not from its view: its own cards and what was turned up."""
    known = set(hand.hands.get(seat, ()))
    played = Hand(hand.setup)
    for action, by in hand.log:
        prompt = played.prompt
        known.update(played.hands.get(seat, ()))
        if prompt is not None and prompt.seat == seat and isinstance(action, Discard):
            known.add(action.card)
        after = played.play(action, by)
        known.update(after.hands.get(seat, ()))
        played = after
    for event in hand.events:
        if isinstance(event, TurnedUp):
            known.update(card for cards in event.discards.values() for card in cards)
        if isinstance(event, AceShown):
            known.add(event.card)
    return known


@settings(WALKS, max_examples=150)
@given(st.data(), setups(most_seats=5))
def test_no_seat_can_tell_two_decks_apart_that_differ_in_what_it_cannot_see(data: st.DataObject, setup: Setup) -> None:
    """The cards that a seat has not seen change places: other hands, the stub, unrevealed discards. Its view and its events must not."""
    steps = data.draw(st.integers(0, 60))
    hand = Hand(setup)
    while not hand.over and len(hand.log) < steps:
        action, by = choose(data.draw, hand)
        following = hand.play(action, by)
        if isinstance(following.prompt, ShufflePrompt) or (following.results and following.results.shown):
            break
        hand = following
    eyes = data.draw(st.sampled_from([*hand.stacks, None]))
    known = known_cards(hand, eyes) if eyes is not None else known_cards(hand, -1)
    unseen = [card for card in DECK if card not in known]
    moved = dict(zip(unseen, shuffled(data.draw, unseen), strict=True))
    deck = tuple(moved.get(card, card) for card in setup.deck)
    try:
        other = Hand(replace(setup, deck=deck), [(moved_action(action, moved), by) for action, by in hand.log])
    except IllegalAction:
        assert setup.discard_limit == ACE_LIMIT  # the ace that was kept is no ace now
        return
    assert view_for(other, eyes) == view_for(hand, eyes)
    assert view_for(other, eyes).events == view_for(hand, eyes).events
    public = [event for event in hand.events if event.audience in (None, eyes)]
    assert public == [event for event in other.events if event.audience in (None, eyes)]


def moved_action(action: object, moved: dict[Card, Card]) -> object:
    match action:
        case Discard(card):
            return Discard(moved.get(card, card))
        case Draw(cards):
            return Draw(tuple(moved.get(card, card) for card in cards))
    return action
