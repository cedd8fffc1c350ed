"""A table as the service holds it: frozen values that are computed, saved, and only then swapped in."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Self

from bot.engine import Action, By, Hand
from bot.store import TableState
from bot.tables.clock import Timer
from bot.tables.options import TableRules
from bot.tables.seals import SealedDeal, TableSeal
from bot.tables.seats.sitters import Blinds, Leaver, Sitter, Sitters
from bot.tables.views import Player, PreAction, TableView


@dataclass(frozen=True, slots=True)
class PlayedAction:
    """An action that the hand has taken and the store has not saved yet.

    `step` is its index in the hand's log; `prompt` describes, in text, what is asked after it, or None if nothing is.
    """

    step: int
    action: Action
    by: By
    prompt: str | None = None


@dataclass(frozen=True, slots=True)
class LiveHand:
    """The table's newest hand, running or over.

    `extended` are the seats that have used their one automatic extension (D-26). `bank_seconds` are on loan to the open prompt from
    its seat's time bank. `answered` is the last prompt that a person answered, with their seat: it tells a double press from a stale one.
    `pre_actions` are kept by seat. `sealed` is how it was dealt from sealed decks, None where it was not; `refill_seals` are the little
    seals of its refilled decks (D-14), in hexadecimal digits.
    """

    id: int
    number: int
    hand: Hand
    players: dict[int, Player]
    deadline: datetime | None = None
    extended: frozenset[int] = frozenset()
    bank_seconds: int = 0
    answered: tuple[int, int] | None = None
    pre_actions: dict[int, PreAction] = field(default_factory=dict)
    sealed: SealedDeal | None = None
    refill_seals: tuple[str, ...] = ()

    @property
    def running(self) -> bool:
        """Whether somebody still has to decide something."""
        return not self.hand.over

    @property
    def prompt_seat(self) -> int | None:
        """The seat that is asked, if any."""
        return getattr(self.hand.prompt, "seat", None)

    @property
    def prompt_key(self) -> tuple[int, int, datetime | None]:
        """What a timer is set for: this prompt of this hand, with this deadline."""
        return self.id, self.hand.prompt_number, self.deadline

    def seat_of(self, user_id: int) -> int | None:
        """The seat that this person was dealt in at."""
        return next((seat for seat, player in self.players.items() if player.id == user_id), None)

    def can_leave(self, seat: int) -> bool:
        """Whether this seat still has a hand that leaving would fold, or leave to play itself (D-28)."""
        return self.running and seat in self.hand.live


@dataclass(frozen=True, slots=True)
class State:
    """All of a table that is saved; `carried` is a passed-out pot (D-22).

    `leavers` are those who gave up a seat of this table, with what they would owe.
    `seal` is the newest, from which the next hand is dealt. `rules` are those of the newest hand. `next_rules` take effect at the next deal, and `house_wanted` when the hand is over.
    """

    host: Player
    rules: TableRules
    status: TableState = "open"
    practice: bool = False
    sitters: Sitters = ()
    blinds: Blinds | None = None
    hands: int = 0
    next_rules: TableRules | None = None
    house_wanted: int | None = None
    carried: tuple[tuple[int, int], ...] = ()
    leavers: tuple[Leaver, ...] = ()
    live: LiveHand | None = None
    seal: TableSeal | None = None

    @property
    def running(self) -> LiveHand | None:
        """The hand that is being played, if one is."""
        return self.live if self.live is not None and self.live.running else None

    @property
    def agreed(self) -> TableRules:
        """The rules of the next hand, which hold for whoever sits down or buys in from now on."""
        return self.next_rules or self.rules

    @property
    def carried_chips(self) -> int:
        """The chips of a passed-out pot that the next hand is played for as well."""
        return sum(chips for _, chips in self.carried)

    @property
    def people(self) -> list[Sitter]:
        """Those who are not of the house."""
        return [sitter for sitter in self.sitters if not sitter.player.house]

    def sitter_at(self, seat: int | None) -> Sitter | None:
        """Who sits at this seat, if anybody."""
        return next((sitter for sitter in self.sitters if sitter.seat == seat), None)

    def sitter_of(self, user_id: int) -> Sitter | None:
        """The seat of this person, if they have one."""
        return next((sitter for sitter in self.sitters if sitter.player.id == user_id), None)

    def with_sitter(self, sitter: Sitter) -> Self:
        """The same table with this sitter at their seat, whoever sat there before."""
        others = (other for other in self.sitters if other.seat != sitter.seat)
        return replace(self, sitters=tuple(sorted([*others, sitter], key=lambda one: one.seat)))

    def without_person(self, user_id: int, anonymous: int) -> Self:
        """The same table with nobody of this id in carried pots, in the last hand or as host: the `anonymous` id stands there, without a name."""
        nobody = Player(anonymous, "")
        live = self.live
        if live is not None and live.seat_of(user_id) is not None:
            live = replace(live, players={seat: nobody if one.id == user_id else one for seat, one in live.players.items()})
        return replace(
            self,
            host=nobody if self.host.id == user_id else self.host,
            carried=tuple((anonymous if who == user_id else who, chips) for who, chips in self.carried),
            live=live,
        )

    def without_seat(self, seat: int) -> Self:
        """The same table with this seat empty."""
        return replace(self, sitters=tuple(sitter for sitter in self.sitters if sitter.seat != seat))


@dataclass(slots=True)
class Table:
    """One open table in memory. It changes only in a `TableTransaction`, under `lock`, after the store has saved the new state.

    `message_saved` is the message id that the store has: if saving it failed, the table's next unit of work saves it.
    `message_from` is set by a resume: a message older than this moment of the hand was about to be replaced.
    `chooser` is the seat that is asked to choose the game. `drawn` is the seat that was drawn as the first button (D-4): while it is
    asked for its choice, nobody else is drawn. `suspended` are the reasons for which nothing happens here.
    `nudged` is the prompt, by hand and number, whose player was last called by a mention. `announced` is the number of the newest seal
    that the channel was told of since the start, `newest_seal` that of the newest that the store had then. `next_seal` is being made while the last but one hand of a seal is dealt.
    """

    id: int
    guild_id: int
    channel_id: int
    locale: str
    opened_at: datetime
    state: State
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    version: int = 0
    events_published: int = 0
    listed_hand: int | None = None
    view_cache: tuple[tuple[object, ...], TableView] | None = None
    message_id: int | None = None
    message_saved: int | None = None
    message_from: datetime | None = None
    next_hand_at: datetime | None = None
    chooser: int | None = None
    drawn: int | None = None
    nudged: tuple[int, int] | None = None
    announced: int = 0
    newest_seal: int = 0
    next_seal: "asyncio.Task[TableSeal] | None" = None
    pressed_at: float = 0.0
    suspended: frozenset[str] = frozenset()
    timers: dict[str, tuple[object, Timer]] = field(default_factory=dict)

    def set_timer(self, name: str, key: object, arm: Callable[[], Timer]) -> None:
        """Arm the timer of this name, unless it is armed for the same `key` already."""
        if name in self.timers and self.timers[name][0] == key:
            return
        self.stop_timer(name)
        self.timers[name] = (key, arm())

    def stop_timer(self, name: str) -> None:
        """Cancel the timer of this name, if it is armed."""
        if name in self.timers:
            self.timers.pop(name)[1].cancel()

    def stop_timers(self) -> None:
        """Cancel every timer."""
        for name in list(self.timers):
            self.stop_timer(name)
