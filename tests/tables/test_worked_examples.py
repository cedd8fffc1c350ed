"""The two worked examples (rules.md 1.3), played through the service to the last chip."""

from bot.engine import Call, Check, RaiseTo
from bot.tables import DrawAt
from tests.tables.room import ONE, TWO, Room, example, stacks


async def test_sequential_with_three_players(room: Room) -> None:
    """SQ-A: A 140, B 90, C 70 where each brought 100; here the stacks are those plus 900."""
    table = await example(room)
    assert stacks(table) == {"one": 1040, "two": 990, "three": 970}
    assert table.hand is not None
    assert {str(card) for card in table.hand.view.of(0).shown or ()} == {"Ks", "Kd", "9h", "9c", "Kc"}
    assert table.hand.view.of(2).shown is None
    assert [str(card) for _, card in table.hand.view.of(1).discards] == ["Kh", "Qh"]


async def test_simple_heads_up(room: Room) -> None:
    """SM-A: A 70, B 130 where each brought 100."""
    room.dealer.first_button = 1
    room.dealer.stack("9h Jh 9d Jd As Jc Kd 5s Qc 2h 4c 7d 8s")
    table = await room.open(TWO, variant="simple")
    await room.deal(table)
    for answer in (Call(), Check(), DrawAt(0b11100), DrawAt(0), Check(), RaiseTo(20)):
        await room.act(table, answer)
    table = await room.act(table, Call())
    assert stacks(table) == {"one": 970, "two": 1030}
    assert await room.chips(ONE) == 4970


async def test_the_channel_is_told_what_each_step_is(room: Room) -> None:
    """SQ-A again: opened, dealt with a round of betting, three rounds of discards of which two turn cards up, the final betting, the end."""
    await example(room)
    told = [kind for change in room.changes for kind in sorted(change.kinds - {"step"})]
    assert told == ["opened", "betting", "hand", "revealed", "revealed", "betting", "ended"]
