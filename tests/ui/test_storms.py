"""Presses all at once, twice, late and replayed: each is counted once and answered once."""

import asyncio

from tests.ui.evening import custom_ids


def answered_once(here):
    for each in here.stage.world.interactions.values():
        assert each.answers == 1, each
        assert each.attempts == 1, each


async def test_a_hundred_presses_at_once(evening):
    here = await evening("one", "two", "three")
    crowd = [here.stage.person(f"guest{number}", here.server) for number in range(20)]
    await here.seated()
    table = here.table()
    ids = custom_ids(table)
    people = [*here.people.values(), *crowd]
    presses = [people[number % len(people)].forge(table, ids[number % len(ids)]) for number in range(100)]
    await asyncio.gather(*(press.answered() for press in presses))
    await here.quiet()
    await here.wait(3)
    answered_once(here)
    view = here.view()
    pot = 0 if view.hand.view.over else view.hand.view.pot
    assert sum(seat.stack for seat in view.seats) + pot == 1_000 * len(view.seats)
    assert len({seat.player.id for seat in view.seats}) == len(view.seats) <= 6
    assert here.table().text, "and the message shows the newest state"


async def test_two_people_press_for_the_last_seat(evening):
    here = await evening("one", "two", "three")
    await here.slash("one", "table start", seats=2)
    table = here.table()
    both = [here.people[name].press(table, "Join") for name in ("two", "three")]
    await asyncio.gather(*(press.answered() for press in both))
    await here.quiet()
    assert len(here.view().seats) == 2
    assert sorted(press.ephemeral for press in both) == [False, True]
    answered_once(here)


async def test_a_double_press_is_played_once(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    table = here.table()
    both = [here.people["one"].press(table, "Call 10") for _ in range(2)]
    await asyncio.gather(*(press.answered() for press in both))
    await here.quiet()
    assert here.view().hand.view.pot == 25
    assert sorted(press.ephemeral for press in both) == [False, True]
    answered_once(here)


async def test_a_press_that_comes_late_is_counted_and_shown_by_the_board(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    table = here.table()
    await here.wait(2)
    here.stage.faults.late_event(4.0)
    press = here.people["one"].press(table, "Call 10")
    await here.wait(5)
    await here.quiet()
    assert press.failed
    assert here.asked() == "two"
    await here.wait(1.5)
    assert "**two**" in table.text


async def test_what_is_being_answered_is_finished_before_the_bot_goes(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    hold = here.stage.faults.hold("POST", "/interactions/*/*/callback")
    press = here.people["one"].press(here.table(), "Call 10")
    await hold.arrived.wait()
    closing = asyncio.create_task(here.stage.stop())
    await asyncio.wait({closing}, timeout=0.3)
    assert not closing.done(), "it waits for the answer"
    hold.release()
    await closing
    assert press.answers == 1
    here.stage.world.busy.clear()
    await here.open()
    assert here.asked() == "two"
