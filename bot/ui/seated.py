"""Answers that concern one table: shown where they were asked for, on the table's message or privately."""

from collections.abc import Awaitable, Callable
from typing import Final, Literal

from bot.engine import IllegalAction
from bot.errors import PokerError
from bot.render import Draft, error_line, hand_message, left_message, line
from bot.tables import AlreadyPlayed, NoTable, NothingToDo, NotSeated, NotYourTurn, StalePress, TableView
from bot.ui.desk import Desk
from bot.ui.replies import Reply

Origin = Literal["public", "private", "elsewhere"]

OVERTAKEN: Final = (StalePress, AlreadyPlayed, NotYourTurn, NothingToDo, IllegalAction)
"""What a press is refused for when the game has gone on since its message was shown."""

POINTING: Final = frozenset({"press.stale", "press.old-hand"})
"""These lines send the reader to another message, which is no use where the message itself is shown anew."""


def origin(desk: Desk, reply: Reply, table_id: int) -> Origin:
    """Where it was pressed: on the table's message, on a private message, or elsewhere (another post, a command)."""
    message = reply.interaction.message
    if message is None:
        return "elsewhere"
    if _on_private(reply):
        return "private"
    return "public" if desk.table_messages.shows(table_id, message.id) else "elsewhere"


async def change(desk: Desk, reply: Reply, table_id: int, act: Callable[[], Awaitable[TableView]]) -> None:
    """Let the service act, and show what came of it where it was pressed: one request, also for the whole table."""
    interaction = reply.interaction
    match origin(desk, reply, table_id):
        case "public":
            assert interaction.message is not None
            with desk.table_messages.updating(table_id, interaction.message.id, interaction.id) as update:
                await act()
                await update.paint()
                if await reply.update(update.face()):
                    update.taken()
        case "private":
            with desk.whispers.answering(table_id, interaction.user.id):
                await act()
                await show_hand(desk, reply, table_id, update=True)
        case "elsewhere":
            await act()
            await show_hand(desk, reply, table_id)


async def afresh(desk: Desk, reply: Reply, handle: Callable[[], Awaitable[None]]) -> None:
    """Let `handle` answer. Where the game has overtaken one's own private message, show there what is so now, with the reason on top."""
    try:
        await handle()
    except OVERTAKEN as refusal:
        if reply.sent or reply.table is None or not _on_private(reply):
            raise
        with desk.whispers.answering(reply.table.table_id, reply.interaction.user.id):
            await show_hand(desk, reply, reply.table.table_id, update=True, said=_reason(reply, refusal))


def _on_private(reply: Reply) -> bool:
    message = reply.interaction.message
    return message is not None and message.flags.ephemeral


def _reason(reply: Reply, refusal: PokerError) -> str:
    return reply.say("press.overtaken") if refusal.message_key in POINTING else error_line(reply.say, refusal)


async def show_hand(
    desk: Desk, reply: Reply, table_id: int, *, update: bool = False, draft: Draft | None = None, said: str = ""
) -> None:
    """Answer with what this person sees behind [My hand], `said` on top: in place of the private message pressed, or as a new one."""
    try:
        view = desk.tables.private(table_id, reply.interaction.user.id)
    except (NoTable, NotSeated) as error:
        practice = reply.table is not None and reply.table.practice
        gone = left_message(reply.say, practice=practice) if isinstance(error, NotSeated) else line(reply.say, "done.closed")
        await (reply.update(gone) if update else reply.private(gone))
        return
    message = hand_message(view, reply.say, desk.faces, draft, line=said)
    with desk.whispers.answering(table_id, reply.interaction.user.id):
        shown = await (reply.update(message) if update else reply.private(message))
        if shown and not reply.followed_up:
            desk.whispers.showed(view, reply.interaction)
