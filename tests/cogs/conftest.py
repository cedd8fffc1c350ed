"""The same evenings as the presses have."""

from tests.ui.conftest import evening

__all__ = ["evening"]
