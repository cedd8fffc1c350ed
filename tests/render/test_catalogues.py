"""Every text is there in every language, with the same fields; every text is used, and every key that is used has one."""

import re
import string
from functools import cache

import pytest

from bot.engine import VARIANTS
from bot.render.text.translator import LANGUAGES, catalogue, nearest, speech
from tests.render.keys import mentioned, said_keys
from tests.texts import lines


@cache
def texts(language):
    """Key -> the texts of its plural forms."""
    return {key_of(message): forms(message) for message in catalogue(language) if message.id}


def key_of(message):
    return message.id[0] if isinstance(message.id, tuple) else message.id


def forms(message):
    return tuple(message.string) if isinstance(message.string, (tuple, list)) else (message.string,)


def fields(text):
    return {field for _, field, _, _ in string.Formatter().parse(text) if field is not None}


@cache
def option_names(language):
    """Key -> a command's option as the picker shows it in this language."""
    return {message.id: message.string for message in catalogue(language, "bot.cogs")}


def option_name(language, name):
    """A command's option as the picker shows it in this language; English takes it from the code."""
    return option_names(language).get(f"name.{name}", name)


ENGLISH = texts("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_is_missing_and_none_is_left_over(language):
    assert texts(language).keys() == ENGLISH.keys()


def keys_of(variant):
    """The keys of the texts that a game needs of its own."""
    name = variant.name
    yield from (f"variant.{name}", f"agreement.{name}", f"round.{name}", f"button.choose.{name}")
    yield from (f"rules.{name}.{part}" for part in ("title", "play", "also", "example"))
    if variant.turned_up:
        yield from (f"reveal.{name}", f"kept.{name}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", VARIANTS)
def test_every_game_has_its_texts(name, language):
    missing = [key for key in keys_of(VARIANTS[name]) if key not in texts(language)]
    assert not missing, f"bot/render/catalogues/{language}.po lacks {missing}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_are_told_apart(language):
    """By their names, their buttons and their titles."""
    for key in ("variant.{}", "button.choose.{}", "rules.{}.title", "agreement.{}"):
        shown = [texts(language)[key.format(name)] for name in VARIANTS]
        assert len(set(shown)) == len(shown), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_also_known_by_its_other_names(language):
    for variant in VARIANTS.values():
        (line,) = texts(language)[f"rules.{variant.name}.also"]
        _, _, names = line.partition(":")
        said = [name.strip().casefold() for name in names.split(",")]
        assert said, variant.name
        assert set(said) <= set(variant.aliases), (variant.name, said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_that_never_turns_discards_up_has_no_words_for_it(language):
    closed = [variant.name for variant in VARIANTS.values() if not variant.turned_up]
    assert not [key for key in texts(language) for name in closed if key in (f"reveal.{name}", f"kept.{name}")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_games_with_betting_by_agreement_are_named_where_it_does_not_apply(language):
    (line,) = texts(language)["rules.interim_betting-applies"]
    option = option_name(language, "variant")
    for variant in VARIANTS.values():
        assert (f"`{option}:{variant.name}`" in line) == (variant.interim == "agreed"), variant.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_field_is_missing_in_any_form(language):
    """A form for one may say "one" instead of the count."""
    for key, shown in texts(language).items():
        wanted = set().union(*map(fields, ENGLISH[key]))
        assert len(shown) == len(ENGLISH[key]), key
        for form in shown:
            assert form.strip(), key
            assert wanted - {"count"} <= fields(form) <= wanted, (key, form)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_calm_and_clean(language):
    for key, shown in texts(language).items():
        for form in shown:
            assert "!" not in form, key
            assert form == form.strip(), key
            assert "  " not in form, key
            assert not key.startswith("button.") or len(form) <= 60, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_marked_as_doubtful(language):
    assert not [message.id for message in catalogue(language) if message.fuzzy]


def test_languages_differ():
    for language in LANGUAGES[1:]:
        same = [key for key, shown in texts(language).items() if shown == ENGLISH[key]]
        assert len(same) < len(ENGLISH) / 5, (language, same)


def test_every_key_that_is_said_has_a_text():
    missing = {key: where for key, where in said_keys().items() if key not in ENGLISH}
    assert not missing


def test_every_text_is_used():
    literals, patterns = mentioned()
    unused = [key for key in ENGLISH if key not in literals and not any(pattern.fullmatch(key) for pattern in patterns)]
    assert not unused


@pytest.mark.parametrize(
    ("tag", "language"),
    [
        ("en-US", "en"),
        ("en-GB", "en"),
        ("de", "de"),
        ("es-ES", "es"),
        ("es-419", "es"),
        ("fr", "fr"),
        ("pt-BR", "en"),
        ("zh-TW", "en"),
        ("", "en"),
    ],
)
def test_the_nearest_language(tag, language):
    assert nearest(tag) == language
    assert speech(tag).locale == language
    assert speech(tag) is speech(language)


def test_buttons_are_named_by_their_fields():
    """So that a text names them as they stand on the message that has them, whatever language it is in."""
    for key, shown in ENGLISH.items():
        for form in shown:
            assert not re.search(r"[Pp]ress(es|ed)? [A-Z]|\bMy hand\b", form) or key == "button.my-hand", key
            named = re.findall(r"\{(?:button|own)\[([^\]]+)\]\}", form)
            assert all(f"button.{name}" in ENGLISH for name in named), (key, named)


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_are_named_as_the_picker_shows_them(language):
    for key, shown in ENGLISH.items():
        for form, english in zip(texts(language)[key], shown, strict=True):
            named = list(re.findall(r"`(?:/\w+ )?(\w+)(?::[^`]*)?`", english))
            assert re.findall(r"`(?:/\w+ )?(\w+)(?::[^`]*)?`", form) == [option_name(language, name) for name in named], key


def test_a_private_text_names_buttons_as_the_table_s_message_does():
    told = speech("de", table="fr")("seat.not-seated")
    assert told == "Du hast keinen Platz an diesem Tisch. Drück auf **M'asseoir**, um dich zu setzen."
    assert speech("de", table="fr")("mine.away") == "Du setzt aus. Drück auf **Bin zurück**, um wieder Karten zu bekommen."
    assert speech("de", table="de") is speech("de")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("package", ["bot.render", "bot.cogs"])
def test_every_text_can_be_listed_with_its_fields_filled(language, package):
    listed = list(lines(language, package))
    assert {key for key, _ in listed} == {key_of(message) for message in catalogue(language, package) if message.id}
    assert not [text for _, text in listed if "{" in text]
