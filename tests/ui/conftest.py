"""An evening for whoever wants one."""

import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.sandbox.harness import Stage
from tests.ui.evening import Evening

Start = Callable[..., Awaitable[Evening]]


@pytest.fixture
def evening(stage: Stage, tmp_path: Path, empty: Path) -> Start:
    """Start the bot with these people in a channel."""

    async def start(*names: str, cards: str = "") -> Evening:
        here = Evening(stage, shutil.copyfile(empty, tmp_path / "open-draw.db"), *names, cards=cards)
        await here.open()
        return here

    return start
