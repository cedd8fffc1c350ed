"""A hand as a value: what was set up and what was played, and all that follows from the two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.actions import BYS, IllegalAction, Leave, Show
from bot.engine.events import Shown, TurnedUp
from bot.engine.prompts import ShufflePrompt
from bot.engine.results import Results
from bot.engine.rounds.state import Table
from bot.engine.setup import InvalidSetup, Setup
from bot.engine.variants import VARIANTS
from bot.engine.variants.playing import play

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.engine.actions import Action, By, Entry
    from bot.engine.cards import Card
    from bot.engine.events import Event, Phase
    from bot.engine.prompts import Prompt


class Run:
    """The script of a hand under way, with its draft and its log. The values of one hand share it, and the newest carries it forward."""

    __slots__ = ("log", "opened", "prompt", "script", "table", "turned_up")

    def __init__(self, setup: Setup) -> None:
        self.table = Table(setup, VARIANTS[setup.variant])
        self.log: list[Entry] = []
        self.script = play(self.table)
        self.prompt: Prompt | None = next(self.script, None)
        self.opened = 0  # the length of the log when the prompt opened
        self.turned_up = 0  # its length when discards were last turned up

    def take(self, entry: Entry) -> None:
        """Check a step, and carry it out. Raises IllegalAction before anything has changed."""
        self._check(entry)
        action, _ = entry
        self.log.append(entry)
        if isinstance(action, Show):
            self.table.show(self.table.by_seat[action.seat], voluntary=True)
            return
        before, told = self.prompt, len(self.table.events)
        try:
            self.prompt = self.script.send(entry)
        except StopIteration:
            self.prompt = None
        if not isinstance(action, Leave) or self.prompt != before:
            self.opened = len(self.log)
        if any(isinstance(event, TurnedUp) for event in self.table.events[told:]):
            self.turned_up = len(self.log)

    def _check(self, entry: Entry) -> None:
        try:
            action, by = entry
        except (TypeError, ValueError):
            raise IllegalAction("illegal.entry") from None
        if by not in BYS:
            raise IllegalAction("illegal.by", allowed=BYS)
        if isinstance(action, Leave):
            self._check_leave(action)
        elif isinstance(action, Show):
            self._check_show(action)
        elif self.prompt is None:
            raise IllegalAction("illegal.over")
        else:
            self.prompt.check(action)

    def _check_leave(self, action: Leave) -> None:
        if self.prompt is None:
            raise IllegalAction("illegal.over")
        if isinstance(self.prompt, ShufflePrompt):
            raise IllegalAction("illegal.leave-while-shuffling")
        player = self.table.by_seat.get(action.seat) if type(action.seat) is int else None
        if player is None or player.folded or player.left:
            raise IllegalAction("illegal.leave-not-live")

    def _check_show(self, action: Show) -> None:
        if self.prompt is not None:
            raise IllegalAction("illegal.show-while-running")
        player = self.table.by_seat.get(action.seat) if type(action.seat) is int else None
        if player is None or player.folded or player.shown is not None:
            raise IllegalAction("illegal.show-nothing")


class Hand:
    """A hand after some steps: `setup`, and the `log` of what was played. Values are equal, and hash, by the two.

    `Hand(setup, log)` resumes a hand; a log that does not fit raises IllegalAction. A step costs the same however long the log is; only a resumed hand,
    or an older value that is asked again, plays its log anew.
    """

    __slots__ = ("_event_count", "_news", "_run", "length", "prompt", "prompt_number", "setup")

    setup: Setup
    length: int
    """The number of steps in the log."""
    prompt: Prompt | None
    """What the hand waits for, None when it is over."""
    prompt_number: int
    """The log's length when this prompt opened: somebody else's leaving, which leaves a prompt as it is, does not change it."""

    def __init__(self, setup: Setup, log: Iterable[Entry] = ()) -> None:
        if not isinstance(setup, Setup):
            raise InvalidSetup("setup.type")
        try:
            steps = iter(log)
        except TypeError:
            raise IllegalAction("illegal.entry") from None
        run = Run(setup)
        for entry in steps:
            run.take(entry)
        self.setup = setup
        self._hold(run, 0)

    def _hold(self, run: Run, news: int) -> None:
        self._run = run
        self.length = len(run.log)
        self._news = news
        self._event_count = len(run.table.events)
        self.prompt = run.prompt
        self.prompt_number = run.opened

    def play(self, action: Action, by: By = "seat") -> Hand:
        """The hand after an action: of the seat that is asked, of the dealer at a ShufflePrompt, or a Leave or a Show of anybody.

        `by` says who played it. Raises IllegalAction, with the legal range among its values, and then nothing has happened.
        """
        run = self._current()
        run.take((action, by))
        after = object.__new__(Hand)
        after.setup = self.setup
        after._hold(run, self._event_count)
        return after

    def _current(self) -> Run:
        """The run as it stands after this value's log: shared while this value is the newest, else played anew."""
        if len(self._run.log) != self.length:
            run = Run(self.setup)
            for entry in self._run.log[: self.length]:
                run.take(entry)
            self._run = run
        return self._run

    @property
    def table(self) -> Table:
        """The draft as it stands, for the engine's own parts. It is not a value: read it at once, and change nothing."""
        return self._current().table

    @property
    def log(self) -> tuple[Entry, ...]:
        """The steps, each an action and who played it."""
        return tuple(self._run.log[: self.length])

    def events_since(self, count: int) -> tuple[Event, ...]:
        """All that happened after the first `count` events, private events among it."""
        return tuple(self._run.table.events[count : self._event_count])

    @property
    def turned_up(self) -> int:
        """The log's length when discards were last turned up; 0 where none were."""
        return self._current().turned_up

    @property
    def over(self) -> bool:
        """Whether the hand has ended; only a Show can follow."""
        return self.prompt is None

    @property
    def events(self) -> tuple[Event, ...]:
        """All that has happened, private events among it: each says by its `audience` who may know."""
        return tuple(self._run.table.events[: self._event_count])

    @property
    def latest_events(self) -> tuple[Event, ...]:
        """What the last step brought about; of a new or resumed hand, everything so far."""
        return tuple(self._run.table.events[self._news : self._event_count])

    @property
    def phase(self) -> Phase:
        """Where the hand is; see `Phase`."""
        return self.table.phase

    @property
    def stacks(self) -> dict[int, int]:
        """The chips behind each seat {seat: chips}, in order from the button's left."""
        return {player.seat: player.stack for player in self.table.players}

    @property
    def pot(self) -> int:
        """All chips in the middle, bets of the running round included."""
        return self.table.pot

    @property
    def live(self) -> tuple[int, ...]:
        """The seats that have not folded, in order from the button's left."""
        return tuple(player.seat for player in self.table.live_players())

    @property
    def results(self) -> Results | None:
        """How the hand ended, with the voluntary shows so far; None until it has."""
        if self.prompt is not None:
            return None
        table = self.table
        shown = [event.seat for event in self.events if isinstance(event, Shown)]
        return Results(
            pots=table.pots,
            returned={player.seat: player.returned for player in table.players if player.returned},
            shown={seat: tuple(table.by_seat[seat].cards) for seat in shown},
            mucked=tuple(player.seat for player in table.players if player.mucked),
            carried=table.carried,
        )

    # Where the 52 cards are. For the dealer's eyes and for tests; players are shown views.

    @property
    def hands(self) -> dict[int, tuple[Card, ...]]:
        """The cards that each live seat holds {seat: cards}."""
        return {player.seat: tuple(player.cards) for player in self.table.live_players()}

    @property
    def discards(self) -> dict[int, tuple[Card, ...]]:
        """The record of what each seat has thrown, in order, also where it went back into the deck {seat: cards}."""
        return {player.seat: tuple(player.thrown) for player in self.table.players}

    @property
    def pile(self) -> tuple[Card, ...]:
        """The discards that have not gone back into the deck (D-14)."""
        return tuple(self.table.pile)

    @property
    def muck(self) -> tuple[Card, ...]:
        """The unseen cards of folded players."""
        return tuple(self.table.muck)

    @property
    def stub(self) -> tuple[Card, ...]:
        """The undealt cards, the next one first."""
        return tuple(reversed(self.table.stub))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        if self._run is other._run:
            return self.length == other.length
        return self.length == other.length and self.setup == other.setup and self.log == other.log

    def __hash__(self) -> int:
        last = self._run.log[self.length - 1] if self.length else None
        return hash((self.setup, self.length, last))

    def __reduce__(self) -> tuple[type[Hand], tuple[Setup, tuple[Entry, ...]]]:
        return Hand, (self.setup, self.log)

    def __repr__(self) -> str:
        return f"<Hand {self.setup.variant}, step {self.length}, prompt {self.prompt}>"
