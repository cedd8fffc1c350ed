"""Killed while the table's message was being posted anew: the one that stands is the table's, and there are not two."""

import re

import pytest

from tests.trouble import fire
from tests.trouble.truth import answered_once, shows_newest


async def dies(here):
    """The process is gone between Discord's answer and the note of it."""
    tables = here.bot.tables
    tables.posted = _never
    return tables


async def _never(table_id, message_id): ...


@pytest.mark.parametrize("when", ["opened", "dealt", "discarding ended", "before it was posted"])
async def test_the_message_that_nobody_noted(evening, when):
    here = await evening("one", "two")
    if when == "opened":
        await dies(here)
        await here.seated()
    elif when == "dealt":
        await here.seated(deal=False)
        await here.wait(5)
        await dies(here)
        await here.press("one", "Deal")
    else:
        await here.seated(variant="simple")
        await press_on(here, "before")
        await here.wait(5)
        if when == "discarding ended":
            await dies(here)
            await press_on(here, "draw")
        else:
            here.stage.faults.hold("POST", "/channels/*/messages")
            await press_on(here, "draw", last=True)
    posts = len(here.rail.messages(here.channel))
    await here.stage.stop()
    here.stage.faults.clear()
    here.stage.world.busy.clear()
    await here.open()
    await here.wait(3)
    shows_newest(here)
    assert len([seen for seen in here.rail.messages(here.channel) if seen.has("Rules")]) == 1
    if when != "before it was posted":
        assert len(here.rail.messages(here.channel)) == posts, "nothing is posted twice"
    answered_once(here)


async def press_on(here, phase, *, last=False):
    while here.view().hand.view.phase == phase:
        name = here.asked()
        if phase == "before":
            await here.press(name, re.compile("^(Call|Check)"), here.table())
        else:
            hand = await here.people[name].press(here.table(), "My hand")
            await here.quiet()
            pressed = here.people[name].press(hand, "Stand pat")
            if last:
                await pressed
                await here.stage.until(lambda: True)
            else:
                await pressed
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
