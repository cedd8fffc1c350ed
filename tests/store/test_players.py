"""Leaderboards, statistics, seasons and forgetting: sums kept in the hand's own transaction."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from sqlalchemy import select, text

from bot.store import Bankroll, HandPlayer, House, NetPoint, SeatAccount, SeatRow, StillSeated, Store, Transfer
from bot.store.repositories.standings import month_of, week_of
from bot.store.schema.models import hand_player, poker_table
from tests.store.people import (
    ANN,
    BOB,
    BUY_IN,
    CHANNEL,
    CLEO,
    FIRST,
    GUILD,
    NOW,
    Seated,
    grant,
    hand_row,
    later,
    seat_people,
    table_row,
)


async def board(store: Store, by, period: str = "all", **options) -> list[tuple[int, int, int]]:
    async with store.reading() as t:
        page = await t.players.leaderboard(GUILD, by=by, period=period, **options)
    return [(line.place, line.user_id, line.value) for line in page.lines]


async def test_each_order_of_the_leaderboard(store: Store) -> None:
    seated = await seat_people(store, ANN, BOB, CLEO)
    await seated.play(store, 1, (-10, 30, -20), pot=60)
    await seated.play(store, 2, (25, -25, 0), pot=50)
    await seated.play(store, 3, (5, -5, 0), pot=10)
    assert await board(store, "net") == [(1, ANN, 20), (2, BOB, 0), (3, CLEO, -20)]
    assert await board(store, "won") == [(1, ANN, 2), (2, BOB, 1), (3, CLEO, 0)]
    assert await board(store, "pot") == [(1, BOB, 60), (2, ANN, 50), (3, CLEO, 0)]
    assert await board(store, "chips") == [(1, ANN, FIRST + 20), (2, BOB, FIRST), (3, CLEO, FIRST - 20)]


async def test_chips_are_bankroll_and_what_lies_on_tables(store: Store) -> None:
    seated = await seat_people(store, ANN, BOB)
    async with store.transaction() as t:
        await t.ledger.book(grant("g", BOB, 100))
        await t.ledger.book(Transfer("p", GUILD, House(GUILD), SeatAccount(GUILD, 9, ANN, practice=True), 10_000, "buy-in", NOW))
        await t.ledger.book(Transfer("h", GUILD, House(GUILD), SeatAccount(GUILD, 9, -1, practice=True), 10_000, "buy-in", NOW))
    assert await board(store, "chips") == [(1, BOB, FIRST + 100), (2, ANN, FIRST)]
    async with store.transaction() as t:
        for user_id in (ANN, -1):
            await t.ledger.book(
                Transfer(f"q{user_id}", GUILD, SeatAccount(GUILD, 9, user_id, practice=True), House(GUILD), 10_000, "x", NOW)
            )
        await t.ledger.book(Transfer("out", GUILD, seated.seat(BOB), Bankroll(GUILD, BOB), BUY_IN, "cash-out", NOW))
        await t.tables.drop_seat(seated.table_id, 1)
    assert await board(store, "chips") == [(1, BOB, FIRST + 100), (2, ANN, FIRST)]


async def test_ties_keep_their_order_over_pages_and_everybody_has_one_place(store: Store) -> None:
    async with store.transaction() as t:
        for user_id in range(1, 24):
            await t.ledger.book(grant(f"g{user_id}", user_id, 100 if user_id % 2 else 200))
    async with store.reading() as t:
        pages = [await t.players.leaderboard(GUILD, page=page, size=5, asker=7) for page in range(5)]
        lines = [line for page in pages for line in page.lines]
        assert [line.place for line in lines] == list(range(1, 24))
        assert [line.user_id for line in lines] == [*range(22, 0, -2), *range(23, 0, -2)]
        assert {(page.pages, page.players) for page in pages} == {(5, 23)}
        own = next(line for line in lines if line.user_id == 7)
        assert {page.own for page in pages} == {own}
        for user_id in range(1, 24):
            page = await t.players.leaderboard(GUILD, size=1, asker=user_id)
            assert page.own == next(line for line in lines if line.user_id == user_id)
            assert page.players == 23
        for nobody in (None, 24):
            page = await t.players.leaderboard(GUILD, asker=nobody)
            assert (page.players, page.own) == (23, None)


async def test_a_page_beyond_the_last_is_the_last_and_an_empty_board_has_one(store: Store) -> None:
    async with store.reading() as t:
        empty = await t.players.leaderboard(GUILD, by="net", page=3, asker=ANN)
        assert (empty.lines, empty.page, empty.pages, empty.players, empty.own) == ((), 0, 1, 0, None)
    await seat_people(store, ANN, BOB)
    async with store.reading() as t:
        page = await t.players.leaderboard(GUILD, page=99, size=1)
        assert (page.page, page.pages, len(page.lines), page.own) == (1, 2, 1, None)
        assert (await t.players.leaderboard(GUILD, page=-1, asker=CLEO)).own is None
        assert (await t.players.leaderboard(2)).players == 0


async def test_months_and_iso_weeks_are_kept_apart(store: Store) -> None:
    seated = await seat_people(store, ANN, BOB)
    new_year = datetime(2027, 1, 1, 0, 30, tzinfo=UTC)
    await seated.play(store, 1, (10, -10), at=datetime(2026, 12, 31, 23, 59, 59, tzinfo=UTC))
    await seated.play(store, 2, (100, -100), at=new_year)
    await seated.play(store, 3, (-1, 1), at=datetime(2027, 1, 4, tzinfo=UTC))
    assert (week_of(new_year), month_of(new_year)) == ("2026-W53", "2027-01")
    assert await board(store, "net", "2026-12") == [(1, ANN, 10), (2, BOB, -10)]
    assert await board(store, "net", "2027-01") == [(1, ANN, 99), (2, BOB, -99)]
    assert await board(store, "net", "2026-W53") == [(1, ANN, 110), (2, BOB, -110)]
    assert await board(store, "net", "2027-W01") == [(1, BOB, 1), (2, ANN, -1)]
    assert await board(store, "net") == [(1, ANN, 109), (2, BOB, -109)]


async def test_practice_counts_nowhere(store: Store) -> None:
    async with store.transaction() as t:
        table_id = await t.tables.open(table_row(practice=True))
        hand_id = await t.hands.start(hand_row(table_id, people=(ANN, -1), practice=True))
        players = [
            HandPlayer(0, ANN, 30, won=True, showdown=True, pot=60),
            HandPlayer(1, -1, -30, won=False, showdown=True, pot=0),
        ]
        await t.hands.finish(hand_id, results={}, at=NOW, players=players)
        await t.players.rename(GUILD, ANN, "Ann")
        house, ann, bot = House(GUILD), *(SeatAccount(GUILD, table_id, user_id, practice=True) for user_id in (ANN, -1))
        for transfer_id, debit, credit, chips in (
            ("in ann", house, ann, 50),
            ("in bot", house, bot, 50),
            ("hand", bot, ann, 30),
            ("out ann", ann, house, 80),
            ("out bot", bot, house, 20),
        ):
            of_hand = hand_id if transfer_id == "hand" else None
            await t.ledger.book(Transfer(transfer_id, GUILD, debit, credit, chips, "practice", NOW, of_hand))
    assert await board(store, "net") == []
    assert await board(store, "chips") == []
    async with store.reading() as t:
        assert (await t.statistics.of(GUILD, ANN)).sums.hands == 0


async def test_statistics_of_a_person(store: Store) -> None:
    seated = await seat_people(store, ANN, BOB)
    await seated.play(store, 1, (-10, 10), pot=20, discards=("7", "7", "K"), at=later(hours=1))
    await seated.play(store, 2, (40, -40), pot=80, discards=("7", "2"), at=later(hours=2))
    await seated.play(store, 3, (-5, 5), pot=10, at=later(hours=3))
    async with store.reading() as t:
        stats = await t.statistics.of(GUILD, ANN)
    mine = stats.sums
    assert (stats.name, mine.hands, mine.won, mine.showdowns, mine.net, mine.biggest_pot) == (f"name {ANN}", 3, 1, 3, 25, 80)
    assert (stats.everybody.hands, stats.everybody.net) == (6, 0)
    assert next(iter(stats.discards.items())) == ("7", 3)
    assert stats.discards == {"7": 3, "K": 1, "2": 1}
    assert stats.points == (
        NetPoint(later(hours=1), -10),
        NetPoint(later(hours=2), 30, 80),
        NetPoint(later(hours=3), 25),
    )
    async with store.reading() as t:
        late = await t.statistics.of(GUILD, ANN, since=later(hours=2))
    assert (late.sums.hands, late.sums.net, late.everybody.hands, late.discards) == (2, 35, 4, {})
    assert [point.net for point in late.points] == [40, 35], "counted from where the period begins"


async def test_a_name_is_kept_and_changed_without_touching_chips(store: Store) -> None:
    async with store.transaction() as t:
        await t.players.rename(GUILD, ANN, "Ann")
        await t.ledger.first_chips(GUILD, ANN, FIRST, transfer_id="f", at=NOW)
        await t.players.rename(GUILD, ANN, "@everyone *Ann*")
        page = await t.players.leaderboard(GUILD)
        assert [(line.name, line.value) for line in page.lines] == [("@everyone *Ann*", FIRST)]


async def leave(store: Store, seated: Seated, seat: int) -> None:
    async with store.transaction() as t:
        user_id = seated.people[seat]
        chips = await t.ledger.balance(seated.seat(user_id))
        await t.ledger.book(
            Transfer(f"out:{seat}", GUILD, seated.seat(user_id), Bankroll(GUILD, user_id), chips, "cash-out", NOW)
        )
        await t.tables.drop_seat(seated.table_id, seat)
        await t.tables.put_left(GUILD, seated.table_id, user_id, chips, NOW)


async def test_forgetting_takes_name_and_statistics_and_keeps_an_anonymous_id(store: Store) -> None:
    seated = await seat_people(store, ANN, BOB)
    await seated.play(store, 1, (40, -40), pot=80, discards=("7",))
    with pytest.raises(StillSeated):
        async with store.transaction() as t:
            await t.players.forget(GUILD, ANN, transfer_id="f", at=NOW)
    await leave(store, seated, 0)
    async with store.transaction() as t:
        anonymous = await t.players.forget(GUILD, ANN, transfer_id="f", at=NOW)
    assert anonymous < -1_000_000
    async with store.reading() as t:
        assert await t.ledger.history(GUILD, ANN) == []
        stats = await t.statistics.of(GUILD, ANN)
        assert (stats.name, stats.sums.hands, stats.discards, stats.points) == ("", 0, {}, ())
        ((_, hand_people),) = [(hand.id, hand.players) for hand in await t.hands.last(CHANNEL, 5)]
        assert hand_people == {0: (anonymous, ""), 1: (BOB, f"name {BOB}")}
        table = await t.tables.by_id(seated.table_id)
        assert table is not None
        assert (table.host_id, table.host_name) == (anonymous, "")
        assert await t.ledger.balance(House(GUILD)) == -(FIRST - 40)
        assert (await t.players.leaderboard(GUILD)).players == 1
        assert await t.tables.left(seated.table_id, ANN) is None
        for query in (select(hand_player.c.user_id), select(poker_table.c.host_id), text("SELECT user_id FROM account")):
            assert ANN not in [row[0] for row in await t.ledger._work.rows(query)]
    async with store.transaction() as t:
        assert await t.ledger.first_chips(GUILD, ANN, FIRST, transfer_id="again", at=NOW) == FIRST
        assert await t.players.forget(GUILD, ANN, transfer_id="f2", at=NOW) != anonymous


async def test_a_new_season_ends_all_sums_and_leaves_the_chips(store: Store) -> None:
    seated = await seat_people(store, ANN, BOB)
    await seated.play(store, 1, (40, -40), discards=("7",))
    async with store.transaction() as t:
        await t.guilds.reset_season(GUILD)
        await t.guilds.reset_season(77)
        assert (await t.statistics.of(GUILD, ANN)).discards == {}
    assert await board(store, "net") == []
    assert await board(store, "chips") == [(1, ANN, FIRST + 40), (2, BOB, FIRST - 40)]
    await seated.play(store, 2, (-3, 3), pot=6)
    async with store.reading() as t:
        assert (await t.statistics.of(GUILD, ANN)).points == (NetPoint(NOW, -3),)


async def purge(store: Store, guild_id: int, removed_before: datetime) -> int:
    rounds = 0
    done = False
    while not done:
        rounds += 1
        async with store.transaction() as t:
            done = await t.guilds.purge(guild_id, removed_before=removed_before)
    return rounds


async def test_a_server_that_removed_the_bot_goes_after_a_time_and_nobody_else_does(store: Store) -> None:
    seated = await seat_people(store, ANN, BOB)
    await seated.play(store, 1, (40, -40), pot=80, discards=("7",))
    async with store.transaction() as t:
        row = await t.guilds.one(GUILD)
        await t.guilds.put(replace(row, removed_at=NOW))
        await t.ledger.first_chips(2, ANN, FIRST, transfer_id="elsewhere", at=NOW)
        other = await t.tables.open(table_row(guild_id=2, channel_id=7))
        await t.tables.put_seat(SeatRow(other, 2, 0, ANN, "Ann", 0, "ready"))
        assert await t.guilds.removed_before(NOW) == []
        assert await t.guilds.removed_before(later(seconds=1)) == [GUILD]
        assert await t.guilds.kept() == {GUILD: NOW, 2: None}
    assert await purge(store, GUILD, later(seconds=1)) > 1
    async with store.reading() as t:
        figures = await t.audit.figures()
        assert (figures.guilds, figures.accounts, figures.transfers, figures.hands, figures.actions) == (1, 2, 1, 0, 0)
        assert [table.id for table in await t.tables.all_open()] == [other]
        assert await t.guilds.removed_before(later(days=99)) == []
        assert (await t.guilds.one(GUILD)).removed_at is None
        assert await t.guilds.kept() == {2: None}


async def test_a_server_that_has_come_back_is_not_purged(store: Store) -> None:
    await seat_people(store, ANN, BOB)
    for removed_at in (None, later(seconds=1), later(days=3)):
        async with store.transaction() as t:
            await t.guilds.put(replace(await t.guilds.one(GUILD), removed_at=removed_at))
        assert await purge(store, GUILD, later(seconds=1)) == 1
        async with store.reading() as t:
            row, figures = await t.guilds.one(GUILD), await t.audit.figures()
        assert (row.removed_at, row.purging, figures.accounts, figures.tables) == (removed_at, False, 5, 1)


async def test_a_purge_that_has_begun_is_brought_to_its_end(store: Store) -> None:
    seated = await seat_people(store, ANN, BOB)
    await seated.play(store, 1, (40, -40))
    async with store.transaction() as t:
        await t.guilds.put(replace(await t.guilds.one(GUILD), removed_at=NOW))
        assert not await t.guilds.purge(GUILD, removed_before=later(seconds=1))
        row = await t.guilds.one(GUILD)
        assert row.purging
        await t.guilds.put(replace(row, removed_at=None, purging=False))
        assert (await t.guilds.one(GUILD)).purging, "half of a ledger adds up to nothing"
        assert await t.guilds.removed_before(NOW) == [GUILD]
    await purge(store, GUILD, NOW)
    async with store.reading() as t:
        assert await t.guilds.kept() == {}


async def test_settings_of_a_server(store: Store) -> None:
    async with store.transaction() as t:
        row = await t.guilds.one(GUILD)
        assert (row.settings, row.welcomed_at) == ({}, None)
        await t.guilds.put(replace(row, settings={"first_chips": 3_000}))
        await t.guilds.put(replace(await t.guilds.one(GUILD), welcomed_at=NOW))
        row = await t.guilds.one(GUILD)
        assert (row.settings, row.welcomed_at) == ({"first_chips": 3_000}, NOW)


async def test_what_the_bot_keeps_for_itself(store: Store) -> None:
    async with store.transaction() as t:
        assert await t.meta.get("commands") is None
        await t.meta.set("commands", "abc")
        await t.meta.set("commands", "def")
        assert await t.meta.get("commands") == "def"
        await t.meta.set("commands", None)
        assert await t.meta.get("commands") is None


async def test_a_forgotten_id_leaves_each_tables_carried_pot_as_its_own(store: Store) -> None:
    async with store.transaction() as t:
        first = await t.tables.open(table_row(CHANNEL, facts={"carried": [[ANN, 5], [BOB, 7]]}))
        second = await t.tables.open(table_row(CHANNEL + 1, facts={"carried": [[BOB, 9]]}))
        third = await t.tables.open(table_row(CHANNEL + 2, facts={"carried": [[ANN, 3]], "house_wanted": 1}))
    async with store.transaction() as t:
        anonymous = await t.players.forget(GUILD, ANN, transfer_id="f", at=NOW)
    async with store.reading() as t:
        facts = {row.id: row.facts for row in await t.tables.all_open()}
    assert facts == {
        first: {"carried": [[anonymous, 5], [BOB, 7]]},
        second: {"carried": [[BOB, 9]]},
        third: {"carried": [[anonymous, 3]], "house_wanted": 1},
    }


async def test_the_hands_beside_a_place_are_those_of_the_whole_season(store: Store) -> None:
    seated = await seat_people(store, ANN, BOB)
    await seated.play(store, 1, (10, -10), at=NOW)
    await seated.play(store, 2, (10, -10), at=later(days=14))
    async with store.reading() as t:
        page = await t.players.leaderboard(GUILD, by="net", period="all", page=0, asker=None, week=week_of(later(days=14)))
    assert [(line.value, line.hands, line.week) for line in page.lines] == [(20, 2, 10), (-20, 2, -10)]
