"""The channel's side of every table: one message each, brought up to date, with the newest state winning."""

import asyncio
import logging
from collections.abc import Callable
from datetime import timedelta

import discord

from bot.engine import TurnedUp
from bot.render import CardFaces
from bot.tables import Change, Clock, Tables, TableView
from bot.ui.channel import Channel, ChannelShut, MessageGone, Unanswered
from bot.ui.open_responses import OpenResponses
from bot.ui.rate_limits import RequestLimit
from bot.ui.table_message.due import ANSWER_SECONDS, due
from bot.ui.table_message.events import (
    Changed,
    ChannelWasShut,
    Found,
    MessageWasGone,
    NoAnswer,
    Pressed,
    PutOff,
    TalkSeen,
    TryAgain,
    WasRefused,
)
from bot.ui.table_message.failures import given_up
from bot.ui.table_message.requests import Request, cost, is_optional
from bot.ui.table_message.sender import Sender, told
from bot.ui.table_message.states import TableMessage
from bot.ui.table_message.transitions import Tracked
from bot.ui.table_message.updating import MessageUpdate

log = logging.getLogger(__name__)

SNOWFLAKE_GRAIN = timedelta(milliseconds=1)
"""The time in an id is cut to this."""

NEW_MESSAGE = frozenset({"opened", "hand"})

PAUSES = frozenset({"betting", "ended"})


class TableMessages:
    """Publishes what the tables do: `changed` is to be subscribed to them, `open` to be called once Discord can be written to.

    It never holds up a table: a change is noted in the state of the table's message, and a task sends what is missing and ends.
    """

    def __init__(
        self,
        tables: Tables,
        clock: Clock,
        faces: Callable[[], CardFaces],
        channel: Callable[[int, int], Channel],
        pace: RequestLimit,
        answers: OpenResponses,
    ) -> None:
        self._tables = tables
        self._clock = clock
        self._pace = pace
        self._answers = answers
        self._sender = Sender(tables, clock, faces, channel)
        self._messages: dict[int, Tracked] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._granted: dict[int, int] = {}
        self._alarms: dict[int, float] = {}
        self._at_work = False

    # What happens at the tables

    def changed(self, change: Change) -> None:
        """Take note of one step of a table."""
        view = change.view
        tracked = self._messages.setdefault(view.table_id, Tracked(TableMessage.of(view)))
        tracked.apply(
            Changed(
                view,
                reveals=tuple(event for event in change.events if isinstance(event, TurnedUp)),
                notices=change.notices,
                new_hand="hand" in change.kinds,
                new_message=bool(change.kinds & NEW_MESSAGE),
                asked_for="reposted" in change.kinds,
                pause=bool(change.kinds & PAUSES) or any(notice.mention is not None for notice in change.notices),
                at=self._clock.monotonic(),
            )
        )
        self._answers.after(change.press, lambda: self.kick(view.table_id))
        if change.press in self._answers:
            self._wake(view.table_id, ANSWER_SECONDS)

    def open(self) -> None:
        """Begin to send: bring the message of every table up to date, whatever it may show, spread under the common limit."""
        self._at_work = True
        for view in self._tables.views():
            message_id = self._tables.message_of(view.table_id)
            self._find(view, message_id, replacement_due=self._was_to_be_replaced(view.table_id, message_id))
        for view, message_id in self._tables.closed_with_buttons():
            self._find(view, message_id, replacement_due=False)
        for table_id in self._messages:
            self.kick(table_id)

    def _find(self, view: TableView, message_id: int | None, *, replacement_due: bool) -> None:
        tracked = self._messages.setdefault(view.table_id, Tracked(TableMessage.of(view)))
        if tracked.state.message_id is None:
            tracked.apply(Found(message_id, replacement_due=replacement_due))

    def _was_to_be_replaced(self, table_id: int, message_id: int | None) -> bool:
        """Whether the bot ended just before the table's message was posted anew, or just after: then nobody has noted the new one."""
        since = self._tables.message_from(table_id)
        return message_id is not None and since is not None and discord.utils.snowflake_time(message_id) + SNOWFLAKE_GRAIN < since

    def pressed(self, table_id: int, user_id: int) -> None:
        """Somebody has pressed or typed something in the table's channel: it is open, and they needn't be called in this turn."""
        tracked = self._messages.get(table_id)
        if tracked is not None:
            tracked.apply(Pressed(user_id))
            self.retry(table_id)

    def talked(self, table_id: int, newest_id: int) -> None:
        """Discord says which message is the newest of the table's channel: others may have talked since the table's own."""
        tracked = self._messages.get(table_id)
        if tracked is not None:
            tracked.apply(TalkSeen(newest_id))

    def retry(self, table_id: int) -> None:
        """The table's channel may be open again: try at once instead of later."""
        tracked = self._messages.get(table_id)
        if tracked is not None and tracked.state.unreachable:
            tracked.apply(TryAgain())
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
        tracked = self._messages.get(table_id)
        return tracked is not None and tracked.state.shows(message_id)

    def updating(self, table_id: int, message_id: int, interaction_id: int) -> MessageUpdate:
        """A press on a message that `shows` the table: its answer will show what comes of it, and until then nothing else edits it."""
        tracked = self._messages[table_id]
        return MessageUpdate(tracked, message_id, interaction_id, self._clock, self._sender, lambda: self.kick(table_id))

    # The work

    def kick(self, table_id: int) -> None:
        """See what there is to send for this table, unless that is being done."""
        if self._at_work and table_id not in self._tasks and table_id in self._messages:
            work = self._work(table_id, self._messages[table_id])
            self._tasks[table_id] = asyncio.get_running_loop().create_task(work, name=f"table-message-{table_id}")

    async def _work(self, table_id: int, tracked: Tracked) -> None:
        try:
            while (request := self._next(table_id, tracked)) is not None:
                await self._attempt(tracked, request)
            if table_id not in self._messages and not given_up(tracked.state):
                await told(self._tables.buttons_removed(table_id))
        finally:
            self._tasks.pop(table_id, None)

    def _next(self, table_id: int, tracked: Tracked) -> Request | None:
        """The next request, booked; None with an alarm set where it has to wait, or where nothing is left."""
        if not self._at_work:
            return None
        state = tracked.state
        match due(state, self._clock.monotonic()):
            case None:
                if state.closed and not state.answers:
                    self._forget(table_id)
            case float(seconds):
                if given_up(state):
                    self._forget(table_id)
                else:
                    self._wake(table_id, seconds)
            case request:
                return request if self._book(table_id, cost(request)) else None
        self._granted.pop(table_id, None)  # An answer has done what it was booked for; kept, it would add to a later second's.
        return None

    def _forget(self, table_id: int) -> None:
        self._messages.pop(table_id, None)
        self._sender.forget(table_id)

    def _wake(self, table_id: int, seconds: float) -> None:
        due_at = self._clock.monotonic() + seconds
        if table_id not in self._alarms or self._alarms[table_id] > due_at:
            self._alarms[table_id] = due_at
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

    async def _attempt(self, tracked: Tracked, request: Request) -> None:
        """Send one request; what Discord makes of it decides what is tried next. Never raises, save when the task is cancelled."""
        rested = tracked.state.unreachable
        try:
            await self._send(tracked, request)
        except MessageGone:
            tracked.apply(MessageWasGone(request))
        except ChannelShut:
            tracked.apply(ChannelWasShut(request, self._clock.monotonic()))
        except Unanswered:
            tracked.apply(NoAnswer(request, self._clock.monotonic()))
        except Exception:  # A fault of ours (`Refused` is one, too): said in the log, and the table goes on.
            log.exception("table %s: %s cannot be sent", tracked.state.view.table_id, type(request).__name__)
            tracked.apply(WasRefused(request, self._clock.monotonic()))
        if tracked.state.unreachable != rested:
            await self._tell(tracked.state)

    async def _send(self, tracked: Tracked, request: Request) -> None:
        try:
            await self._sender.send(tracked, request)
        except (ChannelShut, Unanswered) as trouble:
            if not is_optional(request):
                raise
            log.info("table %s: %s failed (%s)", tracked.state.view.table_id, type(request).__name__, trouble.__cause__)
            tracked.apply(PutOff(request, self._clock.monotonic()))

    async def _tell(self, state: TableMessage) -> None:
        """Let the table rest, or go on."""
        if state.unreachable:
            log.warning("table %s: channel %s cannot be written to", state.view.table_id, state.view.channel_id)
            await told(self._tables.unreachable(state.view.table_id))
        else:
            await told(self._tables.reachable(state.view.table_id))
