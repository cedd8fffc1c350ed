"""What a newcomer meets, and what a narrow or a light screen makes of it."""

import contextlib

import pytest

from bot.sandbox.page.bridge import WorldBackend
from bot.sandbox.page.server import Page
from tests.sandbox.page.browser import PHONE, browser, expect, serving, tab
from tests.ui.evening import Evening

pytestmark = pytest.mark.asyncio

LINES_OF = """(words) => {
  const walk = document.createTreeWalker(document.querySelector("#messages"), NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const at = node.data.replaceAll("\\u00a0", " ").indexOf(words);
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + words.length);
    found.push(new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size);
  }
  return found;
}"""
"""On how many lines each place stands that has these words."""


@contextlib.asynccontextmanager
async def opened(stage, tmp_path, **options):
    evening = Evening(stage, tmp_path / "open-draw.db", "one")
    await evening.open()
    async with (
        browser() as chromium,
        serving(Page(WorldBackend(stage.world))) as address,
        tab(chromium, address, person=evening.people["one"].id, **options) as seen,
    ):
        yield evening, seen


async def deal_in(evening, page):
    world = evening.stage.world
    await page.get_by_role("button", name="Deal me in").click()
    await world.until(lambda: len(world.interactions) == 3)
    await evening.quiet()
    await evening.wait(1.5)


async def test_an_empty_channel_says_what_this_is_and_deals_one_in(stage, tmp_path):
    async with opened(stage, tmp_path) as (evening, seen):
        await expect(seen.page.get_by_role("heading", name="Five-card Open Draw")).to_be_visible()
        await deal_in(evening, seen.page)
        log = seen.page.get_by_role("log")
        await expect(log.get_by_text("Your hand").first).to_be_visible()
        await expect(log.get_by_text("hand 1").first).to_be_visible()
        await expect(seen.page.get_by_role("button", name="Deal me in")).to_have_count(0)
        assert sum(one.player.house for one in evening.view().seats) == 3
        await seen.picture("page-greeted")


async def test_no_line_of_the_table_breaks_within_its_meaning_on_a_phone(stage, tmp_path):
    async with opened(stage, tmp_path, size=PHONE) as (evening, seen):
        await deal_in(evening, seen.page)
        await expect(seen.page.get_by_text("small blind 5").first).to_be_visible()
        for words in ("small blind 5", "big blind 10"):
            lines = await seen.page.evaluate(LINES_OF, words)
            assert lines, words
            assert max(lines) == 1, words
        assert await seen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        await seen.picture("page-phone")


@pytest.mark.parametrize(("system", "other"), [("light", "dark"), ("dark", "light")])
async def test_light_and_dark_as_the_system_has_it_or_the_switch_says(stage, tmp_path, system, other):
    async with opened(stage, tmp_path, color_scheme=system) as (_, seen):
        root = seen.page.locator("html")
        await expect(root).to_have_attribute("data-theme", system)
        switch = seen.page.get_by_role("button", name="Light theme")
        await expect(switch).to_have_attribute("aria-pressed", str(system == "light").lower())
        await switch.click()
        await expect(root).to_have_attribute("data-theme", other)
        await seen.picture(f"page-{other}")
