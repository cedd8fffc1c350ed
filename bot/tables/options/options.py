"""The one table of a table's options: name, kind, range, choices, default, and when each applies.

Command signatures, checks and announcements are taken from it. Texts have the option's name in their keys: `option.<name>` describes
it in Discord's picker, `rules.<field>` names its range, `rules.<field>-applies` says when it applies.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from bot.engine import SEATS_LEAST, SEATS_MOST, VARIANTS

if TYPE_CHECKING:
    from bot.tables.options.rules import TableRules

DEALERS_CHOICE: Final = "dealers-choice"
MOST_CHIPS: Final = 1_000_000_000

Kind = Literal["chips", "count", "seconds", "choice", "yes-no"]


def _always(_rules: "TableRules") -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that a table agrees on.

    `least` and `most` bound a number, in chips, seconds or a count. `choices` are what people pick from, each with the value that the
    rules hold. `default` None is derived from the other options. `applies` tells whether the option has a meaning under such rules;
    where it has none, only a `neutral` value, which asks for nothing, may be given.
    """

    name: str
    kind: Kind
    default: Any = None
    least: int = 0
    most: int = 0
    choices: Mapping[str, Any] | None = None
    applies: Callable[["TableRules"], bool] = _always
    neutral: Any = None
    field: str = ""

    @property
    def field_name(self) -> str:
        """The field of `TableRules` that holds the option."""
        return self.field or self.name

    def parsed(self, value: Any) -> Any:
        """What the rules hold for a value that somebody gave."""
        return self.choices.get(value, value) if self.choices is not None else value

    def in_vain(self, rules: "TableRules") -> bool:
        """Whether these rules ask for the option where it has no meaning."""
        value = getattr(rules, self.field_name)
        asks = value is not None and (self.neutral is None or value != self.neutral)
        return asks and not self.applies(rules)


def _same(*values: str) -> dict[str, Any]:
    return {value: value for value in values}


def _clock(name: str, default: int, least: int = 15) -> Option:
    return Option(name, "seconds", default, least=least, most=300, field=f"{name}_seconds")


def _chips(name: str, **more: Any) -> Option:
    return Option(name, "chips", **{"least": 0, "most": MOST_CHIPS} | more)


def _has_blinds(rules: "TableRules") -> bool:
    return rules.big_blind > 0


def _has_no_blinds(rules: "TableRules") -> bool:
    return rules.big_blind == 0


def _may_agree_on_interim_betting(rules: "TableRules") -> bool:
    return any(variant.interim == "agreed" for variant in rules.games)


def _has_fixed_limit(rules: "TableRules") -> bool:
    return rules.betting == "fixed-limit"


def _lets_an_ace_allow_a_fourth(rules: "TableRules") -> bool:
    return isinstance(rules.discard_limit, str)


LIMITS: Final = {"none": None, "1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "3-or-4-with-ace": "3-or-4-with-ace"}

# In the order of Discord's picker: what is asked for most comes first.
OPTIONS: Final = (
    Option("variant", "choice", "sequential", choices=_same(*VARIANTS, DEALERS_CHOICE)),
    _chips("small_blind"),
    _chips("big_blind"),
    _chips("ante", default=0),
    Option("seats", "count", 6, least=SEATS_LEAST, most=SEATS_MOST),
    _chips("buy_in", least=1),
    _clock("clock", 60),
    Option("betting", "choice", "no-limit", choices=_same("no-limit", "pot-limit", "fixed-limit")),
    Option("discard_limit", "choice", None, choices=LIMITS),
    Option("interim_betting", "yes-no", default=False, applies=_may_agree_on_interim_betting, neutral=False),
    _clock("discard_clock", 30),
    _clock("time_bank", 60, least=0),
    Option("cap", "count", 5, least=1, most=10, applies=_has_fixed_limit),
    Option("show_ace", "yes-no", default=False, applies=_lets_an_ace_allow_a_fourth, neutral=False),
    _chips("big_blind_ante", default=0, applies=_has_blinds, neutral=0),
    Option("button", "choice", "moving", choices=_same("moving", "dead"), applies=_has_blinds, neutral="moving"),
    _chips("min_bet", least=1, applies=_has_no_blinds),
    Option(
        "first_after_draw",
        "choice",
        "left-of-button",
        choices=_same("left-of-button", "opener"),
        applies=_has_no_blinds,
        neutral="left-of-button",
    ),
    Option("passed_out", "choice", "play", choices=_same("play", "carry"), applies=_has_no_blinds, neutral="play"),
    Option("table_all_ins", "yes-no", default=True),
    Option("ping", "choice", "half", choices=_same("turn", "half", "off")),
    Option("between_hands", "seconds", None, least=3, most=120, field="between_hands_seconds"),
    Option("blinds_rise", "count", 0, least=0, most=100, applies=_has_blinds, neutral=0),
    Option("card_order", "choice", "sorted", choices=_same("sorted", "dealt")),
)
BY_FIELD: Final = {option.field_name: option for option in OPTIONS}


def named(given: Mapping[str, Any]) -> dict[str, Any]:
    """The options that somebody gave, by the fields of `TableRules`; an option left out of a command is None."""
    return {option.field_name: option.parsed(given[option.name]) for option in OPTIONS if given.get(option.name) is not None}
