"""Where the button and the blinds go from hand to hand: pure functions over the numbers of seats (D-4, D-5, D-29)."""

from collections.abc import Iterable

from bot.tables.options import TableRules
from bot.tables.seats.sitters import Blinds


def clockwise(seats: Iterable[int], after: int) -> list[int]:
    """The seats in order, starting left of `after`; `after` itself comes last."""
    ordered = sorted(seats)
    return [seat for seat in ordered if seat > after] + [seat for seat in ordered if seat <= after]


def moved(seats: set[int], owing: set[int], rules: TableRules, last: Blinds) -> Blinds:
    """Button and blinds of the next hand, of two players or more: `seats` are those who owe nothing, `owing` those who wait for the big blind."""
    if len(seats) < 2:
        return _short(seats, owing, last)
    if rules.button == "dead" and rules.big_blind and last.big is not None:
        return _followed(seats, owing, last.big, last)
    return _reaching(seats, owing, last) or _moved_on(seats, rules, last)


def _short(seats: set[int], owing: set[int], last: Blinds) -> Blinds:
    """Two players' blinds where at most one owes nothing: the big one goes to the next who waits for it.

    Where everybody waits, the one after that has the button: somebody must, and it is their big blind next.
    """
    start = last.button if last.big is None else last.big
    first, *others = clockwise(owing, start)
    button = next(iter(seats), None)
    if button is None:
        button = others[0]
    return Blinds(button, button, first)


def _reaching(seats: set[int], owing: set[int], last: Blinds) -> Blinds | None:
    """The blinds where the big one comes to somebody who waited for just this (D-29); else None."""
    if not owing or last.big is None:
        return None
    big = clockwise(seats | owing, last.big)[0]
    if big not in owing:
        return None
    *_, button, small = clockwise(seats, big)
    return Blinds(button, small, big)


def _followed(seats: set[int], owing: set[int], last_big: int, last: Blinds) -> Blinds:
    """A dead button (D-4): the big blind moves one player on, the small one to where the big one was, the button to where the small one was.

    Where that leaves the big blind but one opponent, nobody is held back: the two seats before it have the button and the small blind,
    or, of two players, one has both (D-5).
    """
    big = clockwise(seats | owing, last_big)[0]
    others = clockwise(seats - {big}, big)
    button, small = last.small, last_big
    if button is None or sum(not lies_between(seat, button, small) for seat in others) < 2:
        button, small = others[-2:][0], others[-1]
    return Blinds(button, small, big)


def _moved_on(seats: set[int], rules: TableRules, last: Blinds) -> Blinds:
    """The button one seat on, and as much further as keeps the big blind from going back over seats that had it before them (D-4).

    Who sits down between the button and the last big blind is behind both. Of two players the button is whoever paid the last big blind,
    so that nobody pays it twice running (D-5).
    """
    if last.big is not None and len(seats) == 2 and last.big in seats:
        button = last.big
    else:
        button = clockwise(seats, last.button)[_behind(seats, last) if rules.big_blind else 0]
    if not rules.big_blind:
        return Blinds(button)
    small, big = clockwise(seats, button)[:2]
    return Blinds(button, button, small) if len(seats) == 2 else Blinds(button, small, big)


def _behind(seats: set[int], last: Blinds) -> int:
    """How many seats the button passes over: those up to the last big blind, but for the two that come to the button next."""
    if last.big is None or len(seats) == 2:
        return 0
    up_to_big = clockwise({*seats, last.big}, last.button).index(last.big) + (last.big in seats)
    return max(0, up_to_big - 2)


def lies_between(seat: int, start: int, end: int | None) -> bool:
    """Whether this seat is met on the way clockwise from `start` to `end`, and is neither."""
    return seat not in (start, end) and came_to(seat, start, end)


def came_to(seat: int, start: int | None, end: int | None) -> bool:
    """Whether a blind that moved clockwise from `start` to `end` came to this seat or went past it."""
    if start is None or end is None or start == end:
        return False
    return clockwise({seat, end}, start)[0] == seat


def comes_later(seat: int, old: int, blind: int | None) -> bool:
    """Whether a blind that lies at seat `blind` comes to `seat` later than to the `old` one."""
    return blind is not None and seat != old and clockwise({seat, old}, blind)[0] == old
