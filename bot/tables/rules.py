"""What is agreed before cards are dealt: the stakes, limits and clocks of a table."""

from dataclasses import asdict, dataclass, fields, replace
from typing import Any, ClassVar, Self

from bot.engine import DECK, VARIANTS, Card, InvalidSetup, Seat, Setup, Stakes
from bot.errors import PokerError

DEALERS_CHOICE = "dealers-choice"
MOST_CHIPS = 1_000_000_000


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
    show_ace: bool = False
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
        return self.big_blind or self.min_bet or 2 * self.ante

    @property
    def least_buy_in(self) -> int:
        """The least that one may sit down with: 20 big blinds (D-30)."""
        return self.BIG_BETS_AT_LEAST * self.unit

    @classmethod
    def from_options(
        cls, *, small_blind: int | None = None, big_blind: int | None = None, buy_in: int | None = None, **others: Any
    ) -> Self:
        """Rules from what somebody asked for, where None means "as usual": half the big blind (D-3), 100 big blinds; checked.

        Raises `InvalidRules`.
        """
        if big_blind is None:
            big_blind = cls().big_blind if small_blind is None else 2 * small_blind
        if small_blind is None:
            small_blind = _half(big_blind)
        named = {name: value for name, value in others.items() if value is not None}
        rules = cls(small_blind=small_blind, big_blind=big_blind, **named)
        usual = cls.BIG_BETS_AT_MOST * (rules.unit or 1)
        return rules.changed(buy_in=usual if buy_in is None else buy_in).agreed()

    def agreed(self) -> Self:
        """These rules with what follows from the others filled in, and found possible; raises `InvalidRules`."""
        rules = replace(self, min_bet=None if self.big_blind else self.min_bet or 2 * self.ante)
        most_bet = MOST_CHIPS // self.BIG_BETS_AT_LEAST
        for name, least, most in (
            ("big_blind", 0, most_bet),
            ("small_blind", 0, most_bet),
            ("ante", 0, rules.least_buy_in or most_bet),
            ("big_blind_ante", 0, rules.least_buy_in or most_bet),
            ("seats", 2, 8),
            ("clock_seconds", 15, 300),
            ("discard_clock_seconds", 15, 300),
            ("time_bank_seconds", 0, 300),
        ):
            if not least <= getattr(rules, name) <= most:
                raise InvalidRules(f"rules.{name}", least=least, most=most)
        if rules.min_bet is not None and not 0 <= rules.min_bet <= most_bet:
            raise InvalidRules("rules.min_bet", least=1, most=most_bet)
        if not rules.big_blind and not rules.ante:
            raise InvalidRules("rules.nothing-forced")
        if rules.small_blind > rules.big_blind:
            raise InvalidRules("rules.blinds-order", small_blind=rules.small_blind, big_blind=rules.big_blind)
        least_buy_in = rules.BIG_BETS_AT_LEAST * rules.unit
        if not least_buy_in <= rules.buy_in <= MOST_CHIPS:
            raise InvalidRules("rules.buy_in", least=least_buy_in, most=MOST_CHIPS)
        rules._check_that_it_deals()  # noqa: SLF001  (of its own class)
        return rules

    def setup(self, variant: str, seats: tuple[Seat, ...], button: int, deck: tuple[Card, ...], carried: int = 0) -> Setup:
        """A hand under these rules. Raises `InvalidSetup`."""
        return Setup(
            variant=variant,  # type: ignore[arg-type]  # Setup checks the names of options itself
            seats=seats,
            button=button,
            stakes=Stakes(self.small_blind, self.big_blind, self.ante, self.big_blind_ante, self.min_bet),
            deck=deck,
            betting=self.betting,  # type: ignore[arg-type]
            cap=self.cap,
            discard_limit=self.discard_limit,  # type: ignore[arg-type]
            interim_betting=self.interim_betting,
            carried=carried,
            first_after_draw=self.first_after_draw,  # type: ignore[arg-type]
            passed_out=self.passed_out,  # type: ignore[arg-type]
            table_all_ins=self.table_all_ins,
            show_ace=self.show_ace,
        )

    def _check_that_it_deals(self) -> None:
        """Raises `InvalidRules` where the engine would refuse every hand: nobody would be told so at the deal."""
        variants = VARIANTS if self.variant == DEALERS_CHOICE else (self.variant,)
        try:
            for variant in variants:
                self.setup(variant, (Seat(0, self.buy_in), Seat(1, self.buy_in)), 0, DECK)
        except InvalidSetup as refused:
            raise InvalidRules from refused

    def changed(self, **changes: Any) -> Self:
        """These rules with the named fields replaced."""
        return replace(self, **changes)

    def revised(self, **changes: Any) -> Self:
        """These rules with what somebody wishes otherwise, and what usually follows: half the big blind, and as many big bets to sit down with.

        Raises `InvalidRules`.
        """
        if "big_blind" in changes:
            changes = {"small_blind": _half(changes["big_blind"])} | changes
        rules = self.changed(**changes)
        bets = self.buy_in // (self.unit or 1)
        follows = "buy_in" not in changes and rules.unit != self.unit
        return (rules.changed(buy_in=bets * rules.unit) if follows else rules).agreed()

    def to_dict(self) -> dict[str, Any]:
        """The form in which the store keeps them."""
        return asdict(self)

    @classmethod
    def from_dict(cls, saved: dict[str, Any]) -> Self:
        """Saved rules; a field that an older program did not know has its default."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in saved.items() if name in known})


def _half(big_blind: int) -> int:
    """The usual small blind (D-3)."""
    return max(big_blind // 2, min(big_blind, 1))
