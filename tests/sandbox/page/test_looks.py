"""What a newcomer meets, and what a narrow or a light screen makes of it."""

import contextlib

import pytest

from bot.render import Message, Text, emoji_pictures
from bot.sandbox.page.bridge import WorldBackend
from bot.sandbox.page.server import Page
from bot.sandbox.world.application import Emoji
from bot.sandbox.world.components import COMPONENTS_V2, walk
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

STARTS = """() => {
  const walk = document.createTreeWalker(document.querySelector("#messages .prose"), NodeFilter.SHOW_TEXT);
  const found = [];
  let below = -1;
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    for (let at = 0; at < node.data.length; at += 1) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const box = range.getBoundingClientRect();
      if (!box.width || !node.data[at].trim()) continue;
      const left = document.querySelector("#messages .prose").getBoundingClientRect().left;
      if (box.top > below && box.left < left + 20) found.push(node.data.slice(at, at + 12));
      below = Math.max(below, box.bottom - 4);
    }
  }
  return found;
}"""
"""What each line of letters begins with, at the left edge."""


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


async def test_pictures_of_cards_stay_with_what_belongs_to_them(stage, tmp_path):
    world = stage.world
    channel = world.add_channel(world.add_server())
    one = stage.person("one")
    emojis = [
        Emoji(world.new_id(), name, png, "image/png") for name, png in emoji_pictures(("Ks", "Kh", "Kd", "9s", "9h")).items()
    ]
    world.application.emojis |= {emoji.id: emoji for emoji in emojis}
    cards = [f"<:{emoji.name}:{emoji.id}>" for emoji in emojis]
    rounds = " · ".join(cards)
    text = f"`2    Bruno  1,060  +20` {''.join(cards)} two pair\n`2    Bruno    980` bet 10 · {rounds}"
    shown = Message((Text(text),)).view().to_components()
    for number, part in enumerate(walk(shown), 1):
        part["id"] = number
    world.post(channel, world.application.user, components=shown, flags=COMPONENTS_V2)
    async with (
        browser() as chromium,
        serving(Page(WorldBackend(world))) as address,
        tab(chromium, address, person=one.id, size=PHONE) as seen,
    ):
        await expect(seen.page.locator("img.emoji")).to_have_count(10)
        tops = await seen.page.evaluate(
            "[...document.querySelectorAll('img.emoji')].map((one) => one.getBoundingClientRect().top)"
        )
        assert len(set(tops[:5])) == 1, "a hand stays whole"
        assert len(set(tops[5:])) > 1, "these are on two lines"
        lines = await seen.page.evaluate(STARTS)
        assert not [line for line in lines if line.strip().startswith("·")], lines
        await seen.picture("page-phone-cards")
