"""What a message may hold, new or edited, and what may answer an interaction (DOCS resources/message, receiving-and-responding)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.sandbox.limits.components import check_components
from bot.sandbox.limits.form import Form
from bot.sandbox.limits.modals import check_modal
from bot.sandbox.limits.shapes import anything, choice, flag, listing, nonce, number, shape, snowflake, text, url, whole
from bot.sandbox.refusals import Refusal
from bot.sandbox.world.components import COMPONENTS_V2, EPHEMERAL, SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from bot.sandbox.rest.calls import Upload
    from bot.sandbox.world import Message

Json = dict[str, Any]
CONTENT_MAX, EMBEDS_TEXT_MAX, FILES_MAX = 2000, 6000, 10
FILE_BYTES, REQUEST_BYTES = 10 * 1024 * 1024, 25 * 1024 * 1024
SETTABLE_FLAGS = SUPPRESS_EMBEDS | EPHEMERAL | SUPPRESS_NOTIFICATIONS | 1 << 13 | COMPONENTS_V2

_IMAGE = shape(
    {
        "url": url(2048, "http", "https", "attachment"),
        "proxy_url": anything,
        "height": anything,
        "width": anything,
        "flags": anything,
    },
    "url",
)
_EMBED = shape(
    {"type": text(0, 20), "title": text(0, 256), "description": text(0, 4096), "url": url(2048, "http", "https"), "timestamp": text(1, 40),
     "color": whole(0, 0xFFFFFF), "flags": anything, "image": _IMAGE, "thumbnail": _IMAGE, "video": anything, "provider": anything,
     "footer": shape({"text": text(1, 2048), "icon_url": url(2048, "http", "https", "attachment"), "proxy_icon_url": anything}, "text"),
     "author": shape({"name": text(1, 256), "url": url(2048, "http", "https"), "icon_url": anything, "proxy_icon_url": anything}, "name"),
     "fields": listing(shape({"name": text(1, 256), "value": text(1, 1024), "inline": flag}, "name", "value"), 0, 25)},
)  # fmt: skip
_MENTIONS = shape(
    {"parse": listing(choice("users", "roles", "everyone"), 0, 3), "users": listing(snowflake, 0, 100), "roles": listing(snowflake, 0, 100),
     "replied_user": flag},
)  # fmt: skip
_ATTACHMENT = shape(
    {"id": snowflake, "filename": text(1, 1024), "description": text(0, 1024), "title": text(0, 1024), "duration_secs": number,
     "waveform": text(0, 400), "is_spoiler": flag, "is_remix": flag},
    "id",
)  # fmt: skip
_EDIT_FIELDS = {
    "content": text(0, CONTENT_MAX), "embeds": listing(_EMBED, 0, 10), "flags": whole(0, 2**31 - 1), "allowed_mentions": _MENTIONS,
    "components": anything, "attachments": listing(_ATTACHMENT, 0, FILES_MAX), "poll": anything, "sticker_ids": listing(snowflake, 0, 3),
    "tts": flag,
}  # fmt: skip
_EDIT = shape(_EDIT_FIELDS)
_REFERENCE = shape(
    {"message_id": snowflake, "channel_id": snowflake, "guild_id": snowflake, "fail_if_not_exists": flag, "type": choice(0, 1)},
    "message_id",
)
_NEW = shape(_EDIT_FIELDS | {"nonce": nonce, "enforce_nonce": flag, "message_reference": _REFERENCE})
_CALLBACK = shape({"type": choice(1, 4, 5, 6, 7, 8, 9), "data": anything}, "type")
_CHOICE = shape({"name": text(1, 100), "name_localizations": anything, "value": anything}, "name", "value")


def check_message(body: Json, files: Mapping[int, Upload], emojis: Collection[int]) -> None:
    """A new message. Raises 50035, 50006 for an empty one, 40005 for files over the limit."""
    form = Form()
    _NEW(body, (), form)
    layout = bool((body.get("flags") or 0) & COMPONENTS_V2) if isinstance(body.get("flags"), int) else False
    _check_flags(body, form)
    _check_common(body, layout=layout, files=files, kept=set(), emojis=emojis, form=form)
    if layout:
        _check_layout_alone(body, form)
    form.refuse()
    if not any(body.get(key) for key in ("content", "embeds", "components", "sticker_ids", "poll")) and not files:
        raise Refusal(50006)


def check_edit(body: Json, message: Message, files: Mapping[int, Upload], emojis: Collection[int]) -> None:
    """An edit of `message`: the flag for components v2 cannot be taken back, and what remains must not be empty."""
    form = Form()
    _EDIT(body, (), form)
    flags = body.get("flags") if isinstance(body.get("flags"), int) else 0
    layout = bool((message.flags | (flags or 0)) & COMPONENTS_V2)
    held = {str(file.id): file.filename for file in message.attachments}
    if isinstance(body.get("attachments"), list):
        held = {str(each.get("id")): held[str(each.get("id"))] for each in body["attachments"] if str(each.get("id")) in held}
    _check_common(body, layout=layout, files=files, kept=set(held.values()), emojis=emojis, form=form)
    after = {
        "content": body.get("content", message.content), "embeds": body.get("embeds", message.embeds),
        "components": body.get("components", message.components), "poll": None,
    }  # fmt: skip
    if layout:
        _check_layout_alone(after | {"poll": body.get("poll")}, form)
    form.refuse()
    if not any(after.values()) and not files and not held:
        raise Refusal(50006)


def _check_flags(body: Json, form: Form) -> None:
    flags = body.get("flags")
    if isinstance(flags, int) and flags & ~SETTABLE_FLAGS:
        form.fault(("flags",), "MESSAGE_FLAGS_INVALID", f"Flags {flags & ~SETTABLE_FLAGS} cannot be set.")


def _check_layout_alone(body: Json, form: Form) -> None:
    """Components v2 take no content, embeds, poll or stickers (DOCS components/reference)."""
    for key in ("content", "embeds", "poll", "sticker_ids"):
        if body.get(key):
            message = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            form.fault((key,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message)


def _check_common(
    body: Json, *, layout: bool, files: Mapping[int, Upload], kept: set[str], emojis: Collection[int], form: Form
) -> None:
    if (
        any(len(file.content) > FILE_BYTES for file in files.values())
        or sum(len(file.content) for file in files.values()) > REQUEST_BYTES
    ):
        raise Refusal(40005)
    if len(files) > FILES_MAX:
        form.fault(("attachments",), "BASE_TYPE_BAD_LENGTH", f"Must be between 0 and {FILES_MAX} in length.")
    given = [each for each in body.get("attachments") or [] if isinstance(each, dict)]
    renamed = {str(each.get("id")): each["filename"] for each in given if each.get("filename")}
    names = kept | {renamed.get(str(number_), file.filename) for number_, file in files.items()}
    if body.get("components") is not None:
        check_components(body["components"], layout=layout, emojis=set(emojis), files=names, form=form)
    _check_embeds(body.get("embeds"), form)
    _check_mentions(body.get("allowed_mentions"), form)


def _check_embeds(embeds: Any, form: Form) -> None:
    total = 0
    for embed in embeds if isinstance(embeds, list) else []:
        total += len(embed.get("title") or "") + len(embed.get("description") or "")
        total += len((embed.get("footer") or {}).get("text") or "") + len((embed.get("author") or {}).get("name") or "")
        total += sum(len(entry.get("name") or "") + len(entry.get("value") or "") for entry in embed.get("fields") or [])
    if total > EMBEDS_TEXT_MAX:
        form.fault(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {EMBEDS_TEXT_MAX}")


def _check_mentions(allowed: Any, form: Form) -> None:
    """`parse: ["users"]` and a list of users exclude each other (DOCS allowed mentions)."""
    for key in ("users", "roles"):
        if isinstance(allowed, dict) and key in (allowed.get("parse") or []) and allowed.get(key):
            form.fault(
                ("allowed_mentions",),
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{key}"] and {key}: [ids...] are mutually exclusive.',
            )


def check_callback(body: Json) -> None:
    """The envelope of an answer, and what is not a message in it: choices, a modal, a deferral. Messages are checked where they are made."""
    form = Form()
    _CALLBACK(body, (), form)
    data = body.get("data") or {}
    match body.get("type"):
        case 5:
            shape({"flags": whole(0, EPHEMERAL)})({key: value for key, value in data.items() if key != "tts"}, ("data",), form)
        case 8:
            shape({"choices": listing(_CHOICE, 0, 25)}, "choices")(data, ("data",), form)
        case 9:
            check_modal(data, form)
        case _:
            pass
    form.refuse()
