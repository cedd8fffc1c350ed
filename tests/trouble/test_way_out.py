"""The way out of a table whose saved state is damaged, as people have it: by command, or with the channel."""

import logging

import pytest

from bot.settings import sqlite_url
from bot.tables import NoTable
from bot.tables.storage.audit import audit
from tests.cogs.test_table_commands import one_line
from tests.trouble.test_broken import forge

DAMAGES = {
    "a stack": "UPDATE seat SET stack = stack + 1 WHERE seat = 0",
    "rules": "UPDATE poker_table SET rules = '{no'",
    "a seat": "UPDATE seat SET facts = '[1]' WHERE seat = 1",
}


async def broken_evening(evening, damage="a stack"):
    """A hand is under way, the bot stops, the file is damaged, and the bot starts again. "boss" manages the server."""
    here = await evening("one", "two", "boss")
    boss = here.people.pop("boss")
    await here.seated()
    here.people["boss"] = boss
    here.stage.world.give_role(here.server, boss.user, "manage_guild")
    await here.stage.stop()
    here.stage.world.busy.clear()
    forge(here.file, DAMAGES[damage])
    await here.open()
    await here.wait(2)
    assert here.view().waiting == "broken"
    return here


async def everybody_is_paid(here) -> None:
    """All that the ledger had is away from the tables, the channel plays again, and an audit has nothing to say."""
    for name in ("one", "two"):
        chips = await here.bot.records.holdings(here.server.id, here.people[name].id)
        assert (chips.bankroll, chips.seats) == (5_000, {})
        await here.wait(6)
    await here.seated()
    assert here.view().hand.number == 1
    assert await audit(sqlite_url(here.file), lambda _line: None) == 0


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("command", ["table-admin close", "table stop"])
async def test_who_manages_the_server_closes_a_broken_table(evening, caplog, damage, command):
    here = await broken_evening(evening, damage)
    with caplog.at_level(logging.WARNING):
        one_line(await here.slash("boss", command))
    await here.wait(2)
    with pytest.raises(NoTable):
        here.view()
    said = [seen.text for seen in here.rail.messages(here.channel)]
    assert any("back the chips that the bank's books show" in text for text in said), said
    assert any("hand 1" in text.lower() and "void" in text for text in said), said
    assert not any(button.custom_id for seen in here.rail.messages(here.channel) for button in seen.buttons)
    if damage == "a stack":
        assert "the seat said 1001 chips, the ledger 1000" in caplog.text
    here.people.pop("boss")
    await everybody_is_paid(here)


@pytest.mark.parametrize("options", [{"void": True}, {"void": False}])
async def test_a_manager_who_plays_there_closes_it_too(evening, options):
    here = await broken_evening(evening)
    here.stage.world.give_role(here.server, here.people["one"].user, "manage_guild")
    one_line(await here.slash("one", "table-admin close", **options))
    with pytest.raises(NoTable):
        here.view()


async def test_its_host_reads_who_can_close_it(evening):
    here = await broken_evening(evening)
    assert "/table-admin close" in one_line(await here.slash("one", "table stop"))
    assert here.view().waiting == "broken"


@pytest.mark.parametrize("command", ["table leave", "table away", "table deal", "table pause", "table top-up", "table show"])
async def test_whatever_else_is_asked_there_is_refused_with_the_way_out(evening, command):
    here = await broken_evening(evening)
    assert "/table-admin close" in one_line(await here.slash("one", command))


async def test_the_channels_deletion_pays_everybody(evening):
    here = await broken_evening(evening)
    here.stage.world.delete_channel(here.channel)
    await here.stage.until(lambda: not here.bot.tables.views())
    here.channel = here.stage.world.add_channel(here.server, "again")
    await here.quiet()
    here.people.pop("boss")
    await everybody_is_paid(here)


async def test_a_channel_that_was_deleted_meanwhile_pays_everybody(evening):
    here = await broken_evening(evening)
    await here.stage.stop()
    here.stage.world.busy.clear()
    here.stage.world.delete_channel(here.channel)
    await here.open()
    await here.stage.until(lambda: not here.bot.tables.views())
    here.channel = here.stage.world.add_channel(here.server, "again")
    await here.quiet()
    here.people.pop("boss")
    await everybody_is_paid(here)


async def test_a_damaged_old_hand_is_a_line_of_the_history(evening, caplog):
    here = await evening("one", "two")
    for number in (1, 2):
        if number == 1:
            await here.seated()
        await here.press(here.asked(), "Fold", here.table())
        await here.wait(10)
    forge(here.file, "UPDATE hand SET setup = '{no' WHERE number = 1")
    caplog.clear()
    shown = await here.slash("one", "history")
    assert "**1-1** · can't be read any more" in shown.text
    assert [button.name for button in shown_buttons(here)] == ["1-2"]
    forged = await here.people["one"].forge(here.private("one"), "p:story:0:1")
    await here.quiet()
    assert forged.text
    assert not [record for record in caplog.records if record.exc_info]


def shown_buttons(here):
    return [button for button in here.private("one").buttons if ":story:" in (button.custom_id or "")]
