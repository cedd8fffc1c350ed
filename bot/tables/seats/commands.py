"""What a person does with a seat, and a host with the seats of others, each in a transaction at the table.

`Tables` says what each promises and raises.
"""

import logging
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta

from bot.engine import Leave
from bot.house import HOUSE_NAMES
from bot.tables.errors import BadWords, NotAllowed, NothingToDo, NotSeated, StalePress, TooManyTables
from bot.tables.seals import MOST_WORDS, CutWords, are_words, with_words
from bot.tables.seats import steps
from bot.tables.seats.steps import Step
from bot.tables.servers import Servers
from bot.tables.transaction import TableTransaction, UnitOfWork
from bot.tables.views import Player

log = logging.getLogger(__name__)


async def join(tx: TableTransaction, servers: Servers, person: Player, buy_in: int | None) -> None:
    """Seat a person at an open table."""
    if tx.state.status == "stopping":
        raise NotAllowed("table.stopping-already")
    async with tx.unit_of_work() as uow:
        await sit_down(uow, servers, person, buy_in)


async def sit_down(uow: UnitOfWork, servers: Servers, person: Player, buy_in: int | None) -> None:
    """Seat a person with chips from their bankroll, or from the house at a practice table. Raises what `steps.join` raises, and `TooManyTables`."""
    table = uow.tx.table
    if uow.state.sitter_of(person.id) is None:
        await _check_tables_of(uow, person.id)
    if uow.state.practice:
        bankroll, left_with = uow.state.agreed.buy_in, 0
    else:
        await servers.first_chips(uow.t, table.guild_id, person)
        bankroll = await uow.bankroll(person.id)
        left_with = await _left_with(uow, person.id)
    await uow.take(steps.join(uow.state, person, uow.transfers, bankroll=bankroll, buy_in=buy_in, left_with=left_with))


async def _check_tables_of(uow: UnitOfWork, user_id: int) -> None:
    # The store is asked, inside the transaction: those come one after the other, while each table's memory knows only its own seats.
    most = uow.tx.policy.tables_a_person
    if await uow.t.tables.sits_at(uow.tx.table.guild_id, user_id) >= most:
        raise TooManyTables("seat.limit", most=most)


async def _left_with(uow: UnitOfWork, user_id: int) -> int:
    """The chips that somebody left this table with within the last hour; 0 for anybody else."""
    departure = await uow.t.tables.left(uow.tx.table.id, user_id)
    remembered = timedelta(minutes=uow.tx.policy.remembered_minutes)
    if departure is None or not isinstance(departure.at, datetime):  # the moment may be damaged in the file
        return 0
    # A departure may lie ahead of now, if the clock was set back.
    if abs(uow.tx.clock.now() - departure.at) > remembered:
        return 0
    return departure.chips


async def leave(tx: TableTransaction, user_id: int) -> None:
    """Give up the seat."""
    leaves = steps.leave(tx.state, user_id, tx.transfers)
    live = tx.state.running
    seat = live.seat_of(user_id) if live is not None else None
    if live is not None and seat is not None and live.can_leave(seat):
        await tx.play(Leave(seat), "leave", first=leaves)
        return
    async with tx.unit_of_work() as uow:
        await _get_up(uow, leaves)


async def _get_up(uow: UnitOfWork, step: Step) -> None:
    """Take the step by which somebody goes; between hands the table closes with the last person."""
    await uow.take(step)
    if uow.state.running is None and not uow.state.people:
        await uow.close()


async def away(tx: TableTransaction, user_id: int) -> None:
    """Sit out."""
    await tx.save(steps.away(tx.state, user_id))


async def back(tx: TableTransaction, user_id: int, *, post: bool) -> None:
    """Come back."""
    await tx.save(steps.back(tx.state, user_id, post=post))


async def top_up(tx: TableTransaction, user_id: int, amount: int | None) -> None:
    """Add chips. The same press once more is no error: it adds none."""
    with suppress(StalePress):
        async with tx.unit_of_work() as uow:
            bankroll = await uow.bankroll(user_id)
            await uow.take(steps.top_up(uow.state, user_id, amount, uow.transfers, bankroll=bankroll))


async def grant_rebuy(tx: TableTransaction, manager_id: int, user_id: int) -> None:
    """Give somebody who sits here chips from the house, and add them to the stack; booked like any other grant."""
    async with tx.unit_of_work() as uow:
        mine = uow.state.sitter_of(user_id)
        if mine is None or mine.status == "leaving":
            raise NotSeated("seat.not-there")
        chips = steps.room_for(uow.state, mine)
        if not uow.state.practice:
            await uow.book(uow.transfers.grant(mine, chips, note=f"rebuy at table {uow.tx.table.id}, by {manager_id}"))
        bankroll = await uow.bankroll(user_id)
        await uow.take(steps.top_up(uow.state, user_id, chips, uow.transfers, bankroll=bankroll))
    log.info("table %d: %d granted %d a rebuy of %d chips", uow.tx.table.id, manager_id, user_id, chips)


async def seat_house(tx: TableTransaction, user_id: int, count: int, *, manager: bool) -> None:
    """Let the house play at `count` seats, from the next hand on."""
    state = tx.state
    steps.seated(state, user_id)
    if state.hands and not state.practice:
        steps.require_host(state, user_id, manager=manager)
    step = steps.seat_house(state, count, HOUSE_NAMES, tx.transfers)
    # During a hand it is only found possible: the seats are taken when the hand is over.
    await tx.save(Step(replace(state, house_wanted=count)) if state.running else step)


async def hand_over(tx: TableTransaction, actor_id: int, user_id: int, *, manager: bool) -> None:
    """Make somebody else the host."""
    steps.require_host(tx.state, actor_id, manager=manager)
    await tx.save(steps.hand_over(tx.state, user_id))


async def kick(tx: TableTransaction, actor_id: int, user_id: int, *, manager: bool) -> None:
    """Tell somebody to go."""
    steps.require_host(tx.state, actor_id, manager=manager)
    async with tx.unit_of_work() as uow:
        await _get_up(uow, steps.kick(uow.state, actor_id, user_id, uow.transfers))


async def cut(tx: TableTransaction, user_id: int, text: str) -> None:
    """Take somebody's words. They close when the hand before ends, so that everybody can see who cut last before the next is dealt."""
    state, seal, now = tx.state, tx.state.seal, tx.clock.now()
    mine = steps.seated(state, user_id)
    if seal is None:
        raise NothingToDo("cut.no-seal")
    if seal.posted_at is None:
        raise NothingToDo("cut.not-posted")
    if not are_words(text):
        raise BadWords(most=MOST_WORDS)
    next_hand = state.hands + 1
    first = next_hand if state.running or not state.hands else next_hand + 1
    if first > seal.last_hand:
        raise NothingToDo("cut.seal-ends")
    given = CutWords(text, max(now, seal.posted_at), seal.number, first)  # the clock may have been set back since
    await tx.save(Step(state.with_sitter(replace(mine, cuts=with_words(mine.cuts, given, next_hand)))))
