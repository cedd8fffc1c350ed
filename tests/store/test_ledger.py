"""Chips by double entry: paid once, never overdrawn, never edited; tried through the ledger and below it."""

import asyncio
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from bot.store import Bankroll, ConstraintBroken, House, InvalidTransfer, Overdraft, SeatAccount, Store, Transfer
from tests.store.people import ANN, BOB, BUY_IN, FIRST, GUILD, NOW, bankroll, grant, later, seat_people


async def test_the_first_chips_are_granted_once_a_server(store: Store) -> None:
    async with store.transaction() as t:
        assert await t.ledger.first_chips(GUILD, ANN, FIRST, transfer_id="press 1", at=NOW) == FIRST
        assert await t.ledger.first_chips(GUILD, ANN, FIRST, transfer_id="press 2", at=NOW) == FIRST
        assert await t.ledger.first_chips(2, ANN, FIRST, transfer_id="press 3", at=NOW) == FIRST
        assert await t.ledger.balance(House(GUILD)) == -FIRST


async def test_who_lost_everything_gets_no_first_chips_again(store: Store) -> None:
    async with store.transaction() as t:
        await t.ledger.first_chips(GUILD, ANN, FIRST, transfer_id="press 1", at=NOW)
        await t.ledger.book(Transfer("all", GUILD, Bankroll(GUILD, ANN), House(GUILD), FIRST, "correction", NOW))
        assert await t.ledger.first_chips(GUILD, ANN, FIRST, transfer_id="press 2", at=NOW) == 0


async def test_a_booked_id_is_reported_and_not_paid_twice(store: Store) -> None:
    both = (grant("a", ANN, 100), grant("b", BOB, 200))
    async with store.transaction() as t:
        assert await t.ledger.book(*both) is True
    async with store.transaction() as t:
        assert await t.ledger.book(*both) is False
        assert await t.ledger.book(replace(both[0], amount=999)) is False
    assert (await bankroll(store, ANN), await bankroll(store, BOB)) == (100, 200)


async def test_a_booking_that_overlaps_an_older_one_changes_nothing(store: Store) -> None:
    async with store.transaction() as t:
        await t.ledger.book(grant("a", ANN, 100))
    with pytest.raises(InvalidTransfer):
        async with store.transaction() as t:
            await t.ledger.book(grant("a", ANN, 100), grant("b", BOB, 200))
    assert (await bankroll(store, ANN), await bankroll(store, BOB)) == (100, 0)


async def test_an_overdraft_changes_nothing(store: Store) -> None:
    seated = await seat_people(store, ANN, BOB)
    seat, other = seated.seat(ANN), seated.seat(BOB)
    with pytest.raises(Overdraft) as refused:
        async with store.transaction() as t:
            await t.ledger.book(
                Transfer("x", GUILD, other, House(GUILD), 10, "hand", NOW), Transfer("y", GUILD, seat, other, 1_001, "hand", NOW)
            )
    assert refused.value.values["missing"] == 1
    async with store.reading() as t:
        assert (await t.ledger.balance(seat), await t.ledger.balance(other)) == (BUY_IN, BUY_IN)


async def test_only_the_sums_of_a_booking_count(store: Store) -> None:
    seated = await seat_people(store, ANN, BOB)
    ann, bob = seated.seat(ANN), seated.seat(BOB)
    async with store.transaction() as t:
        through = Transfer("out", GUILD, bob, House(GUILD), 1_500, "hand", NOW)
        assert await t.ledger.book(through, Transfer("in", GUILD, ann, bob, 700, "hand", NOW))
        assert (await t.ledger.balance(ann), await t.ledger.balance(bob)) == (300, 200)
        for seat, stack in enumerate((300, 200)):
            row = (await t.tables.seats(seated.table_id))[seat]
            await t.tables.put_seat(replace(row, stack=stack))


@pytest.mark.parametrize(
    "transfer",
    [
        grant("x", ANN, 0),
        grant("x", ANN, -50),
        grant("x", ANN, 10**15 + 1),
        grant("x", ANN, 5, debit=Bankroll(GUILD, ANN)),
        grant("x", ANN, 5, credit=Bankroll(2, ANN)),
        grant("x", ANN, 5, debit=SeatAccount(GUILD, 1, ANN, practice=True)),
        grant("x", ANN, 5, debit=SeatAccount(GUILD, 1, ANN, practice=True), credit=SeatAccount(GUILD, 1, ANN)),
    ],
)
async def test_transfers_that_make_no_sense_are_refused(store: Store, transfer: Transfer) -> None:
    with pytest.raises(InvalidTransfer):
        async with store.transaction() as t:
            await t.ledger.book(grant("y", BOB, 7), transfer)
    assert await bankroll(store, BOB) == 0


async def test_one_id_twice_in_a_booking_is_refused(store: Store) -> None:
    with pytest.raises(InvalidTransfer):
        async with store.transaction() as t:
            await t.ledger.book(grant("x", ANN, 5), grant("x", BOB, 5))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE transfer SET amount = 1 WHERE id = 'a'",
        "UPDATE transfer SET note = 'harmless' WHERE id = 'a'",
        "DELETE FROM transfer WHERE id = 'a'",
        "DELETE FROM transfer",
        "UPDATE account SET balance = -1 WHERE kind = 'bankroll'",
        "UPDATE account SET balance = balance - 101 WHERE kind = 'bankroll'",
        "UPDATE account SET kind = 'bankroll' WHERE kind = 'house'",
        "INSERT INTO transfer SELECT 'b', guild_id, debit_id, credit_id, 0, reason, hand_id, note, at FROM transfer",
        "INSERT INTO transfer SELECT 'b', guild_id, debit_id, credit_id, -5, reason, hand_id, note, at FROM transfer",
        "INSERT INTO transfer SELECT 'b', guild_id, debit_id, debit_id, 5, reason, hand_id, note, at FROM transfer",
        "INSERT INTO transfer SELECT 'b', guild_id, debit_id, 999, 5, reason, hand_id, note, at FROM transfer",
        "INSERT INTO transfer SELECT id, guild_id, debit_id, credit_id, 5, reason, hand_id, note, at FROM transfer",
        "INSERT INTO account SELECT 99, guild_id, user_id, kind, table_id, 0 FROM account WHERE kind = 'bankroll'",
        "DELETE FROM account WHERE kind = 'bankroll'",
    ],
)
async def test_the_database_itself_refuses(store: Store, statement: str) -> None:
    async with store.transaction() as t:
        await t.ledger.book(grant("a", ANN, 100))
    with pytest.raises(ConstraintBroken):
        async with store.transaction() as t:
            await t.ledger._work.run(text(statement))
    assert await bankroll(store, ANN) == 100


async def test_sqlite_does_not_replace_a_booked_transfer(filed: Store) -> None:
    async with filed.transaction() as t:
        await t.ledger.book(grant("a", ANN, 100))
    edit = "INSERT OR REPLACE INTO transfer SELECT id, guild_id, debit_id, credit_id, 5, reason, hand_id, note, at FROM transfer"
    with pytest.raises(ConstraintBroken):
        async with filed.transaction() as t:
            await t.ledger._work.run(text(edit))


async def test_no_stale_copy_is_written_back(store: Store) -> None:
    async def give(number: int) -> None:
        async with store.transaction() as t:
            before = await t.ledger.balance(Bankroll(GUILD, ANN))
            await asyncio.sleep(0)
            assert await t.ledger.book(grant(f"press {number}", ANN, 1))
            assert await t.ledger.balance(Bankroll(GUILD, ANN)) == before + 1

    await asyncio.gather(*(give(number) for number in range(40)))
    assert await bankroll(store, ANN) == 40


async def test_a_replayed_press_pays_once_among_many(store: Store) -> None:
    async def give() -> bool:
        async with store.transaction() as t:
            return await t.ledger.book(grant("press", ANN, 7))

    assert sorted(await asyncio.gather(*(give() for _ in range(20)))) == [False] * 19 + [True]
    assert await bankroll(store, ANN) == 7


async def test_history_is_paged_newest_first_and_signed(store: Store) -> None:
    seated = await seat_people(store, ANN)
    async with store.transaction() as t:
        for number in range(6):
            await t.ledger.book(
                grant(f"daily {number}", ANN, 10 + number, reason="daily", note=f"day {number}", at=later(days=1 + number // 2))
            )
    async with store.reading() as t:
        lines = await t.ledger.history(GUILD, ANN, limit=100)
        assert [line.amount for line in lines] == [15, 14, 13, 12, 11, 10, FIRST, -BUY_IN]
        assert (lines[-1].table_id, lines[-1].reason, lines[0].table_id, lines[0].note) == (
            seated.table_id,
            "buy-in",
            None,
            "day 5",
        )
        pages = await t.ledger.history(GUILD, ANN, limit=3)
        while len(more := await t.ledger.history(GUILD, ANN, limit=3, before=pages[-1].id)):
            pages += more
        assert pages == lines
        assert await t.ledger.history(GUILD, BOB) == []


async def test_holdings_are_bankroll_and_stacks_without_practice(store: Store) -> None:
    seated = await seat_people(store, ANN, BOB)
    async with store.transaction() as t:
        practice = SeatAccount(GUILD, 77, ANN, practice=True)
        await t.ledger.book(grant("more", BOB, 70))
        await t.ledger.book(Transfer("p", GUILD, House(GUILD), practice, 300, "buy-in", NOW))
        holdings = await t.ledger.holdings(GUILD, ANN)
        assert (holdings.bankroll, dict(holdings.seats)) == (FIRST - BUY_IN, {seated.table_id: BUY_IN})
        await t.ledger.book(Transfer("q", GUILD, practice, House(GUILD), 300, "cash-out", NOW))


async def test_times_are_utc_whatever_zone_they_are_given_in(store: Store) -> None:
    from datetime import datetime, timedelta, timezone

    abroad = NOW.astimezone(timezone(timedelta(hours=-7)))
    async with store.transaction() as t:
        await t.ledger.book(grant("a", ANN, 100, at=abroad))
        (line,) = await t.ledger.history(GUILD, ANN)
    assert line.at == NOW
    assert line.at.utcoffset() == timedelta(0)
    with pytest.raises(Exception, match="times are aware"):
        async with store.transaction() as t:
            await t.ledger.book(grant("b", ANN, 100, at=datetime(2026, 8, 1)))  # noqa: DTZ001


ACCOUNTS = (House(0), Bankroll(0, ANN), Bankroll(0, BOB), SeatAccount(0, 5, ANN), SeatAccount(0, 5, BOB), SeatAccount(0, 6, ANN))
legs = st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(1, 300)).filter(lambda leg: leg[0] != leg[1])
bookings = st.lists(st.lists(legs, min_size=1, max_size=4), min_size=1, max_size=8)


@pytest.mark.hypothesis
def test_whatever_is_booked_the_sum_is_zero(tmp_path) -> None:
    with asyncio.Runner() as runner:
        store = runner.run(Store.open(f"sqlite:///{tmp_path / 'poker.db'}"))
        guilds = iter(range(1, 10**6))

        @settings(max_examples=25)
        @given(bookings)
        def check(given_bookings) -> None:
            runner.run(_follow(store, next(guilds), given_bookings))

        check()
        runner.run(store.close())


async def _follow(store: Store, guild_id: int, given_bookings) -> None:
    owners = [replace(owner, guild_id=guild_id) for owner in ACCOUNTS]
    model = dict.fromkeys(owners, 0)
    for number, booking in enumerate(given_bookings):
        transfers = [
            Transfer(f"{guild_id}:{number}:{leg}", guild_id, owners[debit], owners[credit], amount, "hand", NOW)
            for leg, (debit, credit, amount) in enumerate(booking)
        ]
        after = dict(model)
        for each in transfers:
            after[each.debit] -= each.amount
            after[each.credit] += each.amount
        fits = all(balance >= 0 for owner, balance in after.items() if not isinstance(owner, House))
        try:
            async with store.transaction() as t:
                await t.ledger.book(*transfers)
            assert fits
            model = after
        except Overdraft:
            assert not fits
        async with store.reading() as t:
            assert {owner: await t.ledger.balance(owner) for owner in owners} == model
            assert [fault for fault in await t.audit.check() if fault.rule != "seat"] == []
    assert sum(model.values()) == 0
