"""How somebody stands at a table, as far as a private message must show it: pure, and made of what everybody may see."""

from dataclasses import dataclass
from typing import Literal

from bot.render import clock_actions
from bot.tables import RunningHand, SeatStatus, TableView


@dataclass(frozen=True, slots=True)
class Standing:
    """What a private message is about. `number` tells prompts of a hand apart, or how often the clock has acted for the seat.

    gone: without a seat; seated: not dealt in; playing: in the hand, with nothing that must be told; asked: it is their turn;
    timed-out: the clock has acted for them; out: folded; all-in: with all chips in the pot; over: the hand has ended.
    """

    kind: Literal["gone", "seated", "playing", "asked", "timed-out", "out", "all-in", "over"]
    status: SeatStatus | None = None
    hand_id: int = 0
    number: int = 0


GONE = Standing("gone")


def standing_of(view: TableView, user_id: int) -> Standing:
    """How this person stands there now."""
    seated = view.seat_of(user_id)
    if seated is None:
        return GONE
    hand = view.hand
    player = hand.players.get(seated.seat) if hand is not None else None
    if hand is None or player is None or player.id != user_id:
        return Standing("seated", seated.status)
    return _in_hand(hand, seated.seat, seated.status)


def _in_hand(hand: RunningHand, seat: int, status: SeatStatus) -> Standing:
    mine = hand.view.of(seat)
    if hand.view.over:
        return Standing("over", status, hand.hand_id)
    if hand.prompt_seat == seat:
        return Standing("asked", status, hand.hand_id, hand.prompt_number)
    if mine.folded:
        return Standing("out", status, hand.hand_id)
    if by_clock := clock_actions(hand.view, seat):
        return Standing("timed-out", status, hand.hand_id, by_clock)
    return Standing("all-in" if mine.all_in else "playing", status, hand.hand_id)


def must_be_shown(now: Standing, shown: Standing | None) -> bool:
    """Whether a message that shows `shown` (None: nobody knows) would say what is not so any more, or offer what cannot be done.

    Somebody who has acted on the table's message, and plays on, needs no other message for it.
    """
    if now.kind == "playing":
        return shown is not None and (shown.kind == "gone" or shown.status != now.status)
    return now != shown
