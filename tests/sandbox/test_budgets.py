"""Discord's rate limits with their headers (DOCS topics/rate-limits)."""

import pytest

from bot.sandbox.rest import Limits
from tests.sandbox.harness import Stage
from tests.sandbox.raw import Raw, command


@pytest.fixture
async def limited(traffic):
    """Small limits, which count by the stage's clock."""
    async with (
        Stage(
            limits=Limits(channel=(2, 60.0), old_edits=(1, 60.0), overall=(20, 60.0), token=(3, 60.0), follow_ups=(4, 60.0)),
            traffic=traffic,
        ) as stage,
        Raw(stage) as raw,
    ):
        stage.rest.budgets.now = stage.clock.monotonic
        yield stage, raw


async def test_posts_and_edits_of_a_channel_share_a_bucket(limited):
    stage, raw = limited
    server = stage.world.add_server()
    poker, other = stage.world.add_channel(server), stage.world.add_channel(server, "other")
    _, made = await raw.post(f"/channels/{poker.id}/messages", content="1")
    assert raw.headers["X-RateLimit-Remaining"] == "1"
    await raw.patch(f"/channels/{poker.id}/messages/{made['id']}", content="2")
    assert raw.headers["X-RateLimit-Remaining"] == "0"
    status, body = await raw.post(f"/channels/{poker.id}/messages", content="3")
    assert status == 429
    assert body["global"] is False
    assert body["retry_after"] == 60
    assert {"Via", "Retry-After", "X-RateLimit-Bucket", "X-RateLimit-Reset-After", "X-RateLimit-Scope"} <= set(raw.headers)
    assert (await raw.post(f"/channels/{other.id}/messages", content="1"))[0] == 200
    stage.clock.advance(60)
    assert (await raw.post(f"/channels/{poker.id}/messages", content="3"))[0] == 200


async def test_messages_older_than_an_hour_are_edited_slowly(limited):
    """DOCS opcode 30046."""
    stage, raw = limited
    poker = stage.world.add_channel(stage.world.add_server())
    _, made = await raw.post(f"/channels/{poker.id}/messages", content="1")
    stage.clock.advance(3601)
    path = f"/channels/{poker.id}/messages/{made['id']}"
    assert (await raw.patch(path, content="2"))[0] == 200
    status, body = await raw.patch(path, content="3")
    assert (status, body["code"]) == (429, 30046)


async def test_fifty_a_second_in_all_but_for_interactions(limited):
    """DOCS rate-limits: interaction endpoints are not bound to the global limit."""
    stage, raw = limited
    poker = stage.world.add_channel(stage.world.add_server())
    one = stage.person("one")
    assert [(await raw.get("/users/@me"))[0] for _ in range(20)] == [200] * 20
    status, body = await raw.get("/users/@me")
    assert status == 429
    assert body["global"] is True
    assert raw.headers["X-RateLimit-Global"] == "true"
    assert (await raw.answer(command(stage, one.user, poker), 4, content="free"))[0] == 204


async def test_what_is_sent_by_a_token_is_counted_for_the_token_and_for_the_channel(limited):
    """discord-api-docs#2701 and #3763: private follow-ups too."""
    stage, raw = limited
    poker = stage.world.add_channel(stage.world.add_server())
    one = stage.person("one")
    first, second = command(stage, one.user, poker), command(stage, one.user, poker)
    for interaction in (first, second):
        await raw.answer(interaction, 4, content="x", flags=64)
    for content in "abc":
        assert (await raw.post(raw.hook(first), content=content, flags=64))[0] == 200
    assert (await raw.patch(raw.hook(first, "@original"), content="y"))[0] == 429, "the token's"
    assert raw.headers["X-RateLimit-Scope"] == "user"
    assert (await raw.post(raw.hook(second), content="d", flags=64))[0] == 200
    assert (await raw.post(raw.hook(second), content="e", flags=64))[0] == 429, "the channel's"
    assert (await raw.patch(raw.hook(second, "@original"), content="y"))[0] == 200, "an edit is no new message"


async def test_the_busiest_second_counts_all_but_answers(limited):
    stage, raw = limited
    poker = stage.world.add_channel(stage.world.add_server())
    budgets = stage.rest.budgets
    before = budgets.busiest_second
    await raw.post("/interactions/1/nobody/callback", type=6)
    assert budgets.busiest_second == before
    for asked in range(1, 3):
        await raw.post(f"/channels/{poker.id}/messages", content="1")
        assert budgets.busiest_second == before + asked
    stage.clock.advance(1)
    await raw.post(f"/channels/{poker.id}/messages", content="1")
    assert budgets.busiest_second == before + 2, "another second"
