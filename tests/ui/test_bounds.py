"""What Discord does not take of an answer is given up in time: discord.py would wait by itself, in real time, for as long as Discord says."""

import asyncio
import re

import pytest

from bot.sandbox.clock import ManualClock
from bot.sandbox.faults import Aim
from bot.ui.bounds import FIRST_ANSWER, LATER_ANSWER, GivenUp, within
from tests.trouble.test_optional import CARDS, OPTIONAL, fail
from tests.ui.evening import CALLBACK, custom_ids
from tests.ui.test_card_emojis import upload


def failed(here, since):
    """How often Discord has failed or limited since then."""
    return sum(each.status in {429, 503} for each in here.requests(since))


async def discarding(evening):
    """A hand is at its discards, shown with the application's emojis; whoever is asked has time."""
    here = await evening("one", "two", cards=CARDS)
    here.responder.card_emojis.show(await upload(here))
    await here.seated(clock=300, discard_clock=300)
    while here.view().hand.view.phase == "before":
        await here.press(here.asked(), re.compile("^(Call|Check)"), here.table())
    return here


@pytest.mark.parametrize("failure", ["503", "429"])
async def test_an_answer_whose_emojis_fail_for_good_comes_as_text_in_time(evening, failure):
    here = await discarding(evening)
    fail(here, OPTIONAL["emojis of buttons"], failure, times=None)
    since = here.mark()
    asked = here.people[here.asked()].press(here.table(), "My hand")
    await here.stage.until(lambda: failed(here, since))
    here.stage.clock.advance(FIRST_ANSWER.each_seconds)
    await asked
    assert asked.ephemeral
    assert not asked.failed
    assert any(":pick:" in custom_id for custom_id in custom_ids(here.private(here.asked())))


@pytest.mark.parametrize("failure", ["503", "429"])
async def test_an_answer_that_fails_for_good_is_given_up_and_the_action_stands(evening, failure):
    here = await evening("one", "two", cards=CARDS)
    await here.seated(clock=300)
    fail(here, Aim("POST", CALLBACK), failure, times=None)
    since = here.mark()
    asked = here.people[here.asked()].press(here.table(), "Call")
    await here.stage.until(lambda: failed(here, since))
    here.stage.clock.advance(FIRST_ANSWER.all_seconds)
    await asked
    await here.quiet()
    assert asked.failed
    assert here.view().hand.prompt_number == 1
    here.stage.faults.clear()
    await here.wait(5)
    assert (await here.press(here.asked(), "Check", here.table())).updated


@pytest.mark.parametrize("failure", ["503", "429"])
async def test_an_edit_of_a_private_message_that_fails_for_good_is_given_up(evening, failure):
    here = await evening("one", "two", cards=CARDS)
    await here.seated(clock=300)
    first, second = here.asked(), next(name for name in here.people if name != here.asked())
    await here.press(second, "My hand", here.table())
    fail(here, OPTIONAL["edits of private messages"], failure, times=None)
    since = here.mark()
    await here.people[first].press(here.table(), "Call")
    await here.stage.until(lambda: failed(here, since))
    assert here.responder.private_messages.busy
    here.stage.clock.advance(LATER_ANSWER.all_seconds)
    await here.quiet()
    assert not here.responder.private_messages.busy
    assert here.asked() == second
    assert (await here.press(second, "My hand", here.table())).ephemeral
    assert (await here.press(second, "Check", here.private(second))).answers == 1


async def test_what_is_in_time_is_not_given_up():
    clock = ManualClock()

    async def asked() -> int:
        return 5

    assert await within(clock, 1, asked()) == 5
    clock.advance(2)


async def test_what_is_late_is_given_up_and_ended():
    clock, ended = ManualClock(), asyncio.Event()

    async def asked() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    waiting = asyncio.create_task(within(clock, 1, asked()))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    clock.advance(1)
    with pytest.raises(GivenUp):
        await waiting
    assert ended.is_set()


async def test_who_is_cancelled_while_waiting_is_cancelled_and_what_was_asked_ends():
    clock, ended = ManualClock(), asyncio.Event()

    async def asked() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    waiting = asyncio.create_task(within(clock, 1, asked()))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert ended.is_set()
