"""What is drawn: faces that Discord takes as emojis, cards by seat; and the words that stand for them."""

from io import BytesIO

import pytest
from PIL import Image

from bot.engine import DECK, TurnedUp, parse_cards
from bot.render import (
    EMOJI_NAMES,
    TEXT_CARDS,
    CardFaces,
    emoji_pictures,
    face,
    reveal_picture,
    showdown_picture,
    speech,
)
from bot.render.table.showdown_picture import _label, _letters
from tests.render.tables import EMOJIS, play, running, sequential

SAY = speech("en")
MOST_EMOJI_BYTES = 256 * 1024


def opened(png):
    return Image.open(BytesIO(png))


def test_there_is_an_emoji_for_every_card_and_the_back():
    pictures = emoji_pictures()
    assert tuple(pictures) == EMOJI_NAMES
    assert len(pictures) == 53
    assert {str(card) for card in DECK} | {"back"} == set(pictures)
    assert len(set(pictures.values())) == 53
    for png in pictures.values():
        assert opened(png).size == (128, 128)
        assert len(png) <= MOST_EMOJI_BYTES


def test_the_four_suits_have_colours_of_their_own():
    def ink(name):
        image = opened(emoji_pictures_once[name]).convert("RGBA")
        return image.getpixel((64, 88))[:3]

    emoji_pictures_once = emoji_pictures()
    colours = [ink(f"A{suit}") for suit in "shdc"]
    assert all(
        max(abs(a - b) for a, b in zip(one, other, strict=True)) > 60 for one in colours for other in colours if one != other
    )
    assert len(set(colours)) == 4


def test_a_reveal_shows_who_threw_and_says_so():
    ks, kd, qh = parse_cards("Ks Kd Qh")
    picture = reveal_picture(TurnedUp(2, {0: (ks,), 1: (), 4: (kd, qh)}))
    assert picture.alt == "1: K♠; 5: K♦ Q♥"
    assert opened(picture.png).size == (2 * 96 + 46 + 24, 2 * 96 + 24)
    single = reveal_picture(TurnedUp(1, dict.fromkeys(range(8), (ks,))))
    assert opened(single.png).size == (8 * 96 + 24, 96 + 46 + 24)
    assert reveal_picture(TurnedUp(1, {0: (), 1: ()})) is None


def test_a_showdown_shows_the_hands_that_were_shown():
    shown = play(sequential(), "call", "call", "check", "-3c", "-Kh", "pass", "pass", "-Qh", "pass", "r20", "fold", "call")
    picture = showdown_picture(running(shown), SAY)
    assert picture.alt == "1 one: K♠ K♦ K♣ 9♥ 9♣ ★ 70"
    assert showdown_picture(running(sequential()), SAY) is None


@pytest.mark.parametrize(
    "name",
    [
        "one",
        "Ælfrëd-the-Unready-of-Wessex",
        "Иван Петров",
        "محمد",
        "W" * 32,
        "\u202egnp.exe",
        "王小明",
        "🂡" * 32,
        "@everyone **x**",
        "",
    ],
)
def test_a_showdown_names_its_players_as_far_as_they_can_be_drawn(name):
    names = dict.fromkeys(range(3), name)
    shown = play(sequential(), "call", "call", "check", "-3c", "-Kh", "pass", "pass", "-Qh", "pass", "r20", "call", "call")
    picture = showdown_picture(running(shown, names=names), SAY)
    assert opened(picture.png).size[0] == 3 * 10 + 172 + 5 * 72
    assert "\u202e" not in picture.alt, "nothing steers the words around a name"
    assert len(picture.png) < 40_000, "small enough to be no burden"


def test_faces_fall_back_to_text_one_by_one():
    ks, kd = parse_cards("Ks Kd")
    assert face(ks) == "K♠"
    assert TEXT_CARDS.cards([ks, kd]) == "K♠ K♦"
    assert TEXT_CARDS.backs(2) == "🂠 🂠"
    assert EMOJIS.cards([ks, kd]) == "<:Ks:1234567890123456789><:Kd:1234567890123456789>"
    assert CardFaces({"Ks": "<:Ks:1>"}).cards([ks, kd]) == "<:Ks:1> K♦"
    assert (TEXT_CARDS.emoji(ks), EMOJIS.emoji(ks)) == (None, "<:Ks:1234567890123456789>")


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Zoë Łukasz", "Zoë Łukasz"),
        ("Иван", "Иван"),
        ("王小明 Wang", "Wang"),
        ("\u202egnp.exe", "gnp.exe"),
        ("Ｗｅｎ", "Wen"),
        ("王", ""),
    ],
)
def test_a_name_is_drawn_as_far_as_the_face_has_its_letters(name, drawn):
    assert _label(name) == drawn


def test_a_wide_name_is_cut_before_the_cards():
    assert _letters().getlength(_label("W" * 32)) <= 172 - 24 - 10
    assert _label("W" * 32).endswith("…")
