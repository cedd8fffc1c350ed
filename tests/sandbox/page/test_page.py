"""The page in a browser, used as a person uses it: by what is written on it, and by keyboard."""

import asyncio
import json

import pytest
import pytest_asyncio

from bot.sandbox.page.server import Page
from tests.sandbox.harness import HUNG_SECONDS
from tests.sandbox.page.browser import PHONE, browser, expect, tab
from tests.sandbox.page.showcase import BACK_ROOM, COMMANDS, NASTY, NOW, ODD, ONE, RAIL, TABLE, TALK, TWO, Showcase

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def chromium():
    async with browser() as running:
        yield running


@pytest_asyncio.fixture(loop_scope="module")
async def show():
    backend = Showcase()
    page = Page(backend)
    backend.address = await page.start()
    backend.server = page
    yield backend
    await page.close()


@pytest.fixture
def see(chromium, show):
    return lambda person=ONE, channel=TABLE, **options: tab(chromium, show.address, person=person, channel=channel, **options)


async def test_every_kind_of_component_is_drawn_and_named(see):
    async with see(channel=TALK) as opened:
        page = opened.page
        log = page.get_by_role("log")
        await expect(log.get_by_role("img", name="A green felt")).to_be_visible()
        await expect(log.get_by_role("link", name="The discards of round 1")).to_be_visible()
        await expect(log.get_by_role("button", name="ks")).to_be_visible()
        await expect(log.get_by_role("combobox", name="All time")).to_be_visible()
        await expect(log.get_by_role("combobox", name="Whose records?")).to_be_visible()
        await expect(log.get_by_role("link", name="hand-12.txt")).to_be_visible()
        await expect(log.get_by_text("Open Draw is thinking…")).to_be_visible()
        await expect(log.get_by_text("12,480")).to_be_visible()
        await expect(log.locator("hr")).to_have_count(1)
        await opened.picture("page-components")
        await page.get_by_role("navigation", name="Channels").get_by_role("button", name="poker-night").click()
        await expect(log.get_by_role("button", name="Call 20", exact=True)).to_be_enabled()
        await expect(log.get_by_role("button", name="½ pot 55", exact=True)).to_be_disabled()
        await expect(log.get_by_role("link", name="Source")).to_have_attribute("href", "https://example.org/")
        await expect(log.get_by_text("(edited)")).to_be_visible()
        accent = await log.locator(".container").first.evaluate("node => getComputedStyle(node).borderLeftColor")
        assert accent == "rgb(46, 139, 87)"
        await opened.picture("page-wide")


async def test_names_and_words_never_become_markup(see):
    async with see(channel=TALK) as opened:
        log = opened.page.get_by_role("log")
        await expect(log.get_by_text(NASTY, exact=True)).to_be_visible()
        await expect(log.get_by_text(f"@{NASTY}")).to_be_visible()
        await expect(log.get_by_text("<script>alert(1)</script>")).to_be_visible()
        await expect(opened.page.get_by_role("radio", name=NASTY)).to_be_visible()
        await expect(opened.page.locator("img[onerror], #messages script")).to_have_count(0)
        assert await opened.page.title() == "#talk · The Card Room"


async def test_the_markdown_of_discord(see):
    async with see(channel=TALK) as opened:
        log = opened.page.get_by_role("log")
        await expect(log.get_by_role("heading", name="Heading one")).to_be_visible()
        for tag, text in {
            "strong": "bold",
            "em": "italic",
            "u": "under",
            "s": "gone",
            "blockquote": "quoted",
            ".subtext": "a small line",
        }.items():
            await expect(log.locator(tag, has_text=text).first).to_be_visible()
        assert await log.locator(".prose code").first.inner_text() == "code  with   spaces"
        await expect(log.get_by_text("*not italic*")).to_be_visible()
        await expect(log.get_by_text("snake_case_word")).to_be_visible()
        await expect(log.get_by_text("2 hours ago")).to_be_visible()
        await expect(log.locator(".for-me")).to_have_count(1)
        spoiler = log.get_by_role("button", name="Spoiler")
        await spoiler.focus()
        await opened.page.keyboard.press("Enter")
        await expect(log.get_by_text("a spoiler")).to_be_visible()
        await log.get_by_role("button", name="/table start").click()
        await expect(opened.page.get_by_role("group", name="/table start")).to_be_visible()


TREES = {
    "**a *b* c**": [{"type": "strong", "kids": ["a ", {"type": "em", "kids": ["b"]}, " c"]}],
    "***both***": [{"type": "strong", "kids": [{"type": "em", "kids": ["both"]}]}],
    "2 * 3 * 4": ["2 * 3 * 4"],
    "a_b_c": ["a_b_c"],
    r"\*x\* \<@1\> \\": [r"*x* <@1> \\"[:-1]],
    "`` a`b ``": [{"type": "code", "text": " a`b "}],
    "`**x**`": [{"type": "code", "text": "**x**"}],
    "**open": ["**open"],
    "||**x**||": [{"type": "spoiler", "kids": [{"type": "strong", "kids": ["x"]}]}],
    "[a](javascript:alert(1))": ["[a](javascript:alert(1))"],
    "see https://example.org/a, b": [
        "see ",
        {"type": "link", "href": "https://example.org/a", "kids": ["https://example.org/a"]},
        ", b",
    ],
    f"<t:5:R> <@!{ONE}>": [{"type": "time", "seconds": 5, "style": "R"}, " ", {"type": "user", "id": ONE}],
    "<t:5:Z> <@x>": ["<t:5:Z> <@x>"],
}


@pytest.mark.parametrize("text", TREES)
async def test_inline_markdown(text, markdown):
    assert await markdown.evaluate("text => import('./markdown.js').then(({inline}) => inline(text))", text) == TREES[text]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def markdown(chromium):
    server = Page(Showcase())
    async with tab(chromium, await server.start()) as opened:
        yield opened.page
    await server.close()


async def test_marks_that_never_close_come_to_an_end(markdown):
    """As many as fit into a message. Where each was tried against all that follow, anew at each, no time would be enough."""
    script = """async (times) => {
        const { blocks } = await import("./markdown.js");
        const text = "*_~|`[<".repeat(times);
        return blocks(text).length;
    }"""
    async with asyncio.timeout(HUNG_SECONDS):
        assert await markdown.evaluate(script, 280) == 1


async def test_a_command_is_found_filled_in_and_sent_by_keyboard(see, show):
    async with see() as opened:
        page = opened.page
        say = page.get_by_role("combobox", name="Message #poker-night")
        await say.press_sequentially("/tab")
        await expect(page.get_by_role("listbox", name="Commands").get_by_role("option")).to_have_count(3)
        described = page.get_by_role("option", name="/table start")
        await expect(described).to_have_accessible_description("Open a table in this channel")
        await opened.picture("page-picker")
        await page.keyboard.press("ArrowDown")
        await expect(say).to_have_attribute(
            "aria-activedescendant", await page.get_by_role("option", name="/table start").get_attribute("id")
        )
        await page.keyboard.press("Enter")
        command = page.get_by_role("group", name="/table start")
        await expect(command.get_by_role("combobox", name="variant")).to_be_focused()
        await page.keyboard.press("Enter")  # takes the first of the list
        await expect(command.get_by_role("combobox", name="variant")).to_have_value("Sequential")
        await page.keyboard.press("Tab")
        await page.keyboard.type("9")
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("alert").get_by_text("From 2 to 8, please.")).to_be_visible()
        await opened.picture("page-options")
        await page.keyboard.press("Backspace")
        await page.keyboard.type("6")
        await page.keyboard.press("Tab")
        await page.keyboard.press("ArrowUp")
        await page.keyboard.press("Enter")  # False
        await page.keyboard.press("Tab")
        await page.keyboard.type("t")
        await page.get_by_role("option", name="Turbo").wait_for()
        await page.keyboard.press("Enter")
        await page.keyboard.press("Enter")
        await expect(say).to_be_focused()
        sent = await show.request("slash")
        options = {"variant": "sequential", "seats": 6, "interim_betting": False, "preset": "turbo"}
        assert (sent["command"], sent["path"], sent["options"]) == (COMMANDS[0]["id"], ["table", "start"], options)
        completion = await show.request("complete", lambda one: one["options"].get("preset"))
        assert (completion["focused"], completion["options"]["preset"]) == ("preset", "t")


async def test_a_required_option_is_asked_for_and_escape_gives_up(see, show):
    async with see() as opened:
        page = opened.page
        await page.keyboard.type("/table start")
        await page.keyboard.press("Enter")
        await page.get_by_role("button", name="Send /table start").click()
        await expect(page.get_by_role("alert").get_by_text("variant is needed.")).to_be_visible()
        await page.keyboard.press("Escape")
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("combobox", name="Message #poker-night")).to_be_focused()
        assert show.requests == []


async def test_many_options_wait_behind_a_button_and_enter_passes_optional_ones_by(see, show):
    async with see() as opened:
        page = opened.page
        await page.keyboard.type("/table tune")
        await page.keyboard.press("Enter")
        line = page.get_by_role("group", name="/table tune")
        await expect(line.get_by_role("textbox")).to_have_count(5)
        await line.get_by_role("button", name="3 more options").click()
        await expect(line.get_by_role("textbox", name="setting_6")).to_be_focused()
        await page.keyboard.type("7")
        await opened.picture("page-many-options")
        await page.keyboard.press("Enter")
        await page.keyboard.type("/chips")
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("option", name="rail")).to_be_visible()
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("combobox", name="Message #poker-night")).to_be_focused()
        assert [one["options"] for one in await show.asked(2)] == [{"setting_6": 7}, {}]


async def test_commands_are_described_in_the_persons_language(see):
    async with see(person=TWO) as opened:
        await opened.page.keyboard.type("/table st")
        await expect(opened.page.get_by_text("Eröffnet einen Tisch in diesem Kanal")).to_be_visible()


async def test_a_modal_keeps_the_focus_says_what_is_wrong_and_gives_the_focus_back(see, show):
    async with see() as opened:
        page = opened.page
        opener = page.get_by_role("button", name="Other…")
        await opener.focus()
        await page.keyboard.press("Enter")
        dialog = page.get_by_role("dialog", name="Raise to")
        total = dialog.get_by_role("textbox", name="Total")
        await expect(total).to_be_focused()
        await expect(dialog.get_by_text("From 40 to 820")).to_be_visible()
        await page.keyboard.press("Enter")
        await expect(dialog.get_by_text("Total is needed.")).to_be_visible()
        await total.fill("9")
        await page.keyboard.press("Enter")
        await expect(dialog.get_by_text("At least 2 characters.")).to_be_visible()
        for _ in range(8):
            await page.keyboard.press("Tab")
            assert await page.evaluate(
                "document.activeElement === document.body || document.querySelector('dialog').contains(document.activeElement)"
            )
        await dialog.get_by_role("combobox", name="Speed").focus()
        await page.keyboard.press("Enter")
        await page.get_by_role("option", name="Slow").click()
        await total.fill("99")
        await page.keyboard.press("Enter")
        await expect(dialog.get_by_role("alert")).to_have_text("From 40 to 820, please.")
        await opened.picture("page-modal")
        await total.fill("60")
        await dialog.get_by_role("button", name="Submit").click()
        await expect(dialog).to_be_hidden()
        await expect(opener).to_be_focused()
        assert show.requests[-1]["fields"] == {"total": "60", "why": "", "speed": ["slow"]}


async def test_the_focus_survives_a_message_that_changes_under_it(see, show):
    async with see() as opened:
        page = opened.page
        await page.get_by_role("button", name="My hand").focus()
        await page.keyboard.press("Tab")
        await expect(page.get_by_role("button", name="Call 20")).to_be_focused()
        await page.keyboard.press("x")
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("button", name="Call 40")).to_be_focused()
        assert [one["custom_id"] for one in await show.asked(1)] == ["call"]


async def test_what_happens_around_does_not_disturb_a_reader(see, show):
    async with see(channel=TALK) as opened:
        page = opened.page
        await expect(page.get_by_text("With an embed")).to_be_visible()
        await page.get_by_role("log").evaluate("log => { log.scrollTop = 100; }")
        await page.get_by_role("button", name="Spoiler").click()
        before = len(opened.frames)
        for _, send in show.watchers:
            send({"t": "welcome", **show.welcome(ONE), "commands": {}})
        show.post(TALK, content="afterwards")
        await expect(page.get_by_text("afterwards")).to_be_attached()
        await expect(page.get_by_text("a spoiler")).to_be_visible()
        assert await page.evaluate("document.getElementById('log').scrollTop") == 100
        assert len(opened.frames) == before + 2


async def test_earlier_messages_come_in_above_what_is_being_read(see, show):
    for number in range(40):
        show.post(TALK, content=f"line {number}")
    show.page_size = 20
    async with see(channel=TALK) as opened:
        page = opened.page
        await expect(page.get_by_text("line 39")).to_be_visible()
        await page.get_by_role("log").evaluate("log => { log.scrollTop = 0; }")
        line = page.get_by_text("line 20", exact=True)
        before = (await line.bounding_box())["y"]
        await page.get_by_role("button", name="Earlier messages").click()
        await expect(page.get_by_text("line 0", exact=True)).to_be_attached()
        assert abs((await line.bounding_box())["y"] - before) < 60  # the button itself may go
        await expect(page.get_by_role("article", name="Open Draw").first).to_be_attached()


async def test_a_private_message_reaches_its_owner_alone(see, show):
    async with see(person=ONE) as first, see(person=TWO) as second, see(person=RAIL) as rail:
        await expect(first.page.get_by_text("Only you can see this")).to_be_visible()
        await second.page.get_by_role("button", name="My hand").click()
        await expect(second.page.get_by_text("Only for @two")).to_be_visible()
        for other in (second, rail):
            await expect(other.page.get_by_text("kings and nines")).to_have_count(0)
            assert not any("kings and nines" in frame for frame in other.frames)
        for other in (first, rail):
            await expect(other.page.get_by_text("Only for")).to_have_count(0)
            assert not any("Only for" in frame for frame in other.frames)
        assert any("kings and nines" in frame for frame in first.frames)
        await second.picture("page-second-person")


async def test_becoming_another_person_shows_what_that_person_sees(see):
    async with see() as opened:
        page = opened.page
        await expect(page.get_by_text("kings and nines")).to_be_visible()
        await page.get_by_role("radio", name="two").click()
        await expect(page.get_by_text("kings and nines")).to_have_count(0)
        await expect(page.get_by_role("radio", name="two")).to_be_checked()
        await expect(page.get_by_role("button", name="My hand")).to_be_visible()
        await page.keyboard.press("ArrowUp")
        await expect(page.get_by_role("radio", name="one", exact=True)).to_be_checked()
        await expect(page.get_by_text("kings and nines")).to_be_visible()


async def test_dismissing_takes_a_private_message_away(see, show):
    async with see() as opened:
        await opened.page.get_by_role("button", name="Dismiss message").click()
        await expect(opened.page.get_by_text("kings and nines")).to_have_count(0)
        assert (await show.request("dismiss"))["message"] == show.private["id"]


async def test_a_press_waits_visibly_and_says_when_nobody_answered(see, show):
    show.may_fail = asyncio.Event()
    async with see() as opened:
        page = opened.page
        rules = page.get_by_role("button", name="Rules")
        await rules.click()
        await expect(rules).to_have_attribute("aria-busy", "true")
        await expect(page.get_by_role("button", name="Call 20")).to_be_disabled()
        show.may_fail.set()
        await expect(page.get_by_role("alert").get_by_text("This interaction failed")).to_be_visible()
        await expect(page.get_by_role("button", name="Call 20")).to_be_enabled()
        show.may_fail.clear()
        await page.keyboard.type("/table leave")
        composer = page.get_by_role("combobox", name="Message #poker-night")
        await composer.fill("/table leave")
        await page.keyboard.press("Enter")
        await page.keyboard.press("Enter")
        await expect(page.get_by_text("Sending command…")).to_be_visible()
        show.may_fail.set()
        await expect(page.get_by_text("The application did not respond")).to_be_visible()


async def test_nothing_that_the_last_person_was_doing_is_said_to_the_next_one(see, show):
    show.may_fail = asyncio.Event()
    async with see(timezone_id="Europe/Berlin") as opened:  # a context of its own, for the clock
        page = opened.page
        await page.clock.install()
        await page.get_by_role("button", name="Rules").click()
        await page.get_by_role("combobox", name="Message #poker-night").fill("/table leave")
        await page.keyboard.press("Enter")
        await page.keyboard.press("Enter")
        await page.get_by_role("radio", name="two").click()
        await expect(page.get_by_role("radio", name="two")).to_be_checked()
        await expect(page.get_by_role("button", name="My hand")).to_be_visible()
        await page.clock.run_for(400)  # past the 300 ms of deeds.js
        for words in ("Sending command…", "The application did not respond", "This interaction failed"):
            await expect(page.get_by_text(words)).to_have_count(0)
        show.may_fail.set()


async def test_the_way_past_the_navigation_leads_to_the_box_and_keeps_the_place(see):
    async with see() as opened:
        page = opened.page
        await expect(page.get_by_role("button", name="My hand")).to_be_visible()
        before = page.url
        await page.get_by_role("link", name="Skip to the message box").focus()
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("combobox", name="Message #poker-night")).to_be_focused()
        assert page.url == before


async def test_several_options_are_sent_when_the_list_closes_and_none_twice(see, show):
    async with see(channel=TALK) as opened:
        page = opened.page
        await page.get_by_role("combobox", name="Whose records?").click()
        people = page.get_by_role("listbox", name="Whose records?")
        await people.get_by_role("option", name="two").click()
        await page.keyboard.press("Home")
        await page.keyboard.press("Enter")
        await expect(people.get_by_role("option", selected=True)).to_have_count(2)
        await page.keyboard.press("Escape")
        await page.get_by_role("combobox", name="All time").click()
        await page.keyboard.press("t")
        await page.keyboard.press("t")
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("combobox", name="All time")).to_be_focused()
        assert [(one["custom_id"], one["values"]) for one in await show.asked(2)] == [("who", [ONE, TWO]), ("sort", ["day"])]


async def test_the_log_follows_its_end_but_never_a_reader_who_scrolled_up(see, show):
    async with see(channel=TALK) as opened:
        page = opened.page
        gap = "() => { const log = document.getElementById('log'); return Math.round(log.scrollHeight - log.scrollTop - log.clientHeight); }"
        assert await page.evaluate(gap) <= 1
        show.post(TALK, content="a\n" * 30 + "the last line")
        await expect(page.locator(".message").last).to_contain_text("the last line")
        assert await page.evaluate(gap) <= 1
        await page.get_by_role("log").evaluate("log => { log.scrollTop = 100; }")
        await page.wait_for_function("document.getElementById('log').scrollTop === 100")
        await page.evaluate("() => new Promise(requestAnimationFrame)")
        show.post(TALK, content="the newest")
        await expect(page.get_by_role("button", name="Jump to the newest message")).to_be_visible()
        assert await page.evaluate("document.getElementById('log').scrollTop") == 100
        await page.get_by_role("button", name="Jump to the newest message").click()
        assert await page.evaluate(gap) <= 1


async def test_it_connects_again_and_misses_nothing(see, show):
    async with see() as opened:
        page = opened.page
        await expect(page.get_by_text("Anyone for a hand?")).to_be_visible()
        for socket in list(show.server._sockets):
            await socket.close()
        show.post(TABLE, content="said meanwhile")
        await expect(page.get_by_text("said meanwhile")).to_be_visible()
        await expect(page.get_by_text("The connection is lost")).to_be_hidden()


async def test_a_countdown_runs_in_the_persons_language(see, show):
    # A zone of its own, and so a context of its own: playwright's clock holds for all pages of a context.
    async with see(person=TWO, channel=BACK_ROOM, timezone_id="UTC") as opened:
        page = opened.page
        await page.clock.install(time=NOW)
        await page.clock.pause_at(NOW + 1)
        await page.reload()
        show.post(BACK_ROOM, content=f"<t:{NOW + 100}:R>")
        await page.clock.run_for(300)
        first = await page.locator(".stamp").inner_text()
        assert first == "in 1 Minute"
        await page.clock.run_for(60_000)
        assert (await page.locator(".stamp").inner_text()).endswith("Sekunden")


async def test_unread_channels_are_marked_and_a_language_is_chosen(see, show):
    async with see() as opened:
        page = opened.page
        show.post(TALK, content="over here")
        await page.get_by_role("button", name="talk (new messages)").click()
        await expect(page.get_by_text("over here")).to_be_visible()
        await page.get_by_role("combobox", name="Your language").select_option("ja")
        await page.get_by_role("combobox", name="Message #talk").fill("hello")
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("article").last).to_contain_text("hello")
        assert [one["t"] for one in await show.asked(2)] == ["locale", "say"]


async def test_a_phone_gets_drawers_and_nothing_sticks_out(see):
    async with see(size=PHONE, has_touch=True) as opened:
        page = opened.page
        await expect(page.get_by_role("navigation", name="Channels")).to_be_hidden()
        await opened.picture("page-phone")
        await page.get_by_role("button", name="Servers and channels").tap()
        await page.get_by_role("button", name="talk").tap()
        await expect(page.get_by_role("navigation", name="Channels")).to_be_hidden()
        await expect(page.get_by_role("heading", name="talk", exact=True)).to_be_visible()
        for channel in ("talk", "poker-night"):
            await page.get_by_role("button", name="Servers and channels").tap()
            await page.get_by_role("navigation", name="Channels").get_by_role("button", name=channel).tap()
            wide = await page.evaluate(
                "[...document.querySelectorAll('body *')].filter(n => n.getBoundingClientRect().right > innerWidth + 1 && getComputedStyle(n).visibility !== 'hidden').length"
            )
            assert wide == 0
        await page.get_by_role("button", name="People.").tap()
        await page.get_by_role("radio", name="two").tap()
        await expect(page.get_by_role("complementary", name="People")).to_be_hidden()
        await page.get_by_role("button", name="Other…").tap()
        await expect(page.get_by_role("dialog", name="Raise to")).to_be_visible()
        await opened.picture("page-phone-modal")


async def test_whoever_wants_less_motion_gets_none(see):
    async with see(channel=TALK, reduced_motion="reduce") as opened:
        durations = await opened.page.evaluate(
            "[...document.querySelectorAll('*')].map(n => parseFloat(getComputedStyle(n).animationDuration))"
        )
        assert max(durations) <= 0.001


async def test_the_socket_of_a_person_speaks_only_of_that_person(see):
    async with see(person=ODD) as opened:
        first = json.loads(opened.frames[0])
        assert (first["t"], first["me"]["id"]) == ("welcome", ODD)
