"""The slash-command picker: from what a person types to the data of the interaction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.sandbox import payloads
from bot.sandbox.actors.seen import CannotDo
from bot.sandbox.world import Channel, Command, Permission, Role, User

if TYPE_CHECKING:
    from bot.sandbox.world import Server
    from bot.sandbox.world.application import Json

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10


def visible(command: Command, server: Server, person: User) -> bool:
    """Whether the picker shows it to this member (DOCS default_member_permissions)."""
    rights = command.body.get("default_member_permissions")
    needed = Permission(int(rights)) if rights is not None else Permission(0)
    held = server.permissions_of(server.members[person.id])
    return bool(held & Permission.ADMINISTRATOR) or (held & needed == needed and rights not in (0, "0"))


def find(commands: list[Command], words: str) -> tuple[Command, list[Json]]:
    """The command that `words` name ("table start"), and the options on the way to it, its own at the end of the list."""
    root, *rest = words.removeprefix("/").split()
    command = next((each for each in commands if each.name == root), None)
    if command is None:
        raise CannotDo(f"there is no /{root} among {sorted(each.name for each in commands)}")
    path: list[Json] = [command.body]
    for word in rest:
        below = {option["name"]: option for option in path[-1].get("options") or [] if option["type"] in (SUBCOMMAND, GROUP)}
        if word not in below:
            raise CannotDo(f"/{words}: no {word!r} among {sorted(below)}")
        path.append(below[word])
    if any(option["type"] in (SUBCOMMAND, GROUP) for option in path[-1].get("options") or []):
        raise CannotDo(f"/{words} is not a command by itself")
    return command, path


def fill(command: Command, path: list[Json], given: dict[str, Any], server: Server, *, focused: str | None = None) -> Json:
    """The interaction's `data`. Raises `CannotDo` for what the client would not send: unknown, missing or unfit options."""
    known = {option["name"]: option for option in path[-1].get("options") or []}
    if unknown := set(given) - set(known):
        raise CannotDo(f"no options {sorted(unknown)} among {sorted(known)}")
    missing = [name for name, option in known.items() if option.get("required") and name not in given]
    if missing and focused is None:
        raise CannotDo(f"required options missing: {missing}")
    resolved: Json = {}
    options: list[Json] = []
    for name, value in given.items():
        kind = known[name]["type"]
        if name == focused:
            options.append({"name": name, "type": kind, "value": value, "focused": True})
        else:
            options.append({"name": name, "type": kind, "value": _value(known[name], value, server, resolved)})
    for step in reversed(path[1:]):
        options = [{"name": step["name"], "type": step["type"], "options": options}]
    data: Json = {"id": str(command.id), "name": command.name, "type": command.body.get("type") or 1, "options": options}
    if resolved:
        data["resolved"] = resolved
    return data | {"guild_id": str(command.server_id)} if command.server_id else data


def _value(option: Json, value: Any, server: Server, resolved: Json) -> Any:
    name, kind = option["name"], option["type"]
    if option.get("choices"):
        by_name = {choice["name"]: choice["value"] for choice in option["choices"]}
        if value not in by_name and value not in by_name.values():
            raise CannotDo(f"{name}: {value!r} is none of {list(by_name)}")
        return by_name.get(value, value)
    fits = {
        STRING: isinstance(value, str), INTEGER: isinstance(value, int) and not isinstance(value, bool), BOOLEAN: isinstance(value, bool),
        NUMBER: isinstance(value, int | float), USER: isinstance(value, User), ROLE: isinstance(value, Role), CHANNEL: isinstance(value, Channel),
        MENTIONABLE: isinstance(value, User | Role),
    }[kind]  # fmt: skip
    if not fits:
        raise CannotDo(f"{name}: {value!r} is no value for an option of type {kind}")
    if kind == STRING and not (option.get("min_length") or 0) <= len(value) <= (option.get("max_length") or 6000):
        raise CannotDo(f"{name}: the text has {len(value)} characters")
    if kind in (INTEGER, NUMBER) and not (option.get("min_value", value) <= value <= option.get("max_value", value)):
        raise CannotDo(f"{name}: {value} is not between {option.get('min_value')} and {option.get('max_value')}")
    if isinstance(value, User | Role | Channel):
        resolve(value, server, resolved)
        return str(value.id)
    return value


def resolve(value: User | Role | Channel, server: Server, resolved: Json) -> None:
    """Put a chosen user, role or channel into the interaction's `resolved`."""
    key = str(value.id)
    match value:
        case User():
            resolved.setdefault("users", {})[key] = payloads.user(value)
            if value.id in server.members:
                body = payloads.member(server.members[value.id], with_user=False)
                resolved.setdefault("members", {})[key] = body | {
                    "permissions": str(int(server.permissions_of(server.members[value.id])))
                }
        case Role():
            resolved.setdefault("roles", {})[key] = payloads.role(value)
        case Channel():
            resolved.setdefault("channels", {})[key] = payloads.channel(value) | {"permissions": "0"}
