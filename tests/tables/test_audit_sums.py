"""What `open-draw audit` derives anew and holds against what was saved."""

import pytest

from bot.settings import sqlite_url
from bot.store import ANONYMOUS_BELOW
from bot.tables.storage.audit import audit
from tests.tables.room import GUILD, ONE, TWO, Room, example, in_memory
from tests.trouble.test_broken import forge


async def audited(room: Room, damage: str = "") -> tuple[int, list[str]]:
    await example(room)
    if damage:
        forge(room.file, damage)
    lines: list[str] = []
    return await audit(sqlite_url(room.file), lines.append), lines


async def test_sums_as_they_were_saved(room: Room) -> None:
    status, lines = await audited(room)
    assert (status, lines[-1]) == (0, "0 faults")
    assert any("top-ups" in line for line in lines if line.startswith("not checked"))


@pytest.mark.parametrize(
    ("damage", "word"),
    [
        *(
            (f"UPDATE standing SET {name} = {name} + 1", "standing")
            for name in ("hands", "won", "showdowns", "net", "biggest_pot")
        ),
        ("UPDATE discard_count SET thrown = thrown + 1", "discards"),
        ("DELETE FROM discard_count", "discards"),
        ("UPDATE hand_player SET won = 1 - won", "outcome"),
        ("UPDATE hand_player SET pot = pot + 1", "outcome"),
        ("UPDATE hand_player SET showdown = 1 - showdown", "outcome"),
        ("UPDATE poker_table SET facts = '{\"carried\": [[101, 5]]}'", "carried"),
        ("UPDATE poker_table SET facts = '{no'", "table"),
    ],
)
async def test_a_wrong_sum_is_a_fault(room: Room, damage: str, word: str) -> None:
    status, lines = await audited(room, damage)
    assert status == 1
    assert any(line.startswith(f"FAULT {word}") for line in lines)


async def test_who_left_with_other_chips_than_were_paid_is_a_fault(room: Room) -> None:
    table = await room.open(TWO)
    await room.tables.leave(table.table_id, TWO.id, press=room.press())
    lines: list[str] = []
    assert await audit(sqlite_url(room.file), lines.append) == 0
    forge(room.file, "UPDATE departure SET chips = chips + 1")
    assert await audit(sqlite_url(room.file), lines.append) == 1
    assert any("departure" in line for line in lines)
    forge(room.file, "UPDATE departure SET chips = chips - 1")


async def test_a_forgotten_person_does_not_come_back_with_a_carried_pot(room: Room) -> None:
    table = await room.open(TWO)
    held = in_memory(room.tables, table.table_id)
    forge(room.file, f"UPDATE poker_table SET facts = '{{\"carried\": [[{ONE.id}, 5], [104, 5]]}}'")
    await room.restart()
    held = in_memory(room.tables, table.table_id)
    await room.records.forget(GUILD, 104, press=room.press())
    assert [user_id < ANONYMOUS_BELOW for user_id, _ in held.state.carried] == [False, True]
    await room.tables.stop(table.table_id, ONE.id, manager=False, now=False, press=room.press(), name="one")
    async with room.store.reading() as t:
        assert (await t.ledger.holdings(GUILD, 104)).bankroll == 0
        assert (await t.ledger.holdings(GUILD, ONE.id)).bankroll == 5_005
