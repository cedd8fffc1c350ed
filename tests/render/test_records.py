"""Leaderboards, chips, lists of hands, and stories: what they say, and that every page fits."""

from dataclasses import replace

import pytest

from bot.engine import view_for
from bot.history import HandLine, HistoryLine, Holdings, LeaderboardLine, LeaderboardPage, Story
from bot.render import (
    LANGUAGES,
    TEXT_CARDS,
    PagePress,
    chips_history_message,
    chips_message,
    history_message,
    leaderboard_message,
    parse,
    speech,
    story_message,
)
from bot.tables import Player
from tests.render.tables import EMOJIS, MOMENT, drawn, play, players_of, sequential
from tests.render.test_limits import FULL_NAMES, fits, full_hand

SAY = speech("en")
GRANTED = rf"`      +70` from the server's managers (for the \*evening\*) · <t:{int(MOMENT.timestamp())}:R>"
TIME = f"<t:{int(MOMENT.timestamp())}:R>"
DATE = f"<t:{int(MOMENT.timestamp())}:f>"


def board(page=0, pages=4, own=None):
    lines = tuple(LeaderboardLine(*line) for line in ((9, 109, "one", 12_480, 312, 2_310), (10, 110, "three", 9_905, 287, -140)))
    return LeaderboardPage(lines, page, pages, 40, own)


def test_a_leaderboard_lines_up_and_shows_ones_own_place():
    message = fits(
        leaderboard_message(board(own=LeaderboardLine(14, 7, "two", 1_420, 1)), SAY, by="chips", period="all", asker=7)
    )
    assert drawn(message) == (
        "### Chips in this server\n"
        "` 9  one              12,480` ▲ 2,310 this week · 312 hands\n"
        "`10  three             9,905` ▼ 140 this week · 287 hands\n"
        "`14  two              1,420` 1 hand ← you\n"
        "-# page 1 of 4\n"
        "[◀ x] [▶]\n"
        "[Chips x] [Net] [Hands won] [Biggest pot]\n"
    )


def test_ones_own_place_on_the_page_is_marked_there():
    message = leaderboard_message(board(page=3, own=board().lines[1]), SAY, by="net", period="week", asker=110)
    assert "+9,905` ▼ 140 this week · 287 hands ← you" in message.text
    assert message.text.count("three") == 1
    assert "### Net winnings in this server · This week" in message.text


def test_a_loss_on_the_leaderboard_has_the_sign_that_it_has_everywhere():
    lines = (LeaderboardLine(1, 7, "one", 140, 3), LeaderboardLine(2, 8, "two", -1_140, 3))
    shown = leaderboard_message(replace(board(), lines=lines), SAY, by="net", period="all").text
    assert "   +140`" in shown
    assert " −1,140`" in shown


@pytest.mark.parametrize("page", range(4))
@pytest.mark.parametrize("by", ["chips", "net", "won", "pot"])
def test_the_buttons_of_a_leaderboard_lead_where_they_say(page, by):
    message = fits(leaderboard_message(board(page=page), SAY, by=by, period="month"))
    presses = {button.label: (parse(button.custom_id), button.disabled) for button in message.buttons}
    assert presses["◀"] == (PagePress("leaderboard", max(0, page - 1), (by, "month", "back")), page == 0)
    assert presses["▶"] == (PagePress("leaderboard", page + 1, (by, "month", "on")), page == 3)
    assert presses["Net"] == (PagePress("leaderboard", 0, ("net", "month", "order")), by == "net")
    assert ("This week" in presses) == (by != "chips")


def test_an_empty_leaderboard():
    message = fits(leaderboard_message(LeaderboardPage((), 0, 1, 0, None), SAY, by="won", period="all"))
    assert "Nobody is on this board yet." in message.text
    assert "◀" not in drawn(message)


def test_chips_and_where_they_lie():
    message = fits(chips_message(Holdings(4_000, {5: 1_000, 6: 20}), SAY, channels={5: 123}))
    assert (
        message.text
        == "### You have 5,020 chips here\n4,000 in your bankroll\n1,000 at the table in <#123>\n20 at the table in 6"
    )


def test_the_chips_of_another():
    message = fits(chips_message(Holdings(4_000, {5: 1_000}), SAY, channels={5: 123}, whose="A*nn"))
    assert message.text == "### A\\*nn has 5,000 chips here\n4,000 in the bankroll\n1,000 at the table in <#123>"
    assert not message.buttons


def test_what_moved_a_bankroll():
    lines = [
        HistoryLine("1:buy-in:7", -1_000, "buy-in", MOMENT, None, None, 5),
        HistoryLine("2:grant", 70, "grant", MOMENT, None, "for the *evening*", None),
        HistoryLine("0", 5_000, "something-new", MOMENT, None, None, None),
    ]
    message = fits(chips_history_message(lines, SAY))
    assert message.text == f"### Where your chips went\n`   −1,000` buy-in · {TIME}\n{GRANTED}\n`   +5,000` other · {TIME}"
    assert "No chips have come or gone" in chips_history_message([], SAY).text


def hand_line(number, winners, *, void=False, practice=False):
    return HandLine(100 + number, 5, number, "sequential", MOMENT, (Player(1, "one"),), winners, void, practice)


def test_a_list_of_hands():
    hands = [hand_line(13, {"*one*": 70}), hand_line(12, {}, void=True), hand_line(11, {"one": 35, "two": 35}, practice=True)]
    message = fits(history_message(hands, SAY, channel_id=9, more=True))
    assert drawn(message) == (
        "### The last hands here\n"
        rf"**5-13** · sequential · \*one\* wins 70 · {TIME}" + "\n"
        f"**5-12** · sequential · void · {TIME}\n"
        f"**5-11** · sequential · practice · one wins 35 and two wins 35 · {TIME}\n"
        "-# Press a hand's number to read it again. If you played it, you see it as you saw it then; if not, what everybody saw.\n"
        "[5-13] [5-11]\n"
        "[Older]\n"
    )
    assert [parse(button.custom_id) for button in message.buttons] == [
        PagePress("story", 0, ("113",)),
        PagePress("story", 0, ("111",)),
        PagePress("history", 111, ("9",)),
    ]
    assert "No hand has been finished" in history_message([], SAY, channel_id=9).text


def story_of(hand, seat, names=None):
    players = players_of(hand) if names is None else players_of(hand, names)
    return Story(77, 5, 12, 1, 8, MOMENT, MOMENT, players, view_for(hand, seat), view_for(hand, seat).events, hand.setup.carried)


def test_a_story_tells_what_its_reader_saw():
    hand = play(sequential(), "call", "call", "check", "-3c", "-Kh", "pass", "pass", "-Qh", "pass", "r20", "fold", "call")
    message = fits(story_message(story_of(hand, 1), SAY, TEXT_CARDS))
    text = message.text.replace("\n", " / ")
    assert text.startswith(f"### Hand 5-12 · sequential · {DATE} / ")
    assert "two is dealt J♠ J♦ K♥ Q♥ 4♣" in text
    assert (
        "**First betting round** / three calls 10 / one calls 5 / two checks / **Discards, round 1** / one discards a card"
        in text
    )
    assert "three passes / Turned up: one 3♣, two K♥ / **Discards, round 2**" in text
    assert text.endswith(
        "one bets 20 / two folds / three calls 20 / one shows K♠ K♦ K♣ 9♥ 9♣, kings full of nines / three mucks / one wins 70"
    )
    assert "7♣" not in text, "three's cards were not shown"
    assert [button.label for button in message.buttons] == [
        "As a file",
        "Open Hand History",
        "Proof",
        "Share",
        "Share with my cards",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_story_comes_in_pages(language):
    story = story_of(full_hand(all_in=True), 3, FULL_NAMES)
    seen, page = [], 0
    while True:
        message = fits(story_message(story, speech(language), EMOJIS, page=page))
        seen.append(message.text)
        if message.buttons[1].disabled:
            break
        page = parse(message.buttons[1].custom_id).page
    assert len(seen) == page + 1 > 1
    assert len(set(seen)) == len(seen)
    beyond = story_message(story, speech(language), EMOJIS, page=99)
    assert beyond.text == seen[-1]
