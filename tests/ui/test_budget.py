"""Whole hands stay within design.md's budget of requests, at a human pace and as fast as it goes."""

import pytest

from bot.engine import VARIANTS
from tests.ui.counting import Counting, play_a_hand

NAMES = ("one", "two", "three", "four", "five", "six", "seven", "eight")


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("people", [4, 8])
@pytest.mark.parametrize("seconds", [3, 0])
async def test_a_hand_stays_within_the_budget(evening, variant, people, seconds):
    here = await evening(*NAMES[:people])
    await here.seated(deal=False, variant=variant, seats=8, clock=300, discard_clock=300)
    await here.wait(2)
    counting = Counting(here)
    await here.press("one", "Deal", here.table())
    await play_a_hand(here, seconds_an_action=seconds)
    await here.wait(3)
    counted = counting.result()
    print(counted)
    assert not counted.over()
    assert counted.asked["answers"] == counted.allowed["answers"]
