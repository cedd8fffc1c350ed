"""What a seat, or the rail, may see of a hand: the only thing that leaves the engine for eyes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.engine.prompts import ShufflePrompt
from bot.engine.rounds.pots import layer_pots
from bot.engine.variants import VARIANTS

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.engine.cards import Card
    from bot.engine.events import Event, Phase
    from bot.engine.hand import Hand
    from bot.engine.limits import DiscardLimit
    from bot.engine.prompts import Prompt, SeatPrompt
    from bot.engine.ranking import HandName
    from bot.engine.results import Pot, Results
    from bot.engine.rounds.state import Player, Table
    from bot.engine.setup import BettingName, Stakes


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as everybody sees it. Chips are whole numbers.

    `bet` is in front of it in this betting round, `total` all it has put in to be matched, antes included, dead posts not. `card_count` cards
    are held; `thrown` were thrown in all, of which `face_down` are not yet turned up and `discards` lie open, each with its round.
    `drew` is the count of the latest draw, or of the replacements where cards are thrown one at a time; None till then. `shown` are the cards turned up after the end, `ace` the one
    shown for a fourth card (D-12). `last_action` is the seat's last event of play in the running phase.
    """

    seat: int
    stack: int
    bet: int
    total: int
    folded: bool
    all_in: bool
    left: bool
    passed: bool
    card_count: int
    thrown: int
    face_down: int
    discards: tuple[tuple[int, Card], ...]
    drew: int | None
    shown: tuple[Card, ...] | None
    shown_name: HandName | None
    mucked: bool
    ace: Card | None
    last_action: Event | None


@dataclass(frozen=True, slots=True)
class View:
    """A hand as one seat sees it, or the rail (`seat` None).

    `seats` are clockwise by number. `prompt` is the real prompt for the seat that is asked; others see it without its cards, and a ShufflePrompt is
    seen by nobody. `pots` are those of the finished betting rounds, the main pot first; `pot` is all chips in the middle, bets included;
    `level` the price of staying in, in the round. `recycled` are turned-up discards that went back into the deck (D-14.3). `cards` are the seat's
    own (also after a fold), `face_down` its own discards not yet turned up, `hand_name` the name of its five cards.
    """

    seat: int | None
    variant: str
    stakes: Stakes
    betting: BettingName
    cap: int
    discard_limit: DiscardLimit | None
    interim_betting: bool
    button: int
    small_blind_seat: int | None
    big_blind_seat: int | None
    phase: Phase
    round: int
    seats: tuple[SeatView, ...]
    pot: int
    pots: tuple[Pot, ...]
    level: int
    stub_count: int
    recycled: frozenset[Card]
    prompt: SeatPrompt | None
    prompt_number: int
    cards: tuple[Card, ...]
    face_down: tuple[Card, ...]
    hand_name: HandName | None
    over: bool
    results: Results | None
    _read_events: Callable[[], tuple[Event, ...]] = field(repr=False, compare=False)

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, as far as this seat may know. Made when asked for, and no part of a view's equality."""
        return self._read_events()

    @property
    def out_of_reach(self) -> tuple[Card, ...]:
        """The cards, beside its own, that the seat knows it cannot be dealt: discards, but those of others that went back into the deck (D-14.3), and
        shown aces (D-12).
        """
        thrown = [card for seat in self.seats for _, card in seat.discards if seat.seat == self.seat or card not in self.recycled]
        aces = [seat.ace for seat in self.seats if seat.ace is not None]
        return tuple(card for card in dict.fromkeys((*thrown, *self.face_down, *aces)) if card not in self.cards)

    def of(self, seat: int) -> SeatView:
        """The seat with this number. Raises KeyError where there is none."""
        for view in self.seats:
            if view.seat == seat:
                return view
        raise KeyError(seat)

    def draws_to_come(self, seat: int) -> int:
        """How many times this seat can still be dealt new cards. Raises KeyError where there is no such seat."""
        mine = self.of(seat)
        if mine.folded or self.phase in ("replace", "final", "over") or (mine.passed and not mine.thrown):
            return 0
        draws = VARIANTS[self.variant].draws
        if draws is None:
            return 1  # for all rounds of discards together (SEQ-4.1)
        drawing = self.phase == "draw" and mine.drew is None
        return draws - self.round + drawing


def view_for(hand: Hand, seat: int | None) -> View:
    """The hand as this seat may see it; None, and anybody who was not dealt in, sees what the rail sees."""
    table = hand.table
    setup = table.setup
    own = table.by_seat.get(seat) if seat is not None else None
    cards = tuple(own.cards) if own else ()
    return View(
        seat=own.seat if own else None,
        variant=setup.variant,
        stakes=setup.stakes,
        betting=setup.betting,
        cap=setup.cap,
        discard_limit=setup.discard_limit,
        interim_betting=setup.interim_betting,
        button=setup.button,
        small_blind_seat=_seat_at(table, table.small_blind),
        big_blind_seat=_seat_at(table, table.big_blind),
        phase=table.phase,
        round=table.round,
        seats=tuple(_seat_view(table, player) for player in sorted(table.players, key=lambda player: player.seat)),
        pot=table.pot,
        pots=_pots_so_far(table),
        level=table.betting.level if not hand.over else 0,
        stub_count=len(table.stub),
        recycled=frozenset(card for player in table.players for _, card in player.open if card in table.recycled),
        prompt=_prompt_for(hand.prompt, own),
        prompt_number=hand.prompt_number,
        cards=cards,
        face_down=tuple(own.face_down) if own else (),
        hand_name=table.variant.ranking.hand_name(cards) if len(cards) == 5 else None,
        over=hand.over,
        results=hand.results,
        _read_events=_events_reader(table.events, own.seat if own else None),
    )


def _events_reader(events: list[Event], seat: int | None) -> Callable[[], tuple[Event, ...]]:
    """Reads the events up to now that a seat may know. Nobody finds the others in a view, however they copy or print it."""
    count = len(events)
    return lambda: tuple(event for event in events[:count] if event.audience in (None, seat))


def _seat_at(table: Table, place: int | None) -> int | None:
    return None if place is None else table.players[place].seat


def _prompt_for(prompt: Prompt | None, own: Player | None) -> SeatPrompt | None:
    if prompt is None or isinstance(prompt, ShufflePrompt):
        return None
    return prompt if own is not None and own.seat == prompt.seat else prompt.hidden()


def _pots_so_far(table: Table) -> tuple[Pot, ...]:
    """The pots of the finished betting rounds; at the end, as they were paid."""
    if table.phase == "over":
        return table.pots
    totals = {player.seat: player.total - player.bet for player in table.players}
    return tuple(layer_pots(totals, [player.seat for player in table.live_players()], table.dead))


def _seat_view(table: Table, player: Player) -> SeatView:
    return SeatView(
        seat=player.seat,
        stack=player.stack,
        bet=player.bet,
        total=player.total,
        folded=player.folded,
        all_in=not player.folded and not player.stack and table.phase != "over",
        left=player.left,
        passed=player.passed,
        card_count=0 if player.folded else len(player.cards),
        thrown=len(player.thrown),
        face_down=len(player.face_down),
        discards=tuple(player.open),
        drew=player.drew,
        shown=player.shown,
        shown_name=table.variant.ranking.hand_name(player.shown) if player.shown is not None and len(player.shown) == 5 else None,
        mucked=player.mucked,
        ace=player.ace,
        last_action=player.last_action,
    )
