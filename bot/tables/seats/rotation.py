"""The button, the blinds, who is dealt in next and who owes what: pure functions over frozen values.

The button moves on to the next seat whose turn it is (D-4). Who sat out while a blind passed waits for the big blind or posts (D-29).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from bot.tables.options import TableRules
from bot.tables.seats.sitters import Blinds, Leaver, Sitter, Sitters


@dataclass(frozen=True, slots=True)
class Deal:
    """Who plays the next hand: button and blinds, each dealt-in seat's extra posts (live, dead), and the table with blinds marked."""

    blinds: Blinds
    posts: dict[int, tuple[int, int]]
    sitters: Sitters


def passed(leavers: Iterable[Leaver], last: Blinds | None, now: Blinds) -> tuple[Leaver, ...]:
    """The leavers after a deal: a blind that came to their seat or went past it is one that they have missed (D-29)."""
    last = last or now
    return tuple(
        replace(
            one,
            missed_big=one.missed_big or _came_to(one.seat, last.big, now.big),
            missed_small=one.missed_small or _came_to(one.seat, last.small, now.small),
        )
        for one in leavers
    )


def returned(sitter: Sitter, left: Leaver, last: Blinds | None) -> Sitter:
    """Somebody who has sat here before, with the blinds that they owe (D-29).

    Another seat than the one they gave up is no way round a blind: one that comes later to the new seat counts as missed.
    """
    last = last or Blinds(button=left.seat)
    return replace(
        sitter,
        missed_big=left.missed_big or _comes_later(sitter.seat, left.seat, last.big),
        missed_small=left.missed_small or _comes_later(sitter.seat, left.seat, last.small),
    )


def clockwise(seats: Iterable[int], after: int) -> list[int]:
    """The seats in order, starting left of `after`; `after` itself comes last."""
    ordered = sorted(seats)
    return [seat for seat in ordered if seat > after] + [seat for seat in ordered if seat <= after]


def next_deal(sitters: Sitters, rules: TableRules, last: Blinds) -> Deal | None:
    """Who is dealt in next, or None while fewer than two can be.

    Those who wait for the big blind are dealt in when it reaches them. Where fewer than two are left without them, it comes to the next
    of them at once; nobody who waits is ever made to post (D-29).
    """
    able = [sitter for sitter in sitters if sitter.can_play]
    if len(able) < 2:
        return None
    owing = {sitter.seat for sitter in able if sitter.waits} if rules.big_blind else set()
    seats = {sitter.seat for sitter in able} - owing
    if len(seats) < 2:
        blinds = _short(seats, owing, last)
        seats = {blinds.button}
    else:
        blinds = _reaching(seats, owing, last) or _moved(seats, rules, last)
    dealt_in = seats if blinds.big is None else seats | {blinds.big}
    posts = {sitter.seat: _posts(sitter, rules, blinds) for sitter in able if sitter.seat in dealt_in}
    return Deal(blinds, posts, tuple(_marked(sitter, dealt_in, last, blinds) for sitter in sitters))


_FREE: dict[str, Any] = {"missed_big": False, "missed_small": False, "posts": False}


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


def _moved(seats: set[int], rules: TableRules, last: Blinds) -> Blinds:
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


def _marked(sitter: Sitter, dealt_in: set[int], last: Blinds, now: Blinds) -> Sitter:
    """Who plays owes nothing any more; whom a blind has passed meanwhile owes it (D-29)."""
    if sitter.seat in dealt_in:
        return replace(sitter, **_FREE)
    return replace(
        sitter,
        missed_big=sitter.missed_big or _passed(sitter.seat, last.big, now.big),
        missed_small=sitter.missed_small or _passed(sitter.seat, last.small, now.small),
    )


def _passed(seat: int, start: int | None, end: int | None) -> bool:
    """Whether a blind that moved clockwise from `start` to `end` went past this seat."""
    if start is None or end is None or start == end:
        return False
    return seat not in (start, end) and clockwise({seat, end}, start)[0] == seat


def _came_to(seat: int, start: int | None, end: int | None) -> bool:
    """Whether a blind that moved clockwise from `start` to `end` came to this seat or went past it."""
    if start is None or end is None or start == end:
        return False
    return clockwise({seat, end}, start)[0] == seat


def _comes_later(seat: int, old: int, blind: int | None) -> bool:
    """Whether a blind that lies at seat `blind` comes to `seat` later than to the `old` one."""
    return blind is not None and seat != old and clockwise({seat, old}, blind)[0] == old


def _posts(sitter: Sitter, rules: TableRules, blinds: Blinds) -> tuple[int, int]:
    """What a returning player puts in besides: a live big blind, and a dead small one where that was missed (D-29).

    On the small blind's seat the live post only tops the blind up: the engine never lets it go above the big blind.
    """
    if sitter.seat == blinds.big or sitter.waits:
        return 0, 0
    dead = rules.small_blind if sitter.missed_small and sitter.seat != blinds.small else 0
    return rules.big_blind * sitter.missed_big, dead
