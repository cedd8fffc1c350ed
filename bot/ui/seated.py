"""Answers that concern one table: shown where they were asked for, on the table's message or privately."""

from collections.abc import Awaitable, Callable
from typing import Literal

from bot.render import Draft, hand_message, line
from bot.tables import NoTable, NotSeated, TableView
from bot.ui.desk import Desk
from bot.ui.replies import Reply

Origin = Literal["public", "private", "elsewhere"]


def origin(desk: Desk, reply: Reply, table_id: int) -> Origin:
    """Where it was pressed: on the table's message, on a private message, or elsewhere (another post, a command)."""
    message = reply.interaction.message
    if message is None:
        return "elsewhere"
    if message.flags.ephemeral:
        return "private"
    return "public" if desk.board.shows(table_id, message.id) else "elsewhere"


async def change(desk: Desk, reply: Reply, table_id: int, act: Callable[[], Awaitable[TableView]]) -> None:
    """Let the service act, and show what came of it where it was pressed: one request, also for the whole table."""
    interaction = reply.interaction
    match origin(desk, reply, table_id):
        case "public":
            assert interaction.message is not None
            with desk.board.answering(table_id, interaction.message.id, interaction.id) as answering:
                await act()
                if await reply.update(answering.face()):
                    answering.shown()
        case "private":
            with desk.whispers.answering(table_id, interaction.user.id):
                await act()
                await show_hand(desk, reply, table_id, update=True)
        case "elsewhere":
            await act()
            await show_hand(desk, reply, table_id)


async def show_hand(
    desk: Desk, reply: Reply, table_id: int, *, update: bool = False, draft: Draft | None = None, said: str = ""
) -> None:
    """Answer with what this person sees behind [My hand], `said` on top: in place of the private message pressed, or as a new one."""
    try:
        view = desk.tables.private(table_id, reply.interaction.user.id)
    except (NoTable, NotSeated) as error:
        left = line(reply.say, "done.left" if isinstance(error, NotSeated) else "done.closed")
        await (reply.update(left) if update else reply.private(left))
        return
    message = hand_message(view, reply.say, desk.faces, draft, line=said)
    shown = await (reply.update(message) if update else reply.private(message))
    if shown and not reply.followed_up:
        desk.whispers.showed(view, reply.interaction)
