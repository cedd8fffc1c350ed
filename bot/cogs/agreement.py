"""The options by which a table is agreed: what Discord's picker offers, taken from the rules themselves."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from discord import app_commands
from discord.app_commands import Choice, Range

from bot.cogs.words import words
from bot.engine import VARIANTS
from bot.tables import DEALERS_CHOICE, MOST_CHIPS

Chips = Range[int, 0, MOST_CHIPS]
SomeChips = Range[int, 1, MOST_CHIPS]
Decorated = TypeVar("Decorated", bound=Callable[..., Any])

NO_LIMIT: Final = "none"
DISCARD_LIMITS: Final = (NO_LIMIT, "1", "2", "3", "4", "5", "3-or-4-with-ace")
BETTING: Final = ("no-limit", "pot-limit", "fixed-limit")


def offered(*values: str) -> list[Choice[str]]:
    """Choices by their texts `choice.<value>`."""
    return [Choice(name=words(f"choice.{value}"), value=value) for value in values]


OPTIONS: Final = (
    "variant",
    "small_blind",
    "big_blind",
    "ante",
    "seats",
    "buy_in",
    "clock",
    "betting",
    "discard_limit",
    "interim_betting",
    "discard_clock",
    "time_bank",
    "cap",
    "big_blind_ante",
    "min_bet",
    "first_after_draw",
    "passed_out",
    "table_all_ins",
    "show_ace",
)


def agreement(command: Decorated) -> Decorated:
    """Describe the options of an agreement, and offer their choices."""
    described = app_commands.describe(**{option: words(f"option.{option}") for option in OPTIONS})
    chosen = app_commands.choices(
        variant=offered(*VARIANTS, DEALERS_CHOICE),
        betting=offered(*BETTING),
        discard_limit=offered(*DISCARD_LIMITS),
        first_after_draw=offered("left-of-button", "opener"),
        passed_out=offered("play", "carry"),
    )
    return described(chosen(command))


def named(options: dict[str, Any]) -> dict[str, Any]:
    """The options that somebody gave, as the fields of TableRules."""
    fields = {FIELDS.get(option, option): value for option, value in options.items() if option in OPTIONS and value is not None}
    if (limit := fields.get("discard_limit")) is not None:
        fields["discard_limit"] = None if limit == NO_LIMIT else int(limit) if limit.isdigit() else limit
    return fields


FIELDS: Final = {"clock": "clock_seconds", "discard_clock": "discard_clock_seconds", "time_bank": "time_bank_seconds"}
