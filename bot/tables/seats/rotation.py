"""The button, the blinds, who is dealt in next and who owes what: pure functions over frozen values.

The module `button` says where the button and the blinds go (D-4). Who sat out while a blind passed waits for the big blind or posts (D-29).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from bot.tables.options import TableRules
from bot.tables.seats.button import came_to, clockwise, comes_later, lies_between, moved
from bot.tables.seats.sitters import Blinds, Leaver, Sitter, Sitters


@dataclass(frozen=True, slots=True)
class Deal:
    """Who plays the next hand: button and blinds, each dealt-in seat's extra posts (live, dead), and the table with blinds marked."""

    blinds: Blinds
    posts: dict[int, tuple[int, int]]
    sitters: Sitters

    @property
    def dead_small_blind(self) -> bool:
        """Whether nobody posts the small blind (D-4)."""
        return self.blinds.small is not None and self.blinds.small not in self.posts

    @property
    def last_to_act(self) -> int:
        """The button's seat, or the one before a dead button."""
        return clockwise(self.posts, self.blinds.button)[-1]


def passed(leavers: Iterable[Leaver], last: Blinds | None, now: Blinds) -> tuple[Leaver, ...]:
    """The leavers after a deal: a blind that came to their seat or went past it is one that they have missed (D-29)."""
    last = last or now
    return tuple(
        replace(
            one,
            missed_big=one.missed_big or came_to(one.seat, last.big, now.big),
            missed_small=one.missed_small or came_to(one.seat, last.small, now.small),
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
        missed_big=left.missed_big or comes_later(sitter.seat, left.seat, last.big),
        missed_small=left.missed_small or comes_later(sitter.seat, left.seat, last.small),
    )


def next_deal(sitters: Sitters, rules: TableRules, last: Blinds) -> Deal | None:
    """Who is dealt in next, or None while fewer than two can be.

    Those who wait for the big blind are dealt in when it reaches them. Where fewer than two are left without them, it comes to the next
    of them at once; nobody who waits is ever made to post (D-29). Who sits between a dead button and the small blind is dealt in when
    the button has passed (D-4).
    """
    able = [sitter for sitter in sitters if sitter.can_play]
    if len(able) < 2:
        return None
    owing = {sitter.seat for sitter in able if sitter.waits} if rules.big_blind else set()
    seats = {sitter.seat for sitter in able} - owing
    blinds = moved(seats, owing, rules, last)
    if len(seats) < 2:
        seats = {blinds.button}
    held_back = {seat for seat in seats if lies_between(seat, blinds.button, blinds.small)}
    dealt_in = {*seats - held_back, *(() if blinds.big is None else (blinds.big,))}
    posts = {sitter.seat: _posts(sitter, rules, blinds) for sitter in able if sitter.seat in dealt_in}
    marked = (sitter if sitter.seat in held_back else _marked(sitter, dealt_in, last, blinds) for sitter in sitters)
    return Deal(blinds, posts, tuple(marked))


def held_back(sitters: Sitters, rules: TableRules, last: Blinds | None) -> frozenset[int]:
    """The seats, ready and owing nothing, that the next deal leaves out till a dead button has passed them (D-4)."""
    deal = None if last is None or rules.button != "dead" else next_deal(sitters, rules, last)
    if deal is None:
        return frozenset()
    waiting = {sitter.seat for sitter in sitters if rules.big_blind and sitter.waits}
    return frozenset({sitter.seat for sitter in sitters if sitter.can_play} - waiting - deal.posts.keys())


_FREE: dict[str, Any] = {"missed_big": False, "missed_small": False, "posts": False}


def _marked(sitter: Sitter, dealt_in: set[int], last: Blinds, now: Blinds) -> Sitter:
    """Who plays owes nothing any more; whom a blind has passed meanwhile owes it (D-29)."""
    if sitter.seat in dealt_in:
        return replace(sitter, **_FREE)
    return replace(
        sitter,
        missed_big=sitter.missed_big or came_to(sitter.seat, last.big, now.big),
        missed_small=sitter.missed_small or came_to(sitter.seat, last.small, now.small),
    )


def _posts(sitter: Sitter, rules: TableRules, blinds: Blinds) -> tuple[int, int]:
    """What a returning player puts in besides: a live big blind, and a dead small one where that was missed (D-29).

    On the small blind's seat the live post only tops the blind up: the engine never lets it go above the big blind.
    """
    if sitter.seat == blinds.big or sitter.waits:
        return 0, 0
    dead = rules.small_blind if sitter.missed_small and sitter.seat != blinds.small else 0
    return rules.big_blind * sitter.missed_big, dead
