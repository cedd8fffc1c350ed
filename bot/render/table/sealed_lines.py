"""What the table's message says of sealed decks: that the hand comes from them, and who cut last."""

from bot.render.text.translator import Speech
from bot.tables import RunningHand


def sealed_lines(hand: RunningHand, say: Speech) -> list[str]:
    """That the hand comes from sealed decks, who cut last, and the little seals of refilled decks (D-14)."""
    if hand.dealt_from is None:
        return []
    last = hand.dealt_from.cut_last
    line = say("seal.not-cut") if last is None else say("seal.cut-last", name=last[0], number=str(last[1]))
    return [line, *(say("seal.refill", seal=digits) for digits in hand.dealt_from.refill_seals)]
