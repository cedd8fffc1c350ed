"""An answer that updates a table's message, and how it gets along with the board's own edits of that message."""

from collections.abc import Callable
from types import TracebackType
from typing import Protocol, Self

from bot.render import Message
from bot.tables import Clock, TableView
from bot.ui.page import Page


class Drawing(Protocol):
    """Makes a table's message of a view; `paint` has the picture ready that is to be on it."""

    def draw(self, view: TableView, page: Page, *, buttons: bool = True) -> Message: ...

    async def paint(self, view: TableView, page: Page) -> None: ...


class Answering:
    """While a press on the message is being answered the board leaves it alone; afterwards it mends what the answer left undone."""

    def __init__(self, page: Page, message_id: int, press: int, clock: Clock, drawing: Drawing, kick: Callable[[], None]) -> None:
        self._page = page
        self._message_id = message_id
        self._press = press
        self._clock = clock
        self._drawing = drawing
        self._kick = kick
        self._bare = self._overtaken = False
        self._view = page.view
        self._face: Message | None = None
        self._done = False

    def __enter__(self) -> Self:
        self._page.answers[self._press] = self._clock.monotonic()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        page = self._page
        page.answered(self._press)
        if self._face is not None and not self._bare and not self._done:
            page.put_back(self._message_id, self._view)
        self._kick()

    async def paint(self) -> None:
        """Where the press has ended the hand with a showdown, let its picture be on the face; there is time until the deferral."""
        await self._drawing.paint(self._page.view, self._page)

    def face(self) -> Message:
        """What the pressed message is to show: the newest state, or, where another message takes its place, none of the buttons."""
        page = self._page
        self._bare = self._message_id != page.message_id or page.anew
        if self._bare:
            self._overtaken = page.editing or bool(page.flights)
            self._face = self._drawing.draw(page.shows(self._message_id) or page.view, page, buttons=False)
            return self._face
        self._view, self._face = page.view, self._drawing.draw(page.view, page)
        page.flights.add(self._press)
        page.crossed = page.crossed or page.editing
        return self._face

    def shown(self) -> None:
        """Discord has confirmed the answer."""
        assert self._face is not None
        self._done = True
        if self._bare:
            if not self._overtaken:
                self._page.stripped(self._message_id)
        elif self._message_id == self._page.message_id:
            self._page.confirmed(self._view.version, self._face)
        else:
            self._page.put_back(self._message_id, self._view)
