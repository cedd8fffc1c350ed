"""What is agreed before cards are dealt: the stakes, limits and clocks of a table."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Literal, Self

from bot.engine import DECK, VARIANTS, BettingName, Card, DiscardLimit, InvalidSetup, Seat, Setup, Stakes, Variant
from bot.errors import PokerError
from bot.tables.options.options import BY_FIELD, DEALERS_CHOICE, MOST_CHIPS, OPTIONS


class InvalidRules(PokerError):
    """A table cannot be opened or changed like this; `key` says which agreement is wrong and `values` what is possible."""

    key: ClassVar[str] = "rules.invalid"


@dataclass(frozen=True, slots=True)
class TableRules:
    """The agreement of a table. Chips are whole numbers, clocks are seconds; fixed while a hand runs.

    `variant` is the name of an engine variant, or "dealers-choice", where the button picks before each deal. `button` says how it
    goes round: "moving" to the next player, or "dead", after the blinds and to an empty seat if need be (D-4).
    `buy_in` is the most that one may sit down with, in chips; `least_buy_in` the least. `blinds_rise` is after how many hands of the
    table the blinds double, 0 for never (D-34); `between_hands_seconds` None waits as long as whoever runs the bot has set. `chosen` names the fields that somebody
    asked for; all others are derived from them, and anew when they change.
    """

    variant: str = BY_FIELD["variant"].default
    small_blind: int = 5
    big_blind: int = 10
    ante: int = BY_FIELD["ante"].default
    big_blind_ante: int = BY_FIELD["big_blind_ante"].default
    min_bet: int | None = BY_FIELD["min_bet"].default
    button: str = BY_FIELD["button"].default
    betting: BettingName = BY_FIELD["betting"].default
    cap: int = BY_FIELD["cap"].default
    discard_limit: DiscardLimit | None = BY_FIELD["discard_limit"].default
    interim_betting: bool = BY_FIELD["interim_betting"].default
    first_after_draw: Literal["left-of-button", "opener"] = BY_FIELD["first_after_draw"].default
    passed_out: Literal["play", "carry"] = BY_FIELD["passed_out"].default
    table_all_ins: bool = BY_FIELD["table_all_ins"].default
    show_ace: bool = BY_FIELD["show_ace"].default
    ping: str = BY_FIELD["ping"].default
    card_order: str = BY_FIELD["card_order"].default
    between_hands_seconds: int | None = BY_FIELD["between_hands_seconds"].default
    blinds_rise: int = BY_FIELD["blinds_rise"].default
    seats: int = BY_FIELD["seats"].default
    buy_in: int = 1_000
    clock_seconds: int = BY_FIELD["clock_seconds"].default
    discard_clock_seconds: int = BY_FIELD["discard_clock_seconds"].default
    time_bank_seconds: int = BY_FIELD["time_bank_seconds"].default
    chosen: frozenset[str] = field(default=frozenset(), compare=False)

    BIG_BETS_AT_LEAST: ClassVar[int] = 20
    BIG_BETS_AT_MOST: ClassVar[int] = 100

    @property
    def unit(self) -> int:
        """The chips that a bet is counted in: the big blind, or the smallest bet where there are no blinds (D-8)."""
        return self.big_blind or self.min_bet or 2 * self.ante

    @property
    def games(self) -> tuple[Variant, ...]:
        """The games that may be dealt: all of them where the button picks."""
        return tuple(variant for name, variant in VARIANTS.items() if self.variant in (name, DEALERS_CHOICE))

    @property
    def safe_seats(self) -> int:
        """The most players that a deck can always serve, whichever of the games is dealt (D-2)."""
        return min(variant.safe_seats(self.discard_limit) for variant in self.games)

    @property
    def least_buy_in(self) -> int:
        """The least that one may sit down with: 20 big blinds (D-30)."""
        return self.BIG_BETS_AT_LEAST * self.unit

    @classmethod
    def from_options(cls, **options: Any) -> Self:
        """Rules from what somebody asked for, where None means "as usual": half the big blind (D-3), 100 big blinds; checked.

        Raises `InvalidRules`.
        """
        return cls.derived(options).agreed()

    @classmethod
    def derived(cls, options: Mapping[str, Any]) -> Self:
        """Rules with what was chosen, and everything else derived from it; not checked."""
        chosen = {name: value for name, value in options.items() if value is not None}
        big, small = chosen.get("big_blind"), chosen.get("small_blind")
        if big is None:
            big = cls().big_blind if small is None else 2 * small
        derived: dict[str, Any] = {"big_blind": big, "small_blind": _half(big)}
        if not big:
            derived["min_bet"] = 2 * chosen.get("ante", 0)
        rules = cls(**derived | chosen, chosen=frozenset(chosen))
        if "buy_in" in chosen:
            return rules
        return replace(rules, buy_in=cls.BIG_BETS_AT_MOST * (rules.unit or 1))

    def agreed(self) -> Self:
        """These rules with what follows from the others filled in, and found possible; raises `InvalidRules`."""
        rules = self if self.big_blind or self.min_bet else replace(self, min_bet=2 * self.ante)
        rules._check_ranges()  # noqa: SLF001  (of its own class)
        if not rules.big_blind and not rules.ante:
            raise InvalidRules("rules.nothing-forced")
        if rules.small_blind > rules.big_blind:
            raise InvalidRules("rules.blinds-order", small_blind=rules.small_blind, big_blind=rules.big_blind)
        if not rules.least_buy_in <= rules.buy_in <= MOST_CHIPS:
            raise InvalidRules("rules.buy_in", least=rules.least_buy_in, most=MOST_CHIPS)
        for name in sorted(rules.choices()):
            if (offered := BY_FIELD[name].choices) is not None and getattr(rules, name) not in offered.values():
                raise InvalidRules
            if BY_FIELD[name].in_vain(rules):
                raise InvalidRules(f"rules.{name}-applies")
        rules._check_that_it_deals()  # noqa: SLF001
        return rules

    def _check_ranges(self) -> None:
        """Raises `InvalidRules` for a number out of its range. Chips are bounded by what can be bought in with, besides."""
        most_bet = MOST_CHIPS // self.BIG_BETS_AT_LEAST
        bounds = {option.field_name: (option.least, option.most) for option in OPTIONS if option.kind in {"count", "seconds"}}
        bounds |= {"big_blind": (0, most_bet), "small_blind": (0, most_bet)}
        bounds |= dict.fromkeys(("ante", "big_blind_ante"), (0, self.least_buy_in or most_bet))
        for name, (least, most) in bounds.items():
            value = getattr(self, name)
            if value is not None and not least <= value <= most:
                raise InvalidRules(f"rules.{name}", least=least, most=most)
        if self.min_bet is not None and not 0 <= self.min_bet <= most_bet:
            raise InvalidRules("rules.min_bet", least=1, most=most_bet)

    def setup(
        self,
        variant: str,
        seats: tuple[Seat, ...],
        button: int,
        deck: tuple[Card, ...],
        carried: int = 0,
        *,
        dead_small_blind: bool = False,
    ) -> Setup:
        """A hand under these rules. Raises `InvalidSetup`."""
        return Setup(
            variant=variant,
            seats=seats,
            button=button,
            stakes=Stakes(self.small_blind, self.big_blind, self.ante, self.big_blind_ante, self.min_bet),
            deck=deck,
            betting=self.betting,
            cap=self.cap,
            discard_limit=self.discard_limit,
            interim_betting=self.interim_betting,
            carried=carried,
            first_after_draw=self.first_after_draw,
            passed_out=self.passed_out,
            table_all_ins=self.table_all_ins,
            show_ace=self.show_ace,
            dead_small_blind=dead_small_blind,
        )

    def _check_that_it_deals(self) -> None:
        """Raises `InvalidRules` where the engine would refuse every hand: nobody would be told so at the deal."""
        try:
            for variant in self.games:
                self.setup(variant.name, (Seat(0, self.buy_in), Seat(1, self.buy_in)), 0, DECK)
        except InvalidSetup as refused:
            raise InvalidRules from refused

    def choices(self) -> dict[str, Any]:
        """What was chosen, by field: what somebody named, and what differs from what would be derived."""
        chosen = {name: getattr(self, name) for name in self.chosen}
        for name in BY_FIELD:  # one at a time: a chosen big blind explains the small blind and the buy-in
            chosen |= {name: getattr(self, name)} if name not in chosen and self._differs(name, chosen) else {}
        return chosen

    def _differs(self, name: str, chosen: Mapping[str, Any]) -> bool:
        value = getattr(self, name)
        if name in {"small_blind", "min_bet", "buy_in"}:  # derived from stakes that may come later in the order of options
            stakes = {stake: getattr(self, stake) for stake in ("big_blind", "ante", "min_bet") if stake != name}
            chosen = {stake: amount for stake, amount in stakes.items() if amount is not None} | dict(chosen)
        return value is not None and value != getattr(self.derived(chosen), name)

    def playing(self, variant: str) -> Self:
        """These rules for one of the games, without what has no meaning in it, like betting between rounds where there is one draw (D-10)."""
        rules = replace(self, variant=variant)
        in_vain = {
            name: option.neutral for name, option in BY_FIELD.items() if option.in_vain(rules) and option.neutral is not None
        }
        return replace(rules, **in_vain)

    def revised(self, **changes: Any) -> Self:
        """These rules with what somebody wishes otherwise, and the rest derived anew; None takes a choice back.

        Raises `InvalidRules`, also where a change would not apply.
        """
        return self.derived(amended(self.choices(), changes)).agreed()

    def raised(self) -> Self | None:
        """The rules with blinds and antes doubled, and what is derived from them anew; None where they cannot rise (D-34)."""
        doubled = {name: 2 * getattr(self, name) for name in ("small_blind", "big_blind", "ante", "big_blind_ante")}
        try:
            return self.revised(**doubled)
        except InvalidRules:
            return None

    def to_dict(self) -> dict[str, Any]:
        """The form in which the store keeps them: what was chosen."""
        return {"chosen": self.choices()}

    @classmethod
    def from_dict(cls, saved: dict[str, Any]) -> Self:
        """Saved rules; what an older program did not know is derived. Older programs saved every field, derived ones too.

        A choice that never applied, which older programs let pass, is left out: it was not dealt.
        """
        values = saved.get("chosen", saved)
        known = {each.name for each in fields(cls) if each.name in BY_FIELD}
        kept = {name: value for name, value in values.items() if name in known}
        if "chosen" not in saved:
            kept = cls(**kept).choices()
        return cls.derived(applying(kept))


def amended(earlier: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Earlier choices with newer ones on top, without those that the newer ones overtake.

    Another big blind brings its own small one (D-3), another least bet its own buy-in (D-30), and what no longer applies goes.
    """
    kept = {name: value for name, value in earlier.items() if not (name == "small_blind" and "big_blind" in changes)}
    merged = kept | dict(changes)
    other_unit = TableRules.derived(merged).unit != TableRules.derived(earlier).unit
    if other_unit and "buy_in" not in changes:
        merged.pop("buy_in", None)
    return applying(merged, asked=frozenset(changes))


def applying(chosen: Mapping[str, Any], asked: frozenset[str] = frozenset()) -> dict[str, Any]:
    """The choices that have a meaning beside the others; what was `asked` just now stays, to be refused with its reason."""
    rules = TableRules.derived(chosen)
    return {name: value for name, value in chosen.items() if name in asked or not BY_FIELD[name].in_vain(rules)}


def _half(big_blind: int) -> int:
    """The usual small blind (D-3)."""
    return max(big_blind // 2, min(big_blind, 1))
