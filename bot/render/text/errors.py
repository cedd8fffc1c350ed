"""What a person reads of an error: why it cannot be done, and what can."""

from bot.engine import IllegalAction
from bot.errors import PokerError
from bot.render.text.translator import Speech


def error_line(say: Speech, error: PokerError) -> str:
    """One line for any error of the family; of an illegal action it ends with what is legal.

    An error whose own key has no text has its class's, and the general text comes last, so that somebody is always told something.
    """
    text = _first_known(say, error)
    if isinstance(error, IllegalAction) and (possible := possible_line(say, error.values)):
        return f"{text} {possible}"
    return text


def _first_known(say: Speech, error: PokerError) -> str:
    unnamed = [f"{error.message_key}.nobody"] if error.values.get("name") == "" else []
    for key in (*unnamed, error.message_key, type(error).key):
        if say.knows(key):
            try:
                return say(key, **error.values)
            except KeyError:  # Raised with other fields than the text names: the next best text names none.
                continue
    return say("error.other")


def possible_line(say: Speech, values: dict[str, object]) -> str:
    """What a bettor may do, from the range that a prompt or its refusal names; empty where that is not about betting.

    Where checking is free, the greatest total is told as a bet: that is true with and without a bet on the table.
    """
    to_call = values.get("to_call")
    if not isinstance(to_call, int):
        return ""
    options = [say("possible.call", amount=to_call) if to_call else say("possible.check")]
    least, most = values.get("raise_from"), values.get("raise_to")
    if isinstance(least, int) and isinstance(most, int):
        verb = "raise" if to_call else "bet"
        exactly = least == most
        options.append(
            say(f"possible.{verb}-exactly", amount=most) if exactly else say(f"possible.{verb}", least=least, most=most)
        )
    if to_call:
        options.append(say("possible.fold"))
    return say("possible.line", options=say.either(options))
