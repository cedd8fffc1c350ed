"""A seat's line: an inline-code span of fixed width that lines up number, name and chips, then what that seat does and has thrown."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import groupby

from bot.engine import Bet, Called, Card, Checked, Event, Posted, Raised, SeatView, View
from bot.render.text.cards import RECYCLED_SIGN, CardFaces
from bot.render.text.names import cell
from bot.render.text.translator import Speech
from bot.tables import SeatedPlayer, TableView

TURN = "▶"
BUTTON = "D"
"""A plain letter: a circled one is wider than a column in many faces, and the row would stand out of line."""


@dataclass(frozen=True, slots=True)
class Line:
    """A seat's line in parts: `figures` are right-aligned in columns of their own inside the span, `after` stands outside it.

    `seat` is 0-based; it is shown counted from 1, as in the pictures of cards, which name nobody.
    """

    seat: int
    name: str
    figures: tuple[str, ...]
    after: str = ""
    turn: bool = False
    button: bool = False


def seat_block(lines: Iterable[Line]) -> str:
    """All lines, their columns as wide as the widest figure."""
    shown = list(lines)
    columns = [max(len(figure) for figure in column) for column in zip(*(line.figures for line in shown), strict=True)]
    return "\n".join(_line_text(line, columns) for line in shown)


def _line_text(line: Line, columns: list[int]) -> str:
    marks = (TURN if line.turn else " ") + (BUTTON if line.button else " ")
    figures = "".join("  " + figure.rjust(width) for figure, width in zip(line.figures, columns, strict=True))
    return f"`{line.seat + 1} {marks} {cell(line.name)}{figures}` {line.after}".rstrip()


def owner(seat: int, name: str) -> str:
    """Whose cards these are, where nothing else is said of the seat."""
    return f"`{seat + 1} {cell(name)}`"


def waiting_lines(view: TableView, say: Speech) -> list[Line]:
    """The seats between hands."""
    return [
        Line(
            seated.seat,
            seated.player.name,
            (say.number(seated.stack),),
            status_words(seated, say) or (say("status.house") if seated.player.house else ""),
            button=seated.seat == view.button,
        )
        for seated in view.seats
    ]


def playing_lines(view: TableView, hand: View, say: Speech, faces: CardFaces) -> list[Line]:
    """The seats while a hand runs, those that are not dealt in among them. Whose turn it is, is marked."""
    assert view.hand is not None
    dealt = {seat.seat: seat for seat in hand.seats}
    seated = {one.seat: one for one in view.seats}
    names = {seat: player.name for seat, player in view.hand.players.items()}
    lines = []
    for seat in sorted(dealt.keys() | seated.keys()):
        if seat in dealt:
            turn = hand.prompt is not None and hand.prompt.seat == seat
            after = _dealt_words(dealt[seat], seated.get(seat), hand, say, faces)
            stack = (say.number(dealt[seat].stack),)
            lines.append(Line(seat, names[seat], stack, after, turn=turn, button=seat == hand.button))
        else:
            after = status_words(seated[seat], say) or say("status.next-hand")
            stack = (say.number(seated[seat].stack),)
            lines.append(Line(seat, seated[seat].player.name, stack, after, button=seat == hand.button))
    return lines


def status_words(seated: SeatedPlayer, say: Speech) -> str:
    """What is to be said of a seat besides its chips; empty for one that is ready."""
    words = [] if seated.status == "ready" else [say(f"status.{seated.status}")]
    if seated.top_up:
        words.append(say("status.top-up", amount=seated.top_up))
    return " · ".join(words)


def _dealt_words(seat: SeatView, seated: SeatedPlayer | None, hand: View, say: Speech, faces: CardFaces) -> str:
    words = [_state_words(seat, hand, say), discard_faces(seat, hand, faces)]
    if seated is not None and seated.status in {"away", "leaving"} and not seat.left:
        words.append(say(f"status.{seated.status}"))
    return " · ".join(word for word in words if word)


def _state_words(seat: SeatView, hand: View, say: Speech) -> str:
    if seat.left and seat.folded:
        return say("seat.left")
    if seat.folded:
        return say("seat.folded")
    words = [_action_words(seat, hand, say)]
    if seat.all_in:
        words.append(say("seat.all-in"))
    elif seat.left:
        words.append(say("seat.left"))
    return ", ".join(word for word in words if word)


def _action_words(seat: SeatView, hand: View, say: Speech) -> str:
    """The seat's last action of this phase; where it lies still, its bet."""
    if hand.phase in {"discard", "replace"}:
        return say("seat.passed") if seat.passed else ""
    if hand.phase == "draw":
        return draw_words(seat.drew, say)
    return bet_words(seat.last_action, seat.bet, say)


def draw_words(drew: int | None, say: Speech) -> str:
    """How many were drawn, once that is known."""
    if drew is None:
        return ""
    return say("seat.drew", count=drew) if drew else say("seat.stood-pat")


def bet_words(action: Event | None, bet: int, say: Speech) -> str:
    """What lies in front of a seat and how it came there."""
    if isinstance(action, Checked):
        return say("seat.checked")
    return say(_bet_key(action), amount=bet) if bet else ""


def _bet_key(action: Event | None) -> str:
    match action:
        case Called():
            return "seat.called"
        case Bet():
            return "seat.bet"
        case Raised():
            return "seat.raised"
        case Posted(kind="small-blind" | "big-blind" | "live-post" as kind):
            return f"seat.{kind}"
        case _:
            return "seat.in-front"


def discard_faces(seat: SeatView, hand: View, faces: CardFaces) -> str:
    """The seat's discards: those turned up by rounds, then those of this round, face down."""
    rounds = [faces.discards([card for _, card in cards], hand.recycled) for _, cards in groupby(seat.discards, key=_round_of)]
    if seat.face_down:
        rounds.append(faces.backs(seat.face_down))
    return " · ".join(rounds)


def recycled_lines(recycled: Collection[Card], say: Speech) -> list[str]:
    """What the mark of a discard means, where any is marked: the card went back into the deck (D-14.3)."""
    return [f"-# {say('seat.recycled', sign=RECYCLED_SIGN)}"] if recycled else []


def _round_of(discard: tuple[int, Card]) -> int:
    return discard[0]
