"""Walks over evenings: people join, leave, wait, come back, top up, go broke and time out, the process is killed, and the table keeps its promises.

A walk that fails tells its evening in the notation of `evening_talk`, so that it can be made a row.
"""

import asyncio
import random  # noqa: TID251 - tests deal for themselves
import shutil
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tables.evening_talk import PEOPLE
from tests.tables.room import Room
from tests.tables.walking import Choose, Walk, walk

EVENINGS = settings(
    max_examples=12,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture],
)


@EVENINGS
@given(st.data())
def test_a_table_keeps_its_promises_whatever_people_do(tmp_path: Path, empty: Path, data: st.DataObject) -> None:
    def choose(wishes: Sequence[str]) -> str:
        return data.draw(st.sampled_from(wishes))

    one(tmp_path, empty, choose, 30)


@pytest.mark.parametrize("seed", range(6))
def test_a_long_evening(tmp_path: Path, empty: Path, seed: int) -> None:
    evening = one(tmp_path, empty, random.Random(seed).choice, 80)
    assert evening.hands > 3


def one(folder: Path, empty: Path, choose: Choose, steps: int) -> Walk:
    """One evening in a file of its own."""
    for old in folder.glob("evening.db*"):
        old.unlink()
    return asyncio.run(_walked(shutil.copyfile(empty, folder / "evening.db"), choose, steps))


async def _walked(file: Path, choose: Choose, steps: int) -> Walk:
    async with Room(file) as room:
        return await walk(room, choose, steps)


WAYS_ROUND = {
    "leaves when due, joins during that hand": ("D leaves", "deal", "D joins"),
    "leaves when due, joins before the next hand": ("D leaves", "deal", "fold out", "D joins"),
    "leaves and joins before the hand": ("D leaves", "D joins", "deal"),
    "leaves for another's seat": ("D leaves", "E joins", "D joins", "E leaves", "deal"),
    "sits out and comes back": ("D sits out", "deal", "D comes back"),
    "leaves while away": ("D sits out", "deal", "D leaves", "fold out", "D joins"),
    "leaves, and the process is killed": ("D leaves", "restart", "deal", "restart", "D joins"),
}


@pytest.mark.parametrize("trick", WAYS_ROUND.values(), ids=WAYS_ROUND)
async def test_there_is_no_way_round_the_blinds(room: Room, trick: tuple[str, ...]) -> None:
    """Somebody tries it whenever they are due: what their hands cost is paid within an orbit all the same."""
    evening = Walk(room)
    await evening.tell("seats  A, B, C, D\ndeal")
    for _ in range(16):
        for line in ("fold out", *(trick if due(evening, "D") else ("deal",))):
            if line.partition(" ")[0] in PEOPLE and await evening.refuses(evening.tell(line)):
                continue
            if line.partition(" ")[0] not in PEOPLE:
                await evening.tell(line)
        for fault in evening.faults:
            raise fault
    books = evening.owed.get(PEOPLE["D"].id, [Fraction(0)])
    assert books[-1] <= 1, f"{books[-1]} orbits played for nothing"


def due(evening: Walk, name: str) -> bool:
    """Whether this person has the big blind next, as far as anybody at the table can tell."""
    state = evening.state
    assert state.blinds is not None
    assert state.blinds.big is not None
    able = [sitter for sitter in state.sitters if sitter.can_play]
    after = [sitter for sitter in able if sitter.seat > state.blinds.big] + able
    return after[0].player.name == name
