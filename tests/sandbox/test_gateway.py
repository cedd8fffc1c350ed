"""Sessions, RESUME, shards, and the events of places that come and go (DOCS events/gateway)."""

import aiohttp
import discord
import pytest

from bot.sandbox.gateway import INVALID_SESSION, RECONNECT
from bot.sandbox.gateway.events import MESSAGE_CONTENT
from bot.sandbox.world import World
from tests.sandbox.harness import Stage
from tests.sandbox.trivial import make_bot


@pytest.fixture
async def table(stage: Stage):
    server = stage.world.add_server()
    poker = stage.world.add_channel(server)
    one = stage.person("one")
    bot = await stage.start(make_bot)
    await one.slash(poker, "table start")
    return stage, bot, server, poker, one


async def test_a_press_while_the_socket_is_down_is_replayed_on_resume(table):
    """DOCS resuming: missed events are replayed; in time, the press is answered."""
    stage, _, _, poker, one = table
    await stage.gateway.drop()
    press = one.press(poker, "Count 6")
    await press
    assert one.last(poker).has("Count 7")
    assert stage.gateway.refused_resumes == 0


async def test_after_three_seconds_the_replayed_press_is_too_late(table):
    """The bot hears of it, but the answer meets 10062."""
    stage, _, _, poker, one = table
    await stage.gateway.drop()
    press = one.press(poker, "Count 6")
    stage.clock.advance(3.0)
    assert (await press).failed
    await stage.world.until(lambda: press.attempts == 1)
    assert one.last(poker).has("Count 6")
    assert stage.traffic.of("POST", "/callback")[-1].response["code"] == 10062


async def test_reconnect_is_asked_for_with_op_7(table):
    stage, _, _, poker, one = table
    await stage.gateway.drop(op=RECONNECT)
    await one.press(poker, "Count 6")
    assert one.last(poker).has("Count 7")


async def test_a_lost_session_loses_the_presses_meanwhile(table):
    """DOCS invalid session: identify anew; nothing is replayed."""
    stage, _, _, poker, one = table
    await stage.gateway.drop(resumable=False)
    lost = one.press(poker, "Count 6")
    await stage.world.until(lambda: stage.gateway.refused_resumes == 1 and stage.gateway.connected)
    stage.clock.advance(3.0)
    assert (await lost).failed
    await one.press(poker, "Count 6")
    assert one.last(poker).has("Count 7")


async def test_op_9(table):
    stage, _, _, poker, one = table
    before = set(stage.gateway.sessions)
    await stage.gateway.drop(resumable=False, op=INVALID_SESSION)
    await stage.world.until(lambda: set(stage.gateway.sessions) - before)
    await one.press(poker, "Count 6")
    assert one.last(poker).has("Count 7")


async def test_a_bot_that_is_down_hears_nothing(table):
    """No redelivery: the press fails after 3 s; the button works again when the bot is back."""
    stage, _, _, poker, one = table
    await stage.stop()
    assert not stage.gateway.sessions
    lost = one.press(poker, "Count 6")
    stage.clock.advance(3.0)
    assert (await lost).failed
    await stage.start(make_bot)
    await one.press(poker, "Count 6")
    assert one.last(poker).has("Count 7")


async def test_three_shards_own_their_servers(traffic):
    """DOCS sharding: (guild_id >> 22) % num_shards."""
    async with Stage(shards=3, traffic=traffic) as stage:
        channels = [stage.world.add_channel(stage.world.add_server(f"club {n}")) for n in range(6)]
        one = stage.person("one")
        bot = await stage.start(make_bot)
        await stage.until(lambda: len(bot.guilds) == 6)
        assert {session.shard for session in stage.gateway.connected} == {0, 1, 2}
        assert {guild.shard_id for guild in bot.guilds} == {0, 1, 2}
        for channel in channels:
            assert "counted 6" in (await one.slash(channel, "table start")).text


async def test_the_bot_is_thrown_out_and_invited_again(table):
    stage, bot, server, _, one = table
    heard = []

    @bot.listen("on_guild_remove")
    async def gone(_guild):
        heard.append("gone")

    @bot.listen("on_guild_join")
    async def here(_guild):
        heard.append("here")

    stage.world.remove_bot(server)
    await stage.until(lambda: not bot.guilds)
    stage.world.invite_bot(server)
    await stage.until(lambda: bot.guilds)
    new = stage.world.add_channel(server, "new")
    await stage.until(lambda: bot.get_channel(new.id))
    assert (await one.slash(new, "table start")).message
    assert heard == ["gone", "here"]


async def test_channels_and_threads_come_and_go(table):
    stage, bot, server, poker, _ = table
    thread = stage.world.add_thread(poker)
    await stage.until(lambda: bot.get_guild(server.id).get_thread(thread.id))
    stage.world.archive(thread)
    await stage.until(
        lambda: bot.get_guild(server.id).get_thread(thread.id) is None or bot.get_guild(server.id).get_thread(thread.id).archived
    )
    stage.world.set_permissions(poker, server, deny=("send_messages",))
    await stage.until(lambda: not bot.get_channel(poker.id).permissions_for(bot.get_guild(server.id).me).send_messages)
    stage.world.delete_channel(poker)
    await stage.until(lambda: bot.get_channel(poker.id) is None)
    (session,) = stage.gateway.connected
    told = [frame for _, frame in session.sent if '_DELETE"' in frame]
    assert len(told) == 1, "of the channel alone, and not of its thread"
    assert '"CHANNEL_DELETE"' in told[0]


async def test_roles_change_and_the_server_fails_for_a_while(table):
    """DOCS unavailable guild: GUILD_DELETE that says so, then GUILD_CREATE; what is pressed meanwhile is never heard of."""
    stage, bot, server, poker, one = table
    guild = bot.get_guild(server.id)
    role = stage.world.give_role(server, stage.world.application.user, "manage_channels")
    await stage.until(lambda: guild.me.guild_permissions.manage_channels)
    stage.world.set_role(server, role)
    await stage.until(lambda: not guild.me.guild_permissions.manage_channels)
    stage.world.take_role(server, stage.world.application.user, role)
    await stage.until(lambda: guild.me.roles == [guild.default_role])
    stage.world.outage(server)
    await stage.until(lambda: guild.unavailable)
    lost = one.press(poker, "Count 6")
    stage.clock.advance(3.0)
    assert (await lost).failed
    assert lost.attempts == 0
    stage.world.outage(server, over=True)
    await stage.until(lambda: not guild.unavailable)
    await one.press(poker, "Count 6")
    assert one.last(poker).has("Count 7")


async def test_intents_decide_what_is_told(stage):
    """DOCS gateway intents: no message events without GUILD_MESSAGES, no text of others without MESSAGE_CONTENT."""
    server = stage.world.add_server()
    poker = stage.world.add_channel(server)
    one = stage.person("one")
    stage.world.application.privileged = MESSAGE_CONTENT
    heard = []

    def listening(**intents):
        client = discord.Client(intents=discord.Intents(guilds=True, **intents))

        @client.event
        async def on_message(message):
            heard.append(message.content)

        return client

    for intents, told in (
        ({}, []),
        ({"guild_messages": True}, [""]),
        ({"guild_messages": True, "message_content": True}, ["hello"]),
    ):
        heard.clear()
        await stage.start(lambda intents=intents: listening(**intents))
        one.say(poker, "hello")
        sent = [frame for session in stage.gateway.sessions.values() for _, frame in session.sent if '"MESSAGE_CREATE"' in frame]
        assert bool(sent) == bool(told)
        await stage.until(lambda told=told: heard == told)
        await stage.stop()


async def test_a_privileged_intent_is_refused_unless_it_is_switched_on(stage):
    """DOCS close codes, 4014."""
    with pytest.raises(discord.PrivilegedIntentsRequired):
        await stage.start(lambda: discord.Client(intents=discord.Intents(guilds=True, message_content=True)))


async def test_a_killed_bot_leaves_no_session_behind_when_it_comes_back(table):
    """Otherwise the dead one would be served as well, and faults of events would be spent on it."""
    stage, _, _, poker, one = table
    (dead,) = stage.gateway.connected
    dead.socket = dead.outbox = None
    async with aiohttp.ClientSession() as session, session.ws_connect(stage.gateway.url) as socket:
        await socket.receive_json()
        identity = {"token": stage.world.application.token, "intents": 0, "properties": {}, "shard": [0, 1]}
        await socket.send_json({"op": 2, "d": identity})
        assert (await socket.receive_json())["t"] == "READY"
        assert dead not in stage.gateway.sessions.values()
        stage.faults.lose_event(1)
        lost = one.press(poker, "Count 6")
        await socket.close()
    stage.clock.advance(3.0)
    assert (await lost).failed


async def test_a_wrong_token_is_turned_away(stage):
    stage.world.application.token = "another"
    client = discord.Client(intents=discord.Intents.none())
    with pytest.raises(discord.LoginFailure):
        await client.login("nonsense")
    await client.close()


async def test_a_socket_that_says_nothing_sensible(stage):
    """DOCS close codes: 4003 before IDENTIFY, 4004 for a wrong token, 4010 for a wrong shard."""
    token = stage.world.application.token
    for frame, code in (
        ({"op": 3, "d": {}}, 4003),
        ({"op": 2, "d": {"token": "nonsense", "intents": 0, "properties": {}}}, 4004),
        ({"op": 2, "d": {"token": token, "intents": 0, "properties": {}, "shard": [2, 2]}}, 4010),
    ):
        async with aiohttp.ClientSession() as session, session.ws_connect(stage.gateway.url) as socket:
            assert (await socket.receive_json())["op"] == 10
            await socket.send_json(frame)
            await socket.receive()
            assert socket.close_code == code


async def test_a_web_page_is_turned_away(stage):
    """Any site that is open in a browser can reach a loopback port by a WebSocket (RFC 6455, 10.2): it must not read what people hold."""
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect(stage.gateway.url, origin="https://elsewhere.example")
    assert refused.value.status == 403
    assert World().application.token != stage.world.application.token, "and nobody guesses the token"
