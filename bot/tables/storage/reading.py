"""Whether what a table's rows say can be played by, and what is left of those that do not."""

from collections.abc import Callable, Iterable
from dataclasses import fields
from datetime import datetime
from functools import partial
from typing import Any

from bot.engine import DECK, Seat
from bot.store import SeatRow, TableRow
from bot.tables.options import BY_FIELD, MOST_CHIPS, TableRules
from bot.tables.seats.sitters import Blinds, Leaver, Sitter
from bot.tables.state import State
from bot.tables.storage.rows import sitter_of
from bot.tables.views import Player

NEEDED_RULES = frozenset({"variant", "small_blind", "big_blind", "seats", "buy_in"})
"""What every table had agreed on when all of it was saved; a younger option that is missing has its default."""

MOST_SEATS = BY_FIELD["seats"].most


class UnreadableError(Exception):
    """A saved field is not what this program writes there; says which one, and never its value."""


def faults(row: TableRow, seats: Iterable[SeatRow]) -> list[str]:
    """Name the saved fields of a table and its seats that are not what this program writes there; none for a sound table."""
    parts: list[tuple[str, Callable[[], None]]] = [
        ("opened_at", lambda: _need(isinstance(row.opened_at, datetime), "opened_at")),
        ("hands", lambda: _need(_whole(row.hands), "hands")),
        ("rules", lambda: _check_saved_rules(row.rules, "rules")),
        ("facts", lambda: _check_facts(row.facts)),
        ("blinds", lambda: _check_blinds(row.blinds)),
    ]
    parts += [(f"facts of seat {seat.seat}", partial(_check_seat, seat)) for seat in seats]
    found = []
    for where, part in parts:
        try:
            part()
        except UnreadableError as damage:
            found.append(str(damage))
        except Exception:  # noqa: BLE001  (whatever the damage makes of it)
            found.append(where)
    return found


def _check_saved_rules(saved: Any, where: str) -> None:
    _need(_says_rules(saved), where)
    _check_rules(TableRules.from_dict(saved))


def _check_facts(facts: Any) -> None:
    _need(isinstance(facts, dict), "facts")
    if "next_rules" in facts:
        _check_saved_rules(facts["next_rules"], "facts.next_rules")
    house_wanted = facts.get("house_wanted")
    _need(house_wanted is None or _whole(house_wanted, MOST_SEATS), "facts.house_wanted")
    carried = [(user_id, chips) for user_id, chips in facts.get("carried", ())]
    for user_id, chips in carried:
        _need(type(user_id) is int and _whole(chips) and chips > 0, "facts.carried")
    _need(len(dict(carried)) == len(carried), "facts.carried")
    for saved in facts.get("leavers", ()):
        leaver = Leaver(**saved)
        _need(type(leaver.who) is str, "facts.leavers")
        _check_fields(leaver, "facts.leavers", skipped=("who",))


def _check_seat(seat: SeatRow) -> None:
    _check_fields(sitter_of(seat), f"seat {seat.seat}", skipped=("player", "cuts"))


def _says_rules(saved: object) -> bool:
    """Whether this names what was chosen, as rules are saved; or all that older programs saved."""
    if not isinstance(saved, dict):
        return False
    if "chosen" not in saved:
        return saved.keys() >= NEEDED_RULES
    return isinstance(saved["chosen"], dict) and saved["chosen"].keys() <= BY_FIELD.keys()


def _check_rules(rules: TableRules) -> None:
    _check_fields(rules, "rules", skipped=("min_bet", "discard_limit", "between_hands_seconds", "chosen"))
    _need(rules.min_bet is None or _whole(rules.min_bet), "rules.min_bet")
    _need(rules.between_hands_seconds is None or _whole(rules.between_hands_seconds), "rules.between_hands_seconds")
    _need(BY_FIELD["seats"].least <= rules.seats <= MOST_SEATS, "rules.seats")
    _need(rules.button in (BY_FIELD["button"].choices or {}), "rules.button")
    _need(rules.clock_seconds > 0 and rules.discard_clock_seconds > 0, "rules")
    _need(0 < rules.least_buy_in <= rules.buy_in, "rules.buy_in")
    _need(bool(rules.games), "rules.variant")
    for variant in rules.games:
        rules.setup(variant.name, (Seat(0, rules.buy_in), Seat(1, rules.buy_in)), 0, DECK)


def _check_blinds(saved: Any) -> None:
    _need(saved is None or isinstance(saved, dict), "blinds")
    if saved:
        blinds = Blinds(**saved)
        for seat in (blinds.small, blinds.big):
            _need(seat is None or _whole(seat, MOST_SEATS - 1), "blinds")
        _need(_whole(blinds.button, MOST_SEATS - 1), "blinds.button")


def _check_fields(value: Any, where: str, *, skipped: Iterable[str]) -> None:
    """Whole numbers, words and truth values are told apart by the fields' defaults, or by a number where there is none."""
    for field in fields(value):
        if field.name in skipped:
            continue
        found, kind = getattr(value, field.name), type(field.default) if isinstance(field.default, (bool, int, str)) else int
        _need(type(found) is kind and (kind is not int or _whole(found, 10**15)), f"{where}.{field.name}")


def _whole(value: object, most: int = MOST_CHIPS) -> bool:
    return type(value) is int and 0 <= value <= most


def _need(holds: bool, where: str) -> None:  # noqa: FBT001
    if not holds:
        raise UnreadableError(where)


def salvaged(row: TableRow, seats: list[SeatRow]) -> State:
    """What stands in plain columns: who sits where, with which chips. Enough to say that the table is there, and to close it."""
    sitters = tuple(
        Sitter(seat.seat, Player(seat.user_id, seat.name), seat.stack, seat.status)  # type: ignore[arg-type]  # by constraint
        for seat in sorted(seats, key=lambda seat: seat.seat)
    )
    return State(Player(row.host_id, row.host_name), TableRules(), status=row.state, practice=row.practice, sitters=sitters)
