"""A browser for tests: the system's Chromium through playwright, or a skip that says what is missing."""

import contextlib
import importlib
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.sandbox.page.server import Page
from tests.sandbox.harness import HUNG_SECONDS

FLAGS = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync"
NAMES = ("chromium", "chromium-browser", "google-chrome")
WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
ARTEFACTS = Path(__file__).parents[3] / "artefacts"
PATIENCE_MS = HUNG_SECONDS * 1_000


@contextlib.asynccontextmanager
async def browser() -> AsyncIterator["Chromium"]:
    """A running Chromium, closed afterwards; skips the test where playwright or Chromium is not installed."""
    api = pytest.importorskip("playwright.async_api", reason="playwright is not installed: pip install '.[browser]'")
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip("no Chromium on this machine: install Debian's package `chromium`")
    async with api.async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=program, args=FLAGS.split())
        try:
            yield Chromium(chromium)
        finally:
            await chromium.close()


def expect(what: Any) -> Any:
    """Playwright's `expect`, known only once a browser runs."""
    expect_that = importlib.import_module("playwright.async_api").expect
    expect_that.set_options(timeout=PATIENCE_MS)
    return expect_that(what)


@contextlib.asynccontextmanager
async def serving(page: Page) -> AsyncIterator[str]:
    """The page's address, while it is served."""
    try:
        yield await page.start()
    finally:
        await page.close()


class Chromium:
    """The running browser. Pages of the same settings share a context, since the page stores nothing and a context is slow to make."""

    def __init__(self, program: Any) -> None:
        self._program = program
        self._contexts: dict[str, Any] = {}

    async def new_page(self, **settings: Any) -> Any:
        kind = repr(settings)
        if kind not in self._contexts:
            self._contexts[kind] = await self._program.new_context(**settings)
        return await self._contexts[kind].new_page()


class Tab:
    """One open page and what it did wrong: `faults` collects script errors and refused resources, and `frames` what its socket received."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.faults: list[str] = []
        self.frames: list[str] = []
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda line: self.faults.append(line.text) if line.type == "error" else None)
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: self.frames.append(str(frame))))

    async def picture(self, name: str) -> None:
        """Keep what the page looks like, as artefacts/NAME.png."""
        ARTEFACTS.mkdir(exist_ok=True)
        await self.page.screenshot(path=ARTEFACTS / f"{name}.png")


@contextlib.asynccontextmanager
async def tab(
    chromium: "Chromium",
    address: str,
    *,
    person: str | int = "",
    channel: str | int = "",
    size: dict[str, int] | None = None,
    **options: Any,
) -> AsyncIterator[Tab]:
    """A page open as this person; afterwards it must have done nothing wrong."""
    opened = Tab(await chromium.new_page(viewport=size or WIDE, locale="en-US", **options))
    try:
        await opened.page.goto(f"{address}#as={person}&channel={channel}")
        await opened.page.locator("[role=radiogroup]").wait_for(state="attached")
        yield opened
        assert not opened.faults, opened.faults
    finally:
        await opened.page.close()
