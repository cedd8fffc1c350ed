"""A hand while it is played: the private draft that the scripts write on. Nothing outside the engine ever holds one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.actions import Leave
from bot.engine.events import Dealt, Folded, Left, Posted, Returned, Shown
from bot.engine.prompts import BetPrompt

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from bot.engine.actions import Action, By, Entry
    from bot.engine.cards import Card
    from bot.engine.events import BettingRound, Event, Phase, Post
    from bot.engine.prompts import Prompt
    from bot.engine.results import Pot
    from bot.engine.setup import Seat, Setup
    from bot.engine.variants import Variant

    Script = Generator[Prompt, Entry, None]
    """What a hand waits for, one prompt after the other; each is answered with a step of the log."""
    Question = Generator[Prompt, Entry, Action | None]


class AllButOneFolded(Exception):
    """One live player is left: no error, but what ends a script wherever it stands (D-21)."""


class PassedOutDeal(Exception):
    """Nobody opened, and the deal is thrown in: likewise (D-22)."""


class Player:
    """A seat that was dealt in. All chips are whole numbers."""

    __slots__ = (
        "ace", "acted", "ante", "bet", "cards", "drew", "face_down", "folded", "last_action", "left", "mucked", "open",
        "passed", "place", "returned", "seat", "shown", "stack", "thrown", "total",
    )  # fmt: skip

    def __init__(self, seat: Seat, place: int) -> None:
        self.seat = seat.number
        self.place = place  # among the table's players
        self.stack = seat.stack
        self.bet = 0  # in this betting round
        self.total = 0  # in the hand, to be matched: antes and bets, but nothing dead (D-19)
        self.ante = 0
        self.returned = 0
        self.acted = False  # in this betting round
        self.folded = False
        self.left = False
        self.cards: list[Card] = []
        self.thrown: list[Card] = []  # every discard of the hand, in order
        self.face_down: list[Card] = []  # those of them not yet turned up
        self.open: list[tuple[int, Card]] = []  # those turned up, each with its round
        self.passed = False
        self.drew: int | None = None  # in the latest draw, or as replacements
        self.ace: Card | None = None  # shown for a fourth card
        self.shown: tuple[Card, ...] | None = None
        self.mucked = False
        self.last_action: Event | None = None

    @property
    def able(self) -> bool:
        """Live, with chips behind: can still bet."""
        return not self.folded and self.stack > 0


class Betting:
    """The figures of one betting round (D-8, D-9)."""

    __slots__ = ("aggressor", "full_level", "last_full", "level", "name", "turn", "uncapped", "unit", "wagers")

    def __init__(self, name: BettingRound, unit: int) -> None:
        self.name = name
        self.unit = unit  # the least bet; in fixed limit the size of every wager
        self.level = 0  # the price: the highest bet, or the big blind where it was posted short (D-20)
        self.last_full = unit  # the last full bet or raise
        self.full_level = 0  # fixed limit: the level after the last full wager
        self.wagers = 0  # fixed limit: how many of the cap are used
        self.uncapped = False
        self.turn = 0  # the place from which the next to act is looked for
        self.aggressor: Player | None = None


class Table:
    """The draft: players, chips and cards as they stand, and what has happened.

    `players` sit in order from the first seat left of the button; the button, or the seat before a dead button, is last (L-order).
    """

    __slots__ = (
        "betting", "big_blind", "by", "by_seat", "carried", "dead", "events", "final_aggressor", "live", "muck", "opener", "phase",
        "pile", "players", "pot", "pots", "recycled", "round", "setup", "small_blind", "stub", "variant",
    )  # fmt: skip

    def __init__(self, setup: Setup, variant: Variant) -> None:
        self.setup = setup
        self.variant = variant  # the one that the setup names
        clockwise = sorted(setup.seats, key=lambda seat: seat.number)
        left = [seat for seat in clockwise if seat.number > setup.button]
        in_order = left + clockwise[: len(clockwise) - len(left)]
        self.players = [Player(seat, place) for place, seat in enumerate(in_order)]
        self.by_seat = {player.seat: player for player in self.players}
        self.live = len(self.players)
        self.small_blind, self.big_blind = self._blinds()
        self.pot = setup.carried  # all chips in the middle
        self.dead = setup.carried  # those of them that match nothing (D-19)
        self.betting = Betting("before", setup.stakes.least_bet)
        self.phase: Phase = "before"
        self.round = 0
        self.opener: Player | None = None  # who made the first bet of the hand (D-6)
        self.final_aggressor: Player | None = None
        self.stub = list(reversed(setup.deck))  # the next card is the last of the list
        self.muck: list[Card] = []  # unseen cards of folded players
        self.pile: list[Card] = []  # discards that have not gone back into the deck
        self.recycled: set[Card] = set()  # discards that have
        self.events: list[Event] = []
        self.by: By = "seat"  # who played the action being carried out
        self.pots: tuple[Pot, ...] = ()  # as awarded
        self.carried = 0

    def _blinds(self) -> tuple[int | None, int | None]:
        """The places of the blinds among the players. With two, the button is the small blind (D-5); a dead one is nobody's (D-4)."""
        if not self.setup.stakes.big_blind:
            return None, None
        if self.setup.dead_small_blind:
            return None, 0
        heads_up_button = len(self.players) == 2 and self.players[1].seat == self.setup.button
        return (1, 0) if heads_up_button else (0, 1)

    # Players

    def live_players(self) -> Iterator[Player]:
        """The players who have not folded, in L-order."""
        return (player for player in self.players if not player.folded)

    def able_count(self) -> int:
        """How many players can still bet."""
        return sum(player.able for player in self.players)

    def others_all_in(self, player: Player) -> bool:
        """Whether no other live player can still bet."""
        return not any(other.able for other in self.players if other is not player)

    def fold(self, player: Player) -> None:
        """The player's cards go to the muck, unseen. Raises AllButOneFolded when that decides the hand (D-21)."""
        player.folded = True
        self.live -= 1
        self.muck += player.cards
        self.tell(player, Folded(player.seat, self.by))
        if self.live == 1:
            raise AllButOneFolded

    def tell(self, player: Player, event: Event) -> None:
        """Record a player's action."""
        player.last_action = event
        self.events.append(event)

    # Chips

    def put_in(self, player: Player, amount: int) -> None:
        """Chips from the stack into the betting round."""
        player.stack -= amount
        player.bet += amount
        player.total += amount
        self.pot += amount

    def post(self, player: Player, amount: int, kind: Post) -> None:
        """A forced bet, as far as the stack goes; of a stack that is gone, nothing (D-20)."""
        amount = min(amount, player.stack)
        if not amount:
            return
        player.stack -= amount
        self.pot += amount
        if kind in ("dead-post", "big-blind-ante"):
            self.dead += amount
        else:
            player.total += amount
            if kind == "ante":
                player.ante = amount
            else:
                player.bet += amount
        self.tell(player, Posted(player.seat, amount, kind, all_in=not player.stack))

    def give_back(self, player: Player, amount: int, *, ante: bool = False) -> None:
        """Chips that nobody matched, back to the stack."""
        player.stack += amount
        player.total -= amount
        player.returned += amount
        self.pot -= amount
        self.events.append(Returned(player.seat, amount, "ante" if ante else "uncalled"))

    # Cards

    def deal(self) -> None:
        """Five cards each, one at a time, from the button's left (SEQ-2.2)."""
        for _ in range(5):
            for player in self.players:
                player.cards.append(self.stub.pop())
        self.events += [Dealt(player.seat, tuple(player.cards)) for player in self.players]

    def show(self, player: Player, *, voluntary: bool = False) -> None:
        """Turn a player's cards up for everybody: all of them, always (D-23.5)."""
        player.shown = cards = tuple(player.cards)
        player.mucked = False
        self.events.append(
            Shown(player.seat, cards, self.variant.ranking.hand_name(cards) if len(cards) == 5 else None, voluntary)
        )


def ask(table: Table, prompt: Prompt) -> Question:
    """Put a question. None: somebody left instead of an answer, so what is to be asked must be thought over again (D-28)."""
    action, table.by = yield prompt
    if type(action) is Leave:
        leave(table, table.by_seat[action.seat], prompt)
        return None
    return action


def leave(table: Table, player: Player, prompt: Prompt) -> None:
    """A person goes. Their hand is folded at once, unless it is all-in: that stays live, and throws no more cards (D-28).

    Somebody with chips behind for whom no betting is left, since all others are all-in, counts as all-in. An open BetPrompt is always somebody's
    decision still to come: the leaver's own, or that of another player who is able.
    """
    player.left = True
    table.by = "leave"
    table.events.append(Left(player.seat))
    betting_is_over = not isinstance(prompt, BetPrompt) and table.others_all_in(player)
    if player.stack and not betting_is_over:
        table.fold(player)
