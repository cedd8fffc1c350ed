"""What is answered in place of what was asked for: the reason, one's hand as it is now with the reason on top, or an apology."""

import logging
import secrets
from typing import Final

from bot.engine import IllegalAction
from bot.errors import PokerError
from bot.render import closed_message, error_line, error_message, line, too_few_chips_message
from bot.tables import AlreadyPlayed, NoTable, NothingToDo, NotSeated, NotYourTurn, StalePress, TooFewChips
from bot.ui.interactions.outcome import show_hand
from bot.ui.interactions.response import Response
from bot.ui.table_message import asked

log = logging.getLogger(__name__)

OVERTAKEN: Final = (StalePress, AlreadyPlayed, NotYourTurn, NothingToDo, IllegalAction, NotSeated)
"""What a press is refused for when the game has gone on since its message was shown."""

POINTING: Final = frozenset({"press.stale", "press.old-hand"})
"""These lines send the reader to another message, which is no use where the message itself is shown anew."""


async def answer_refusal(response: Response, error: Exception) -> None:
    """Answer for what was raised where something else was to be answered. Never raises, save when the task is cancelled."""
    response.release()
    try:
        await _refuse(response, error)
    except Exception as trouble:  # noqa: BLE001 - whatever it is, somebody waits for an answer
        await _apologise(response, trouble)


async def _refuse(response: Response, error: Exception) -> None:
    """Say what the person can understand. Raises everything else, and what Discord makes of the answer."""
    if response.sent or not isinstance(error, PokerError):
        raise error
    if isinstance(error, TooFewChips):
        help_ = await response.records.gifts.help_for(response.guild_id, response.user_id)
        await response.send_private(too_few_chips_message(response.say, error, help_))
    elif not response.on_hand or response.pressed_on != "private message":
        await response.send_private(error_message(response.say, error))
    elif isinstance(error, NoTable):
        await response.update_pressed(closed_message(response.say))
    elif isinstance(error, OVERTAKEN) and response.table is not None:
        await show_hand(response, response.table.table_id, update=True, said=_reason(response, response.table.table_id, error))
    else:
        await response.send_private(error_message(response.say, error))


def _reason(response: Response, table_id: int, refusal: PokerError) -> str:
    """Why the press did nothing. Above a question that is open now, one that was answered before, or put to another, is old news."""
    mine_again = isinstance(refusal, AlreadyPlayed | NotYourTurn) and response.user_id == asked(response.tables.view(table_id))
    if refusal.message_key in POINTING or mine_again:
        return response.say("press.overtaken")
    return error_line(response.say, refusal)


async def _apologise(response: Response, error: Exception) -> None:
    """Log what went wrong, with an id that the person is told."""
    error_id = secrets.token_hex(4)
    log.error("error %s while answering interaction %s", error_id, response.press_id, exc_info=error)
    if response.sent:
        return
    try:
        await response.send_private(line(response.say, "error.failed", id=error_id))
    except Exception:
        log.exception("error %s: the apology failed too", error_id)
