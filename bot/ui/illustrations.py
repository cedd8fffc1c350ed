"""Pictures beside the text: painted in a thread, and left out rather than waited for when they fail."""

import asyncio
import logging
from collections.abc import Callable, Hashable
from typing import TypeVar

from bot.engine import TurnedUp
from bot.render import Picture, newest_reveal, reveal_picture, showdown_picture, speech
from bot.tables import RunningHand, TableView

log = logging.getLogger(__name__)

Subject = TypeVar("Subject")

MOST_ROUNDS = 2
"""From the next round of discards on a picture only makes the channel longer where more than four play."""


async def painted(paint: Callable[[Subject], Picture | None], subject: Subject) -> Picture | None:
    """The picture of this subject, made outside the event loop; None where there is none, or it can't be made."""
    try:
        return await asyncio.to_thread(paint, subject)
    except Exception:
        log.exception("no picture of a %s", type(subject).__name__)
        return None


class Illustrations:
    """The picture of what is new at each table: the hands shown at the end, or the discards turned up last."""

    def __init__(self) -> None:
        self._painted: dict[int, tuple[Hashable, Picture | None]] = {}

    async def paint(self, view: TableView) -> None:
        """Have this view's picture ready, if there is to be one."""
        key = _key(view)
        if key is None or view.hand is None or self._known(view.table_id) == key:
            return
        if view.hand.view.over:
            say = speech(view.locale)
            picture = await painted(lambda hand: showdown_picture(hand, say), view.hand)
        else:
            event = newest_reveal(view.hand.view)
            picture = await painted(reveal_picture, event) if event is not None else None
        self._painted[view.table_id] = (key, picture)

    def of(self, view: TableView) -> Picture | None:
        """This view's picture, where it has been painted."""
        key = _key(view)
        return self._painted[view.table_id][1] if key is not None and self._known(view.table_id) == key else None

    def give_up(self, table_id: int) -> None:
        """Do without the picture that was painted last: Discord has not taken it."""
        if table_id in self._painted:
            self._painted[table_id] = (self._painted[table_id][0], None)

    def forget(self, table_id: int) -> None:
        """Keep nothing of this table."""
        self._painted.pop(table_id, None)

    def _known(self, table_id: int) -> Hashable:
        return self._painted[table_id][0] if table_id in self._painted else None


def _key(view: TableView) -> Hashable:
    """What the picture shows; None where there is none. Equal keys are equal pictures."""
    hand = view.hand
    if hand is None:
        return None
    if hand.view.over:
        shown = tuple((seat.seat, seat.shown) for seat in hand.view.seats if seat.shown)
        return (hand.hand_id, "shown", shown) if shown else None
    event = newest_reveal(hand.view)
    return (hand.hand_id, event.round) if event is not None and _is_worth_a_picture(hand, event) else None


def _is_worth_a_picture(hand: RunningHand, event: TurnedUp) -> bool:
    return any(event.discards.values()) and (event.round <= MOST_ROUNDS or len(hand.players) <= 4)
