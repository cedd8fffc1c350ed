"""The options of a table, as Discord's picker shows them: made from the one table of options."""

import inspect
from collections.abc import Callable
from typing import Any, Final, TypeVar

from discord import app_commands
from discord.app_commands import Choice, Range, locale_str

from bot.cogs.declarations.command_texts import command_text
from bot.tables import MOST_CHIPS, OPTIONS, Option, TableRules

Chips = Range[int, 0, MOST_CHIPS]
SomeChips = Range[int, 1, MOST_CHIPS]
Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def with_table_options(command: Decorated) -> Decorated:
    """Give a command that takes `**options` every option of a table: its kind and range, its description and its choices."""
    # discord.py reads a command's parameters from its signature, and cannot read `**options`.
    signature = inspect.signature(command)
    own = [each for each in signature.parameters.values() if each.kind is not inspect.Parameter.VAR_KEYWORD]
    command.__dict__["__signature__"] = signature.replace(parameters=[*own, *map(_parameter, OPTIONS)])
    described = app_commands.describe(**{option.name: description(option) for option in OPTIONS})
    chosen = app_commands.choices(**{option.name: offered(*option.choices) for option in OPTIONS if option.choices is not None})
    return described(chosen(command))


def description(option: Option) -> locale_str:
    """What the picker says of an option: its range and its default are those of the one table."""
    return command_text(
        f"option.{option.name}",
        least=option.least,
        most=option.most,
        default=getattr(TableRules(), option.field_name),
        least_bets=TableRules.BIG_BETS_AT_LEAST,
        most_bets=TableRules.BIG_BETS_AT_MOST,
    )


def _parameter(option: Option) -> inspect.Parameter:
    return inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=_annotation(option))


_RANGE: Final[Any] = Range  # a range made at run time is no type to a type checker


def _annotation(option: Option) -> Any:
    match option.kind:
        case "choice":
            return str | None
        case "yes-no":
            return bool | None
        case "chips" | "count" | "seconds":
            return _RANGE[int, option.least, option.most] | None


def offered(*values: str) -> list[Choice[str]]:
    """Choices by their texts `choice.<value>`."""
    return [Choice(name=command_text(f"choice.{value}"), value=value) for value in values]
