"""What a table's message in the channel shows, and what has to be sent next. Decides; sends nothing."""

import secrets
from collections import deque
from dataclasses import dataclass, field

from bot.engine import TurnedUp
from bot.render import Message, Picture
from bot.tables import Notice, TableView

GAP_SECONDS = 1.0
"""Between two edits of the same message; what happens meanwhile is shown by the next."""

ANSWER_SECONDS = 3.0
"""How long the board leaves a message to the answer of a press; Discord takes none later."""

NUDGE = "notice.nudge"


def _nonce() -> str:
    return secrets.token_hex(10)


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """Something new in the channel. By the nonce Discord knows a second attempt, so that nothing is posted twice."""

    nonce: str = field(default_factory=_nonce)


@dataclass(frozen=True, slots=True)
class Anew(Post):
    """The table's message, anew, below what has been said since."""


@dataclass(frozen=True, slots=True)
class Reveal(Post):
    """A round of discards, turned up."""

    view: TableView
    event: TurnedUp


@dataclass(frozen=True, slots=True)
class Told(Post):
    """A line. A nudge is meant for one prompt, and goes with it."""

    notice: Notice
    prompt: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Edit:
    """Show the newest state on the table's message."""


@dataclass(frozen=True, slots=True)
class Strip:
    """Leave an older message as it is, without its buttons. `view` is what it showed last."""

    message_id: int
    view: TableView


@dataclass(frozen=True, slots=True)
class Remove:
    """Delete a nudge that has done its work."""

    message_id: int


Job = Anew | Reveal | Told | Edit | Strip | Remove


def named_after(view: TableView) -> str:
    """A nonce for the message of this hand and its half, the same after a restart: should it be there already, Discord hands it back."""
    final = view.hand is not None and view.hand.view.phase == "final"
    return f"{view.table_id}-{hand_of(view) or 0}-{'final' if final else 'deal'}"


def prompt_of(view: TableView) -> tuple[int, int] | None:
    """What the table waits for: hand and prompt, None between hands."""
    hand = view.hand
    return (hand.hand_id, hand.prompt_number) if hand is not None and hand.prompt_seat is not None else None


def hand_of(view: TableView) -> int | None:
    """The hand that the table's message tells of."""
    return view.hand.hand_id if view.hand is not None else None


@dataclass(slots=True)
class Page:
    """One table's message. Times are monotonic seconds; `shown` is the version that the message shows for certain, -1 unknown.

    `tells` is the hand that the message tells of, `finals` are the last views of hands over which a newer one has begun;
    `picture` is that of the last showdown, by what it shows; `answers` are the presses on the message that are being answered, with the moment when each began, `flights` those whose answer is
    on its way. `crossed`: two updates may have overtaken each other, so the newest state is sent once more.
    """

    view: TableView
    message_id: int | None = None
    tells: int | None = None
    shown: int = -1
    face: Message | None = None
    finals: dict[int | None, TableView] = field(default_factory=dict)
    posts: deque[Anew | Reveal | Told] = field(default_factory=deque)
    strips: deque[Strip] = field(default_factory=deque)
    nudges: dict[int, tuple[int, int] | None] = field(default_factory=dict)
    picture: tuple[object, Picture | None] | None = None
    bare: set[int] = field(default_factory=set)
    answers: dict[int, float] = field(default_factory=dict)
    flights: set[int] = field(default_factory=set)
    editing: bool = False
    crossed: bool = False
    edited_at: float = -GAP_SECONDS
    hold_until: float = 0.0
    troubles: int = 0
    shut: bool = False

    def turn_to(self, view: TableView, *, new_hand: bool) -> None:
        """Take the newest state. Where it is of a new hand, keep how the hand before ended."""
        if new_hand:
            self.finals[hand_of(self.view)] = self.view
        self.view = view

    def queue(self, post: Anew | Reveal | Told) -> None:
        """Add a post. Only the last of several wishes for the message anew counts."""
        if isinstance(post, Anew):
            self.posts = deque(other for other in self.posts if not isinstance(other, Anew))
        self.posts.append(post)

    @property
    def anew(self) -> bool:
        """Whether the message is about to be posted anew, so that the one which stands gets no buttons any more."""
        return any(isinstance(post, Anew) for post in self.posts)

    @property
    def closed(self) -> bool:
        """Whether the table is no more."""
        return self.view.state == "closed"

    @property
    def stale(self) -> bool:
        """Whether the message doesn't show the newest state, as far as we know."""
        return self.crossed or self.view.version > self.shown

    def left_as(self) -> TableView:
        """How the message is to be left when another takes its place: as its hand ended, or as it stands."""
        return self.finals.get(self.tells, self.view)

    def shows(self, message_id: int) -> TableView | None:
        """The state that this message has to show: of the table's message, or of an older one that still has its buttons; else None."""
        if message_id == self.message_id:
            return self.left_as() if self.anew else self.view
        return next((strip.view for strip in self.strips if strip.message_id == message_id), None)

    def next_job(self, now: float) -> Job | float | None:
        """What to send now, or the seconds to wait for it, or None when all is said."""
        if now < self.hold_until:
            return self.hold_until - now
        self._forget_late_nudges()
        if self.message_id is None and not self.anew and not self.closed:
            self.queue(Anew())
        if self.posts:
            return self.posts[0]
        if self.message_id is None:
            return None
        if self.shut:
            return Edit()
        waits = self._seconds_until_edit(now) if self.stale else None
        if waits == 0:
            return Edit()
        return self._tidy(now) or waits

    def _forget_late_nudges(self) -> None:
        while self.posts and isinstance(post := self.posts[0], Told) and post.prompt not in {None, prompt_of(self.view)}:
            self.posts.popleft()

    def _seconds_until_edit(self, now: float) -> float:
        return max(0.0, self.edited_at + GAP_SECONDS - now, self._seconds_until_answered(now))

    def _seconds_until_answered(self, now: float) -> float:
        return max((began + ANSWER_SECONDS - now for began in self.answers.values()), default=0.0)

    def _tidy(self, now: float) -> Job | None:
        if self.strips and self._seconds_until_answered(now) <= 0:
            return self.strips[0]
        late = next((message for message, prompt in self.nudges.items() if prompt != prompt_of(self.view)), None)
        return Remove(late) if late is not None else None

    def posted(self, message_id: int, post: Anew, view: TableView) -> None:
        """The table's message is this one from now on, telling of this view's hand; the one before is to lose its buttons."""
        before, left_as = self.message_id, self.left_as()
        self.finals.pop(self.tells, None)
        self.message_id, self.tells = message_id, hand_of(view)
        self.took(post)
        if before is None:
            return
        if before in self.bare:
            self.bare.discard(before)
        else:
            self.strips.append(Strip(before, left_as))

    def took(self, post: Anew | Reveal | Told) -> None:
        """A post is made, or given up."""
        if post in self.posts:
            self.posts.remove(post)

    def lost(self) -> None:
        """The message is no more."""
        self.message_id, self.shown, self.face = None, -1, None

    def confirmed(self, version: int, face: Message) -> None:
        """The message showed this version when Discord confirmed it; if it had shown a newer one, the newest is sent once more."""
        if version < self.shown:
            self.crossed = True
        else:
            self.shown, self.face = version, face

    def stripped(self, message_id: int) -> None:
        """An answer has taken the buttons off this message already."""
        if message_id == self.message_id:
            self.bare.add(message_id)
        self.strips = deque(strip for strip in self.strips if strip.message_id != message_id)
