"""What a table's message in the channel shows, and what has to be sent next. Decides; sends nothing."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.render import Message, Picture
from bot.tables import TableView
from bot.ui.jobs import Anew, Edit, Job, Remove, Reveal, Strip, Told

GAP_SECONDS = 1.0
"""Between two edits of the same message; what happens meanwhile is shown by the next."""

ANSWER_SECONDS = 3.0
"""How long the board leaves a message to the answer of a press; Discord takes none later."""

TIDY_AGAIN_SECONDS, TIDY_ATTEMPTS = 60.0, 5
"""How often, and after how long each, the removal of a nudge is tried again."""

NUDGE = "notice.nudge"


def named_after(view: TableView) -> str:
    """A nonce for the message of this hand and its half, the same after a restart: should it be there already, Discord hands it back."""
    return f"{view.table_id}-{hand_of(view) or 0}-{'final' if in_final(view) else 'deal'}"


def in_final(view: TableView) -> bool:
    """Whether discarding has ended and the last betting is on."""
    return view.hand is not None and view.hand.view.phase == "final"


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
    on its way, with buttons. `crossed`: two updates may have overtaken each other, so the newest state is sent once more.
    `bare`: the message has lost its buttons for good; `before` is the one whose place it took, while presses are being answered, and `late` one before that has its buttons still, or again.
    `tried` is the message anew that Discord may know already. `outdated`: the message tells of the hand before, as only the store remembers it.
    `tidy_at`: a nudge whose removal failed (`untidied` times) is left alone till then. `pictures_missed`: the channel has been told that pictures may not be shown here.
    """

    view: TableView
    message_id: int | None = None
    tells: int | None = None
    shown: int = -1
    face: Message | None = None
    finals: dict[int | None, TableView] = field(default_factory=dict)
    posts: deque[Anew | Reveal | Told] = field(default_factory=deque)
    nudges: dict[int, tuple[int, int] | None] = field(default_factory=dict)
    picture: tuple[object, Picture | None] | None = None
    bare: bool = False
    before: Strip | None = None
    late: Strip | None = None
    tried: Anew | None = None
    outdated: bool = False
    pictures_missed: bool = False
    tidy_at: float = 0.0
    untidied: int = 0
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
        """Add a post. Only the last of several wishes for the message anew counts, unless an earlier one may have been fulfilled."""
        if isinstance(post, Anew):
            self.posts = deque(other for other in self.posts if not isinstance(other, Anew) or other is self.tried)
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
        """The state that this message has to show: the table's, or the one before, for who pressed there just in time; else None."""
        if message_id == self.message_id:
            return self.left_as() if self.anew else self.view
        return self.before.view if self.before is not None and message_id == self.before.message_id else None

    def next_job(self, now: float) -> Job | float | None:
        """What to send now, or the seconds to wait for it, or None when all is said."""
        if now < self.hold_until:
            return self.hold_until - now
        self._forget_late_nudges()
        if self.message_id is None and not self.anew and not self.closed:
            self.queue(Anew())
        if self.posts:
            post = self.posts[0]
            return (self._makes_way(now) if isinstance(post, Anew) else None) or post
        if self.message_id is None:
            return None
        if self.shut:
            return Edit()
        waits = self._seconds_until_edit(now) if self.stale else None
        return Edit() if waits == 0 else self._tidy(now, waits)

    def put_off(self, job: Job, now: float) -> None:
        """What is optional has failed: a nudge is left out, and a message is removed later, or stays after some attempts."""
        match job:
            case Told():
                self.took(job)
            case Remove(message_id):
                self.tidy_at, self.untidied = now + TIDY_AGAIN_SECONDS, self.untidied + 1
                if self.untidied >= TIDY_ATTEMPTS:
                    self.removed(message_id)

    def _forget_late_nudges(self) -> None:
        while self.posts and isinstance(post := self.posts[0], Told) and post.prompt not in {None, prompt_of(self.view)}:
            self.posts.popleft()

    def _makes_way(self, now: float) -> Strip | float | None:
        """What the message that stands still needs before another is posted, so that no two are ever there to be played on, whenever the bot ends.

        An answer on its way may put the buttons back; none sets out any more, now that another message is due.
        """
        if self.message_id is None:
            return None
        seconds = self._seconds_until_answered(now, self.flights)
        if seconds > 0:
            return seconds
        return None if self.bare else Strip(self.message_id, self.left_as())

    def _seconds_until_edit(self, now: float) -> float:
        return max(0.0, self.edited_at + GAP_SECONDS - now, self._seconds_until_answered(now, self.answers))

    def _seconds_until_answered(self, now: float, presses: Iterable[int]) -> float:
        return max((self.answers[press] + ANSWER_SECONDS - now for press in presses), default=0.0)

    def _tidy(self, now: float, waits: float | None) -> Job | float | None:
        """What is left to tidy up, else the seconds until there is something to send: an edit `waits` so long."""
        if self.late is not None:
            return self.late
        late = next((message for message, prompt in self.nudges.items() if prompt != prompt_of(self.view)), None)
        if late is None:
            return waits
        if now >= self.tidy_at:
            return Remove(late)
        return min(seconds for seconds in (self.tidy_at - now, waits) if seconds is not None)

    def removed(self, message_id: int) -> None:
        """This nudge is gone, or stays for good."""
        self.nudges.pop(message_id, None)
        self.untidied = 0

    def posted(self, message_id: int, post: Anew, view: TableView) -> None:
        """The table's message is this one from now on, telling of this view's hand."""
        if self.message_id is not None and self.answers:
            self.before = Strip(self.message_id, self.left_as())
        self.message_id, self.tells, self.bare, self.outdated = message_id, hand_of(view), False, False
        self.finals = {hand: final for hand, final in self.finals.items() if hand == self.tells}
        self.took(post)

    def took(self, post: Anew | Reveal | Told) -> None:
        """A post is made, or given up."""
        if post in self.posts:
            self.posts.remove(post)
        if post is self.tried:
            self.tried = None

    def lost(self) -> None:
        """The message is no more."""
        self.message_id, self.shown, self.face, self.bare = None, -1, None, False

    def abandon(self) -> None:
        """Nothing of a closed table can be reached any more."""
        self.lost()
        self.late = None
        self.posts.clear()
        self.nudges.clear()

    def confirmed(self, version: int, face: Message) -> None:
        """The message showed this version when Discord confirmed it, and its buttons; if it had shown a newer one, the newest is sent once more."""
        self.bare = False
        if version < self.shown:
            self.crossed = True
        else:
            self.shown, self.face = version, face

    def stripped(self, message_id: int) -> None:
        """This message has lost its buttons."""
        self.bare = self.bare or message_id == self.message_id
        if self.late is not None and self.late.message_id == message_id:
            self.late = None

    def let_go(self, strip: Strip) -> None:
        """The message that stands cannot be stripped now: another may take its place all the same, and this is done afterwards."""
        self.bare, self.late = True, strip

    def put_back(self, message_id: int, view: TableView) -> None:
        """An answer has shown this view on this message, or may have, buttons and all."""
        if message_id == self.message_id:
            self.crossed = True
        else:
            self.late = Strip(message_id, view)

    def answered(self, press: int) -> None:
        """This press on the message, or on the one before, has had its answer, or will have none."""
        self.answers.pop(press, None)
        self.flights.discard(press)
        if not self.answers:
            self.before = None

    def stays(self) -> None:
        """No other message takes the place of the one that stands: it tells of the newest hand, and gets its buttons back, should they be gone."""
        self.crossed, self.bare, self.late = self.crossed or self.bare, False, None
        self.tells, self.outdated = hand_of(self.view), False
        self.finals.clear()
