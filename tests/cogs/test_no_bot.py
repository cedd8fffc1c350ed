"""A server that has the bot's commands, and not the bot: nothing is started where nothing can be shown."""

from tests.ui.evening import Evening


async def test_a_table_is_not_opened_and_the_invite_link_is_given(evening):
    here = await evening("one")
    server = here.stage.world.add_server("Elsewhere", with_bot=False)
    here.stage.world.invite_commands(server)
    channel = here.stage.world.add_channel(server)
    one = here.people["one"]
    here.stage.world.join(server, one.user)
    answer = await one.slash(channel, "table start")
    await here.quiet()
    assert answer.ephemeral
    assert "https://discord.com/oauth2/authorize" in answer.text
    assert f"client_id={here.stage.world.application.id}" in answer.text
    assert not here.bot.tables.views(server.id)
    await one.slash(channel, "chips show")
    await here.quiet()
    assert "5,000" in one.messages(channel)[-1].text, "no chips were taken"


async def test_a_table_opens_there_once_the_bot_is_invited(evening):
    here = await evening("one")
    server = here.stage.world.add_server("Elsewhere", with_bot=False)
    here.stage.world.invite_commands(server)
    channel = here.stage.world.add_channel(server)
    here.stage.world.join(server, here.people["one"].user)
    here.stage.world.invite_bot(server)
    await here.quiet()
    await here.people["one"].slash(channel, "table start")
    await here.quiet()
    assert here.bot.tables.views(server.id)


async def test_whoever_opens_a_table_is_pushed_their_cards_like_everybody_else(evening):
    here: Evening = await evening("one", "two")
    await here.slash("one", "table start")
    await here.press("two", "Join")
    since = here.mark()
    await here.wait(21)
    assert here.view().hand is not None, "dealt by itself, with no press of the opener's since"
    assert here.kinds(since).count("whisper") == 2
    assert "Your hand" in here.private("one").text


async def test_whoever_opens_the_first_table_of_a_server_sees_their_seat_like_everybody_else(evening):
    here = await evening("one", "two")
    await here.slash("one", "table start")
    first = here.private("one")
    assert "Welcome" in first.text
    labels = [button.label for button in first.buttons]
    await here.slash("one", "table stop")
    await here.slash("one", "table start")
    assert [button.label for button in here.private("one").buttons] == labels != []
