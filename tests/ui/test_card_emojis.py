"""The emojis of the cards: uploaded once, and done without where that fails."""

import asyncio

import pytest

from bot.render import EMOJI_NAMES
from bot.sandbox.faults import Aim
from bot.ui.card_emojis import uploaded_emojis

EMOJIS = "/applications/*/emojis"


async def upload(here):
    work = asyncio.create_task(uploaded_emojis(here.bot, here.stage.clock))
    await here.wait(10)
    return await work


def uploads(here, since):
    return [each.request["name"] for each in here.requests(since) if each.method == "POST" and each.path.endswith("/emojis")]


async def test_only_what_is_missing_is_uploaded(evening):
    here = await evening("one")
    faces = await upload(here)
    assert set(faces.emojis) == set(EMOJI_NAMES)
    gone = here.stage.world.application.emojis.popitem()[1]
    since = here.mark()
    again = await upload(here)
    assert uploads(here, since) == [gone.name]
    assert set(again.emojis) == set(EMOJI_NAMES)


@pytest.mark.parametrize("seldom", [10, 53])
async def test_a_refused_upload_costs_its_own_card_alone(evening, seldom):
    here = await evening("one")
    here.stage.faults.server_error(Aim("POST", EMOJIS, times=1, every=seldom), status=503)
    faces = await upload(here)
    assert len(faces.emojis) == 52
    assert set(faces.emojis) < set(EMOJI_NAMES)
    since = here.mark()
    assert len((await upload(here)).emojis) == 53
    assert len(uploads(here, since)) == 1


async def test_a_limit_that_lasts_leaves_the_rest_to_the_next_start(evening):
    here = await evening("one")
    here.stage.faults.rate_limit(Aim("POST", EMOJIS, times=1, every=10), retry_after=60.0)
    since = here.mark()
    faces = await upload(here)
    assert len(faces.emojis) == 9
    assert len(uploads(here, since)) == 10
