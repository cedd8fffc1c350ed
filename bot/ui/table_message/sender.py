"""The one place that sends for a table's message: a request is drawn from the newest state, sent, and told of as what has happened."""

import logging
from collections.abc import Awaitable, Callable
from typing import assert_never

from bot.errors import PokerError
from bot.render import CardFaces, Message, notice_message, replaced_message, reveal_message, speech, table_message
from bot.tables import Clock, Tables, TableView
from bot.ui.channel import Channel
from bot.ui.illustrations import Illustrations
from bot.ui.table_message.events import AlreadyShown, Done, EditBegan, EditEnded, PicturesSent, Posted, RepostBegan
from bot.ui.table_message.requests import (
    Announcement,
    DeleteAnnouncement,
    EditMessage,
    LeftAs,
    PostReveal,
    RemoveButtons,
    Repost,
    Request,
)
from bot.ui.table_message.transitions import Tracked

log = logging.getLogger(__name__)


class Sender:
    """Draws and sends. What Discord refuses is raised as `bot.ui.channel` names it."""

    def __init__(
        self, tables: Tables, clock: Clock, faces: Callable[[], CardFaces], channel: Callable[[int, int], Channel]
    ) -> None:
        self._tables = tables
        self._clock = clock
        self._faces = faces
        self._channel = channel
        self._illustrations = Illustrations()
        self._faces_shown: dict[int, tuple[int, Message]] = {}

    async def send(self, tracked: Tracked, request: Request) -> None:
        """Send this one request, and take note of it; where it has become needless meanwhile, nothing is sent."""
        view = tracked.state.view
        channel = self._channel(view.guild_id, view.channel_id)
        match request:
            case Repost():
                await self._repost(tracked, request, channel)
            case EditMessage():
                await self._edit(tracked, channel)
            case PostReveal(event, then):
                await channel.post(reveal_message(then, event, speech(then.locale), self._faces()), nonce=request.nonce)
                tracked.apply(Done(request))
            case Announcement(notice):
                posted = await channel.post(
                    notice_message(notice, speech(view.locale), table_id=view.table_id), nonce=request.nonce
                )
                tracked.apply(Done(request, posted))
                if notice.seal is not None:
                    await told(self._tables.seal_posted(view.table_id, notice.seal, posted))
            case RemoveButtons(message_id, left):
                await channel.edit(message_id, await self._left(view, left))
                tracked.apply(Done(request))
                self._note_pictures(tracked, channel)
            case DeleteAnnouncement(message_id):
                await channel.delete(message_id)
                tracked.apply(Done(request))
            case _:
                assert_never(request)

    def forget(self, table_id: int) -> None:
        """A closed table's message is sent no more."""
        self._faces_shown.pop(table_id, None)
        self._illustrations.forget(table_id)

    async def paint(self, view: TableView) -> None:
        """Have the picture that is to be on this view's message, if one is, for `draw`."""
        await self._illustrations.paint(view)

    def draw(self, view: TableView) -> Message:
        """The table's message for this view, with its picture where that has been painted."""
        return table_message(view, speech(view.locale), self._faces(), picture=self._illustrations.of(view))

    def draw_left(self, view: TableView, left: LeftAs) -> Message:
        """A message whose place another takes, as it was left: without its buttons."""
        say, faces = speech(view.locale), self._faces()
        if left.whole:
            return table_message(view, say, faces, buttons=False, picture=self._illustrations.of(view))
        return replaced_message(view, left.about.round, say, faces)

    def confirmed(self, table_id: int, message_id: int, face: Message) -> None:
        """Discord has said that the message looks like this."""
        self._faces_shown[table_id] = (message_id, face)

    async def _left(self, view: TableView, left: LeftAs) -> Message:
        then = left.view if left.view is not None else await self._tables.before_this_hand(view.table_id)
        if left.whole:
            await self.paint(then)
        return self.draw_left(then, left)

    async def _repost(self, tracked: Tracked, request: Repost, channel: Channel) -> None:
        await self.paint(tracked.state.view)
        if request not in tracked.state.queue:
            return
        state = tracked.apply(RepostBegan(request))
        view, face = state.view, self.draw(state.view)
        message_id = await channel.post(face, nonce=request.nonce)
        self.confirmed(view.table_id, message_id, face)
        now = self._clock.monotonic()
        tracked.apply(Posted(request, message_id, state.about, view.version, doubtful=state.possibly_stale, at=now))
        self._note_pictures(tracked, channel)
        await told(self._tables.posted(view.table_id, message_id))

    async def _edit(self, tracked: Tracked, channel: Channel) -> None:
        await self.paint(tracked.state.view)
        state = tracked.state
        view, message_id, face = state.view, state.message_id, self.draw(state.view)
        if message_id is None:
            return
        if self._faces_shown.get(view.table_id) == (message_id, face) and not state.possibly_stale and not state.unreachable:
            tracked.apply(AlreadyShown(view.version))
            return
        tracked.apply(EditBegan())
        version: int | None = None
        try:
            await channel.edit(message_id, face)
            version = view.version
            self.confirmed(view.table_id, message_id, face)
            self._note_pictures(tracked, channel)
        finally:
            tracked.apply(EditEnded(version, self._clock.monotonic()))

    def _note_pictures(self, tracked: Tracked, channel: Channel) -> None:
        """Where a message was taken without its picture, don't send that one again."""
        if channel.pictures == "none":
            return
        if channel.pictures != "shown":
            self._illustrations.give_up(tracked.state.view.table_id)
        if channel.pictures != "failed":
            tracked.apply(PicturesSent(forbidden=channel.pictures == "forbidden"))


async def told(taken: Awaitable[object]) -> None:
    """Let the tables know of something. What they can't save now is found out again."""
    try:
        await taken
    except PokerError:
        log.warning("the tables could not take note", exc_info=True)
