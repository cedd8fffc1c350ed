"""One word for one thing: what the glossaries beside the catalogues say is kept in every text of the bot and of its commands."""

import re
import tomllib
from functools import lru_cache
from importlib.resources import files

import pytest

from bot.render.text.translator import LANGUAGES, catalogue
from tests.render.test_catalogues import forms, key_of

TRANSLATED = [language for language in LANGUAGES if language != "en"]
PACKAGES = ("bot.render", "bot.cogs")
GAMES = r"(?i:(?:(?:five|5)[- ]card |sequential |double )?open[- ]draw|(?:five|5)[- ]card draw)"


def glossary(language):
    source = files("bot.render").joinpath("catalogues", f"{language}.glossary.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))


@lru_cache
def texts(language):
    """(package, key) -> what a reader may see of it, all its plural forms as one."""
    return {
        (package, key_of(message)): " / ".join(without_fields(form) for form in forms(message))
        for package in PACKAGES
        for message in catalogue(language, package)
        if message.id
    }


def without_fields(text):
    """Fields, commands and the names of games are no words of the language."""
    return re.sub(rf"\{{[^}}]*\}}|`[^`]*`|/[a-z-]+(?: · [a-z-]+| [a-z-]+)*|open-draw (?:restore|migrate)|{GAMES}", "", text)


def speaks_of(term, english):
    return re.search(rf"\b(?:{term['english']})\b", english, re.IGNORECASE) is not None


def has(text, words):
    return any(word.casefold() in text.casefold() for word in words)


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_term_has_its_word(language):
    wrong = []
    for term in glossary(language)["term"]:
        for (package, key), english in texts("en").items():
            if speaks_of(term, english) and key not in term.get("unless", ()):
                text = texts(language)[package, key]
                if not has(text, term["say"]) or has(text, term.get("not", ())):
                    wrong.append(f"{key}: {english!r} is {text!r}, which lacks one of {term['say']}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_text_has_a_word_that_another_one_stands_for(language):
    never = glossary(language)["never"]
    wrong = [
        f"{key}: {text!r}: not {word!r} but {never[word]}"
        for key, text in texts(language).items()
        for word in never
        if has(text, [word])
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_entry_is_about_something(language):
    """A term that no English text has is checked nowhere, and so is a key that is no more."""
    for term in glossary(language)["term"]:
        assert any(speaks_of(term, english) for english in texts("en").values()), term["english"]
        assert set(term.get("unless", ())) <= {key for _, key in texts("en")}, term["english"]


def test_the_languages_have_the_same_terms():
    assert len({tuple(sorted(term["english"] for term in glossary(language)["term"])) for language in TRANSLATED}) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_apostrophes_are_of_one_kind(language):
    assert not [key for key, text in texts(language).items() if "’" in text]
