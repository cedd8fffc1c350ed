"""Answering an interaction, and what its token may do for fifteen minutes (DOCS interactions/receiving-and-responding)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.sandbox import limits, payloads
from bot.sandbox.limits import faults_at
from bot.sandbox.refusals import Refusal
from bot.sandbox.rest import compose
from bot.sandbox.rest.calls import Call, Reply
from bot.sandbox.world.components import EPHEMERAL, LOADING
from bot.sandbox.world.interactions import (
    AUTOCOMPLETE,
    CHOICES,
    COMPONENT,
    DEFER_REPLY,
    DEFER_UPDATE,
    MODAL,
    MODAL_SUBMIT,
    REPLY,
    UPDATE,
    Interaction,
)  # fmt: skip
from bot.sandbox.world.places import Message

if TYPE_CHECKING:
    from collections.abc import Callable

Json = dict[str, Any]


async def respond(call: Call) -> Reply:
    """The first answer. Checked whole before anything changes, so a bad body leaves the interaction open."""
    interaction = _addressed(call)
    interaction.check_answerable(call.world.clock.time())
    body = call.object()
    kind, data = body.get("type"), body.get("data") or {}
    limits.check_callback(body)
    if kind not in _allowed(interaction):
        raise faults_at(
            "type", "INTERACTION_TYPE_INVALID", f"Type {kind} does not answer an interaction of type {interaction.kind}."
        )
    _ANSWERS[kind](call, interaction, data)
    call.world.answer(interaction, kind)
    if call.query.get("with_response") in ("true", "True", "1"):
        return Reply(200, payloads.callback(interaction, call.base_url))
    return Reply(204)


def _addressed(call: Call) -> Interaction:
    interaction = call.world.interactions.get(call.params["token"])
    if interaction is None or interaction.id != call.id("interaction_id"):
        raise Refusal(10062)
    return interaction


def _allowed(interaction: Interaction) -> set[int]:
    """A modal cannot answer a modal; only what sits on a message can update one."""
    if interaction.kind == AUTOCOMPLETE:
        return {CHOICES}
    allowed = {REPLY, DEFER_REPLY}
    if interaction.kind != MODAL_SUBMIT:
        allowed.add(MODAL)
    if interaction.kind == COMPONENT or (interaction.kind == MODAL_SUBMIT and interaction.source is not None):
        allowed |= {UPDATE, DEFER_UPDATE}
    return allowed


def _post(call: Call, interaction: Interaction, parts: Json) -> Message:
    if interaction.channel.deleted:
        raise Refusal(10003)
    hidden = bool(parts["flags"] & EPHEMERAL)
    return call.world.post(
        interaction.channel, call.world.application.user, **parts, visible_to=interaction.user.id if hidden else None,
        interaction=interaction, tokens={interaction.token},
    )  # fmt: skip


def _reply(call: Call, interaction: Interaction, data: Json) -> None:
    parts = compose.new_parts(call, interaction.channel, data, may_hide=True)
    interaction.original = _post(call, interaction, parts)


def _defer_reply(call: Call, interaction: Interaction, data: Json) -> None:
    """The thinking message; it can carry the ephemeral flag alone."""
    flags = LOADING | ((data.get("flags") or 0) & EPHEMERAL)
    interaction.original = _post(call, interaction, {"flags": flags})


def _defer_update(_call: Call, interaction: Interaction, _data: Json) -> None:
    assert interaction.source is not None
    interaction.original = interaction.source
    interaction.source.tokens.add(interaction.token)


def _update(call: Call, interaction: Interaction, data: Json) -> None:
    message = interaction.source
    assert message is not None
    if message.deleted:
        raise Refusal(10008)
    compose.change(call, message, data)
    interaction.original = message
    message.tokens.add(interaction.token)
    call.world.edited(message)


def _choices(_call: Call, interaction: Interaction, data: Json) -> None:
    interaction.choices = data["choices"]


def _modal(_call: Call, interaction: Interaction, data: Json) -> None:
    interaction.modal = data


_ANSWERS: dict[int, Callable[[Call, Interaction, Json], None]] = {
    REPLY: _reply, DEFER_REPLY: _defer_reply, DEFER_UPDATE: _defer_update, UPDATE: _update, CHOICES: _choices, MODAL: _modal,
}  # fmt: skip


# The token as a webhook.


def _holder(call: Call) -> Interaction:
    """Raises 10015 for another application or a token that is unknown or was never acknowledged, 50027 after 15 minutes."""
    if call.id("application_id") != call.world.application.id:
        raise Refusal(10015)
    interaction = call.world.interaction(call.params["token"])
    interaction.check_token(call.world.clock.time())
    return interaction


def _its_message(call: Call, interaction: Interaction) -> Message:
    """@original, or a message that this token made or updated; 10008 for any other."""
    wanted = call.params["message_id"]
    message = interaction.original if wanted == "@original" else interaction.channel.messages.get(call.id("message_id"))
    if message is None or message.deleted or interaction.token not in message.tokens:
        raise Refusal(10008)
    return message


async def follow_up(call: Call) -> Reply:
    """A further message; the first one after a deferred reply becomes that reply and keeps its visibility (DOCS create followup)."""
    interaction, body = _holder(call), call.object()
    waiting = interaction.original
    if waiting is not None and waiting.thinking and not waiting.deleted:
        kept = waiting.flags & EPHEMERAL
        for name, value in compose.new_parts(call, interaction.channel, body).items():
            setattr(waiting, name, value)
        waiting.flags |= kept
        call.world.edited(waiting, mark=False)
        return Reply(200, payloads.message(waiting, call.base_url))
    message = _post(call, interaction, compose.new_parts(call, interaction.channel, body, may_hide=True))
    interaction.followups.append(message)
    return Reply(200, payloads.message(message, call.base_url)) if call.query.get("wait", "1") != "0" else Reply(204)


async def get_its_message(call: Call) -> Reply:
    return Reply(200, payloads.message(_its_message(call, _holder(call)), call.base_url))


async def edit_its_message(call: Call) -> Reply:
    interaction, body = _holder(call), call.object()
    message = _its_message(call, interaction)
    was_thinking = message.thinking
    compose.change(call, message, body)
    call.world.edited(message, mark=not was_thinking)
    return Reply(200, payloads.message(message, call.base_url))


async def delete_its_message(call: Call) -> Reply:
    call.world.delete_message(_its_message(call, _holder(call)))
    return Reply(204)
