"""Pictures beside the text: painted in a thread, and left out rather than waited for when they fail."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from bot.render import Message, Picture, Row
from bot.tables import TableView

log = logging.getLogger(__name__)

Subject = TypeVar("Subject")


async def painted(paint: Callable[[Subject], Picture | None], subject: Subject) -> Picture | None:
    """The picture of this subject, made outside the event loop; None where there is none, or it can't be made."""
    try:
        return await asyncio.to_thread(paint, subject)
    except Exception:
        log.exception("no picture of a %s", type(subject).__name__)
        return None


def shown_in(view: TableView) -> object | None:
    """What the picture of a showdown would show: the hand, and who has shown how many cards; None where there is nothing."""
    hand = view.hand
    if hand is None or not hand.view.over:
        return None
    shown = tuple((seat.seat, seat.shown) for seat in hand.view.seats if seat.shown)
    return (hand.hand_id, shown) if shown else None


def illustrated(message: Message, picture: Picture | None) -> Message:
    """The message with the picture above its buttons."""
    if picture is None:
        return message
    at = next((place for place, part in enumerate(message.parts) if isinstance(part, Row)), len(message.parts))
    return replace(message, parts=(*message.parts[:at], picture, *message.parts[at:]))
