"""Whole hands, pressed: where each answer is seen, and how many requests it takes."""

import re

import pytest

from bot.engine import VARIANTS
from bot.sandbox.actors.seen import Seen
from tests.ui.evening import custom_ids


async def play_to_discards(here):
    """Everybody calls or checks on the table's message."""
    while here.view().hand.view.phase == "before":
        await here.press(here.asked(), re.compile("^(Call|Check)"), here.table())


async def test_a_bet_takes_one_request(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    since = here.mark()
    pressed = await here.press("one", "Call 10", here.table())
    assert pressed.updated
    assert here.kinds(since) == ["answer 7", "edit whisper"], "the answer for the whole table, and the next one's private buttons"
    assert here.asked() == "two"
    assert "two" in here.table().text


async def test_a_discard_updates_the_private_message_and_the_public_one_follows(evening):
    here = await evening("one", "two")
    await here.seated()
    await play_to_discards(here)
    name = here.asked()
    await here.wait(5)
    since = here.mark()
    await here.press(name, custom_ids(here.private(name))[0], here.private(name))
    assert here.kinds(since) == ["answer 7"], "a choice half made changes nothing for others"
    await here.press(name, re.compile("^Discard"), here.private(name))
    assert sorted(here.kinds(since)) == ["answer 7", "answer 7", "edit", "edit whisper"]


@pytest.mark.parametrize("variant", VARIANTS)
async def test_a_hand_is_played_to_the_end_by_pressing(evening, variant):
    here = await evening("one", "two", "three")
    await here.seated(variant=variant)
    first_message = here.table()
    while not here.view().hand.view.over:
        name, phase = here.asked(), here.view().hand.view.phase
        if phase in {"discard", "draw"}:
            await here.press(name, "My hand", here.table())
            await here.press(name, "Pass" if phase == "discard" else re.compile("Stand pat"), here.private(name))
            if phase == "discard":
                await here.press(name, re.compile("^Pass"), here.private(name))
        else:
            await here.press(name, re.compile("^(Call|Check)"), here.table())
        await here.wait(1.5)
    assert "wins" in here.table().text or "split" in here.table().text.casefold()
    turned_up = VARIANTS[variant].turned_up and VARIANTS[variant].names_pat
    assert bool(first_message.buttons) != turned_up, "a draw is turned up, by a message anew; where all pass nothing is"
    assert sum(bool(custom_ids(seen)) and "Open Draw" in seen.text for seen in here.rail.messages(here.channel)) == 1
    interactions = here.stage.world.interactions.values()
    assert all(each.answers == each.attempts == 1 for each in interactions)


async def test_the_next_hand_leaves_the_last_result_without_buttons(evening):
    here = await evening("one", "two")
    await here.seated()
    ended = here.table()
    await here.press(here.asked(), "Fold", ended)
    result = ended.text
    assert ended.has("Show")
    await here.wait(10)
    assert here.table() != ended
    assert here.view().hand.number == 2
    assert not ended.buttons
    assert ended.text.splitlines()[0] == result.splitlines()[0]


async def test_wrong_presses_get_one_private_line_and_change_nothing(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    before = here.view()
    out_of_turn = await here.press("two", "Call 10", here.table())
    not_seated = await here.stage.person("four", here.server).press(here.table(), "Call 10")
    forged = await here.people["one"].forge(here.table(), "a:999:0:fold")
    unknown = await here.people["one"].forge(here.table(), "x:1")
    await here.quiet()
    for answer in (out_of_turn, not_seated, forged, unknown):
        assert answer.ephemeral
        assert answer.attempts == 1
        assert len(answer.text.splitlines()) == 1
    assert "one" in out_of_turn.text
    assert here.view() == before


async def test_a_second_press_and_one_that_the_hand_has_overtaken(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    call, fold = (next(i for i in custom_ids(here.table()) if i.endswith(end)) for end in (":call", ":fold"))
    await here.press("one", call, here.table())
    again = await here.people["one"].forge(here.table(), call)
    await here.press("two", "Fold", here.table())
    await here.press("three", re.compile("Check"), here.table()) if here.view().hand.view.phase == "before" else None
    assert again.ephemeral
    stale = await here.people["one"].forge(here.table(), fold)
    assert stale.ephemeral
    await here.slash("one", "table stop", now=False)
    assert here.view().seat_of(here.people["one"].id).stack == 990


@pytest.mark.parametrize("typed", ["-50", "0", "1e9", "12.5", "abc", "5000", "1"])
async def test_a_typed_amount_that_cannot_be(evening, typed):
    here = await evening("one", "two")
    await here.seated()
    name = here.asked()
    before = here.view()
    form = await here.press(name, "Other…", here.table())
    answer = await here.people[name].submit(form, amount=typed)
    await here.quiet()
    assert answer.ephemeral
    assert answer.attempts == 1
    assert len(answer.text.splitlines()) == 1
    assert "20" in answer.text, "it says what is possible"
    assert "1,000" in answer.text
    assert here.view() == before


async def test_a_typed_raise(evening):
    here = await evening("one", "two")
    await here.seated()
    name = here.asked()
    form = await here.press(name, "Other…", here.table())
    since = here.mark()
    answer = await here.people[name].submit(form, amount="60")
    await here.quiet()
    assert answer.updated
    assert here.kinds(since)[0] == "answer 7"
    assert here.view().hand.view.level == 60


async def test_all_in_asks_once(evening):
    here = await evening("one", "two")
    await here.seated()
    name = here.asked()
    asked = await here.press(name, re.compile("^All-in"), here.table())
    assert asked.ephemeral
    assert here.view().hand.view.level == 10
    await here.press(name, re.compile("^All-in"), here.private(name))
    assert here.view().hand.view.level == 1_000


async def test_an_action_ahead_of_the_turn_is_ticked_and_taken_back(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    await here.press("two", "Fold", here.private("two"))
    assert here.bot.tables.private(here.view().table_id, here.people["two"].id).pre_action is not None
    await here.press("two", re.compile("Fold"), here.private("two"))
    assert here.bot.tables.private(here.view().table_id, here.people["two"].id).pre_action is None


async def test_what_is_ticked_ahead_names_the_price_that_it_is_for(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    await here.press("two", "Call 5", here.private("two"))
    assert "When your turn comes: Call 5." in here.private("two").text
    names = {button.name for button in Seen(here.private("three")).buttons}
    assert "Check" in names, "with nothing to call there is nothing else to decide ahead"
    assert not names & {"Fold", "Call 0"}
    await here.press("one", "Min 20", here.table())
    assert here.bot.tables.private(here.view().table_id, here.people["two"].id).pre_action is None


async def test_a_press_that_the_game_has_overtaken_shows_ones_hand_as_it_is_now(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    mine, hers = here.private("one"), here.private("three")
    await here.press("one", "Min 20", here.table())
    since = here.mark()
    played = await here.press("one", "Fold", mine)
    ticked = await here.press("three", "Check", hers)
    assert here.kinds(since) == ["answer 7", "answer 7"], "each in place of the message that was pressed"
    assert played.updated
    assert ticked.updated
    assert "already" in mine.text.splitlines()[0]
    assert not any(each.endswith(":fold") for each in custom_ids(mine))
    assert "price" in hers.text.splitlines()[0]
    await here.press("three", "Fold", hers)
    assert here.bot.tables.private(here.view().table_id, here.people["three"].id).pre_action is not None


async def test_a_button_of_an_older_hand_shows_the_newest_one(evening):
    here = await evening("one", "two")
    await here.seated()
    name = here.asked()
    other = next(each for each in here.people if each != name)
    old = here.private(other)
    check = next(each for each in custom_ids(old) if each.endswith(":check-fold"))
    await here.press(name, "Fold", here.table())
    await here.wait(10)
    before = here.view()
    answer = await here.people[other].forge(old, check)
    assert before.hand.number == 2
    assert answer.updated
    assert "out of date" in old.text.splitlines()[0]
    assert here.view() == before


async def test_who_missed_the_blinds_posts_them_to_play_at_once(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    await here.press("one", "Away", here.table())
    mine = here.people["one"].id
    for _ in range(4):
        while not here.view().hand.view.over:
            await here.press(here.asked(), re.compile("^(Fold|Check|Pass)"), here.table())
        await here.wait(10)
    told = await here.slash("one", "table back")
    assert here.view().seat_of(mine).status == "waiting"
    assert "big blind" in told.text
    await here.press("one", "My hand", here.table())
    await here.press("one", "Post and play", here.private("one"))
    assert here.view().seat_of(mine).status == "ready"


async def test_rules_and_my_hand_are_private_everywhere(evening):
    here = await evening("one", "two")
    await here.seated()
    rules = await here.rail.press(here.table(), "Rules")
    assert rules.ephemeral
    denied = await here.rail.press(here.table(), "My hand")
    assert denied.ephemeral
    assert len(denied.text.splitlines()) == 1


@pytest.mark.parametrize("typed", ["abc", "60"])
async def test_a_form_that_outlives_its_question_says_so_whatever_is_typed(evening, typed):
    """The range that was possible then is no news for somebody who is not asked any more."""
    here = await evening("one", "two")
    await here.seated()
    name = here.asked()
    form = await here.press(name, "Other…", here.table())
    await here.press(name, re.compile("^Call"), here.table())
    before = here.view()
    answer = await here.people[name].submit(form, amount=typed)
    await here.quiet()
    assert answer.ephemeral
    assert "1,000" not in answer.text
    assert here.view() == before


async def test_who_left_when_the_big_blind_was_due_is_told_what_they_owe_and_may_post_it(evening):
    here = await evening("one", "two", "three", "four")
    await here.seated()

    async def fold_out():
        while not here.view().hand.view.over:
            await here.press(here.asked(), "Fold", here.table())

    await fold_out()
    await here.slash("four", "table leave")
    await here.slash("one", "table deal")
    answer = await here.slash("four", "table join")
    assert "big blind passed you" in answer.text
    await fold_out()
    await here.press("four", re.compile("^Post"), here.private("four"))
    await here.slash("one", "table deal")
    (posted,) = [seat.bet for seat in here.view().hand.view.seats if seat.seat == 3]
    assert posted == 10
