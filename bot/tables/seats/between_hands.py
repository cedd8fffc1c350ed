"""What happens between two hands, as pure steps: chips are settled, leavers go, top-ups come, the house takes its seats, the next hand is set up."""

from collections.abc import Iterator
from dataclasses import replace

from bot.engine import Card, Hand, Seat
from bot.house import HOUSE_NAMES
from bot.tables.dealer import Dealer
from bot.tables.options import DEALERS_CHOICE
from bot.tables.policy import Policy
from bot.tables.seals import SealedDeal, counting
from bot.tables.seats import rotation, steps
from bot.tables.seats.rotation import Deal
from bot.tables.seats.sitters import Blinds, Sitter
from bot.tables.seats.steps import Step
from bot.tables.state import LiveHand, State
from bot.tables.storage.transfers import Transfers
from bot.tables.views import Notice, Waiting


def settle(state: State, transfers: Transfers, policy: Policy) -> Step:
    """Move the finished hand's chips from losers to winners and update every stack. A passed-out pot waits for the next hand (D-22)."""
    live = state.live
    assert live is not None
    assert live.hand.results is not None
    net = net_of(live, state)
    sitters = tuple(_after(sitter, live, state, policy) for sitter in state.sitters)
    carried = carried_by(live, state) if live.hand.results.carried else ()
    return Step(replace(state, sitters=sitters, carried=carried), transfers.hand_result(net, live.id))


def _after(sitter: Sitter, live: LiveHand, state: State, policy: Policy) -> Sitter:
    if sitter.seat not in live.players:
        return sitter
    idle = sitter.timeouts >= policy.timeouts_until_away and sitter.status == "ready"
    bank = min(state.rules.time_bank_seconds, sitter.time_bank_seconds + policy.bank_refill_seconds)
    return replace(sitter, stack=live.hand.stacks[sitter.seat], time_bank_seconds=bank, status="away" if idle else sitter.status)


def net_of(live: LiveHand, state: State) -> dict[int, int]:
    """What each dealt-in player won or lost in a finished hand, by user id, in chips."""
    by_seat = {sitter.seat: sitter for sitter in state.sitters}
    return {player.id: live.hand.stacks[seat] - by_seat[seat].stack for seat, player in live.players.items()}


def carried_by(live: LiveHand, state: State) -> tuple[tuple[int, int], ...]:
    """Who put how much into a passed-out pot, earlier carried chips included: they get it back if the table closes."""
    parts = dict(state.carried)
    for user_id, net in net_of(live, state).items():
        parts[user_id] = parts.get(user_id, 0) - net
    return tuple((user_id, chips) for user_id, chips in parts.items() if chips > 0)


def departures(state: State, transfers: Transfers) -> Iterator[Step]:
    """Pay out those who were leaving, one step each."""
    for sitter in state.sitters:
        if sitter.status == "leaving":
            step = steps.vacate(state, sitter, transfers)
            state = step.state
            yield step


def topping_up(state: State) -> list[Sitter]:
    """Those who have queued a top-up (D-30)."""
    return [sitter for sitter in state.sitters if sitter.top_up]


def top_up(state: State, sitter: Sitter, transfers: Transfers, *, bankroll: int) -> Step:
    """Carry out a queued top-up, as far as the table's buy-in and the bankroll still allow."""
    chips = max(0, min(sitter.top_up, state.agreed.buy_in - sitter.stack, bankroll))
    sitter = replace(sitter, top_up=0, stack=sitter.stack + chips)
    return Step(state.with_sitter(sitter), [transfers.buy_in(sitter, chips)] if chips else [])


def house_after(state: State, transfers: Transfers) -> Step:
    """Seat or remove house players as was asked for during the hand, and let those of them who are broke buy in again."""
    step = Step(state)
    if state.house_wanted is not None:
        free = state.agreed.seats - len(state.people)
        step = steps.seat_house(state, min(state.house_wanted, free), HOUSE_NAMES, transfers)
    moved = list(step.transfers)
    state = step.state
    for sitter in state.sitters:
        if sitter.player.house and sitter.stack == 0:
            state = state.with_sitter(replace(sitter, stack=state.agreed.buy_in))
            moved.append(transfers.buy_in(sitter, state.agreed.buy_in))
    return Step(state, moved)


def closes(state: State) -> bool:
    """Whether the table closes now: it was told to, or nobody but the house is left."""
    return state.status == "stopping" or not state.people


def next_deal(state: State, dealer: Dealer, drawn: int | None = None) -> Deal | None:
    """Who plays the next hand, or None while it cannot be dealt: two must be ready, and one of them a person.

    The first button is drawn by chance (D-4); `drawn` is the seat that was drawn already, because it was asked to choose the game.
    """
    able = [sitter.seat for sitter in state.sitters if sitter.can_play]
    if not able or all(sitter.player.house for sitter in state.sitters if sitter.can_play):
        return None
    last = state.blinds or Blinds((dealer.one_of(able) if drawn is None else drawn) - 1)
    return rotation.next_deal(state.sitters, state.agreed, last)


def waiting(state: State) -> Waiting | None:
    """Why no hand can be dealt; None where one can."""
    able = [sitter for sitter in state.sitters if sitter.can_play]
    if state.status == "paused":
        return "paused"
    if len(able) < 2:
        return "players"
    return "people" if all(sitter.player.house for sitter in able) else None


def dealt_state(state: State, deal: Deal) -> State:
    """The table at the moment of the deal: changed rules take effect, the blinds have moved."""
    return replace(
        state,
        rules=state.agreed,
        next_rules=None,
        sitters=deal.sitters,
        blinds=deal.blinds,
        leavers=rotation.passed(state.leavers, state.blinds, deal.blinds),
        hands=state.hands + 1,
    )


def sealed_deal(state: State, deal: Deal) -> SealedDeal | None:
    """How the hand is dealt from the table's seal, which covers it, with the words of whoever is dealt in; None at a table without one."""
    seal = state.seal
    if seal is None:
        return None
    said = {sitter.seat: counting(sitter.cuts, seal.number, state.hands) for sitter in deal.sitters if sitter.seat in deal.posts}
    return SealedDeal(seal, state.hands - seal.first_hand, {seat: words for seat, words in said.items() if words is not None})


def rising(state: State) -> Step | None:
    """Doubled blinds for the next hand, announced while the last one at the old blinds is played (D-34); None where they stay."""
    every = state.rules.blinds_rise
    if not every or state.hands % every or state.next_rules is not None:
        return None
    rules = state.rules.raised()
    if rules is None:
        return None
    return Step(
        replace(state, next_rules=rules),
        notices=(Notice("notice.blinds-rise", {"small": rules.small_blind, "big": rules.big_blind}),),
    )


def new_hand(state: State, deal: Deal, variant: str, deck: tuple[Card, ...]) -> Hand:
    """The hand itself, from this deck. Raises `InvalidSetup`."""
    dealt_in = [sitter for sitter in deal.sitters if sitter.seat in deal.posts]
    seats = tuple(Seat(sitter.seat, sitter.stack, *deal.posts[sitter.seat]) for sitter in dealt_in)
    carried, dead = state.carried_chips, deal.dead_small_blind
    return Hand(state.rules.setup(variant, seats, deal.blinds.button, deck, carried, dead_small_blind=dead))


def chooses(state: State) -> bool:
    """Whether the button picks the variant before each deal."""
    return state.agreed.variant == DEALERS_CHOICE


def awaits_choice(state: State, chooser: int) -> bool:
    """Whether the next hand still waits for this seat's choice: a pause, another game or an empty seat ends it."""
    sitter = state.sitter_at(chooser)
    playable = state.status == "open" and waiting(state) is None
    return playable and chooses(state) and sitter is not None and sitter.can_play
