"""What is optional must not be able to stop the game: every request beside it fails, for good and for a while, and a hand is played all the same."""

import json
import re
import shutil

import pytest

from bot.app import PokerBot
from bot.render import EMOJI_NAMES
from bot.sandbox.faults import Aim
from bot.settings import Settings, sqlite_url
from tests.trouble.truth import chips_are_right
from tests.ui.evening import EDIT, POST, Evening, SteadyDealer, custom_ids, suspended
from tests.ui.test_card_emojis import upload

CARDS = "2c 3d 5s 7h 9c Jd Ks As 4h 6c"


class WholeEvening(Evening):
    """An evening with the bot as an operator runs it, its emojis and all."""

    async def open(self) -> PokerBot:
        settings = Settings(database_url=sqlite_url(self.file), _env_file=None)
        bot = self.bot = await PokerBot.composed(settings, clock=self.stage.clock, dealer=SteadyDealer(CARDS))
        self.stage.world.busy.append(lambda: bot.responder.busy or bot.tables.busy)
        await self.stage.start(lambda: bot)
        await self.quiet()
        await self.wait(10)
        return bot


def mentions_somebody(call) -> bool:
    return "<@" in json.dumps(call.body)


def shows_a_picture(call) -> bool:
    return bool(call.files)


def asks_for_emojis(call) -> bool:
    return '"emoji": {' in json.dumps(call.body)


OPTIONAL = {
    "pictures in posts": Aim("POST", POST, about=shows_a_picture),
    "pictures in edits": Aim("PATCH", EDIT, about=shows_a_picture),
    "pictures in answers": Aim("POST", "/interactions/*/*/callback", about=shows_a_picture),
    "emojis of buttons": Aim("*", "*", about=asks_for_emojis),
    "the list of emojis": Aim("GET", "/applications/*/emojis"),
    "uploads of emojis": Aim("POST", "/applications/*/emojis"),
    "the list of commands": Aim("GET", "/applications/*/commands"),
    "registering commands": Aim("PUT", "/applications/*/commands"),
    "nudges": Aim("POST", POST, about=mentions_somebody),
    "removing nudges": Aim("DELETE", EDIT),
    "pushes": Aim("POST", "/webhooks/*/*"),
    "edits of private messages": Aim("PATCH", "/webhooks/*/*/messages/*"),
    "looking up a channel": Aim("GET", "/channels/*"),
    "messages anew": Aim("POST", POST),
}
"""Every request that the bot makes besides answering presses and editing the table's message. It sets no presence."""

FAILURES = {"403": 50013, "400": 50035, "503": 503, "429": 429}


def fail(here, aim, failure, *, times):
    aim = Aim(aim.method, aim.path, times=times, about=aim.about)
    match failure:
        case "503":
            here.stage.faults.server_error(aim, status=503)
        case "429":
            here.stage.faults.rate_limit(aim, retry_after=600.0)
        case _:
            here.stage.faults.refuse(FAILURES[failure], aim)


async def play_a_hand(here) -> None:
    """Everybody acts, the second after a nudge, on whatever the table shows; the hand comes to its end."""
    number = here.view().hand.number
    for step in range(40):
        await here.wait(1.5)  # the table's message follows at most once a second
        hand = here.view().hand
        if hand.view.over or hand.number != number:
            return
        await resting_ends(here)
        name = here.asked()
        if step == 1:
            await here.wait(31)  # half of the clock is over: a nudge
        if step == 2:
            await here.slash(name, "table show")
            await resting_ends(here)
        if here.view().hand.view.phase in {"before", "final"}:
            await here.press(name, re.compile("^(Call|Check)"), here.table())
        else:
            await passes_or_throws(here, name)
    raise AssertionError("the hand does not end")


async def resting_ends(here) -> None:
    """Where a table rests since its channel does not answer, it goes on by itself."""
    for _ in range(10):
        await here.quiet()
        if not suspended(here):
            return
        await here.wait(30)
    raise AssertionError(f"the table rests for good: {suspended(here)}")


async def passes_or_throws(here, name) -> None:
    """A card is thrown in the first round, and none afterwards."""
    assert (await here.press(name, "My hand", here.table())).ephemeral
    hand = here.view().hand
    verb, sure = (":pass", ":pass") if hand.view.of(hand.prompt_seat).discards else (":pick:", ":throw:")
    for wanted in (f"c:.*{verb}", f"a:.*{sure}"):
        seen = here.private(name)
        await here.press(name, next(i for i in custom_ids(seen) if re.match(wanted, i)), seen)


ANSWERS = {"pictures in answers", "emojis of buttons", "edits of private messages"}
"""For these discord.py itself waits, in real seconds, when Discord fails or limits: here only refusals are tried, the rest in tests/ui/test_bounds.py."""
CASES = [
    (what, failure, lasting)
    for what in OPTIONAL
    for failure in (("403", "400") if what in ANSWERS else ("403", "503"))
    for lasting in ("for good", "for a while")
    if (what, failure)
    != ("messages anew", "403")  # who may not write in a channel has no table there: it rests till that is allowed
]


@pytest.mark.parametrize(("what", "failure", "lasting"), CASES)
async def test_a_hand_is_played_without(stage, tmp_path, empty, what, failure, lasting):
    at_start = OPTIONAL[what].path.startswith("/applications/")
    make = WholeEvening if at_start and "emojis" in what else Evening
    here = make(stage, shutil.copyfile(empty, tmp_path / "open-draw.db"), "one", "two", cards=CARDS)
    times = None if lasting == "for good" else 1
    if at_start:
        if "commands" in what:
            await known_before(here)
        fail(here, OPTIONAL[what], failure, times=times)
    await here.open()
    if what == "emojis of buttons":
        here.responder.card_emojis.show(await upload(here))
    await here.seated()
    if not at_start:
        fail(here, OPTIONAL[what], failure, times=times)
    await play_a_hand(here)
    assert here.view().hand.view.over
    stage.faults.clear()
    await here.wait(5)
    await chips_are_right(here)


async def known_before(here) -> None:
    """The commands are registered since an earlier start, and one of them is another now."""
    await here.open()
    await here.stage.stop()
    here.stage.world.busy.clear()
    here.stage.world.application.commands[None].pop("help")


async def test_a_channel_is_told_once_that_pictures_are_missing(evening):
    here = await evening("one", "two", cards=CARDS)
    await here.seated()
    here.stage.world.set_permissions(here.channel, here.stage.world.application.user, deny=("attach_files",))
    for _ in range(2):
        await play_a_hand(here)
        await here.press("one", "Deal", here.table())
    told = [seen for seen in here.rail.messages(here.channel) if "Attach Files" in seen.text]
    assert len(told) == 1
    assert any("turned up" in seen.text.lower() or "Round" in seen.text for seen in here.rail.messages(here.channel))
    here.stage.world.set_permissions(here.channel, here.stage.world.application.user)
    await play_a_hand(here)
    assert any(seen.message.attachments for seen in here.rail.messages(here.channel)), "pictures are back by themselves"


async def test_a_table_opens_where_files_are_not_allowed(evening):
    here = await evening("one", "two", cards=CARDS)
    here.stage.world.set_permissions(here.channel, here.stage.world.application.user, deny=("attach_files",))
    await here.seated()
    await play_a_hand(here)
    assert here.view().hand.view.over


async def test_emojis_that_are_gone_are_text_at_once_and_are_uploaded_again(stage, tmp_path, empty):
    here = WholeEvening(stage, shutil.copyfile(empty, tmp_path / "open-draw.db"), "one", "two", cards=CARDS)
    await here.open()
    await here.seated()
    while here.view().hand.view.phase == "before":
        await here.press(here.asked(), re.compile("^(Call|Check)"), here.table())
    stage.world.clear_emojis()
    await here.press(here.asked(), "My hand", here.table())
    mine = here.private(here.asked())
    assert "<:" not in mine.text
    assert "♣" in mine.text
    assert any(":pick:" in custom_id for custom_id in custom_ids(mine))
    await here.wait(10)
    assert {emoji.name for emoji in stage.world.application.emojis.values()} == set(EMOJI_NAMES)
    await here.press(here.asked(), "My hand", here.table())
    assert "<:" in here.private(here.asked()).text


async def test_emojis_that_are_refused_time_and_again_are_looked_at_less_and_less(stage, tmp_path, empty):
    here = WholeEvening(stage, shutil.copyfile(empty, tmp_path / "open-draw.db"), "one", "two", cards=CARDS)
    await here.open()
    await here.seated(time_bank=300, discard_clock=300)
    while here.view().hand.view.phase == "before":
        await here.press(here.asked(), re.compile("^(Call|Check)"), here.table())
    fail(here, OPTIONAL["emojis of buttons"], "400", times=None)
    since = here.mark()
    looks = []
    for seconds in (5, 5, 61):
        await here.press(here.asked(), "My hand", here.table())
        assert "<:" not in here.private(here.asked()).text
        await here.wait(seconds)
        looks.append(sum(each.method == "GET" and "/emojis" in each.path for each in here.requests(since)))
    assert looks == [1, 1, 2]


async def test_a_table_whose_message_may_not_be_posted_anew_rests_until_it_may(evening):
    here = await evening("one", "two", cards=CARDS)
    await here.seated()
    before = here.view().hand.prompt_number
    fail(here, OPTIONAL["messages anew"], "403", times=None)
    await here.slash("one", "table show")
    await here.wait(600)
    assert suspended(here) == {"channel"}
    assert here.view().hand.prompt_number == before, "nobody is timed out"
    here.stage.faults.clear()
    await resting_ends(here)
    await play_a_hand(here)
    assert here.view().hand.view.over
