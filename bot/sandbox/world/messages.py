"""A message, who can see it, and what Discord makes of its parts."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.sandbox.world.interactions import Interaction
    from bot.sandbox.world.places import Channel, User

Json = dict[str, Any]

SUPPRESS_EMBEDS, EPHEMERAL, LOADING, SUPPRESS_NOTIFICATIONS, COMPONENTS_V2 = 1 << 2, 1 << 6, 1 << 7, 1 << 12, 1 << 15
BUTTON, STRING_SELECT, TEXT_INPUT, TEXT_DISPLAY, THUMBNAIL, GALLERY, FILE, LABEL = 2, 3, 4, 10, 11, 12, 13, 18
SELECTS = frozenset({3, 5, 6, 7, 8})

USER_MENTION, ROLE_MENTION = re.compile(r"<@!?(\d+)>"), re.compile(r"<@&(\d+)>")
EVERYONE = re.compile(r"@(everyone|here)")


@dataclass(eq=False)
class Attachment:
    """A file in a message; the bytes are kept, so that a page can show them."""

    id: int
    filename: str
    content: bytes
    content_type: str
    description: str | None = None
    size_pixels: tuple[int, int] | None = None


@dataclass(eq=False)
class Message:
    """One message; `visible_to` names the only person who sees it, or None for the whole channel."""

    id: int
    channel: Channel
    author: User
    created: float
    content: str = ""
    components: list[Json] = field(default_factory=list)
    embeds: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    former_attachments: list[Attachment] = field(default_factory=list)
    """Those that the last edit has replaced: Discord goes on serving them for whoever is about to look."""
    flags: int = 0
    edited: float | None = None
    visible_to: int | None = None
    mentions: list[User] = field(default_factory=list)
    mention_roles: list[int] = field(default_factory=list)
    mention_everyone: bool = False
    interaction: Interaction | None = None
    tokens: set[str] = field(default_factory=set)
    deleted: bool = False
    nonce: str | int | None = None
    reply_to: int | None = None

    @property
    def ephemeral(self) -> bool:
        return bool(self.flags & EPHEMERAL)

    @property
    def thinking(self) -> bool:
        return bool(self.flags & LOADING)

    def seen_by(self, user_id: int) -> bool:
        """Whether this user's client shows it, given that they can read the channel."""
        return not self.deleted and self.visible_to in (None, user_id)

    @property
    def texts(self) -> list[str]:
        """Every text in reading order: content, embeds, text displays."""
        found = [self.content] if self.content else []
        for embed in self.embeds:
            found += [embed[key] for key in ("title", "description") if embed.get(key)]
            for entry in embed.get("fields") or []:
                found += [entry["name"], entry["value"]]
            if embed.get("footer"):
                found.append(embed["footer"]["text"])
        return found + [part["content"] for part in walk(self.components) if part["type"] == TEXT_DISPLAY]

    @property
    def text(self) -> str:
        return "\n".join(self.texts)

    def component(self, custom_id: str) -> Json | None:
        return next((part for part in walk(self.components) if part.get("custom_id") == custom_id), None)


def walk(components: list[Json] | None) -> list[Json]:
    """Every component, the nested ones too, in reading order."""
    found: list[Json] = []
    for part in components or []:
        found.append(part)
        if "components" in part:
            found += walk(part["components"])
        for key in ("accessory", "component"):
            if part.get(key):
                found += walk([part[key]])
    return found


def mentioned_ids(texts: list[str], allowed: Json | None, kind: str = "users") -> list[int]:
    """The `users` or `roles` whom these texts ping (DOCS allowed mentions): all that are named, unless the sender allows fewer."""
    pattern = USER_MENTION if kind == "users" else ROLE_MENTION
    named = list(dict.fromkeys(int(match) for text in texts for match in pattern.findall(text)))
    if allowed is None or kind in (allowed.get("parse") or []):
        return named
    permitted = {int(each) for each in allowed.get(kind) or []}
    return [each for each in named if each in permitted]


def calls_everyone(texts: list[str], allowed: Json | None) -> bool:
    """Whether @everyone or @here is in them and the sender does not forbid it; whether the author may is another question."""
    return (allowed is None or "everyone" in (allowed.get("parse") or [])) and any(EVERYONE.search(text) for text in texts)
