"""What people do with their seats, as pure steps: from a state and a wish to a new state and the transfers that go with it."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.store import Transfer
from bot.tables.errors import AlreadySeated, BadBuyIn, NotAllowed, NothingToDo, NotSeated, TableFull, TooFewChips
from bot.tables.options import TableRules
from bot.tables.seats import rotation
from bot.tables.seats.sitters import Leaver, Sitter, first_free, leaver_of
from bot.tables.state import State
from bot.tables.storage.transfers import Transfers
from bot.tables.views import Notice, Player


@dataclass(frozen=True, slots=True)
class Step:
    """One change that is not saved yet: the table after it, the chips that move with it, and what the channel is told.

    `gone` are those who left with their chips. Who comes back within an hour must bring as much.
    """

    state: State
    transfers: Sequence[Transfer] = ()
    notices: tuple[Notice, ...] = ()
    gone: tuple[Sitter, ...] = ()


def join(state: State, person: Player, transfers: Transfers, *, bankroll: int, buy_in: int | None, left_with: int = 0) -> Step:
    """Seat a person at the seat that they gave up, else at the lowest free one. Newcomers owe no blinds, returning players what they missed (D-29).

    `buy_in` None takes the table's usual buy-in, or the whole bankroll if that is less but enough. Who comes back brings at least
    `left_with`, as far as they have it. Who was about to leave stays after all, unless the host told them to go.
    Raises `AlreadySeated`, `NotAllowed`, `TableFull`, `BadBuyIn`, `TooFewChips`.
    """
    mine = state.sitter_of(person.id)
    if mine is not None and mine.kicked:
        raise NotAllowed("seat.kicked")
    if mine is not None and mine.status == "leaving":
        return Step(state.with_sitter(replace(mine, status="ready")))
    if mine is not None:
        raise AlreadySeated(seat=mine.seat)
    left = leaver_of(state.leavers, digest(person.id, transfers))
    seat = _seat_for(left, state)
    if seat is None:
        raise TableFull(seats=state.agreed.seats)
    chips = _buy_in(state.agreed, bankroll, buy_in, left_with)
    sitter = Sitter(seat, person, chips, time_bank_seconds=state.agreed.time_bank_seconds)
    if left is not None:
        sitter = rotation.returned(sitter, left, state.blinds)
        state = replace(state, leavers=tuple(one for one in state.leavers if one is not left))
    return Step(state.with_sitter(sitter), [transfers.buy_in(sitter, chips)])


def _seat_for(left: Leaver | None, state: State) -> int | None:
    """The free seat for somebody who sits down; those dealt in to a running hand keep theirs until it ends."""
    kept = state.running.players if state.running else ()
    if left is not None and left.seat not in kept and left.seat < state.agreed.seats and state.sitter_at(left.seat) is None:
        return left.seat
    return first_free(state.sitters, state.agreed.seats, kept)


def digest(user_id: int, transfers: Transfers) -> str:
    """The mark by which a table remembers somebody who left: it does not keep their id."""
    return hashlib.blake2b(f"{transfers.guild_id}:{transfers.table_id}:{user_id}".encode(), digest_size=12).hexdigest()


def vacate(state: State, sitter: Sitter, transfers: Transfers) -> Step:
    """Empty a seat and pay its chips out. Which blinds its owner owes is remembered for as long as the table is open (D-29)."""
    state = state.without_seat(sitter.seat)
    if not sitter.player.house:
        left = Leaver(digest(sitter.player.id, transfers), sitter.seat, sitter.missed_big, sitter.missed_small)
        state = replace(state, leavers=(*state.leavers, left))
    return Step(state, transfers.cash_out(sitter), gone=(sitter,))


def _buy_in(rules: TableRules, bankroll: int, wished: int | None, left_with: int) -> int:
    least, most = rules.least_buy_in, max(rules.buy_in, min(left_with, bankroll))
    if bankroll < least:
        raise TooFewChips(needed=least, bankroll=bankroll)
    chips = min(max(rules.buy_in, left_with), bankroll) if wished is None else wished
    least = max(least, min(left_with, bankroll))
    if not least <= chips <= most:
        most = min(most, bankroll)
        raise BadBuyIn("chips.exact-buy-in" if least == most else None, least=least, most=most)
    if chips > bankroll:
        raise TooFewChips(needed=chips, bankroll=bankroll)
    return chips


def leave(state: State, user_id: int, transfers: Transfers) -> Step:
    """Give up a seat: at once if its chips are in no hand, else when the hand is over. Raises `NotSeated`."""
    mine = seated(state, user_id)
    if state.running and mine.seat in state.running.players:
        return _hosted(Step(state.with_sitter(replace(mine, status="leaving"))))
    return _hosted(vacate(state, mine, transfers))


def away(state: State, user_id: int) -> Step:
    """Sit out from the next hand (D-29). Raises `NotSeated`, `NothingToDo`."""
    mine = seated(state, user_id)
    if mine.status != "ready":
        raise NothingToDo("seat.away-already")
    return Step(state.with_sitter(replace(mine, status="away")))


def back(state: State, user_id: int, *, post: bool) -> Step:
    """Come back, waiting for the big blind, or posting what was missed (D-29). Raises `NotSeated`, `NothingToDo`."""
    mine = seated(state, user_id)
    if mine.status == "ready" and mine.posts == post:
        raise NothingToDo("seat.back-already")
    return Step(state.with_sitter(replace(mine, status="ready", posts=post, timeouts=0)))


def is_in_hand(state: State, sitter: Sitter) -> bool:
    """Whether this seat was dealt in to the running hand."""
    return state.running is not None and sitter.seat in state.running.players


def room_for(state: State, sitter: Sitter) -> int:
    """The most chips that this seat can add, up to the table's buy-in; during a hand as if it lost its stack. Raises `NothingToDo`."""
    room = state.agreed.buy_in if is_in_hand(state, sitter) else state.agreed.buy_in - sitter.stack
    if room <= 0:
        raise NothingToDo("chips.full-stack", most=state.agreed.buy_in)
    return room


def top_up(state: State, user_id: int, amount: int | None, transfers: Transfers, *, bankroll: int) -> Step:
    """Add chips up to the table's buy-in, now or, while one is in a hand, when it is over (D-30).

    `amount` None adds as much as the table allows and the bankroll holds. Raises `NotSeated`, `NothingToDo`, `BadBuyIn`, `TooFewChips`.
    """
    mine = seated(state, user_id)
    room = room_for(state, mine)
    if bankroll <= 0:
        raise TooFewChips(needed=1, bankroll=bankroll)
    chips = min(room, bankroll) if amount is None else amount
    if not 0 < chips <= room:
        raise BadBuyIn("chips.bad-top-up", least=1, most=min(room, bankroll))
    if chips > bankroll:
        raise TooFewChips(needed=chips, bankroll=bankroll)
    if is_in_hand(state, mine):
        return Step(state.with_sitter(replace(mine, top_up=chips)))
    return Step(state.with_sitter(_bought(mine, chips)), [transfers.buy_in(mine, chips)])


def _bought(sitter: Sitter, chips: int) -> Sitter:
    return replace(sitter, stack=sitter.stack + chips, top_up=0)


def kick(state: State, actor_id: int, user_id: int, transfers: Transfers) -> Step:
    """The host asks somebody to leave: after the hand, and with all their chips. Raises `NotSeated`, `NotAllowed`."""
    target = state.sitter_of(user_id)
    if target is None or target.status == "leaving":
        raise NotSeated("seat.not-there")
    if user_id == actor_id or target.player.house:
        raise NotAllowed("table.kick-whom")
    step = leave(state.with_sitter(replace(target, kicked=True)), user_id, transfers)
    return replace(step, notices=(Notice("notice.kicked", {"name": target.player.name}), *step.notices))


def seat_house(state: State, wanted: int, names: Sequence[str], transfers: Transfers) -> Step:
    """Let the house play at `wanted` seats, between hands. The table is a practice table from then on: everybody plays with chips of the house.

    Raises `TableFull` where fewer seats are free.
    """
    there = [sitter for sitter in state.sitters if sitter.player.house]
    free = state.agreed.seats - len(state.sitters)
    if wanted - len(there) > free:
        room = free + len(there)
        raise TableFull("table.house-full", count=room) if room else TableFull(seats=state.agreed.seats)
    moved: list[Transfer] = []
    if wanted and not state.practice:
        state, moved = _practised(state, transfers)
        transfers = replace(transfers, practice=True)
    for sitter in there[wanted:]:
        state, moved = state.without_seat(sitter.seat), [*moved, *transfers.cash_out(sitter)]
    for number in _free_numbers(there, wanted):
        seat = first_free(state.sitters, state.agreed.seats)
        assert seat is not None
        player = Player(-number, names[(number - 1) % len(names)], house=True)
        sitter = Sitter(seat, player, state.agreed.buy_in)
        state = state.with_sitter(sitter)
        moved.append(transfers.buy_in(sitter, sitter.stack))
    return Step(replace(state, house_wanted=None), moved)


def _free_numbers(there: Sequence[Sitter], wanted: int) -> list[int]:
    """The numbers of the house players to seat: the lowest that are not here yet, so that no name is seated twice."""
    taken = {-sitter.player.id for sitter in there}
    free = (number for number in range(1, wanted + len(taken) + 1) if number not in taken)
    return [number for number, _ in zip(free, range(wanted - len(there)), strict=False)]


def _practised(state: State, transfers: Transfers) -> tuple[State, list[Transfer]]:
    """Turn a table of real chips into a practice table: everybody gets their own chips back, and as many from the house."""
    house = replace(transfers, practice=True, cause=f"{transfers.cause}:practice")
    cleared = clear_out(state, transfers)
    given = [house.buy_in(sitter, sitter.stack) for sitter in state.sitters if sitter.stack]
    return replace(state, practice=True, carried=()), [*cleared.transfers, *given]


def clear_out(state: State, transfers: Transfers) -> Step:
    """Pay everybody out and close. A passed-out pot that waited for the next hand goes back to those who put it in."""
    moved = [transfer for sitter in state.sitters for transfer in transfers.cash_out(sitter)]
    moved += transfers.carried_pot(state.carried)
    return Step(replace(state, sitters=(), carried=(), leavers=(), status="closed"), moved)


def seated(state: State, user_id: int) -> Sitter:
    """The seat of this person; raises `NotSeated`."""
    mine = state.sitter_of(user_id)
    if mine is None or mine.status == "leaving":
        raise NotSeated
    return mine


def _hosted(step: Step) -> Step:
    """Make the next person host once the host leaves, and say so."""
    staying = [sitter for sitter in step.state.people if sitter.status != "leaving"]
    if any(sitter.player.id == step.state.host.id for sitter in staying) or not staying:
        return step
    return _host(step, staying[0].player)


def _host(step: Step, player: Player) -> Step:
    notice = Notice("notice.host", {"name": player.name})
    return replace(step, state=replace(step.state, host=player), notices=(*step.notices, notice))


def hand_over(state: State, user_id: int) -> Step:
    """Make somebody who sits here the host. Raises `NotSeated`, `NotAllowed` for the house, `NothingToDo` for who hosts already."""
    sitter = state.sitter_of(user_id)
    if sitter is None or sitter.status == "leaving":
        raise NotSeated("seat.not-there")
    if sitter.player.house:
        raise NotAllowed("table.host-whom")
    if user_id == state.host.id:
        raise NothingToDo("table.host-already", name=sitter.player.name)
    return _host(Step(state), sitter.player)


def require_host(state: State, actor_id: int, *, manager: bool) -> None:
    """Raise `NotAllowed` for anybody but the host and the server's managers."""
    if not manager and state.host.id != actor_id:
        raise NotAllowed("table.host-only", name=state.host.name)
