"""Killed while the table's message was being posted anew: the one that stands is the table's, and there are not two."""

import re

import pytest

from bot.sandbox.faults import Aim
from tests.trouble import fire
from tests.trouble.saved import spoil
from tests.trouble.truth import answered_once, shows_newest
from tests.ui.evening import EDIT, POST


@pytest.mark.parametrize("when", ["opened", "dealt", "discarding ended"])
async def test_the_message_that_nobody_noted(evening, when):
    """The process is gone between Discord's answer and the note of it."""
    here = await evening("one", "two")
    if when == "dealt":
        await here.seated(deal=False)
    elif when == "discarding ended":
        await here.seated(variant="simple")
        await press_on(here, "before")
    await here.wait(5)
    async with fire.failing(here.file, "poker_table", "UPDATE OF message_id"):
        match when:
            case "opened":
                await here.slash("one", "table start")
            case "dealt":
                await here.press("one", "Deal")
            case _:
                await press_on(here, "draw")
        await here.stage.stop()
    await starts_again(here, messages=len(here.rail.messages(here.channel)))


async def test_the_message_that_was_not_posted_yet(evening):
    here = await evening("one", "two")
    await here.seated(variant="simple")
    await press_on(here, "before")
    await draw(here)
    await here.wait(5)
    hold = here.stage.faults.hold("POST", POST)
    await draw(here, quiet=False)
    await hold.arrived.wait()
    await here.stage.stop()
    here.stage.faults.clear()
    await starts_again(here, messages=None)


@pytest.mark.parametrize("failing", [Aim("PATCH", EDIT, times=None), Aim("POST", POST, times=None)], ids=["edits", "posts"])
async def test_a_bot_that_ends_while_discord_fails(evening, failing):
    here = await evening("one", "two")
    await here.seated(variant="simple")
    await here.wait(5)
    here.stage.faults.server_error(failing)
    await here.slash("one", "table show")
    await here.stage.stop()
    here.stage.faults.clear()
    await starts_again(here, messages=None)


async def test_a_table_that_closes_while_discord_fails_loses_its_buttons_after_the_next_start(evening):
    here = await evening("one", "two")
    await here.seated()
    await here.press(here.asked(), "Fold", here.table())
    here.stage.faults.server_error(Aim("PATCH", EDIT, times=None))
    await here.slash("one", "table stop")
    message = here.table()
    assert message.buttons
    await starts_well(here)
    assert not message.buttons
    assert "hand 1" in message.text
    assert not here.responder.table_messages._messages
    await here.reopen()
    assert here.bot.tables.closed_with_buttons() == [], "and it is done but once"


async def test_a_table_that_closes_while_its_message_is_posted(evening):
    """It stands there with buttons, noted too late for the closing."""
    here = await evening("one", "two")
    await here.seated()
    await here.wait(5)
    table_id = here.view().table_id
    hold = here.stage.faults.hold("POST", POST, answered=True)
    await here.bot.tables.show_table(table_id, press=1)
    await hold.arrived.wait()
    await here.bot.tables.stop(table_id, 999, manager=True, now=True, press=2, name="boss")
    here.stage.faults.server_error(Aim("PATCH", EDIT, times=None))
    hold.release()
    await here.quiet()
    assert here.table().buttons
    await starts_well(here)
    assert not here.table().buttons


async def test_a_stopping_table_whose_hand_is_void_at_the_start_loses_its_buttons(evening):
    here = await evening("one", "two")
    await here.seated()
    await here.press(here.asked(), "Call 5", here.table())
    await here.slash("one", "table stop")
    await here.stage.stop()
    spoil(here.file)
    await here.reopen()
    await here.wait(5)
    assert here.bot.tables.views() == []
    assert not here.table().buttons


async def test_a_closed_table_that_was_given_up_is_tried_again_after_the_next_start(evening):
    here = await evening("one", "two")
    await here.seated(deal=False)
    await here.wait(2)
    here.stage.faults.server_error(Aim("PATCH", EDIT, times=None))
    await here.slash("one", "table stop")
    await here.wait(300)
    assert not here.responder.table_messages._messages
    assert here.table().buttons
    await starts_well(here)
    assert not here.table().buttons


async def test_the_result_stays_where_the_bot_ends_before_the_next_hand_is_posted(evening):
    here = await evening("one", "two")
    await here.seated()
    await here.press(here.asked(), "Fold", here.table())
    await here.wait(2)
    ended = here.table()
    result = ended.text.splitlines()
    here.stage.faults.server_error(Aim("POST", POST, times=None))
    await here.slash("one", "table deal")
    await starts_well(here)
    assert "hand 2" in here.table().text
    assert ended.text.splitlines()[: len(result) - 1] == result[:-1], "all but when the next hand comes"
    assert not ended.buttons


async def starts_well(here):
    """The bot ends while Discord fails, and starts again when it doesn't."""
    await here.stage.stop()
    here.stage.faults.clear()
    await here.reopen()
    await here.wait(3)


async def starts_again(here, *, messages):
    """Nothing is posted twice, and what stands is the truth."""
    here.stage.world.busy.clear()
    await here.open()
    await here.wait(3)
    shows_newest(here)
    assert len([seen for seen in here.rail.messages(here.channel) if seen.has("Rules")]) == 1
    assert messages in (None, len(here.rail.messages(here.channel)))
    answered_once(here)


async def press_on(here, phase):
    while here.view().hand.view.phase == phase:
        if phase == "before":
            await here.press(here.asked(), re.compile("^(Call|Check)"), here.table())
        else:
            await draw(here)


async def draw(here, *, quiet=True):
    name = here.asked()
    await here.press(name, "My hand", here.table())
    await here.people[name].press(here.private(name), "Stand pat")
    if quiet:
        await here.quiet()


async def test_a_note_that_could_not_be_saved_is_made_up_for(evening):
    here = await evening("one", "two", "three")
    await here.seated(deal=False)
    await here.wait(5)
    async with fire.failing(here.file, "poker_table", "UPDATE OF message_id"):
        await here.press("one", "Deal")
    await here.press("one", "Call 10", here.table())
    newest = here.table()
    assert here.bot.tables.message_of(here.view().table_id) == newest.id
    await here.stage.stop()
    here.stage.clock.advance(400)  # Discord has forgotten the nonce
    here.stage.world.busy.clear()
    await here.open()
    await here.wait(3)
    assert here.bot.tables.message_of(here.view().table_id) == newest.id
    shows_newest(here)
