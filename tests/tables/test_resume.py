"""What a restart brings back."""

import logging
import re

import pytest

from bot.engine import Call, Check, Fold, RaiseTo
from bot.tables import Answer, DiscardAt
from tests.tables.room import CHANNEL, ONE, THREE, TWO, Room, stacks
from tests.trouble.test_broken import forge


async def test_a_running_hand_goes_on_from_the_same_prompt_with_a_full_clock(room: Room) -> None:
    room.dealer.first_button = 2
    table = await room.deal(await room.open(TWO, THREE))
    table = await room.act(table, RaiseTo(40))
    before = room.tables.private(table.table_id, TWO.id)
    await room.later(50)
    await room.restart()
    after = room.tables.private(table.table_id, TWO.id)
    assert before.hand is not None
    assert after.hand is not None
    assert after.hand.view == before.hand.view
    assert after.hand.deadline is not None
    assert (after.hand.deadline - room.clock.now()).total_seconds() == 60
    await room.act(table, Fold())


async def test_the_last_result_still_stands_and_can_be_shown_on(room: Room) -> None:
    room.dealer.first_button = 0
    table = await room.deal(await room.open(TWO))
    table = await room.act(table, Fold())
    assert table.hand is not None
    await room.restart()
    again = room.tables.view(table.table_id)
    assert again.hand is not None
    assert again.hand.view == table.hand.view
    assert stacks(again) == stacks(table)
    assert room.tables.private(table.table_id, TWO.id).can_show
    shown = await room.tables.show_cards(again.hand.hand_id, TWO.id, press=room.press())
    assert shown.hand is not None
    assert len(shown.hand.view.of(1).shown or ()) == 5


async def test_the_button_moves_on_after_a_restart(room: Room) -> None:
    room.dealer.first_button = 0
    table = await room.deal(await room.open(TWO, THREE))
    for _ in range(2):
        await room.act(table, Fold())
    await room.restart()
    table = await room.deal(table)
    assert table.button == 1


async def test_a_tick_outlives_a_restart(room: Room) -> None:
    room.dealer.first_button = 2
    table = await room.deal(await room.open(TWO, THREE))
    private = room.tables.private(table.table_id, ONE.id)
    assert private.hand is not None
    await room.tables.set_pre_action(private.hand.hand_id, ONE.id, "check-fold", private.price, press=room.press())
    await room.restart()
    assert room.tables.private(table.table_id, ONE.id).pre_action is not None
    table = await room.act(table, Call())
    assert table.hand is not None
    assert table.hand.view.of(0).folded


async def test_nobody_is_timed_out_while_discord_cannot_reach_us(room: Room) -> None:
    room.dealer.first_button = 2
    table = await room.deal(await room.open(TWO, THREE))
    await room.tables.connection_lost([table.guild_id])
    await room.later(1_000)
    await room.tables.connection_back([table.guild_id])
    table = room.tables.view(table.table_id)
    assert table.hand is not None
    assert table.hand.prompt_seat == 2
    assert table.hand.deadline is not None
    assert (table.hand.deadline - room.clock.now()).total_seconds() == 60


async def test_the_dealer_s_choice_is_asked_for_again_when_discord_reaches_us_again(room: Room) -> None:
    room.dealer.first_button = 0
    table = await room.open(TWO, variant="dealers-choice")
    await room.deal(table)
    assert room.tables.view(table.table_id).chooser == 0
    await room.tables.connection_lost([table.guild_id])
    await room.later(100)
    await room.tables.connection_back([table.guild_id])
    await room.later(room.policy.first_deal_seconds)
    assert room.tables.view(table.table_id).chooser == 0
    await room.later(30)
    assert room.tables.view(table.table_id).hand is not None, "and chosen by chance when its time is up"


async def test_what_is_told_of_a_hand_that_does_not_replay_holds_no_card(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    room.dealer.first_button = 0
    room.dealer.stack("Ks Kh  7c 8d  9h Js  9s 9c  Jd Th")
    table = await room.deal(await room.open(TWO))
    for answer in (Call(), Check(), DiscardAt(4)):
        await room.act(table, answer)
    forge(room.file, "UPDATE hand_action SET text = 'discard 2c' WHERE text LIKE 'discard%'")
    with caplog.at_level(logging.DEBUG, logger="bot"):
        await room.restart()
    (void,) = await room.records.hands(CHANNEL)
    async with room.store.reading() as t:
        found = await t.hands.one(void.hand_id)
    assert found is not None
    assert found[0].void == "illegal.card-not-held"
    assert "illegal.card-not-held" in caplog.text
    assert "prompts.py" in caplog.text, "where it broke"
    assert not re.search(r"\b[2-9TJQKA][cdhs]\b", caplog.text)


@pytest.mark.parametrize("damage", ["setup = '{}'", "setup = json_set(setup, '$.button', 'nobody')"])
async def test_no_finished_hand_keeps_the_bot_from_starting(room: Room, damage: str) -> None:
    table = await room.deal(await room.open(TWO))
    await room.act(table, Fold())
    forge(room.file, f"UPDATE hand SET {damage}")
    await room.restart()
    table = room.tables.view(table.table_id)
    assert table.hand is None
    await room.deal(table)


@pytest.mark.parametrize("actions", [(), (Call(), Check(), DiscardAt(4))])
async def test_a_hand_of_other_rules_goes_on_where_today_s_ask_the_same(room: Room, actions: tuple[Answer, ...]) -> None:
    table = await room.deal(await room.open(TWO))
    for answer in actions:
        table = await room.act(table, answer)
    forge(room.file, "UPDATE hand SET rules_number = 0")
    await room.restart()
    again = room.tables.view(table.table_id)
    assert table.hand is not None
    assert again.hand is not None
    assert again.hand.view == table.hand.view


@pytest.mark.parametrize("asked", ["'bet 0 5 20 990'", "NULL"])
@pytest.mark.parametrize(("saved", "actions"), [("hand", ()), ("hand_action", (Call(), Check()))])
async def test_a_hand_of_other_rules_is_void_where_today_s_ask_something_else(
    room: Room, saved: str, actions: tuple[Answer, ...], asked: str
) -> None:
    table = await room.deal(await room.open(TWO))
    for answer in actions:
        await room.act(table, answer)
    forge(room.file, "UPDATE hand SET rules_number = 0")
    forge(room.file, f"UPDATE {saved} SET prompt = {asked}")
    await room.restart()
    table = room.tables.view(table.table_id)
    assert table.hand is None
    assert {seat.stack for seat in table.seats} == {1_000}
    (void,) = await room.records.hands(CHANNEL)
    async with room.store.reading() as t:
        found = await t.hands.one(void.hand_id)
    assert found is not None
    assert found[0].void == "other rules"


async def test_no_result_is_shown_that_is_not_the_one_saved(room: Room) -> None:
    table = await room.deal(await room.open(TWO))
    await room.act(table, Fold())
    forge(
        room.file, "UPDATE hand SET rules_number = 0, results = json_set(results, '$.stacks', json_object('0', 1000, '1', 1000))"
    )
    await room.restart()
    assert room.tables.view(table.table_id).hand is None


async def test_chips_that_do_not_add_up_are_told_at_the_start(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    closed = await room.open()
    await room.tables.leave(closed.table_id, ONE.id, press=room.press())
    table = await room.open(THREE, host=TWO, channel=CHANNEL + 1)
    forge(room.file, f"UPDATE account SET balance = 3 WHERE table_id = {closed.table_id}")
    await room.restart()
    text, faults = caplog.text, [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert "zero-sum" in text
    assert f"table_id={closed.table_id}" in text
    assert len(faults) == 2
    assert (await room.deal(table)).hand is not None, "and no table is stopped for it"
    forge(room.file, f"UPDATE account SET balance = 0 WHERE table_id = {closed.table_id}")


async def test_a_closed_table_s_last_result_stands_on_its_message_after_a_restart(room: Room) -> None:
    """The message has lost its buttons to nobody yet: it is left with the hand that ended on it."""
    room.dealer.first_button = 0
    table = await room.deal(await room.open(TWO))
    await room.tables.posted(table.table_id, 55)
    table = await room.act(table, Fold())
    await room.tables.stop(table.table_id, ONE.id, manager=False, now=False, press=room.press(), name="one")
    await room.restart()
    ((view, message_id),) = room.tables.closed_with_buttons()
    assert message_id == 55
    assert view.hand is not None
    assert table.hand is not None
    assert view.hand.view == table.hand.view
