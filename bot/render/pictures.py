"""Pictures drawn here: card faces with four-colour suits as shapes, and cards laid out by seat.

Letters come from Pillow's built-in face, suits are polygons and circles.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from bot.engine import Card
from bot.render.components.layout import Picture
from bot.render.text.cards import BACK, EMOJI_NAMES, face

SIDE: Final = 128
_FINE: Final = 4
_SLOT: Final = 96
_MARGIN: Final = 12
_BADGE: Final = 46
_AIR: Final = 7
_COMPRESSION: Final = 3
"""An answer may wait for a picture: a fifth of the time that the least size takes, for a tenth more bytes."""

_PAPER: Final = (252, 252, 250)
_EDGE: Final = (150, 154, 160)
FELT: Final = (32, 84, 60)
_FELT_LINE: Final = (64, 122, 94)
IVORY: Final = (236, 240, 236)
GOLD_INK: Final = (240, 200, 90)
_INK: Final = {"s": (22, 24, 28), "h": (206, 28, 40), "d": (24, 92, 200), "c": (12, 126, 58)}

Colour = tuple[int, int, int]
Draw = ImageDraw.ImageDraw
Box = tuple[float, float, float]


@lru_cache(maxsize=64)
def card_image(name: str) -> Image.Image:
    """A card by its name (`Kh`, or `back`), `SIDE` pixels square, on a transparent ground. Shared: copy before changing it."""
    image = Image.new("RGBA", (SIDE * _FINE, SIDE * _FINE), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    edge = 3 * _FINE
    frame = (14 * _FINE, 2 * _FINE, (SIDE - 14) * _FINE, (SIDE - 2) * _FINE)
    draw.rounded_rectangle(frame, radius=14 * _FINE, fill=_PAPER, outline=_EDGE, width=edge)
    if name == BACK:
        _draw_back(draw)
    else:
        _draw_face(draw, name[0], name[1])
    return image.reduce(_FINE)


def _draw_face(draw: Draw, rank: str, suit: str) -> None:
    ink = _INK[suit]
    letters = font(66 * _FINE)
    left, top, right, bottom = draw.textbbox((0, 0), rank, font=letters, stroke_width=2 * _FINE)
    x = SIDE * _FINE / 2 - (left + right) / 2
    y = 34 * _FINE - (top + bottom) / 2
    draw.text((x, y), rank, font=letters, fill=ink, stroke_width=2 * _FINE, stroke_fill=ink)
    _SHAPES[suit](draw, (SIDE * _FINE / 2, 90 * _FINE, 29 * _FINE), ink)


def _draw_back(draw: Draw) -> None:
    inner = (22 * _FINE, 10 * _FINE, (SIDE - 22) * _FINE, (SIDE - 10) * _FINE)
    draw.rounded_rectangle(inner, radius=8 * _FINE, fill=FELT)
    step = 14 * _FINE
    for row in range(7):
        for column in range(5):
            x, y = 36 * _FINE + column * step, 22 * _FINE + row * step
            draw.polygon([(x, y - 6 * _FINE), (x + 6 * _FINE, y), (x, y + 6 * _FINE), (x - 6 * _FINE, y)], fill=_FELT_LINE)


def _heart(draw: Draw, box: Box, ink: Colour) -> None:
    x, y, size = box
    _lobes(draw, (x, y - 0.28 * size, size), ink)
    draw.polygon([(x - 0.97 * size, y - 0.12 * size), (x + 0.97 * size, y - 0.12 * size), (x, y + size)], fill=ink)


def _spade(draw: Draw, box: Box, ink: Colour) -> None:
    x, y, size = box
    _lobes(draw, (x, y + 0.24 * size, size), ink)
    draw.polygon([(x - 0.97 * size, y + 0.08 * size), (x + 0.97 * size, y + 0.08 * size), (x, y - size)], fill=ink)
    _stem(draw, box, ink)


def _diamond(draw: Draw, box: Box, ink: Colour) -> None:
    x, y, size = box
    draw.polygon([(x, y - size), (x + 0.78 * size, y), (x, y + size), (x - 0.78 * size, y)], fill=ink)


def _club(draw: Draw, box: Box, ink: Colour) -> None:
    x, y, size = box
    for dx, dy in ((0.0, -0.48), (-0.5, 0.2), (0.5, 0.2)):
        _disc(draw, (x + dx * size, y + dy * size, 0.47 * size), ink)
    _disc(draw, (x, y, 0.3 * size), ink)
    _stem(draw, box, ink)


def _lobes(draw: Draw, box: Box, ink: Colour) -> None:
    x, y, size = box
    for side in (-1, 1):
        _disc(draw, (x + side * 0.49 * size, y, 0.51 * size), ink)


def _stem(draw: Draw, box: Box, ink: Colour) -> None:
    x, y, size = box
    draw.polygon([(x, y - 0.1 * size), (x + 0.36 * size, y + size), (x - 0.36 * size, y + size)], fill=ink)


def _disc(draw: Draw, box: Box, ink: Colour) -> None:
    x, y, radius = box
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=ink)


_SHAPES: Final[dict[str, Callable[[Draw, Box, Colour], None]]] = {"h": _heart, "s": _spade, "d": _diamond, "c": _club}


@lru_cache(maxsize=16)
def font(pixels: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """The built-in face at this size. Shared."""
    return ImageFont.load_default(size=pixels)


def png(image: Image.Image) -> bytes:
    """The picture as a file."""
    written = BytesIO()
    image.save(written, format="PNG", compress_level=_COMPRESSION)
    return written.getvalue()


def emoji_pictures(names: Iterable[str] = EMOJI_NAMES) -> dict[str, bytes]:
    """CardFaces and back as PNGs, by the names under which the app's emojis are uploaded."""
    return {name: png(_with_air(card_image(name))) for name in names}


def _with_air(card: Image.Image) -> Image.Image:
    """The card a little smaller in the same square: an emoji is as high as its line, and cards of two lines would touch."""
    image = Image.new("RGBA", card.size, (0, 0, 0, 0))
    image.alpha_composite(card.resize((SIDE - 2 * _AIR, SIDE - 2 * _AIR), Image.Resampling.LANCZOS), (_AIR, _AIR))
    return image


def cards_picture(name: str, seats: Mapping[int, Sequence[Card]]) -> Picture:
    """Cards by seat with the seats' numbers (counted from 1): single cards side by side, more in a row for each seat.

    The alternative text says the same.
    """
    most = max(len(cards) for cards in seats.values())
    image = _side_by_side(seats) if most == 1 else _row_by_row(seats, most)
    alt = "; ".join(f"{seat + 1}: " + " ".join(face(card) for card in cards) for seat, cards in seats.items())
    return Picture(name, png(image.convert("RGB")), alt)


def _side_by_side(seats: Mapping[int, Sequence[Card]]) -> Image.Image:
    image = Image.new("RGBA", (_MARGIN * 2 + _SLOT * max(3, len(seats)), _MARGIN * 2 + _SLOT + _BADGE), (*FELT, 255))
    for place, (seat, cards) in enumerate(seats.items()):
        left = _MARGIN + place * _SLOT
        _draw_seat(image, (left + _SLOT / 2, _MARGIN + _BADGE / 2), seat + 1)
        _lay(image, cards, (left, _MARGIN + _BADGE))
    return image


def _row_by_row(seats: Mapping[int, Sequence[Card]], most: int) -> Image.Image:
    image = Image.new("RGBA", (_MARGIN * 2 + _BADGE + _SLOT * most, _MARGIN * 2 + _SLOT * len(seats)), (*FELT, 255))
    for row, (seat, cards) in enumerate(seats.items()):
        top = _MARGIN + row * _SLOT
        _draw_seat(image, (_MARGIN + _BADGE / 2, top + _SLOT / 2), seat + 1)
        _lay(image, cards, (_MARGIN + _BADGE, top))
    return image


def _lay(image: Image.Image, cards: Sequence[Card], at: tuple[int, int]) -> None:
    for place, card in enumerate(cards):
        image.alpha_composite(_in_slot(str(card)), (at[0] + place * _SLOT, at[1]))


@lru_cache(maxsize=64)
def _in_slot(name: str) -> Image.Image:
    """A card as large as it lies on the table. Shared."""
    return card_image(name).resize((_SLOT, _SLOT), Image.Resampling.LANCZOS)


def _draw_seat(image: Image.Image, at: tuple[float, float], number: int) -> None:
    draw = ImageDraw.Draw(image)
    draw.ellipse((at[0] - 17, at[1] - 17, at[0] + 17, at[1] + 17), outline=IVORY, width=2)
    draw.text(at, str(number), font=font(22), fill=IVORY, anchor="mm")
