"""A long evening costs no memory: what the bot holds after many hands is what it held after few."""

import gc
from collections import Counter
from pathlib import Path

from bot.engine import Hand, Setup
from bot.tables import Change, TableView
from bot.tables.state import LiveHand, State
from tests.bench._memory import grow

HANDS = 40
WHOLE = (Hand, Setup, LiveHand, State, TableView, Change)
"""Whatever is kept of a hand or an action hangs on one of these. Events and cards are more in a longer hand, so they are not counted."""


async def test_nothing_is_kept_of_a_hand_that_is_over(tmp_path: Path) -> None:
    """Counted, not weighed: `python -m tests.bench soak --hands` weighs."""
    living: list[Counter[type]] = []

    def measure(_hands: int) -> int:
        gc.collect()
        living.append(Counter(type(each) for each in gc.get_objects() if type(each) in WHOLE))
        return living[-1].total()

    await grow(tmp_path / "memory.db", HANDS, measure)
    early, late = living
    assert late[Hand] > 0
    assert not late - early, living
