"""A table's message is posted anew: the old one loses its buttons first, and there are never two to be played on."""

import asyncio

from bot.sandbox.faults import Aim
from tests.sandbox.quiet import turns
from tests.tables.room import in_memory
from tests.trouble.truth import playing_buttons
from tests.ui.evening import CALLBACK, POST, suspended


def playable(here):
    """The public messages that have buttons to play with."""
    return [seen for seen in here.rail.messages(here.channel) if playing_buttons(seen)]


async def test_a_message_has_lost_its_buttons_before_another_is_posted(evening):
    here = await evening("one", "two")
    await here.seated()
    before = here.table()
    hold = here.stage.faults.hold("POST", POST)
    asked = here.people["one"].slash(here.channel, "table show")
    await hold.arrived.wait()
    assert not before.buttons
    hold.release()
    await asked
    await here.quiet()
    assert here.table() != before
    assert playing_buttons(here.table())


async def test_an_answer_that_may_put_the_buttons_back_is_waited_for(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    await here.wait(5)
    before = here.table()
    hold = here.stage.faults.hold("POST", CALLBACK)
    late = here.people["one"].press(before, "Call 10")
    await hold.arrived.wait()
    since = here.mark()
    await here.bot.tables.show_table(here.view().table_id, press=1)
    assert (await here.people["three"].press(before, "Away")).updated
    await turns()
    assert not before.buttons
    assert here.kinds(since).count("post") == 0, "the first answer may land after the second"
    hold.release()
    assert (await late).updated
    await here.quiet()
    assert not before.buttons
    assert here.table() != before


async def test_who_pressed_just_before_the_message_was_replaced_sees_it_as_it_was(evening):
    here = await evening("one", "two")
    await here.seated()
    await here.press(here.asked(), "Fold", here.table())
    messages, table_id, before = here.responder.table_messages, here.view().table_id, here.table()
    hold = here.stage.faults.hold("POST", POST)
    deal = here.people["one"].slash(here.channel, "table deal")
    await hold.arrived.wait()
    with messages.updating(table_id, before.id, 7) as update:
        hold.release()
        await deal
        await here.quiet()
        assert "hand 2" in here.table().text
        face = update.face()
        assert "hand 1" in face.text
        assert not face.buttons
    assert not messages.shows(table_id, before.id)


async def test_a_message_gets_its_buttons_back_where_another_is_refused(evening):
    here = await evening("one", "two")
    await here.seated()
    before = here.table()
    here.stage.faults.server_error(Aim("POST", POST), status=400)
    await here.slash("one", "table show")
    await here.wait(2)
    assert here.table() == before
    assert playing_buttons(before)


async def test_a_message_that_is_deleted_just_when_another_is_due_is_no_hindrance(evening):
    here = await evening("one", "two")
    await here.seated()
    await here.wait(5)
    here.stage.world.delete_message(here.table().message)
    since = here.mark()
    await here.slash("one", "table show")
    await here.wait(2)
    assert here.kinds(since).count("post") == 1
    assert playing_buttons(here.table())


async def test_those_who_press_on_and_on_do_not_hold_it_up(evening):
    """Discord takes answers after 4 s, so that each is lost."""
    here = await evening("one", "two", "three", "four")
    await here.seated()
    await here.slash("four", "table away")
    await here.wait(5)
    before = here.table()
    here.stage.faults.slow(4.0, Aim("POST", CALLBACK, times=None))
    pressed = [here.people["three"].press(before, "Away")]
    await here.stage.drip(1)
    since = here.mark()
    await here.bot.tables.show_table(here.view().table_id, press=1)
    for wanted in ("Back", "Away", "Back"):
        if before.has(wanted):
            pressed.append(here.people["three"].press(before, wanted))
        await here.stage.drip(1.5)
    assert here.kinds(since).count("post") == 1
    here.stage.faults.clear()
    await here.stage.drip(20)
    await asyncio.gather(*pressed, return_exceptions=True)


async def test_a_message_without_buttons_is_not_left_alone_for_long(evening):
    """A thousand requests of other tables wait; this table has been granted one when it needs two."""
    here = await evening("one", "two")
    await here.seated()
    await here.wait(5)
    pace, table_id, before = here.responder.table_messages._pace, here.view().table_id, here.table()
    while pace.take():
        pass
    await here.bot.tables.away(table_id, here.people["two"].id, press=1)
    await turns()
    for key in range(1_000, 2_000):
        pace.grant_later(key, lambda: None)
    await here.bot.tables.show_table(table_id, press=2)
    for _ in range(20):
        here.stage.clock.advance(0.1)
        await here.stage.world.settled(answered=False)
        assert playable(here) == [here.table()]
    here.stage.clock.advance(30)
    await here.quiet()
    assert here.table() != before
    assert playable(here) == [here.table()]


async def test_nobody_is_timed_out_while_the_message_has_no_buttons(evening):
    here = await evening("one", "two")
    await here.seated()
    await here.wait(5)
    name = here.asked()
    here.stage.faults.server_error(Aim("POST", POST, times=1), status=503)
    await here.slash(name, "table show")
    assert suspended(here), "at the first trouble"
    await here.wait(5)
    assert not suspended(here)
    assert here.asked() == name
    assert playable(here) == [here.table()]


async def test_a_wish_is_not_forgotten_that_discord_may_have_fulfilled(evening):
    here = await evening("one", "two")
    await here.seated()
    await here.wait(5)
    here.stage.faults.lose_answer(Aim("POST", POST))
    await here.slash("one", "table show")
    await here.slash("two", "table show")
    await here.wait(10)
    assert playable(here) == [here.table()]


async def test_a_deferred_answer_that_lands_after_it_is_mended(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    await here.wait(5)
    before, table_id = here.table(), here.view().table_id
    lock = in_memory(here.bot.tables, table_id).lock
    await lock.acquire()  # a slow store
    pressed = here.people["three"].press(before, "Away")
    await here.stage.drip(2.5)
    hold = here.stage.faults.hold("PATCH", "/webhooks/*")
    lock.release()
    await hold.arrived.wait()
    await here.bot.tables.show_table(table_id, press=1)
    await here.stage.drip(2)
    assert here.table() != before
    hold.release()
    await here.quiet()
    await here.wait(2)
    assert (await pressed).updated
    assert playable(here) == [here.table()]


async def test_a_refused_message_of_a_new_hand_leaves_that_hand_on_the_old_one(evening):
    here = await evening("one", "two")
    await here.seated()
    await here.press(here.asked(), "Fold", here.table())
    await here.wait(3)
    before = here.table()
    here.stage.faults.server_error(Aim("POST", POST), status=400)
    await here.slash("one", "table deal")
    await here.wait(3)
    assert "hand 2" in before.text
    await here.slash("one", "table show")
    await here.wait(3)
    assert here.table() != before
    assert "Hand 2 was dealt" in before.text


async def test_an_archived_thread_is_opened_by_the_next_hand(evening):
    """It takes no edits, but a post of the bot opens it again."""
    here = await evening("one", "two")
    here.channel = here.stage.world.add_thread(here.channel)
    await here.quiet()
    await here.seated()
    await here.press(here.asked(), "Fold", here.table())
    await here.wait(3)
    before = here.table()
    await here.responder.private_messages.close(0)  # a private message would open it, too
    here.stage.world.archive(here.channel)
    await here.wait(30)
    assert not suspended(here)
    assert "hand 2" in here.table().text
    assert not before.buttons
    since = here.mark()
    await here.wait(10)
    assert "edit" not in here.kinds(since), "its buttons are taken off but once"
