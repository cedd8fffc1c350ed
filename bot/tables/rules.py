"""What is agreed before cards are dealt: the stakes, limits and clocks of a table."""

from dataclasses import asdict, dataclass, fields, replace
from typing import Any, ClassVar, Self

from bot.errors import PokerError

DEALERS_CHOICE = "dealers-choice"


class InvalidRules(PokerError):
    """A table cannot be opened or changed like this; `key` says which agreement is wrong and `values` what is possible."""

    key: ClassVar[str] = "rules.invalid"


@dataclass(frozen=True, slots=True)
class TableRules:
    """The agreement of a table. Chips are whole numbers, clocks are seconds; fixed while a hand runs.

    `variant` is the name of an engine variant, or "dealers-choice", where the button picks before each deal.
    `buy_in` is the most that one may sit down with, in chips; `least_buy_in` the least.
    """

    variant: str = "sequential"
    small_blind: int = 5
    big_blind: int = 10
    ante: int = 0
    big_blind_ante: int = 0
    min_bet: int | None = None
    betting: str = "no-limit"
    cap: int = 5
    discard_limit: int | str | None = None
    interim_betting: bool = False
    first_after_draw: str = "left-of-button"
    passed_out: str = "play"
    table_all_ins: bool = True
    dead_button: bool = False
    seats: int = 6
    buy_in: int = 1_000
    clock_seconds: int = 60
    discard_clock_seconds: int = 30
    time_bank_seconds: int = 60

    BIG_BETS_AT_LEAST: ClassVar[int] = 20
    BIG_BETS_AT_MOST: ClassVar[int] = 100

    @property
    def unit(self) -> int:
        """The chips that a bet is counted in: the big blind, or the smallest bet where there are no blinds (D-8)."""
        return self.big_blind or self.min_bet or self.ante

    @property
    def least_buy_in(self) -> int:
        """The least that one may sit down with: 20 big blinds (D-30), or all of `buy_in` where that is less."""
        return min(self.BIG_BETS_AT_LEAST * self.unit, self.buy_in)

    def changed(self, **changes: Any) -> Self:
        """These rules with the named fields replaced."""
        return replace(self, **changes)

    def to_dict(self) -> dict[str, Any]:
        """The form in which the store keeps them."""
        return asdict(self)

    @classmethod
    def from_dict(cls, saved: dict[str, Any]) -> Self:
        """Saved rules; a field that an older program did not know has its default."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in saved.items() if name in known})
