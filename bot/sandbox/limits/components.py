"""What components may look like, in messages and in modals (DOCS components/reference; UDOC for the totals)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from bot.sandbox.ids import id_of
from bot.sandbox.limits.shapes import Check, anything, by_type, choice, flag, listing, shape, snowflake, text, url, whole
from bot.sandbox.world.components import BUTTON, SELECTS, STRING_SELECT, TEXT_DISPLAY

if TYPE_CHECKING:
    from bot.sandbox.limits.form import Form, Path

Json = dict[str, Any]
COMPONENTS_MAX, TEXT_MAX, ROWS_MAX = 40, 4000, 5
LINK, PREMIUM = 5, 6
MEDIA_KEYS = frozenset({"items", "media", "file"})

_COMMON: dict[str, Check] = {"type": anything, "id": whole(0, 2**31 - 1)}
_EMOJI = shape({"id": snowflake, "name": text(1, 32), "animated": flag}, "name")
_MEDIA = shape({"url": url(2048, "http", "https", "attachment")}, "url")
_OPTION = shape(
    {"label": text(1, 100), "value": text(1, 100), "description": text(0, 100), "emoji": _EMOJI, "default": flag},
    "label",
    "value",
)
_SELECT: dict[str, Check] = _COMMON | {
    "custom_id": text(1, 100), "placeholder": text(0, 150), "min_values": whole(0, 25), "max_values": whole(1, 25), "disabled": flag, "required": flag,
}  # fmt: skip
_DEFAULTS = {"default_values": listing(shape({"id": snowflake, "type": choice("user", "role", "channel")}, "id", "type"), 0, 25)}

BUTTON_SHAPE = shape(
    _COMMON | {"style": choice(1, 2, 3, 4, 5, 6), "label": text(0, 80), "emoji": _EMOJI, "custom_id": text(1, 100),
               "url": url(512, "http", "https", "discord"), "sku_id": snowflake, "disabled": flag},
    "style",
)  # fmt: skip
STRING_SELECT_SHAPE = shape(_SELECT | {"options": listing(_OPTION, 1, 25)}, "custom_id", "options")
ENTITY_SELECT_SHAPE = shape(_SELECT | _DEFAULTS, "custom_id")
CHANNEL_SELECT_SHAPE = shape(_SELECT | _DEFAULTS | {"channel_types": listing(whole(0, 16), 0, 20)}, "custom_id")
SELECT_SHAPES: dict[int, Check] = {
    3: STRING_SELECT_SHAPE, 5: ENTITY_SELECT_SHAPE, 6: ENTITY_SELECT_SHAPE, 7: ENTITY_SELECT_SHAPE, 8: CHANNEL_SELECT_SHAPE,
}  # fmt: skip
TEXT_SHAPE = shape(_COMMON | {"content": text(1, TEXT_MAX)}, "content")
THUMBNAIL_SHAPE = shape(_COMMON | {"media": _MEDIA, "description": text(1, 1024), "spoiler": flag}, "media")
ROW_SHAPE = shape(_COMMON | {"components": listing(by_type({BUTTON: BUTTON_SHAPE} | SELECT_SHAPES), 1, 5)}, "components")
_INNER: dict[int, Check] = {
    1: ROW_SHAPE,
    9: shape(
        _COMMON | {"components": listing(by_type({10: TEXT_SHAPE}), 1, 3), "accessory": by_type({BUTTON: BUTTON_SHAPE, 11: THUMBNAIL_SHAPE})},
        "components", "accessory",
    ),
    10: TEXT_SHAPE,
    12: shape(_COMMON | {"items": listing(shape({"media": _MEDIA, "description": text(1, 1024), "spoiler": flag}, "media"), 1, 10)}, "items"),
    13: shape(_COMMON | {"file": _MEDIA, "spoiler": flag}, "file"),
    14: shape(_COMMON | {"divider": flag, "spacing": choice(1, 2)}),
}  # fmt: skip
CONTAINER_SHAPE = shape(
    _COMMON | {"components": listing(by_type(_INNER), 1, COMPONENTS_MAX), "accent_color": whole(0, 0xFFFFFF), "spoiler": flag},
    "components",
)
LEGACY = by_type({1: ROW_SHAPE})
LAYOUT = by_type(_INNER | {17: CONTAINER_SHAPE})


def parts_of(components: Any, path: Path) -> list[tuple[Json, Path]]:
    """Every component with its path, nested ones too; what has no form is passed over (the shapes have said so)."""
    found: list[tuple[Json, Path]] = []
    for index, part in enumerate(components if isinstance(components, list) else []):
        if not isinstance(part, dict):
            continue
        here = (*path, index)
        found.append((part, here))
        if "components" in part:
            found += parts_of(part["components"], (*here, "components"))
        for key in ("accessory", "component"):
            if isinstance(part.get(key), dict):
                found.append((part[key], (*here, key)))
    return found


def check_components(components: Any, *, layout: bool, emojis: set[int], files: set[str], form: Form) -> None:
    """All components of a message; `layout` when it has the components v2 flag."""
    path: Path = ("components",)
    listing(LAYOUT if layout else LEGACY, 0, COMPONENTS_MAX if layout else ROWS_MAX)(components, path, form)
    form.refuse()  # what follows relies on the shapes
    every = parts_of(components, path)
    if len(every) > COMPONENTS_MAX:
        message = f"The total number of components ({len(every)}) exceeds the maximum of {COMPONENTS_MAX}."
        form.fault(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message)
    if sum([len(part.get("content") or "") for part, _ in every if part.get("type") == TEXT_DISPLAY]) > TEXT_MAX:
        form.fault(
            path,
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            f"Total displayable text size exceeds the maximum size of {TEXT_MAX}.",
        )
    check_ids(every, form)
    for part, here in every:
        if (check := _CHECKS.get(part.get("type"))) is not None:
            check(part, here, form)
        if "emoji" in part or "options" in part:
            _check_emojis(part, here, emojis, form)
        if not MEDIA_KEYS.isdisjoint(part):
            _check_media(part, here, files, form)


def check_ids(every: list[tuple[Json, Path]], form: Form) -> None:
    """`custom_id` and `id` are unique in a message or modal."""
    for key, code in (("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"), ("id", "COMPONENT_ID_DUPLICATED")):
        named = [(part[key], here) for part, here in every if part.get(key)]
        times = Counter([name for name, _ in named])
        for name, here in named:
            if times[name] > 1:
                form.fault((*here, key), code, f"Component {key.replace('_', ' ')} cannot be duplicated.")


def _check_row(part: Json, here: Path, form: Form) -> None:
    kinds = [child.get("type") for child in part.get("components") or [] if isinstance(child, dict)]
    if len(kinds) > 1 and not SELECTS.isdisjoint(kinds):
        form.fault(here, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width.")


def _check_button(part: Json, here: Path, form: Form) -> None:
    style = part.get("style")
    wanted = {LINK: "url", PREMIUM: "sku_id"}.get(style or 0, "custom_id")
    if not part.get(wanted):
        form.fault((*here, wanted), f"BUTTON_COMPONENT_{wanted.upper()}_REQUIRED", f"A {wanted.replace('_', ' ')} is required.")
    for other in {"url", "sku_id", "custom_id"} - {wanted}:
        if part.get(other):
            form.fault((*here, other), "BUTTON_COMPONENT_EXCLUSIVE", f"A {other} and a {wanted} cannot both be specified.")
    if style != PREMIUM and not part.get("label") and not part.get("emoji"):
        form.fault((*here, "label"), "BUTTON_COMPONENT_LABEL_REQUIRED", "A label or an emoji is required.")


def check_select(part: Json, here: Path, form: Form) -> None:
    low, high = part.get("min_values"), part.get("max_values")
    low, high = 1 if low is None else low, 1 if high is None else high
    if isinstance(low, int) and isinstance(high, int) and low > high:
        form.fault((*here, "min_values"), "SELECT_COMPONENT_MIN_VALUES_EXCEEDED", "Min values must not exceed max values.")
    options = [option for option in part.get("options") or [] if isinstance(option, dict)]
    if part.get("type") == STRING_SELECT and isinstance(high, int) and high > len(options):
        form.fault(
            (*here, "max_values"), "SELECT_COMPONENT_MAX_VALUES_EXCEEDED", "Max values must not exceed the number of options."
        )
    if isinstance(high, int) and sum(bool(option.get("default")) for option in options) > high:
        form.fault((*here, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "More default options than max values.")
    times = Counter(option.get("value") for option in options)
    for index, option in enumerate(options):
        if times[option.get("value")] > 1:
            where = (*here, "options", index, "value")
            form.fault(where, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used.")


_CHECKS: dict[Any, Check] = {1: _check_row, BUTTON: _check_button, **dict.fromkeys(SELECTS, check_select)}
"""What a component must be besides its shape, by its type."""


def _check_emojis(part: Json, here: Path, emojis: set[int], form: Form) -> None:
    """An emoji is one of the application's, or a character that is no plain text."""
    holders = [(part, here), *((option, (*here, "options", index)) for index, option in enumerate(part.get("options") or []))]
    for holder, at in holders:
        emoji = holder.get("emoji") if isinstance(holder, dict) else None
        if not isinstance(emoji, dict):
            continue
        known = id_of(emoji["id"]) in emojis if emoji.get("id") else not str(emoji.get("name", "a")).isascii()
        if not known:
            form.fault((*at, "emoji", "name"), "COMPONENT_INVALID_EMOJI", "Invalid emoji.")


def _check_media(part: Json, here: Path, files: set[str], form: Form) -> None:
    items = [(item, (*here, "items", index, "media")) for index, item in enumerate(part.get("items") or [])]
    found = [(item.get("media"), at) for item, at in items if isinstance(item, dict)]
    found += [(part[key], (*here, key)) for key in ("media", "file") if key in part]
    for media, at in found:
        address = media.get("url") if isinstance(media, dict) else None
        if (
            isinstance(address, str)
            and address.startswith("attachment://")
            and address.removeprefix("attachment://") not in files
        ):
            message = f"The referenced attachment {address} was not found."
            form.fault((*at, "url"), "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", message)
