"""Acting ahead: what may be ticked before one's turn, for which price, and what it plays when the turn comes.

A tick is for the price at which it was made, and goes when the price changes. In sequential a discard or a pass may be prepared
once the round is open: faces are down till its end, so nothing is given away.
"""

from bot.engine import Action, BetPrompt, Call, Check, Discard, DiscardPrompt, DrawPrompt, Fold, Pass, View, view_for
from bot.tables.state import LiveHand
from bot.tables.views import Prepared

BET_TICKS = ("check-fold", "call-any")
FREE_TICKS = ("check-fold",)  # with nothing to call, both would check
DISCARD_TICKS = ("pass", "discard")


def price_of(live: LiveHand, seat: int) -> int:
    """What a seat's tick would be made for now: the chips to call in a betting round, else the number of the discarding round."""
    return price_in(view_for(live.hand, seat), seat)


def can_prepare(view: View, seat: int) -> tuple[str, ...]:
    """What this seat may tick now, in the view of that seat; nothing when it is its turn, or has nothing left to decide."""
    mine = view.of(seat)
    asked = view.prompt
    if asked is None or asked.seat == seat or mine.folded or mine.left:
        return ()
    if isinstance(asked, BetPrompt):
        if mine.all_in:
            return ()
        return BET_TICKS if price_in(view, seat) else FREE_TICKS
    if isinstance(asked, DiscardPrompt) and not mine.passed and not mine.face_down and view.cards:
        return DISCARD_TICKS
    return ()


def still_priced(live: LiveHand) -> dict[int, Prepared]:
    """The ticks whose price is still the same and which can still come to be played."""
    if not live.prepared:
        return live.prepared
    kept = {}
    for seat, tick in live.prepared.items():
        view = view_for(live.hand, seat)
        mine = live.prompt_seat == seat or tick.what in can_prepare(view, seat)
        if mine and tick.price == price_in(view, seat):
            kept[seat] = tick
    return kept


def prepared_action(live: LiveHand, prompt: BetPrompt | DiscardPrompt | DrawPrompt) -> Action | None:
    """What the asked seat has prepared for just this, if anything."""
    tick = live.prepared.get(prompt.seat)
    if tick is None:
        return None
    match prompt, tick.what:
        case BetPrompt(), "check-fold":
            return Fold() if prompt.to_call else Check()
        case BetPrompt(), "call-any":
            return Call() if prompt.to_call else Check()
        case DiscardPrompt(), "pass":
            return Pass()
        case DiscardPrompt(), "discard" if tick.position is not None and tick.position < len(prompt.cards):
            card = prompt.cards[tick.position]
            return Discard(card) if card in prompt.allowed else None
        case _:
            return None


def price_in(view: View, seat: int) -> int:
    """The price of a tick in a view."""
    if isinstance(view.prompt, DiscardPrompt):
        return view.round
    mine = view.of(seat)
    return min(mine.stack, max(0, view.level - mine.bet))
