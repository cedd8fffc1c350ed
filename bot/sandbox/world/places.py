"""Servers, channels, their messages and the people in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from bot.sandbox.world.components import EPHEMERAL, LOADING, TEXT_DISPLAY, Json, walk
from bot.sandbox.world.permissions import EVERYDAY, EVERYTHING, NOTHING, Permission, resolve

TEXT, VOICE, CATEGORY, ANNOUNCEMENT, PUBLIC_THREAD, PRIVATE_THREAD = 0, 2, 4, 5, 11, 12
KINDS = {"text": TEXT, "voice": VOICE, "announcement": ANNOUNCEMENT, "thread": PUBLIC_THREAD, "private_thread": PRIVATE_THREAD}


@dataclass(eq=False)
class User:
    """An account, a person's or the bot's."""

    id: int
    name: str
    display_name: str
    locale: str = "en-US"
    bot: bool = False


@dataclass(eq=False)
class Role:
    id: int
    name: str
    permissions: Permission
    position: int = 0


@dataclass(eq=False)
class Member:
    """A user in one server."""

    user: User
    joined: float
    roles: set[int] = field(default_factory=set)
    nick: str | None = None

    @property
    def display_name(self) -> str:
        return self.nick or self.user.display_name


@dataclass
class Overwrite:
    """What a channel allows and denies one role or one member, on top of the server's roles."""

    allow: Permission = NOTHING
    deny: Permission = NOTHING


@dataclass(eq=False)
class Channel:
    """A text channel, a voice channel (its chat) or a thread."""

    id: int
    server: Server
    kind: int
    name: str
    created: float
    parent: Channel | None = None
    position: int = 0
    owner_id: int = 0
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    archived: bool = False
    locked: bool = False
    thread_members: set[int] = field(default_factory=set)
    messages: dict[int, Message] = field(default_factory=dict)
    deleted: bool = False

    @property
    def is_thread(self) -> bool:
        return self.kind in (PUBLIC_THREAD, PRIVATE_THREAD)

    @property
    def mention(self) -> str:
        return f"<#{self.id}>"

    def permissions_of(self, user_id: int) -> Permission:
        """What this user may do here; nothing for those who are not in the server, or not in a private thread."""
        member = self.server.members.get(user_id)
        if member is None:
            return NOTHING
        if self.kind == PRIVATE_THREAD and user_id not in self.thread_members:
            return NOTHING
        place = self.parent if self.is_thread and self.parent else self
        base = self.server.permissions_of(member)
        pairs = [place.overwrites[self.server.id]] if self.server.id in place.overwrites else []
        of_roles = [place.overwrites[role] for role in member.roles if role in place.overwrites]
        if of_roles:
            allow, deny = NOTHING, NOTHING
            for overwrite in of_roles:
                allow, deny = allow | overwrite.allow, deny | overwrite.deny
            pairs.append(Overwrite(allow, deny))
        if user_id in place.overwrites:
            pairs.append(place.overwrites[user_id])
        return resolve(base, tuple([(pair.allow, pair.deny) for pair in pairs]))

    def app_permissions(self, bot_id: int) -> Permission:
        """What an interaction says that the application may do here; without its bot, what everyone may (U)."""
        return self.server.everyone.permissions if self.server.commands_alone else self.permissions_of(bot_id)

    def may(self, user_id: int, permission: Permission) -> bool:
        return permission in self.permissions_of(user_id)


@dataclass(eq=False)
class Server:
    """What Discord calls a guild. The role with the server's own id is @everyone."""

    id: int
    name: str
    owner_id: int
    created: float
    locale: str = "en-US"
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    unavailable: bool = False
    commands_alone: bool = False
    """The application's commands are there without its bot."""

    def __post_init__(self) -> None:
        self.roles[self.id] = Role(self.id, "@everyone", EVERYDAY)

    @property
    def everyone(self) -> Role:
        return self.roles[self.id]

    def permissions_of(self, member: Member) -> Permission:
        if member.user.id == self.owner_id:
            return EVERYTHING
        bits = self.everyone.permissions
        for role in member.roles:
            bits |= self.roles[role].permissions
        return EVERYTHING if Permission.ADMINISTRATOR in bits else bits


@dataclass(eq=False)
class Attachment:
    """A file in a message; the bytes are kept, so that a page can show them."""

    id: int
    filename: str
    content: bytes
    content_type: str
    description: str | None = None
    size_pixels: tuple[int, int] | None = None


class Maker(Protocol):
    """The interaction that has made a message, as far as a message tells of it."""

    id: int
    kind: int
    user: User
    data: Json
    channel: Channel
    source: Message | None
    original: Message | None
    opener: Maker | None


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
    """Those that the last edits have replaced: Discord goes on serving them for whoever is about to look."""
    flags: int = 0
    edited: float | None = None
    visible_to: int | None = None
    mentions: list[User] = field(default_factory=list)
    mention_roles: list[int] = field(default_factory=list)
    mention_everyone: bool = False
    interaction: Maker | None = None
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
        """All texts as a reader sees them: nobody sees where a line may not break."""
        return "\n".join(self.texts).replace("\u00a0", " ").replace("\u2060", "")

    def component(self, custom_id: str) -> Json | None:
        return next((part for part in walk(self.components) if part.get("custom_id") == custom_id), None)
