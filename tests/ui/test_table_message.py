"""One message a table, and the newest state on it in the end, whatever happens on the way."""

import re

import pytest

from bot.sandbox.faults import Aim
from bot.ui.table_message.failures import RETRY_SECONDS
from tests.sandbox.quiet import turns
from tests.trouble.saved import spoil
from tests.ui.evening import CALLBACK, EDIT, POST, custom_ids, suspended


async def test_an_edit_that_lands_late_does_not_leave_an_older_state_standing(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    table = here.table()
    await here.wait(5)
    hold = here.stage.faults.hold("PATCH", EDIT)
    await here.people["two"].slash(here.channel, "table away")
    await hold.arrived.wait()
    pressed = await here.people["one"].press(table, "Call 10")
    assert pressed.updated
    assert "**two**" in table.text
    hold.release()
    await here.quiet()
    assert "**one**" in table.text, "the older state has landed late"
    since = here.mark()
    await here.wait(1.5)
    assert "**two**" in table.text
    assert here.kinds(since) == ["edit"], "one more edit for a crossing"
    await here.wait(5)
    assert here.kinds(since) == ["edit"]


async def test_edits_are_a_second_apart_and_the_newest_state_wins(evening):
    here = await evening("one", "two", "three")
    await here.seated(deal=False)
    await here.wait(5)
    since = here.mark()
    await here.slash("two", "table away")
    assert here.kinds(since).count("edit") == 1
    await here.slash("three", "table away")
    await here.slash("two", "table back")
    await here.slash("three", "table back")
    assert here.kinds(since).count("edit") == 1
    await here.wait(1.0)
    assert here.kinds(since).count("edit") <= 2
    await here.wait(5.0)
    assert here.kinds(since).count("edit") <= 2
    assert "away" not in here.table().text


async def test_a_lost_permission_pauses_the_table_and_its_return_resumes_it(evening):
    here = await evening("one", "two")
    await here.seated()
    name = here.asked()
    table = here.table()
    here.stage.world.set_permissions(here.channel, here.stage.world.application.user, deny=("view_channel", "send_messages"))
    await here.wait(2)
    await here.slash("one", "table away")
    await here.wait(3)
    assert suspended(here)
    await here.wait(200)
    assert here.asked() == name, "nobody is timed out meanwhile"
    here.stage.world.set_permissions(here.channel, here.stage.world.application.user)
    await here.wait(1)
    assert not suspended(here), "at once, since Discord told of the change"
    assert f"**{name}**" in table.text
    await here.wait(61)
    assert here.view().hand.view.over, "its clock has run again"


async def test_a_permission_that_comes_back_by_a_role_resumes_the_table_at_once(evening):
    here = await evening("one", "two")
    await here.seated()
    everyone = here.server.everyone
    before = [bit.name for bit in everyone.permissions]
    here.stage.world.set_role(here.server, everyone)
    await here.bot.tables.away(here.view().table_id, here.people["one"].id, press=1)
    await here.wait(120)
    assert suspended(here), "by now it is tried but once a minute"
    here.stage.world.set_role(here.server, everyone, *before)
    await here.wait(1)
    assert not suspended(here)
    assert "away" in here.table().text


async def test_an_archived_thread_is_waited_for(evening):
    here = await evening("one", "two")
    here.channel = here.stage.world.add_thread(here.channel)
    await here.quiet()
    await here.seated()
    name = here.asked()
    here.stage.world.archive(here.channel, locked=True)
    table = here.bot.tables.in_channel(here.channel.id)
    await here.bot.tables.away(table.table_id, here.people["one"].id, press=1)
    await here.wait(3)
    assert suspended(here)
    await here.wait(600)
    assert here.asked() == name
    here.stage.world.archive(here.channel, archived=False)
    await here.wait(1)
    assert not suspended(here)
    assert "away" in here.table().text


async def test_an_unanswered_post_is_not_posted_twice(evening):
    here = await evening("one", "two")
    await here.seated()
    since = here.mark()
    here.stage.faults.lose_answer(Aim("POST", POST))
    await here.press(here.asked(), "Fold", here.table())
    await here.wait(9)
    await here.wait(5)
    assert here.view().hand.number == 2
    hand_two = [seen for seen in here.rail.messages(here.channel) if "hand 2" in seen.text]
    assert len(hand_two) == 1
    assert here.kinds(since).count("post") == 2, "the first one stands, and the second was told so"


async def test_after_a_restart_the_message_is_mended_and_its_buttons_work(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    table = here.table()
    await here.stage.stop()
    table.message.components = []
    here.stage.world.busy.clear()
    await here.open()
    await here.wait(1)
    assert here.table() == table
    assert custom_ids(table)
    since = here.mark()
    await here.press("one", "Call 10", table)
    assert here.kinds(since)[0] == "answer 7"
    assert "**two**" in table.text


async def test_a_round_of_discards_is_the_tables_message_posted_anew(evening):
    here = await evening("one", "two")
    await here.seated()
    dealt = here.table()
    while here.view().hand.view.phase == "before":
        await here.press(here.asked(), re.compile("^(Call|Check)"), here.table())
    await here.wait(2)
    since = here.mark()
    first = here.asked()
    await throws(here, first, 0)
    second = here.asked()
    await throws(here, second, 0)
    await here.wait(1.5)
    revealed = here.table()
    assert revealed.id > dealt.id
    assert "Discards, round 1" in revealed.text
    assert f"**{first}**" in revealed.text, "whose turn it is stands on the same message"
    assert [each.filename for each in revealed.attachments] == ["discards.png"]
    assert revealed.has("My hand")
    assert dealt.text.startswith("-# Hand 1 was dealt")
    assert not dealt.buttons
    assert here.kinds(since).count("post") == 1
    await throws(here, first, 0)
    await passes(here, second)
    await here.wait(1.5)
    newest = here.table()
    assert newest.id > revealed.id
    assert "Discards, round 2" in newest.text
    assert revealed.text.startswith("**Discards, round 1**"), "it keeps its own round ..."
    assert "Open Draw" not in revealed.text, "... and nothing else"
    assert not revealed.buttons
    assert not revealed.attachments
    assert here.kinds(since).count("post") == 2
    assert [seen for seen in here.rail.messages(here.channel) if seen.buttons] == [newest]


async def test_a_last_round_in_which_all_pass_needs_no_message_of_its_own(evening):
    here = await evening("one", "two")
    await here.seated()
    while here.view().hand.view.phase == "before":
        await here.press(here.asked(), re.compile("^(Call|Check)"), here.table())
    await here.wait(2)
    since = here.mark()
    await passes(here, here.asked())
    await passes(here, here.asked())
    await here.wait(2)
    assert here.view().hand.view.phase == "final"
    assert here.kinds(since).count("post") == 0
    assert here.table().has("Check")


async def mine(here, name):
    """The private hand of whoever is asked, with its buttons."""
    if not any(button.label == "Pass" for button in here.private(name).buttons):
        await here.press(name, "My hand", here.table())
    return here.private(name)


async def throws(here, name, position):
    private = await mine(here, name)
    await here.press(name, custom_ids(private)[position], private)
    await here.press(name, re.compile("^Discard"), here.private(name))


async def passes(here, name):
    private = await mine(here, name)
    await here.press(name, "Pass", private)
    await here.press(name, re.compile("^Pass"), here.private(name))


async def test_a_showdown_has_its_picture_wherever_the_last_button_was_pressed(evening):
    here = await evening("one", "two")
    await here.seated(variant="simple")
    while here.view().hand.view.phase != "final":
        name = here.asked()
        if here.view().hand.view.phase == "draw":
            await here.press(name, "My hand", here.table())
            await here.press(name, "Stand pat", here.private(name))
        else:
            await here.press(name, re.compile("^(Call|Check)"), here.table())
        await here.wait(1.5)
    await here.press(here.asked(), "Check", here.table())
    since = here.mark()
    pressed = await here.press(here.asked(), "Check", here.table())
    assert here.view().hand.view.over
    assert pressed.updated
    assert [each.filename for each in here.table().attachments] == ["showdown.png"]
    await here.wait(3)
    assert here.kinds(since) == ["answer 7", "edit whisper", "edit whisper"], "and nothing is sent besides, but privately"
    result = here.table()
    await here.slash("one", "table show")
    await here.wait(2)
    assert here.table() != result
    assert here.table().attachments


async def test_requests_of_many_tables_stay_under_the_common_limit(evening):
    here = await evening("one")
    channels = [here.stage.world.add_channel(here.server, f"c{number}") for number in range(25)]
    await here.quiet()
    for number, channel in enumerate(channels):
        host = here.stage.person(f"host{number}", here.server)
        await host.slash(channel, "table start")
    await here.quiet()
    for _ in range(60):
        here.bot.responder.table_messages._pace.take()
    since = here.mark()
    for view in here.bot.tables.views():
        await here.bot.tables.show_table(view.table_id, press=1)
    await turns()
    assert here.kinds(since).count("post") == 0
    await here.wait(1.0)
    await here.wait(1.0)
    assert here.kinds(since).count("post") == 25


async def test_a_request_that_an_answer_made_needless_is_not_kept_for_later(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    await here.wait(5)
    board = here.responder.table_messages
    while board._pace.take():
        pass
    since = here.mark()
    await here.people["two"].slash(here.channel, "table away")
    await turns()
    hold = here.stage.faults.hold("POST", CALLBACK)
    pressed = here.people["one"].press(here.table(), "Call 10")
    await hold.arrived.wait()
    here.stage.clock.advance(0.5)
    await turns()
    hold.release()
    await here.quiet()
    assert (await pressed).updated
    assert here.kinds(since).count("edit") == 0
    assert not board._granted, "its turn came while the answer showed the newest state"


async def test_a_nudge_mentions_its_player_alone_and_goes_with_the_prompt(evening):
    here = await evening("one", "two")
    await here.seated()
    name = here.asked()
    since = here.mark()
    await here.wait(31)
    nudge = here.rail.last(here.channel)
    assert [user.id for user in nudge.mentions] == [here.people[name].id]
    await here.press(name, "Call 5", here.table())
    await here.wait(1)
    assert nudge.message.deleted or nudge not in here.rail.messages(here.channel)
    assert here.kinds(since).count("post") == 1
    assert here.kinds(since).count("delete") == 1


def nudges(here, name):
    """The lines that call this player."""
    called = f"<@{here.people[name].id}>"
    return [seen for seen in here.rail.messages(here.channel) if seen.text.startswith(called) and not seen.ephemeral]


async def test_a_nudge_has_my_hand_and_comes_once_a_turn(evening):
    here = await evening("one", "two")
    await here.seated()
    await here.press(here.asked(), "Min 20", here.table())
    name = here.asked()
    since = here.mark()
    await here.wait(31)
    (nudge,) = nudges(here, name)
    private = await here.people[name].press(nudge, "My hand")
    assert private.ephemeral
    await here.wait(30)
    assert here.asked() == name, "the time bank runs"
    await here.wait(50)
    assert here.kinds(since).count("post") == 1, "in it nobody is called again"


async def test_whoever_has_pressed_something_in_this_turn_is_not_called(evening):
    here = await evening("one", "two")
    await here.seated()
    name = here.asked()
    await here.press(name, "My hand", here.table())
    await here.wait(31)
    assert not nudges(here, name)
    await here.press(name, "Call 5", here.table())
    other = here.asked()
    await here.wait(31)
    assert nudges(here, other), "another turn is another"


@pytest.mark.parametrize(("ping", "seconds"), [("turn", 1), ("off", None)])
async def test_a_table_chooses_when_people_are_called(evening, ping, seconds):
    here = await evening("one", "two")
    await here.seated(ping=ping)
    name = here.asked()
    await here.wait(seconds or 55)
    assert len(nudges(here, name)) == (seconds is not None)
    if seconds is not None:
        assert "Half" not in nudges(here, name)[0].text, "it says what is true"


async def test_a_table_under_talk_moves_below_it_when_the_hand_ends(evening):
    here = await evening("one", "two")
    await here.seated()
    await here.wait(25)
    dealt = here.table()
    for line in range(12):
        here.rail.say(here.channel, f"line {line}")
    await here.press(here.asked(), "Fold", dealt)
    await here.wait(1)
    result = here.table()
    newest = max(seen.id for seen in here.rail.messages(here.channel) if not seen.ephemeral)
    assert result.id == newest, "below the talk"
    assert "wins" in result.text
    assert result.has("Deal")
    assert not dealt.buttons


async def test_a_table_under_talk_stays_where_it_is_within_a_turn_and_moves_but_once_in_a_while(evening):
    here = await evening("one", "two")
    await here.seated()
    dealt = here.table()
    here.rail.say(here.channel, "hello")
    await here.press(here.asked(), "Min 20", dealt)
    await here.wait(1)
    assert here.table() == dealt, "a bet is no pause"
    await here.press(here.asked(), "Fold", dealt)
    await here.wait(1)
    assert here.table() == dealt, "it has been posted just now"


async def test_a_quiet_channel_moves_nothing(evening):
    here = await evening("one", "two")
    await here.seated()
    await here.wait(25)
    dealt = here.table()
    since = here.mark()
    await here.press("two", "My hand", dealt)
    await here.press(here.asked(), "Fold", dealt)
    await here.wait(1)
    assert here.table() == dealt, "a private answer is no talk"
    assert here.kinds(since).count("post") == 0


async def test_after_a_restart_between_hands_the_next_one_gets_a_message_of_its_own(evening):
    here = await evening("one", "two")
    await here.seated()
    await here.press(here.asked(), "Fold", here.table())
    ended = here.table()
    await here.reopen()
    await here.wait(30)
    assert here.view().hand.number == 2
    assert here.table() != ended
    assert not ended.buttons


async def test_a_hand_that_is_void_after_a_restart_is_told_of(evening):
    here = await evening("one", "two")
    await here.seated()
    await here.press(here.asked(), "Call 5", here.table())
    await here.stage.stop()
    here.stage.world.busy.clear()
    spoil(here.file)
    await here.open()
    await here.wait(2)
    told = [seen.text for seen in here.rail.messages(here.channel) if "void" in seen.text]
    assert len(told) == 1
    assert "Hand 1" in told[0]
    assert here.view().hand is None
    await here.wait(20)
    assert here.table().has("Call 5"), "and the next one is dealt"


async def test_nothing_is_kept_of_what_was_sent(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    store = here.bot._connection._view_store
    await here.press("one", "Other…", here.table())
    await here.press("one", "My hand", here.table())
    await here.press("one", "Call 10", here.table())
    await here.press("two", "Fold", here.private("two"))
    await here.wait(1)
    await here.press("three", "Check", here.table())
    await here.wait(3)
    assert not store._views
    assert not store._modals
    assert not store._synced_message_views
    assert not store._dynamic_items


async def test_a_closed_table_keeps_no_buttons_and_is_forgotten(evening):
    here = await evening("one", "two")
    await here.seated(deal=False)
    await here.slash("one", "table stop")
    await here.wait(3)
    assert not here.table().buttons
    assert not here.responder.table_messages._messages
    assert not here.responder.private_messages._newest


async def test_a_closed_table_loses_its_buttons_though_the_connection_breaks(evening):
    here = await evening("one", "two")
    await here.seated(deal=False)
    await here.wait(2)
    here.stage.faults.server_error(Aim("PATCH", EDIT, times=3), status=503)
    await here.slash("one", "table stop")
    await here.wait(2)
    assert here.table().buttons
    await here.wait(8)
    assert not here.table().buttons
    assert not here.responder.table_messages._messages


async def test_a_closed_table_is_given_up_in_the_end(evening):
    here = await evening("one", "two")
    await here.seated(deal=False)
    await here.wait(2)
    here.stage.faults.server_error(Aim("PATCH", EDIT, times=None), status=503)
    since = here.mark()
    await here.slash("one", "table stop")
    await here.wait(300)
    assert here.kinds(since).count("edit") == 1 + len(RETRY_SECONDS)
    assert not here.responder.table_messages._messages


async def test_a_removed_bot_stops_trying(evening):
    here = await evening("one", "two")
    await here.seated()
    here.stage.world.delete_channel(here.channel)
    await here.wait(3)
    assert here.bot.tables.views() == []
    since = here.mark()
    await here.wait(300)
    assert here.kinds(since) == []
    assert not here.responder.table_messages._messages


async def test_a_channel_that_takes_edits_but_no_posts_holds_the_table_up_once(evening):
    here = await evening("one", "two")
    await here.seated()
    here.stage.world.set_permissions(here.channel, here.stage.world.application.user, deny=("send_messages",))
    await here.press(here.asked(), "Fold", here.table())
    since = here.mark()
    await here.wait(60)
    assert suspended(here)
    assert here.kinds(since).count("post") < 10
    assert here.kinds(since).count("edit") < 10
    here.stage.world.set_permissions(here.channel, here.stage.world.application.user)
    await here.wait(2)
    assert not suspended(here)
    assert here.table().has("My hand")
