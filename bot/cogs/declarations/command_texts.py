"""The texts of the commands in Discord's picker, in every language that the bot speaks: from the catalogues of `bot.cogs`."""

from functools import lru_cache
from typing import Final

import discord
from discord.app_commands import TranslationContextLocation, TranslationContextTypes, Translator, locale_str

from bot.render import LANGUAGES, catalogue

LOCALES: Final = {locale: language for locale in discord.Locale if (language := locale.value.partition("-")[0]) in LANGUAGES}
"""Discord's locales that the bot speaks, by its language. English is given explicitly, too: Discord falls back from American
to British English before it takes the default.
"""


COMMAND_NAMES: Final = (TranslationContextLocation.command_name, TranslationContextLocation.group_name)


@lru_cache
def picker_texts(language: str) -> dict[str, str]:
    """The texts of one language by key: `table.start` describes a command, `option.seats` an option, `choice.simple` names a choice,
    `name.seats` is the name of an option where it differs from the English one.
    """
    messages = catalogue(language, "bot.cogs")
    return {str(message.id): str(message.string) for message in messages if message.id and message.string}


def command_text(key: str, **values: object) -> locale_str:
    """The English text of this key with its values filled in, to be translated by it; the key itself where it has none, so that a bot without a text starts."""
    return locale_str(picker_texts("en").get(key, key).format(**values), key=key, values=values)


class PickerTranslator(Translator):
    """Translates what `command_text` has marked, and the names of options. Commands keep their names in every language, since texts speak of them."""

    async def translate(self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes) -> str | None:
        """The text in this language, or None where Discord shall show the default."""
        language = LOCALES.get(locale)
        if language is None or context.location in COMMAND_NAMES:
            return None
        text = picker_texts(language).get(string.extras.get("key", f"name.{string.message}"), "")
        return text.format(**string.extras.get("values", {})) or (string.message if language == "en" else None)
