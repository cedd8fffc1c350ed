"""What a dealt-in person can press, each in a transaction at the table.

`Tables` says what each promises and raises.
"""

from dataclasses import replace

from bot.engine import Show, view_for
from bot.tables.errors import AlreadyPlayed, NothingToDo, NotSeated, NotYourTurn, StalePress
from bot.tables.hands.play import Answer, resolved
from bot.tables.hands.pre_actions import possible_pre_actions, price_of
from bot.tables.seats.steps import Step
from bot.tables.state import LiveHand, PlayedAction
from bot.tables.storage import rows
from bot.tables.transaction import TableTransaction
from bot.tables.views import PreAction


async def act(tx: TableTransaction, hand_id: int, prompt_number: int, user_id: int, answer: Answer) -> None:
    """Answer the open prompt."""
    live = _current(tx.state.live, hand_id)
    seat = _asked_seat(live, prompt_number, user_id)
    prompt = live.hand.prompt
    assert prompt is not None
    action = resolved(answer, prompt)  # type: ignore[arg-type]  # a seat is asked, so this is no shuffle
    await tx.play(action, "seat", answered=(prompt_number, seat))


async def set_pre_action(tx: TableTransaction, hand_id: int, user_id: int, chosen: PreAction | None) -> None:
    """Choose an action ahead of one's turn, in place of any other; None takes it back."""
    live = _current(tx.state.live, hand_id)
    seat = _seat(live, user_id)
    pre_actions = {other: kept for other, kept in live.pre_actions.items() if other != seat}
    if chosen is not None:
        _check_pre_action(live, seat, chosen)
        pre_actions[seat] = chosen
    changed = replace(live, pre_actions=pre_actions)
    async with tx.unit_of_work() as uow:
        await rows.save_pre_actions(uow.t, tx.table, live, changed)
        await uow.take(Step(replace(uow.state, live=changed)))


def _check_pre_action(live: LiveHand, seat: int, chosen: PreAction) -> None:
    view = view_for(live.hand, seat)
    if chosen.what not in possible_pre_actions(view, seat):
        raise NothingToDo("prepare.not-now")
    if chosen.price != price_of(live, seat):
        raise StalePress("prepare.price-changed")
    if chosen.what == "discard" and (chosen.position is None or not 0 <= chosen.position < len(view.cards)):
        raise NothingToDo("prepare.no-such-card")


async def show_cards(tx: TableTransaction, hand_id: int, user_id: int) -> None:
    """Turn one's cards up after the hand."""
    live = _current(tx.state.live, hand_id)
    show = Show(_seat(live, user_id))
    shown = replace(live, hand=live.hand.play(show, by="seat"))
    async with tx.unit_of_work() as uow:
        row = rows.action_row(tx.table, live.id, PlayedAction(live.hand.length, show, "seat"), tx.clock.now())
        await uow.t.hands.act(row)
        await uow.take(Step(replace(uow.state, live=shown)))


def _current(live: LiveHand | None, hand_id: int) -> LiveHand:
    if live is None or live.id != hand_id:
        raise StalePress("press.old-hand")
    return live


def _seat(live: LiveHand, user_id: int) -> int:
    seat = live.seat_of(user_id)
    if seat is None:
        raise NotSeated("seat.not-dealt-in")
    return seat


def _asked_seat(live: LiveHand, prompt_number: int, user_id: int) -> int:
    """The presser's seat, if it is asked just this."""
    seat = _seat(live, user_id)
    if not live.running:
        raise StalePress("press.hand-over")
    if live.answered == (prompt_number, seat):
        raise AlreadyPlayed
    if live.prompt_seat != seat:
        asked = None if live.prompt_seat is None else live.players.get(live.prompt_seat)
        raise NotYourTurn(name=asked.name if asked else "")
    if prompt_number != live.hand.prompt_number:
        raise StalePress
    return seat
