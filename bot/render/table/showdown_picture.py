"""The picture of a showdown: who showed which cards, and who won which pots with them."""

import math
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from bot.engine import Card
from bot.render.components.layout import Picture
from bot.render.pictures import FELT, GOLD_INK, IVORY, card_image, font, png
from bot.render.text.cards import face, sorted_cards
from bot.render.text.names import clean, cut
from bot.render.text.translator import Speech
from bot.tables import RunningHand

_CARD: Final = 72
_ROW: Final = 84
_MARGIN: Final = 10
_NAME: Final = 172
_NUMBER: Final = 24
_NAME_COLUMNS: Final = 14
NAME_PIXELS: Final = 19
_UNKNOWN: Final = "\uffff"
"""No face has a letter for this code point, so that it shows what is drawn in place of a missing one."""


@dataclass(frozen=True, slots=True)
class _Hand:
    """A hand that was shown: the seat's number from 1, the player's name, and what it won of each pot, written out, the main pot first."""

    number: int
    name: str
    won: tuple[str, ...]
    cards: tuple[Card, ...]


def showdown_picture(hand: RunningHand, say: Speech) -> Picture | None:
    """The hands that were shown, a row each, the winners marked with what they won of each pot; None where none was shown.

    The alternative text says the same. Takes some milliseconds: not for the event loop.
    """
    view = hand.view
    pots = view.results.pots if view.results is not None else ()
    hands = [
        _Hand(
            seat.seat + 1,
            hand.players[seat.seat].name,
            tuple(say.number(pot.winners[seat.seat]) for pot in pots if seat.seat in pot.winners),
            tuple(sorted_cards(seat.shown)),
        )
        for seat in view.seats
        if seat.shown
    ]
    if not hands:
        return None
    return Picture("showdown.png", png(_drawn(hands)), "; ".join(map(_in_words, hands)))


def _in_words(hand: _Hand) -> str:
    won = f" ★ {' + '.join(hand.won)}" if hand.won else ""
    return f"{hand.number} {cut(clean(hand.name), _NAME_COLUMNS)}: {' '.join(face(card) for card in hand.cards)}{won}"


def _drawn(hands: Iterable[_Hand]) -> Image.Image:
    rows = list(hands)
    most = max(len(hand.cards) for hand in rows)
    image = Image.new("RGBA", (3 * _MARGIN + _NAME + _CARD * most, 2 * _MARGIN + _ROW * len(rows)), (*FELT, 255))
    for row, hand in enumerate(rows):
        _draw_hand(image, hand, _MARGIN + row * _ROW)
    return image.convert("RGB")


def _draw_hand(image: Image.Image, hand: _Hand, top: int) -> None:
    draw = ImageDraw.Draw(image)
    if hand.won:
        frame = (_MARGIN / 2, top + 2, image.width - _MARGIN / 2, top + _ROW - 2)
        draw.rounded_rectangle(frame, radius=12, outline=GOLD_INK, width=3)
    ink = GOLD_INK if hand.won else IVORY
    middle = top + _ROW / 2
    line = middle - (14 if hand.won else 0)
    draw.text((2 * _MARGIN, line), str(hand.number), font=_letters(), fill=ink, anchor="lm")
    draw.text((2 * _MARGIN + _NUMBER, line), _label(hand.name), font=_letters(), fill=ink, anchor="lm")
    if hand.won:
        _draw_star(draw, (2 * _MARGIN + 9, middle + 17))
        draw.text((2 * _MARGIN + 24, middle + 17), " + ".join(hand.won), font=font(20), fill=ink, anchor="lm")
    for place, card in enumerate(hand.cards):
        image.alpha_composite(_small(str(card)), (2 * _MARGIN + _NAME + place * _CARD, top + (_ROW - _CARD) // 2))


def _label(name: str) -> str:
    """As much of the name as can be drawn, and has room: a letter that the face lacks without its accents, or not at all."""
    drawn = "".join(_drawable(letter) for letter in unicodedata.normalize("NFKC", clean(name)))
    columns = _NAME_COLUMNS
    while _letters().getlength(label := cut(" ".join(drawn.split()), columns)) > _NAME - _NUMBER - _MARGIN:
        columns -= 1
    return label


@lru_cache(maxsize=4_096)
def _drawable(letter: str) -> str:
    """The letter, or its letters without marks, as far as the face has them."""
    if letter == " " or _has(letter):
        return letter
    return "".join(each for each in unicodedata.normalize("NFKD", letter) if each != letter and _has(each))


def _has(letter: str) -> bool:
    return unicodedata.category(letter)[0] != "M" and bytes(_letters().getmask(letter)) != bytes(_letters().getmask(_UNKNOWN))


@lru_cache(maxsize=1)
def _letters() -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """DejaVu Sans, which comes with matplotlib and has most of the world's letters; the built-in face, which has English ones, where it is missing."""
    found = find_spec("matplotlib")  # which is not brought in for it
    for folder in (found.submodule_search_locations or ()) if found is not None else ():
        file = Path(folder) / "mpl-data" / "fonts" / "ttf" / "DejaVuSans.ttf"
        if file.is_file():
            return ImageFont.truetype(file, NAME_PIXELS)
    return font(NAME_PIXELS)


def _draw_star(draw: ImageDraw.ImageDraw, at: tuple[float, float]) -> None:
    """Five points, as a polygon: the built-in face has no star."""
    outer, inner = (0, -9), (0, -4)
    corners = []
    for point in range(10):
        x, y = (outer, inner)[point % 2]
        cos, sin = _TURNS[point]
        corners.append((at[0] + x * cos - y * sin, at[1] + x * sin + y * cos))
    draw.polygon(corners, fill=GOLD_INK)


_TURNS: Final = tuple((math.cos(math.radians(36 * point)), math.sin(math.radians(36 * point))) for point in range(10))


@lru_cache(maxsize=64)
def _small(name: str) -> Image.Image:
    """A card as large as it lies in a row. Shared."""
    return card_image(name).resize((_CARD, _CARD), Image.Resampling.LANCZOS)
