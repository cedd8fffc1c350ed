"""Discord's REST side: routes, one way through for every request, and the record of what was said.

A request is parsed, may meet a fault, must be authorised, is counted against the rate limits, and reaches its handler.
Every refusal is Discord's: status, code, message. A route that is not here fails loudly and is remembered in `unknown_routes`.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from aiohttp import web

from bot.sandbox.ids import id_of
from bot.sandbox.refusals import Refusal
from bot.sandbox.rest import application, interactions, messages
from bot.sandbox.rest.budgets import UNLIMITED, Budgets, Limits
from bot.sandbox.rest.calls import Call, Reply, read_call
from bot.sandbox.traffic import Exchange, Traffic

if TYPE_CHECKING:
    from bot.sandbox.faults import Faults
    from bot.sandbox.gateway import Gateway
    from bot.sandbox.world import World

__all__ = ["Limits", "Rest"]

log = logging.getLogger(__name__)
Handler = Callable[[Call], Awaitable[Reply]]
PREFIX = "/api/v10"
UNAUTHORIZED = {"message": "401: Unauthorized", "code": 0}
NOT_FOUND = {"message": "404: Not Found", "code": 0}

_CHANNEL, _MESSAGE = "/channels/{channel_id}", "/channels/{channel_id}/messages/{message_id}"
_APPLICATION, _HOOK = "/applications/{application_id}", "/webhooks/{application_id}/{token}"

# (method, path, handler, whether it needs the bot's token)
ROUTES: list[tuple[str, str, Handler, bool]] = [
    ("GET", "/users/@me", application.get_self, True),
    ("GET", "/oauth2/applications/@me", application.get_application, True),
    ("GET", "/applications/@me", application.get_application, True),
    ("GET", f"{_APPLICATION}/commands", application.list_commands, True),
    ("PUT", f"{_APPLICATION}/commands", application.overwrite_commands, True),
    ("GET", f"{_APPLICATION}/guilds/{{guild_id}}/commands", application.list_commands, True),
    ("PUT", f"{_APPLICATION}/guilds/{{guild_id}}/commands", application.overwrite_commands, True),
    ("GET", f"{_APPLICATION}/emojis", application.list_emojis, True),
    ("POST", f"{_APPLICATION}/emojis", application.create_emoji, True),
    ("GET", f"{_APPLICATION}/emojis/{{emoji_id}}", application.get_emoji, True),
    ("PATCH", f"{_APPLICATION}/emojis/{{emoji_id}}", application.rename_emoji, True),
    ("DELETE", f"{_APPLICATION}/emojis/{{emoji_id}}", application.delete_emoji, True),
    ("GET", _CHANNEL, messages.get_channel, True),
    ("GET", f"{_CHANNEL}/messages", messages.list_messages, True),
    ("POST", f"{_CHANNEL}/messages", messages.create_message, True),
    ("POST", f"{_CHANNEL}/typing", messages.start_typing, True),
    ("GET", _MESSAGE, messages.get_message, True),
    ("PATCH", _MESSAGE, messages.edit_message, True),
    ("DELETE", _MESSAGE, messages.delete_message, True),
    ("POST", "/interactions/{interaction_id}/{token}/callback", interactions.respond, False),
    ("POST", _HOOK, interactions.follow_up, False),
    ("GET", f"{_HOOK}/messages/{{message_id}}", interactions.get_its_message, False),
    ("PATCH", f"{_HOOK}/messages/{{message_id}}", interactions.edit_its_message, False),
    ("DELETE", f"{_HOOK}/messages/{{message_id}}", interactions.delete_its_message, False),
]


class Rest:
    """The REST side of one world. `base_url` is set once the port is known."""

    def __init__(self, world: World, gateway: Gateway, faults: Faults, traffic: Traffic, limits: Limits = UNLIMITED) -> None:
        self.world = world
        self.gateway = gateway
        self.faults = faults
        self.traffic = traffic
        self.budgets = Budgets(limits)
        self.base_url = ""
        self.unknown_routes: list[str] = []

    def mount(self, app: web.Application) -> None:
        """Add the routes, and a last one that catches what Discord has and this does not."""
        for method, path, handler, authorised in ROUTES:
            app.router.add_route(method, PREFIX + path, self._serve(handler, authorised=authorised))
        app.router.add_route("GET", f"{PREFIX}/gateway/bot", self._serve(self._get_gateway, authorised=True))
        app.router.add_get("/attachments/{channel_id}/{attachment_id}/{filename}", self._serve_attachment)
        app.router.add_get("/emojis/{emoji_id}", self._serve_emoji)
        app.router.add_route("*", "/api/{tail:.*}", self._serve(self._unknown, authorised=False))

    def _serve(self, handler: Handler, *, authorised: bool) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def serve(request: web.Request) -> web.StreamResponse:
            self.world.in_flight += 1
            self.world.stir()
            try:
                call = await read_call(request, self.world, self.base_url)
                reply = await self._reply(call, handler, authorised=authorised)
                self.traffic.record(Exchange(call.method, call.path, call.body, reply.status, reply.body))
                if not await self.faults.after(call) and request.transport is not None:
                    request.transport.abort()
                return reply.response()
            finally:
                self.world.in_flight -= 1
                self.world.stir()

        return serve

    async def _reply(self, call: Call, handler: Handler, *, authorised: bool) -> Reply:
        if (met := await self.faults.before(call)) is not None:
            return met
        if authorised and call.authorization != f"Bot {self.world.application.token}":
            return Reply(401, UNAUTHORIZED)
        if (limited := self.budgets.check(call)) is not None:
            return limited
        try:
            reply = await handler(call)
        except Refusal as refusal:
            path = call.path.replace(token, "…") if (token := call.params.get("token")) else call.path
            log.info("%s %s refused: %s", call.method, path, refusal)  # an interaction's token would open what it may edit
            reply = Reply(refusal.status, refusal.body())
        reply.headers |= self.budgets.headers(call)
        return reply

    async def _get_gateway(self, _call: Call) -> Reply:
        return application.get_gateway(self.gateway.shards, self.gateway.url)

    async def _unknown(self, call: Call) -> Reply:
        self.unknown_routes.append(f"{call.method} {call.path}")
        log.error("no such route in the sandbox: %s %s", call.method, call.path)
        return Reply(404, NOT_FOUND)

    # What Discord's CDN would serve.

    async def _serve_attachment(self, request: web.Request) -> web.Response:
        channel, wanted = (id_of(request.match_info[name]) for name in ("channel_id", "attachment_id"))
        place = None if channel is None else self.world.channels.get(channel)
        for message in place.messages.values() if place else ():
            for file in message.attachments:
                if file.id == wanted:
                    return web.Response(body=file.content, content_type=file.content_type)
        raise web.HTTPNotFound

    async def _serve_emoji(self, request: web.Request) -> web.Response:
        wanted = id_of(request.match_info["emoji_id"].split(".")[0])
        emoji = None if wanted is None else self.world.application.emojis.get(wanted)
        if emoji is None:
            raise web.HTTPNotFound
        return web.Response(body=emoji.image, content_type=emoji.content_type)
