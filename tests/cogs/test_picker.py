"""What Discord's picker shows: complete in every language, and within Discord's limits."""

import re
from pathlib import Path

import discord
import pytest

import bot.cogs
from bot.cogs.declarations.command_texts import LOCALES, PickerTranslator, picker_texts
from bot.engine import VARIANTS
from bot.render import LANGUAGES

GROUP_OR_COMMAND = (1, 2)
SOURCES = "\n".join(path.read_text(encoding="utf-8") for path in Path(bot.cogs.__file__).parent.rglob("*.py"))


@pytest.fixture
async def payload(evening):
    here = await evening("one")
    return [await command.get_translated_payload(here.bot.tree, PickerTranslator()) for command in here.bot.tree.get_commands()]


def walk(options):
    for option in options:
        yield option
        yield from walk(option.get("options") or [])


def test_every_language_has_every_text():
    english = {key for key in picker_texts("en") if not key.startswith("name.")}
    for language in set(LOCALES.values()):
        texts = picker_texts(language)
        assert {key for key in texts if not key.startswith("name.")} == english
        assert all(0 < len(text) <= 100 for text in texts.values())


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_options_are_named_in_every_other_language(language):
    named = {each: {key for key in picker_texts(each) if key.startswith("name.")} for each in LANGUAGES[1:]}
    wanted = set().union(*named.values())
    assert wanted
    missing = sorted(wanted - named[language])
    assert not missing, f"bot/cogs/catalogues/{language}.po lacks {missing}"


def used_keys(payload):
    """The keys of all texts that the cogs and their options speak."""
    used = set(re.findall(r'command_text\(f?"([^"{]+)"\)', SOURCES))
    used |= {f"option.{option['name']}" for option in walk(payload)}
    used |= {f"choice.{choice['value']}" for option in walk(payload) for choice in option.get("choices") or []}
    return used


async def test_no_text_is_left_over(payload):
    assert not [key for key in picker_texts("en") if key not in used_keys(payload)]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_no_text_is_missing(payload, language):
    """An option's name is its own English one."""
    wanted = {key for key in used_keys(payload) if not key.startswith(("name.", "option."))}
    missing = sorted(wanted - set(picker_texts(language)))
    assert not missing, f"bot/cogs/catalogues/{language}.po lacks {missing}"


@pytest.mark.parametrize("command", ["table start", "table set", "table-admin defaults", "rules"])
async def test_every_game_is_offered(payload, command):
    name, _, sub = command.partition(" ")
    (options,) = [each["options"] for each in payload if each["name"] == name]
    if sub:
        (options,) = [each["options"] for each in options if each["name"] == sub]
    (variant,) = [each for each in options if each["name"] == "variant"]
    assert [choice["value"] for choice in variant["choices"] if choice["value"] != "dealers-choice"] == list(VARIANTS)
    shown = [choice["name"] for choice in variant["choices"]]
    assert len(set(shown)) == len(shown)
    assert not [each for each in shown if each.startswith("choice.")]


async def test_siblings_have_different_names_in_every_language(payload):
    for command in [{"options": payload}, *walk(payload)]:
        options = command.get("options") or []
        for locale in [None, *(str(locale) for locale in LOCALES)]:
            names = [(option.get("name_localizations") or {}).get(locale, option["name"]) for option in options]
            assert len(names) == len(set(names)), (command.get("name"), locale)


async def test_commands_have_one_name_in_every_language(payload):
    commands = [command for command in walk(payload) if command.get("type", 1) in GROUP_OR_COMMAND]
    assert {"daily", "channel"} <= {command["name"] for command in commands}, "these are words of options, too"
    assert not any(command.get("name_localizations") for command in commands)


async def test_descriptions_are_given_in_american_english_explicitly(payload):
    for command in walk(payload):
        assert command["description_localizations"]["en-US"] == command["description"]
        assert {"en-US", "en-GB", "de", "es-ES", "es-419", "fr"} <= set(command["description_localizations"])


async def test_commands_live_in_servers_only(payload):
    for command in payload:
        assert command["contexts"] == [0]
        assert command["integration_types"] == [0]


async def test_managing_commands_are_shown_to_managers(payload):
    (admin,) = [command for command in payload if command["name"] == "table-admin"]
    assert int(admin["default_member_permissions"]) == discord.Permissions(manage_guild=True).value


async def test_the_names_by_which_the_games_are_also_known_are_found_in_the_picker(payload):
    """SEQ-0.5, SIM-0.3: whoever looks for a game by its other name finds it while choosing, in every language."""
    offered = [choice for option in walk(payload) if option["name"] == "variant" for choice in option["choices"]]
    for game, other in (("sequential", "Sequential Open Draw"), ("simple", "Five Card Open Draw")):
        assert other.casefold() in VARIANTS[game].aliases
        texts = [[choice["name"], *choice["name_localizations"].values()] for choice in offered if choice["value"] == game]
        assert texts
        assert all(other in text for names in texts for text in names)
