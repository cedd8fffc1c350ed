"""Moments of an evening as people see them, on a desk and on a phone: each is pressed through, looked at, and kept as a picture."""

import contextlib
import re

import pytest

from bot.sandbox.page.bridge import WorldBackend
from bot.sandbox.page.server import Page
from tests.sandbox.page.browser import PHONE, browser, expect, serving, tab
from tests.ui.evening import Evening

pytestmark = pytest.mark.asyncio

NAMES = ("one", "two", "three")


class Seen:
    """An evening with two pages open: of `one` at a desk, and of `two` on a phone."""

    def __init__(self, evening, desk, phone) -> None:
        self.evening = evening
        self.desk = desk
        self.phone = phone

    async def press(self, wanted: str, *, private: bool = False) -> None:
        """Press the newest button of this name on the desk's page, as `one`."""
        kind = ".message.ephemeral" if private else ".message:not(.ephemeral)"
        button = self.desk.page.locator(kind).get_by_role("button", name=re.compile(wanted)).last
        world = self.evening.stage.world
        before = len(world.interactions)
        await button.click()
        await world.until(lambda: len(world.interactions) > before)
        await self.evening.quiet()
        await self.evening.wait(1.5)

    async def turn(self, wanted: str, *, private: bool = False) -> None:
        """Whoever is asked presses this: `one` on the page, the others in clients of their own."""
        here = self.evening
        name = here.asked()
        if name == "one":
            await self.press(wanted, private=private)
        else:
            await here.press(name, re.compile(wanted), here.private(name) if private else here.table())
            await here.wait(1.5)

    async def keep(self, name: str) -> None:
        await self.desk.picture(f"{name}-desk")
        await self.phone.picture(f"{name}-phone")

    def newest(self, screen):
        """The newest public message on a page."""
        return screen.page.locator(".message:not(.ephemeral)").last


@contextlib.asynccontextmanager
async def seen(stage, tmp_path, *names, cards=""):
    evening = Evening(stage, tmp_path / "open-draw.db", *(names or NAMES), cards=cards)
    await evening.open()
    people = evening.people
    async with (
        browser() as chromium,
        serving(Page(WorldBackend(stage.world))) as address,
        tab(chromium, address, person=people["one"].id) as desk,
        tab(chromium, address, person=people["two"].id, size=PHONE) as phone,
    ):
        yield Seen(evening, desk, phone)


async def test_an_all_in_hand(stage, tmp_path):
    async with seen(stage, tmp_path) as at:
        here = at.evening
        await here.seated(variant="sequential")
        await here.wait(1.5)
        name = here.asked()
        await at.turn("^All-in")
        await (
            at.press("^All-in", private=True) if name == "one" else here.press(name, re.compile("^All-in"), here.private(name))
        )
        await here.wait(1.5)
        for _ in range(2):
            await at.turn("^Call")
        while not here.view().hand.view.over:
            await at.turn("^Pass$", private=True)
            await at.turn("^Pass$", private=True)
        for screen in (at.desk, at.phone):
            await expect(at.newest(screen)).to_contain_text("wins")
            await expect(at.newest(screen).get_by_role("button", name="My hand")).to_be_visible()
        await at.keep("all-in")


async def test_betting_after_the_third_round_of_discards(stage, tmp_path):
    async with seen(stage, tmp_path) as at:
        here = at.evening
        await here.seated(variant="sequential", interim_betting=True)
        await here.wait(1.5)
        while here.view().hand.view.round < 3 or here.view().hand.view.phase != "interim":
            if here.view().hand.view.phase == "discard":
                name = here.asked()
                card = r"^[2-9TJQKA][♠♥♦♣]$"
                first = next(
                    button for button in here.private(name).buttons if re.match(card, button.name) and not button.disabled
                )
                await here.press(name, first.custom_id, here.private(name))
                await here.press(name, re.compile("^Discard"), here.private(name))
                await here.wait(1.5)
            else:
                await at.turn("^(Check|Call)")
        for screen in (at.desk, at.phone):
            await expect(at.newest(screen)).to_contain_text("betting after round 3")
            await expect(at.newest(screen)).to_contain_text("Discards, round 3")
        await at.keep("interim-3")


async def test_a_table_under_twelve_lines_of_talk(stage, tmp_path):
    async with seen(stage, tmp_path) as at:
        here = at.evening
        await here.seated(variant="simple")
        await here.wait(25)
        for number in range(12):
            here.people[NAMES[number % 3]].say(here.channel, f"And then, of all things, number {number + 1}.")
        await here.quiet()
        while here.view().hand.view.phase == "before":
            await at.turn("^(Check|Call)")
        for _ in NAMES:
            await at.turn("^Stand pat", private=True)
        for screen in (at.desk, at.phone):
            await expect(at.newest(screen)).to_contain_text("last betting round")
        await expect(at.newest(at.phone)).to_be_in_viewport()  # the desk has scrolled up to press
        await at.keep("talk")


async def test_a_private_message_after_a_time_out(stage, tmp_path):
    async with seen(stage, tmp_path) as at:
        here = at.evening
        await here.seated(variant="simple", time_bank=0)
        await here.wait(1.5)
        while here.view().hand.view.phase == "before":
            await at.turn("^(Check|Call)")
        while here.asked() != "two":
            await at.turn("^Stand pat", private=True)
        await here.wait(32)
        mine = at.phone.page.locator(".message.ephemeral").last
        await expect(mine).to_contain_text("Time ran out: you stood pat.")
        await expect(mine.get_by_role("button", name="Stand pat")).to_have_count(0)
        await mine.scroll_into_view_if_needed()
        await at.keep("time-out")


async def test_the_end_of_a_session(stage, tmp_path):
    async with seen(stage, tmp_path, cards="As 2c 7d Ah 3d 8d Ad 4h 9c Kc 9s Jc Ks 8c 6h") as at:
        here = at.evening
        await here.seated(variant="simple")
        await here.wait(1.5)
        while here.view().hand.view.phase == "before":
            await at.turn("^(Check|Call)")
        for _ in NAMES:
            await at.turn("^Stand pat", private=True)
        while not here.view().hand.view.over:
            await at.turn("^Check")
        await here.slash("one", "table stop")
        await here.wait(2)
        for screen in (at.desk, at.phone):
            await expect(at.newest(screen)).to_contain_text("Session over after 1 hand")
            await expect(at.newest(screen)).to_contain_text("Biggest pot: 30")
        await at.keep("session")
