"""Every kind of misbehaviour, met by an unmodified discord.py bot."""

import asyncio

import aiohttp
import discord
import pytest

from bot.sandbox.faults import Aim
from bot.sandbox.faults.vocabulary import VOCABULARY, UnknownFault, apply, apply_all, parse
from tests.sandbox.harness import Stage
from tests.sandbox.raw import Raw
from tests.sandbox.trivial import make_bot


@pytest.fixture
async def table(stage: Stage):
    server = stage.world.add_server()
    poker = stage.world.add_channel(server)
    one = stage.person("one")
    await stage.start(make_bot)
    await one.slash(poker, "table start")
    return stage, poker, one


async def test_a_rate_limit_is_waited_out(table):
    """discord.py waits `retry_after` and tries again, since the answer has a Via header (http.py)."""
    stage, poker, one = table
    stage.faults.rate_limit(Aim("POST", "/channels/*/messages"), retry_after=0.01)
    await one.slash(poker, "table post")
    await stage.world.until(lambda: any(seen.text == "final" for seen in one.messages(poker)))
    assert [each.status for each in stage.traffic.of("POST", "/messages")] == [429, 200]


async def test_a_global_rate_limit(table):
    stage, poker, one = table
    stage.faults.rate_limit(Aim("PATCH", "/channels/*"), retry_after=0.01, everywhere=True)
    await one.slash(poker, "table post")
    await stage.world.until(lambda: any(seen.text == "final" for seen in one.messages(poker)))
    refused = next(each for each in stage.traffic.exchanges if each.status == 429)
    assert refused.response["global"] is True


async def test_a_server_error_reaches_the_bot(table):
    stage, poker, one = table
    stage.faults.server_error(Aim("PATCH", "/channels/*"), status=503)
    met = []

    @stage.bot.tree.error
    async def note(_interaction, error):
        met.append(error.original)

    await one.slash(poker, "table post")
    await stage.until(lambda: met)
    assert isinstance(met[0], discord.DiscordServerError)
    assert met[0].status == 503


async def test_every_third_request_fails(stage):
    stage.faults.server_error(Aim(every=3, times=None))
    async with Raw(stage) as raw:
        assert [(await raw.get("/users/@me"))[0] for _ in range(6)] == [200, 200, 503, 200, 200, 503]
        stage.faults.clear()
        assert (await raw.get("/users/@me"))[0] == 200


async def test_a_slow_answer_comes_too_late(table):
    """What reaches Discord after 3 s meets 10062."""
    stage, poker, one = table
    stage.faults.slow(3.5, Aim("POST", "/interactions/*"))
    press = one.press(poker, "Count 6")
    await stage.world.until(lambda: stage.world.in_flight)
    stage.clock.advance(3.0)
    assert (await press).failed
    stage.clock.advance(0.5)
    await stage.world.settled()
    assert press.attempts == 1
    assert one.last(poker).has("Count 6")


async def test_answers_cross(table):
    """One request is held while a later one goes through."""
    stage, poker, one = table
    held = stage.faults.hold("PATCH", "/channels/*")
    await one.slash(poker, "table post")
    await held.arrived.wait()
    await one.press(poker, "Count 6")
    assert "draft" in [seen.text for seen in one.messages(poker)]
    held.release()
    await stage.world.until(lambda: "final" in [seen.text for seen in one.messages(poker)])


async def test_an_answer_can_be_held_after_it_took_effect(table):
    stage, poker, one = table
    held = stage.faults.hold("PATCH", "/channels/*", answered=True)
    await one.slash(poker, "table post")
    await held.arrived.wait()
    assert "final" in [seen.text for seen in one.messages(poker)]
    held.release()
    await stage.world.settled()


async def test_lost_doubled_and_late_events(table):
    stage, poker, one = table
    stage.faults.lose_event()
    lost = one.press(poker, "Count 6")
    stage.clock.advance(3.0)
    assert (await lost).failed
    stage.faults.double_event()
    doubled = await one.press(poker, "Count 6")
    await stage.world.until(lambda: doubled.attempts == 2)
    assert doubled.answers == 1
    stage.faults.late_event(1.0)
    late = one.press(poker, "Count 7")
    await one.press(poker, "Secret")
    assert late.open, "another press is answered first"
    stage.clock.advance(1.0)
    await late
    assert one.last(poker, "counted").has("Count 8")


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("delete-channel:poker", lambda world: not world.channels),
        ("remove-bot:Card club", lambda world: not any(world.has_bot(server) for server in world.servers.values())),
        (
            "leave:Card club,one",
            lambda world: "one" not in [member.user.name for member in next(iter(world.servers.values())).members.values()],
        ),
        (
            "deny:poker,send_messages",
            lambda world: not next(iter(world.channels.values())).permissions_of(world.application.user.id) & 1 << 11,
        ),
        ("delete-message:poker", lambda world: not next(iter(world.channels.values())).messages),
    ],
)
async def test_the_vocabulary_changes_the_world(table, text, holds):
    stage, _, _ = table
    await apply(stage.stand_in, parse(text))
    assert holds(stage.world)


@pytest.mark.parametrize(
    ("text", "met"),
    [
        ("rate-limit:/channels/*,times=2,retry=0.1", [429, 429, 204]),
        ("global-limit", [429, 204, 204]),
        ("5xx:502,every=2", [204, 502, 204]),
        ("lose-answer:/channels/*", [None, 204, 204]),
    ],
)
async def test_the_vocabulary_spoils_answers(stage, text, met):
    poker = stage.world.add_channel(stage.world.add_server())
    await apply(stage.stand_in, parse(text))
    async with Raw(stage) as raw:
        assert [await typing(raw, poker) for _ in met] == met


async def typing(raw, channel):
    """The status, or None where no answer came: a POST is not sent again by the client itself."""
    try:
        return (await raw.post(f"/channels/{channel.id}/typing"))[0]
    except aiohttp.ClientError:
        return None


async def test_slow_is_by_the_world_s_clock(stage):
    await apply(stage.stand_in, parse("slow:0.5"))
    async with Raw(stage) as raw:
        asking = asyncio.create_task(raw.get("/users/@me"))
        await stage.until(lambda: stage.clock.next_due() is not None)
        stage.clock.advance(0.4)
        await asyncio.sleep(0)
        assert not asking.done()
        stage.clock.advance(0.1)
        assert (await asking)[0] == 200


@pytest.mark.parametrize(("text", "at_once", "later"), [("lose-event:2", 1, 1), ("double-event", 4, 4), ("late-event:1.5", 2, 3)])
async def test_the_vocabulary_spoils_events(stage, text, at_once, later):
    await apply(stage.stand_in, parse(text))
    arrived = []
    for number in range(3):
        stage.faults.deliver("INTERACTION_CREATE", lambda number=number: arrived.append(number))
    assert len(arrived) == at_once
    stage.clock.advance(1.5)
    assert len(arrived) == later


@pytest.mark.parametrize(("text", "resumed"), [("drop", True), ("reconnect", True), ("drop-session", False)])
async def test_the_vocabulary_breaks_connections(table, text, resumed):
    stage, poker, one = table
    (before,) = stage.gateway.connected
    socket = before.socket
    await apply(stage.stand_in, parse(text))
    await stage.until(lambda: stage.gateway.connected and stage.gateway.connected[0].socket is not socket)
    assert (stage.gateway.connected == [before]) == resumed
    await one.press(poker, "Count 6")
    assert one.last(poker).has("Count 7")


async def test_what_was_denied_is_allowed_again(table):
    stage, poker, _ = table
    for text in ("deny:poker", "allow:poker"):
        await apply(stage.stand_in, parse(text))
        assert bool(poker.permissions_of(stage.world.application.user.id)) == text.startswith("allow")


async def test_every_fault_comes_in_its_time_though_another_cannot(stage, caplog):
    stage.world.add_channel(stage.world.add_server())
    plan = ("delete-message:poker", "delete-channel:poker@0.05", "leave:Card club,nobody", "remove-bot:Card club")
    await apply_all(stage.stand_in, [parse(text) for text in plan])
    assert caplog.text.count("could not happen") == 2
    assert not stage.world.channels
    assert not any(stage.world.has_bot(server) for server in stage.world.servers.values())


async def test_the_bot_is_down_for_a_while(table):
    """What is pressed meanwhile fails; afterwards everything works again."""
    stage, poker, one = table

    class Switch:
        async def start(self):
            await stage.start(make_bot)

        async def stop(self):
            await stage.stop()

    stage.stand_in.bot = Switch()
    down = asyncio.create_task(apply(stage.stand_in, parse("bot-down:10")))
    await stage.until(lambda: stage.bot is None and not stage.gateway.connected)
    lost = one.press(poker, "Count 6")
    stage.clock.advance(3.0)
    assert (await lost).failed
    await stage.until(lambda: stage.clock.next_due() is not None)
    stage.clock.advance(10.0)
    await down
    await one.press(poker, "Count 6")
    assert one.last(poker).has("Count 7")


async def test_invited_again_and_threads(table):
    stage, poker, _ = table
    thread = stage.world.add_thread(poker, "table-1")
    for text in ("archive:table-1", "lock:table-1", "remove-bot:Card club", "invite-bot:Card club"):
        await apply(stage.stand_in, parse(text))
    assert thread.locked
    assert stage.world.has_bot(poker.server)


def test_reading_a_fault():
    planned = parse("slow:0.5,path=/channels/*,times=3@30")
    assert (planned.name, planned.words, planned.after_seconds) == ("slow", ("0.5",), 30.0)
    assert planned.options == {"path": "/channels/*", "times": "3"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "explode",
        "slow:soon",
        "slow",
        "deny:nowhere",
        "deny:poker,fly",
        "leave:Card club,nobody",
        "drop@soon",
        "bot-down:1",
        "rate-limit:*,times=x",
        "rate-limit:*,times=0",
        "5xx:502,every=0",
        "5xx:bad",
    ],
)
async def test_what_is_no_fault_is_said(table, text):
    stage, _, _ = table
    with pytest.raises(UnknownFault):
        await apply(stage.stand_in, parse(text))


def test_every_word_is_explained():
    from bot.sandbox.faults import vocabulary

    assert all(name in vocabulary.__doc__ for name in VOCABULARY)
