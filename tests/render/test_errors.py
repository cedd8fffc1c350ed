"""Every error has a friendly line in every language; of an illegal action it says what is legal."""

import importlib
import pkgutil

import pytest

import bot
from bot.engine import Call, Check, Discard, Draw, Fold, IllegalAction, Pass, RaiseTo, parse_cards
from bot.errors import PokerError
from bot.render import LANGUAGES, error_line, error_message, line, notice_message, speech
from bot.tables import InvalidRules, Notice, NotYourTurn, TableRules, TooFewChips
from tests.render.tables import play, sequential, simple

SAY = speech("en")


def refused(hand, action):
    with pytest.raises(IllegalAction) as caught:
        hand.play(action)
    return error_line(SAY, caught.value)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Check(), "You can't check: there is a bet to call. You can call 10, raise to anything from 20 to 100, or fold."),
        (RaiseTo(19), "That amount isn't possible. You can call 10, raise to anything from 20 to 100, or fold."),
        (RaiseTo(101), "That amount isn't possible. You can call 10, raise to anything from 20 to 100, or fold."),
        (RaiseTo(-50), "That amount isn't possible. You can call 10, raise to anything from 20 to 100, or fold."),
        (Pass(), "This is a betting round. You can call 10, raise to anything from 20 to 100, or fold."),
    ],
)
def test_a_refused_bet_is_told_the_range(action, text):
    assert refused(sequential(), action) == text


def test_a_refused_bet_where_checking_is_free_or_no_raise_is_open():
    free = play(sequential(), "call", "call")
    assert refused(free, Call()) == "There is nothing to call. You can check or bet 20 to 100 in all."
    shoved = play(sequential(), "r100")
    assert refused(shoved, RaiseTo(200)) == "You can't raise here. You can call 95 or fold."


def test_a_refused_discard_and_draw():
    discard = play(sequential(), "call", "call", "check")
    assert refused(discard, Discard(parse_cards("2c")[0])) == "You don't hold that card. You have K♠, K♦, 9♥, 9♣, and 3♣."
    assert refused(discard, Fold()) == "Throw one card now, or pass."
    draw = play(simple(), "call", "check")
    assert refused(draw, Draw(parse_cards("As As"))) == "You can throw a card only once."


def classes():
    """All errors of the bot, whichever module of it they are in."""
    for module in pkgutil.walk_packages(bot.__path__, "bot."):
        if not module.name.startswith(("bot.sandbox", "bot.__main__", "bot.migrations")):
            importlib.import_module(module.name)
    found, todo = [], [PokerError]
    while todo:
        kind = todo.pop()
        todo += kind.__subclasses__()
        found.append(kind)
    return [kind for kind in found if kind.__module__.startswith("bot.")]


def test_every_class_of_error_has_a_text():
    kinds = classes()
    assert {PokerError, IllegalAction, InvalidRules, NotYourTurn} <= set(kinds)
    unspoken = [kind for kind in kinds if not all(speech(language).knows(kind.key) for language in LANGUAGES)]
    assert not unspoken


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_error_without_its_values_or_text_still_says_something(language):
    say = speech(language)
    assert error_line(say, TooFewChips()) == say("error.other")
    assert error_line(say, PokerError("no.such-key", x=1)) == say("error.other")
    assert error_line(say, IllegalAction("illegal.no-such")) == say("illegal.other")


def test_numbers_are_written_as_the_language_does():
    error = TooFewChips(needed=1_200, bankroll=1_000)
    assert error_line(SAY, error) == "That takes 1,200 chips, and you have 1,000."
    assert error_line(speech("de"), error) == "Dafür brauchst du 1.200 Chips, und du hast 1.000."
    assert "1\u202f200" in error_line(speech("fr"), error)


def test_names_in_errors_are_escaped():
    assert error_line(SAY, NotYourTurn(name="*a* @everyone")) == r"It isn't your turn; \*a\* @" + "\u200beveryone is to act."
    assert error_line(SAY, NotYourTurn(name="")) == "It isn't your turn; nobody is to act right now."


def test_an_error_message_is_one_unframed_line():
    message = error_message(SAY, PokerError())
    assert (message.text, message.buttons, message.framed) == ("That isn't possible right now.", (), False)
    assert line(SAY, "done.closed").text == "The table is closed."


def test_a_notice_pings_whom_it_is_for_and_nobody_else():
    nudge = notice_message(Notice("notice.nudge", {"name": "one"}, mention=42), SAY, table_id=5)
    assert nudge.text == "<@42> it's your turn. Half of your time is gone."
    assert nudge.mentions == {42}
    kicked = notice_message(Notice("notice.kicked", {"name": "<@42>"}), SAY, table_id=5)
    assert kicked.mentions == frozenset()
    assert "<@42>" not in kicked.text


def test_a_notice_speaks_rules():
    notice = Notice(
        "notice.rules", {"rules": TableRules(variant="simple", small_blind=500, big_blind=1_000, buy_in=100_000, discard_limit=3)}
    )
    told = notice_message(notice, SAY, table_id=5).text
    assert told.splitlines() == [
        "From the next hand: simple",
        "Blinds 500 / 1,000 · no-limit · buy-in 20,000 to 100,000 · up to 6 seats",
        "Discards: all at once, 3 cards at most, turned up once everybody has drawn.",
        "-# Clock: 60 s to bet, 30 s to discard · time bank 60 s to call, discard or draw",
    ]


def test_a_hand_has_the_number_that_the_table_s_message_gives_it():
    for key in ("notice.voided", "notice.voided-closed", "notice.voided-fault"):
        assert "hand 1234" in notice_message(Notice(key, {"number": 1234, "name": "one"}), SAY, table_id=5).text.lower()
