"""A finished hand is told to the channel by who played it, and read by the rail: of anybody's cards only what was shown."""

import re

import pytest


async def played(here):
    await here.seated(variant="simple")
    while not here.view().hand.view.over:
        name = here.asked()
        wanted = "Fold" if name == "two" else "^(Call|Check)"
        if here.view().hand.view.phase == "draw":
            await here.press(name, "Stand pat", here.private(name))
            await here.wait(1.5)
        else:
            await here.press(name, re.compile(wanted), here.table())


async def story(here, name):
    await here.slash(name, "history")
    return await here.press(name, re.compile(r"^\d+-1$"), here.private(name))


def posts(here):
    return [seen for seen in here.rail.messages(here.channel) if not seen.ephemeral]


@pytest.mark.parametrize(("button", "own"), [("Share", False), ("Share with my cards", True)])
async def test_a_player_shares_a_hand(evening, button, own):
    here = await evening("one", "two", "three")
    await played(here)
    await story(here, "two")
    before = len(posts(here))
    mine = here.private("two")
    assert "two is dealt" in mine.text
    await here.press("two", re.compile(f"^{button}$"), mine)
    shared = posts(here)[-1]
    assert len(posts(here)) == before + 1
    assert shared.text.startswith("**two** shares a hand.")
    assert ("two is dealt" in shared.text) == own, "who folded shows cards only if they choose"
    assert "one is dealt" not in shared.text
    assert not [button for button in mine.buttons if "Share" in button.name], "once is enough"
    again = await here.people["two"].forge(mine, f"p:share:0:{here.view().hand.hand_id}:own")
    await here.quiet()
    assert again.text == "You have shared this hand already."
    assert len(posts(here)) == before + 1


async def test_the_rail_reads_what_everybody_saw(evening):
    here = await evening("one", "two", "three")
    await played(here)
    here.people["rail"] = here.rail
    await story(here, "rail")
    read = here.private("rail")
    assert "is dealt" not in read.text
    assert "shows" in read.text, "the showdown was seen by all"
    assert not read.buttons
    for forged in ("share:0:{}:own", "file:0:{}:own"):
        answer = await here.rail.forge(read, f"p:{forged.format(here.view().hand.hand_id)}")
        await here.quiet()
        assert answer.text == "This hand was played in another channel, and you were not in it."


async def test_a_hand_of_another_channel_is_read_by_its_players_alone(evening):
    here = await evening("one", "two", "three")
    await played(here)
    other = here.stage.world.add_channel(here.server, "elsewhere")
    read = await here.rail.slash(other, "history")
    await here.quiet()
    answer = await here.rail.forge(here.rail.messages(other)[-1], f"p:story:0:{here.view().hand.hand_id}")
    await here.quiet()
    assert read.ephemeral
    assert answer.text == "This hand was played in another channel, and you were not in it."
