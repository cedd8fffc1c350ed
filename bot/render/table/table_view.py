"""The table's public message: what the rail sees of an opening table, a running hand, its result, or a table that has closed."""

from dataclasses import replace
from typing import assert_never

from discord.utils import format_dt

from bot.engine import VARIANTS, BetPrompt, DiscardPrompt, DrawPrompt, SeatPrompt, TurnedUp, View
from bot.render.components.bet_buttons import answer_buttons, raise_buttons
from bot.render.components.custom_ids import TablePress
from bot.render.components.layout import (
    ASLEEP,
    FELT,
    GOLD,
    MOST_CHARACTERS,
    Button,
    Message,
    Part,
    Picture,
    Row,
    Rule,
    Style,
    Text,
    rows,
)
from bot.render.rules_view import agreement_lines, stakes_line
from bot.render.table.log import dead_lines, recent_lines
from bot.render.table.result_view import can_show_seats, result_text, result_title
from bot.render.table.reveal_view import newest_reveal, reveal_message, reveal_text
from bot.render.table.sealed_lines import sealed_lines
from bot.render.table.seat_lines import playing_lines, recycled_lines, seat_block, waiting_lines
from bot.render.text import spoken
from bot.render.text.cards import CardFaces
from bot.render.text.translator import Speech
from bot.tables import DEALERS_CHOICE, RunningHand, TableView

SPADE = "♠"


def table_message(
    view: TableView,
    say: Speech,
    faces: CardFaces,
    *,
    buttons: bool = True,
    picture: Picture | None = None,
) -> Message:
    """The message for this view, for everybody's eyes; in a hand the discards that were turned up last are at its top.

    `buttons=False` is the message that a newer one has replaced: it says nothing of what comes next. `picture` shows what is new.

    CardFaces become text where emojis would make the message longer than Discord takes.
    """
    assert view.hand is None or view.hand.view.seat is None, "the table's message is made of what the rail sees"
    message = _message(view, say, faces, current=buttons, picture=picture)
    if message.characters > MOST_CHARACTERS:
        message = _message(view, say, CardFaces(), current=buttons, picture=picture)
    return replace(message, parts=(*message.parts, *_buttons(view, say))) if buttons else message


def replaced_message(view: TableView, round_number: int, say: Speech, faces: CardFaces) -> Message:
    """What a message of the running hand keeps once another has taken its place: the discards that were at its top, or that hands were dealt."""
    hand = view.hand
    if hand is None:
        return table_message(view, say, faces, buttons=False)
    for event in hand.view.events:
        if isinstance(event, TurnedUp) and event.round == round_number:
            return reveal_message(view, event, say, faces)
    return Message((Text(f"-# {say('table.dealt', number=str(hand.number))} · {stakes_line(view.rules, say)}"),), accent=ASLEEP)


def _message(view: TableView, say: Speech, faces: CardFaces, *, current: bool, picture: Picture | None) -> Message:
    shown = (picture,) if picture is not None else ()
    if view.hand is None or (view.state == "closed" and not view.hand.view.over):
        closed = view.state == "closed"
        parts = _closed(view, say, faces) if closed else _opening(view, say, current=current)
        return Message(parts, accent=FELT if current and not closed else ASLEEP)
    top = _top(view.hand, say, faces)
    if view.state == "closed":
        return Message((*top, *_closed(view, say, faces), *shown), accent=ASLEEP)
    if view.hand.view.over:
        next_hand = (Text(f"-# {state_line(view, say)}"),) if current else ()
        return Message((*top, *_result(view, view.hand, say, faces), *next_hand, *shown), accent=GOLD)
    if top:
        top = (top[0], *shown, *top[1:])
    return Message((*top, *_running(view, view.hand, say, faces)), accent=FELT)


def _top(hand: RunningHand, say: Speech, faces: CardFaces) -> tuple[Part, ...]:
    """The discards that were turned up last; the message is posted anew for each round of them."""
    event = newest_reveal(hand.view)
    return (Text(reveal_text(event, hand, say, faces)), Rule()) if event is not None else ()


def _title(view: TableView, say: Speech, *words: str) -> str:
    practice = [say("table.practice")] if view.practice else []
    return f"### {SPADE} " + " · ".join([say("table.game"), *words, *practice])


def _opening(view: TableView, say: Speech, *, current: bool) -> tuple[Part, ...]:
    title = f"### {SPADE} " + " · ".join(
        [say("table.long-game"), say(f"variant.{view.rules.variant}"), *([say("table.practice")] if view.practice else [])]
    )
    seats = seat_block(waiting_lines(view, say)) if view.seats else say("table.nobody")
    practice = [f"-# {say('table.practice-note')}"] if view.practice else []
    return (
        Text("\n".join([title, *agreement_lines(view.rules, say), *practice])),
        Rule(),
        Text(seats),
        Text(state_line(view, say) if current else f"-# {say('table.goes-on')}"),
    )


def _running(view: TableView, hand: RunningHand, say: Speech, faces: CardFaces) -> tuple[Part, ...]:
    chosen = [say(f"variant.{hand.variant}")] if view.rules.variant == DEALERS_CHOICE else []
    title = _title(view, say, say("table.hand", number=str(hand.number)), *chosen, phase_words(hand.view, say))
    seats = "\n".join([seat_block(playing_lines(view, hand.view, say, faces)), *recycled_lines(hand.view.recycled, say)])
    names = {seat: player.name for seat, player in hand.players.items()}
    newest = recent_lines(hand.view.events, names, say)
    dead = [" · ".join(lines)] if (lines := dead_lines(hand.view, say)) else []
    stakes = stakes_line(view.rules.playing(hand.variant), say)
    small = [*newest, *dead, *sealed_lines(hand, say), stakes, *_afterwards(view, say)]
    foot = [pot_line(hand.view, say), *(f"-# {line}" for line in small)]
    turn = turn_line(hand, say)
    return (Text(title), Text(seats), *([Text(turn)] if turn else []), Text("\n".join(foot)))


def _afterwards(view: TableView, say: Speech) -> list[str]:
    """That no hand follows the running one, where that is so."""
    match view.state:
        case "paused":
            return [say("wait.pausing")]
        case "stopping":
            return [say("wait.stopping")]
        case _:
            return []


def _result(view: TableView, hand: RunningHand, say: Speech, faces: CardFaces) -> tuple[Part, ...]:
    title = _title(view, say, say("table.hand", number=str(hand.number)), result_title(hand, say))
    small = "\n".join(f"-# {line}" for line in sealed_lines(hand, say))
    return (Text(title), Text(result_text(view, hand, say, faces)), *([Text(small)] if small else []))


def _closed(view: TableView, say: Speech, faces: CardFaces) -> tuple[Part, ...]:
    closed = say("table.closed-practice" if view.practice else "table.closed")
    if view.hand is None or view.hand.view.results is None:
        return (Text(f"{_title(view, say)}\n{closed}"),)
    return (*_result(view, view.hand, say, faces), Text(closed))


def phase_words(view: View, say: Speech) -> str:
    """Where the hand is, for its title."""
    return spoken.phase_words(say, view.variant, view.phase, view.round)


def turn_line(hand: RunningHand, say: Speech) -> str:
    """Whose turn it is, what it costs and how long there is; empty where nobody is asked."""
    prompt = hand.view.prompt
    if prompt is None:
        return ""
    line = _asked_words(prompt, hand.players[prompt.seat].name, say, level=hand.view.level)
    return f"{line} · {format_dt(hand.deadline, 'R')}" if hand.deadline else line


def _asked_words(prompt: SeatPrompt, name: str, say: Speech, *, level: int) -> str:
    match prompt:
        case BetPrompt(to_call=0):
            return say("turn.option" if level else "turn.check", name=name)
        case BetPrompt(to_call=to_call):
            return say("turn.call", name=name, amount=to_call)
        case DiscardPrompt():
            return say("turn.discard", name=name)
        case DrawPrompt():
            return say("turn.draw", name=name)
        case _:
            assert_never(prompt)


def pot_line(view: View, say: Speech) -> str:
    """All chips in the middle, and how they are divided where there are side pots."""
    line = say("pot.all", amount=view.pot)
    if len(view.pots) < 2:
        return line
    main, *sides = (pot.amount for pot in view.pots)
    return " · ".join([line, say("pot.main", amount=main), *(say("pot.side", amount=side) for side in sides)])


def state_line(view: TableView, say: Speech) -> str:
    """When the next hand comes, or what the table waits for."""
    if view.state == "stopping":
        return say("wait.stopping")
    if view.waiting == "choice" and view.chooser is not None:
        words = say("wait.choice-last" if view.rules.button == "dead" else "wait.choice", name=_name_at(view, view.chooser))
        return f"{words} {format_dt(view.next_hand_at, 'R')}" if view.next_hand_at is not None else words
    if view.waiting == "players":
        missing = 2 - sum(seated.status in {"ready", "waiting", "awaits-button"} for seated in view.seats)
        first = [] if view.hand else [say("wait.first-deal")]
        return " ".join([say("wait.players", count=max(1, missing)), *first])
    if view.next_hand_at is not None:
        return say("wait.next" if view.hand else "wait.first", countdown=format_dt(view.next_hand_at, "R"))
    return say(f"wait.{view.waiting or 'deal'}")


def _name_at(view: TableView, seat: int) -> str:
    return next((seated.player.name for seated in view.seats if seated.seat == seat), "?")


def _buttons(view: TableView, say: Speech) -> list[Row]:
    if view.state == "closed":
        return []
    hand = view.hand
    if hand is None or hand.view.over:
        return rows(_between_buttons(view, say))
    shown = [Row((my_hand_button(view, say), *_answers(hand, say)))]
    if isinstance(hand.view.prompt, BetPrompt) and (raises := raise_buttons(hand, hand.view.prompt, say)):
        shown.append(Row(tuple(raises)))
    return [*shown, *rows(_standing_buttons(view, say))]


def _answers(hand: RunningHand, say: Speech) -> list[Button]:
    return answer_buttons(hand, hand.view.prompt, say) if isinstance(hand.view.prompt, BetPrompt) else []


def my_hand_button(view: TableView, say: Speech) -> Button:
    """Shows a person their own cards, and what they can do."""
    return Button(say("button.my-hand"), str(TablePress(view.table_id, "hand")), "main")


def _standing_buttons(view: TableView, say: Speech) -> list[Button]:
    """What can be pressed at any time while a hand runs."""
    return [
        *_join_buttons(view, say),
        table_button(view, say, "away"),
        *_returning_buttons(view, say),
        table_button(view, say, "rules"),
    ]


def _join_buttons(view: TableView, say: Speech) -> list[Button]:
    """Sit down in one press, or with chips of one's choice; at a practice table the house gives everybody the same."""
    if not _has_free_seat(view):
        return []
    chosen = [] if view.practice else [table_button(view, say, "buy-in")]
    return [table_button(view, say, "join", "good"), *chosen]


def _returning_buttons(view: TableView, say: Speech) -> list[Button]:
    """For those who sit here without being dealt in: come back, buy in again."""
    statuses = {seated.status for seated in view.seats}
    return [table_button(view, say, verb) for verb, status in (("back", "away"), ("rebuy", "broke")) if status in statuses]


def _between_buttons(view: TableView, say: Speech) -> list[Button]:
    if view.waiting == "choice":
        going_on = _choice_buttons(view, say)
    elif view.state == "paused":
        going_on = [table_button(view, say, "resume", "main")]
    else:
        going_on = [table_button(view, say, "deal", "main", disabled=not _can_deal(view))] if view.state == "open" else []
    return [
        *_join_buttons(view, say),
        *going_on,
        *_after_hand_buttons(view, say),
        table_button(view, say, "rules"),
        *_house_button(view, say),
    ]


def _after_hand_buttons(view: TableView, say: Speech) -> list[Button]:
    """What those who sit here may need before the next hand."""
    hand = view.hand
    if hand is None:
        return [table_button(view, say, "leave")] if view.seats else []
    shown = [table_button(view, say, "show", arg=str(hand.hand_id))] if can_show_seats(hand.view) else []
    return [*shown, my_hand_button(view, say), *_returning_buttons(view, say)]


def _can_deal(view: TableView) -> bool:
    return sum(seated.status in {"ready", "waiting", "awaits-button"} for seated in view.seats) > 1


def _house_button(view: TableView, say: Speech) -> list[Button]:
    """One more player of the house, before the first hand or where the house plays already: it makes a practice table of any other."""
    if view.state != "open" or not _has_free_seat(view) or not (view.hand is None or view.practice):
        return []
    there = sum(seated.player.house for seated in view.seats)
    return [table_button(view, say, "house", arg=str(there + 1))] if there < 7 else []


def _choice_buttons(view: TableView, say: Speech) -> list[Button]:
    return [Button(say(f"button.choose.{name}"), str(TablePress(view.table_id, "choose", name)), "main") for name in VARIANTS]


def table_button(
    view: TableView, say: Speech, verb: str, style: Style = "plain", arg: str | None = None, *, disabled: bool = False
) -> Button:
    """A button about the table."""
    return Button(say(f"button.{verb}"), str(TablePress(view.table_id, verb, arg)), style, disabled)


def _has_free_seat(view: TableView) -> bool:
    return len(view.seats) < view.rules.seats
