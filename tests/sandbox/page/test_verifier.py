"""The page that checks a proof, in a browser: from a file, without any server, and as the sandbox serves it. It agrees with the verifiers in Python."""

from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path

import pytest

from bot.sandbox.page.bridge import WorldBackend
from bot.sandbox.page.server import Page
from tests.deal.test_proofs import CHANGES, HONEST, tampered
from tests.sandbox.page.browser import browser, expect, serving
from tests.tables.sealed_hands import played

pytestmark = pytest.mark.asyncio

VERDICTS = """async texts => {
  const verdicts = [];
  for (const text of texts) verdicts.push(await verify(text).then(() => "", refusal => refusal.message));
  return verdicts;
}"""
BITS = """async ([text, first, step]) => {
  const bytes = new TextEncoder().encode(text), held = [];
  for (let place = first; place < bytes.length; place += step) {
    const changed = bytes.slice();
    changed[place] ^= 1 << place % 8;
    let content;
    try { content = new TextDecoder("utf-8", {fatal: true, ignoreBOM: true}).decode(changed); } catch { continue; }
    await verify(content).then(() => held.push(place), () => {});
  }
  return held;
}"""


@asynccontextmanager
async def opened():
    """The page, opened from its file."""
    async with browser() as chromium:
        page = await chromium.new_page()
        await page.goto(Path(str(files("bot.deal").joinpath("verify.html"))).as_uri())
        yield page
        await page.close()


async def test_it_holds_what_is_honest_and_refuses_what_is_not():
    walked = [played(variant, players, seed) for variant, players, seed in (("sequential", 3, 2), ("double", 5, 4))]
    refilled = played("simple", 8, 9, greedy=True)
    proofs = [
        *HONEST.values(),
        *(each.proof(seat) for each in walked for seat in each.hand.stacks),
        refilled.proof(next(iter(refilled.hand.stacks))),
    ]
    async with opened() as page:
        assert await page.evaluate(VERDICTS, proofs) == [""] * len(proofs)
        refusals = await page.evaluate(VERDICTS, [tampered(HONEST["hand"], change) for change, _ in CHANGES.values()])
        assert all(refusals), dict(zip(CHANGES, refusals, strict=True))
        for first, text in enumerate((HONEST["hand"], HONEST["refilled"], proofs[-1])):
            assert await page.evaluate(BITS, [text, first, 23]) == []


async def test_a_player_drops_a_file_on_the_page_that_the_sandbox_serves(stage, tmp_path):
    stage.world.add_server("Card club")
    stage.person("one")
    good, bad = tmp_path / "hand.proof.json", tmp_path / "changed.proof.json"
    good.write_text(HONEST["hand"], encoding="utf-8")
    bad.write_text(tampered(HONEST["hand"], CHANGES["another card in a slot"][0]), encoding="utf-8")
    async with browser() as chromium, serving(Page(WorldBackend(stage.world))) as address:
        page = await chromium.new_page()
        await page.goto(f"{address}verify.html")
        await page.locator("#file").set_input_files(good)
        await expect(page.get_by_text("Proven: every card you saw is the card that was sealed.")).to_be_visible()
        await expect(page.get_by_text("before anybody's words were known").first).to_be_visible()
        await page.locator("#file").set_input_files(bad)
        await expect(page.get_by_text("Not proven: 2♣ is not the card that was sealed in slot")).to_be_visible()
        await page.close()
