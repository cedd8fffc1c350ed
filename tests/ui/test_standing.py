"""A private message says how things stand for its reader, also where somebody or something else has changed it."""

import re

import pytest

from bot.ui.private.messages import TOKEN_SECONDS
from tests.ui.evening import custom_ids


def first_line(seen):
    return seen.text.splitlines()[0]


def names(seen):
    return [button.name for button in seen.buttons]


async def to_phase(here, phase):
    while here.view().hand.view.phase != phase:
        await here.press(here.asked(), re.compile("^(Call|Check)"), here.table())


@pytest.mark.parametrize(
    ("variant", "phase", "seconds", "said"),
    [
        ("simple", "draw", 32, "Time ran out: you stood pat."),
        ("sequential", "discard", 62, "Time ran out: you passed."),
        ("simple", "before", 62, "Time ran out: your hand was folded."),
        ("simple", "final", 62, "Time ran out: you checked."),
    ],
)
async def test_when_time_has_run_out_it_says_what_was_played(evening, variant, phase, seconds, said):
    here = await evening("one", "two", "three")
    await here.seated(variant=variant, time_bank=0)
    for _ in range(3 if phase == "final" else 0):
        await to_phase(here, "draw")
        await here.press(here.asked(), "Stand pat", here.private(here.asked()))
        await here.wait(1.5)
    await to_phase(here, phase)
    name = here.asked()
    mine = here.private(name)
    assert any(each.startswith(("a:", "c:")) for each in custom_ids(mine))
    await here.wait(seconds)
    assert said in mine.text, "nothing was pressed for it"
    assert not any(each.startswith(("a:", "c:")) for each in custom_ids(mine)), "and no answer can be pressed"


async def test_who_folds_on_the_tables_message_reads_so_privately(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    name = here.asked()
    await here.press(name, "Fold", here.table())
    assert "You folded this hand." in here.private(name).text
    assert not any(each.startswith("a:") for each in custom_ids(here.private(name)))


async def test_who_is_all_in_reads_for_how_much_and_what_is_left_to_do(evening):
    here = await evening("one", "two", "three")
    await here.seated(variant="simple")
    name = here.asked()
    await here.press(name, re.compile("^All-in"), here.table())
    await here.press(name, re.compile("^All-in"), here.private(name))
    await here.wait(1.5)
    assert "You are all-in for 1,000. You can still throw cards when your turn comes." in here.private(name).text
    await here.press(here.asked(), re.compile("^Call"), here.table())
    await here.press(here.asked(), "Fold", here.table())
    for _ in range(2):
        await here.press(here.asked(), "Stand pat", here.private(here.asked()))
    assert "Your stack is" in here.private(name).text


async def test_the_end_tells_everybody_who_won_and_what_it_brought_them(evening):
    here = await evening("one", "two", "three")
    await here.seated(variant="simple")
    await here.press("one", re.compile("^Call"), here.table())
    await here.press("two", "Fold", here.table())
    await here.press("three", "Check", here.table())
    for _ in range(2):
        await here.press(here.asked(), "Stand pat", here.private(here.asked()))
    for _ in range(2):
        await here.press(here.asked(), "Check", here.table())
    winner = next(name for name in here.people if "You won" in here.private(name).text)
    loser = next(name for name in ("one", "three") if name != winner)
    assert "**You won 15. Your stack is 1,015.**" in here.private(winner).text
    assert "**You lost 10. Your stack is 990.**" in here.private(loser).text
    assert "**You lost 5. Your stack is 995.**" in here.private("two").text, "who had folded as well"
    for name in here.people:
        assert f"{winner} wins 25 (" in here.private(name).text


async def test_a_closed_table_leaves_no_button_behind(evening):
    here = await evening("one", "two")
    await here.seated()
    mine = here.private("two")
    pressed = custom_ids(mine)[0]
    await here.press(here.asked(), "Fold", here.table())
    await here.slash("one", "table stop")
    assert mine.text.startswith("The table is closed.\nYou brought 1,000 and left with 1,005: +5 in 1 hand.")
    assert not mine.buttons
    answer = await here.people["two"].forge(mine, pressed)
    await here.quiet()
    assert answer.updated
    assert mine.text == "The table is closed."


async def test_an_old_message_is_answered_by_what_is_now(evening):
    here = await evening("one", "two")
    await here.seated(variant="simple", clock=300)
    name = here.asked()
    mine = here.private(name)
    await here.bot.tables.connection_lost([here.server.id])
    await here.wait(TOKEN_SECONDS + 60)
    await here.bot.tables.connection_back([here.server.id])
    await here.press(name, "Fold", here.table())
    assert "Fold" in names(mine), "its token has expired"
    answer = await here.press(name, "Fold", mine)
    assert answer.updated
    assert "You lost 5." in mine.text
    assert "Fold" not in names(mine)


async def test_what_was_answered_before_is_no_news_above_an_open_question(evening):
    here = await evening("one", "two")
    await here.seated(variant="simple")
    name = here.asked()
    mine = here.private(name)
    call = next(each for each in custom_ids(mine) if each.endswith(":call"))
    await here.press(name, re.compile("^Call"), here.table())
    await here.press(here.asked(), re.compile("^Min"), here.table())
    assert here.asked() == name
    await here.people[name].forge(mine, call)
    await here.quiet()
    assert first_line(mine) == "That button was out of date. This is how things stand:"
    assert "Your turn" in mine.text


async def test_leaving_in_a_hand_asks_first_and_says_what_it_costs(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    await here.press("one", re.compile("^Call"), here.table())
    mine = here.private("one")
    asked = await here.press("one", "Leave", mine)
    assert asked.updated
    assert mine.text == "Leave now? You fold this hand and leave 10 in the pot."
    await here.press("one", "Back", mine)
    assert "Your hand" in mine.text
    assert here.view().seat_of(here.people["one"].id).status == "ready"
    await here.press("one", "Leave", mine)
    await here.press("one", "Leave now", mine)
    assert "You leave after this hand" in first_line(mine)
    assert "You folded this hand." in mine.text
    assert here.view().seat_of(here.people["one"].id).status == "leaving"


async def test_who_has_folded_leaves_without_a_question(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    await here.press("one", "Fold", here.table())
    await here.press("one", "Leave", here.private("one"))
    assert "You leave after this hand" in first_line(here.private("one"))


async def test_joining_is_confirmed_with_seat_stack_and_when_cards_come(evening):
    here = await evening("one", "two", "three")
    await here.slash("one", "table start")
    await here.press("two", "Join")
    await here.press("two", "Leave")
    assert here.private("two").text.startswith("You have left the table")
    left = here.private("two")
    await here.press("one", "Add house player", here.table())
    await here.press("two", "Join")
    assert left.text == "You have sat down again.", "what was said before is not so any more"
    await here.press("two", "Deal")
    await here.press("three", "Join", here.table())
    text = here.private("three").text
    assert "on the table" in text
    assert "You are dealt in from the next hand." in text
    assert "Your stack: 1,000" in text


async def test_one_chooses_with_how_many_chips_to_sit_down(evening):
    here = await evening("one", "two")
    await here.slash("one", "table start")
    form = await here.press("two", "Join for…", here.table())
    refused = await here.people["two"].submit(form, amount="77")
    await here.quiet()
    assert refused.text == "Buy in for 200 to 1,000."
    form = await here.press("two", "Join for…", here.table())
    await here.people["two"].submit(form, amount="1,000 chips")
    await here.quiet()
    assert here.view().seat_of(here.people["two"].id) is None
    form = await here.press("two", "Join for…", here.table())
    await here.people["two"].submit(form, amount="444")
    await here.quiet()
    assert here.view().seat_of(here.people["two"].id).stack == 444
    assert "444" in here.table().text
    assert "444 of yours are on the table" in here.private("two").text


async def test_a_rebuy_is_confirmed_and_seen_at_once(evening):
    here = await evening("one", "two", cards="As 2c Ah 3d Ad 4h Kc 9s Ks 8c")
    await here.seated(variant="simple")
    await here.press(here.asked(), re.compile("^All-in"), here.table())
    await here.press(here.asked(), re.compile("^All-in"), here.private(here.asked()))
    await here.wait(1.5)
    await here.press(here.asked(), re.compile("^Call"), here.table())
    for _ in range(2):
        await here.press(here.asked(), "Stand pat", here.private(here.asked()))
    broke = next(name for name in here.people if "You lost 1,000. Your stack is 0." in here.private(name).text)
    assert "You are out of chips." in here.private(broke).text
    await here.press(broke, "Rebuy", here.table())
    assert "bought in 1,000" in here.table().text
    assert first_line(here.private(broke)) == "Your stack is now 1,000."
