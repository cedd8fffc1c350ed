"""An answer that updates a table's message, and how it gets along with our own edits of that message."""

from collections.abc import Callable
from types import TracebackType
from typing import Self

from bot.render import Message
from bot.tables import Clock, TableView
from bot.ui.table_message.answers import answers_with_buttons
from bot.ui.table_message.events import AnswerBegan, AnswerEnded, AnswerLost, AnswerSent, AnswerTaken, BareAnswerTaken
from bot.ui.table_message.sender import Sender
from bot.ui.table_message.transitions import Tracked


class MessageUpdate:
    """While a press on the message is being answered nothing else edits it; afterwards what the answer left undone is mended."""

    def __init__(
        self, tracked: Tracked, message_id: int, interaction_id: int, clock: Clock, sender: Sender, ended: Callable[[], None]
    ) -> None:
        self._tracked = tracked
        self._message_id = message_id
        self._interaction_id = interaction_id
        self._clock = clock
        self._sender = sender
        self._ended = ended
        self._view: TableView = tracked.state.view
        self._face: Message | None = None
        self._with_buttons = self._overtaken = self._taken = False

    def __enter__(self) -> Self:
        self._tracked.apply(AnswerBegan(self._interaction_id, self._clock.monotonic()))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._with_buttons and not self._taken:
            self._tracked.apply(AnswerLost(self._message_id))
        self._tracked.apply(AnswerEnded(self._interaction_id))
        self._ended()

    async def paint(self) -> None:
        """Have the picture of what the press has led to; there is time until the deferral."""
        await self._sender.paint(self._tracked.state.view)

    def face(self) -> Message:
        """What the pressed message is to show: the newest state, or, where another takes its place, how it is left."""
        state = self._tracked.state
        self._with_buttons = answers_with_buttons(state, self._message_id)
        if self._with_buttons:
            self._view = state.view
            self._face = self._sender.draw(state.view)
            self._tracked.apply(AnswerSent(self._interaction_id, self._message_id))
            return self._face
        self._overtaken = state.editing or any(answer.with_buttons for answer in state.answers.values())
        replaced = state.replaced.get(self._message_id)
        left = replaced.left if replaced is not None else state.left_as()
        return self._sender.draw_left(left.view or state.view, left)

    def taken(self) -> None:
        """Discord has confirmed the answer."""
        self._taken = True
        if not self._with_buttons:
            if not self._overtaken:
                self._tracked.apply(BareAnswerTaken(self._message_id))
            return
        assert self._face is not None
        if self._message_id == self._tracked.state.message_id:
            self._sender.confirmed(self._view.table_id, self._message_id, self._face)
        self._tracked.apply(AnswerTaken(self._message_id, self._view.version))
