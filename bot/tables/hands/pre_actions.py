"""Pre-actions: what a seat may choose ahead of its turn, for which price, and what that plays when the turn comes.

A pre-action is dropped when its price changes. In sequential a discard or a pass may be chosen ahead once the round is open: discards
stay face down until its end, so nothing is given away.
"""

from bot.engine import Action, BetPrompt, Call, Check, Discard, DiscardPrompt, DrawPrompt, Fold, Pass, View, view_for
from bot.tables.state import LiveHand
from bot.tables.views import PreAction

BETTING = ("check-fold", "call-any")
NOTHING_TO_CALL = ("check-fold",)  # both would check
DISCARDING = ("pass", "discard")


def price_of(live: LiveHand, seat: int) -> int:
    """What a pre-action of this seat would be for now: the chips to call in a betting round, else the number of the discarding round."""
    return price_in(view_for(live.hand, seat), seat)


def possible_pre_actions(view: View, seat: int) -> tuple[str, ...]:
    """The pre-actions that this seat may set now, by its own view; none when it is its turn or it has nothing left to decide."""
    mine = view.of(seat)
    asked = view.prompt
    if asked is None or asked.seat == seat or mine.folded or mine.left:
        return ()
    if isinstance(asked, BetPrompt):
        if mine.all_in:
            return ()
        return BETTING if price_in(view, seat) else NOTHING_TO_CALL
    if isinstance(asked, DiscardPrompt) and not mine.passed and not mine.face_down and view.cards:
        return DISCARDING
    return ()


def still_valid(live: LiveHand) -> dict[int, PreAction]:
    """The pre-actions whose price is unchanged and which can still come to be played."""
    kept = {}
    for seat, pre_action in live.pre_actions.items():
        view = view_for(live.hand, seat)
        playable = live.prompt_seat == seat or pre_action.what in possible_pre_actions(view, seat)
        if playable and pre_action.price == price_in(view, seat):
            kept[seat] = pre_action
    return kept


def action_for(live: LiveHand, prompt: BetPrompt | DiscardPrompt | DrawPrompt) -> Action | None:
    """The action that the asked seat's pre-action makes of this prompt, if it has set one that fits."""
    pre_action = live.pre_actions.get(prompt.seat)
    if pre_action is None:
        return None
    match prompt, pre_action.what:
        case BetPrompt(), "check-fold":
            return Fold() if prompt.to_call else Check()
        case BetPrompt(), "call-any":
            return Call() if prompt.to_call else Check()
        case DiscardPrompt(), "pass":
            return Pass()
        case DiscardPrompt(), "discard" if pre_action.position is not None and pre_action.position < len(prompt.cards):
            card = prompt.cards[pre_action.position]
            return Discard(card) if card in prompt.allowed else None
        case _:
            return None


def price_in(view: View, seat: int) -> int:
    """What a pre-action of this seat is for, by its view."""
    if isinstance(view.prompt, DiscardPrompt):
        return view.round
    mine = view.of(seat)
    return min(mine.stack, max(0, view.level - mine.bet))
