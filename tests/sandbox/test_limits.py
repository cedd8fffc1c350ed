"""What Discord refuses, and where it says the fault lies. DOCS: components/reference, resources/message, interactions/application-commands."""

from __future__ import annotations

import base64
from types import SimpleNamespace
from typing import Any

import pytest

from bot.sandbox import limits
from bot.sandbox.refusals import Refusal
from bot.sandbox.rest.calls import Upload

V2 = 1 << 15
TEXT = {"type": 10, "content": "x"}
FIELD = {"type": 4, "custom_id": "f", "style": 1}


def button(custom_id: str = "go", **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 2, "label": "Go", "custom_id": custom_id} | more


def row(*parts: Any) -> dict[str, Any]:
    return {"type": 1, "components": list(parts)}


def select(count: int = 2, **more: Any) -> dict[str, Any]:
    return {"type": 3, "custom_id": "s", "options": [{"label": f"o{n}", "value": f"v{n}"} for n in range(count)]} | more


def layout(*parts: Any, **more: Any) -> dict[str, Any]:
    return {"flags": V2, "components": list(parts)} | more


def paths(errors: dict[str, Any], at: str = "") -> dict[str, str]:
    """{path of the fault: first code there}."""
    found = {}
    for key, value in errors.items():
        if key == "_errors":
            found[at] = value[0]["code"]
        else:
            found |= paths(value, f"{at}.{key}" if at else key)
    return found


def faults(check: Any, *args: Any) -> dict[str, str]:
    with pytest.raises(Refusal) as refused:
        check(*args)
    assert refused.value.code == 50035
    return paths(refused.value.errors)


GOOD_MESSAGES = [
    {"content": "x" * 2000},
    {"embeds": [{"title": "t", "fields": [{"name": "n", "value": "v"}] * 25}]},
    {"content": "x", "components": [row(*(button(str(n)) for n in range(i * 5, i * 5 + 5))) for i in range(5)]},
    {"components": [row(select(25, max_values=25, min_values=0))]},
    {"components": [row(button(custom_id=None, style=5, url="https://example.org/"))]},
    {"components": [row(button(label=None, emoji={"name": "♠️"}))]},
    {"components": [row(button(label=None, emoji={"id": "7", "name": "as"}))]},
    {"components": [row({"type": 5, "custom_id": "who"})]},
    layout(TEXT),
    layout({"type": 17, "components": [TEXT, row(button()), {"type": 14}], "accent_color": 0}),
    layout({"type": 9, "components": [TEXT], "accessory": button()}),
    layout({"type": 9, "components": [TEXT], "accessory": {"type": 11, "media": {"url": "https://example.org/a.png"}}}),
    layout(*[TEXT] * 40),
    layout({"type": 10, "content": "x" * 4000}),
    layout({"type": 12, "items": [{"media": {"url": "attachment://cards.png"}}]}),
]

BAD_MESSAGES = [
    ({"content": "x" * 2001}, "content", "BASE_TYPE_MAX_LENGTH"),
    ({"content": 7}, "content", "STRING_TYPE_CONVERT"),
    ({"contents": "x"}, "contents", "UNKNOWN_KEY"),
    ({"embeds": [{"title": "x" * 257}]}, "embeds.0.title", "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"description": "x" * 4000}, {"description": "x" * 2001}]}, "embeds", "MAX_EMBED_SIZE_EXCEEDED"),
    ({"embeds": [{"title": "x"}] * 11}, "embeds", "BASE_TYPE_BAD_LENGTH"),
    ({"embeds": [{"fields": [{"name": "n"}]}]}, "embeds.0.fields.0.value", "BASE_TYPE_REQUIRED"),
    ({"content": "x", "flags": 1 << 7}, "flags", "MESSAGE_FLAGS_INVALID"),
    ({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}, "allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"),
    ({"content": "x", "allowed_mentions": {"parse": ["everybody"]}}, "allowed_mentions.parse.0", "BASE_TYPE_CHOICES"),
    ({"components": [row(button())] * 6}, "components", "BASE_TYPE_BAD_LENGTH"),
    ({"components": [row(*(button(str(n)) for n in range(6)))]}, "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    ({"components": [row()]}, "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    ({"components": [row(button(), select())]}, "components.0", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    ({"components": [row(select(), select(custom_id="t"))]}, "components.0", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    ({"components": [button()]}, "components.0.type", "UNION_TYPE_CHOICES"),
    ({"components": [row(button(), button())]}, "components.0.components.1.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"),
    ({"components": [row(button(label="x" * 81))]}, "components.0.components.0.label", "BASE_TYPE_MAX_LENGTH"),
    ({"components": [row(button("x" * 101))]}, "components.0.components.0.custom_id", "BASE_TYPE_BAD_LENGTH"),
    ({"components": [row(button(custom_id=None))]}, "components.0.components.0.custom_id", "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED"),
    ({"components": [row(button(style=5))]}, "components.0.components.0.url", "BUTTON_COMPONENT_URL_REQUIRED"),
    ({"components": [row(button(url="https://example.org/"))]}, "components.0.components.0.url", "BUTTON_COMPONENT_EXCLUSIVE"),
    ({"components": [row(button(style=9))]}, "components.0.components.0.style", "BASE_TYPE_CHOICES"),
    ({"components": [row(button(label=None))]}, "components.0.components.0.label", "BUTTON_COMPONENT_LABEL_REQUIRED"),
    ({"components": [row(button(emoji={"id": "8", "name": "as"}))]}, "components.0.components.0.emoji.name", "COMPONENT_INVALID_EMOJI"),
    ({"components": [row(button(emoji={"name": "spade"}))]}, "components.0.components.0.emoji.name", "COMPONENT_INVALID_EMOJI"),
    ({"components": [row(button(colour=1))]}, "components.0.components.0.colour", "UNKNOWN_KEY"),
    ({"components": [row(select(0))]}, "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"),
    ({"components": [row(select(26))]}, "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"),
    ({"components": [row(select(max_values=3))]}, "components.0.components.0.max_values", "SELECT_COMPONENT_MAX_VALUES_EXCEEDED"),
    ({"components": [row(select(min_values=2))]}, "components.0.components.0.min_values", "SELECT_COMPONENT_MIN_VALUES_EXCEEDED"),
    ({"components": [row(select(placeholder="x" * 151))]}, "components.0.components.0.placeholder", "BASE_TYPE_MAX_LENGTH"),
    ({"components": [row(select(options=[{"label": "x", "value": "v"}] * 2))]}, "components.0.components.0.options.0.value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"),
    ({"components": [row(select(options=[{"label": "x" * 101, "value": "v"}]))]}, "components.0.components.0.options.0.label", "BASE_TYPE_BAD_LENGTH"),
    ({"components": [TEXT]}, "components.0.type", "UNION_TYPE_CHOICES"),
    (layout({"type": [10], "content": "x"}), "components.0.type", "UNION_TYPE_CHOICES"),
    ({"components": [row({"type": {}})]}, "components.0.components.0.type", "UNION_TYPE_CHOICES"),
    (layout(TEXT, content="x"), "content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
    (layout(TEXT, embeds=[{"title": "x"}]), "embeds", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
    (layout(*[TEXT] * 41), "components", "BASE_TYPE_BAD_LENGTH"),
    (layout({"type": 17, "components": [TEXT] * 40}), "components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"),
    (layout({"type": 10, "content": "x" * 2001}, {"type": 10, "content": "x" * 2000}), "components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"),
    (layout({"type": 10, "content": ""}), "components.0.content", "BASE_TYPE_BAD_LENGTH"),
    (layout({"type": 9, "components": [TEXT]}), "components.0.accessory", "BASE_TYPE_REQUIRED"),
    (layout({"type": 9, "components": [TEXT] * 4, "accessory": button()}), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    (layout({"type": 17, "components": [{"type": 17, "components": [TEXT]}]}), "components.0.components.0.type", "UNION_TYPE_CHOICES"),
    (layout({"type": 17, "components": [TEXT], "accent_color": 1 << 24}), "components.0.accent_color", "NUMBER_TYPE_MAX"),
    (layout({"type": 12, "items": []}), "components.0.items", "BASE_TYPE_BAD_LENGTH"),
    (layout({"type": 12, "items": [{"media": {"url": "attachment://no.png"}}]}), "components.0.items.0.media.url", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"),
    (layout({"type": 12, "items": [{"media": {"url": "ftp://a/b"}}]}), "components.0.items.0.media.url", "URL_TYPE_INVALID_SCHEME"),
    (layout(TEXT | {"id": 1}, TEXT | {"id": 1}), "components.1.id", "COMPONENT_ID_DUPLICATED"),
]  # fmt: skip

FILES = {0: Upload("cards.png", b"png", "image/png")}


@pytest.mark.parametrize("body", GOOD_MESSAGES)
def test_messages_that_discord_takes(body):
    limits.check_message(body, FILES, {7})


@pytest.mark.parametrize(("body", "path", "code"), BAD_MESSAGES)
def test_messages_that_discord_refuses(body, path, code):
    assert faults(limits.check_message, body, FILES, {7}).get(path) == code


@pytest.mark.parametrize("body", [{}, {"content": ""}, {"content": None, "components": []}, layout()])
def test_an_empty_message(body):
    """50006."""
    with pytest.raises(Refusal) as refused:
        limits.check_message(body, {}, ())
    assert refused.value.code == 50006


def test_files_over_ten_mebibytes():
    with pytest.raises(Refusal) as refused:
        limits.check_message(
            {"content": "x"}, {0: Upload("a.bin", b"x" * (10 * 1024 * 1024 + 1), "application/octet-stream")}, ()
        )
    assert refused.value.status == 413


def test_edits_are_judged_by_what_remains():
    plain = SimpleNamespace(flags=0, content="x", embeds=[], components=[row(button())], attachments=[])
    limits.check_edit({"content": None}, plain, {}, ())
    limits.check_edit({"flags": V2, "content": None, "components": [TEXT]}, plain, {}, ())
    assert "content" in faults(limits.check_edit, {"flags": V2, "components": [TEXT]}, plain, {}, ())
    with pytest.raises(Refusal) as refused:
        limits.check_edit({"content": "", "components": []}, plain, {}, ())
    assert refused.value.code == 50006
    framed = SimpleNamespace(flags=V2, content="", embeds=[], components=[TEXT], attachments=[])
    limits.check_edit({"components": [TEXT, TEXT]}, framed, {}, ())
    assert "content" in faults(limits.check_edit, {"content": "x"}, framed, {}, ())


def modal(*parts: Any, **more: Any) -> dict[str, Any]:
    return {"type": 9, "data": {"custom_id": "m", "title": "Raise", "components": list(parts)} | more}


def label(component: Any = FIELD, text: str = "To") -> dict[str, Any]:
    return {"type": 18, "label": text, "component": component}


@pytest.mark.parametrize(
    "body",
    [modal(label()), modal(row(FIELD | {"label": "To"})), modal(TEXT, label(select()), label({"type": 5, "custom_id": "who"}))],
)
def test_modals_that_discord_takes(body):
    limits.check_callback(body)


@pytest.mark.parametrize(
    ("body", "path", "code"),
    [
        (modal(), "data.components", "BASE_TYPE_BAD_LENGTH"),
        (modal(*(label(FIELD | {"custom_id": str(n)}) for n in range(6))), "data.components", "BASE_TYPE_BAD_LENGTH"),
        (modal(label(), title="x" * 46), "data.title", "BASE_TYPE_BAD_LENGTH"),
        (modal(label(), custom_id=None), "data.custom_id", "BASE_TYPE_REQUIRED"),
        (modal(label(text="x" * 46)), "data.components.0.label", "BASE_TYPE_BAD_LENGTH"),
        (modal(label(), label()), "data.components.0.component.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"),
        (modal(row(FIELD)), "data.components.0.components.0.label", "BASE_TYPE_REQUIRED"),
        (modal(row(button())), "data.components.0.components.0.type", "UNION_TYPE_CHOICES"),
        (modal(label(FIELD | {"max_length": 4001})), "data.components.0.component.max_length", "NUMBER_TYPE_MAX"),
        (
            modal(label(FIELD | {"min_length": 3, "max_length": 2})),
            "data.components.0.component.min_length",
            "TEXT_INPUT_MIN_LENGTH_EXCEEDS_MAX",
        ),
        (modal(label(FIELD | {"max_length": 2, "value": "123"})), "data.components.0.component.value", "BASE_TYPE_BAD_LENGTH"),
        (modal(label(FIELD | {"placeholder": "x" * 101})), "data.components.0.component.placeholder", "BASE_TYPE_MAX_LENGTH"),
        ({"type": 8, "data": {"choices": [{"name": "x", "value": "x"}] * 26}}, "data.choices", "BASE_TYPE_BAD_LENGTH"),
        ({"type": 3}, "type", "BASE_TYPE_CHOICES"),
        ({"type": 4, "dat": {}}, "dat", "UNKNOWN_KEY"),
    ],
)
def test_answers_that_discord_refuses(body, path, code):
    assert faults(limits.check_callback, body).get(path) == code


def slash(name: str = "table", **more: Any) -> dict[str, Any]:
    return {"name": name, "description": "d", "type": 1} | more


def option(name: str = "o", kind: int = 3, **more: Any) -> dict[str, Any]:
    return {"name": name, "description": "d", "type": kind} | more


@pytest.mark.parametrize(
    "body",
    [
        slash(),
        slash("tisch-öffnen", name_localizations={"de": "tisch", "ja": "テーブル"}),
        slash(options=[option("a", required=True), option("b")]),
        slash(options=[option("start", 1, options=[option()]), option("more", 2, options=[option("x", 1)])]),
        slash(options=[option(choices=[{"name": "Sequential", "value": "sequential"}])]),
        slash(default_member_permissions=32, contexts=[0], integration_types=[0]),
    ],
)
def test_commands_that_discord_takes(body):
    limits.check_commands([body])


@pytest.mark.parametrize(
    ("bodies", "path", "code"),
    [
        ([slash("Table")], "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
        ([slash("two words")], "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
        ([slash("x" * 33)], "0.name", "BASE_TYPE_BAD_LENGTH"),
        ([slash(name_localizations={"de": "Tisch"})], "0.name_localizations.de", "APPLICATION_COMMAND_INVALID_NAME"),
        ([slash(description="")], "0.description", "BASE_TYPE_BAD_LENGTH"),
        ([slash(description="x" * 101)], "0.description", "BASE_TYPE_MAX_LENGTH"),
        ([slash(), slash()], "0.name", "APPLICATION_COMMANDS_DUPLICATE_NAME"),
        ([slash(f"c{n}") for n in range(101)], "", "APPLICATION_COMMANDS_LIMIT"),
        ([slash(options=[option(f"o{n}") for n in range(26)])], "0.options", "BASE_TYPE_BAD_LENGTH"),
        ([slash(options=[option("a"), option("b", required=True)])], "0.options.1", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"),
        ([slash(options=[option(), option()])], "0.options.0.name", "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"),
        ([slash(options=[option("a", 1), option("b")])], "0.options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
        ([slash(options=[option("a", 2, options=[option("b", 2)])])], "0.options.0.options.0.type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
        ([slash(options=[option(kind=99)])], "0.options.0.type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
        ([slash(options=[option(choices=[{"name": f"c{n}", "value": "v"} for n in range(26)])])], "0.options.0.choices", "BASE_TYPE_BAD_LENGTH"),
        ([slash(options=[option(choices=[{"name": "c", "value": 1}])])], "0.options.0.choices.0.value", "BASE_TYPE_BAD_LENGTH"),
        ([slash(options=[option(choices=[{"name": "c", "value": "v"}], autocomplete=True)])], "0.options.0.choices", "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID"),
        ([slash(options=[option(f"o{n}", description="x" * 100, choices=[{"name": "c" * 100, "value": "v" * 100 + str(k)} for k in range(2)]) for n in range(25)])], "0", "APPLICATION_COMMAND_TOO_LARGE"),
        ([slash(colour=1)], "0.colour", "UNKNOWN_KEY"),
        ([slash(type=[1])], "0.type", "NUMBER_TYPE_COERCE"),
        ([slash(options=[option(kind=[3])])], "0.options.0.type", "NUMBER_TYPE_COERCE"),
    ],
)  # fmt: skip
def test_commands_that_discord_refuses(bodies, path, code):
    assert faults(limits.check_commands, bodies).get(path) == code


def image(size: int) -> str:
    return "data:image/png;base64," + base64.b64encode(b"x" * size).decode()


def test_emojis():
    """DOCS resources/emoji: 256 KiB; names of 2 to 32 letters, digits and underscores, unique in the application."""
    limits.check_emoji({"name": "ace_of_spades", "image": image(256 * 1024)}, {"king"})
    assert faults(limits.check_emoji, {"name": "ace", "image": image(256 * 1024 + 1)}, set()) == {"image": "BINARY_TYPE_MAX_SIZE"}
    assert faults(limits.check_emoji, {"name": "ace", "image": "data:image/svg;base64,AAAA"}, set()) == {"image": "IMAGE_INVALID"}
    assert faults(limits.check_emoji, {"name": "a", "image": image(1)}, set()) == {"name": "STRING_TYPE_REGEX"}
    assert faults(limits.check_emoji, {"name": "ace", "image": image(1)}, {"ace"}) == {
        "name": "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"
    }
