"""The post of a round's discards, turned up in front of their owners, and the pictures of cards on the table."""

from bot.engine import TurnedUp, View
from bot.render.cards import Faces
from bot.render.layout import Message, Picture, Row, Text
from bot.render.pictures import cards_picture
from bot.render.seat_lines import owner
from bot.render.table_view import my_hand_button
from bot.render.text import Speech
from bot.tables import RunningHand, TableView


def reveal_message(view: TableView, event: TurnedUp, say: Speech, faces: Faces, *, picture: Picture | None = None) -> Message:
    """A round's discards, with [My hand]; who threw none is named below."""
    hand = view.hand
    assert hand is not None, "discards are turned up in a hand"
    title = say(f"reveal.{hand.variant}", round=str(event.round))
    thrown = [f"{owner(seat, hand.players[seat].name)} {faces.cards(cards)}" for seat, cards in event.discards.items() if cards]
    lines = [f"**{title}**", *thrown, *_kept_line(event, hand, say)]
    text, buttons = Text("\n".join(lines)), Row((my_hand_button(view, say),))
    return Message((text, picture, buttons) if picture is not None else (text, buttons))


def _kept_line(event: TurnedUp, hand: RunningHand, say: Speech) -> list[str]:
    names = [hand.players[seat].name for seat, cards in event.discards.items() if not cards]
    return [f"-# {say(f'kept.{hand.variant}', names=names, count=len(names))}"] if names else []


def reveal_picture(event: TurnedUp) -> Picture | None:
    """The round's discards by seat; None where nobody threw a card. Takes some milliseconds: not for the event loop."""
    thrown = {seat: cards for seat, cards in event.discards.items() if cards}
    return cards_picture("discards.png", thrown) if thrown else None


def showdown_picture(view: View) -> Picture | None:
    """The hands that were shown, by seat; None where none was. Takes some milliseconds: not for the event loop."""
    shown = {seat.seat: seat.shown for seat in view.seats if seat.shown}
    return cards_picture("showdown.png", shown) if shown else None
