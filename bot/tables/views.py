"""What the outside may know of a table: frozen, complete, and all that rendering reads."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from bot.engine import Event, View
from bot.store import SessionLine, SessionPot, TableState
from bot.tables.options import TableRules

SeatStatus = Literal["ready", "away", "leaving", "broke", "waiting", "awaits-button"]
"""ready: dealt in next; away: sits out; leaving: goes after the hand; broke: no chips; waiting: for the big blind (D-29);
awaits-button: ready, and dealt in when a dead button has passed (D-4)."""

Waiting = Literal["players", "people", "deal", "choice", "paused", "unreachable", "broken"]
"""Why no hand is coming: too few ready players; no person among them; the first deal's countdown or [Deal];
the dealer's choice of variant; paused by hand; the channel cannot be written to; the table's saved state is broken."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits: a person's Discord id and display name (unescaped), or a player of the house (`house`, negative id)."""

    id: int
    name: str
    house: bool = False


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """One occupied seat between and during hands. `stack` is what lies there now; `top_up` is queued till the hand ends."""

    seat: int
    player: Player
    stack: int
    status: SeatStatus
    top_up: int = 0
    time_bank_seconds: int = 0


@dataclass(frozen=True, slots=True)
class DealtFrom:
    """How a hand was dealt from sealed decks, as everybody may know. `seal` is its number at this table.

    `cut_last` is the name of whoever gave words last, and the hand before which they did; None where nobody has cut. `refill_seals` are
    the little seals of refilled decks (D-14), in hexadecimal digits.
    """

    seal: int
    cut_last: tuple[str, int] | None = None
    refill_seals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SealView:
    """A table's newest seal as everybody may know it: in hexadecimal digits, for the hands from `first_hand` to `last_hand`.

    `posted` says whether it stands in the channel; words can be given from then on. `cutting` names, by seat, whose words count for the
    next hand, or {name: the hand from which they do}.
    """

    number: int
    digits: str
    first_hand: int
    last_hand: int
    posted: bool
    dealt: int
    cutting: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class RunningHand:
    """The table's newest hand as one seat, or the rail, may see it; over or not.

    `prompt_number` names the open prompt (the staleness check of every answer); `deadline` is UTC, None while no clock runs;
    `prompt_seat` is who is asked. `view.seat` is None for the rail. `hand_id` is the store's id, `number` counts at this table.
    `view.cards` are the seat's own, in the order in which the buttons' positions count. `dealt_from` is None where decks were not sealed.
    """

    hand_id: int
    number: int
    variant: str
    view: View
    prompt_number: int
    prompt_seat: int | None
    deadline: datetime | None
    players: dict[int, Player]
    dealt_from: DealtFrom | None = None


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as the rail sees it. `version` grows with every change; of two views the greater version is the newer.

    `next_hand_at` is UTC where a deal is scheduled; `waiting` says why none is. `chooser` is the seat asked for the dealer's choice.
    """

    table_id: int
    guild_id: int
    channel_id: int
    host: Player
    rules: TableRules
    practice: bool
    state: TableState
    seats: tuple[SeatedPlayer, ...]
    button: int | None
    hand: RunningHand | None
    next_hand_at: datetime | None
    waiting: Waiting | None
    chooser: int | None
    locale: str
    version: int
    seal: SealView | None = None

    def seat_of(self, user_id: int) -> SeatedPlayer | None:
        """The seat that this person occupies here, if any."""
        return next((seat for seat in self.seats if seat.player.id == user_id), None)


@dataclass(frozen=True, slots=True)
class PreAction:
    """An action chosen ahead of one's turn: `what` is "check-fold", "call-any", "pass" or "discard" (with the card's position).

    `price` is what it was chosen for: the chips to call, or the number of the discarding round. It is dropped when that changes.
    """

    what: str
    price: int
    position: int | None = None


@dataclass(frozen=True, slots=True)
class PrivateView:
    """What one seated person sees behind [My hand]: the table, and the hand with their own cards (None while not dealt in).

    `pre_action` is the pre-action that is set; `possible_pre_actions` are those that can be set now, each for `price` (see `PreAction`).
    `cut_from` is the hand from which this person's words count under the newest seal; None where they have not cut.
    """

    table: TableView
    me: SeatedPlayer
    hand: RunningHand | None
    pre_action: PreAction | None = None
    possible_pre_actions: tuple[str, ...] = ()
    can_show: bool = False
    price: int = 0
    cut_from: int | None = None


@dataclass(frozen=True, slots=True)
class Session:
    """What a table's session brought: a line for everybody who bought in, and the biggest pot. `hands` were dealt; nets sum to 0."""

    hands: int
    practice: bool
    lines: tuple[SessionLine, ...]
    biggest_pot: SessionPot | None


@dataclass(frozen=True, slots=True)
class Change:
    """One published step of a table: the newest view and the public events that led to it since the version before.

    `press` is the id of the interaction that caused it, if one did: whoever answers that press shows `view` by the answer.
    `kind` says what the channel must do: a "hand" begins, a round is "revealed", a round of "betting" opens, a hand "ended", the table
    "opened" or "closed", a plain "step" was made (several may hold at once).
    """

    view: TableView
    events: tuple[Event, ...] = ()
    kinds: frozenset[str] = frozenset()
    press: int | None = None
    notices: tuple["Notice", ...] = ()


@dataclass(frozen=True, slots=True)
class Notice:
    """A line that the channel is told besides the table's message: a text key and its values (a voided hand, new stakes, a nudge).

    `seal` is the number of the seal that it posts, if it posts one.
    """

    key: str
    values: dict[str, object]
    mention: int | None = None
    seal: int | None = None
