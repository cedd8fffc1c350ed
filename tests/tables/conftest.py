"""The fixture `room`: see room.py."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.tables.room import Room


@pytest.fixture
async def room(tmp_path: Path, empty: Path) -> AsyncIterator[Room]:
    async with Room(shutil.copyfile(empty, tmp_path / "room.db")) as here:
        yield here
