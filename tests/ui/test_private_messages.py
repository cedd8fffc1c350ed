"""The private push at the deal, and the one edit that opens the buttons."""

import re
from dataclasses import replace
from types import SimpleNamespace

from bot.render import TEXT_CARDS
from bot.sandbox.clock import ManualClock
from bot.sandbox.faults import Aim
from bot.sandbox.rest.budgets import UNLIMITED
from bot.ui.open_responses import OpenResponses
from bot.ui.private.messages import FORGET_AT, TOKEN_SECONDS, PrivateMessages
from tests.sandbox.harness import Stage
from tests.ui.evening import CALLBACK, Evening, custom_ids

WHISPERS = "/webhooks/*/messages/*"


async def test_the_hand_is_pushed_to_whoever_has_a_live_token(evening):
    here = await evening("one", "two", "three")
    await here.seated(deal=False)
    since = here.mark()
    await here.press("one", "Deal")
    assert here.kinds(since).count("whisper") == 3
    for name in here.people:
        assert "Your hand" in here.private(name).text
    assert not any("Your hand" in seen.text for seen in here.rail.messages(here.channel))


async def test_a_push_is_the_only_message_that_its_own_player_sees(evening):
    here = await evening("one", "two")
    await here.seated()
    assert not set(here.people["one"].messages(here.channel)) & {here.private("two")}


async def test_no_push_after_fifteen_minutes_and_no_refused_token(evening):
    here = await evening("one", "two")
    await here.seated(deal=False)
    await here.slash("one", "table pause")
    await here.wait(15 * 60)
    await here.slash("one", "table resume")
    since = here.mark()
    await here.press("one", "Deal", here.table())
    await here.wait(5)
    assert here.view().hand is not None
    assert here.kinds(since).count("whisper") == 1, "one has a new token, and two's has expired"
    assert "Your hand" in here.private("one").text
    assert all(each.status != 401 for each in here.requests()), "a refused token would count towards a ban"


async def test_no_edit_after_fifteen_minutes_and_no_refused_token(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    await here.press("two", "My hand", here.table())
    await here.bot.tables.connection_lost([here.server.id])
    await here.wait(15 * 60)
    await here.bot.tables.connection_back([here.server.id])
    await here.wait(1)
    since = here.mark()
    await here.press("one", "Call 10", here.table())
    await here.wait(5)
    assert here.asked() == "two"
    assert "edit whisper" not in here.kinds(since)
    assert all(each.status != 401 for each in here.requests())


async def test_the_deal_does_not_go_by_a_press_that_waits_for_its_answer(evening):
    here = await evening("one", "two")
    await here.seated(deal=False)
    await here.wait(19.5)
    hold = here.stage.faults.hold("POST", CALLBACK)
    pressed = here.people["two"].press(here.table(), "Rules")
    await hold.arrived.wait()
    since = here.mark()
    here.stage.clock.advance(0.6)
    await here.stage.until(lambda: "whisper" in here.kinds(since))
    assert "Your hand" in here.private("two").text, "by the token of the press before"
    hold.release()
    await here.quiet()
    assert (await pressed).ephemeral
    assert all(each.status < 400 for each in here.requests(since))


async def test_a_press_whose_answer_was_lost_pushes_nothing(evening):
    here = await evening("one", "two")
    await here.seated(deal=False)
    hold = here.stage.faults.hold("POST", CALLBACK)
    pressed = here.people["two"].press(here.table(), "Rules")
    await hold.arrived.wait()
    here.stage.clock.advance(3.5)
    hold.release()
    await here.quiet()
    assert (await pressed).failed
    since = here.mark()
    await here.wait(20)
    assert "Your hand" in here.private("two").text, "by the token of the press before"
    assert all(each.status < 400 for each in here.requests(since))


async def test_pushes_that_discord_holds_back_come_later_and_hold_nobody_up(tmp_path, traffic):
    async with Stage(limits=replace(UNLIMITED, follow_ups=(2, 1.5)), traffic=traffic) as stage:
        stage.rest.budgets.now = stage.clock.monotonic  # nothing is let through before the clock is moved
        here = Evening(stage, tmp_path / "open-draw.db", "one", "two", "three")
        await here.open()
        await here.seated(deal=False)
        stage.clock.advance(1.5)  # those who joined have been welcomed
        await here.people["one"].press(here.channel, "Deal")
        await stage.until(lambda: here.table().has("Call 10") and stage.rest.budgets.refused)
        called = await here.people["one"].press(here.table(), "Call 10")
        assert called.updated
        assert any("Your hand" not in "".join(seen.text for seen in one.messages(here.channel)) for one in here.people.values())
        stage.clock.advance(1.5)
        await here.quiet()
        for name in here.people:
            assert "Your hand" in here.private(name).text
        assert any(i.endswith(":call") for i in custom_ids(here.private("two")))
        await here.press("two", "Call 5", here.private("two"))
        assert here.asked() == "three"


async def test_the_buttons_are_opened_once_a_prompt(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    assert not any(i.endswith(":call") for i in custom_ids(here.private("two"))), "what can be ticked ahead reads alike"
    since = here.mark()
    await here.press("one", "Call 10", here.table())
    assert here.kinds(since).count("edit whisper") == 1
    assert any(i.endswith(":call") for i in custom_ids(here.private("two")))
    await here.press("two", "Call 5", here.private("two"))
    assert here.asked() == "three"
    assert any(i.endswith(":check") for i in custom_ids(here.private("three")))


async def test_a_private_message_that_was_pressed_later_is_the_one_that_is_edited(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    await here.wait(10)
    mine = await here.press("two", "My hand", here.table())
    await here.press("one", "Call 10", here.table())
    assert any(i.endswith(":call") for i in custom_ids(here.private("two")))
    assert here.private("two").message is mine.message


async def test_heads_up_the_next_prompt_comes_with_the_answer(evening):
    here = await evening("one", "two")
    await here.seated()
    while here.view().hand.view.phase == "before":
        await here.press(here.asked(), re.compile("^(Call|Check)"), here.table())
    first = here.asked()
    await here.press(first, "Pass", here.private(first))
    await here.press(first, re.compile("^Pass"), here.private(first))
    other = here.asked()
    assert other != first
    for _ in range(4):
        since = here.mark()
        await here.press(other, custom_ids(here.private(other))[0], here.private(other))
        await here.press(other, re.compile("^Discard"), here.private(other))
        assert here.asked() == other
        assert here.kinds(since).count("edit whisper") == 0, "the answer shows the next prompt already"


async def test_a_prompt_that_opens_while_the_private_answer_is_on_its_way(evening):
    here = await evening("one", "two")
    await here.seated()
    while here.view().hand.view.phase == "before":
        await here.press(here.asked(), re.compile("^(Call|Check)"), here.table())
    first, other = here.asked(), next(name for name in here.people if name != here.asked())
    await here.press(first, custom_ids(here.private(first))[0], here.private(first))
    hold = here.stage.faults.hold("POST", CALLBACK)
    since = here.mark()
    thrown = here.people[first].press(here.private(first), re.compile("^Discard"))
    await hold.arrived.wait()
    await here.stage.until(lambda: here.asked() == other)
    await passes(here, other)
    assert here.asked() == first, "before the answer to what they did last"
    await here.stage.until(lambda: here.responder.private_messages._put_off)
    hold.release()
    await here.quiet()
    assert (await thrown).updated
    assert here.private(first).has("Pass"), "its buttons are open"
    assert here.kinds(since).count("edit whisper") == 1


async def test_a_prompt_that_opens_while_my_hand_is_on_its_way(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    hold = here.stage.faults.hold("POST", CALLBACK)
    asked_for = here.people["two"].press(here.table(), "My hand")
    await hold.arrived.wait()
    await here.people["one"].press(here.table(), "Call 10")
    await here.stage.until(lambda: here.responder.private_messages._put_off)
    hold.release()
    await here.quiet()
    assert (await asked_for).ephemeral
    assert any(i.endswith(":call") for i in custom_ids(here.private("two")))


async def edit_held_over_a_deal(here):
    """The edit of two's private message is under way when the next hand is dealt: the push of that waits behind it."""
    await here.seated()
    hold = here.stage.faults.hold("PATCH", WHISPERS)
    await here.people["one"].press(here.table(), "Call 5")
    await hold.arrived.wait()
    await here.people["two"].press(here.table(), "Min 20")
    await here.stage.until(lambda: here.asked() == "one" and here.table().has("Fold"))
    await here.people["one"].press(here.table(), "Fold")
    await here.stage.until(lambda: here.view().hand.prompt_seat is None and here.table().has("Deal"))
    since = here.mark()
    await here.people["one"].press(here.table(), "Deal")
    await here.stage.until(lambda: here.kinds(since).count("whisper") == 1)
    return hold, since


async def test_an_edit_that_fails_keeps_back_no_new_hand(evening):
    here = await evening("one", "two")
    hold, since = await edit_held_over_a_deal(here)
    here.stage.faults.server_error(Aim("PATCH", WHISPERS), status=404)
    hold.release()
    await here.quiet()
    assert here.kinds(since).count("whisper") == 2
    assert here.asked() == "two"
    assert here.private("two").has("Call 5"), "it is the new hand's message"


async def test_an_edit_that_fails_leaves_the_private_message_that_came_after_it(evening):
    here = await evening("one", "two")
    await here.seated()
    hold = here.stage.faults.hold("PATCH", WHISPERS)
    await here.people["one"].press(here.table(), "Call 5")
    await hold.arrived.wait()
    mine = await here.people["two"].press(here.table(), "My hand")
    here.stage.faults.server_error(Aim("PATCH", WHISPERS), status=404)
    hold.release()
    await here.quiet()
    assert not here.private("two").has("Pass")
    await here.press("two", "Check", here.table())
    assert here.asked() == "two"
    assert here.private("two").message is mine.message
    assert here.private("two").has("Pass")


async def passes(here, name):
    await here.people[name].press(here.table(), "My hand")
    for wanted in ("Pass", re.compile("^Pass")):
        await here.people[name].press(here.private(name), wanted)


def test_tokens_are_looked_through_once_for_many_new_ones():
    clock = ManualClock(0.0)
    whispers = PrivateMessages(None, clock, lambda: TEXT_CARDS, OpenResponses())

    def heard(users):
        for user in users:
            whispers.note_token(1, SimpleNamespace(user=SimpleNamespace(id=user)))

    heard(range(FORGET_AT + 1))
    assert len(whispers._newest) == FORGET_AT + 1, "all of them live"
    clock.advance(TOKEN_SECONDS)
    heard(range(FORGET_AT + 1, 2 * FORGET_AT))
    assert len(whispers._newest) == 2 * FORGET_AT
    heard([-1])
    assert len(whispers._newest) == FORGET_AT, "what expired is forgotten when as many new ones have come"
