"""What whoever runs the bot decides for all tables; a server's own settings come on top (`servers`)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Policy:
    """Limits and waits of the whole bot. Chips are whole numbers; waits are in the unit that their names end in."""

    starting_chips: int = 5_000
    daily_chips: int = 500
    refill_chips: int = 1_000
    refill_hours: float = 4.0
    tables_a_server: int = 25
    tables_a_person: int = 3
    first_deal_seconds: float = 20.0
    between_hands_seconds: float = 8.0
    idle_minutes: float = 60.0
    house_fastest_seconds: float = 1.0
    house_slowest_seconds: float = 2.5
    timeouts_until_away: int = 2
    bank_refill_seconds: int = 5
    remembered_minutes: float = 60.0
    retry_seconds: float = 5.0
