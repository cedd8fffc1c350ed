"""What happened, as lines: the last few on the table's message, all of them in a hand's story."""

from collections.abc import Collection, Mapping, Sequence
from itertools import islice
from typing import Final

from bot.engine import (
    AceShown,
    Bet,
    BettingOpened,
    Called,
    Card,
    Checked,
    Dealt,
    DeckRefilled,
    Discarded,
    Drew,
    Event,
    Folded,
    Left,
    Mucked,
    Passed,
    PassedOut,
    Posted,
    PotAwarded,
    Raised,
    Received,
    Replaced,
    Returned,
    RoundOpened,
    Shown,
    Threw,
    TurnedUp,
    View,
)
from bot.render.text.cards import TEXT_CARDS, CardFaces, sorted_cards
from bot.render.text.names import NAME_COLUMNS, cut
from bot.render.text.spoken import hand_words
from bot.render.text.translator import Speech

MOST_RECENT: Final = 3
TOLD_BY_THE_SEATS: Final = (BettingOpened, RoundOpened, TurnedUp)
Names = Mapping[int, str]


def recent_lines(events: Sequence[Event], names: Names, say: Speech) -> list[str]:
    """The newest events that the seats' own lines don't tell well enough, oldest first; none that is private."""
    backwards = (event for event in reversed(events) if event.audience is None and not isinstance(event, TOLD_BY_THE_SEATS))
    newest = [*islice(backwards, MOST_RECENT)]
    if newest and isinstance(newest[0], Posted):
        lines = _posts([event for event in events if isinstance(event, Posted)], names, say)
    else:
        lines = [line for event in reversed(newest) if (line := event_line(event, names, say))]
    return [" · ".join(lines)] if lines else []


def _posts(posts: Sequence[Posted], names: Names, say: Speech) -> list[str]:
    """All that was posted before the first action; where everybody posts the same ante, that is one line."""
    antes = [post for post in posts if post.kind == "ante"]
    alike = len(antes) == len(names) and len({post.amount for post in antes}) == 1
    told = [post for post in posts if not (alike and post.kind == "ante")]
    every = [say("log.posted.antes", amount=antes[0].amount)] if alike else []
    return [*every, *(event_line(post, names, say) for post in told)]


def dead_lines(hand: View, say: Speech) -> list[str]:
    """That the button lies at a seat without cards, or that nobody has posted the small blind (D-4)."""
    lines = []
    if hand.button not in {seat.seat for seat in hand.seats}:
        lines.append(say("log.dead-button", seat=str(hand.button + 1)))
    if hand.small_blind_seat is None and hand.big_blind_seat is not None:
        lines.append(say("log.dead-small-blind"))
    return lines


def event_line(event: Event, names: Names, say: Speech, faces: CardFaces = TEXT_CARDS, recycled: Collection[Card] = ()) -> str:
    """One event as a line; empty for those that only open a phase. `recycled` discards are marked (D-14.3).

    Private events are spoken as well: whoever calls this hands over what the reader may know.
    """
    match event:
        case Posted() | Checked() | Called() | Bet() | Raised() | Folded() | Returned():
            return _betting_line(event, names, say)
        case Discarded() | Passed() | Drew() | TurnedUp() | Replaced() | DeckRefilled() | AceShown():
            return _discarding_line(event, names, say, faces, recycled)
        case Dealt() | Threw() | Received():
            cards = faces.discards(sorted_cards(event.cards), recycled if isinstance(event, Threw) else ())
            return say(f"log.{type(event).__name__.lower()}", name=_named(event.seat, names), cards=cards)
        case Shown() | Mucked() | PotAwarded() | PassedOut():
            return _end_line(event, names, say, faces)
        case Left(seat):
            return say("log.left", name=_named(seat, names))
        case _:
            return ""


def _named(seat: int, names: Names) -> str:
    return cut(names.get(seat, "?"), NAME_COLUMNS)


def _betting_line(event: Posted | Checked | Called | Bet | Raised | Folded | Returned, names: Names, say: Speech) -> str:
    name = _named(event.seat, names)
    match event:
        case Posted(amount=amount, kind=kind):
            line = say(f"log.posted.{kind}", name=name, amount=amount)
        case Checked():
            line = say("log.checked", name=name)
        case Called(amount=amount):
            line = say("log.called", name=name, amount=amount)
        case Bet(total=total):
            line = say("log.bet", name=name, amount=total)
        case Raised(total=total):
            line = say("log.raised", name=name, amount=total)
        case Folded():
            line = say("log.folded", name=name)
        case Returned(amount=amount, kind=kind):
            return say("log.returned-ante" if kind == "ante" else "log.returned", name=name, amount=amount)
    return line + _manner(event, say)


def _manner(event: Posted | Checked | Called | Bet | Raised | Folded | Discarded | Passed | Drew, say: Speech) -> str:
    """What is added to an action: that it was all-in, or that the clock played it."""
    notes = [say("log.all-in")] if getattr(event, "all_in", False) else []
    if getattr(event, "by", "seat") == "clock":
        notes.append(say("log.by-clock"))
    return f" ({', '.join(notes)})" if notes else ""


def _discarding_line(
    event: Discarded | Passed | Drew | TurnedUp | Replaced | DeckRefilled | AceShown,
    names: Names,
    say: Speech,
    faces: CardFaces,
    recycled: Collection[Card],
) -> str:
    match event:
        case TurnedUp(discards=discards):
            shown = [
                f"{say('log.owner', name=_named(seat, names))} {faces.discards(cards, recycled)}"
                for seat, cards in discards.items()
                if cards
            ]
            return say("log.turned-up", cards=", ".join(shown)) if shown else say("log.none-turned-up")
        case DeckRefilled(folded=folded, discards=discards):
            return say("log.refilled-discards", count=discards) if discards else say("log.refilled-folded", count=folded)
        case Replaced(seat, count):
            return say("log.replaced", name=_named(seat, names), count=count)
        case AceShown(seat, card):
            return say("log.ace-shown", name=_named(seat, names), card=faces.card(card))
        case Discarded(seat, ace_kept=ace_kept):
            line = say("log.discarded-ace" if ace_kept else "log.discarded", name=_named(seat, names))
        case Passed(seat, automatic=automatic):
            return say("log.passed", name=_named(seat, names)) + ("" if automatic else _manner(event, say))
        case Drew(seat, count, ace_kept=ace_kept):
            name = _named(seat, names)
            drew = say("log.drew-ace" if ace_kept else "log.drew", name=name, count=count)
            line = drew if count else say("log.stood-pat", name=name)
    return line + _manner(event, say)


def _end_line(event: Shown | Mucked | PotAwarded | PassedOut, names: Names, say: Speech, faces: CardFaces) -> str:
    match event:
        case Shown(seat, cards, hand):
            spoken = f", {hand_words(say, hand)}" if hand is not None else ""
            return say("log.shown", name=_named(seat, names), cards=faces.cards(sorted_cards(cards))) + spoken
        case Mucked(seat):
            return say("log.mucked", name=_named(seat, names))
        case PassedOut(carried):
            return say("log.passed-out", amount=carried)
        case PotAwarded(shares=shares):
            parts = [say("log.won", name=_named(seat, names), amount=share) for seat, share in shares.items()]
            return ", ".join(parts)
