"""What came of a press or a command: shown where it was asked for, on the table's message or privately."""

from bot.render import Draft, Message, hand_message, left_message, line
from bot.tables import NoTable, NotSeated, TableView
from bot.ui.interactions.response import Response


async def show_outcome(response: Response, table_id: int) -> None:
    """Show what the service has just done where it was pressed: one request, also for the whole table."""
    if (update := response.table_update) is not None:
        await update.paint()
        if await response.update_pressed(update.face()):
            update.taken()
    else:
        await show_hand(response, table_id, update=response.pressed_on == "private message")


async def show_seat(response: Response, table: TableView, *, said: str) -> None:
    """Answer somebody who has just sat down: who does so for the first time in this server is welcomed, everybody else reads the text of the key `said`."""
    new = await response.servers.is_new(response.guild_id, response.user_id)
    words = (await welcome(response, table)).text if new else response.say(said, chips=_stack(response, table))
    await show_hand(response, table.table_id, said=words)


async def welcome(response: Response, table: TableView) -> Message:
    """What somebody reads who sits down in this server for the first time: the chips that they have, and what to press."""
    chips = await response.servers.starting_chips(response.guild_id)
    return line(response.say, "welcome.player", chips=chips, stack=_stack(response, table))


def _stack(response: Response, table: TableView) -> int:
    mine = table.seat_of(response.user_id)
    return mine.stack if mine is not None else 0


async def show_hand(
    response: Response, table_id: int, *, update: bool = False, draft: Draft | None = None, said: str = ""
) -> None:
    """Answer with what this person sees behind [My hand], `said` on top: in place of the private message pressed, or as a new one."""
    try:
        view = response.tables.private(table_id, response.user_id)
    except (NoTable, NotSeated) as error:
        if isinstance(error, NotSeated):
            gone = left_message(response.say, practice=response.tables.view(table_id).practice)
        else:
            gone = line(response.say, "done.closed")
        await (response.update_pressed(gone) if update else response.send_private(gone))
        return
    message = hand_message(view, response.say, response.services.card_emojis.current(), draft, line=said)
    private_messages = response.services.private_messages
    with private_messages.updating(table_id, response.user_id):
        shown = await (response.update_pressed(message) if update else response.send_private(message))
        if shown and not response.followed_up:
            private_messages.note_shown(view, response.interaction)
