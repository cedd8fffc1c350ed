"""From a request's body to the parts of a message, as Discord stores them."""

from __future__ import annotations

import mimetypes
import struct
from typing import TYPE_CHECKING, Any

from bot.sandbox import limits, payloads
from bot.sandbox.world.messages import (
    COMPONENTS_V2,
    EPHEMERAL,
    FILE,
    GALLERY,
    LOADING,
    SELECTS,
    SUPPRESS_EMBEDS,
    SUPPRESS_NOTIFICATIONS,
    THUMBNAIL,
    Attachment,
    Message,
    mentioned_ids,
    walk,
)  # fmt: skip

if TYPE_CHECKING:
    from bot.sandbox.rest.calls import Call
    from bot.sandbox.world import Channel

Json = dict[str, Any]
PNG = b"\x89PNG\r\n\x1a\n"
KEPT_FLAGS = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2


def new_parts(call: Call, place: Channel, body: Json, *, may_hide: bool = False) -> Json:
    """The fields of a new `Message`. Raises an Invalid Form Body, or 50006 for nothing to say. `may_hide` lets the ephemeral flag through."""
    limits.check_message(body, call.files, call.world.application.emojis)
    files = _uploaded(call, body)
    flags = (body.get("flags") or 0) & (KEPT_FLAGS | (EPHEMERAL if may_hide else 0))
    parts: Json = {"content": body.get("content") or "", "attachments": files, "flags": flags, "nonce": body.get("nonce")}
    parts["embeds"] = [{"type": "rich"} | embed for embed in body.get("embeds") or []]
    parts["components"] = dress(call, place, body.get("components") or [], files)
    parts["mentions"] = _mentions(call, parts["content"], parts["components"], body.get("allowed_mentions"))
    return parts


def change(call: Call, message: Message, body: Json) -> None:
    """Edit a message in place: keys that are absent stay as they are. Raises an Invalid Form Body, and then nothing has changed."""
    limits.check_edit(body, message, call.files, call.world.application.emojis)
    files = list(message.attachments)
    if body.get("attachments") is not None:
        kept = {int(entry["id"]) for entry in body["attachments"]}
        files = [file for file in files if file.id in kept]
    files += _uploaded(call, body)
    components = message.components
    if "components" in body:
        components = dress(call, message.channel, body["components"] or [], files)
    message.attachments, message.components = files, components
    if "content" in body:
        message.content = body["content"] or ""
    if "embeds" in body:
        message.embeds = [{"type": "rich"} | embed for embed in body["embeds"] or []]
    if body.get("flags") is not None:
        message.flags = (message.flags & ~SUPPRESS_EMBEDS) | (body["flags"] & (SUPPRESS_EMBEDS | COMPONENTS_V2))
    message.flags &= ~LOADING
    if "content" in body or "components" in body:
        message.mentions = _mentions(call, message.content, message.components, body.get("allowed_mentions"))


def _mentions(call: Call, content: str, components: list[Json], allowed: Json | None) -> list[Any]:
    texts = [content, *(part["content"] for part in walk(components) if part.get("type") == 10)]
    users = call.world.users
    return [users[user] for user in mentioned_ids(texts, allowed) if user in users]


def _uploaded(call: Call, body: Json) -> list[Attachment]:
    """The files of this request; `attachments` in the body may describe them by number."""
    described = {str(entry.get("id")): entry for entry in body.get("attachments") or []}
    files = []
    for number, upload in sorted(call.files.items()):
        entry = described.get(str(number), {})
        name = entry.get("filename") or upload.filename
        kind = mimetypes.guess_type(name)[0] or upload.content_type
        files.append(
            Attachment(call.world.new_id(), name, upload.content, kind, entry.get("description"), png_size(upload.content))
        )
    return files


def png_size(content: bytes) -> tuple[int, int] | None:
    if not content.startswith(PNG) or len(content) < 24:
        return None
    width, height = struct.unpack(">II", content[16:24])
    return width, height


def dress(call: Call, place: Channel, components: list[Json], files: list[Attachment]) -> list[Json]:
    """Components as Discord gives them back: every one numbered, defaults filled in, `attachment://` resolved."""
    taken = {part["id"] for part in walk(components) if part.get("id")}
    numbers = (number for number in range(1, 1000) if number not in taken)

    def media(of: Json) -> Json:
        named = {f"attachment://{file.filename}": file for file in files}
        file = named.get(of["url"])
        if file is None:
            return {
                "id": str(call.world.new_id()),
                "url": of["url"],
                "proxy_url": of["url"],
                "width": None,
                "height": None,
                "content_type": None,
            }
        shown = payloads.attachment(file, place, call.base_url, ephemeral=False)
        size = file.size_pixels or (None, None)
        return {
            "id": str(file.id), "url": shown["url"], "proxy_url": shown["url"], "width": size[0], "height": size[1],
            "content_type": file.content_type, "attachment_id": str(file.id),
        }  # fmt: skip

    def dressed(part: Json) -> Json:
        known = {key: value for key, value in part.items() if value is not None}
        out = _defaults(part["type"]) | known
        out["id"] = known.get("id") or next(numbers)
        if "emoji" in known:
            out["emoji"] = _spelled(known["emoji"])
        if "options" in known:
            out["options"] = [
                each | {"emoji": _spelled(each["emoji"])} if each.get("emoji") else each for each in known["options"]
            ]
        if "default_values" in known:
            out["default_values"] = [_spelled(each) for each in known["default_values"]]
        if "components" in part:
            out["components"] = [dressed(child) for child in part["components"]]
        if part.get("accessory"):
            out["accessory"] = dressed(part["accessory"])
        if part["type"] == GALLERY:
            out["items"] = [
                {"description": None, "spoiler": False} | item | {"media": media(item["media"])} for item in part["items"]
            ]
        if part["type"] == THUMBNAIL:
            out["media"] = media(part["media"])
        if part["type"] == FILE:
            out["file"] = media(part["file"])
            out["name"], out["size"] = part["file"]["url"].removeprefix("attachment://"), None
        return out

    return [dressed(part) for part in components]


def _spelled(thing: Json) -> Json:
    """Ids are text in what Discord gives back, though a bot may send numbers: a browser's numbers would lose digits."""
    return thing | {"id": str(thing["id"])} if thing.get("id") else thing


def _defaults(kind: int) -> Json:
    if kind in SELECTS:
        return {"min_values": 1, "max_values": 1}
    match kind:
        case 17:
            return {"accent_color": None, "spoiler": False}
        case 14:
            return {"spacing": 1, "divider": True}
        case 11:
            return {"description": None, "spoiler": False}
        case 13:
            return {"spoiler": False}
        case _:
            return {}
