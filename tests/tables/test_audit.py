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


@pytest.mark.parametrize(
    ("damage", "faults"),
    [
        ("UPDATE hand SET ended_at = 'yesterday' WHERE id = 1", ["FAULT hand 1: ended_at cannot be read"]),
        ("UPDATE hand SET started_at = 'yesterday' WHERE id = 1", ["FAULT hand 1: started_at cannot be read"]),
        ("UPDATE hand SET started_at = 17 WHERE id = 2", ["FAULT hand 2: started_at cannot be read"]),
        ("UPDATE hand SET clock = '{no' WHERE id = 2", ["FAULT hand 2: clock cannot be read"]),
        ("UPDATE hand SET setup = '{no' WHERE id = 1", ["FAULT hand 1 does not replay to what was saved"]),
        ("UPDATE hand SET results = '{no' WHERE id = 1", ["FAULT hand 1 does not replay to what was saved"]),
        (
            "UPDATE hand SET results = json_set(results, '$.mucked', 5) WHERE id = 1",
            ["FAULT hand 1 does not replay to what was saved"],
        ),
        ("UPDATE hand_action SET at = 'once' WHERE hand_id = 1", ["FAULT hand 1, step 0: at cannot be read"]),
        ("UPDATE poker_table SET rules = '{no'", ["FAULT table 1: rules cannot be read"]),
        (
            "UPDATE poker_table SET rules = json_set(rules, '$.chosen.seats', 'six')",
            ["FAULT table 1: rules.seats cannot be read"],
        ),
        ("UPDATE poker_table SET facts = '{no'", ["FAULT table 1: facts cannot be read"]),
        ("UPDATE poker_table SET hands = 'x'", ["FAULT table 1: hands cannot be read"]),
        ("UPDATE poker_table SET opened_at = 'x'", ["FAULT table 1: opened_at cannot be read"]),
        (
            "UPDATE poker_table SET blinds = '[1]', rules = '5'",
            ["FAULT table 1: rules cannot be read", "FAULT table 1: blinds cannot be read"],
        ),
        ("UPDATE seat SET facts = '{no' WHERE seat = 1", ["FAULT table 1: facts of seat 1 cannot be read"]),
        ('UPDATE seat SET facts = \'{"top_up": "x"}\' WHERE seat = 0', ["FAULT table 1: seat 0.top_up cannot be read"]),
        (
            "UPDATE player SET daily_at = 'soon' WHERE user_id = 101",
            ["FAULT player (guild_id 7, user_id 101): daily_at cannot be read"],
        ),
        ("INSERT INTO guild (id, settings, purging) VALUES (8, '{no', 0)", ["FAULT guild (id 8): settings cannot be read"]),
        (
            "INSERT INTO departure (table_id, user_id, guild_id, chips, at) VALUES (1, 103, 7, 0, 'never')",
            ["FAULT departure (table_id 1, user_id 103): at cannot be read"],
        ),
    ],
)
async def test_what_cannot_be_read_is_named(room: Room, damage: str, faults: list[str]) -> None:
    status, (_, *found) = await audited(room, damage)
    assert (status, found) == (1, [*faults, f"{len(faults)} faults"])


async def test_a_difference_is_named_before_and_after_a_broken_table_is_closed(room: Room) -> None:
    table = await room.open(TWO)
    forge(room.file, "UPDATE seat SET stack = stack + 1 WHERE seat = 0")
    await room.restart()
    lines: list[str] = []
    assert await audit(sqlite_url(room.file), lines.append) == 1
    (fault,) = (line for line in lines if line.startswith("FAULT"))
    assert all(part in fault for part in ("'seat'", "table_id=1", "expected=1001", "found=1000", "user 101"))
    await room.tables.stop(table.table_id, 999, manager=True, now=False, press=room.press(), name="admin")
    lines.clear()
    assert await audit(sqlite_url(room.file), lines.append) == 0
    assert "settled: table 1 was closed by its ledger: seat 0 said 1001 chips, the ledger 1000" in lines


async def test_a_seat_that_is_gone_is_paid_and_named(room: Room) -> None:
    table = await room.open(TWO)
    forge(room.file, "DELETE FROM seat WHERE seat = 1")
    await room.restart()
    await room.tables.stop(table.table_id, 999, manager=True, now=False, press=room.press(), name="admin")
    assert await room.chips(TWO) == 5_000
    lines: list[str] = []
    assert await audit(sqlite_url(room.file), lines.append) == 0
    assert "settled: table 1 was closed by its ledger: somebody without a seat said 0 chips, the ledger 1000" in lines
