"""What an audit reads and finds."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a hand went for one seat, as saved; None while it runs or where it is void. `counted`: it is in the leaderboard's sums."""

    hand_id: int
    seat: int
    guild_id: int
    user_id: int
    counted: bool
    net: int | None
    won: bool | None
    showdown: bool | None
    pot: int | None


@dataclass(frozen=True, slots=True)
class Fault:
    """An invariant that does not hold: `rule` names it, `table_id` says which table must stop (None: no single one)."""

    rule: str
    guild_id: int
    table_id: int | None
    expected: int
    found: int
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Figures:
    """What an audit prints: counts, and the chips that the houses have issued."""

    guilds: int
    accounts: int
    transfers: int
    issued: int
    tables: int
    hands: int
    live_hands: int
    void_hands: int
    actions: int
