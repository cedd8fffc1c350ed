"""The whole way in a browser: page, bridge, world, gateway, a bot, and back."""

import pytest

from bot.sandbox.page.bridge import WorldBackend
from bot.sandbox.page.server import Page
from tests.sandbox.page.browser import browser, expect, serving, tab
from tests.sandbox.trivial import make_bot

pytestmark = pytest.mark.asyncio


async def test_a_person_plays_with_a_bot_and_another_one_watches(stage):
    server = stage.world.add_server("Card club")
    poker = stage.world.add_channel(server, "poker")
    one, two = stage.person("one", server), stage.person("two", server)
    await stage.start(make_bot)
    async with (
        browser() as chromium,
        serving(Page(WorldBackend(stage.world))) as address,
        tab(chromium, address, person=one.id) as first,
        tab(chromium, address, person=two.id) as second,
    ):
        mine, theirs = first.page, second.page
        await mine.keyboard.type("/table st")
        await mine.keyboard.press("Enter")
        await mine.get_by_role("textbox", name="seats").fill("4")
        await mine.keyboard.press("Enter")
        for page_ in (mine, theirs):
            await expect(page_.get_by_text("one used /table start")).to_be_visible()
            await expect(page_.get_by_text("counted 4")).to_be_visible()
        await theirs.get_by_role("button", name="Count 4").click()
        await expect(mine.get_by_text("counted 5")).to_be_visible()
        await expect(mine.get_by_text("(edited)")).to_be_visible()
        await mine.get_by_role("button", name="Secret").click()
        await expect(mine.get_by_text("only for one")).to_be_visible()
        await mine.get_by_role("button", name="Form").click()
        await mine.get_by_role("textbox", name="Raise to").fill("60")
        await mine.keyboard.press("Enter")
        await expect(mine.get_by_text("raised to 60")).to_be_visible()
        await expect(mine.get_by_role("button", name="Never")).to_be_disabled()
        await theirs.get_by_role("button", name="Silent").click()
        await expect(theirs.get_by_role("button", name="Silent")).to_have_attribute("aria-busy", "true")
        await stage.clock_on(3.0)
        await expect(theirs.get_by_text("This interaction failed")).to_be_visible()
        await expect(mine.get_by_text("This interaction failed")).to_have_count(0)
        assert not any("only for one" in frame or "raised to" in frame for frame in second.frames)
        stage.world.add_user("late", server)
        await expect(mine.get_by_role("radio", name="late")).to_be_visible()
        await first.picture("page-with-a-bot")
    assert "counted 5" in two.last(poker, containing="counted").text
