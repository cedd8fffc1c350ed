"""Channels and their messages, as the bot reads, posts, edits and deletes them (DOCS resources/channel, resources/message)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.sandbox import payloads
from bot.sandbox.ids import id_of
from bot.sandbox.refusals import Refusal
from bot.sandbox.rest import compose
from bot.sandbox.rest.calls import Call, Reply
from bot.sandbox.world import Change, Permission

if TYPE_CHECKING:
    from bot.sandbox.world import Channel, Message

P = Permission


def visible_channel(call: Call) -> Channel:
    """Raises 10003 for no such channel and 50001 where the bot has no access to it."""
    place = call.channel()
    need(call, place, P.VIEW_CHANNEL, otherwise=50001)
    return place


NONCE_SECONDS = 300.0  # "the past few minutes"


def need(call: Call, place: Channel, permission: Permission, otherwise: int = 50013) -> None:
    if not place.may(call.world.application.user.id, permission):
        raise Refusal(otherwise)


def need_to_post(call: Call, place: Channel, body: dict[str, Any]) -> None:
    """Raises 50013 for what the bot may not do here, 160005 in a locked thread."""
    need(call, place, P.SEND_MESSAGES_IN_THREADS if place.is_thread else P.SEND_MESSAGES)
    if body.get("embeds"):
        need(call, place, P.EMBED_LINKS)
    if call.files:
        need(call, place, P.ATTACH_FILES)
    if place.locked and not place.may(call.world.application.user.id, P.MANAGE_THREADS):
        raise Refusal(160005)


def _public(call: Call, place: Channel) -> Message:
    """A message that channel routes know. An ephemeral one does not exist here: 10008 (discord-api-docs#3090)."""
    message = call.world.message(place, call.id("message_id"))
    if message.visible_to is not None:
        raise Refusal(10008)
    return message


def _twin(call: Call, nonce: str | int | None) -> Message | None:
    """The bot's own message of the last minutes that has this nonce, in whatever channel: Discord hands it back in place of a second one
    ("another message created by the same author with the same nonce", DOCS message, enforce_nonce).
    """
    found = call.world.nonces.get(nonce)
    lives = found is not None and not found.deleted and found.created >= call.world.clock.time() - NONCE_SECONDS
    return found if lives else None


async def get_channel(call: Call) -> Reply:
    return Reply(200, payloads.channel(visible_channel(call)))


async def create_message(call: Call) -> Reply:
    place, body = visible_channel(call), call.object()
    need_to_post(call, place, body)
    if body.get("enforce_nonce") and (twin := _twin(call, body.get("nonce"))) is not None:
        return Reply(200, payloads.message(twin, call.base_url))
    parts = compose.new_parts(call, place, body)
    if body.get("message_reference"):
        parts["reply_to"] = int(body["message_reference"]["message_id"])
        call.world.message(place, parts["reply_to"])
    message = call.world.post(place, call.world.application.user, **parts)
    return Reply(200, payloads.message(message, call.base_url))


async def get_message(call: Call) -> Reply:
    place = visible_channel(call)
    need(call, place, P.READ_MESSAGE_HISTORY)
    return Reply(200, payloads.message(_public(call, place), call.base_url))


async def list_messages(call: Call) -> Reply:
    place = visible_channel(call)
    need(call, place, P.READ_MESSAGE_HISTORY)
    if unknown := call.query.keys() - {"before", "limit"}:
        raise Refusal(
            50035,
            {key: {"_errors": [{"code": "SANDBOX_UNKNOWN", "message": "The sandbox does not know it."}]} for key in unknown},
        )
    before, limit = (id_of(call.query.get(name, otherwise)) for name, otherwise in (("before", 1 << 63), ("limit", 50)))
    if before is None or limit is None:
        error = {"code": "NUMBER_TYPE_COERCE", "message": "Value is not a number."}
        raise Refusal(50035, {"before" if before is None else "limit": {"_errors": [error]}})
    found = [message for message in place.messages.values() if message.visible_to is None and message.id < before]
    newest = sorted(found, key=lambda message: -message.id)[:limit]
    return Reply(200, [payloads.message(message, call.base_url) for message in newest])


async def edit_message(call: Call) -> Reply:
    place, body = visible_channel(call), call.object()
    message = _public(call, place)
    if message.author is not call.world.application.user:
        raise Refusal(50005)
    if place.archived:
        raise Refusal(50083)
    compose.change(call, message, body)
    call.world.edited(message)
    return Reply(200, payloads.message(message, call.base_url))


async def delete_message(call: Call) -> Reply:
    place = visible_channel(call)
    message = _public(call, place)
    if message.author is not call.world.application.user:
        need(call, place, P.MANAGE_MESSAGES)
    if place.archived:
        raise Refusal(50083)
    call.world.delete_message(message)
    return Reply(204)


async def start_typing(call: Call) -> Reply:
    place = visible_channel(call)
    need_to_post(call, place, {})
    call.world.tell(Change("typing", place.server, place))
    return Reply(204)
