"""`/chips`, `/leaderboard`, `/stats`, `/history`, `/rules`, `/forget` and `/table-admin`."""

from bot.tables import NothingToDo
from tests.cogs.test_table_commands import one_line


async def played(here):
    await here.seated()
    await here.press(here.asked(), "Fold", here.table())
    await here.wait(2)


async def test_chips_of_oneself_and_of_others(evening):
    here = await evening("one", "two")
    await here.slash("one", "table start")
    mine = await here.slash("one", "chips show")
    assert "4,000" in mine.text
    assert "1,000" in mine.text
    own = await here.slash("one", "chips show", player=here.people["one"])
    assert own.text == mine.text
    theirs = await here.slash("one", "chips show", player=here.people["two"])
    assert theirs.text.startswith("### two has 0 chips here")
    assert "two" not in (await here.slash("one", "leaderboard")).text, "who is only looked at is given nothing"
    await here.slash("two", "chips show")
    await here.wait(20)
    assert "5,000" in (await here.slash("one", "chips show", player=here.people["two"])).text
    assert "1,000" in (await here.slash("one", "chips history")).text


async def test_daily_chips_once_a_day(evening):
    here = await evening("one")
    assert "500" in one_line(await here.slash("one", "chips daily"))
    one_line(await here.slash("one", "chips daily"))
    assert "5,500" in (await here.slash("one", "chips show")).text


async def test_the_leaderboard_by_pages(evening):
    here = await evening("one", "two")
    await played(here)
    board = await here.slash("two", "leaderboard")
    assert board.ephemeral
    assert "one" in board.text
    assert "two" in board.text
    turned = await here.press("two", "Net", here.private("two"))
    assert turned.updated, (turned.text, turned.answer_kind, board.message.components)
    assert turned.message is board.message
    assert (await here.slash("one", "leaderboard", by="pot", period="week")).attempts == 1


async def test_stats_and_history_and_a_story(evening):
    here = await evening("one", "two")
    await played(here)
    stats = await here.slash("one", "stats")
    assert stats.ephemeral
    assert "1 hand · 0 won (0 %)" in stats.text.splitlines()
    today = await here.press("one", "Today", here.private("one"))
    assert today.updated
    assert today.text.startswith("### one in this server · Today\n1 hand · ")
    history = await here.slash("one", "history")
    assert "two" in history.text
    story = await here.press("one", "1", here.private("one"))
    assert story.updated
    assert "one is dealt 3♠ 3♦ 2♠ 2♦ 4♦" in story.text
    await here.wait(6)
    await here.rail.slash(here.channel, "history")
    await here.quiet()
    mine = [seen for seen in here.rail.messages(here.channel) if seen.ephemeral][-1]
    read = await here.rail.press(mine, "1")
    await here.quiet()
    assert "one folds" in read.text
    assert "is dealt" not in read.text, "the rail sees nobody's cards"


async def test_a_page_that_cannot_be_turned_to_stays(evening, monkeypatch):
    here = await evening("one", "two")
    await played(here)

    async def gone(*_args, **_kwargs):
        raise NothingToDo("history.none")

    monkeypatch.setattr(here.bot.records, "story", gone)
    history = await here.slash("one", "history")
    listed = history.text
    one_line(await here.press("one", "1", history))
    assert history.text == listed


async def test_history_is_of_the_channel_one_is_in(evening):
    here = await evening("one", "two")
    await played(here)
    await here.slash("one", "history")
    elsewhere = here.stage.world.add_channel(here.server, "elsewhere")
    await here.quiet()
    rules = await here.people["one"].slash(elsewhere, "rules")
    forged = await here.people["one"].forge(rules, f"p:history:0:{here.channel.id}")
    await here.quiet()
    assert "hand" not in forged.text.casefold()
    assert forged.attempts == 1


async def test_rules_and_help(evening):
    here = await evening("one")
    rules = await here.slash("one", "rules", variant="simple")
    assert "Bruce Leban" in rules.text
    assert (await here.slash("one", "help")).ephemeral


async def test_forgetting_asks_first(evening):
    here = await evening("one", "two")
    await played(here)
    one_line(await here.slash("one", "forget"))
    one_line(await here.slash("one", "forget", sure=True))
    await here.slash("one", "table leave")
    await here.wait(6)
    one_line(await here.slash("one", "forget", sure=True))
    assert "one" not in (await here.slash("two", "leaderboard")).text.replace("None", "")
    await here.wait(6)
    await here.slash("two", "chips show", player=here.people["one"])
    assert "one" not in (await here.slash("two", "leaderboard")).text.replace("None", ""), "looking brings no name back"


async def test_managing_is_for_managers_whoever_may_see_the_command(evening):
    here = await evening("one", "boss")
    here.stage.world.give_role(here.server, here.people["boss"].user, "manage_guild")
    forged = await here.people["one"].slash(here.channel, "table-admin chips", starting=100, forged=True)
    await here.quiet()
    one_line(forged)
    assert (await here.bot.servers.get(here.server.id)).starting_chips is None
    await here.slash("boss", "table-admin chips", starting=100, daily=7)
    settings = await here.bot.servers.get(here.server.id)
    assert (settings.starting_chips, settings.daily_chips) == (100, 7)
    await here.slash("boss", "table-admin defaults", variant="simple", big_blind=2)
    await here.slash("boss", "table-admin settings")
    await here.wait(6)
    await here.slash("one", "table start")
    assert (here.view().rules.variant, here.view().rules.big_blind) == ("simple", 2)


async def test_grants_are_booked_with_their_reason(evening):
    here = await evening("one", "boss")
    here.stage.world.give_role(here.server, here.people["boss"].user, "manage_guild")
    one_line(await here.slash("boss", "table-admin grant", player=here.people["one"], amount=250, reason="for tea"))
    assert "5,250" in (await here.slash("one", "chips show")).text
    one_line(await here.slash("boss", "table-admin grant", player=here.people["one"], amount=-99_999, reason="all of it"))
    assert "5,250" in (await here.slash("one", "chips show")).text


async def test_tables_in_allowed_channels_only(evening):
    here = await evening("one", "boss")
    here.stage.world.give_role(here.server, here.people["boss"].user, "manage_guild")
    other = here.stage.world.add_channel(here.server, "cards")
    await here.quiet()
    await here.slash("boss", "table-admin channel", channel=other, allowed=True)
    one_line(await here.slash("one", "table start"))
    await here.slash("boss", "table-admin channel", channel=other, allowed=False)
    await here.slash("one", "table start")
    assert here.view()


async def test_an_allowed_channel_that_is_gone_is_taken_off_the_list(evening):
    here = await evening("boss")
    here.stage.world.give_role(here.server, here.people["boss"].user, "manage_guild")
    deleted = here.stage.world.add_channel(here.server, "cards")
    thread = here.stage.world.add_thread(here.channel)
    await here.quiet()
    for place in (deleted, thread):
        await here.slash("boss", "table-admin channel", channel=place, allowed=True)
    here.stage.world.archive(thread)
    here.stage.world.delete_channel(deleted)
    await here.quiet()
    await here.wait(6)
    one_line(await here.slash("boss", "table start"))
    assert here.bot.tables.views() == [], "whatever was deleted, managers wanted no tables here"
    await here.slash("boss", "table-admin channel", channel=here.channel, allowed=True)
    assert set((await here.bot.servers.get(here.server.id)).channels) == {thread.id, here.channel.id}


async def test_a_server_with_very_many_allowed_channels(evening):
    here = await evening("boss")
    here.stage.world.give_role(here.server, here.people["boss"].user, "manage_guild")
    channels = tuple(range(2**62, 2**62 + 500))
    await here.bot.servers.change(here.server.id, channels=channels)
    shown = await here.slash("boss", "table-admin settings")
    assert f"<#{channels[19]}> and 480 others" in shown.text.replace(",", "")
    assert f"<#{channels[20]}>" not in shown.text
    assert "480 others" in one_line(await here.slash("boss", "table start"))


async def test_a_manager_closes_any_table(evening):
    here = await evening("one", "boss")
    here.stage.world.give_role(here.server, here.people["boss"].user, "manage_guild")
    await here.slash("one", "table start")
    one_line(await here.slash("boss", "table-admin close"))
    assert here.bot.tables.views() == []


async def test_answers_come_in_the_reader_s_language(evening):
    here = await evening("one")
    anna = here.stage.person("anna", here.server, locale="de")
    answer = await anna.slash(here.channel, "table join")
    await here.quiet()
    english = await here.slash("one", "table join")
    assert answer.text != english.text


async def test_stats_name_who_has_played_nothing_yet(evening):
    here = await evening("one", "two")
    assert "two" in (await here.slash("one", "stats", player=here.people["two"])).text
    assert "one" in (await here.slash("one", "stats")).text
