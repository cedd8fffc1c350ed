"""Which hands were shared with their channel lately."""

from collections import OrderedDict
from typing import Final

MOST: Final = 1_000
"""So many are remembered: whoever presses twice does so within moments, and the button is gone then."""


class SharedHands:
    """By hand and person."""

    def __init__(self) -> None:
        self._recent: OrderedDict[tuple[int, int], None] = OrderedDict()

    def add(self, hand_id: int, user_id: int) -> bool:
        """Note that somebody shares a hand; False where they have done so already."""
        if (hand_id, user_id) in self._recent:
            return False
        self._recent[hand_id, user_id] = None
        if len(self._recent) > MOST:
            self._recent.popitem(last=False)
        return True

    def drop(self, hand_id: int, user_id: int) -> None:
        """Let it be shared again: what was sent has not been confirmed."""
        self._recent.pop((hand_id, user_id), None)
