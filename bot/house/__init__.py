"""Players that the house seats: they see what their seat may see, and answer its prompts sensibly, not always alike."""

from bot.house.players import HOUSE_NAMES, decide
from bot.house.worth import Chance

__all__ = ["HOUSE_NAMES", "Chance", "decide"]
