"""How each seat played a hand: what is counted, kept with the hand, and read from hands of old by replay."""

import pytest

from bot.engine import VARIANTS, Call, Check, Fold, Pass, RaiseTo
from bot.history.statistics import beginning
from bot.store import Style
from bot.tables import DiscardAt, DrawAt
from tests.tables.room import GUILD, ONE, THREE, TWO, Room, example
from tests.trouble.test_broken import forge

AS_PLAYED = {
    ONE.id: Style(could_open=0, opened=0, bets_asked=2, raised=1, faced=0, folded=0, draws=1, stood_pat=0, drawn=1),
    TWO.id: Style(could_open=0, opened=0, bets_asked=2, raised=0, faced=1, folded=1, draws=1, stood_pat=0, drawn=2),
    THREE.id: Style(could_open=1, opened=1, bets_asked=2, raised=0, faced=1, folded=0, draws=1, stood_pat=1, drawn=0),
}
"""SQ-A: three opens by a call, one bets 20 after the draw, two folds to it."""

FORGOTTEN = "UPDATE hand_player SET could_open = NULL, opened = NULL, bets_asked = NULL, drawn = NULL, draws = NULL"


async def styles(room: Room) -> dict[int, Style]:
    return {who.id: (await room.records.statistics.of(GUILD, who.id)).sums.style for who in (ONE, TWO, THREE)}


async def test_what_somebody_did_is_counted_with_the_hand(room: Room) -> None:
    await example(room)
    assert await styles(room) == AS_PLAYED
    everybody = (await room.records.statistics.of(GUILD, ONE.id)).everybody
    assert (everybody.hands, everybody.style.bets_asked, everybody.style.drawn) == (3, 6, 3)
    assert (everybody.showdowns, everybody.showdowns_won, everybody.showdown_net) == (2, 1, 10)


async def test_hands_of_old_are_read_by_replay_and_then_known(room: Room) -> None:
    await example(room)
    forge(room.file, FORGOTTEN)
    assert (await room.records.statistics.of(GUILD, ONE.id)).sums.unread == 1
    assert not await room.records.statistics.read_old_hands()
    assert await styles(room) == AS_PLAYED
    assert (await room.records.statistics.of(GUILD, ONE.id)).sums.unread == 0


@pytest.mark.parametrize("damage", ["setup = '{no'", "rules_number = 0, results = json_set(results, '$.mucked', json('[7]'))"])
async def test_a_hand_that_does_not_replay_is_read_once_and_says_nothing(room: Room, damage: str) -> None:
    await example(room)
    forge(room.file, FORGOTTEN)
    forge(room.file, f"UPDATE hand SET {damage}")
    assert not await room.records.statistics.read_old_hands()
    found = await room.records.statistics.of(GUILD, ONE.id)
    assert (found.sums.hands, found.sums.unread, found.sums.style) == (1, 0, Style())


async def test_a_draw_that_somebody_left_is_none_of_theirs(room: Room) -> None:
    table = await room.deal(await room.open(TWO, THREE))
    for answer in (Call(), Call(), Check()):
        await room.act(table, answer)
    await room.tables.leave(table.table_id, ONE.id, press=room.press())
    await room.act(table, DiscardAt(0))
    await room.act(table, Pass())
    while (hand := room.tables.view(table.table_id).hand) is not None and not hand.view.over:
        await room.act(table, Pass() if hand.view.phase == "discard" else Check())
    mine = (await styles(room))[ONE.id]
    assert (mine.draws, mine.bets_asked, mine.faced) == (0, 1, 0)


@pytest.mark.parametrize("variant", sorted(VARIANTS))
async def test_each_draw_of_each_game_counts_once(room: Room, variant: str) -> None:
    table = await room.deal(await room.open(TWO, variant=variant))
    while (hand := room.tables.view(table.table_id).hand) is not None and not hand.view.over:
        bet = hand.view.phase not in {"discard", "draw"}
        owed = bet and getattr(hand.view.prompt, "to_call", 0)
        stay = Call() if owed else Check()
        await room.act(table, stay if bet else Pass() if hand.view.phase == "discard" else DrawAt(0))
    draws = 2 if variant == "double" else 1
    assert {(style.draws, style.stood_pat) for who, style in (await styles(room)).items() if who != THREE.id} == {(draws, draws)}


async def test_periods_begin_at_midnight(room: Room) -> None:
    now = room.clock.now()  # a Friday, the 15th of January 2027, 8 in the morning
    assert [str(beginning(period, now))[:16] for period in ("today", "week", "month")] == [
        "2027-01-15 00:00",
        "2027-01-11 00:00",
        "2027-01-01 00:00",
    ]
    table = await room.deal(await room.open(TWO))
    await room.act(table, RaiseTo(30))
    await room.act(table, Fold())
    await room.tables.leave(table.table_id, TWO.id, press=room.press())
    await room.later(86_400)
    hands = [(await room.records.statistics.of(GUILD, ONE.id, period)).sums.hands for period in ("today", "week", "all")]
    assert hands == [0, 1, 1]
