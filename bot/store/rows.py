"""What the store takes and gives: frozen rows made of plain values.

Chips are whole numbers, seats are 0-based, every time is aware and in UTC, ids are Discord's or the store's own integers.
A negative user id is a player of the house.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

Json = dict[str, Any]

TableState = Literal["open", "paused", "stopping", "closed"]
LeaderboardBy = Literal["chips", "net", "won", "pot"]


@dataclass(frozen=True, slots=True)
class Bankroll:
    """A person's chips in a server, away from any table. Never below zero."""

    guild_id: int
    user_id: int


@dataclass(frozen=True, slots=True)
class SeatAccount:
    """The chips of one seated player; during a hand, the stack at the deal. Never below zero.

    `practice` chips are another account: they come from the house, go back to it, and count nowhere.
    """

    guild_id: int
    table_id: int
    user_id: int
    practice: bool = False


@dataclass(frozen=True, slots=True)
class House:
    """Who issues a server's chips: the only account that may be negative, always minus the sum of the rest."""

    guild_id: int


Account = Bankroll | SeatAccount | House


@dataclass(frozen=True, slots=True)
class Transfer:
    """`amount` chips (above zero) moved from `debit` to `credit`: balance(credit) grows by it.

    `id` is made before the attempt, so that a retry cannot pay twice; like `note` it must not name a person, since it is kept for ever.
    """

    id: str
    guild_id: int
    debit: Account
    credit: Account
    amount: int
    reason: str
    at: datetime
    hand_id: int | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One booked transfer as the owner of an account sees it: `amount` is signed, in chips; `table_id` where the other side is a seat."""

    id: str
    amount: int
    reason: str
    at: datetime
    hand_id: int | None
    note: str | None
    table_id: int | None


@dataclass(frozen=True, slots=True)
class Holdings:
    """What a person has in a server, in chips: the bankroll, and what lies before them, by table; practice chips apart."""

    bankroll: int
    seats: Mapping[int, int]

    @property
    def total(self) -> int:
        """All of them."""
        return self.bankroll + sum(self.seats.values())


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table, open or closed. `id` is given by `open`; `blinds` remembers who posted last (D-4, D-29); `hands` counts those dealt.

    `message_id` is its message in the channel; a closed table has one until that has lost its buttons.
    """

    id: int
    guild_id: int
    channel_id: int
    host_id: int
    host_name: str
    rules: Json
    opened_at: datetime
    state: TableState = "open"
    practice: bool = False
    blinds: Json | None = None
    hands: int = 0
    message_id: int | None = None
    locale: str = "en-US"
    facts: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits where. `stack` is what the seat's account holds, so during a hand the stack at the deal.

    `facts` is whatever the tables want to remember of a seat: missed blinds, timeouts in a row, time bank, queued top-up.
    """

    table_id: int
    guild_id: int
    seat: int
    user_id: int
    name: str
    stack: int
    status: str
    facts: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Departure:
    """What somebody left a table with: who comes back within an hour brings as much."""

    chips: int
    at: datetime


Gift = Literal["daily", "refill"]
"""What the house gives unasked for nothing in return."""


@dataclass(frozen=True, slots=True)
class GiftTimes:
    """When a person was last given the day's chips, and a refill (UTC); None for never. Damaged moments are as they stand in the file."""

    daily_at: datetime | None = None
    refill_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class SessionLine:
    """What somebody brought to a table in all and took away, in chips, and the hands that they were dealt in to. The house has negative ids."""

    user_id: int
    name: str
    bought_in: int
    took_away: int
    hands: int

    @property
    def net(self) -> int:
        """What the session brought, in chips."""
        return self.took_away - self.bought_in


@dataclass(frozen=True, slots=True)
class SessionPot:
    """The most that somebody won in one hand of a table, in chips; `number` is the hand's there."""

    number: int
    name: str
    amount: int


@dataclass(frozen=True, slots=True)
class Difference:
    """What a seat said, in chips, where the ledger said otherwise; `seat` is None where nobody sat for whom the ledger held something."""

    seat: int | None
    said: int
    ledger: int


@dataclass(frozen=True, slots=True)
class HandRow:
    """A hand, live while `ended_at` is None. `setup` holds the deck too; `players` is seat -> (user id, name).

    `clock` is what of its clock outlives a restart, as last saved. `void` says why it does not count. `prompt` is what was asked at the deal, in writing.
    `sealed` names the seal that it was dealt from, and the words that cut; None where it was dealt from none.
    """

    id: int
    table_id: int
    guild_id: int
    channel_id: int
    number: int
    rules_number: int
    setup: Json
    players: Mapping[int, tuple[int, str]]
    practice: bool
    started_at: datetime
    clock: Json | None = None
    ended_at: datetime | None = None
    results: Json | None = None
    void: str | None = None
    prompt: str | None = None
    sealed: Json | None = None


@dataclass(frozen=True, slots=True)
class SealRow:
    """The sealed decks of a table for `pairs` hands, from number `first_hand` on. All follow from `key`, a secret; `hash` is the seal itself; both in hexadecimal digits.

    `posted_at` and `message_id` say when and where the seal was posted; None before.
    """

    table_id: int
    number: int
    guild_id: int
    key: str = field(repr=False)
    hash: str
    pairs: int
    first_hand: int
    sealed_at: datetime
    posted_at: datetime | None = None
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One entry of a hand's log; `step` counts from 0, `prompt` is what was asked after it, in writing."""

    hand_id: int
    step: int
    guild_id: int
    text: str
    by: str
    at: datetime
    prompt: str | None = None


@dataclass(frozen=True, slots=True)
class Style:
    """How a seat played, as counts: of one hand, or summed over many.

    `opened` of `could_open`: was first to put chips in of their own will, when nobody had before. `raised` of `bets_asked`: bet or raised when
    asked to bet. `folded` of `faced`: gave up to a bet or raise. `stood_pat` of `draws`: kept all cards when drawing, and `drawn` cards in all.
    """

    could_open: int = 0
    opened: int = 0
    bets_asked: int = 0
    raised: int = 0
    faced: int = 0
    folded: int = 0
    draws: int = 0
    stood_pat: int = 0
    drawn: int = 0


@dataclass(frozen=True, slots=True)
class HandPlayer:
    """How a hand went for one seat. `net` in chips; `pot` is what the seat won in all, in chips; `discards` are the ranks thrown ("7", "K").

    `won`: took chips from a pot. `showdown`: was still in when cards were shown.
    """

    seat: int
    user_id: int
    net: int
    won: bool
    showdown: bool
    pot: int
    discards: tuple[str, ...] = ()
    style: Style = Style()


@dataclass(frozen=True, slots=True)
class PreparedRow:
    """An action ticked ahead of one's turn, one a seat."""

    hand_id: int
    guild_id: int
    seat: int
    what: str
    price: int
    position: int | None = None


@dataclass(frozen=True, slots=True)
class GuildRow:
    """A server: its settings, when it was welcomed, when it removed the bot, and whether the deletion of its data has begun."""

    id: int
    settings: Json = field(default_factory=dict)
    welcomed_at: datetime | None = None
    removed_at: datetime | None = None
    purging: bool = False


@dataclass(frozen=True, slots=True)
class LeaderboardLine:
    """One place: `place` counts from 1, `value` is in the unit asked for (chips, or hands won).

    `hands` were played since the season began; `week` is the net of the week that was asked for, in chips.
    """

    place: int
    user_id: int
    name: str
    value: int
    hands: int = 0
    week: int = 0


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    """`lines` of page `page` (from 0) of `pages`; `own` is the asker's own place, None for who is not on the board."""

    lines: tuple[LeaderboardLine, ...]
    page: int
    pages: int
    players: int
    own: LeaderboardLine | None


@dataclass(frozen=True, slots=True)
class NetPoint:
    """The net winnings, in chips, after a hand, and what was won in it."""

    at: datetime
    net: int
    pot: int = 0


@dataclass(frozen=True, slots=True)
class PlaySums:
    """Finished hands added up, of a person or of everybody: chips, and how often what happened.

    `unread` of them ended before it was kept how somebody plays, and are not in `style` yet.
    """

    hands: int = 0
    won: int = 0
    net: int = 0
    biggest_pot: int = 0
    showdowns: int = 0
    showdowns_won: int = 0
    showdown_net: int = 0
    unread: int = 0
    style: Style = Style()


@dataclass(frozen=True, slots=True)
class PlayerStats:
    """A person in a server within a period, practice left out, beside everybody there in the same time.

    `discards` is rank -> times thrown, of a whole season alone; `points` the newest hands, oldest first.
    """

    name: str
    sums: PlaySums
    everybody: PlaySums
    discards: Mapping[str, int]
    points: tuple[NetPoint, ...]
