"""What is answered where nothing else shows it: a welcome, what a setting is, and what a manager's command could not do."""

from tests.cogs.test_table_commands import one_line


async def managed(evening, *names):
    here = await evening(*names)
    here.stage.world.give_role(here.server, here.people["boss"].user, "manage_guild")
    return here


async def test_the_first_host_of_a_server_is_welcomed_as_one_who_sits(evening):
    here = await evening("one")
    shown = (await here.slash("one", "table start")).text
    assert "You have the first seat; everybody starts with 5,000 chips" in shown
    assert "Others sit down with Join." in shown.replace("**", "")


async def test_everybody_is_welcomed_the_first_time_and_then_no_more(evening):
    here = await evening("one", "two")
    await here.slash("one", "table start")
    welcome = (await here.slash("two", "table join")).text
    assert "Welcome to Open Draw. Everybody starts with 5,000 chips" in welcome
    assert "1,000 of yours are on the table" in welcome
    await here.slash("two", "table leave")
    again = (await here.slash("two", "table join")).text
    assert again.startswith("You have seat 2 with 1,000 chips.")


async def test_who_joins_by_the_button_is_welcomed_as_well(evening):
    here = await evening("one", "two")
    await here.slash("one", "table start")
    await here.press("two", "Join")
    assert "1,000 of yours are on the table" in here.private("two").text
    assert "two" in here.table().text, "the table's message shows it, too"
    await here.press("two", "Leave")
    await here.press("two", "Join")
    assert here.private("two").text.startswith("You have seat 2 with 1,000 chips."), "the welcome comes once"


async def test_buttons_are_named_as_they_stand_on_the_table_s_message(evening):
    here = await evening("one")
    paul = here.stage.person("paul", here.server, locale="de")
    await here.slash("one", "table start")
    told = await paul.press(here.channel, "Leave")
    await here.quiet()
    assert told.text == "Du hast keinen Platz an diesem Tisch. Drück auf **Join**, um dich zu setzen."


async def test_help_names_every_command_for_players(evening):
    here = await evening("one")
    shown = (await here.slash("one", "help")).text
    for command in ("/table start", "/hand", "/chips show", "/leaderboard", "/stats", "/history", "/rules", "/forget"):
        assert command in shown


async def test_settings_say_what_holds_where_nothing_was_set(evening):
    here = await managed(evening, "boss")
    shown = (await here.slash("boss", "table-admin settings")).text
    assert "A new player starts with 5,000 (the bot's default)" in shown
    assert "Daily chips: 500 (the bot's default)" in shown
    assert "New tables (the bot's default): sequential · Blinds 5 / 10" in shown
    await here.slash("boss", "table-admin chips", starting=100)
    assert "A new player starts with 100\n" in (await here.slash("boss", "table-admin settings")).text


async def test_closing_a_channel_says_where_that_changes_nothing(evening):
    here = await managed(evening, "boss")
    lobby = here.stage.world.add_channel(here.server, "lobby")
    await here.quiet()
    told = one_line(await here.slash("boss", "table-admin channel", channel=lobby, allowed=False))
    assert told.startswith("Tables may already open in every channel.")
    await here.slash("boss", "table-admin channel", channel=here.channel, allowed=True)
    told = one_line(await here.slash("boss", "table-admin channel", channel=lobby, allowed=False))
    assert told == f"Tables can't open there anyway. They may open in <#{here.channel.id}>"
    assert (await here.bot.servers.get(here.server.id)).channels == (here.channel.id,)


async def test_a_grant_says_what_it_did_and_what_it_could_not(evening):
    here = await managed(evening, "one", "boss")

    async def grant(player, amount):
        return one_line(await here.slash("boss", "table-admin grant", player=player, amount=amount, reason="tea"))

    one = here.people["one"]
    assert await grant(one, 250) == "one gets 250 chips and now has 5,250 in the bankroll."
    assert await grant(one, -50) == "50 chips taken back from one, who now has 5,200 in the bankroll."
    assert await grant(one, 0) == "Give 1 to 1,000,000,000 chips, or take them back with a minus."
    history = (await here.slash("one", "chips history")).text
    assert "from the server's managers" in history
    assert "taken back by the server's managers" in history
    bot = here.stage.world.application.user
    assert await grant(bot, 5) == "Only people have chips; a bot has no use for them."


async def test_the_house_is_told_by_name(evening):
    here = await evening("one")
    await here.slash("one", "table start")
    assert one_line(await here.slash("one", "table house", players=1)) == "Ada plays for the house."
    assert one_line(await here.slash("one", "table house", players=0)) == "No house players are at this table now."
    told = one_line(await here.slash("one", "table house", players=7))
    assert told == "There is room for 5 house players here."
