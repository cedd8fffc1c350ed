"""How a hand ended: who won what, which hands were shown, what came back, and how each pot was divided."""

from bot.engine import Posted, Pot, Results, Returned, SeatView, View
from bot.render.table.seat_lines import Line, discard_faces, recycled_lines, seat_block
from bot.render.text.cards import CardFaces, sorted_cards
from bot.render.text.names import NAME_COLUMNS, cut, short
from bot.render.text.spoken import hand_words
from bot.render.text.translator import Speech
from bot.tables import RunningHand, TableView

DEAD_POSTS = frozenset({"dead-post", "big-blind-ante"})
"""Posts that match nothing, so that a seat's `total` leaves them out (D-19)."""


def won(results: Results) -> dict[int, int]:
    """The chips that each winner won, all pots together; uncalled chips are not among them."""
    chips: dict[int, int] = {}
    for pot in results.pots:
        for seat, share in pot.winners.items():
            chips[seat] = chips.get(seat, 0) + share
    return chips


def nets(view: View, results: Results) -> dict[int, int]:
    """What each seat won or lost in the hand, with all that it had posted."""
    chips = won(results)
    return {seat: chips.get(seat, 0) - given for seat, given in put_in(view).items()}


def put_in(view: View) -> dict[int, int]:
    """The chips that each seat has put in so far, with all that it had posted."""
    given = {seat.seat: seat.total for seat in view.seats}
    for event in view.events:
        if isinstance(event, Posted) and event.kind in DEAD_POSTS:
            given[event.seat] += event.amount
    return given


def result_title(hand: RunningHand, say: Speech) -> str:
    """Who won, for the title: by name while they are few."""
    results = _results(hand.view)
    chips = won(results)
    if not chips:
        return carried_words(results.carried, say)
    if len(chips) > 2:
        return say("result.many", count=len(chips))
    return ", ".join(
        say("result.wins", who=cut(hand.players[seat].name, NAME_COLUMNS), amount=share) for seat, share in chips.items()
    )


def carried_words(carried: int, say: Speech) -> str:
    """How a hand ended that nobody won: its deal was thrown in (D-22), or all that was bet went back (D-18)."""
    return say("result.carried", amount=carried) if carried else say("result.no-pot")


def result_text(table: TableView, hand: RunningHand, say: Speech, faces: CardFaces) -> str:
    """A line for each seat, with what was bought in since the end; then for each pot and for what came back."""
    results = _results(hand.view)
    net = nets(hand.view, results)
    bought = bought_since(table, hand)
    seats = seat_block([_seat_line(seat, hand, net[seat.seat], bought.get(seat.seat, 0), say, faces) for seat in hand.view.seats])
    return "\n".join(
        [seats, *_pot_lines(results, hand, say), *_returned_lines(hand, say), *recycled_lines(hand.view.recycled, say)]
    )


def bought_since(table: TableView, hand: RunningHand) -> dict[int, int]:
    """The chips that each player of the hand who still sits there has added since it ended, by seat."""
    return {
        seated.seat: seated.stack - hand.view.of(seated.seat).stack
        for seated in table.seats
        if hand.players.get(seated.seat) == seated.player and seated.stack > hand.view.of(seated.seat).stack
    }


def _seat_line(seat: SeatView, hand: RunningHand, net: int, bought: int, say: Speech, faces: CardFaces) -> Line:
    thrown = discard_faces(seat, hand.view, faces)
    words = [
        _end_words(seat, hand.view, say, faces),
        say("seat.threw", cards=thrown) if thrown else "",
        say("seat.bought-in", amount=bought) if bought else "",
    ]
    return Line(
        seat.seat,
        hand.players[seat.seat].name,
        (say.number(seat.stack + bought), say.signed(net)),
        " · ".join(word for word in words if word),
        button=seat.seat == hand.view.button,
    )


def _end_words(seat: SeatView, view: View, say: Speech, faces: CardFaces) -> str:
    if seat.shown is not None:
        name = f" {hand_words(say, seat.shown_name)}" if seat.shown_name is not None else ""
        return f"{faces.cards(sorted_cards(seat.shown))}{name}"
    if seat.folded:
        return say("seat.left" if seat.left else "seat.folded")
    if seat.mucked:
        return say("seat.mucked")
    return say("seat.not-shown") if seat.seat in won(_results(view)) else ""


def _results(view: View) -> Results:
    assert view.results is not None, "a hand that is over has results"
    return view.results


def _pot_lines(results: Results, hand: RunningHand, say: Speech) -> list[str]:
    return [_pot_line(index, pot, len(results.pots), hand, say) for index, pot in enumerate(results.pots)]


def _pot_line(index: int, pot: Pot, count: int, hand: RunningHand, say: Speech) -> str:
    key = "result.pot" if count == 1 else "result.main-pot" if index == 0 else "result.side-pot"
    names = {seat: short(hand.players[seat].name) for seat in pot.winners}
    if len(pot.winners) == 1:
        return say(key, amount=pot.amount, index=str(index), winners=next(iter(names.values())))
    winners = ", ".join(f"{names[seat]} {say.number(share)}" for seat, share in pot.winners.items())
    line = say(key, amount=pot.amount, index=str(index), winners=winners)
    odd = [names[seat] for seat, share in pot.winners.items() if share > min(pot.winners.values())]
    return f"{line} ({say('result.odd-chip', count=len(odd), winners=say.listed(odd))})" if odd else line


def _returned_lines(hand: RunningHand, say: Speech) -> list[str]:
    """What came back to each seat, of an ante apart from uncalled bets (D-19)."""
    returned: dict[tuple[int, str], int] = {}
    for event in hand.view.events:
        if isinstance(event, Returned):
            returned[event.seat, event.kind] = returned.get((event.seat, event.kind), 0) + event.amount
    return [
        say(
            "result.returned-ante" if kind == "ante" else "result.returned",
            who=cut(hand.players[seat].name, NAME_COLUMNS),
            amount=amount,
        )
        for (seat, kind), amount in returned.items()
    ]


def can_show_seats(view: View) -> bool:
    """Whether anybody holds cards that they need not have shown, but may (D-23.5)."""
    return view.over and any(seat.shown is None and not seat.folded and seat.card_count for seat in view.seats)
