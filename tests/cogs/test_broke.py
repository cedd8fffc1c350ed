"""Who is out of chips is told what helps, and can be helped."""

from itertools import count

from bot.tables import Player
from tests.tables.room import in_memory

PRESSES = count(1)


async def poor(here, name, chips):
    """Take from somebody's bankroll what they have above `chips`."""
    bot, person = here.bot, here.people[name]
    held = await bot.records.holdings(here.server.id, person.id)
    await bot.servers.grant(
        here.server.id, Player(person.id, name), chips - held.bankroll, reason="lost", by=1, press=next(PRESSES)
    )


async def test_too_few_chips_say_what_helps(evening):
    here = await evening("one", "two")
    await here.slash("one", "table start")
    await here.slash("two", "chips show")
    await poor(here, "two", 30)
    answer = await here.press("two", "Join")
    lines = answer.text.splitlines()
    assert lines[0] == "That takes 200 chips, and you have 30."
    assert lines[1:] == [
        "/chips refill fills you up to 1,000 chips.",
        "/chips daily gives you 500 today.",
        "Somebody who manages this server can give you a rebuy.",
    ]
    assert (await here.slash("two", "chips refill")).text.startswith("970 chips to play on with.")
    await poor(here, "two", 0)
    assert "You have had a refill already" in (await here.slash("two", "chips refill")).text
    await here.slash("two", "chips daily")
    await poor(here, "two", 0)
    lines = (await here.press("two", "Join")).text.splitlines()
    assert lines[1].startswith("/chips refill fills you up to 1,000 chips again, <t:")
    assert len(lines) == 3, "the day's chips are had"


async def test_a_manager_grants_a_rebuy_at_the_table(evening):
    here = await evening("one", "two")
    boss = here.people["boss"] = here.stage.person("boss", here.server)
    here.stage.world.give_role(here.server, boss.user, "manage_guild")
    await here.slash("one", "table start", buy_in=1_000)
    await here.slash("two", "table join", buy_in=300)
    answer = await here.slash("boss", "table-admin rebuy", player=here.people["two"].user)
    assert answer.text == "two has a rebuy, and now 1,000 at the table."
    assert here.view().seat_of(here.people["two"].id).stack == 1_000
    assert (await here.bot.records.holdings(here.server.id, here.people["two"].id)).bankroll == 4_700
    history = (await here.slash("two", "chips history")).text
    assert f"rebuy at table {here.view().table_id}" in history
    full = await here.slash("boss", "table-admin rebuy", player=here.people["two"].user)
    assert full.text == "Your stack is full: 1,000 is the maximum at this table."
    away = await here.slash("boss", "table-admin rebuy", player=boss.user)
    assert away.text == "That person has no seat at this table."


async def test_a_rebuy_in_a_hand_comes_after_it(evening):
    here = await evening("one", "two")
    boss = here.people["boss"] = here.stage.person("boss", here.server)
    here.stage.world.give_role(here.server, boss.user, "manage_guild")
    await here.slash("one", "table start")
    await here.slash("two", "table join", buy_in=300)
    await here.slash("one", "table deal")
    answer = await here.slash("boss", "table-admin rebuy", player=here.people["two"].user)
    assert answer.text == "two gets a rebuy of 1,000 after this hand."
    await here.press(here.asked(), "Fold", here.table())
    assert in_memory(here.bot.tables, here.view().table_id).state.sitter_of(here.people["two"].id).stack == 1_000
