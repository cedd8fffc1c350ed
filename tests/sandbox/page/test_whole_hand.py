"""A whole hand of each variant, played by pressing what is on the page; the others' pages never show the cards."""

import contextlib
import json

import pytest

from bot.render import CardFaces, emoji_pictures
from bot.sandbox.page.bridge import WorldBackend
from bot.sandbox.page.server import Page
from tests.sandbox.page.browser import PHONE, browser, expect, serving, tab
from tests.ui.evening import Evening

pytestmark = pytest.mark.asyncio

# Heads up, one has the button, so that two gets the first card. One: two pair, and the king that fills it. Two: a straight.
DECK = "7c Ks 8d Kd 9s 9h Th 9c Jc 3c Kc 2d"
SECRET_WORDS = ("K♠", "K♦", "9♥", "9♣", "kings and nines", "kings full of nines")
SECRET_PICTURES = tuple(
    form.format(card) for card in ("Ks", "Kd", "9h", "9c", "Kc") for form in (":{}:", '"{}"')
)  # in text, on buttons


class Table:
    """Three pages at one table: two players and the rail."""

    def __init__(self, evening: Evening, tabs: dict) -> None:
        self.evening = evening
        self.tabs = tabs

    def page(self, name: str):
        return self.tabs[name].page

    def log(self, name: str):
        return self.page(name).get_by_role("log")

    async def press(self, name: str, label: str, *, private: bool = True) -> None:
        """Press the newest button of this name, and let the bot and its clocks come to rest."""
        place = self.page(name).locator(".message.ephemeral") if private else self.page(name).locator(".message:not(.ephemeral)")
        await self.doing(place.get_by_role("button", name=label, exact=True).last.click())

    async def asked(self, name: str, words: str) -> None:
        """Wait until this page says so: what can be chosen ahead of one's turn has buttons of the same names."""
        await expect(self.page(name).locator(".message.ephemeral").last.get_by_text(f"Your turn: {words}")).to_be_visible()

    async def doing(self, deed) -> None:
        world = self.evening.stage.world
        before = len(world.interactions)
        await deed
        await world.until(lambda: len(world.interactions) > before)
        await self.evening.quiet()
        await self.evening.wait(1.5)

    def gave_away(self, name: str) -> list[str]:
        """What this page's socket has told of one's hand, in words or in pictures of cards."""
        heard = "".join(self.tabs[name].frames)
        escaped = {secret: json.dumps(secret)[1:-1] for secret in SECRET_WORDS}
        return [secret for secret in SECRET_WORDS if escaped[secret] in heard] + [
            secret for secret in SECRET_PICTURES if secret in heard
        ]


async def dress(evening: Evening) -> None:
    """Pictures for the cards of this hand; all others stay text."""
    assert evening.bot is not None
    pictures = {name: picture for name, picture in emoji_pictures().items() if name in DECK}
    made = [await evening.bot.create_application_emoji(name=name, image=picture) for name, picture in pictures.items()]
    evening.responder.card_emojis.show(CardFaces({emoji.name: str(emoji) for emoji in made}))


@contextlib.asynccontextmanager
async def table(stage, tmp_path, **options):
    async with contextlib.AsyncExitStack() as stack:
        chromium = await stack.enter_async_context(browser())
        evening = Evening(stage, tmp_path / "open-draw.db", "one", "two", cards=DECK)
        await evening.open()
        await dress(evening)
        backend = WorldBackend(stage.world, notes={evening.rail.id: "at the rail"})
        address = await stack.enter_async_context(serving(Page(backend)))
        people = {**evening.people, "rail": evening.rail}
        yield Table(
            evening,
            {
                name: await stack.enter_async_context(tab(chromium, address, person=one.id, **options))
                for name, one in people.items()
            },
        )


async def open_table(at: Table, variant: str) -> None:
    one = at.page("one")
    await one.get_by_role("combobox", name="Message #poker").press_sequentially("/table start")
    await one.keyboard.press("Enter")
    await one.get_by_role("combobox", name="variant").press_sequentially(variant)
    await one.get_by_role("option", name=variant).wait_for()
    await one.keyboard.press("Enter")
    await at.doing(one.keyboard.press("Enter"))
    await at.press("two", "Join", private=False)
    await at.press("one", "Deal", private=False)
    for name in ("one", "two"):
        await at.press(name, "My hand", private=False)
    await expect(at.log("one").get_by_text("two pair, kings and nines").first).to_be_visible()


async def bet_by_modal(at: Table) -> None:
    one = at.page("one")
    await expect(
        at.log("one").get_by_text("Your turn: check or bet").last
    ).to_be_visible()  # older messages have an [Other…], too
    await at.press("one", "Other…")
    dialog = one.get_by_role("dialog")
    await dialog.get_by_role("textbox").fill("5000")
    await at.doing(one.keyboard.press("Enter"))
    await expect(dialog).to_be_hidden()
    await expect(at.log("one").get_by_text("990").last).to_be_visible()  # what is possible instead
    await at.press("one", "Other…")
    await dialog.get_by_role("textbox").fill("60")
    await at.tabs["one"].picture("hand-modal")
    await at.doing(one.keyboard.press("Enter"))
    await expect(dialog).to_be_hidden()


async def test_a_hand_of_sequential_draw(stage, tmp_path):
    async with table(stage, tmp_path) as at:
        await open_table(at, "Sequential")
        await at.press("one", "Call 5")
        await at.asked("two", "check or raise")
        await at.press("two", "Check")
        await at.asked("two", "throw one card")
        await at.press("two", "Pass")
        await at.press("two", "Pass")  # asked once more, since it is final
        await at.asked("one", "throw one card")
        await at.press("one", "3♣")
        await at.press("one", "Discard 3♣")
        for name in at.tabs:
            await expect(at.log(name).get_by_text("Discards, round 1").first).to_be_visible()
        await at.asked("one", "throw one card")
        await at.press("one", "Pass")
        await at.press("one", "Pass")
        await expect(at.log("one").get_by_text("kings full of nines").first).to_be_visible()
        await at.tabs["one"].picture("hand-sequential")
        await at.asked("two", "check or bet")
        await at.press("two", "Check")
        await bet_by_modal(at)
        assert {"kings full of nines", ":Ks:", '"9c"'} <= set(at.gave_away("one"))
        for name in ("two", "rail"):
            assert at.gave_away(name) == []
        await at.press("two", "Call 60")
        for name in at.tabs:
            await expect(at.log(name).get_by_text("one wins").first).to_be_visible()
        await at.tabs["rail"].picture("hand-result")


async def test_a_hand_of_simple_draw_on_a_phone(stage, tmp_path):
    async with table(stage, tmp_path, size=PHONE, has_touch=True) as at:
        await open_table(at, "Simple")
        await at.press("one", "Call 5")
        await at.asked("two", "check or raise")
        await at.press("two", "Check")
        await at.asked("two", "pick the cards")
        await at.press("two", "Stand pat")
        await at.asked("one", "pick the cards")
        await at.press("one", "3♣")
        await at.tabs["one"].picture("hand-simple-phone")
        await at.press("one", "Draw 1")
        await at.asked("two", "check or bet")
        await at.press("two", "Check")
        await at.asked("one", "check or bet")
        await at.press("one", "Check")
        for name in at.tabs:
            await expect(at.log(name).get_by_text("one wins").first).to_be_visible()
        assert await at.page("one").evaluate("document.documentElement.scrollWidth <= innerWidth")
        await at.tabs["one"].picture("hand-simple-phone-result")
