"""The games that the engine deals, by name. Each has a file of its own: a script that reads like its rule page, and its record.

Every `yield` in a script is somebody's decision.
"""

from __future__ import annotations

from typing import Final

from bot.engine.variants.closed import CLOSED
from bot.engine.variants.double import DOUBLE
from bot.engine.variants.record import Variant
from bot.engine.variants.sequential import SEQUENTIAL
from bot.engine.variants.simple import SIMPLE

VARIANTS: Final[dict[str, Variant]] = {variant.name: variant for variant in (SEQUENTIAL, SIMPLE, DOUBLE, CLOSED)}

__all__ = ["VARIANTS", "Variant"]
