"""What one seat sees behind [My hand]: its cards, what they are and may become, and what can be done now or chosen ahead."""

from collections.abc import Sequence

from discord.utils import format_dt

from bot.engine import VARIANTS, SeatView, View
from bot.render.components.custom_ids import PROOF, PagePress, PreActionPress
from bot.render.components.layout import FELT, GOLD, Button, Message, Part, Row, Rule, Text, rows
from bot.render.hand.choices import prompt_parts
from bot.render.hand.drafts import Draft
from bot.render.hand.outlook import outlook
from bot.render.hand.standing import end_lines, watching_words
from bot.render.table.seat_lines import recycled_lines
from bot.render.table.table_view import pot_line, state_line, table_button
from bot.render.text.cards import CardFaces, face, sorted_cards, sorted_positions
from bot.render.text.names import short
from bot.render.text.spoken import hand_words
from bot.render.text.translator import Speech
from bot.tables import PrivateView, RunningHand


def hand_message(view: PrivateView, say: Speech, faces: CardFaces, draft: Draft | None = None, *, line: str = "") -> Message:
    """The private message of one person at the table.

    A `draft` that no longer fits the open prompt is passed over. `line` stands on top: what a press has just done, or why it could not be.
    """
    top = [Text(line)] if line else []
    hand = view.hand
    if hand is None:
        parts: tuple[Part, ...] = (Text(_waiting_words(view, say)),)
    else:
        order = _order(view, hand)
        parts = (Text(_cards_text(hand, order, say, faces)), *_turn_parts(view, hand, order, say, faces, draft))
    accent = GOLD if hand is not None and hand.view.prompt is not None and hand.view.prompt.seat == view.me.seat else FELT
    return Message((*top, *parts, Rule(), Row(tuple(_seat_buttons(view, say)))), accent=accent)


def _order(view: PrivateView, hand: RunningHand) -> Sequence[int]:
    """The positions of the seat's cards in the order in which the table shows them; buttons count by position, whatever the order."""
    cards = hand.view.cards
    return range(len(cards)) if view.table.rules.card_order == "dealt" else sorted_positions(cards)


def _waiting_words(view: PrivateView, say: Speech) -> str:
    running = view.table.hand is not None and not view.table.hand.view.over
    words = _status_lines(view, say) or [say("mine.next-hand") if running else state_line(view.table, say)]
    return "\n".join([*words, _stack_line(view, say)])


def _status_lines(view: PrivateView, say: Speech) -> list[str]:
    """Why the seat is not dealt in to the next hand, where it is not."""
    return [say(f"mine.{view.me.status}")] if view.me.status != "ready" else []


def _stack_line(view: PrivateView, say: Speech) -> str:
    line = say("mine.chips", amount=view.me.stack)
    return f"{line} · {say('status.top-up', amount=view.me.top_up)}" if view.me.top_up else line


def _cards_text(hand: RunningHand, order: Sequence[int], say: Speech, faces: CardFaces) -> str:
    """The hand's name, the cards large, what was thrown, and what one draws to."""
    view = hand.view
    lines = [f"**{say('mine.hand', hand=hand_words(say, view.hand_name)) if view.hand_name else say('mine.cards')}**"]
    if view.cards:
        lines.append(f"# {faces.cards(view.cards[position] for position in order)}")
    if thrown := _thrown_line(view, say, faces):
        lines.append(thrown)
    lines += [*_outlook_lines(view, say, faces), *_open_line(hand, say, faces)]
    return "\n".join([*lines, *recycled_lines(view.recycled, say)])


def _open_line(hand: RunningHand, say: Speech, faces: CardFaces) -> list[str]:
    """Everybody else's discards that lie open, so that nobody need scroll up for them."""
    others = [seat for seat in hand.view.seats if seat.discards and seat.seat != hand.view.seat]
    thrown = [
        f"{short(hand.players[seat.seat].name)} {faces.discards([card for _, card in seat.discards], hand.view.recycled)}"
        for seat in others
    ]
    return [f"-# {say('mine.turned-up', cards=' · '.join(thrown))}"] if thrown else []


def _thrown_line(view: View, say: Speech, faces: CardFaces) -> str:
    mine = _mine(view)
    turned_up = [card for _, card in mine.discards]
    parts = [say("mine.thrown", cards=faces.discards(turned_up, view.recycled))] if turned_up else []
    if view.face_down:
        parts.append(say(_face_down_key(view), cards=faces.cards(sorted_cards(view.face_down))))
    return " · ".join(parts)


def _face_down_key(view: View) -> str:
    """Till when one's own discards lie face down."""
    variant = VARIANTS[view.variant]
    if not variant.turned_up:
        return "mine.face-down-for-good"
    return "mine.face-down" if variant.draws is None else "mine.face-down-draw"


def _outlook_lines(view: View, say: Speech, faces: CardFaces) -> list[str]:
    """What one card can still make of the hand, while cards can still be drawn to it."""
    mine = _mine(view)
    if not view.draws_to_come(mine.seat):
        return []
    lines = []
    for way in outlook(view):
        target = say(f"target.{way.category}")
        if way.gone:
            gone = faces.cards(way.gone)
            lines.append(say("outs.some", target=target, unseen=way.unseen, count=way.outs, gone=gone))
        else:
            lines.append(say("outs.all", target=target, count=way.outs))
    return lines


def _mine(view: View) -> SeatView:
    assert view.seat is not None
    return view.of(view.seat)


def _turn_parts(
    view: PrivateView, hand: RunningHand, order: Sequence[int], say: Speech, faces: CardFaces, draft: Draft | None
) -> tuple[Part, ...]:
    if hand.view.over:
        return _over_parts(view, hand, say)
    mine = _mine(hand.view)
    if mine.folded:
        return (Text("\n".join([watching_words(hand.view, mine, say), *_status_lines(view, say)])),)
    if hand.view.prompt is not None and hand.view.prompt.seat == mine.seat:
        return _asked_parts(hand, order, say, faces, draft)
    return _ahead_parts(view, hand, order, say, faces)


def _over_parts(view: PrivateView, hand: RunningHand, say: Speech) -> tuple[Part, ...]:
    lines = [*end_lines(hand, _mine(hand.view), view.me.stack, say), *_status_lines(view, say), state_line(view.table, say)]
    words = Text("\n".join(lines))
    buttons = []
    if view.can_show:
        buttons.append(table_button(view.table, say, "show", "main", str(hand.hand_id)))
    if hand.dealt_from is not None:
        buttons.append(Button(say("button.proof"), str(PagePress("file", 0, (str(hand.hand_id), PROOF)))))
    return (words, *rows(buttons))


def _asked_parts(hand: RunningHand, order: Sequence[int], say: Speech, faces: CardFaces, draft: Draft | None) -> tuple[Part, ...]:
    words, buttons = prompt_parts(hand, order, say, faces, draft)
    time = [say("mine.time", countdown=format_dt(hand.deadline, "R"))] if hand.deadline is not None else []
    return (Text("\n".join([words, *time, f"-# {_chips_line(hand, say)}"])), *buttons)


def _chips_line(hand: RunningHand, say: Speech) -> str:
    return f"{pot_line(hand.view, say)} · {say('mine.stack', amount=_mine(hand.view).stack)}"


def _ahead_parts(view: PrivateView, hand: RunningHand, order: Sequence[int], say: Speech, faces: CardFaces) -> tuple[Part, ...]:
    """Somebody else's turn: what can be chosen for one's own. Who is asked isn't said here: this message isn't edited at every turn."""
    text = f"{watching_words(hand.view, _mine(hand.view), say)}\n-# {_chips_line(hand, say)}"
    if not view.possible_pre_actions:
        return (Text(text),)
    return (Text(f"{text}\n{_pre_action_state(view, hand, say)}"), *_pre_action_rows(view, hand, order, say, faces))


def _pre_action_state(view: PrivateView, hand: RunningHand, say: Speech) -> str:
    if view.pre_action is None:
        return say("prepare.offer-discard" if "discard" in view.possible_pre_actions else "prepare.offer")
    return say(
        "prepare.done", what=_pre_action_words(view.pre_action.what, view.pre_action.position, hand, say, view.pre_action.price)
    )


def _pre_action_words(what: str, position: int | None, hand: RunningHand, say: Speech, price: int) -> str:
    """What a pre-action does, at the price for which it is made: it is dropped at any other."""
    if what == "discard":
        assert position is not None, "a discard chosen ahead names a card"
        return say("prepare.discard", card=face(hand.view.cards[position]))
    match what:
        case "call-any":
            return say("prepare.call", amount=price) if price else say("prepare.check")
        case "check-fold":
            return say("prepare.fold" if price else "prepare.check")
        case _:
            return say(f"prepare.{what}")


def _pre_action_rows(view: PrivateView, hand: RunningHand, order: Sequence[int], say: Speech, faces: CardFaces) -> list[Row]:
    """A button for each pre-action, laid out as when it is one's turn; the one that is set takes it back."""
    cards = order if "discard" in view.possible_pre_actions else ()
    others = [what for what in view.possible_pre_actions if what != "discard"]
    return [
        *rows([_pre_action_button(view, hand, "discard", position, say, faces) for position in cards]),
        *rows([_pre_action_button(view, hand, what, None, say, faces) for what in others]),
    ]


def _pre_action_button(
    view: PrivateView, hand: RunningHand, what: str, position: int | None, say: Speech, faces: CardFaces
) -> Button:
    is_set = view.pre_action is not None and (view.pre_action.what, view.pre_action.position) == (what, position)
    wish = ("none", None) if is_set else (what, position)
    card = hand.view.cards[position] if position is not None else None
    emoji = faces.emoji(card) if card is not None else None
    label = face(card) if card is not None else _pre_action_words(what, None, hand, say, view.price)
    custom_id = str(PreActionPress(hand.hand_id, view.price, *wish))
    return Button(label, custom_id, "good" if is_set else "plain", emoji=emoji)


def _seat_buttons(view: PrivateView, say: Speech) -> list[Button]:
    """What one can do with one's seat at any time."""
    verbs = [{"away": "back", "waiting": "post"}.get(view.me.status, "away")]
    if view.me.stack < view.table.rules.buy_in:
        verbs.append("top-up")
    if view.me.status == "broke":
        verbs = ["rebuy"]
    if view.me.status == "leaving":
        return [table_button(view.table, say, "rules")]
    cut = ["cut"] if view.table.seal is not None and view.table.seal.posted else []
    return [table_button(view.table, say, verb) for verb in (*verbs, *cut, "leave", "rules")]
