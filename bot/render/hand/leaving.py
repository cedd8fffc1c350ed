"""What leaving costs in the middle of a hand, and the question before it."""

from bot.engine import BetPrompt
from bot.render.components.custom_ids import TablePress
from bot.render.components.layout import GOLD, Button, Message, Row, Text
from bot.render.table.result_view import put_in
from bot.render.table.table_view import table_button
from bot.render.text.translator import Speech
from bot.tables import PrivateView


def cost_of_leaving(view: PrivateView) -> int | None:
    """The chips in the pot that one gives up by leaving now; None where leaving folds no hand (D-28)."""
    hand = view.hand
    if hand is None or hand.view.over or view.me.status == "leaving":
        return None
    mine = hand.view.of(view.me.seat)
    others_all_in = all(seat.folded or seat.all_in for seat in hand.view.seats if seat.seat != mine.seat)
    plays_itself_out = mine.all_in or (others_all_in and not isinstance(hand.view.prompt, BetPrompt))
    return None if mine.folded or plays_itself_out else put_in(hand.view)[mine.seat]


def leave_question(view: PrivateView, cost: int, say: Speech) -> Message:
    """Asks whether one really leaves, and says what it costs in chips."""
    question = say("mine.leave", amount=cost) if cost else say("mine.leave-free")
    stay = Button(say("button.back-to-choice"), str(TablePress(view.table.table_id, "hand")))
    return Message((Text(question), Row((table_button(view.table, say, "leave-now", "danger"), stay))), accent=GOLD)
