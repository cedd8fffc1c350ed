"""The chart of net winnings over time. Matplotlib draws it, and is brought in when the first one is asked for: it takes a second and 40 MB."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from babel.dates import format_skeleton

from bot.render.components.layout import Picture
from bot.render.text.translator import Speech

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH_INCHES: Final = 4.0
HEIGHT_INCHES: Final = 2.7
DOTS_PER_INCH: Final = 200
"""800 by 540 pixels: sharp where a message on a phone is 300 points wide."""

MOST_MARKED: Final = 3
MOST_DATES: Final = 3
FONT_POINTS: Final = 12
"""Some 12 pixels on that phone."""

_GROUND, _LINE, _GRID, _ZERO, _WORDS, _POT = "#1f2124", "#5fd39a", "#34373c", "#a6abb3", "#e3e5e8", "#ffcf4d"

_drawing = threading.Lock()
"""Matplotlib is not made for several threads at once."""


@dataclass(frozen=True, slots=True)
class Point:
    """After a hand: its end in UTC, the net winnings so far and what was won in it, in chips."""

    at: datetime
    net: int
    pot: int


def net_chart(name: str, points: Sequence[Point], alt: str, say: Speech) -> Picture:
    """The net winnings after each hand, oldest first and evenly spaced, with dates, a line at zero and the biggest pots marked.

    Takes some hundred milliseconds, the first time a second or two: not for the event loop. Raises ImportError where matplotlib is missing.
    """
    with _drawing:
        return Picture(name, _png(points, say), alt)


def _png(points: Sequence[Point], say: Speech) -> bytes:
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415 - most bots are never asked for a chart
    from matplotlib.figure import Figure  # noqa: PLC0415

    figure = Figure(figsize=(WIDTH_INCHES, HEIGHT_INCHES), dpi=DOTS_PER_INCH, facecolor=_GROUND, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    _draw(axes, points, say)
    written = BytesIO()
    figure.savefig(written, format="png")
    return written.getvalue()


def _draw(axes: "Axes", points: Sequence[Point], say: Speech) -> None:
    nets = [0, *(point.net for point in points)]
    axes.set_facecolor(_GROUND)
    axes.axhline(0, color=_ZERO, linewidth=1.2, linestyle=(0, (4, 3)), zorder=1)
    axes.plot(range(len(nets)), nets, color=_LINE, linewidth=2.2 if len(nets) < 500 else 1.4, zorder=2, solid_joinstyle="round")
    axes.fill_between(range(len(nets)), nets, 0, color=_LINE, alpha=0.14, linewidth=0, zorder=1)
    axes.margins(x=0.03, y=0.14)
    _mark_pots(axes, points, say)
    _write_sides(axes, points, say)


def _write_sides(axes: "Axes", points: Sequence[Point], say: Speech) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator  # noqa: PLC0415

    axes.yaxis.set_major_locator(MaxNLocator(nbins=4, integer=True, min_n_ticks=2))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _place: say.signed(round(value))))
    dates = date_places([point.at.date() for point in points])
    axes.set_xticks([place + 1 for place, _ in dates], [format_skeleton("MMMd", day, locale=say.locale) for _, day in dates])
    axes.grid(axis="y", color=_GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(colors=_WORDS, labelsize=FONT_POINTS, length=0)
    for side in axes.spines.values():
        side.set_visible(False)


def date_places(days: Sequence[date]) -> list[tuple[int, date]]:
    """Where a date is written, and which: at the first hand of a day, of so many days that the dates don't run into each other."""
    firsts = [(0, days[0]), *((place, day) for place, (before, day) in enumerate(pairwise(days), 1) if day != before)]
    apart = max(1, len(days) // MOST_DATES)
    shown = firsts[:1]
    for place, day in firsts[1:]:
        if place - shown[-1][0] >= apart:
            shown.append((place, day))
    return shown


def biggest_pots(points: Sequence[Point]) -> list[int]:
    """The places of the biggest pots won, no two of them side by side, so that what is written there can be read."""
    apart = max(1, len(points) // 6)
    places: list[int] = []
    for place in sorted(range(len(points)), key=lambda place: points[place].pot, reverse=True):
        if len(places) == MOST_MARKED or not points[place].pot:
            break
        if all(abs(place - other) >= apart for other in places):
            places.append(place)
    return places


def _mark_pots(axes: "Axes", points: Sequence[Point], say: Speech) -> None:
    from matplotlib.patheffects import withStroke  # noqa: PLC0415

    for place in biggest_pots(points):
        net = points[place].net
        side = "right" if place > len(points) * 0.85 else "left" if place < len(points) * 0.15 else "center"
        axes.plot([place + 1], [net], marker="o", markersize=6, color=_POT, zorder=3)
        axes.annotate(
            say.number(points[place].pot),
            (place + 1, net),
            xytext=(0, 8),
            textcoords="offset points",
            ha=side,
            color=_POT,
            fontsize=FONT_POINTS,
            path_effects=[withStroke(linewidth=3, foreground=_GROUND)],
            zorder=4,
        )
