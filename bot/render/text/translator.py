"""What the bot says: texts by key in the reader's language, with plurals and number formats, from the catalogues beside this file."""

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from gettext import GNUTranslations
from importlib.resources import files
from io import BytesIO
from typing import Final

from babel import Locale, negotiate_locale
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from discord.utils import format_dt

from bot.engine import Card
from bot.render.text.cards import face
from bot.render.text.names import escape

LANGUAGES: Final = ("en", "de", "es", "fr")
_NAME_FIELDS: Final = frozenset({"name", "by", "host", "who"})
_MOST_CHANNELS: Final = 20
"""So many channels are named; a server may have hundreds, and a message has its limit."""
_MINUS: Final = "\N{MINUS SIGN}"


def catalogue(language: str, package: str = "bot.render") -> Catalog:
    """The texts of one of `LANGUAGES` as they stand in its file, beside the code of `package`."""
    source = files(package).joinpath("catalogues", f"{language}.po").read_bytes()
    return read_po(BytesIO(source), locale=language)


@lru_cache(maxsize=len(LANGUAGES))
def _translations(language: str) -> GNUTranslations:
    compiled = BytesIO()
    write_mo(compiled, catalogue(language))
    compiled.seek(0)
    return GNUTranslations(compiled)


@lru_cache(maxsize=8_192)
def _number(value: int, language: str) -> str:
    return format_decimal(value, locale=language)


@lru_cache(maxsize=64)
def nearest(locale: str) -> str:
    """The language of `LANGUAGES` for a Discord or BCP 47 tag: `es-419` is `es`, what we do not speak is `en`."""
    return negotiate_locale([locale], LANGUAGES, sep="-") or "en"


class Labels:
    """A language's button labels by name, emphasised, for texts that say which to press: `{button[join]}`."""

    def __init__(self, speech: "Speech") -> None:
        self._speech = speech

    def __getitem__(self, name: str) -> str:
        return f"**{self._speech(f'button.{name}')}**"


class Speech:
    """Speaks one language. `locale` is one of `LANGUAGES`.

    `table` speaks the language of the table's message, where that is another one: texts name its buttons as they stand there.
    """

    def __init__(self, locale: str, table: "Speech | None" = None) -> None:
        self.locale = nearest(locale)
        self._labels = {"own": Labels(self), "button": Labels(table or self)}
        self._babel = Locale.parse(self.locale)
        self._texts = _translations(self.locale)

    def __call__(self, key: str, /, **values: object) -> str:
        """The text of `key` with its fields filled; `count` chooses the plural.

        Whole numbers are written as the language writes them (what is a number in name only comes as a str), cards as faces, moments as
        countdowns. `button[join]` is that button's label on the table's message, `own[join]` in this language. The fields name, by, host and who hold raw names and are escaped here, `names` an iterable of them; `channels` are
        ids, of which the first 20 are named; every other str is inserted as it is.
        """
        count = values.get("count")
        text = self._texts.ngettext(key, key, count) if isinstance(count, int) else key
        if text == key:
            text = self._texts.gettext(key)
        assert text != key, f"no text for {key}"
        return self.filled(text, **values)

    def filled(self, text: str, /, **values: object) -> str:
        """A text with its fields filled, as it is when it is called by its key."""
        return text.format_map({**self._labels, **{field: self._spoken(field, value) for field, value in values.items()}})

    def number(self, value: int) -> str:
        """A whole number, grouped."""
        return _number(value, self.locale)

    def tenths(self, value: float) -> str:
        """A mean, with one digit behind the point."""
        return format_decimal(value, "#,##0.0", locale=self._babel)

    def signed(self, value: int) -> str:
        """A difference in chips with its sign, a true minus where it is one; 0 has none. Every page writes its differences so."""
        sign = "+" if value > 0 else _MINUS if value < 0 else ""
        return sign + self.number(abs(value))

    def listed(self, parts: Iterable[str]) -> str:
        """`one, two and three`."""
        return format_list(list(parts), locale=self._babel)

    def either(self, parts: Iterable[str]) -> str:
        """`one, two or three`."""
        return format_list(list(parts), style="or", locale=self._babel)

    def knows(self, key: str) -> bool:
        """Whether there is a text of this key (for keys that come from elsewhere)."""
        return self._texts.gettext(key) != key or self._texts.ngettext(key, key, 2) != key

    def _spoken(self, field: str, value: object) -> str:
        if isinstance(value, str):
            return escape(value) if field in _NAME_FIELDS else value
        if isinstance(value, int):
            return f"<#{value}>" if field == "channels" else self.number(value)
        if isinstance(value, Card):
            return face(value)
        if isinstance(value, datetime):
            return format_dt(value, "R")
        if isinstance(value, Iterable):
            parts = [self._spoken("name" if field == "names" else field, part) for part in value]
            if field == "channels" and len(parts) > _MOST_CHANNELS:
                parts[_MOST_CHANNELS:] = [self("channels.more", count=len(parts) - _MOST_CHANNELS)]
            return self.listed(parts)
        return str(value)


@lru_cache(maxsize=len(LANGUAGES) ** 2)
def _speaker(language: str, table: str) -> Speech:
    return Speech(language, _speaker(table, table) if table != language else None)


def speech(locale: str, *, table: str | None = None) -> Speech:
    """Who speaks the language nearest to this locale, and names the buttons of a table's message in the language of that `table`."""
    return _speaker(nearest(locale), nearest(table or locale))
