"""The buttons of a betting round, made from the prompt that will judge them; the same on the table and behind [My hand]."""

from dataclasses import dataclass

from bot.engine import BetPrompt, View
from bot.render.components.custom_ids import AnswerPress, DraftPress
from bot.render.components.layout import Button
from bot.render.text.translator import Speech
from bot.tables import RunningHand


@dataclass(frozen=True, slots=True)
class Preset:
    """A raise that is offered: the label's key, and the total in chips."""

    key: str
    total: int


def answer_buttons(hand: RunningHand, prompt: BetPrompt, say: Speech) -> list[Button]:
    """Fold and call, or check alone: nobody is offered to fold what is free."""
    if not prompt.to_call:
        return [Button(say("button.check"), answer_id(hand, "check"), "main")]
    all_in = prompt.to_call == hand.view.of(prompt.seat).stack
    call = say("button.call-all-in" if all_in else "button.call", amount=prompt.to_call)
    return [Button(say("button.fold"), answer_id(hand, "fold")), Button(call, answer_id(hand, "call"), "main")]


def raise_buttons(hand: RunningHand, prompt: BetPrompt, say: Speech) -> list[Button]:
    """The presets that are legal, and a typed amount where there is a choice; all-in asks once before it is played."""
    most_total = all_in_total(hand.view, prompt)
    buttons = []
    for preset in presets(hand.view, prompt):
        label = say(preset.key, amount=preset.total)
        if preset.total == most_total:
            buttons.append(Button(label, draft_id(hand, "all-in", preset.total), "danger"))
        else:
            buttons.append(Button(label, answer_id(hand, "raise", preset.total), "good"))
    if prompt.raise_from != prompt.raise_to:
        buttons.append(Button(say("button.other"), draft_id(hand, "other")))
    return buttons


def all_in_total(view: View, prompt: BetPrompt) -> int:
    """The total that takes the whole stack of the asked seat."""
    mine = view.of(prompt.seat)
    return mine.bet + mine.stack


def presets(view: View, prompt: BetPrompt) -> list[Preset]:
    """The raises worth a button, by size, each legal and no two alike: the least, half the pot, the pot, the most.

    A raise of the pot is what the pot holds after calling, on top of the call (D-8).
    """
    least, most = prompt.raise_from, prompt.raise_to
    if least is None or most is None:
        return []
    most_key = _most_key(view, prompt, most)
    if least == most:
        return [Preset(most_key, most)]
    called = view.of(prompt.seat).bet + prompt.to_call
    pot = view.pot + prompt.to_call
    wished = [("button.min", least), ("button.half-pot", called + pot // 2), ("button.pot", called + pot)]
    between = {total: key for key, total in reversed(wished) if least <= total < most}
    return [*(Preset(key, total) for total, key in sorted(between.items())), Preset(most_key, most)]


def _most_key(view: View, prompt: BetPrompt, most: int) -> str:
    if most == all_in_total(view, prompt):
        return "button.all-in"
    if prompt.raise_from != most:
        return "button.pot" if view.betting == "pot-limit" else "button.max"
    return "button.raise-to" if view.level else "button.bet"


def answer_id(hand: RunningHand, verb: str, arg: int | None = None) -> str:
    """The custom_id that answers the open prompt."""
    return str(AnswerPress(hand.hand_id, hand.prompt_number, verb, arg))


def draft_id(hand: RunningHand, what: str, arg: int | None = None) -> str:
    """The custom_id of a choice half made at the open prompt."""
    return str(DraftPress(hand.hand_id, hand.prompt_number, what, arg))
