"""Channels and messages by the bot's token. DOCS is discord-api-docs; the numbers are its opcodes page."""

from types import SimpleNamespace

import pytest

from tests.sandbox.harness import Stage
from tests.sandbox.raw import Raw

PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x05\x00\x00\x00\x07\x08\x06\x00\x00\x00"
V2 = 1 << 15


@pytest.fixture
async def at(stage: Stage):
    server = stage.world.add_server()
    poker = stage.world.add_channel(server)
    one = stage.person("one")
    async with Raw(stage) as raw:
        yield SimpleNamespace(
            stage=stage, world=stage.world, raw=raw, server=server, poker=poker, one=one, path=f"/channels/{poker.id}"
        )


def code(answer):
    return answer[0], answer[1]["code"]


async def test_post_edit_get_delete(at):
    status, made = await at.raw.post(f"{at.path}/messages", content="draft", nonce="abc")
    assert (status, made["nonce"], made["author"]["bot"]) == (200, "abc", True)
    _, edited = await at.raw.patch(f"{at.path}/messages/{made['id']}", content="final")
    assert (edited["content"], edited["edited_timestamp"] is not None) == ("final", True)
    assert (await at.raw.get(f"{at.path}/messages/{made['id']}"))[1]["content"] == "final"
    assert [each["id"] for each in (await at.raw.get(f"{at.path}/messages?limit=5"))[1]] == [made["id"]]
    assert await at.raw.delete(f"{at.path}/messages/{made['id']}") == (204, None)
    assert code(await at.raw.patch(f"{at.path}/messages/{made['id']}", content="x")) == (404, 10008)


async def test_unknown_channel(at):
    assert code(await at.raw.get("/channels/1")) == (404, 10003)
    assert code(await at.raw.post("/channels/1/messages", content="x")) == (404, 10003)
    at.world.delete_channel(at.poker)
    assert code(await at.raw.get(at.path)) == (404, 10003)


async def test_a_wrong_token_is_401(at):
    assert await at.raw.ask("GET", at.path, Authorization="Bot nonsense") == (401, {"message": "401: Unauthorized", "code": 0})


async def test_an_id_that_is_none(at):
    status, body = await at.raw.get("/channels/poker")
    assert (status, body["code"]) == (400, 50035)
    assert body["errors"]["channel_id"]["_errors"][0]["code"] == "NUMBER_TYPE_COERCE"


async def test_permissions(at):
    """50001 without access to the channel, 50013 without the permission for the deed."""
    bot = at.world.application.user
    at.world.set_permissions(at.poker, bot, deny=("send_messages",))
    assert code(await at.raw.post(f"{at.path}/messages", content="x")) == (403, 50013)
    at.world.set_permissions(at.poker, bot, deny=("attach_files",))
    assert (await at.raw.post(f"{at.path}/messages", content="x"))[0] == 200
    assert code(await at.raw.ask("POST", f"{at.path}/messages", {"content": "x"}, {"a.png": PNG})) == (403, 50013)
    at.world.set_permissions(at.poker, bot, deny=("embed_links",))
    assert code(await at.raw.post(f"{at.path}/messages", embeds=[{"title": "x"}])) == (403, 50013)
    at.world.set_permissions(at.poker, bot, deny=("view_channel",))
    assert code(await at.raw.post(f"{at.path}/messages", content="x")) == (403, 50001)
    at.world.set_permissions(at.poker, bot)
    at.world.remove_bot(at.server)
    assert code(await at.raw.post(f"{at.path}/messages", content="x")) == (403, 50001)


async def test_overwrites_narrow_and_widen(at):
    """DOCS permissions: everyone's overwrite, then roles', then the member's own."""
    bot = at.world.application.user
    at.world.set_permissions(at.poker, at.server, deny=("send_messages",))
    assert code(await at.raw.post(f"{at.path}/messages", content="x")) == (403, 50013)
    role = at.world.give_role(at.server, bot)
    at.world.set_permissions(at.poker, role, allow=("send_messages",))
    assert (await at.raw.post(f"{at.path}/messages", content="x"))[0] == 200
    at.world.set_permissions(at.poker, bot, deny=("send_messages",))
    assert code(await at.raw.post(f"{at.path}/messages", content="x")) == (403, 50013)
    at.world.give_role(at.server, bot, "administrator")
    assert (await at.raw.post(f"{at.path}/messages", content="x"))[0] == 200


async def test_only_own_messages_are_edited(at):
    said = at.one.say(at.poker, "hello")
    assert code(await at.raw.patch(f"{at.path}/messages/{said.id}", content="x")) == (403, 50005)
    assert code(await at.raw.delete(f"{at.path}/messages/{said.id}")) == (403, 50013)
    at.world.give_role(at.server, at.world.application.user, "manage_messages")
    assert (await at.raw.delete(f"{at.path}/messages/{said.id}"))[0] == 204


async def test_threads(at):
    """DOCS threads: posting un-archives unless locked; an archived thread's messages are not edited (50083)."""
    thread = at.world.add_thread(at.poker)
    path = f"/channels/{thread.id}"
    assert (await at.raw.get(path))[1]["thread_metadata"]["archived"] is False
    _, made = await at.raw.post(f"{path}/messages", content="x")
    at.world.archive(thread)
    assert code(await at.raw.patch(f"{path}/messages/{made['id']}", content="y")) == (400, 50083)
    assert (await at.raw.post(f"{path}/messages", content="x"))[0] == 200
    assert not thread.archived
    at.world.archive(thread, locked=True)
    assert code(await at.raw.post(f"{path}/messages", content="x")) == (403, 160005)
    at.world.archive(thread, archived=False)
    at.world.set_permissions(at.poker, at.world.application.user, deny=("send_messages_in_threads",))
    assert code(await at.raw.post(f"{path}/messages", content="x")) == (403, 50013)
    assert (await at.raw.post(f"{at.path}/messages", content="x"))[0] == 200


async def test_private_threads_reach_members_only(at):
    thread = at.world.add_thread(at.poker, private=True)
    assert not at.one.can_see(thread)
    thread.thread_members.add(at.one.id)
    assert at.one.can_see(thread)


async def test_files(at):
    """A file is described by number and referred to by name; the answer has its address and size."""
    gallery = [{"type": 12, "items": [{"media": {"url": "attachment://cards.png"}}]}]
    body = {"flags": V2, "components": gallery, "attachments": [{"id": 0, "filename": "cards.png", "description": "five cards"}]}
    status, made = await at.raw.ask("POST", f"{at.path}/messages", body, {"cards.png": PNG})
    assert status == 200
    file = made["attachments"][0]
    assert (file["filename"], file["description"], file["width"], file["height"]) == ("cards.png", "five cards", 5, 7)
    assert made["components"][0]["items"][0]["media"]["url"] == file["url"]
    assert at.poker.messages[int(made["id"])].attachments[0].content == PNG
    async with at.raw._session.get(file["url"]) as served:
        assert await served.read() == PNG
    _, kept = await at.raw.patch(f"{at.path}/messages/{made['id']}", components=gallery, attachments=[{"id": file["id"]}])
    assert len(kept["attachments"]) == 1
    status, body = await at.raw.patch(f"{at.path}/messages/{made['id']}", components=gallery, attachments=[])
    assert (status, body["code"]) == (400, 50035)
    text = [{"type": 10, "content": "no cards"}]
    for _ in range(2):
        await at.raw.patch(f"{at.path}/messages/{made['id']}", components=text, attachments=[])
    message = at.poker.messages[int(made["id"])]
    assert (message.attachments, len(message.former_attachments)) == ([], 1), "served on, also after the edit that follows"


async def test_mentions(at):
    """DOCS allowed mentions: what is not allowed does not ping; text displays count as well."""
    two = at.stage.person("two")
    text = f"{at.one.mention} and {two.mention}"
    for allowed, pinged in (
        (None, ["one", "two"]),
        ({"parse": []}, []),
        ({"parse": ["users"]}, ["one", "two"]),
        ({"users": [str(two.id)]}, ["two"]),
    ):
        body = {"content": text} | ({"allowed_mentions": allowed} if allowed is not None else {})
        _, made = await at.raw.post(f"{at.path}/messages", **body)
        assert [user["username"] for user in made["mentions"]] == pinged
    layout = [{"type": 10, "content": text}]
    _, made = await at.raw.post(f"{at.path}/messages", flags=V2, components=layout, allowed_mentions={"parse": ["users"]})
    assert len(made["mentions"]) == 2


async def test_everyone_and_roles_are_called_by_who_may(at):
    """DOCS allowed mentions, and MENTION_EVERYONE in DOCS permissions."""
    role = at.world.give_role(at.server, at.one.user)
    text = f"@everyone <@&{role.id}>"
    _, made = await at.raw.post(f"{at.path}/messages", content=text)
    assert (made["mention_everyone"], made["mention_roles"]) == (False, [])
    at.world.give_role(at.server, at.world.application.user, "mention_everyone")
    for allowed, everyone, roles in (
        (None, True, [str(role.id)]),
        ({"parse": []}, False, []),
        ({"parse": ["everyone"]}, True, []),
        ({"roles": [str(role.id)]}, False, [str(role.id)]),
    ):
        body = {"content": text} | ({"allowed_mentions": allowed} if allowed is not None else {})
        _, made = await at.raw.post(f"{at.path}/messages", **body)
        assert (made["mention_everyone"], made["mention_roles"]) == (everyone, roles)


async def test_the_flag_for_components_v2_cannot_be_taken_back(at):
    """DOCS components/reference."""
    _, made = await at.raw.post(f"{at.path}/messages", flags=V2, components=[{"type": 10, "content": "x"}])
    assert made["components"] == [{"type": 10, "id": 1, "content": "x"}]
    status, _ = await at.raw.patch(f"{at.path}/messages/{made['id']}", content="text")
    assert status == 400
    _, still = await at.raw.patch(f"{at.path}/messages/{made['id']}", flags=0, components=[{"type": 10, "content": "y"}])
    assert still["flags"] == V2


async def test_components_come_back_numbered_and_whole(at):
    parts = [{"type": 17, "components": [{"type": 14}, {"type": 10, "content": "x", "id": 2}, {"type": 10, "content": "y"}]}]
    _, made = await at.raw.post(f"{at.path}/messages", flags=V2, components=parts)
    box = made["components"][0]
    assert (box["id"], box["accent_color"], box["spoiler"]) == (1, None, False)
    assert [part["id"] for part in box["components"]] == [3, 2, 4]
    assert box["components"][0] == {"type": 14, "spacing": 1, "divider": True, "id": 3}


async def test_an_emoji_may_be_named_by_a_number_and_comes_back_as_text(at):
    """DOCS reference: ids are taken as strings or numbers, and always sent as strings. discord.py sends numbers in buttons."""
    from bot.sandbox.rest.dressing import dress
    from bot.sandbox.world import Emoji

    at.world.application.emojis[7] = Emoji(7, "ace", b"", "image/png")
    button = {"type": 2, "style": 2, "custom_id": "go", "emoji": {"id": "7", "name": "ace"}}
    _, made = await at.raw.post(f"{at.path}/messages", components=[{"type": 1, "components": [button]}])
    assert made["components"][0]["components"][0]["emoji"] == {"id": "7", "name": "ace"}
    by_number = button | {"emoji": {"id": 7, "name": "ace"}}
    call = SimpleNamespace(world=at.world, base_url="")
    assert dress(call, at.poker, [by_number], [])[0]["emoji"]["id"] == "7"


async def test_an_unknown_route_fails_loudly(traffic):
    async with Stage(traffic=traffic) as stage, Raw(stage) as raw:
        stage.expects_unknown_routes = True
        assert await raw.get("/guilds/1/soundboard-sounds") == (404, {"message": "404: Not Found", "code": 0})
        assert stage.rest.unknown_routes == ["GET /api/v10/guilds/1/soundboard-sounds"]


async def test_json_is_plain_json(at):
    """discord.py takes a body for text when the type carries a charset (http.py, json_or_text)."""
    await at.raw.get("/gateway/bot")
    assert at.raw.headers["Content-Type"] == "application/json"
    assert code(await at.raw.ask("POST", f"{at.path}/messages", "no object")) == (400, 50109)


async def test_a_nonce_that_was_used_a_moment_ago(at):
    """DOCS create message: with enforce_nonce the message of the last minutes that has it is handed back; without, it is only carried."""
    sent = {"content": "hand 2", "nonce": "1-2-0"}
    _, first = await at.raw.post(f"{at.path}/messages", **sent, enforce_nonce=True)
    _, twin = await at.raw.post(f"{at.path}/messages", **sent, enforce_nonce=True)
    assert twin == first
    assert len(at.poker.messages) == 1
    await at.raw.post(f"{at.path}/messages", **sent)
    await at.raw.post(f"{at.path}/messages", content="hand 3", nonce="1-3-0", enforce_nonce=True)
    assert len(at.poker.messages) == 3
    elsewhere = at.world.add_channel(at.server, "elsewhere")
    _, twin = await at.raw.post(f"/channels/{elsewhere.id}/messages", **sent, enforce_nonce=True)
    assert twin["channel_id"] == str(at.poker.id), "the author's, in whatever channel"
    at.stage.clock.advance(301)
    await at.raw.post(f"{at.path}/messages", **sent, enforce_nonce=True)
    assert len(at.poker.messages) == 4
    for nonce, status in (("n" * 25, 200), ("n" * 26, 400), (2**63, 400), (7, 200)):
        assert (await at.raw.post(f"{at.path}/messages", content="x", nonce=nonce))[0] == status


async def test_what_the_list_of_messages_does_not_know_fails_loudly(at):
    assert code(await at.raw.get(f"{at.path}/messages?after=1")) == (400, 50035)
