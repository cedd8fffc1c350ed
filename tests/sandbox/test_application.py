"""Commands and emojis of the application (DOCS interactions/application-commands, resources/emoji)."""

import base64

import pytest

from tests.sandbox.harness import Stage
from tests.sandbox.raw import Raw

ROOT = {"name": "table", "description": "Tables", "type": 1}
ADMIN = {"name": "table-admin", "description": "Staff", "type": 1, "default_member_permissions": 32, "contexts": [0]}
IMAGE = "data:image/png;base64," + base64.b64encode(b"png").decode()


@pytest.fixture
async def raw(stage: Stage):
    async with Raw(stage) as it:
        yield it


async def test_who_am_i(stage, raw):
    assert (await raw.get("/users/@me"))[1]["id"] == str(stage.world.application.id)
    assert (await raw.get("/oauth2/applications/@me"))[1]["approximate_guild_count"] == 0
    assert (await raw.get("/gateway/bot"))[1]["shards"] == 1


async def test_bulk_overwrite_keeps_the_ids_of_names_that_stay(stage, raw):
    """DOCS bulk overwrite: a command that is already there is updated, others go; a change makes a new version."""
    path = f"/applications/{stage.world.application.id}/commands"
    _, first = await raw.ask("PUT", path, [ROOT, ADMIN])
    _, same = await raw.ask("PUT", path, [ROOT, ADMIN])
    assert [each["version"] for each in same] == [each["version"] for each in first]
    _, changed = await raw.ask("PUT", path, [ROOT | {"description": "All tables"}])
    assert changed[0]["id"] == first[0]["id"]
    assert changed[0]["version"] != first[0]["version"]
    assert (await raw.get(path))[1] == changed
    assert first[1]["default_member_permissions"] == "32"


async def test_commands_of_a_server(stage, raw):
    server, other = stage.world.add_server(), stage.world.add_server("Elsewhere", with_bot=False)
    path = f"/applications/{stage.world.application.id}/guilds"
    _, made = await raw.ask("PUT", f"{path}/{server.id}/commands", [ROOT])
    assert made[0]["guild_id"] == str(server.id)
    assert (await raw.get(f"{path}/{server.id}/commands"))[1] == made
    assert (await raw.ask("PUT", f"{path}/{other.id}/commands", [ROOT]))[1]["code"] == 50001
    assert (await raw.ask("PUT", f"/applications/{server.id}/commands", [ROOT]))[1]["code"] == 50001


async def test_staff_commands_are_shown_to_staff(stage, raw):
    """DOCS default_member_permissions: members need them to see the command; administrators always do."""
    server = stage.world.add_server()
    poker = stage.world.add_channel(server)
    one, boss = stage.person("one"), stage.person("boss")
    stage.world.give_role(server, boss.user, "manage_guild")
    await raw.ask("PUT", f"/applications/{stage.world.application.id}/commands", [ROOT, ADMIN])
    assert [command.name for command in one.commands(poker)] == ["table"]
    assert [command.name for command in boss.commands(poker)] == ["table", "table-admin"]
    stage.world.set_permissions(poker, server, deny=("use_application_commands",))
    assert one.commands(poker) == []


async def test_emojis(stage, raw):
    path = f"/applications/{stage.world.application.id}/emojis"
    status, made = await raw.post(path, name="ace", image=IMAGE)
    assert (status, made["name"]) == (201, "ace")
    assert (await raw.get(path))[1] == {"items": [made]}
    assert (await raw.post(path, name="ace", image=IMAGE))[1]["code"] == 50035
    assert (await raw.patch(f"{path}/{made['id']}", name="king"))[1]["name"] == "king"
    assert (await raw.get(f"{path}/{made['id']}"))[1]["name"] == "king"
    assert await raw.delete(f"{path}/{made['id']}") == (204, None)
    assert (await raw.delete(f"{path}/{made['id']}"))[1]["code"] == 10014


async def test_at_most_two_thousand_emojis(stage, raw):
    """DOCS resources/emoji: an app can own up to 2000."""
    from bot.sandbox.world import Emoji

    emojis = stage.world.application.emojis
    for number in range(2000):
        emojis[number] = Emoji(number, f"e{number}", b"", "image/png")
    path = f"/applications/{stage.world.application.id}/emojis"
    assert (await raw.post(path, name="ace", image=IMAGE))[1]["code"] == 30008
