"""What one person sees, as the page's frames: servers, people, commands and messages."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

from discord import Locale

from bot.sandbox import payloads
from bot.sandbox.actors import Person, Seen
from bot.sandbox.ids import id_of
from bot.sandbox.page.server import Frame, Refused
from bot.sandbox.world.components import walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.sandbox.world import Channel, Message, Server, World

MESSAGES_AT_ONCE = 50
LOCALES = [locale.value for locale in Locale]


def welcome(who: Person, people: Iterable[Person], notes: Mapping[int, str]) -> Frame:
    """All that surrounds the messages, for one person. `notes` say beside a name what the person is there for."""
    world = who.world
    servers = [server for server in world.servers.values() if who.id in server.members]
    everybody = [*people, Person(world, world.application.user)]
    return {
        "me": person(who, notes),
        "people": [person(one, notes) for one in everybody],
        "guilds": [_server(who, server) for server in servers],
        "commands": {str(server.id): _commands(who, server) for server in servers},
        "locales": LOCALES,
        "now": world.clock.time() * 1000,
    }


def person(who: Person, notes: Mapping[int, str]) -> Frame:
    user = who.user
    return {
        "id": str(user.id),
        "name": user.display_name,
        "username": user.name,
        "locale": user.locale,
        "bot": user.bot,
        "note": notes.get(user.id),
        "guilds": [str(server.id) for server in who.world.servers.values() if user.id in server.members],
    }


def _server(who: Person, server: Server) -> Frame:
    roles = [{"id": str(role.id), "name": role.name} for role in server.roles.values() if role.id != server.id]
    channels = [payloads.channel(channel) for channel in _readable(who, server)]
    return {"id": str(server.id), "name": server.name, "roles": roles, "channels": channels}


def _readable(who: Person, server: Server) -> list[Channel]:
    """Threads stand below their channel; archived ones are not listed."""
    seen = [channel for channel in server.channels.values() if who.can_see(channel) and not channel.archived]
    return sorted(seen, key=lambda channel: ((channel.parent or channel).id, channel.id))


def _commands(who: Person, server: Server) -> list[Frame]:
    offers = (who.commands(channel) for channel in _readable(who, server))
    return [payloads.command(each, who.world.application.id) for each in next(filter(None, offers), [])]


def channel(who: Person, channel_id: object) -> Channel:
    """Raises `Refused` for one that is not there for this person."""
    found = who.world.channels.get(number(channel_id))
    if found is None or not who.can_see(found):
        raise Refused("There is no such channel.")
    return found


def message(who: Person, message_id: object) -> Message:
    """Raises `Refused` for one that is not there for this person: deleted, dismissed, another's, or in a closed channel."""
    wanted = number(message_id)
    for place in who.world.channels.values():
        found = place.messages.get(wanted)
        if found is not None and sees(who, found):
            return found
    raise Refused("That message is no longer there.")


def sees(who: Person, it: Message) -> bool:
    return it.visible_to in (None, who.id) and Seen(it) in who.messages(it.channel)


def history(who: Person, place: Channel, before: str | None) -> Frame:
    shown = [seen.message for seen in who.messages(place)]
    if before is not None:
        shown = [one for one in shown if one.id < number(before)]
    newest = [drawn(who, one) for one in shown[-MESSAGES_AT_ONCE:]]
    return {"channel": str(place.id), "messages": newest, "more": len(shown) > MESSAGES_AT_ONCE, "before": before}


def drawn(who: Person, it: Message) -> Frame:
    """Discord's own object, its files led to the page's addresses."""
    body = copy.deepcopy(payloads.message(it, ""))
    by_id = {str(file.id): f"file/{who.id}/{it.id}/{file.id}" for file in it.attachments}
    by_name = {f"attachment://{file.filename}": by_id[str(file.id)] for file in it.attachments}
    for entry in body["attachments"]:
        entry["url"] = by_id[entry["id"]]
    for media in _media(body["components"]):
        media["url"] = by_id.get(str(media.get("attachment_id")), media["url"])
    for picture in (embed[key] for embed in body["embeds"] for key in ("image", "thumbnail") if embed.get(key)):
        picture["url"] = by_name.get(picture["url"], picture["url"])
    return body


def _media(components: list[Frame]) -> Iterable[Frame]:
    for part in walk(components):
        yield from (part[key] for key in ("media", "file") if isinstance(part.get(key), dict))
        yield from (item["media"] for item in part.get("items") or [])


def number(value: object) -> int:
    """An id as the page sends it. Raises `Refused`."""
    found = id_of(value) if isinstance(value, str) else None
    if found is None:
        raise Refused("That is no id.")
    return found


def world_people(world: World, known: dict[int, Person]) -> dict[int, Person]:
    """Everybody with an account, the owner of the servers last; `known` keeps them, with what they dismissed."""
    owner = world.application.owner
    for user in world.users.values():
        if not user.bot:
            known.setdefault(user.id, Person(world, user))
    return {user_id: known[user_id] for user_id in sorted(known, key=lambda user_id: user_id == owner.id)}
