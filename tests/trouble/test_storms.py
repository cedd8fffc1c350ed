"""Many presses at once, twice, late, or crossing: each counts once, is answered once, and the newest state is what stands."""

import asyncio
import re

import pytest

from bot.engine import Call, Check, Fold
from bot.errors import PokerError
from bot.sandbox.faults import Aim
from bot.sandbox.world.interactions import REPLY, UPDATE
from bot.tables import TableView
from tests.sandbox.quiet import turns
from tests.tables.room import FOUR, ONE, THREE, TWO, in_memory
from tests.trouble.saved import agree
from tests.trouble.truth import answered_once, chips_are_right, shows_newest
from tests.ui.evening import CALLBACK, EDIT, custom_ids


def button(here, ending):
    return next(each for each in custom_ids(here.table()) if each.endswith(ending))


def log_of(here):
    return [action for action, _ in in_memory(here.bot.tables, here.view().table_id).state.live.hand.log]


async def test_pressed_twice_before_it_is_answered(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    first, second = (here.people["one"].press(here.table(), "Call 10") for _ in range(2))
    await first, await second
    await here.quiet()
    assert sorted((first.answer_kind, second.answer_kind)) == [REPLY, UPDATE]
    assert second.ephemeral or first.ephemeral
    assert log_of(here) == [Call()]
    answered_once(here)
    shows_newest(here)


async def test_two_people_in_one_tick(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    fold = button(here, ":fold")
    presses = [here.people[name].press(here.table(), fold) for name in ("three", "two", "one")]
    await asyncio.gather(*presses)
    await here.quiet()
    assert log_of(here) == [Fold()]
    assert [press.answer_kind for press in presses] == [REPLY, REPLY, UPDATE]
    answered_once(here)
    shows_newest(here)


async def test_a_hundred_presses_at_once(evening):
    here = await evening("one", "two", "three", "four", "five", "six")
    await here.seated()
    strangers = [here.stage.person(f"stranger{number}", here.server) for number in range(14)]
    people = [*here.people.values(), *strangers]
    before = len(here.stage.world.interactions)
    for _ in range(3):
        wanted = [
            button(here, ":call") if "call" in str(custom_ids(here.table())) else button(here, ":check"),
            button(here, ":fold"),
        ]
        table = here.table()
        presses = [people[number % 20].press(table, wanted[number % 2]) for number in range(100)]
        await asyncio.gather(*presses)
        await here.quiet()
        answered_once(here, before)
        shows_newest(here)
    played = [each for each in list(here.stage.world.interactions.values())[before:] if each.updated]
    assert len(played) == len(log_of(here)) == 3
    await chips_are_right(here)


async def test_an_event_delivered_twice(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    here.stage.faults.double_event(times=2)
    await here.press("one", "Call 10", here.table())
    await here.slash("two", "table top-up")
    assert log_of(here) == [Call()]
    answered_once(here)
    shows_newest(here)


async def test_chips_are_bought_once_though_the_event_comes_twice(evening):
    here = await evening("one", "two")
    await here.seated(deal=False)
    here.stage.faults.double_event(times=1)
    await here.slash("one", "table leave")
    here.stage.faults.double_event(times=1)
    await here.press("one", "Join")
    answered_once(here)
    await chips_are_right(here)
    assert (await here.bot.records.chips(here.server.id, _player(here, "one"))).total == 5_000


def _player(here, name):
    from bot.tables import Player

    return Player(here.people[name].id, name)


async def test_a_press_that_comes_late_by_resume(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    await here.stage.gateway.drop()
    call = here.people["one"].press(here.table(), "Call 10")
    await call
    await here.quiet()
    assert call.updated
    assert log_of(here) == [Call()]
    answered_once(here)
    shows_newest(here)


async def test_a_press_that_comes_too_late_to_be_answered_counts(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    here.stage.faults.late_event(3.5)
    call = here.people["one"].press(here.table(), "Call 10")
    await here.wait(3.6)
    assert call.failed
    await here.wait(3)
    assert log_of(here) == [Call()], "the action stands"
    shows_newest(here)


@pytest.mark.parametrize("answered", [False, True], ids=["on its way", "its confirmation on its way"])
async def test_the_next_one_presses_while_the_answer_is_on_its_way(evening, answered):
    here = await evening("one", "two", "three")
    await here.seated()
    table = here.table()
    hold = here.stage.faults.hold("POST", CALLBACK, answered=answered)
    first = here.people["one"].press(table, "Call 10")
    await hold.arrived.wait()
    assert not in_memory(here.bot.tables, here.view().table_id).lock.locked(), "nobody waits for Discord under a lock"
    if answered:
        second = await here.people["two"].press(table, "Fold")
    else:
        hand = await here.people["two"].slash(here.channel, "hand")
        second = await here.people["two"].press(hand, "Fold")
    assert second.updated
    assert log_of(here) == [Call(), Fold()]
    hold.release()
    await first
    await here.wait(3)
    answered_once(here)
    shows_newest(here)


@pytest.mark.parametrize("answered", [False, True], ids=["edit on its way", "its confirmation on its way"])
async def test_an_edit_and_an_answer_cross(evening, answered):
    here = await evening("one", "two", "three")
    await here.seated()
    await here.wait(5)
    table = here.table()
    hold = here.stage.faults.hold("PATCH", EDIT, answered=answered)
    await here.people["three"].press(table, "Away")
    asking = here.people["two"].slash(here.channel, "table away")
    await hold.arrived.wait()
    assert not in_memory(here.bot.tables, here.view().table_id).lock.locked()
    await here.people["one"].press(table, "Call 10")
    hold.release()
    await asking
    await here.wait(5)
    answered_once(here)
    shows_newest(here)


async def test_an_older_edit_lands_last_and_is_confirmed_first(evening):
    """Then nothing that Discord says tells that the message shows an older state; only that the two were under way together."""
    here = await evening("one", "two", "three")
    await here.seated()
    await here.wait(5)
    table = here.table()
    edit = here.stage.faults.hold("PATCH", EDIT)
    asking = here.people["two"].slash(here.channel, "table away")
    await edit.arrived.wait()
    answer = here.stage.faults.hold("POST", CALLBACK, answered=True)
    pressed = here.people["one"].press(table, "Call 10")
    await answer.arrived.wait()
    edit.release()
    await here.stage.until(lambda: "**one**" in table.text)
    await asking
    answer.release()
    await pressed
    await here.wait(5)
    answered_once(here)
    shows_newest(here)


async def test_every_crossing_of_a_hand(evening):
    """Each third answer and each second edit is slow, so that they overtake each other all the time."""
    here = await evening("one", "two", "three")
    await here.seated()
    here.stage.faults.slow(0.7, Aim("POST", CALLBACK, times=None, every=3))
    here.stage.faults.slow(1.3, Aim("PATCH", EDIT, times=None, every=2))
    while here.view().hand is not None and here.view().hand.view.phase == "before":
        name = here.asked()
        pressed = here.people[name].press(here.table(), re.compile("^(Call|Check)"))
        await here.stage.drip(2.4)
        await pressed
    await here.stage.drip(3)
    here.stage.faults.clear()
    await here.wait(8)
    answered_once(here)
    shows_newest(here)


async def test_what_is_being_answered_is_finished_before_the_bot_goes(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    hold = here.stage.faults.hold("POST", CALLBACK)
    press = here.people["one"].press(here.table(), "Call 10")
    await hold.arrived.wait()
    closing = asyncio.create_task(here.stage.stop())
    await turns()
    assert not closing.done(), "it waits for the answer"
    hold.release()
    await closing
    assert press.answers == 1
    here.stage.world.busy.clear()
    await here.open()
    assert here.asked() == "two"


async def test_a_service_stormed_from_all_sides(room):
    """Two hundred calls without waiting: the log has the accepted ones, in order, and nothing else."""
    view = await room.open(TWO, THREE, FOUR)
    view = await room.deal(view)
    people = (ONE, TWO, THREE, FOUR)
    for _ in range(4):
        view = room.tables.view(view.table_id)
        if view.hand.view.over or view.hand.view.phase != "before":
            break
        number, step = view.hand.prompt_number, len(in_memory(room.tables, view.table_id).state.live.hand.log)
        calls = [
            room.tables.act(
                view.hand.hand_id, number, people[turn % 4].id, (Call(), Check(), Fold())[turn % 3], press=room.press()
            )
            for turn in range(60)
        ]
        done = await asyncio.gather(*calls, return_exceptions=True)
        assert sum(not isinstance(one, BaseException) for one in done) == 1
        assert all(isinstance(one, PokerError) for one in done if isinstance(one, BaseException))
        assert len(in_memory(room.tables, view.table_id).state.live.hand.log) == step + 1
    await agree(room)


async def test_two_take_the_last_seat_at_once(room):
    view = await room.open(TWO, seats=3)
    done = await asyncio.gather(
        room.tables.join(view.table_id, THREE, press=1), room.tables.join(view.table_id, FOUR, press=2), return_exceptions=True
    )
    assert sorted(type(one).__name__ for one in done) == ["TableFull", "TableView"]
    await agree(room)


async def test_the_same_chips_buy_one_seat(room):
    """Somebody with 1,500 chips joins three tables in one tick: two buy-ins of 1,000 they have not."""
    for channel in (70, 71, 72):
        await room.open(host=TWO if channel == 70 else THREE if channel == 71 else FOUR, channel=channel)
    await room.servers.grant(7, ONE, -3_500, reason="test", by=1, press=room.press())
    tables = [view.table_id for view in room.tables.views()]
    calls = [room.tables.join(table, ONE, press=room.press(), buy_in=1_000) for table in tables]
    done = await asyncio.gather(*calls, return_exceptions=True)
    assert sum(isinstance(one, PokerError) for one in done) == 2
    assert await room.chips(ONE) == 1_500
    await agree(room)


async def test_opening_two_tables_in_a_channel_at_once(room):
    done = await asyncio.gather(room.open(host=ONE), room.open(host=TWO), return_exceptions=True)
    assert sum(isinstance(one, PokerError) for one in done) == 1
    await agree(room)


@pytest.mark.parametrize("first", ["seat", "clock"])
async def test_the_clock_and_a_press_in_one_tick(room, first):
    """The press came first or the clock did: never both."""
    view = await room.open(TWO, THREE, time_bank_seconds=0)
    for _ in range(5):
        view = room.tables.view(view.table_id)
        if view.hand is None or view.hand.prompt_seat is None:
            view = await room.deal(view)
        live = in_memory(room.tables, view.table_id).state.live
        asked = view.hand.players[view.hand.prompt_seat]
        acting = room.tables.act(view.hand.hand_id, view.hand.prompt_number, asked.id, Fold(), press=room.press())
        room.clock.advance((live.deadline - room.clock.now()).total_seconds() - 0.001)
        if first == "clock":
            room.clock.advance(0.001)
        press = asyncio.create_task(acting)
        if first == "seat":
            await asyncio.sleep(0)
            room.clock.advance(0.001)
        (outcome,) = await asyncio.gather(press, return_exceptions=True)
        await room.later(0)
        assert isinstance(outcome, PokerError if first == "clock" else TableView), outcome
        after = in_memory(room.tables, view.table_id).state.live
        assert after.id == live.id
        assert [by for _, by in after.hand.log[len(live.hand.log) :]] == [first]
        await agree(room)


async def test_all_kinds_of_presses_in_one_tick(room):
    """Each is computed from what the one before has left: none is lost, in memory or in the file."""
    view = await room.open(TWO)
    tables, table_id = room.tables, view.table_id
    await asyncio.gather(
        tables.away(table_id, ONE.id, press=room.press()),
        tables.join(table_id, THREE, press=room.press()),
        tables.change_rules(table_id, ONE.id, manager=False, press=room.press(), ante=2),
        tables.join(table_id, FOUR, press=room.press()),
        tables.pause(table_id, ONE.id, manager=False, press=room.press()),
        tables.leave(table_id, TWO.id, press=room.press()),
    )
    after = tables.view(table_id)
    assert [(seat.player, seat.status) for seat in after.seats] == [(ONE, "away"), (THREE, "ready"), (FOUR, "ready")]
    assert (after.rules.ante, after.state) == (2, "paused")
    await agree(room)
