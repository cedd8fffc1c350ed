"""How somebody plays: the figures beside the server's, and the chart with its dates and marked pots."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from io import BytesIO

import pytest
from PIL import Image

from bot.history import PlayerStats, PlaySums
from bot.render import LANGUAGES, PagePress, parse, speech, stats_chart, stats_message
from bot.render.chart import Point, biggest_pots, date_places
from bot.store import NetPoint, Style
from tests.render.tables import MOMENT
from tests.render.test_limits import fits

SAY = speech("en")
MINE = PlaySums(3, 2, -10, 1_070, 2, 1, 40, 0, Style(4, 1, 8, 2, 5, 2, 3, 1, 4))
EVERYBODY = PlaySums(30, 8, 0, 4_000, 12, 6, 0, 0, Style(40, 20, 90, 9, 50, 30, 29, 3, 55))


def stats(**fields):
    points = tuple(NetPoint(MOMENT, net, pot) for net, pot in ((0, 0), (40, 1_070), (-10, 0)))
    known = PlayerStats("*one*", MINE, EVERYBODY, {"K": 1, "3": 4, "7": 2, "9": 1}, points)
    return replace(known, **fields)


def shown(figures, say=SAY, period="all", picture=None):
    return fits(stats_message(figures, say, period=period, user_id=101, picture=picture))


def test_figures_of_a_player_beside_the_server_s():
    picture = stats_chart(stats(), SAY)
    assert picture.alt == "Net winnings over 3 hands: −10"
    message = shown(stats(), picture=picture)
    assert message.text.splitlines() == [
        "### \\*one\\* in this server · All time",
        "3 hands · 2 won (67 %)",
        "Net −10 · Biggest pot 1,070",
        "2 showdowns, net +40",
        "`                  player  server`",
        "`Opens               25 %    50 %`",
        "`Raises              25 %    10 %`",
        "`Folds to a bet      40 %    60 %`",
        "`Cards drawn          1.3     1.9`",
        "`Stands pat          33 %    10 %`",
        "`Wins at showdown    50 %    50 %`",
        "-# Server: the average of everybody here. Opens: is first to put chips in, when nobody has. Raises: bets or raises, of all turns to bet.",
        "-# Throws most often: 3 (4), 7 (2), and K (1)",
        "-# The chart goes from hand to hand; yellow marks the biggest pots won.",
    ]
    assert len(message.files()) == 1
    presses = {button.label: (parse(button.custom_id), button.disabled) for button in message.buttons}
    assert presses["Today"] == (PagePress("stats", 0, ("101", "today")), False)
    assert presses["All time"][1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_lines_its_columns_up(language):
    rows = [line for line in shown(stats(), speech(language)).text.splitlines() if line.startswith("`")]
    assert len(rows) == 7
    assert len({len(row) for row in rows}) == 1
    assert len(rows[0]) <= 40, "a phone shows it in one line"


def test_what_nobody_could_do_has_no_share():
    text = shown(stats(sums=PlaySums(1, 0, -5, unread=1), discards={})).text
    assert "`Opens                  –    50 %`" in text
    assert "-# 1 older hand is still to be looked through." in text


def test_a_player_without_hands():
    nobody = stats(sums=PlaySums(), points=())
    assert stats_chart(nobody, SAY) is None
    assert r"\*one\* hasn't finished a hand in this server yet." in shown(nobody).text
    assert r"\*one\* hasn't finished a hand here in this time." in shown(nobody, period="today").text


@pytest.mark.parametrize("nets", [[0, 40, -30, 100], [5, 5], [0, 0], [-1, -2, -3], [10**9, -(10**9)]])
def test_a_chart_of_any_figures_is_drawn(nets):
    points = tuple(NetPoint(MOMENT + timedelta(days=9 * place), net, abs(net)) for place, net in enumerate(nets))
    picture = stats_chart(stats(points=points), speech("de"))
    assert Image.open(BytesIO(picture.png)).size == (800, 540)


def test_without_matplotlib_the_figures_come_in_text(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "matplotlib.figure", None)
    with pytest.raises(ImportError):
        stats_chart(stats(), SAY)


def test_dates_stand_at_the_first_hand_of_a_day_and_apart():
    days = [date(2026, 1, 1 + number // 10) for number in range(100)]
    places = date_places(days)
    assert places[0] == (0, date(2026, 1, 1))
    assert all(days[place] == day and (place == 0 or days[place - 1] != day) for place, day in places)
    assert 3 <= len(places) <= 4
    assert date_places(days[:1]) == [(0, date(2026, 1, 1))]


def test_the_biggest_pots_are_marked_and_none_beside_another():
    when = datetime(2026, 1, 1, tzinfo=UTC)
    points = [Point(when, 0, pot) for pot in [0, 500, 490, 0, 0, 0, 0, 300, 0, 0, 0, 200, 0, 0, 0, 100]]
    assert biggest_pots(points) == [1, 7, 11]
    assert biggest_pots([Point(when, 0, 0)] * 5) == []
