"""One request at a time for a table's page: drawn from the newest state, and noted on the page when Discord has confirmed it."""

import logging
from collections.abc import Awaitable, Callable
from typing import assert_never

from bot.errors import PokerError
from bot.render import Faces, Message, notice_message, reveal_message, reveal_picture, showdown_picture, speech, table_message
from bot.tables import Clock, Notice, Tables, TableView
from bot.ui.channel import Channel
from bot.ui.illustrations import illustrated, painted, shown_in
from bot.ui.jobs import Anew, Edit, Job, Remove, Reveal, Strip, Told
from bot.ui.page import Page

log = logging.getLogger(__name__)


class Sender:
    """Draws and sends. What Discord refuses is raised as `bot.ui.channel` names it, and the page is then as before."""

    def __init__(self, tables: Tables, clock: Clock, faces: Callable[[], Faces], channel: Callable[[int, int], Channel]) -> None:
        self._tables = tables
        self._clock = clock
        self._faces = faces
        self._channel = channel

    async def send(self, page: Page, job: Job) -> None:
        """Do this one job."""
        view = page.view
        channel = self._channel(view.guild_id, view.channel_id)
        say = speech(view.locale)
        match job:
            case Anew():
                await self._post_anew(page, job, channel)
            case Edit():
                await self._edit(page, channel)
            case Reveal():
                picture = await painted(reveal_picture, job.event)
                await channel.post(reveal_message(job.view, job.event, say, self._faces(), picture=picture), nonce=job.nonce)
                page.took(job)
                _note_pictures(page, channel)
            case Told():
                posted = await channel.post(notice_message(job.notice, say), nonce=job.nonce)
                page.took(job)
                if job.prompt is not None:
                    page.nudges[posted] = job.prompt
            case Strip():
                left_as = await self._tables.before_this_hand(view.table_id) if page.outdated else job.view
                await self.paint(left_as, page)
                await channel.edit(job.message_id, self.draw(left_as, page, buttons=False))
                page.stripped(job.message_id)
                _note_pictures(page, channel)
            case Remove():
                await channel.delete(job.message_id)
                page.removed(job.message_id)
            case _:
                assert_never(job)

    def draw(self, view: TableView, page: Page, *, buttons: bool = True) -> Message:
        """The table's message for this view, with the showdown's picture where it has been painted."""
        message = table_message(view, speech(view.locale), self._faces(), buttons=buttons)
        known = page.picture if page.picture is not None and page.picture[0] == shown_in(view) else None
        return illustrated(message, known[1]) if known is not None else message

    async def paint(self, view: TableView, page: Page) -> None:
        """Have the picture of this view's showdown, if there was one, for `draw`."""
        key = shown_in(view)
        if key is not None and (page.picture is None or page.picture[0] != key) and view.hand is not None:
            page.picture = (key, await painted(showdown_picture, view.hand.view))

    async def _post_anew(self, page: Page, job: Anew, channel: Channel) -> None:
        await self.paint(page.view, page)
        view, doubtful = page.view, page.crossed
        face = self.draw(view, page)
        page.tried = job
        message_id = await channel.post(face, nonce=job.nonce)
        page.posted(message_id, job, view)
        page.shown, page.face, page.crossed = view.version, face, doubtful
        page.edited_at = self._clock.monotonic()
        _note_pictures(page, channel)
        await told(self._tables.posted(view.table_id, message_id))

    async def _edit(self, page: Page, channel: Channel) -> None:
        assert page.message_id is not None
        await self.paint(page.view, page)
        view = page.view
        face = self.draw(view, page)
        if face == page.face and not page.crossed and not page.shut:
            page.shown = view.version
            return
        page.crossed, page.editing = bool(page.flights), True
        try:
            await channel.edit(page.message_id, face)
        finally:
            page.editing = False
            page.edited_at = self._clock.monotonic()
        page.confirmed(view.version, face)
        _note_pictures(page, channel)


def _note_pictures(page: Page, channel: Channel) -> None:
    """Where the last message was taken without its picture, don't send that of a showdown again; what is missing is told once."""
    match channel.pictures:
        case "none":
            return
        case "shown":
            page.pictures_missed = False
        case "forbidden" | "failed" as outcome:
            page.picture = (page.picture[0], None) if page.picture is not None else None
            if outcome == "forbidden" and not page.pictures_missed:
                page.pictures_missed = True
                page.queue(Told(Notice("notice.no-pictures", {}), None))
        case _:
            assert_never(channel.pictures)


async def told(taken: Awaitable[object]) -> None:
    """Let the tables know of something. What they can't save now is found out again."""
    try:
        await taken
    except PokerError:
        log.warning("the tables could not take note", exc_info=True)
