"""The state of a table's message in its channel, as frozen values; how it changes is in `transitions`."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Self

from bot.engine import TurnedUp
from bot.tables import TableView
from bot.ui.table_message.requests import About, LeftAs, Posting, PromptKey, RemoveButtons, Repost

NEVER = float("-inf")


@dataclass(frozen=True, slots=True)
class Absent:
    """There is no message: none was posted yet, or somebody has deleted it."""


@dataclass(frozen=True, slots=True)
class Current:
    """The message follows the table, and has its buttons."""

    message_id: int
    about: About | None
    """None: of a hand before the newest one, as only the store remembers it."""


@dataclass(frozen=True, slots=True)
class LosingButtons:
    """Another message is due, and this one has to lose its buttons first."""

    message_id: int
    about: About | None


@dataclass(frozen=True, slots=True)
class Left:
    """The message has lost its buttons, and the one that takes its place is not there yet."""

    message_id: int
    about: About | None


Standing = Absent | Current | LosingButtons | Left


@dataclass(frozen=True, slots=True)
class Unreachable:
    """The channel takes nothing from us. The table rests until a request succeeds; `last` is how the message stood."""

    last: Standing


@dataclass(frozen=True, slots=True)
class OpenAnswer:
    """A press on the message that is being answered since `began` (monotonic seconds).

    `with_buttons`: the answer is on its way, and shows the message with its buttons.
    """

    began: float
    with_buttons: bool = False


def _empty() -> Mapping[Any, Any]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class TableMessage:
    """One table's message. Times are monotonic seconds.

    `shown` is the version that the message shows for certain, -1 unknown; `possibly_stale`: two updates may have overtaken each other.
    `newest_id` is the newest message of ours in the channel; `talked_over`: others have posted below it. `pressed_in` is the prompt in
    which whoever is asked has pressed something already. `finals` are the last views of hands over which a newer one has begun. `uncertain` is a repost that Discord may have carried out.
    `nudges` are the announcements that are deleted when their prompt has closed; where that failed, it is tried again at `tidy_at`.
    `pictures_missed`: the channel has been told that pictures may not be shown here. `replaced` are messages whose place another took while presses on them were being answered, `strays` those that may have their buttons again, or still.
    """

    view: TableView
    about: About
    stands: Standing | Unreachable = field(default_factory=Absent)
    shown: int = -1
    possibly_stale: bool = False
    editing: bool = False
    edited_at: float = NEVER
    posted_at: float = NEVER
    newest_id: int = 0
    talked_over: bool = False
    pressed_in: PromptKey | None = None
    finals: Mapping[int | None, TableView] = field(default_factory=_empty)
    queue: tuple[Posting, ...] = ()
    uncertain: Repost | None = None
    answers: Mapping[int, OpenAnswer] = field(default_factory=_empty)
    replaced: Mapping[int, RemoveButtons] = field(default_factory=_empty)
    strays: Mapping[int, RemoveButtons] = field(default_factory=_empty)
    nudges: Mapping[int, PromptKey] = field(default_factory=_empty)
    tidy_at: float = NEVER
    tidy_failures: int = 0
    pictures_missed: bool = False
    failures: int = 0
    hold_until: float = NEVER

    @classmethod
    def of(cls, view: TableView) -> Self:
        """A table whose message is not known yet."""
        return cls(view, about_of(view))

    @property
    def standing(self) -> Standing:
        """How the message stands, or stood when the channel became unreachable."""
        return self.stands.last if isinstance(self.stands, Unreachable) else self.stands

    @property
    def message_id(self) -> int | None:
        """The id of the message that stands, if there is one."""
        standing = self.standing
        return None if isinstance(standing, Absent) else standing.message_id

    @property
    def unreachable(self) -> bool:
        """Whether the table rests, since its channel takes nothing."""
        return isinstance(self.stands, Unreachable)

    @property
    def closed(self) -> bool:
        """Whether the table is no more."""
        return self.view.state == "closed"

    @property
    def repost_due(self) -> bool:
        """Whether another message is to take the place of the one that stands."""
        return any(isinstance(posting, Repost) for posting in self.queue)

    @property
    def stale(self) -> bool:
        """Whether the message doesn't show the newest state, as far as we know."""
        return self.possibly_stale or self.view.version > self.shown

    def left_as(self) -> LeftAs:
        """How the message that stands is to be left when another takes its place."""
        standing = self.standing
        assert not isinstance(standing, Absent)
        about = standing.about
        if about is None:
            return LeftAs(None, About(None), whole=True)
        if about.hand_id != hand_of(self.view):
            return LeftAs(self.finals.get(about.hand_id, self.view), about, whole=True)
        return LeftAs(self.view, about, whole=False)

    def shows(self, message_id: int) -> bool:
        """Whether this message is the table's, or was until now, so that an answer may update it."""
        return message_id == self.message_id or message_id in self.replaced

    def with_standing(self, standing: Standing) -> Self:
        """The same with the message standing so; an unreachable channel stays unreachable."""
        return replace(self, stands=Unreachable(standing) if self.unreachable else standing)


def hand_of(view: TableView) -> int | None:
    """The hand that the table's message tells of."""
    return view.hand.hand_id if view.hand is not None else None


def about_of(view: TableView) -> About:
    """What a message posted now would tell of."""
    if view.hand is None:
        return About(None)
    rounds = [event.round for event in view.hand.view.events if isinstance(event, TurnedUp)]
    return About(view.hand.hand_id, rounds[-1] if rounds else 0)


def prompt_of(view: TableView) -> PromptKey | None:
    """What the table waits for; None between hands."""
    hand = view.hand
    return (hand.hand_id, hand.prompt_number) if hand is not None and hand.prompt_seat is not None else None


def asked(view: TableView) -> int | None:
    """The user id of whoever the table waits for; None between hands."""
    hand = view.hand
    return hand.players[hand.prompt_seat].id if hand is not None and hand.prompt_seat is not None else None


def named_after(view: TableView, about: About) -> str:
    """A nonce for the message of this hand and round, the same after a restart: should it be there already, Discord hands it back."""
    return f"{view.table_id}-{about.hand_id or 0}-{about.round}"


def seal_nonce(view: TableView, number: int) -> str:
    """A nonce for the message that posts a seal, the same after a restart."""
    return f"{view.table_id}-seal-{number}"
