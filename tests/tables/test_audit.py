"""What `open-draw audit` says of saved hands: each is held against its replay."""

import pytest

from bot.engine import Call, Check, Fold
from bot.settings import sqlite_url
from bot.tables.storage.audit import audit
from tests.tables.room import TWO, Room
from tests.trouble.test_broken import forge


async def audited(room: Room, damage: str = "") -> tuple[int, list[str]]:
    """The status and the last lines, after one finished hand and one that runs on, and this damage to the file."""
    table = await room.deal(await room.open(TWO))
    await room.act(table, Fold())
    table = await room.deal(table)
    for answer in (Call(), Check()):
        await room.act(table, answer)
    if damage:
        forge(room.file, damage)
    lines: list[str] = []
    status = await audit(sqlite_url(room.file), lines.append)
    return status, [line for line in lines[2:] if not line.startswith("not checked: ")]


@pytest.mark.parametrize(
    ("damage", "counts"),
    [
        ("", "1 hands replayed to their results, 1 running ones to their prompts, 0 of older rules"),
        (
            "UPDATE hand_action SET prompt = NULL",
            "1 hands replayed to their results, 1 running ones to their prompts, 0 of older rules",
        ),
        (
            "UPDATE hand SET rules_number = 0",
            "0 hands replayed to their results, 0 running ones to their prompts, 2 of older rules",
        ),
    ],
)
async def test_hands_as_they_were_saved(room: Room, damage: str, counts: str) -> None:
    assert await audited(room, damage) == (0, [counts, "0 faults"])


@pytest.mark.parametrize(
    ("damage", "hand_id"),
    [
        ("UPDATE hand SET results = json_set(results, '$.stacks', json_object('0', 1000, '1', 1000)) WHERE id = 1", 1),
        ("UPDATE hand_action SET text = 'dance' WHERE hand_id = 1", 1),
        ("UPDATE hand_action SET text = 'call' WHERE hand_id = 1", 1),
        ("UPDATE hand_action SET prompt = 'bet 0 5 20 990' WHERE hand_id = 2", 2),
        ("UPDATE hand SET setup = '{}' WHERE id = 2", 2),
    ],
)
async def test_a_hand_that_was_played_otherwise(room: Room, damage: str, hand_id: int) -> None:
    status, (_, *faults) = await audited(room, damage)
    assert (status, faults) == (1, [f"FAULT hand {hand_id} does not replay to what was saved", "1 faults"])
