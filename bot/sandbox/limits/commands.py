"""What commands and emojis may look like when the bot registers them (DOCS interactions/application-commands, resources/emoji)."""

from __future__ import annotations

import base64
import binascii
import re
from collections import Counter
from typing import Any

from bot.sandbox.limits.form import Form, Path
from bot.sandbox.limits.shapes import Check, anything, choice, flag, listing, mapping, number, shape, text, whole
from bot.sandbox.refusals import Refusal

Json = dict[str, Any]
SLASH, USER_COMMAND, MESSAGE_COMMAND = 1, 2, 3
SUBCOMMAND, GROUP, STRING, INTEGER, NUMBER = 1, 2, 3, 4, 10
COMMANDS_MAX = {SLASH: 100, USER_COMMAND: 15, MESSAGE_COMMAND: 15}
COMMAND_CHARACTERS, LOCALES, EMOJI_BYTES = 8000, 34, 256 * 1024
SLASH_NAME = re.compile(r"^[-_'\w\u0900-\u097f\u0e00-\u0e7f]{1,32}$")
EMOJI_NAME = re.compile(r"^\w{2,32}$", re.ASCII)
IMAGE = re.compile(r"^data:image/(png|jpeg|gif|webp|avif);base64,(.+)$", re.DOTALL)

_NAMES: dict[str, Check] = {
    "name": text(1, 32), "name_localizations": mapping(text(1, 32), LOCALES),
    "description": text(0, 100), "description_localizations": mapping(text(1, 100), LOCALES), "type": whole(1, 2**31 - 1),
}  # fmt: skip
_CHOICES = listing(
    shape({"name": text(1, 100), "name_localizations": mapping(text(1, 100), LOCALES), "value": anything}, "name", "value"), 0, 25
)
_OPTION = shape(
    _NAMES | {"required": flag, "choices": _CHOICES, "options": anything, "channel_types": listing(whole(0, 16), 0, 20), "min_value": number,
              "max_value": number, "min_length": whole(0, 6000), "max_length": whole(1, 6000), "autocomplete": flag},
    "type", "name", "description",
)  # fmt: skip
_COMMAND = shape(
    _NAMES | {"id": anything, "options": anything, "default_member_permissions": anything, "dm_permission": flag, "nsfw": flag, "handler": anything,
              "contexts": listing(choice(0, 1, 2), 1, 3), "integration_types": listing(choice(0, 1), 1, 2)},
    "name",
)  # fmt: skip


def check_commands(bodies: Any) -> None:
    """A bulk overwrite. Raises 50035 with the path of each fault, its first step the command's number."""
    if not isinstance(bodies, list):
        raise Refusal(50109)
    form = Form()
    for index, body in enumerate(bodies):
        _check_command(body, (index,), form)
    kinds = Counter(body.get("type") or SLASH for body in bodies)
    for kind, most in COMMANDS_MAX.items():
        if kinds[kind] > most:
            form.fault((), "APPLICATION_COMMANDS_LIMIT", f"Maximum number of application commands reached ({most}).")
    _check_unique(
        [((body.get("type") or SLASH), body.get("name")) for body in bodies], (), "APPLICATION_COMMANDS_DUPLICATE_NAME", form
    )
    form.refuse()


def _check_command(body: Any, path: Path, form: Form) -> None:
    _COMMAND(body, path, form)
    form.refuse()  # what follows relies on the shapes
    if (body.get("type") or SLASH) != SLASH:
        return
    _check_name(body, path, form)
    text(1, 100)(body.get("description") or "", (*path, "description"), form)
    _check_options(body.get("options"), (*path, "options"), {SUBCOMMAND, GROUP, *range(3, 12)}, form)
    size = _characters(body)
    if size > COMMAND_CHARACTERS:
        form.fault(path, "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({COMMAND_CHARACTERS}).")


def _check_name(body: Json, path: Path, form: Form) -> None:
    """Lower case, where the script has it: names, and the localised ones."""
    for key, name in [
        ("name", body.get("name")),
        *((f"name_localizations/{k}", v) for k, v in (body.get("name_localizations") or {}).items()),
    ]:
        if isinstance(name, str) and (not SLASH_NAME.match(name) or name != name.lower()):
            form.fault((*path, *key.split("/")), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _check_options(options: Any, path: Path, allowed: set[int], form: Form) -> None:
    if options is None:
        return
    listing(_OPTION, 0, 25)(options, path, form)
    form.refuse()
    _check_unique([option.get("name") for option in options], path, "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", form)
    kinds = {option.get("type") for option in options}
    if kinds & {SUBCOMMAND, GROUP} and kinds - {SUBCOMMAND, GROUP}:
        form.fault(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-commands and values cannot stand side by side.")
    optional_seen = False
    for index, option in enumerate(options):
        here = (*path, index)
        if option.get("type") not in allowed:
            form.fault(
                (*here, "type"),
                "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
                "Sub-command and sub-command group option types are invalid here.",
            )
        if option.get("required") and optional_seen:
            form.fault(
                here,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional_seen = optional_seen or not option.get("required")
        _check_option(option, here, form)


def _check_option(option: Json, here: Path, form: Form) -> None:
    kind = option.get("type")
    _check_name(option, here, form)
    text(1, 100)(option.get("description") or "", (*here, "description"), form)
    if kind == GROUP:
        _check_options(option.get("options"), (*here, "options"), {SUBCOMMAND}, form)
    elif kind == SUBCOMMAND:
        _check_options(option.get("options"), (*here, "options"), set(range(3, 12)), form)
    elif option.get("options"):
        form.fault((*here, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "A value has no options.")
    choices = option.get("choices") or []
    if choices and (option.get("autocomplete") or kind not in (STRING, INTEGER, NUMBER)):
        form.fault(
            (*here, "choices"),
            "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID",
            "Choices go with strings and numbers without autocomplete.",
        )
    for index, each in enumerate(choices):
        value = each.get("value") if isinstance(each, dict) else None
        good = (
            isinstance(value, str) and 1 <= len(value) <= 100
            if kind == STRING
            else isinstance(value, int | float) and not isinstance(value, bool)
        )
        if not good:
            form.fault((*here, "choices", index, "value"), "BASE_TYPE_BAD_LENGTH", "The value does not fit the option's type.")
    _check_unique(
        [each.get("name") for each in choices if isinstance(each, dict)],
        (*here, "choices"),
        "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS",
        form,
    )


def _check_unique(names: list[Any], path: Path, code: str, form: Form) -> None:
    times = Counter(names)
    for index, name in enumerate(names):
        if times[name] > 1:
            form.fault((*path, index, "name"), code, "Names must be unique.")


def _characters(body: Json) -> int:
    """Names, descriptions and choices with their longest localisation, nested ones too (DOCS slash commands)."""

    def longest(key: str, of: Json) -> int:
        return max(len(word) for word in [of.get(key) or "", *(of.get(f"{key}_localizations") or {}).values()])

    own = longest("name", body) + longest("description", body)
    own += sum(longest("name", each) + len(str(each.get("value"))) for each in body.get("choices") or [])
    return own + sum(_characters(option) for option in body.get("options") or [])


def check_emoji_name(body: Json, taken: set[str]) -> None:
    """Two to 32 letters, digits or underscores, unique in the application."""
    form = Form()
    name = body.get("name")
    if not isinstance(name, str) or not EMOJI_NAME.match(name):
        form.fault(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")
    elif name in taken:
        form.fault(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with that name already exists.")
    form.refuse()


def check_emoji(body: Json, taken: set[str]) -> None:
    """An upload: name, and a data URI of at most 256 KiB."""
    check_emoji_name(body, taken)
    form = Form()
    shape({"name": anything, "image": text(1, 10**7)}, "image")(body, (), form)
    found = IMAGE.match(body.get("image") or "")
    try:
        image = base64.b64decode(found[2], validate=True) if found else None
    except binascii.Error:
        image = None
    if image is None:
        form.fault(("image",), "IMAGE_INVALID", "Invalid image data.")
    elif len(image) > EMOJI_BYTES:
        form.fault(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    form.refuse()
