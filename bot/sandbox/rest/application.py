"""The application's own routes: who am I, which gateway, commands and emojis (DOCS interactions/application-commands, resources/emoji)."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from bot.sandbox import limits, payloads
from bot.sandbox.refusals import Refusal
from bot.sandbox.rest.calls import Call, Reply
from bot.sandbox.world import Change, Emoji

if TYPE_CHECKING:
    from bot.sandbox.world import Application

MAX_EMOJIS = 2000


async def get_self(call: Call) -> Reply:
    return Reply(200, payloads.own_user(call.world.application.user))


async def get_application(call: Call) -> Reply:
    world = call.world
    return Reply(200, payloads.application(world.application, sum(world.has_bot(server) for server in world.servers.values())))


def _own(call: Call) -> Application:
    """Raises 50001 for any application but the bot's own."""
    if call.id("application_id") != call.world.application.id:
        raise Refusal(50001)
    return call.world.application


def _scope(call: Call) -> int | None:
    """The server of a guild command, None for a global one. Raises 50001 for a server without the bot."""
    if "guild_id" not in call.params:
        return None
    server = call.world.servers.get(call.id("guild_id"))
    if server is None or not call.world.has_bot(server):
        raise Refusal(50001)
    return server.id


async def list_commands(call: Call) -> Reply:
    application, scope = _own(call), _scope(call)
    found = application.commands.get(scope, {}).values()
    full = call.query.get("with_localizations") in ("true", "True", "1")
    return Reply(200, [payloads.command(command, application.id, localizations=full) for command in found])


async def overwrite_commands(call: Call) -> Reply:
    application, scope = _own(call), _scope(call)
    limits.check_commands(call.body)
    commands = application.register(call.body, scope, call.world.new_id)
    call.world.tell(Change("commands_changed"))
    return Reply(200, [payloads.command(command, application.id) for command in commands])


async def list_emojis(call: Call) -> Reply:
    application = _own(call)
    return Reply(200, {"items": [payloads.emoji(emoji, application.user) for emoji in application.emojis.values()]})


async def create_emoji(call: Call) -> Reply:
    application, body = _own(call), call.object()
    limits.check_emoji(body, {emoji.name for emoji in application.emojis.values()})
    if len(application.emojis) >= MAX_EMOJIS:
        raise Refusal(30008)
    head, _, data = body["image"].partition(",")
    kind = head.removeprefix("data:").removesuffix(";base64")
    emoji = Emoji(call.world.new_id(), body["name"], base64.b64decode(data), kind, kind == "image/gif")
    application.emojis[emoji.id] = emoji
    call.world.tell(Change("emojis_changed"))
    return Reply(201, payloads.emoji(emoji, application.user))


def _emoji(call: Call) -> Emoji:
    found = _own(call).emojis.get(call.id("emoji_id"))
    if found is None:
        raise Refusal(10014)
    return found


async def get_emoji(call: Call) -> Reply:
    return Reply(200, payloads.emoji(_emoji(call), call.world.application.user))


async def rename_emoji(call: Call) -> Reply:
    emoji, body = _emoji(call), call.object()
    others = {each.name for each in call.world.application.emojis.values() if each is not emoji}
    limits.check_emoji_name(body, others)
    emoji.name = body["name"]
    call.world.tell(Change("emojis_changed"))
    return Reply(200, payloads.emoji(emoji, call.world.application.user))


async def delete_emoji(call: Call) -> Reply:
    del call.world.application.emojis[_emoji(call).id]
    call.world.tell(Change("emojis_changed"))
    return Reply(204)


def get_gateway(shards: int, url: str) -> Reply:
    """`/gateway/bot`: discord.py takes the address and the number of shards from here."""
    limit = {"total": 1000, "remaining": 1000, "reset_after": 86_400_000, "max_concurrency": 1}
    return Reply(200, {"url": url, "shards": shards, "session_start_limit": limit})
