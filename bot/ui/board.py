"""The channel's side of every table: one message each, brought up to date, with the newest state winning."""

import asyncio
import logging
from collections.abc import Callable
from datetime import timedelta
from typing import assert_never

import discord

from bot.engine import TurnedUp
from bot.render import Faces
from bot.tables import Change, Clock, Tables
from bot.ui.answering import Answering
from bot.ui.channel import Channel, ChannelShut, MessageGone, Unanswered
from bot.ui.jobs import Anew, Edit, Job, Post, Remove, Reveal, Strip, Told, is_optional, requests_of
from bot.ui.pace import Pace
from bot.ui.page import ANSWER_SECONDS, NUDGE, Page, hand_of, in_final, named_after, prompt_of
from bot.ui.sending import Sender, told
from bot.ui.waiting import OpenAnswers

log = logging.getLogger(__name__)

RETRY_SECONDS = (1.0, 2.0, 5.0, 15.0, 30.0, 60.0)
TROUBLES_UNTIL_UNREACHABLE = 2
"""One broken connection is no more than that; what Discord fails at, discord.py has tried several times by then."""

SNOWFLAKE_GRAIN = timedelta(milliseconds=1)
"""The time in an id is cut to this."""

NEW_MESSAGE = frozenset({"opened", "hand", "discarding-ended", "reposted"})


class Board:
    """Publishes what the tables do: `changed` is to be subscribed to them, `open` to be called once Discord can be written to.

    It never holds up a table: a change marks the table's page, and a task sends what is missing and ends.
    """

    def __init__(
        self,
        tables: Tables,
        clock: Clock,
        faces: Callable[[], Faces],
        channel: Callable[[int, int], Channel],
        pace: Pace,
        answers: OpenAnswers,
    ) -> None:
        self._tables = tables
        self._clock = clock
        self._pace = pace
        self._answers = answers
        self._sender = Sender(tables, clock, faces, channel)
        self._pages: dict[int, Page] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._granted: dict[int, int] = {}
        self._alarms: dict[int, float] = {}
        self._at_work = False

    # What happens at the tables

    def changed(self, change: Change) -> None:
        """Take note of one step of a table."""
        view = change.view
        page = self._pages.setdefault(view.table_id, Page(view))
        page.turn_to(view, new_hand="hand" in change.kinds)
        for event in change.events:
            if isinstance(event, TurnedUp):
                page.queue(Reveal(view, event))
        for notice in change.notices:
            page.queue(Told(notice, prompt_of(view) if notice.key == NUDGE else None))
        if change.kinds & NEW_MESSAGE:
            page.queue(Anew() if "reposted" in change.kinds else Anew(nonce=named_after(view)))
        self._answers.after(change.press, lambda: self.kick(view.table_id))
        if change.press in self._answers:
            self._wake(view.table_id, ANSWER_SECONDS)

    def open(self) -> None:
        """Begin to send: bring the message of every table up to date, whatever it may show, spread under the common limit."""
        self._at_work = True
        for view in self._tables.views():
            page = self._pages.setdefault(view.table_id, Page(view))
            if page.message_id is None:
                page.message_id, page.tells = self._tables.message_of(view.table_id), hand_of(view)
                if page.message_id is None or self._was_to_be_replaced(view.table_id, page.message_id):
                    page.queue(Anew(nonce=named_after(view)))
                    page.outdated = page.message_id is not None and not in_final(view)
                    page.crossed = True  # what Discord hands back may show an older state
        for view, message_id in self._tables.parting():
            page = self._pages.setdefault(view.table_id, Page(view))
            page.message_id, page.tells = message_id, hand_of(view)
        for table_id in self._pages:
            self.kick(table_id)

    def _was_to_be_replaced(self, table_id: int, message_id: int) -> bool:
        """Whether the bot ended just before the table's message was posted anew, or just after: then nobody has noted the new one."""
        since = self._tables.message_from(table_id)
        return since is not None and discord.utils.snowflake_time(message_id) + SNOWFLAKE_GRAIN < since

    def retry(self, table_id: int) -> None:
        """The table's channel may be open again: try at once instead of later."""
        page = self._pages.get(table_id)
        if page is not None and page.shut:
            page.hold_until = 0.0
            self.kick(table_id)

    @property
    def busy(self) -> bool:
        """Whether something is being sent."""
        return bool(self._tasks)

    async def close(self, seconds: float) -> None:
        """Finish the request that is being sent for each table, within this time; send nothing more."""
        self._at_work = False
        if tasks := list(self._tasks.values()):
            _, late = await asyncio.wait(tasks, timeout=seconds)
            for task in late:
                task.cancel()

    # Presses on the message

    def shows(self, table_id: int, message_id: int) -> bool:
        """Whether this is the message of the table, or was until now, so that an answer may update it."""
        page = self._pages.get(table_id)
        return page is not None and page.shows(message_id) is not None

    def answering(self, table_id: int, message_id: int, press: int) -> Answering:
        """A press on a message that `shows` the table: its answer will show what comes of it, and until then the board doesn't edit."""
        return Answering(self._pages[table_id], message_id, press, self._clock, self._sender, lambda: self.kick(table_id))

    # The work

    def kick(self, table_id: int) -> None:
        """See what there is to send for this table, unless somebody is at it."""
        if self._at_work and table_id not in self._tasks and table_id in self._pages:
            work = self._work(table_id, self._pages[table_id])
            self._tasks[table_id] = asyncio.get_running_loop().create_task(work, name=f"board-{table_id}")

    async def _work(self, table_id: int, page: Page) -> None:
        try:
            while (job := self._next(table_id, page)) is not None:
                await self._attempt(page, job)
            if table_id not in self._pages and not page.troubles:
                await told(self._tables.parted(table_id))
        finally:
            self._tasks.pop(table_id, None)

    def _next(self, table_id: int, page: Page) -> Job | None:
        """The next job, with a request booked for it; None with an alarm set where it has to wait, or where nothing is left."""
        if not self._at_work:
            return None
        match page.next_job(self._clock.monotonic()):
            case None:
                if page.closed and not page.answers:
                    self._pages.pop(table_id, None)
            case float(seconds):
                self._wake(table_id, seconds)
            case job:
                return job if self._book(table_id, requests_of(job)) else None
        self._granted.pop(table_id, None)  # An answer has done what it was booked for; kept, it would add to a later second's.
        return None

    def _wake(self, table_id: int, seconds: float) -> None:
        due = self._clock.monotonic() + seconds
        if table_id not in self._alarms or self._alarms[table_id] > due:
            self._alarms[table_id] = due
            self._clock.call_later(seconds, lambda: self._ring(table_id))

    def _ring(self, table_id: int) -> None:
        self._alarms.pop(table_id, None)
        self.kick(table_id)

    def _book(self, table_id: int, requests: int) -> bool:
        granted = self._granted.pop(table_id, 0)
        if granted < requests:
            if not self._pace.take(requests):
                self._pace.grant_later(table_id, lambda: self._grant(table_id, requests), requests)
                return False
            granted = requests
        if granted > 1:
            self._granted[table_id] = granted - 1
        return True

    def _grant(self, table_id: int, requests: int) -> None:
        self._granted[table_id] = requests
        self.kick(table_id)

    async def _attempt(self, page: Page, job: Job) -> None:
        """Do one job; what Discord makes of it decides what is tried next. Never raises, save when the task is cancelled."""
        try:
            await self._send(page, job)
        except MessageGone:
            self._give_up(page, job)
            if isinstance(job, Edit) or (isinstance(job, Strip) and job.message_id == page.message_id):
                page.lost()
        except ChannelShut:
            if page.closed:
                page.abandon()
            elif isinstance(job, Strip) and job.message_id == page.message_id:
                page.let_go(job)  # an archived thread takes no edits, and a post opens it again
            else:
                await self._trouble(page, shut=True)
        except Unanswered:
            page.crossed = True
            if self._can_do_without(page, job):
                self._give_up(page, job)
                return
            unreachable = page.bare or page.troubles + 1 >= TROUBLES_UNTIL_UNREACHABLE
            await self._trouble(page, shut=unreachable, in_vain=page.troubles >= len(RETRY_SECONDS))
        except Exception:  # A fault of ours (`Refused` is one, too): said in the log, and the table goes on.
            log.exception("table %s: %s cannot be sent", page.view.table_id, type(job).__name__)
            self._give_up(page, job)

    async def _send(self, page: Page, job: Job) -> None:
        try:
            await self._sender.send(page, job)
        except (ChannelShut, Unanswered) as trouble:
            if not is_optional(job):
                raise
            log.info("table %s: %s failed (%s)", page.view.table_id, type(job).__name__, trouble.__cause__)
            page.put_off(job, self._clock.monotonic())
        else:
            await self._reached(page)

    def _can_do_without(self, page: Page, job: Job) -> bool:
        """Whether a post has failed for so long that the table plays on with the message that it has."""
        return isinstance(job, Post) and page.troubles >= len(RETRY_SECONDS) and page.message_id is not None and not page.closed

    def _give_up(self, page: Page, job: Job) -> None:
        match job:
            case Edit():
                page.shown, page.crossed = page.view.version, False
            case Strip():
                page.stripped(job.message_id)
            case Remove():
                page.removed(job.message_id)
            case Anew() | Reveal() | Told():
                page.took(job)
                if isinstance(job, Anew):
                    page.stays()
                page.hold_until = self._clock.monotonic() + RETRY_SECONDS[-1] if page.message_id is None else 0.0
            case _:
                assert_never(job)

    async def _trouble(self, page: Page, *, shut: bool, in_vain: bool = False) -> None:
        """The channel doesn't take what we send: again later, and until then the table rests. One that is closed is given up `in_vain`."""
        page.hold_until = self._clock.monotonic() + RETRY_SECONDS[min(page.troubles, len(RETRY_SECONDS) - 1)]
        page.troubles += 1
        if page.closed:
            if in_vain:
                self._pages.pop(page.view.table_id, None)
        elif shut and not page.shut:
            page.shut = True
            log.warning("table %s: channel %s cannot be written to", page.view.table_id, page.view.channel_id)
            await told(self._tables.unreachable(page.view.table_id))

    async def _reached(self, page: Page) -> None:
        page.troubles = 0
        if page.shut:
            page.shut = False
            await told(self._tables.reachable(page.view.table_id))
