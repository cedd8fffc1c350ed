"""From a request's body to the parts of a message, as Discord stores them."""

from __future__ import annotations

import mimetypes
import struct
from typing import TYPE_CHECKING, Any

from bot.sandbox import limits
from bot.sandbox.rest.dressing import dress
from bot.sandbox.world import Permission
from bot.sandbox.world.components import (
    COMPONENTS_V2,
    EPHEMERAL,
    LOADING,
    SUPPRESS_EMBEDS,
    SUPPRESS_NOTIFICATIONS,
    TEXT_DISPLAY,
    calls_everyone,
    mentioned_ids,
    walk,
)
from bot.sandbox.world.places import Attachment, Message

if TYPE_CHECKING:
    from bot.sandbox.rest.calls import Call
    from bot.sandbox.world import Channel

Json = dict[str, Any]
PNG = b"\x89PNG\r\n\x1a\n"
FORMER_KEPT = 4
"""So many files that edits have replaced are served on, for whoever is about to look."""

KEPT_FLAGS = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2


def new_parts(call: Call, place: Channel, body: Json, *, may_hide: bool = False) -> Json:
    """The fields of a new `Message`. Raises an Invalid Form Body, or 50006 for nothing to say. `may_hide` lets the ephemeral flag through."""
    limits.check_message(body, call.files, call.world.application.emojis)
    files = _uploaded(call, body)
    flags = (body.get("flags") or 0) & (KEPT_FLAGS | (EPHEMERAL if may_hide else 0))
    parts: Json = {"content": body.get("content") or "", "attachments": files, "flags": flags, "nonce": body.get("nonce")}
    parts["embeds"] = [{"type": "rich"} | embed for embed in body.get("embeds") or []]
    parts["components"] = dress(call, place, body.get("components") or [], files)
    return parts | _mentions(call, place, parts["content"], parts["components"], body.get("allowed_mentions"))


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
    replaced = [file for file in message.attachments if file not in files]
    message.former_attachments = [*message.former_attachments, *replaced][-FORMER_KEPT:]
    message.attachments, message.components = files, components
    if "content" in body:
        message.content = body["content"] or ""
    if "embeds" in body:
        message.embeds = [{"type": "rich"} | embed for embed in body["embeds"] or []]
    if body.get("flags") is not None:
        message.flags = (message.flags & ~SUPPRESS_EMBEDS) | (body["flags"] & (SUPPRESS_EMBEDS | COMPONENTS_V2))
    message.flags &= ~LOADING
    if "content" in body or "components" in body:
        named = _mentions(call, message.channel, message.content, message.components, body.get("allowed_mentions"))
        message.mentions, message.mention_roles = named["mentions"], named["mention_roles"]
        message.mention_everyone = named["mention_everyone"]


def _mentions(call: Call, place: Channel, content: str, components: list[Json], allowed: Json | None) -> Json:
    """Whom the texts call. Everyone, and roles that are not mentionable, only by who has MENTION_EVERYONE (DOCS permissions)."""
    texts = [content, *(part["content"] for part in walk(components) if part.get("type") == TEXT_DISPLAY)]
    users = call.world.users
    roles, everyone = mentioned_ids(texts, allowed, "roles"), calls_everyone(texts, allowed)
    may = bool(roles or everyone) and place.may(call.world.application.user.id, Permission.MENTION_EVERYONE)
    return {
        "mentions": [users[user] for user in mentioned_ids(texts, allowed) if user in users],
        "mention_roles": [role for role in roles if may and role in place.server.roles],
        "mention_everyone": may and everyone,
    }


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
