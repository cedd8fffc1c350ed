"""Numbers, plurals, lists and hands as each language says them."""

import pytest

from bot.engine import DECK, Category, HandName, hand_name, parse_cards
from bot.render import LANGUAGES, hand_words, parse_amount, speech
from bot.render.text.spoken import limit_words

SAY = speech("en")


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Kh Kd 9s 9h Kc", "kings full of nines"),
        ("7c 8d 9s Th Jc", "straight, jack high"),
        ("As 2d 3s 4h 5c", "straight, five high"),
        ("Ks Kd 9h 9c 3c", "two pair, kings and nines"),
        ("Ah Jd 9c 6s 3h", "ace high"),
        ("6h 6d 9c Ts 3h", "a pair of sixes"),
        ("Js Jd Jh 8c 3d", "three jacks"),
        ("Ac Jc 9c 5c 2c", "flush, ace high"),
        ("Qd Qs Qh Qc 3d", "four queens"),
        ("9h 8h 7h 6h 5h", "straight flush, nine high"),
        ("As Ks Qs Js Ts", "royal flush"),
    ],
)
def test_a_hand_has_a_name(cards, words):
    assert hand_words(SAY, hand_name(parse_cards(cards))) == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_hand_has_a_name_in_every_language(language):
    say = speech(language)
    spoken = {category: hand_words(say, HandName(category, (13, 9))) for category in Category}
    assert len(set(spoken.values())) == len(Category)


def test_a_hand_in_other_languages():
    name = hand_name(parse_cards("Kh Kd 9s 9h Kc"))
    assert hand_words(speech("de"), name) == "Full House, Könige über Neunen"
    assert hand_words(speech("es-419"), name) == "full de reyes y nueves"
    assert hand_words(speech("fr"), name) == "full aux rois par les neuf"


def test_plurals():
    assert SAY("wait.players", count=1) == "Needs one more player."
    assert SAY("wait.players", count=2) == "Needs 2 more players."
    assert limit_words(SAY, 1) == "1 card at most"
    assert limit_words(SAY, 3) == "3 cards at most"
    assert limit_words(SAY, None) == "no limit"
    assert speech("fr")("stats.hands", count=0) == "0 main"


def test_a_count_in_a_text_without_plurals_is_a_number_like_others():
    assert SAY("illegal.not-the-shuffle", count=3) == "The deck is being shuffled."


@pytest.mark.parametrize(
    ("language", "number", "loss"),
    [("en", "12,480", "−140"), ("de", "12.480", "−140"), ("es", "12.480", "−140"), ("fr", "12\u202f480", "−140")],
)
def test_numbers(language, number, loss):
    say = speech(language)
    assert say.number(12_480) == number
    assert say.signed(12_480) == "+" + number
    assert say.signed(-140) == loss
    assert say.signed(0) == "0"


def test_values_by_kind():
    assert SAY("kept.sequential", names=["*a*", "b"], count=2) == r"\*a\* and b passed"
    assert SAY("illegal.card-not-held", cards=DECK[:2]) == "You don't hold that card. You have 2♣ and 2♦."
    assert (
        SAY("table.other-channels", channels=(123456789, 5)) == "Tables are played in other channels here: <#123456789> and <#5>."
    )


def test_braces_in_a_name_stay_a_name():
    assert SAY("log.folded", name="{name} {0}") == r"\{name\} \{0\} folds"


def test_an_unknown_key_is_a_fault():
    with pytest.raises(AssertionError):
        SAY("no.such-key")
    assert not SAY.knows("no.such-key")
    assert SAY.knows("wait.players")


@pytest.mark.parametrize(
    ("typed", "amount"),
    [
        ("60", 60),
        (" 60 ", 60),
        ("1,000", 1_000),
        ("1 000", 1_000),
        ("12,345,678", 12_345_678),
        ("0", 0),
        ("007", 7),
        ("999999999999", 999_999_999_999),
    ],
)
def test_an_amount_is_read(typed, amount):
    assert parse_amount(typed, SAY) == amount


@pytest.mark.parametrize(
    "typed",
    ["", " ", "-50", "+5", "1e9", "12.5", "1.000", "abc", "1,00", "1,0000", "٣", "½", "0x10", "1_000", "1,000,", "9" * 13, "∞"],
)
def test_no_amount(typed):
    assert parse_amount(typed, SAY) is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("amount", [7, 1_000, 12_345, 1_234_567])
def test_an_amount_is_read_as_it_is_written(language, amount):
    say = speech(language)
    assert parse_amount(say.number(amount), say) == amount


def test_an_amount_in_other_languages():
    assert parse_amount("1.000", speech("de")) == 1_000
    assert parse_amount("1,000", speech("de")) is None
    assert parse_amount("1\u202f000", speech("fr")) == 1_000
    assert parse_amount("1.000", speech("es")) == 1_000
