"""Words for the things of the game: hands, variants, limits, and what one draws to."""

from typing import assert_never

from bot.engine import VARIANTS, Category, HandName, Phase
from bot.render.text.translator import Speech


def hand_words(say: Speech, name: HandName) -> str:
    """The hand as one says it: `two pair, kings and nines`."""
    first, second = (*name.ranks, 0)[:2]
    match name.category:
        case Category.HIGH_CARD | Category.STRAIGHT | Category.FLUSH | Category.STRAIGHT_FLUSH:
            return say(f"hand.{name.category}", high=say(f"rank.{first}"))
        case Category.ONE_PAIR | Category.THREE_OF_A_KIND | Category.FOUR_OF_A_KIND:
            return say(f"hand.{name.category}", ranks=say(f"ranks.{first}"))
        case Category.TWO_PAIR | Category.FULL_HOUSE:
            return say(f"hand.{name.category}", first=say(f"ranks.{first}"), second=say(f"ranks.{second}"))
        case Category.ROYAL_FLUSH:
            return say("hand.royal-flush")
        case _:
            assert_never(name.category)


def limit_words(say: Speech, limit: int | str | None) -> str:
    """How many cards one may throw in a hand."""
    match limit:
        case None:
            return say("limit.none")
        case int():
            return say("limit.cards", count=limit)
        case _:
            return say("limit.ace")


def phase_words(say: Speech, variant: str, phase: Phase, number: int) -> str:
    """Where a hand of this game is; `number` is that of the round of discards or of the draw."""
    if phase in ("draw", "interim") and (VARIANTS[variant].draws or 1) > 1:
        return say(f"phase.several.{phase}", round=str(number))
    return say(f"phase.{phase}", round=str(number))
