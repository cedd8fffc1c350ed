"""What has been: chips, leaderboards, stories and files, and who may read them."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import bot.tables
from bot.engine import RULES_NUMBER, Call, Check, Fold, Pass, RaiseTo
from bot.history import StillSeated
from bot.history.export import hand_file, started
from bot.store import StoreUnavailable
from bot.tables import NotAllowed, NothingToDo, TooSoon
from tests.tables.room import CHANNEL, FOUR, GUILD, ONE, THREE, TWO, Room, example, stacks
from tests.trouble import fire
from tests.trouble.test_broken import forge


async def test_leaderboards_count_what_was_played(room: Room) -> None:
    await example(room)
    chips = await room.records.leaderboard(GUILD, by="chips", asker=THREE.id)
    assert [(line.name, line.value) for line in chips.lines] == [("one", 5_040), ("two", 4_990), ("three", 4_970)]
    assert chips.own is not None
    assert chips.own.place == 3
    assert [(line.hands, line.week) for line in chips.lines] == [(1, 40), (1, -10), (1, -30)]
    for period in ("all", "month", "week"):
        net = await room.records.leaderboard(GUILD, by="net", period=period)
        assert [(line.name, line.value) for line in net.lines] == [("one", 40), ("two", -10), ("three", -30)]
    stats = await room.records.statistics.of(GUILD, TWO.id)
    assert (stats.sums.hands, stats.sums.won, stats.sums.net, dict(stats.discards)) == (1, 0, -10, {"K": 1, "Q": 1})


async def test_chips_survive_a_restart_and_leaving(room: Room) -> None:
    table = await example(room)
    await room.later(1)
    await room.restart()
    assert stacks(room.tables.view(table.table_id)) == {"one": 1_040, "two": 990, "three": 970}
    await room.tables.leave(table.table_id, ONE.id, press=room.press())
    assert (await room.records.chips(GUILD, ONE)).bankroll == 5_040
    reasons = [(line.reason, line.amount) for line in await room.records.chips_history(GUILD, ONE.id)]
    assert reasons[0] == ("cash-out", 1_040)
    assert sorted(reasons[1:]) == [("buy-in", -1_000), ("first-chips", 5_000)]


async def test_a_story_is_for_those_who_played(room: Room) -> None:
    await example(room)
    (line,) = await room.records.hands(CHANNEL)
    assert (line.number, line.winners, line.pot, line.void) == (1, {"one": 70}, 70, False)
    with pytest.raises(NotAllowed):
        await room.records.story(line.hand_id, FOUR.id, guild_id=GUILD)
    with pytest.raises(NothingToDo):
        await room.records.story(line.hand_id, ONE.id, guild_id=GUILD + 1)
    with pytest.raises(NothingToDo):
        await room.records.story(line.hand_id + 1, ONE.id, guild_id=GUILD)


@pytest.mark.parametrize("form", ["own", "ohh"])
async def test_a_file_holds_what_its_reader_saw_and_no_more(room: Room, form: str) -> None:
    await example(room)
    (line,) = await room.records.hands(CHANNEL)
    rail = await room.records.story(line.hand_id, FOUR.id, guild_id=GUILD, channel_id=CHANNEL)
    assert rail.view.seat is None
    assert not [event for event in rail.events if event.audience is not None], "only what everybody saw"
    public = await room.records.story(line.hand_id, TWO.id, guild_id=GUILD, public=True)
    assert (public.view.seat, public.events) == (None, rail.events)
    story = await room.records.story(line.hand_id, TWO.id, guild_id=GUILD)
    text = hand_file(story, form).text  # type: ignore[arg-type]
    for card in ("Ks", "Kd", "9h", "9c", "Kc", "Js", "Jd", "4c", "2d"):
        assert card in text, "shown, or the reader's own"
    for card in ("7c", "8d", "9s", "Th", "Jc"):
        assert card not in text, "mucked"
    assert started(story) == {0: 1_000, 1: 1_000, 2: 1_000}


async def test_open_hand_history_says_who_won(room: Room) -> None:
    await example(room, seconds=7)
    (line,) = await room.records.hands(CHANNEL)
    ohh = json.loads(hand_file(await room.records.story(line.hand_id, ONE.id, guild_id=GUILD), "ohh").text)["ohh"]
    assert ohh["start_date_utc"] == "2027-01-15T08:00:00Z", "when it was dealt"
    assert ohh["pots"] == [{"number": 0, "amount": 70, "rake": 0, "player_wins": [{"player_id": 0, "win_amount": 70}]}]
    assert [player["starting_stack"] for player in ohh["players"]] == [1_000] * 3
    assert [(action["player_id"], action["action"]) for action in ohh["rounds"][0]["actions"]][:6] == [
        (0, "Post SB"),
        (1, "Post BB"),
        (0, "Dealt Cards"),
        (2, "Call"),
        (0, "Call"),
        (1, "Check"),
    ]


@pytest.mark.parametrize(
    ("number", "key"), [(RULES_NUMBER - 1, "history.other-rules"), (RULES_NUMBER, "history.none")], ids=["older rules", "today's"]
)
async def test_no_story_says_otherwise_than_the_ledger_paid(room: Room, number: int, key: str) -> None:
    await example(room)
    (line,) = await room.records.hands(CHANNEL)
    forge(room.file, f"UPDATE hand SET rules_number = {number}, results = json_set(results, '$.stacks', json_object('0', 1))")
    with pytest.raises(NothingToDo) as refused:
        await room.records.story(line.hand_id, ONE.id, guild_id=GUILD)
    assert refused.value.message_key == key


@pytest.mark.parametrize(
    "change",
    [
        "json_set(results, '$.mucked', json('[{first}]'))",
        "json_remove(results, '$.shown.{first}')",
        "json_set(json_remove(results, '$.shown.{first}'), '$.shown.{first}', json_extract(results, '$.shown.{first}'))",
    ],
    ids=["who mucked", "who showed", "in what order"],
)
async def test_a_hand_is_not_told_where_it_was_shown_otherwise_than_it_is_replayed(room: Room, change: str) -> None:
    table = await room.deal(await room.open(TWO))
    for answer in (RaiseTo(1_000), Call(), Pass(), Pass()):
        await room.act(table, answer)
    (line,) = await room.records.hands(CHANNEL)
    story = await room.records.story(line.hand_id, ONE.id, guild_id=GUILD)
    assert story.view.results is not None
    first, _ = story.view.results.shown
    forge(room.file, f"UPDATE hand SET results = {change.format(first=first)}")
    with pytest.raises(NothingToDo):
        await room.records.story(line.hand_id, ONE.id, guild_id=GUILD)


async def test_cards_shown_after_the_end_are_told_and_change_nothing_that_was_saved(room: Room) -> None:
    table = await example(room)
    assert table.hand is not None
    await room.tables.show_cards(table.hand.hand_id, THREE.id, press=room.press())
    story = await room.records.story(table.hand.hand_id, ONE.id, guild_id=GUILD)
    assert story.view.of(2).shown == story.view.results.shown[2]  # type: ignore[union-attr]


async def test_a_hand_in_which_all_went_back_carries_nothing(room: Room) -> None:
    table = await room.deal(await room.open(TWO, THREE, small_blind=0, big_blind=10))
    for _ in range(2):
        await room.act(table, Fold())
    (line,) = await room.records.hands(CHANNEL)
    assert (line.winners, line.carried) == ({}, 0)


async def test_carried_chips_are_in_the_next_hand_s_list_story_and_file(room: Room) -> None:
    table = await room.deal(await room.open(TWO, THREE, small_blind=0, big_blind=0, ante=10, passed_out="carry"))
    for _ in range(3):
        await room.act(table, Check())
    (line,) = await room.records.hands(CHANNEL)
    assert (line.winners, line.carried) == ({}, 30)
    table = await room.deal(table)
    for answer in (RaiseTo(20), Fold(), Fold()):
        await room.act(table, answer)
    newest, _ = await room.records.hands(CHANNEL)
    own = json.loads(hand_file(await room.records.story(newest.hand_id, ONE.id, guild_id=GUILD), "own").text)
    assert (own["carried"], own["log"][0]) == (30, "30 carried into the pot")
    assert any(text.startswith("pot 0 of 60: ") for text in own["log"])


async def test_an_old_hand_that_today_s_rules_end_alike_is_told_with_its_own_number(room: Room) -> None:
    await example(room)
    (line,) = await room.records.hands(CHANNEL)
    forge(room.file, "UPDATE hand SET rules_number = 0")
    story = await room.records.story(line.hand_id, ONE.id, guild_id=GUILD)
    assert json.loads(hand_file(story, "own").text)["rules"] == 0


def test_hands_are_replayed_in_one_place_that_asks_by_which_rules() -> None:
    sources = Path(bot.tables.__file__).parent.rglob("*.py")
    assert [source.name for source in sources if "setup_from_dict(" in source.read_text()] == ["rows.py"]


async def test_an_amount_in_open_hand_history_is_what_the_action_put_in(room: Room) -> None:
    table = await room.deal(await room.open(TWO))
    for answer in (RaiseTo(30), RaiseTo(90), Fold()):
        await room.act(table, answer)
    (line,) = await room.records.hands(CHANNEL)
    file = hand_file(await room.records.story(line.hand_id, ONE.id, guild_id=GUILD), "ohh")
    ohh = json.loads(file.text)["ohh"]
    assert [a["amount"] for street in ohh["rounds"] for a in street["actions"] if a["action"] == "Raise"] == [25, 80]
    assert ohh["table_size"] == 6, "empty seats as well"
    assert file.name == f"hand-{line.label}.ohh" == f"hand-{table.table_id}-1.ohh", "numbered as people see it"


async def test_the_draw_has_its_street_with_its_discards_and_cards(room: Room) -> None:
    await example(room)
    (line,) = await room.records.hands(CHANNEL)
    ohh = json.loads(hand_file(await room.records.story(line.hand_id, ONE.id, guild_id=GUILD), "ohh").text)["ohh"]
    assert [street["street"] for street in ohh["rounds"]] == ["Preflop", "Draw", "Showdown"]
    before, drawing, _ = ohh["rounds"]
    assert [action["action"] for action in before["actions"]].count("Dealt Cards") == 1
    assert [action["action"] for action in drawing["actions"]].count("Dealt Cards") == 1
    assert drawing["_discards"]


async def test_hands_of_two_tables_are_told_apart(room: Room) -> None:
    for _ in range(2):
        table = await room.deal(await room.open(TWO))
        await room.act(table, Fold())
        for person in (ONE, TWO):
            await room.tables.leave(table.table_id, person.id, press=room.press())
    lines = await room.records.hands(CHANNEL)
    assert [line.number for line in lines] == [1, 1]
    assert len({line.label for line in lines}) == 2


async def test_daily_chips_come_once_a_day(room: Room) -> None:
    assert await room.records.gifts.daily(GUILD, ONE) == (500, 5_500)
    with pytest.raises(TooSoon):
        await room.records.gifts.daily(GUILD, ONE)
    await room.later(24 * 3_600)
    assert await room.records.gifts.daily(GUILD, ONE) == (500, 6_000)


async def test_marks_are_made_with_a_secret_that_is_in_the_file(room: Room) -> None:
    with fire.full_disk(room.file):
        outcomes = await asyncio.gather(
            *(room.records.gifts.daily(GUILD, who) for who in (ONE, TWO, THREE)), return_exceptions=True
        )
    assert [type(outcome) for outcome in outcomes] == [StoreUnavailable] * 3
    assert await room.records.gifts.daily(GUILD, ONE) == (500, 5_500)
    await room.restart()
    with pytest.raises(TooSoon):
        await room.records.gifts.daily(GUILD, ONE)


async def test_the_broke_are_refilled_whatever_they_had_today(room: Room) -> None:
    assert await room.records.gifts.daily(GUILD, ONE) == (500, 5_500)
    await room.servers.grant(GUILD, ONE, -5_400, reason="lost", by=9, press=room.press())
    assert await room.records.gifts.refill(GUILD, ONE) == (900, 1_000)
    await room.servers.grant(GUILD, ONE, -1_000, reason="lost again", by=9, press=room.press())
    room.clock.advance(3 * 3600)
    with pytest.raises(TooSoon) as soon:
        await room.records.gifts.refill(GUILD, ONE)
    assert (soon.value.values["at"] - room.clock.now()).total_seconds() <= 4 * 3600
    assert (await room.records.gifts.help_for(GUILD, ONE.id)).daily_chips == 0
    room.clock.advance(5 * 3600)
    assert await room.records.gifts.refill(GUILD, ONE) == (1_000, 1_000)


async def test_whoever_has_enough_is_not_refilled(room: Room) -> None:
    with pytest.raises(NothingToDo) as refused:
        await room.records.gifts.refill(GUILD, ONE)
    assert refused.value.message_key == "chips.refill-enough"
    assert await room.chips(ONE) == 5_000


async def test_refills_asked_for_at_once_come_once(room: Room) -> None:
    await room.chips(ONE)
    await room.servers.grant(GUILD, ONE, -5_000, reason="lost", by=9, press=room.press())
    await asyncio.gather(*(room.records.gifts.refill(GUILD, ONE) for _ in range(5)), return_exceptions=True)
    assert await room.chips(ONE) == 1_000


async def test_who_is_forgotten_has_had_their_first_chips(room: Room) -> None:
    table = await example(room)
    with pytest.raises(StillSeated):
        await room.records.forget(GUILD, ONE.id, press=1)
    await room.tables.leave(table.table_id, ONE.id, press=room.press())
    await room.records.forget(GUILD, ONE.id, press=2)
    assert [line.name for line in (await room.records.leaderboard(GUILD, by="net")).lines] == ["two", "three"]
    assert (await room.records.chips(GUILD, ONE)).bankroll == 0, "else forgetting would be a way to fill up"
    assert await room.records.gifts.daily(GUILD, ONE) == (500, 500)
    assert await room.records.gifts.refill(GUILD, ONE) == (500, 1_000)
    await room.records.forget(GUILD, ONE.id, press=3)
    for again in (room.records.gifts.daily, room.records.gifts.refill):
        with pytest.raises(TooSoon):
            await again(GUILD, ONE)


async def test_who_is_forgotten_is_a_person_without_a_name(room: Room) -> None:
    table = await example(room)
    await room.tables.leave(table.table_id, ONE.id, press=room.press())
    await room.records.forget(GUILD, ONE.id, press=2)
    await room.restart()
    hand = room.tables.view(table.table_id).hand
    assert hand is not None
    (line,) = await room.records.hands(CHANNEL)
    for one in (hand.players[0], line.players[0]):
        assert (one.name, one.house) == ("", False)


async def test_forgetting_reaches_the_last_hand_in_memory(room: Room) -> None:
    table = await example(room)
    await room.tables.leave(table.table_id, ONE.id, press=room.press())
    before = room.tables.view(table.table_id).hand
    assert before is not None
    assert before.players[0] == ONE
    await room.records.forget(GUILD, ONE.id, press=2)
    view = room.tables.view(table.table_id).hand
    assert view is not None
    assert (view.players[0].name, view.players[0].house, view.players[0].id < 0) == ("", False, True)
    await room.tables.pause(table.table_id, 999, manager=True, press=room.press())
    assert ONE.id not in people_in(room), "no later step writes the id back"
    await room.restart()
    again = room.tables.view(table.table_id).hand
    assert again is not None
    assert again.players == view.players


async def test_forgetting_reaches_a_host_in_memory_who_has_no_seat(room: Room) -> None:
    table = await room.open(TWO)
    forge(room.file, f"DELETE FROM seat WHERE user_id = {ONE.id}")
    await room.restart()
    assert room.tables.view(table.table_id).host == ONE
    await room.records.forget(GUILD, ONE.id, press=2)
    host = room.tables.view(table.table_id).host
    assert (host.name, host.house, host.id < 0) == ("", False, True)
    assert ONE.id not in people_in(room)
    await room.tables.stop(table.table_id, 999, manager=True, now=False, press=room.press(), name="admin")
    assert ONE.id not in people_in(room)
    assert await room.chips(TWO) == 5_000


def people_in(room: Room) -> set[int]:
    """Every person whom the file names."""
    named = (
        "SELECT host_id FROM poker_table UNION SELECT user_id FROM seat UNION SELECT user_id FROM hand_player"
        " UNION SELECT user_id FROM departure UNION SELECT user_id FROM player"
    )
    with closing(sqlite3.connect(room.file)) as file:
        return {user_id for (user_id,) in file.execute(named)}


DAMAGES = [
    ("setup = '{no'", False),
    ("setup = '{}'", False),
    ("setup = '[1]'", False),
    ("setup = json_set(setup, '$.variant', 5)", False),
    ("results = '{no'", False),
    ("results = '[1]'", False),
    ("results = json_set(results, '$.pots', 5)", False),
    ("results = json_set(results, '$.pots', json('[{\"winners\": {\"9\": 1}}]'))", False),
    ("ended_at = 'yesterday'", False),
    ("started_at = 'yesterday'", True),
]
"""What is done to a hand's row, and whether the list of hands can still tell of it."""


@pytest.mark.parametrize(("damage", "listed"), DAMAGES, ids=[damage for damage, _ in DAMAGES])
async def test_a_damaged_old_hand_is_not_told_and_hides_no_other(room: Room, damage: str, *, listed: bool) -> None:
    table = await room.deal(await room.open(TWO))
    await room.act(table, Fold())
    await room.act(await room.deal(table), Fold())
    forge(room.file, f"UPDATE hand SET {damage} WHERE id = 1")
    lines = await room.records.hands(CHANNEL)
    assert [(line.hand_id, line.readable) for line in lines] == [(2, True), (1, listed)]
    with pytest.raises(NothingToDo):
        await room.records.story(1, ONE.id, guild_id=GUILD)
    assert (await room.records.story(2, ONE.id, guild_id=GUILD)).number == 2


async def test_a_hand_is_told_whatever_has_become_of_its_tables_rules(room: Room) -> None:
    table = await room.deal(await room.open(TWO))
    await room.act(table, Fold())
    forge(room.file, "UPDATE poker_table SET rules = '{no'")
    assert (await room.records.story(1, ONE.id, guild_id=GUILD)).table_seats == 2


async def test_practice_counts_nowhere(room: Room) -> None:
    table = await room.open()
    await room.tables.house(table.table_id, ONE.id, 3, press=room.press())
    await room.deal(table)
    await room.later(300)
    assert (await room.records.statistics.of(GUILD, ONE.id)).sums.hands == 0
    assert (await room.records.leaderboard(GUILD, by="chips")).lines[0].value == 5_000
