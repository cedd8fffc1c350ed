"""Discord in a bad mood: what the game is never depends on what could be sent, and the messages come right by themselves."""

import re

import aiohttp
import pytest

from bot.app import PokerBot
from bot.sandbox.faults import Aim
from bot.settings import Settings, sqlite_url
from bot.tables import NoTable, Player
from tests.dealing import SeededDealer
from tests.sandbox.harness import Stage
from tests.tables.room import GUILD, ONE, THREE, TWO, in_memory
from tests.trouble.saved import agree
from tests.trouble.truth import can_be_played, chips_are_right, shows_newest
from tests.ui.evening import CALLBACK, EDIT, POST, suspended

TOKEN = "/webhooks/*/*"


async def total(here, name):
    return (await here.bot.records.chips(here.server.id, Player(here.people[name].id, name))).total


PLACES = {"answer": ("POST", CALLBACK), "edit": ("PATCH", EDIT), "post": ("POST", POST), "token": ("*", TOKEN), "all": ("*", "*")}


@pytest.mark.parametrize(
    ("mood", "place"),
    [(mood, place) for mood in ("429", "503", "slow", "lost") for place in PLACES]
    + [(mood, "all") for mood in ("global 429", "500", "502")],
)
async def test_a_hand_is_played_through_refusals(evening, mood, place):
    """Every second request of a kind fails; the hand takes the course that was pressed, and all messages end right."""
    here = await evening("one", "two", "three")
    await here.seated()
    aim = Aim(*PLACES[place], times=6, every=2)
    match mood:
        case "429":
            here.stage.faults.rate_limit(aim, retry_after=0.01)
        case "global 429":
            here.stage.faults.rate_limit(aim, retry_after=0.01, everywhere=True)
        case "slow":
            here.stage.faults.slow(2.9, aim)
        case "lost":
            here.stage.faults.lose_answer(aim)
        case status:
            here.stage.faults.server_error(aim, status=int(status))
    for expected in (1, 2, 3):
        await here.stage.until(lambda: can_be_played(here))
        pressed = here.people[here.asked()].press(here.table(), re.compile("^(Call|Check)"))
        await here.stage.drip(4)
        await pressed
        await here.stage.until(lambda: here.view().hand.prompt_number >= expected)  # noqa: B023 - what was pressed counts
    here.stage.faults.clear()
    await here.wait(70)
    shows_newest(here)
    await chips_are_right(here)


async def test_a_token_that_expired_after_all(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    await here.press("two", "My hand")
    for interaction in here.stage.world.interactions.values():
        interaction.created -= 901
    await here.press("one", "Call 10", here.table())
    await here.wait(3)
    assert here.asked() == "two"
    shows_newest(here)


async def test_a_deleted_message_comes_back(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    here.stage.world.delete_message(here.table().message)
    await here.slash("two", "table away")
    await here.wait(3)
    shows_newest(here)
    await here.press("one", "Call 10", here.table())
    shows_newest(here)


async def test_a_deleted_channel_closes_its_table_and_pays_out(evening):
    here = await evening("one", "two")
    await here.seated()
    here.stage.world.delete_channel(here.channel)
    await here.wait(2)
    assert here.bot.tables.views() == []
    assert await total(here, "one") == await total(here, "two") == 5_000
    await chips_are_right(here)


@pytest.mark.parametrize("archived", [False, True])
async def test_a_deleted_channel_closes_the_tables_in_its_threads(evening, archived):
    """Discord tells of the channel alone, and the bot forgets a thread that is archived."""
    here = await evening("one", "two")
    parent = here.channel
    here.channel = here.stage.world.add_thread(parent)
    other = here.stage.world.add_channel(here.server, "elsewhere")
    kept = here.stage.world.add_thread(other)
    await here.quiet()
    await here.people["one"].slash(kept, "table start")
    await here.seated()
    if archived:
        here.stage.world.archive(here.channel)
        here.stage.world.archive(kept)
        await here.quiet()
    here.stage.world.delete_channel(parent)
    await here.wait(2)
    assert [view.channel_id for view in here.bot.tables.views()] == [kept.id]
    assert await total(here, "two") == 5_000
    await chips_are_right(here)


@pytest.mark.parametrize("thread", [False, True])
async def test_a_channel_that_was_deleted_while_the_bot_was_away(evening, thread):
    here = await evening("one", "two")
    if thread:
        here.channel = here.stage.world.add_thread(here.channel)
        await here.quiet()
    await here.seated()
    await here.stage.stop()
    here.stage.world.busy.clear()
    here.stage.world.delete_channel(here.channel)
    await here.open()
    await here.stage.until(lambda: not here.bot.tables.views())
    assert await total(here, "one") == 5_000
    await chips_are_right(here)


async def test_an_archived_thread_is_not_taken_for_deleted(evening):
    here = await evening("one", "two")
    here.channel = here.stage.world.add_thread(here.channel)
    await here.quiet()
    await here.seated()
    await here.stage.stop()
    here.stage.world.busy.clear()
    here.stage.world.archive(here.channel)
    await here.open()
    await here.wait(2)
    assert here.view().hand is not None


async def test_a_connection_that_breaks_over_one_channel_leaves_the_others_looked_at(evening, monkeypatch):
    here = await evening("one", "two")
    archived, deleted = (here.stage.world.add_thread(here.channel, name) for name in ("archived", "deleted"))
    await here.quiet()
    for thread in (archived, deleted):
        await here.people["one"].slash(thread, "table start")
    await here.stage.stop()
    here.stage.world.busy.clear()
    here.stage.world.archive(archived)
    here.stage.world.delete_channel(deleted)
    looked_up = PokerBot.fetch_channel

    async def broken(bot, channel_id):
        if channel_id == archived.id:
            raise aiohttp.ServerDisconnectedError
        return await looked_up(bot, channel_id)

    monkeypatch.setattr(PokerBot, "fetch_channel", broken)
    await here.open()
    await here.stage.until(lambda: [view.channel_id for view in here.bot.tables.views()] == [archived.id])


async def test_the_bot_is_removed_and_invited_again(evening):
    here = await evening("one", "two")
    await here.seated()
    await here.press("one", re.compile("^Raise|^Call"), here.table())
    here.stage.world.remove_bot(here.server)
    await here.wait(1)
    with pytest.raises(NoTable):
        here.view()
    assert await total(here, "one") == await total(here, "two") == 5_000
    here.stage.world.invite_bot(here.server)
    await here.wait(1)
    await here.seated(deal=False)
    assert [seat.stack for seat in here.view().seats] == [1_000, 1_000]
    await chips_are_right(here)


async def test_removed_while_the_bot_was_away(evening):
    here = await evening("one", "two")
    await here.seated()
    await here.stage.stop()
    here.stage.world.busy.clear()
    here.stage.world.remove_bot(here.server)
    await here.open()
    await here.stage.until(lambda: not here.bot.tables.views())
    await chips_are_right(here)


async def test_minutes_without_a_connection_time_nobody_out(evening):
    here = await evening("one", "two")
    await here.seated()
    name, number = here.asked(), here.view().hand.prompt_number
    async with here.stage.gateway.cut():
        await here.stage.until(lambda: suspended(here))
        here.stage.clock.advance(600)
        assert (here.asked(), here.view().hand.prompt_number) == (name, number)
    await here.stage.until(lambda: not suspended(here))
    left = (here.view().hand.deadline - here.bot._clock.now()).total_seconds()
    assert left == pytest.approx(60, abs=1), "the clock begins anew, in full"
    await here.press(name, re.compile("^(Call|Check)"), here.table())
    assert here.view().hand.prompt_number > number


@pytest.mark.parametrize("op", [9, 7])
async def test_a_session_that_is_lost_or_moved(evening, op):
    here = await evening("one", "two", "three")
    await here.seated()
    await here.stage.gateway.drop(resumable=op != 9, op=op)
    await here.stage.until(lambda: not suspended(here) and here.stage.gateway.sessions)
    await here.wait(1)
    await here.press("one", "Call 10", here.table())
    assert here.asked() == "two"
    shows_newest(here)


async def test_a_presser_who_left_the_server(evening):
    here = await evening("one", "two")
    await here.seated()
    gone = here.people[here.asked()]
    here.stage.world.leave(here.server, gone.user)
    await here.wait(200)
    assert here.view().hand.number > 1 or here.view().hand.view.over, "their clock has played for them"
    await here.wait(65 * 60)
    assert here.bot.tables.views() == [], "idle, closed and paid out"
    assert await total(here, "one") + await total(here, "two") == 10_000
    await chips_are_right(here)


# Below the sockets: what the service makes of it.


async def test_idle_closes_and_pays_out(room):
    await room.open(TWO)
    await room.later(61 * 60)
    for _ in range(3):
        await room.later(300)
    assert room.tables.views() == []
    assert await room.chips(ONE) + await room.chips(TWO) == 10_000


async def test_a_shut_channel_stops_clocks_and_an_hour_of_it_pays_out(room):
    view = await room.deal(await room.open(TWO, THREE))
    await room.later(30)
    await room.tables.unreachable(view.table_id)
    await room.later(600)
    assert room.tables.view(view.table_id).hand.prompt_number == 0
    await room.tables.reachable(view.table_id)
    live = in_memory(room.tables, view.table_id).state.live
    assert (live.deadline - room.clock.now()).total_seconds() == 60
    await room.tables.unreachable(view.table_id)
    await room.later(3_700)
    assert room.tables.views() == [], "the chips are not kept for ever"
    assert await room.chips(ONE) == await room.chips(TWO) == await room.chips(THREE) == 5_000


async def test_a_lost_connection_is_nobodys_idleness(room):
    view = await room.open(TWO)
    await room.tables.pause(view.table_id, ONE.id, manager=False, press=1)
    await room.tables.connection_lost([GUILD])
    await room.later(2 * 3_600)
    await room.tables.connection_back([GUILD])
    await room.later(1)
    assert room.tables.views(), "nobody could press for two hours: the hour begins anew"
    await room.later(3_601)
    assert room.tables.views() == []


@pytest.mark.parametrize("how", ["channel", "connection"])
async def test_no_time_is_charged_while_unreachable(room, how):
    view = await room.deal(await room.open(TWO, THREE, time_bank_seconds=60))
    await room.later(61)
    table = in_memory(room.tables, view.table_id)
    assert table.state.live.bank_seconds == 60
    await room.later(10)
    if how == "channel":
        await room.tables.unreachable(view.table_id)
    else:
        await room.tables.connection_lost([GUILD])
    await room.later(1_000)
    if how == "channel":
        await room.tables.reachable(view.table_id)
    else:
        await room.tables.connection_back([GUILD])
    await room.later(59)
    assert room.tables.view(view.table_id).hand.prompt_number == 0
    await agree(room)


async def test_closing_in_the_midst_of_a_hand_returns_everything(room):
    from bot.engine import RaiseTo

    for close in ("channel", "server", "manager"):
        view = await room.deal(await room.open(TWO, THREE))
        await room.act(view, RaiseTo(1_000))
        match close:
            case "channel":
                await room.tables.channel_gone(view.channel_id)
            case "server":
                await room.tables.guild_left(GUILD)
            case _:
                await room.tables.stop(view.table_id, 999, manager=True, now=True, press=room.press(), name="m")
        assert room.tables.views() == []
        assert await room.chips(ONE) == await room.chips(TWO) == await room.chips(THREE) == 5_000
        await agree(room)


async def test_an_outage_of_one_server_stops_its_clocks_alone(evening):
    here = await evening("one", "two")
    await here.seated()
    other_server = here.stage.world.add_server("Elsewhere")
    other = here.stage.world.add_channel(other_server)
    here.stage.world.join(other_server, here.people["one"].user)
    await here.quiet()
    await here.people["one"].slash(other, "table start")
    await here.quiet()
    here.stage.world.outage(here.server)
    await here.stage.until(lambda: suspended(here))
    name = here.asked()
    await here.wait(300)
    assert here.asked() == name
    assert here.view().hand.prompt_number == 0
    assert not in_memory(here.bot.tables, here.bot.tables.in_channel(other.id).table_id).suspended
    here.stage.world.outage(here.server, over=True)
    await here.stage.until(lambda: not suspended(here))
    await here.wait(200)
    assert here.view().hand.view.over or here.view().hand.number > 1


async def test_a_lost_shard_stops_its_own_servers_alone(tmp_path, traffic):
    async with Stage(shards=2, traffic=traffic) as stage:
        tables = {}
        while len(tables) < 2:
            server = stage.world.add_server()
            tables.setdefault((server.id >> 22) % 2, (server, stage.world.add_channel(server)))
        settings = Settings(_env_file=None, database_url=sqlite_url(tmp_path / "shards.db"))
        bot = await PokerBot.composed(settings, clock=stage.clock, dealer=SeededDealer())
        await stage.start(lambda: bot)
        for server, channel in tables.values():
            one, two = stage.person("one", server), stage.person("two", server)
            await one.slash(channel, "table start")
            await stage.until(lambda: two.messages(channel))  # noqa: B023
            await two.slash(channel, "table join")
            await one.slash(channel, "table deal")

        def suspended(shard):
            return in_memory(bot.tables, bot.tables.in_channel(tables[shard][1].id).table_id).suspended

        async with stage.gateway.cut(shard=0):
            await stage.until(lambda: suspended(0))
            assert not suspended(1)
        await stage.until(lambda: not suspended(0))
