"""How a hand stands for a seat that is not asked: what its clock has played, that it is out or all-in, and how the hand ended."""

from bot.engine import Bet, Called, Checked, Discarded, Drew, Folded, Passed, Raised, SeatView, View
from bot.render.table.result_view import carried_words, nets, won
from bot.render.text.names import NAME_COLUMNS, cut
from bot.render.text.spoken import hand_words
from bot.render.text.translator import Speech
from bot.tables import RunningHand

Acted = Checked | Called | Bet | Raised | Folded | Discarded | Passed | Drew


def clock_actions(view: View, seat: int) -> int:
    """How often the seat's clock has acted for it in this hand; 0 once the seat has acted itself again."""
    by = [event.by for event in _own_actions(view, seat)]
    return by.count("clock") if by[-1:] == ["clock"] else 0


def _own_actions(view: View, seat: int) -> list[Acted]:
    return [event for event in view.events if isinstance(event, Acted) and event.seat == seat]


def clock_words(view: View, seat: int, say: Speech) -> str:
    """That time ran out and what was played then; empty where the seat acted last itself."""
    own = _own_actions(view, seat)
    match own[-1] if own and own[-1].by == "clock" else None:
        case Folded():
            return say("mine.timed-out.folded")
        case Checked():
            return say("mine.timed-out.checked")
        case Passed():
            return say("mine.timed-out.passed")
        case Drew():
            return say("mine.timed-out.stood-pat")
        case _:
            return ""


def watching_words(view: View, mine: SeatView, say: Speech) -> str:
    """That the seat is out of the hand, all-in, or not asked yet; before that, what its clock has played."""
    by_clock = clock_words(view, mine.seat, say)
    if mine.folded:
        return by_clock or say("mine.folded")
    if mine.all_in:
        still_draws = view.draws_to_come(mine.seat) and not mine.passed
        words = say("mine.is-all-in-draws" if still_draws else "mine.is-all-in", amount=mine.total)
    else:
        words = say("mine.not-yet")
    return f"{by_clock} {words}" if by_clock else words


def end_lines(hand: RunningHand, mine: SeatView, stack: int, say: Speech) -> list[str]:
    """Who won with what, and what the hand brought this seat; `stack` is what lies there now, in chips."""
    view = hand.view
    assert view.results is not None, "a hand that is over has results"
    chips = won(view.results)
    ends = [_winner_words(hand, seat, share, say) for seat, share in chips.items()] or [carried_words(view.results.carried, say)]
    net = nets(view, view.results)[mine.seat]
    own = say(f"mine.net.{'won' if net > 0 else 'lost' if net else 'even'}", amount=abs(net), stack=stack)
    by_clock = clock_words(view, mine.seat, say)
    return [*([by_clock] if by_clock else []), " · ".join(ends), f"**{own}**"]


def _winner_words(hand: RunningHand, seat: int, amount: int, say: Speech) -> str:
    line = say("result.wins", who=cut(hand.players[seat].name, NAME_COLUMNS), amount=amount)
    shown = hand.view.of(seat).shown_name
    return f"{line} ({hand_words(say, shown)})" if shown is not None else line
