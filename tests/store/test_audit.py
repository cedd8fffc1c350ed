"""What must always hold is found when it does not, table by table."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import Difference, Fault, Store
from tests.store.people import ANN, BOB, BUY_IN, CHANNEL, CLEO, FIRST, GUILD, seat_people, table_row


async def damage(path: Path, *statements: str) -> list[Fault]:
    """Play a little at two tables, change the file behind the store's back, and audit it."""
    store = await Store.open(f"sqlite:///{path}")
    for channel in (CHANNEL, CHANNEL + 1):
        seated = await seat_people(store, ANN, BOB, channel_id=channel)
        await seated.play(store, 1, (40, -40), pot=80)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        for statement in statements:
            assert other.execute(statement).rowcount > 0, statement
    async with store.reading() as t:
        faults = await t.audit.check()
        assert {fault for fault in faults if fault.rule == "seat"} == set(await t.audit.check_tables())
    await store.close()
    return faults


async def test_nothing_to_report(path: Path) -> None:
    assert await damage(path, "UPDATE poker_table SET state = 'paused'") == []


async def test_a_stack_that_is_not_its_account_names_its_table(path: Path) -> None:
    faults = await damage(path, "UPDATE seat SET stack = stack + 7 WHERE table_id = 2 AND seat = 0")
    assert faults == [Fault("seat", GUILD, 2, BUY_IN + 47, BUY_IN + 40, f"user {ANN}")]


async def test_chips_on_a_seat_where_nobody_sits(path: Path) -> None:
    faults = await damage(path, "DELETE FROM seat WHERE table_id = 1 AND seat = 1")
    assert faults == [Fault("seat", GUILD, 1, 0, BUY_IN - 40, f"user {BOB}")]


async def test_real_chips_at_a_practice_table(path: Path) -> None:
    faults = await damage(path, "UPDATE poker_table SET practice = true WHERE id = 1")
    assert {(fault.rule, fault.table_id) for fault in faults} == {("seat", 1)}
    assert sorted((fault.expected, fault.found) for fault in faults) == [(0, 960), (0, 1040), (960, 0), (1040, 0)]


async def test_a_balance_without_transfers(path: Path) -> None:
    faults = await damage(path, "UPDATE account SET balance = balance + 1 WHERE kind = 'bankroll' AND user_id = 100")
    bankroll = FIRST - 2 * BUY_IN
    assert faults == [
        Fault("zero-sum", GUILD, None, 0, 1),
        Fault("balance", GUILD, None, bankroll, bankroll + 1, f"bankroll of user {ANN}"),
        Fault("chips", GUILD, None, FIRST + 81, FIRST + 80, f"user {ANN}"),
    ]


async def test_a_balance_at_a_table(path: Path) -> None:
    faults = await damage(path, "UPDATE account SET balance = balance - 1 WHERE kind = 'seat' AND user_id = 101 AND table_id = 2")
    assert {(fault.rule, fault.table_id) for fault in faults} == {
        ("seat", 2),
        ("zero-sum", None),
        ("balance", 2),
        ("chips", None),
    }


async def test_chips_booked_for_a_hand_that_is_not_over_or_void(path: Path) -> None:
    faults = await damage(
        path,
        "UPDATE hand SET ended_at = NULL, results = NULL WHERE id = 1",
        "UPDATE hand SET void = 'x', results = NULL WHERE id = 2",
    )
    assert faults == [
        Fault("hand-sum", GUILD, table, 0, chips, f"hand {table}, user {user}")
        for table in (1, 2)
        for user, chips in ((ANN, 40), (BOB, -40))
    ]


async def test_a_finished_hand_whose_chips_are_others_than_its_results(path: Path) -> None:
    faults = await damage(path, "UPDATE hand_player SET net = 41 WHERE hand_id = 1 AND seat = 0")
    assert faults == [Fault("hand-sum", GUILD, 1, 41, 40, f"hand 1, user {ANN}")]


async def test_a_hand_that_has_paid_somebody_who_did_not_play(path: Path) -> None:
    faults = await damage(path, f"UPDATE hand_player SET user_id = {CLEO} WHERE hand_id = 2 AND seat = 1")
    assert faults == [
        Fault("hand-sum", GUILD, 2, -40, 0, f"hand 2, user {CLEO}"),
        Fault("hand-sum", GUILD, 2, 0, -40, f"hand 2, user {BOB}"),
    ]


async def test_a_board_that_counts_wrong(path: Path) -> None:
    faults = await damage(path, "UPDATE board SET players = 3 WHERE period = 'all'")
    assert faults == [Fault("board", GUILD, None, 2, 3, "all")]


@pytest.mark.parametrize("played", [0, 1])
async def test_figures(store: Store, played: int) -> None:
    if played:
        seated = await seat_people(store, ANN, BOB)
        await seated.play(store, 1, (40, -40))
    async with store.reading() as t:
        figures = await t.audit.figures()
    assert (figures.guilds, figures.accounts, figures.transfers, figures.issued) == (
        (1, 5, 5, 2 * FIRST) if played else (0, 0, 0, 0)
    )
    assert (figures.tables, figures.hands, figures.live_hands, figures.void_hands, figures.actions) == (played, played, 0, 0, 0)


async def test_differences_of_a_table_that_was_closed_by_its_ledger_are_kept(store: Store) -> None:
    async with store.transaction() as t:
        first = await t.tables.open(table_row(CHANNEL, facts={"carried": [[1, 2]]}))
        second = await t.tables.open(table_row(CHANNEL + 1))
        await t.tables.close_as_paid(first, [Difference(0, 1_001, 1_000), Difference(None, 0, 7)])
        await t.tables.close_as_paid(second)
    async with store.reading() as t:
        assert await t.tables.differences() == [(first, Difference(0, 1_001, 1_000)), (first, Difference(None, 0, 7))]
        assert await t.audit.unreadable() == []
        assert await t.tables.all_open() == []
