"""The room and the evening, also here."""

from tests.tables.conftest import room
from tests.ui.conftest import evening

__all__ = ["evening", "room"]
