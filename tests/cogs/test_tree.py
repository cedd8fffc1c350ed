"""Commands that Discord's picker still shows, and this program doesn't have (any more)."""

from tests.cogs.test_table_commands import one_line


async def test_a_command_that_is_gone(evening):
    here = await evening("one")
    here.bot.tree.remove_command("help")
    one_line(await here.slash("one", "help"))


async def test_a_command_with_other_options(evening):
    here = await evening("one")
    group = here.bot.tree.get_command("chips")
    group.remove_command("daily")
    one_line(await here.slash("one", "chips daily"))
