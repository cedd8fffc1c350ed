"""The bot's application: its commands, its emojis, its secret."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.sandbox.world.places import User

Json = dict[str, Any]


@dataclass(eq=False)
class Command:
    """A command as Discord keeps it; `body` is what the bot sent."""

    id: int
    version: int
    body: Json
    server_id: int | None = None

    @property
    def name(self) -> str:
        return str(self.body["name"])


@dataclass(eq=False)
class Emoji:
    """An emoji of the application; it may be used in every server (DOCS resources/emoji)."""

    id: int
    name: str
    image: bytes
    content_type: str
    animated: bool = False


@dataclass(eq=False)
class Application:
    id: int
    name: str
    user: User
    owner: User
    privileged: int = 0
    """The privileged intents that its owner has switched on; a bot that asks for others is turned away."""
    token: str = field(default_factory=lambda: f"sandbox.{secrets.token_urlsafe(16)}")
    commands: dict[int | None, dict[str, Command]] = field(default_factory=dict)
    emojis: dict[int, Emoji] = field(default_factory=dict)

    def commands_in(self, server_id: int) -> list[Command]:
        """What the picker shows in a server: its own commands first, then the global ones."""
        return [*self.commands.get(server_id, {}).values(), *self.commands.get(None, {}).values()]

    def register(self, bodies: list[Json], server_id: int | None, new_id: Any) -> list[Command]:
        """Bulk overwrite: a command that keeps its name keeps its id (DOCS bulk overwrite)."""
        before = self.commands.get(server_id, {})
        after: dict[str, Command] = {}
        for body in bodies:
            kept = before.get(body["name"])
            unchanged = kept is not None and kept.body == body
            command_id = kept.id if kept else new_id()
            version = kept.version if kept and unchanged else new_id()
            after[body["name"]] = Command(command_id, version, body, server_id)
        self.commands[server_id] = after
        return list(after.values())
