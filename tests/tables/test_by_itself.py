"""What happens at a table while nobody presses: idle tables, the next deal, the clock, the house's moves, the dealer's choice."""

from collections.abc import Awaitable
from pathlib import Path
from typing import NoReturn

import pytest

from bot.engine import Call, Check, Draw, Fold, Pass, RaiseTo
from bot.tables import NothingToDo, Player, Policy, TableView
from bot.tables.seats.sitters import Sitter
from bot.tables.state import PlayedAction
from bot.tables.storage import rows
from tests.tables.room import FOUR, ONE, THREE, TWO, Room, check_refused, in_memory


def told(room: Room) -> list[str]:
    """The notices that the channel has had, by key."""
    return [notice.key for change in room.changes for notice in change.notices]


async def test_an_idle_table_says_once_that_it_closes_after_the_hand(tmp_path: Path) -> None:
    async with Room(tmp_path / "idle.db", Policy(idle_minutes=0.5)) as room:
        table = await room.deal(await room.open(TWO, THREE))
        for _ in range(30):
            room.clock.advance(1.5)
            await room.tables.settled()
        after = room.tables.view(table.table_id)
        assert after.state == "stopping"
        assert after.version < table.version + 5
        assert [key for key in told(room) if "idle" in key] == ["notice.idle-hand"]
        await room.later(1_000)
        assert room.tables.views() == []
        assert [key for key in told(room) if "idle" in key] == ["notice.idle-hand"]
        assert await room.chips(ONE) + await room.chips(TWO) + await room.chips(THREE) == 15_000


async def test_a_table_that_somebody_used_meanwhile_closes_that_much_later(tmp_path: Path) -> None:
    async with Room(tmp_path / "idle.db", Policy(idle_minutes=0.5)) as room:
        table = await room.open()
        await room.later(20)
        await room.tables.show_table(table.table_id, press=room.press())
        await room.later(29)
        assert room.tables.views() != []
        await room.later(2)
        assert room.tables.views() == []


async def test_a_hand_that_stops_anyway_is_not_told_of_idleness(tmp_path: Path) -> None:
    async with Room(tmp_path / "idle.db", Policy(idle_minutes=0.5)) as room:
        table = await room.deal(await room.open(TWO))
        await room.tables.stop(table.table_id, ONE.id, manager=False, now=False, press=room.press(), name="one")
        for _ in range(30):
            room.clock.advance(1.5)
            await room.tables.settled()
        assert told(room) == ["notice.nudge"]


async def test_an_idle_hand_in_a_shut_channel_is_void(tmp_path: Path) -> None:
    async with Room(tmp_path / "idle.db", Policy(idle_minutes=0.5)) as room:
        table = await room.deal(await room.open(TWO))
        await room.tables.stop(table.table_id, ONE.id, manager=False, now=False, press=room.press(), name="one")
        await room.tables.unreachable(table.table_id)
        await room.later(31)
        assert room.tables.views() == []
        assert "notice.voided-closed" in told(room)


def free_to_choose(room: Room) -> Awaitable[TableView]:
    """A table at which the button will be asked for its game; the lot for the first button gives it to seat 1."""
    room.dealer.first_button = 1
    return room.open(TWO, THREE, variant="dealers-choice")


async def test_a_pause_ends_the_dealer_s_choice_and_nothing_is_dealt(room: Room) -> None:
    table = await room.deal(await free_to_choose(room))
    assert table.waiting == "choice"
    table = await room.tables.pause(table.table_id, ONE.id, manager=False, press=room.press())
    assert (table.waiting, table.chooser, table.next_hand_at) == ("paused", None, None)
    await check_refused(room, NothingToDo, room.tables.choose(table.table_id, TWO.id, "simple", press=room.press()))
    await room.later(120)
    assert room.tables.view(table.table_id).hand is None
    room.dealer.first_button = 2  # a second lot, which must not be drawn
    await room.tables.resume(table.table_id, ONE.id, manager=False, press=room.press())
    table = await room.deal(table)
    assert table.chooser == 1, "the button has been drawn already"


async def test_a_game_that_is_agreed_ends_the_dealer_s_choice(room: Room) -> None:
    table = await room.deal(await free_to_choose(room))
    table = await room.tables.change_rules(table.table_id, ONE.id, manager=False, press=room.press(), variant="simple")
    assert (table.waiting, table.chooser) == ("deal", None)
    assert table.next_hand_at is not None
    await room.later((table.next_hand_at - room.clock.now()).total_seconds() + 0.1)
    table = room.tables.view(table.table_id)
    assert table.hand is not None
    assert (table.hand.variant, table.button) == ("simple", 1)


async def test_dealing_during_the_dealer_s_choice_waits_for_it(room: Room) -> None:
    table = await room.deal(await free_to_choose(room))
    asked = table.next_hand_at
    await room.later(5)
    room.dealer.first_button = 2
    error = await check_refused(room, NothingToDo, room.deal(table))
    assert error.message_key == "deal.choice"
    table = room.tables.view(table.table_id)
    assert (table.chooser, table.next_hand_at) == (1, asked)
    assert asked is not None
    await room.later((asked - room.clock.now()).total_seconds() + 0.1)
    table = room.tables.view(table.table_id)
    assert table.hand is not None
    assert table.button == 1


async def test_where_the_button_is_at_an_empty_seat_who_acts_last_picks_the_game(room: Room) -> None:
    room.dealer.first_button = 0
    table = await room.deal(await room.open(TWO, THREE, FOUR, variant="dealers-choice", button="dead"))
    table = await room.tables.choose(table.table_id, ONE.id, "simple", press=room.press())
    await room.tables.leave(table.table_id, TWO.id, press=room.press())
    await room.act(table, Fold())
    await room.act(table, Fold())
    table = await room.deal(table)
    assert table.chooser == 0
    table = await room.tables.choose(table.table_id, ONE.id, "sequential", press=room.press())
    assert table.hand is not None
    assert (table.button, table.hand.variant, table.hand.prompt_seat) == (1, "sequential", 0)


async def test_a_choice_ends_with_the_chooser_s_seat(room: Room) -> None:
    table = await room.deal(await free_to_choose(room))
    table = await room.tables.leave(table.table_id, TWO.id, press=room.press())
    assert (table.chooser, table.waiting) == (None, "deal")
    await room.later(room.policy.first_deal_seconds + 0.1)
    table = room.tables.view(table.table_id)
    assert table.waiting == "choice", "the next one is asked"
    assert table.chooser in {0, 2}


async def tick(room: Room, table: TableView, person: Player, what: str) -> None:
    """Let somebody tick an action ahead of their turn, for the price as it is."""
    private = room.tables.private(table.table_id, person.id)
    assert private.hand is not None
    await room.tables.set_pre_action(private.hand.hand_id, person.id, what, private.price, press=room.press())


def seat_of(room: Room, table: TableView, person: Player) -> Sitter:
    """The seat of somebody, as the service holds it."""
    sitter = in_memory(room.tables, table.table_id).state.sitter_of(person.id)
    assert sitter is not None
    return sitter


async def test_an_action_ticked_ahead_ends_a_run_of_timeouts(room: Room) -> None:
    """D-27: two in a row, and who has acted in between was there."""
    room.dealer.first_button = 0
    table = await room.deal(await room.open(TWO, THREE, variant="simple", time_bank_seconds=0))
    await room.later(60.1)  # ONE, under the button, runs out and is folded
    await room.act(table, Fold())
    assert seat_of(room, table, ONE).timeouts == 1
    table = await room.deal(table)  # the button is TWO's, the big blind ONE's
    await tick(room, table, ONE, "check-fold")
    await room.act(table, Call())
    assert seat_of(room, table, ONE).timeouts == 1, "a tick that is not played yet has answered nothing"
    await room.act(table, Call())
    assert seat_of(room, table, ONE).timeouts == 0
    await room.restart()
    assert seat_of(room, table, ONE).timeouts == 0


@pytest.mark.parametrize(("variant", "own_seconds"), [("simple", 30), ("sequential", 60)], ids=["draw", "discard"])
async def test_the_time_bank_is_there_for_discarding_and_drawing(room: Room, variant: str, own_seconds: int) -> None:
    """D-26: a discard has its one extension first; what the bank lends beyond the answer comes back."""
    room.dealer.first_button = 0
    table = await room.deal(await room.open(TWO, variant=variant, time_bank_seconds=60, discard_clock_seconds=30))
    for answer in (Call(), Check()):
        table = await room.act(table, answer)
    assert table.hand is not None
    number = table.hand.prompt_number
    await room.later(own_seconds + 20)
    table = room.tables.view(table.table_id)
    assert table.hand is not None
    assert table.hand.prompt_number == number, "the bank runs"
    assert table.hand.prompt_seat is not None
    asked = table.hand.players[table.hand.prompt_seat]
    assert seat_of(room, table, asked).time_bank_seconds == 0
    await room.act(table, Draw(()) if variant == "simple" else Pass())
    assert seat_of(room, table, asked).time_bank_seconds == 40


@pytest.mark.parametrize(("variant", "own_seconds"), [("simple", 30), ("sequential", 60)], ids=["draw", "discard"])
async def test_without_a_time_bank_the_clock_ends_discarding_and_drawing(room: Room, variant: str, own_seconds: int) -> None:
    room.dealer.first_button = 0
    table = await room.deal(await room.open(TWO, variant=variant, time_bank_seconds=0, discard_clock_seconds=30))
    for answer in (Call(), Check()):
        table = await room.act(table, answer)
    assert table.hand is not None
    number = table.hand.prompt_number
    await room.later(own_seconds + 1)
    table = room.tables.view(table.table_id)
    assert table.hand is not None
    assert table.hand.prompt_number > number


async def test_what_was_lent_of_a_time_bank_comes_back_when_the_other_leaves(room: Room) -> None:
    room.dealer.first_button = 0
    table = await room.deal(await room.open(TWO, time_bank_seconds=60))
    await room.later(62)
    assert seat_of(room, table, ONE).time_bank_seconds == 0
    await room.tables.leave(table.table_id, TWO.id, press=room.press())
    assert seat_of(room, table, ONE).time_bank_seconds == 60, "58 are left of it, and a hand brings 5"


async def test_what_was_lent_comes_back_when_another_s_leaving_changes_the_question(room: Room) -> None:
    """With the last one gone who could be raised, what is left is to call or fold: that is another question, with a clock of its own."""
    room.dealer.first_button = 0
    table = await room.open(time_bank_seconds=60)
    await room.tables.join(table.table_id, TWO, press=room.press(), buy_in=300)
    table = await room.deal(await room.tables.join(table.table_id, THREE, press=room.press()))
    for answer in (Call(), RaiseTo(300), Call()):
        table = await room.act(table, answer)
    await room.later(62)
    assert seat_of(room, table, ONE).time_bank_seconds == 0
    await room.tables.leave(table.table_id, THREE.id, press=room.press())
    assert seat_of(room, table, ONE).time_bank_seconds == 58
    table = room.tables.view(table.table_id)
    assert table.hand is not None
    assert table.hand.prompt_seat == 0
    assert table.hand.deadline is not None
    assert (table.hand.deadline - room.clock.now()).total_seconds() == 60


async def test_what_was_lent_stays_lent_while_the_same_question_is_open(room: Room) -> None:
    room.dealer.first_button = 0
    table = await room.deal(await room.open(TWO, THREE, time_bank_seconds=60))
    assert table.hand is not None
    number = table.hand.prompt_number
    await room.later(62)
    table = await room.tables.leave(table.table_id, THREE.id, press=room.press())
    assert table.hand is not None
    assert table.hand.prompt_number == number
    assert seat_of(room, table, ONE).time_bank_seconds == 0


async def against_the_house(room: Room) -> TableView:
    """A hand at a practice table, in which the house is asked first."""
    room.dealer.first_button = 1
    table = await room.open(variant="simple")
    return await room.deal(await room.tables.house(table.table_id, ONE.id, 1, press=room.press()))


def broken(*_: object) -> NoReturn:
    """What nobody has thought of."""
    raise ZeroDivisionError


async def test_a_fault_in_the_house_s_thinking_does_not_stall_the_hand(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await against_the_house(room)
    assert table.hand is not None
    assert table.hand.prompt_seat == 1
    monkeypatch.setattr("bot.tables.hands.automatic.decide", broken)
    await room.later(3)
    table = room.tables.view(table.table_id)
    assert table.hand is not None
    assert table.hand.view.of(1).folded, "the default is played for it"
    for _ in range(4):
        await room.later(300)
    assert [seat.status for seat in room.tables.view(table.table_id).seats if seat.player.house] == ["ready"]


async def test_a_hand_that_the_house_cannot_go_on_with_is_void(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await against_the_house(room)
    monkeypatch.setattr("bot.tables.hands.play.play", broken)
    await room.later(3)
    table = room.tables.view(table.table_id)
    assert table.hand is None
    assert "notice.voided-fault" in told(room)
    monkeypatch.undo()
    await room.later(30)
    assert room.tables.view(table.table_id).hand is not None, "the next hand is dealt"


async def test_the_clock_does_not_void_a_hand_of_which_the_file_knows_more(room: Room) -> None:
    room.dealer.first_button = 0
    table = await room.deal(await room.open(TWO, THREE, time_bank_seconds=0))
    assert table.hand is not None
    held = in_memory(room.tables, table.table_id)
    async with room.store.transaction() as t:
        row = rows.action_row(held, table.hand.hand_id, PlayedAction(0, Call(), "seat"), room.clock.now())
        await t.hands.act(row)
    await room.later(61)
    table = room.tables.view(table.table_id)
    assert table.hand is not None
    assert table.hand.prompt_seat == 1
    assert "notice.voided-fault" not in told(room)
    await room.act(table, Call())


async def test_who_has_passed_ticks_nothing_while_the_others_discard(room: Room) -> None:
    room.dealer.first_button = 2
    table = await room.deal(await room.open(TWO, THREE))
    for answer in (Call(), Call(), Check()):
        await room.act(table, answer)
    first = room.tables.view(table.table_id).hand
    assert first is not None
    assert first.prompt_seat is not None
    passed = first.players[first.prompt_seat]
    await room.act(table, Pass())
    after = room.tables.view(table.table_id).hand
    assert after is not None
    others = [player for seat, player in after.players.items() if player != passed and seat != after.prompt_seat]
    assert room.tables.private(table.table_id, passed.id).possible_pre_actions == ()
    assert [room.tables.private(table.table_id, other.id).possible_pre_actions for other in others] == [("pass", "discard")]
