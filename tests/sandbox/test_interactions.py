"""How an interaction may be answered. DOCS is discord-api-docs, interactions/receiving-and-responding unless another page is named."""

from types import SimpleNamespace

import pytest

from tests.sandbox.harness import Stage
from tests.sandbox.raw import Raw, command, press

REPLY, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
EPHEMERAL, LOADING, V2 = 64, 128, 1 << 15
BUTTONS = [{"type": 1, "components": [{"type": 2, "style": 2, "label": "Go", "custom_id": "go"}]}]
FIELD = {"type": 4, "custom_id": "amount", "style": 1}
FORM = {"custom_id": "raise", "title": "Raise", "components": [{"type": 18, "label": "To", "component": FIELD}]}


@pytest.fixture
async def at(stage: Stage):
    server = stage.world.add_server()
    poker = stage.world.add_channel(server)
    one, two = stage.person("one"), stage.person("two")
    async with Raw(stage) as raw:
        yield SimpleNamespace(stage=stage, world=stage.world, clock=stage.clock, raw=raw, poker=poker, one=one, two=two)


def code(answer):
    return answer[0], answer[1]["code"]


async def test_within_three_seconds(at):
    """DOCS: "you must send an initial response within 3 seconds"; later the token is invalid: 404 10062 (opcodes page)."""
    on_time, late = command(at.stage, at.one.user, at.poker), command(at.stage, at.one.user, at.poker)
    at.clock.advance(2.9)
    assert await at.raw.answer(on_time, REPLY, content="here") == (204, None)
    at.clock.advance(0.2)
    assert code(await at.raw.answer(late, REPLY, content="here")) == (404, 10062)
    assert late.failed
    assert code(await at.raw.post(at.raw.hook(late), content="more")) == (404, 10015)


async def test_a_token_that_nobody_was_given(at):
    it = command(at.stage, at.one.user, at.poker)
    assert code(await at.raw.ask("POST", f"/interactions/{it.id}/nonsense/callback", {"type": 5})) == (404, 10062)
    assert code(await at.raw.ask("POST", f"/interactions/{it.id + 1}/{it.token}/callback", {"type": 5})) == (404, 10062)
    assert it.open


async def test_one_answer(at):
    """DOCS opcodes: 40060, the interaction has already been acknowledged."""
    it = command(at.stage, at.one.user, at.poker)
    await at.raw.answer(it, REPLY, content="once")
    assert code(await at.raw.answer(it, REPLY, content="twice")) == (400, 40060)
    assert (it.answers, it.attempts) == (1, 2)
    assert [seen.text for seen in at.one.messages(at.poker)] == ["once"]


async def test_a_bad_body_leaves_it_open(at):
    it = command(at.stage, at.one.user, at.poker)
    status, body = await at.raw.answer(it, REPLY, content="x" * 2001)
    assert (status, body["code"]) == (400, 50035)
    assert body["errors"]["content"]["_errors"][0]["code"] == "BASE_TYPE_MAX_LENGTH"
    assert it.open
    assert (await at.raw.answer(it, REPLY, content="x" * 2000))[0] == 204


async def test_the_token_lives_fifteen_minutes(at):
    """DOCS: valid for 15 minutes; afterwards 401 50027 (Rapptz/discord.py#9856)."""
    it = command(at.stage, at.one.user, at.poker)
    await at.raw.answer(it, REPLY, content="first")
    at.clock.advance(899)
    assert (await at.raw.patch(at.raw.hook(it, "@original"), content="second"))[0] == 200
    at.clock.advance(2)
    assert code(await at.raw.patch(at.raw.hook(it, "@original"), content="third")) == (401, 50027)
    assert code(await at.raw.post(at.raw.hook(it), content="more")) == (401, 50027)
    assert at.one.last(at.poker).text == "second"


async def test_no_followup_before_an_answer(at):
    it = command(at.stage, at.one.user, at.poker)
    assert code(await at.raw.post(at.raw.hook(it), content="early")) == (404, 10015)
    assert it.open


async def test_with_response(at):
    """DOCS: `resource` is there for types 4 and 7 alone."""
    it = command(at.stage, at.one.user, at.poker)
    status, body = await at.raw.answer(it, REPLY, with_response=True, content="hello", components=BUTTONS)
    assert status == 200
    assert body["resource"]["type"] == REPLY
    assert body["resource"]["message"]["content"] == "hello"
    assert body["interaction"]["response_message_id"] == str(it.message.id)
    later = press(at.stage, at.one.user, it.message)
    _, body = await at.raw.answer(later, DEFER_UPDATE, with_response=True)
    assert "resource" not in body
    again = press(at.stage, at.one.user, it.message)
    _, body = await at.raw.answer(again, UPDATE, with_response=True, content="updated")
    assert body["resource"]["message"]["content"] == "updated"
    assert body["resource"]["message"]["components"][0]["components"][0]["custom_id"] == "go"


async def test_ephemeral_is_for_one_and_unknown_to_channel_routes(at):
    """discord-api-docs#3090: an ephemeral message is edited by its token; PATCH /channels answers 10008."""
    it = command(at.stage, at.one.user, at.poker)
    await at.raw.answer(it, REPLY, content="secret", flags=EPHEMERAL)
    path = f"/channels/{at.poker.id}/messages/{it.message.id}"
    for asked in (at.raw.patch(path, content="shown"), at.raw.get(path), at.raw.delete(path)):
        assert code(await asked) == (404, 10008)
    assert (await at.raw.get(f"/channels/{at.poker.id}/messages"))[1] == []
    assert at.one.last(at.poker).text == "secret"
    assert at.two.messages(at.poker) == []


async def test_an_ephemeral_message_is_edited_by_the_token_of_whoever_pressed_on_it(at):
    """DOCS callback types: UPDATE_MESSAGE edits the message the component was attached to; its token then knows the message."""
    it = command(at.stage, at.one.user, at.poker)
    await at.raw.answer(it, REPLY, content="secret", flags=EPHEMERAL, components=BUTTONS)
    at.clock.advance(3600)
    pressed = press(at.stage, at.one.user, it.message)
    await at.raw.answer(pressed, UPDATE, content="an hour later")
    assert (await at.raw.patch(at.raw.hook(pressed, "@original"), content="and more"))[0] == 200
    other = command(at.stage, at.one.user, at.poker)
    await at.raw.answer(other, DEFER, flags=EPHEMERAL)
    assert code(await at.raw.patch(at.raw.hook(other, str(it.message.id)), content="stolen")) == (404, 10008)
    assert it.message.content == "and more"


async def test_thinking(at):
    """DOCS create followup: the first followup after a deferral edits the thinking message, and keeps its ephemeral state."""
    it = command(at.stage, at.one.user, at.poker)
    await at.raw.answer(it, DEFER, flags=EPHEMERAL)
    assert it.message.flags == EPHEMERAL | LOADING
    status, body = await at.raw.post(at.raw.hook(it), content="done")
    assert (status, body["flags"], body["id"]) == (200, EPHEMERAL, str(it.message.id))
    _, more = await at.raw.post(at.raw.hook(it) + "?wait=1", content="for all")
    assert more["flags"] == 0
    assert [seen.text for seen in at.two.messages(at.poker)] == ["for all"]


async def test_a_deferral_carries_one_flag(at):
    """DOCS callback data: only the ephemeral flag."""
    it = command(at.stage, at.one.user, at.poker)
    assert code(await at.raw.answer(it, DEFER, flags=V2)) == (400, 50035)
    assert code(await at.raw.answer(it, DEFER, content="hello")) == (400, 50035)
    assert it.open


@pytest.mark.parametrize("kind", [DEFER_UPDATE, UPDATE, CHOICES])
async def test_a_command_has_no_message_to_update(at, kind):
    it = command(at.stage, at.one.user, at.poker)
    data = {"choices": []} if kind == CHOICES else {}
    assert code(await at.raw.answer(it, kind, **data)) == (400, 50035)
    assert it.open


async def test_a_modal_does_not_answer_a_modal(at):
    """DOCS callback types: MODAL is not available for MODAL_SUBMIT."""
    it = command(at.stage, at.one.user, at.poker)
    assert (await at.raw.answer(it, MODAL, **FORM))[0] == 204
    sent = at.one.submit(it, amount="40")
    assert sent.data["components"][0]["component"] == {"type": 4, "id": 0, "custom_id": "amount", "value": "40"}
    assert code(await at.raw.answer(sent, MODAL, **FORM)) == (400, 50035)
    assert code(await at.raw.answer(sent, UPDATE, content="no message")) == (400, 50035)
    assert (await at.raw.answer(sent, REPLY, content="thanks"))[0] == 204


async def test_a_modal_from_a_button_may_update_its_message(at):
    it = command(at.stage, at.one.user, at.poker)
    await at.raw.answer(it, REPLY, content="table", components=BUTTONS)
    opened = press(at.stage, at.one.user, it.message)
    await at.raw.answer(opened, MODAL, **FORM)
    sent = at.one.submit(opened, amount="40")
    assert (await at.raw.answer(sent, UPDATE, content="raised"))[0] == 204
    assert at.two.last(at.poker).text == "raised"


async def test_the_answer_is_deleted_by_its_token(at):
    it = command(at.stage, at.one.user, at.poker)
    await at.raw.answer(it, REPLY, content="soon gone", flags=EPHEMERAL)
    assert await at.raw.delete(at.raw.hook(it, "@original")) == (204, None)
    assert at.one.messages(at.poker) == []
    assert code(await at.raw.patch(at.raw.hook(it, "@original"), content="back")) == (404, 10008)


async def test_updating_a_message_that_was_deleted(at):
    it = command(at.stage, at.one.user, at.poker)
    await at.raw.answer(it, REPLY, content="table", components=BUTTONS)
    pressed = press(at.stage, at.one.user, it.message)
    at.world.delete_message(it.message)
    assert code(await at.raw.answer(pressed, UPDATE, content="late")) == (404, 10008)


async def test_answers_need_no_permission_to_send(at):
    """Interaction responses go by their token (U, common knowledge)."""
    at.world.set_permissions(at.poker, at.world.application.user, deny=("view_channel", "send_messages"))
    it = command(at.stage, at.one.user, at.poker)
    assert (await at.raw.answer(it, REPLY, content="still here"))[0] == 204


async def test_what_the_bot_is_told(at):
    """INTERACTION_CREATE has what discord.py and the docs ask for."""
    from bot.sandbox import payloads

    it = command(at.stage, at.one.user, at.poker)
    told = payloads.interaction(it, at.world, "http://here")
    for key in (
        "app_permissions",
        "attachment_size_limit",
        "authorizing_integration_owners",
        "channel",
        "context",
        "entitlements",
        "locale",
        "member",
    ):
        assert key in told
    assert told["member"]["permissions"] == told["channel"]["permissions"]
    assert told["member"]["user"]["id"] == str(at.one.id)
