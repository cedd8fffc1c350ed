"""A finished hand is told to the channel by who played it, and read by the rail: of anybody's cards only what was shown."""

import asyncio
import re

import pytest

from bot.sandbox.faults import Aim


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


async def test_two_presses_at_once_post_once(evening):
    here = await evening("one", "two", "three")
    await played(here)
    await story(here, "two")
    mine, before = here.private("two"), len(posts(here))
    await asyncio.gather(*(here.people["two"].press(mine, wanted) for wanted in ("Share", "Share with my cards")))
    await here.quiet()
    assert len(posts(here)) == before + 1


async def test_who_may_not_write_here_posts_nothing(evening):
    here = await evening("one", "two", "three")
    await played(here)
    await story(here, "two")
    mine, before = here.private("two"), len(posts(here))
    here.stage.world.set_permissions(here.channel, here.people["two"].user, deny=("send_messages",))
    refused = await here.press("two", "Share", mine)
    assert refused.text == "You can't write in this channel, so you can't share a hand here."
    assert len(posts(here)) == before
    here.stage.world.set_permissions(here.channel, here.people["two"].user)
    await here.press("two", "Share", mine)
    assert len(posts(here)) == before + 1


async def test_a_post_that_discord_refuses_is_owned_up_to_and_can_be_made_again(evening):
    here = await evening("one", "two", "three")
    await played(here)
    await story(here, "two")
    before = len(posts(here))
    here.stage.faults.refuse(50083, Aim("POST", "/webhooks/*"))
    await here.press("two", "Share", here.private("two"))
    assert here.private("two").text.startswith("Discord didn't take the post.")
    assert len(posts(here)) == before
    await story(here, "two")
    await here.press("two", "Share", here.private("two"))
    assert len(posts(here)) == before + 1


async def test_a_press_forged_on_the_table_s_message_leaves_that_as_it_is(evening):
    here = await evening("one", "two", "three")
    await played(here)
    table = here.table()
    before = table.text
    answer = await here.people["two"].forge(table, f"p:share:0:{here.view().hand.hand_id}:own")
    await here.quiet()
    assert table.text == before
    assert answer.ephemeral
    assert "two is dealt" in answer.text
