"""Sitting down, getting up, topping up: what moves, what is refused, what waits for the end of the hand."""

from collections.abc import Awaitable

import pytest

from bot.engine import Call, Check, Fold, RaiseTo
from bot.tables import (
    AlreadySeated,
    BadBuyIn,
    ChannelTaken,
    HandRunning,
    NoTable,
    NotAllowed,
    NothingToDo,
    NotSeated,
    Policy,
    StalePress,
    TableFull,
    TableRules,
    TableView,
    TooFewChips,
    TooManyTables,
)
from tests.tables.room import CHANNEL, FOUR, GUILD, ONE, THREE, TWO, Room, check_refused, stacks


async def test_who_opens_a_table_sits_at_it(room: Room) -> None:
    table = await room.open()
    assert stacks(table) == {"one": 1000}
    assert table.host == ONE
    assert (await room.records.chips(GUILD, ONE)).bankroll == 4000
    assert table.waiting == "players"


async def test_one_table_a_channel(room: Room) -> None:
    await room.open()
    await check_refused(room, ChannelTaken, room.open(host=TWO))


async def test_joining_twice_and_a_full_table(room: Room) -> None:
    table = await room.open(TWO, seats=2)
    assert (await check_refused(room, AlreadySeated, room.tables.join(table.table_id, TWO, press=1))).values == {"seat": 1}
    await check_refused(room, TableFull, room.tables.join(table.table_id, THREE, press=2))


@pytest.mark.parametrize("buy_in", [0, -50, 199, 1001])
async def test_a_buy_in_outside_the_table_s_range(room: Room, buy_in: int) -> None:
    table = await room.open()
    error = await check_refused(room, BadBuyIn, room.tables.join(table.table_id, TWO, press=1, buy_in=buy_in))
    assert error.values == {"least": 200, "most": 1000}


async def test_a_buy_in_over_the_bankroll(room: Room) -> None:
    table = await room.open(buy_in=9_000)
    assert stacks(table) == {"one": 5_000}, "joining takes what one has"
    await check_refused(room, TooFewChips, room.tables.join(table.table_id, TWO, press=1, buy_in=6_000))


async def test_too_poor_for_the_table(room: Room) -> None:
    await check_refused(room, TooFewChips, room.open(big_blind=1_000))
    with pytest.raises(NoTable):
        room.tables.in_channel(CHANNEL)


async def test_several_tables_up_to_a_limit_each_its_own_escrow(room: Room) -> None:
    for channel in (1, 2, 3):
        await room.open(channel=channel)
    error = await check_refused(room, TooManyTables, room.open(channel=4))
    assert error.values == {"most": 3}
    assert (await room.records.chips(GUILD, ONE)).bankroll == 2_000
    other = await room.open(host=TWO, channel=5)
    await check_refused(room, TooManyTables, room.tables.join(other.table_id, ONE, press=1))


async def test_a_server_s_limit(tmp_path: object) -> None:
    async with Room(tmp_path / "few.db", Policy(tables_a_server=1)) as room:  # type: ignore[operator]
        await room.open()
        error = await check_refused(room, TooManyTables, room.open(host=TWO, channel=2))
        assert error.message_key == "table.server-limit"


async def test_joining_during_a_hand_is_dealt_in_at_the_next(room: Room) -> None:
    room.dealer.first_button = 0
    table = await room.deal(await room.open(TWO))
    table = await room.tables.join(table.table_id, THREE, press=room.press())
    assert table.hand is not None
    assert set(table.hand.players) == {0, 1}
    await room.act(table, Fold())
    table = await room.deal(table)
    assert table.hand is not None
    assert set(table.hand.players) == {0, 1, 2}


async def test_leaving_between_hands_cashes_out_at_once(room: Room) -> None:
    table = await room.open(TWO)
    table = await room.tables.leave(table.table_id, TWO.id, press=room.press())
    assert stacks(table) == {"one": 1000}
    assert (await room.records.chips(GUILD, TWO)).bankroll == 5_000
    await check_refused(room, NotSeated, room.tables.leave(table.table_id, TWO.id, press=room.press()))


async def test_leaving_mid_hand_folds_and_goes_when_it_is_over(room: Room) -> None:
    room.dealer.first_button = 2
    table = await room.deal(await room.open(TWO, THREE))
    table = await room.tables.leave(table.table_id, ONE.id, press=room.press())
    assert table.hand is not None
    assert table.hand.view.of(0).folded
    assert table.host == TWO
    assert table.hand.prompt_seat == 2, "the actor is still asked"
    number = table.hand.prompt_number
    table = await room.tables.act(table.hand.hand_id, number, THREE.id, Fold(), press=room.press())
    assert stacks(table) == {"two": 1005, "three": 1000}
    assert (await room.records.chips(GUILD, ONE)).bankroll == 4_995


async def test_the_actor_s_press_stays_current_when_somebody_else_leaves(room: Room) -> None:
    room.dealer.first_button = 2
    table = await room.deal(await room.open(TWO, THREE, FOUR))
    assert table.hand is not None
    number, asked = table.hand.prompt_number, table.hand.prompt_seat
    await room.tables.leave(table.table_id, ONE.id, press=room.press())
    assert asked is not None
    table = await room.tables.act(table.hand.hand_id, number, table.hand.players[asked].id, Call(), press=room.press())
    assert table.hand is not None
    assert table.hand.prompt_seat != asked


async def test_leaving_all_in_plays_to_the_showdown(room: Room) -> None:
    """EC-X07."""
    room.dealer.first_button = 0
    room.dealer.stack("2c As 3d Ad 5h Ah 7s Ac 9d Kd")
    table = await room.deal(await room.open(TWO, variant="simple"))
    await room.act(table, RaiseTo(1_000))
    await room.act(table, Call())
    table = await room.tables.leave(table.table_id, ONE.id, press=room.press())
    while table.hand is not None and table.hand.prompt_seat is not None:
        from bot.tables import DrawAt

        table = await room.act(table, DrawAt(0))
    assert stacks(table) == {"two": 0}
    assert (await room.chips(ONE), await room.chips(TWO)) == (6_000, 4_000)


async def test_coming_back_within_the_hour_brings_as_much(room: Room) -> None:
    room.dealer.first_button = 2
    table = await room.deal(await room.open(TWO, THREE))
    for answer in (RaiseTo(500), Fold(), Fold()):
        table = await room.act(table, answer)
    assert stacks(table)["three"] == 1_015
    await room.tables.leave(table.table_id, THREE.id, press=room.press())
    error = await check_refused(room, BadBuyIn, room.tables.join(table.table_id, THREE, press=room.press(), buy_in=400))
    assert error.values["least"] == 1_015
    table = await room.tables.join(table.table_id, THREE, press=room.press())
    assert stacks(table)["three"] == 1_015
    await room.tables.leave(table.table_id, THREE.id, press=room.press())
    await room.tables.pause(table.table_id, ONE.id, manager=False, press=room.press())
    await room.later(3_000)
    await room.tables.away(table.table_id, TWO.id, press=room.press())  # so that the table is not closed for idleness
    await room.later(601)
    table = await room.tables.join(table.table_id, THREE, press=room.press(), buy_in=400)
    assert stacks(table)["three"] == 400, "the hour is over"


async def test_a_top_up_during_a_hand_waits_for_its_end(room: Room) -> None:
    """EC-X08."""
    room.dealer.first_button = 0
    table = await room.deal(await room.open(TWO))
    await room.act(table, RaiseTo(300))
    table = await room.act(table, Fold())
    assert stacks(table) == {"one": 1_010, "two": 990}
    table = await room.deal(table)
    table = await room.tables.top_up(table.table_id, TWO.id, None, press=room.press())
    assert table.seats[1].top_up == 1_000
    assert table.seats[1].stack <= 990
    table = await room.act(table, Fold())
    assert stacks(table)["two"] == 1_000
    assert table.seats[1].top_up == 0


async def test_a_full_stack_cannot_be_topped_up(room: Room) -> None:
    table = await room.open()
    await check_refused(room, NothingToDo, room.tables.top_up(table.table_id, ONE.id, None, press=room.press()))


async def test_a_replayed_press_pays_once(room: Room) -> None:
    room.dealer.first_button = 0
    table = await room.deal(await room.open(TWO))
    await room.act(table, RaiseTo(300))
    await room.act(table, Fold())
    for _ in range(2):
        table = await room.tables.top_up(table.table_id, TWO.id, 5, press=77)
    assert stacks(table)["two"] == 995


async def test_away_and_back(room: Room) -> None:
    table = await room.open(TWO, THREE)
    table = await room.tables.away(table.table_id, TWO.id, press=room.press())
    assert table.seats[1].status == "away"
    await check_refused(room, NothingToDo, room.tables.away(table.table_id, TWO.id, press=room.press()))
    table = await room.deal(table)
    assert table.hand is not None
    assert set(table.hand.players) == {0, 2}
    table = await room.tables.back(table.table_id, TWO.id, press=room.press())
    assert table.seats[1].status == "ready"


async def test_the_host_may_kick_and_others_may_not(room: Room) -> None:
    table = await room.open(TWO, THREE)
    await check_refused(room, NotAllowed, room.tables.kick(table.table_id, TWO.id, THREE.id, manager=False, press=room.press()))
    await check_refused(room, NotAllowed, room.tables.kick(table.table_id, ONE.id, ONE.id, manager=False, press=room.press()))
    table = await room.tables.kick(table.table_id, ONE.id, THREE.id, manager=False, press=room.press())
    assert stacks(table) == {"one": 1_000, "two": 1_000}
    assert room.changes[-1].notices[0].key == "notice.kicked"


async def test_dealing_needs_two_and_no_running_hand(room: Room) -> None:
    table = await room.open()
    error = await check_refused(room, NothingToDo, room.deal(table))
    assert error.message_key == "deal.players"
    await room.tables.join(table.table_id, TWO, press=room.press())
    await room.deal(table)
    await check_refused(room, HandRunning, room.deal(table))


async def test_the_last_person_to_leave_closes_the_table(room: Room) -> None:
    table = await room.open()
    await room.tables.leave(table.table_id, ONE.id, press=room.press())
    with pytest.raises(NoTable):
        room.tables.in_channel(CHANNEL)
    assert await room.chips(ONE) == 5_000
    assert "closed" in room.changes[-1].kinds
    await room.open()


async def test_the_house_makes_a_practice_table(room: Room) -> None:
    table = await room.open(TWO)
    await check_refused(room, TableFull, room.tables.house(table.table_id, ONE.id, 5, press=room.press()))
    table = await room.tables.house(table.table_id, ONE.id, 2, press=room.press())
    assert table.practice
    assert len(table.seats) == 4
    assert (await room.chips(ONE), await room.chips(TWO)) == (5_000, 5_000), "their own chips are back"
    table = await room.tables.house(table.table_id, ONE.id, 1, press=room.press())
    assert sum(seat.player.house for seat in table.seats) == 1
    await room.deal(table)
    await room.later(600)
    assert (await room.chips(ONE), await room.chips(TWO)) == (5_000, 5_000)
    board = await room.records.leaderboard(GUILD, by="net")
    assert board.lines == ()


async def test_a_check_is_refused_where_there_is_a_price(room: Room) -> None:
    from bot.engine import IllegalAction

    room.dealer.first_button = 0
    table = await room.deal(await room.open(TWO))
    await check_refused(room, IllegalAction, room.act(table, Check()))


async def test_who_chose_the_first_game_has_the_button(room: Room) -> None:
    table = await room.open(TWO, THREE, variant="dealers-choice")
    room.dealer.first_button = 1
    table = await room.deal(table)
    assert table.chooser == 1
    room.dealer.first_button = 2  # a second lot, which must not be drawn
    table = await room.tables.choose(table.table_id, TWO.id, "simple", press=room.press())
    assert table.hand is not None
    assert table.hand.view.button == 1


async def test_a_press_that_has_opened_a_table_opens_no_second_one(room: Room) -> None:
    """Its buy-in is booked, and a table at which nobody sits is none."""

    def opens() -> Awaitable[TableView]:
        return room.tables.open(GUILD, CHANNEL, ONE, TableRules(), locale="en-US", press=88)

    table = await opens()
    await room.tables.leave(table.table_id, ONE.id, press=room.press())
    await check_refused(room, StalePress, opens())
    with pytest.raises(NoTable):
        room.tables.in_channel(CHANNEL)
    await room.restart()
    assert room.tables.views() == []
    assert stacks(await room.open()) == {"one": 1_000}


async def test_a_press_that_has_sat_somebody_down_does_so_once(room: Room) -> None:
    table = await room.open(TWO)
    await room.tables.join(table.table_id, THREE, press=88)
    await room.tables.leave(table.table_id, THREE.id, press=room.press())
    await check_refused(room, StalePress, room.tables.join(table.table_id, THREE, press=88))
    assert await room.chips(THREE) == 5_000


async def test_a_press_that_has_seated_the_house_does_so_once(room: Room) -> None:
    table = await room.open(TWO)
    await room.tables.house(table.table_id, ONE.id, 2, press=88)
    table = await room.tables.house(table.table_id, ONE.id, 0, press=room.press())
    await check_refused(room, StalePress, room.tables.house(table.table_id, ONE.id, 2, press=88))


async def test_who_sits_down_before_the_next_hand_sits_under_its_rules(room: Room) -> None:
    table = await room.open(TWO, seats=3)
    table = await room.tables.change_rules(table.table_id, ONE.id, manager=False, press=room.press(), seats=2, big_blind=40)
    assert (table.rules.seats, table.rules.least_buy_in, table.rules.buy_in) == (2, 800, 4_000)
    assert (await check_refused(room, TableFull, room.tables.join(table.table_id, THREE, press=room.press()))).values == {
        "seats": 2
    }
    await room.tables.leave(table.table_id, TWO.id, press=room.press())
    error = await check_refused(room, BadBuyIn, room.tables.join(table.table_id, THREE, press=room.press(), buy_in=400))
    assert error.values == {"least": 800, "most": 4_000}
    table = await room.tables.join(table.table_id, THREE, press=room.press())
    assert stacks(table) == {"one": 1_000, "three": 4_000}
    table = await room.tables.top_up(table.table_id, ONE.id, None, press=room.press())
    assert stacks(table) == {"one": 4_000, "three": 4_000}


async def test_who_sits_down_during_a_hand_sits_under_the_rules_of_the_next(room: Room) -> None:
    room.dealer.first_button = 0
    table = await room.deal(await room.open(TWO, seats=3, time_bank_seconds=0))
    set_to = {"seats": 4, "big_blind": 20, "time_bank_seconds": 30}
    await room.tables.change_rules(table.table_id, ONE.id, manager=False, press=room.press(), **set_to)
    await check_refused(room, BadBuyIn, room.tables.join(table.table_id, THREE, press=room.press(), buy_in=399))
    await room.tables.join(table.table_id, THREE, press=room.press())
    table = await room.tables.join(table.table_id, FOUR, press=room.press())
    assert stacks(table)["three"] == stacks(table)["four"] == 2_000
    await room.tables.top_up(table.table_id, TWO.id, None, press=room.press())
    table = await room.act(table, Fold())
    assert stacks(table)["two"] == 2_000
    assert [seat.time_bank_seconds for seat in table.seats if seat.seat > 1] == [30, 30]


async def test_the_house_s_seats_come_under_the_rules_of_the_next_hand(room: Room) -> None:
    room.dealer.first_button = 0
    table = await room.deal(await room.open(TWO, seats=4))
    await room.tables.house(table.table_id, ONE.id, 2, press=room.press())
    await room.tables.change_rules(table.table_id, ONE.id, manager=False, press=room.press(), seats=3, big_blind=20)
    table = await room.act(table, Fold())
    assert [seat.stack for seat in table.seats if seat.player.house] == [2_000]


async def test_who_is_asked_to_leave_during_a_hand_cannot_take_it_back(room: Room) -> None:
    room.dealer.first_button = 2
    table = await room.deal(await room.open(TWO, THREE))
    await room.tables.kick(table.table_id, ONE.id, TWO.id, manager=False, press=room.press())
    error = await check_refused(room, NotAllowed, room.tables.join(table.table_id, TWO, press=room.press()))
    assert error.message_key == "seat.kicked"
    await room.restart()
    await check_refused(room, NotAllowed, room.tables.join(table.table_id, TWO, press=room.press()))
    for _ in range(2):
        table = await room.act(table, Fold())
    assert stacks(table).keys() == {"one", "three"}
    table = await room.tables.join(table.table_id, TWO, press=room.press())
    assert "two" in stacks(table)


async def test_who_was_leaving_of_their_own_accord_may_stay(room: Room) -> None:
    room.dealer.first_button = 2
    table = await room.deal(await room.open(TWO, THREE))
    await room.tables.leave(table.table_id, TWO.id, press=room.press())
    await check_refused(room, NotSeated, room.tables.kick(table.table_id, ONE.id, TWO.id, manager=False, press=room.press()))
    table = await room.tables.join(table.table_id, TWO, press=room.press())
    assert [seat.status for seat in table.seats] == ["ready", "ready", "ready"]


async def test_a_table_closes_with_the_last_person_asked_to_leave(room: Room) -> None:
    table = await room.open()
    await room.tables.house(table.table_id, ONE.id, 2, press=room.press())
    table = await room.tables.kick(table.table_id, 999, ONE.id, manager=True, press=room.press())
    assert table.state == "closed"
    with pytest.raises(NoTable):
        room.tables.in_channel(CHANNEL)
    assert [notice.key for notice in room.changes[-1].notices] == ["notice.kicked"]
    assert await room.chips(ONE) == 5_000


async def test_before_the_first_hand_anybody_seated_may_bring_the_house_in(room: Room) -> None:
    table = await room.open(TWO)
    table = await room.tables.house(table.table_id, TWO.id, 1, press=room.press())
    assert table.practice


async def test_a_table_that_has_played_for_chips_becomes_practice_by_its_host_alone(room: Room) -> None:
    room.dealer.first_button = 0
    table = await room.deal(await room.open(TWO))
    await check_refused(room, NotAllowed, room.tables.house(table.table_id, TWO.id, 1, press=room.press()))
    table = await room.act(table, Fold())
    error = await check_refused(room, NotAllowed, room.tables.house(table.table_id, TWO.id, 1, press=room.press()))
    assert error.message_key == "table.host-only"
    await check_refused(room, NotSeated, room.tables.house(table.table_id, THREE.id, 1, press=room.press()))
    table = await room.tables.house(table.table_id, ONE.id, 1, press=room.press())
    assert table.practice
    table = await room.tables.house(table.table_id, TWO.id, 2, press=room.press())
    assert sum(seat.player.house for seat in table.seats) == 2, "a practice table is anybody's"


async def test_a_manager_who_sits_there_may_bring_the_house_in(room: Room) -> None:
    room.dealer.first_button = 0
    table = await room.act(await room.deal(await room.open(TWO)), Fold())
    table = await room.tables.house(table.table_id, TWO.id, 1, press=room.press(), manager=True)
    assert table.practice
