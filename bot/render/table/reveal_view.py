"""A round's discards, turned up: as the top of the table's message, as what an older one keeps, and as a picture."""

from bot.engine import Passed, RoundOpened, TurnedUp, View
from bot.render.components.layout import ASLEEP, Message, Picture, Text
from bot.render.pictures import cards_picture
from bot.render.table.seat_lines import owner, recycled_lines
from bot.render.text.cards import CardFaces
from bot.render.text.names import short
from bot.render.text.translator import Speech
from bot.tables import RunningHand, TableView


def newest_reveal(view: View) -> TurnedUp | None:
    """The round of discards that was turned up last in this hand, if one was."""
    return next((event for event in reversed(view.events) if isinstance(event, TurnedUp)), None)


def reveal_text(event: TurnedUp, hand: RunningHand, say: Speech, faces: CardFaces) -> str:
    """A round's discards, a line for each who threw; who threw none is named below."""
    thrown = [
        f"{owner(seat, hand.players[seat].name)} {faces.discards(cards, hand.view.recycled)}"
        for seat, cards in event.discards.items()
        if cards
    ]
    return "\n".join([f"**{_title(event, hand, say)}**", *thrown, *(f"-# {words}" for words in _kept(event, hand, say))])


def reveal_message(view: TableView, event: TurnedUp, say: Speech, faces: CardFaces) -> Message:
    """A round's discards in one line: what a message keeps of them once the table has moved on."""
    hand = view.hand
    assert hand is not None, "discards are turned up in a hand"
    thrown = [
        f"{short(hand.players[seat].name)} {faces.discards(cards, hand.view.recycled)}"
        for seat, cards in event.discards.items()
        if cards
    ]
    marked = [card for cards in event.discards.values() for card in cards if card in hand.view.recycled]
    line = " · ".join([f"**{_title(event, hand, say)}**", *thrown, *_kept(event, hand, say)])
    return Message((Text("\n".join([line, *recycled_lines(marked, say)])),), accent=ASLEEP)


def _title(event: TurnedUp, hand: RunningHand, say: Speech) -> str:
    return say(f"reveal.{hand.variant}", round=str(event.round))


def _kept(event: TurnedUp, hand: RunningHand, say: Speech) -> list[str]:
    names = [hand.players[seat].name for seat in _kept_all(event, hand.view)]
    return [say(f"kept.{hand.variant}", names=names, count=len(names))] if names else []


def _kept_all(event: TurnedUp, view: View) -> list[int]:
    """The seats that threw nothing in this round: who had passed in an earlier one has been named then, since a pass is final (SEQ-0.3)."""
    number, passed = 0, dict[int, int]()
    for earlier in view.events:
        match earlier:
            case RoundOpened(opened):
                number = opened
            case Passed(seat):
                passed[seat] = number
    return [seat for seat, cards in event.discards.items() if not cards and passed.get(seat, event.round) == event.round]


def reveal_picture(event: TurnedUp) -> Picture | None:
    """The round's discards by seat; None where nobody threw a card. Takes some milliseconds: not for the event loop."""
    thrown = {seat: cards for seat, cards in event.discards.items() if cards}
    return cards_picture("discards.png", thrown) if thrown else None
