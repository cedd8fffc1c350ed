"""What came of a press or a command: shown where it was asked for, on the table's message or privately."""

from bot.render import CardFaces, Draft, Message, closed_message, hand_message, left_message
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


async def seated_words(response: Response, table: TableView) -> str:
    """What somebody reads who has just sat down: a welcome the first time in this server, afterwards the seat and its chips."""
    mine = table.seat_of(response.user_id)
    stack = mine.stack if mine is not None else 0
    if await response.servers.is_new(response.guild_id, response.user_id):
        chips = await response.servers.starting_chips(response.guild_id)
        return response.say("welcome.player", chips=chips, stack=stack)
    return response.say("done.joined", chips=stack, seat=str(mine.seat + 1 if mine is not None else 0))


def topped_up_words(response: Response, table: TableView) -> str:
    """What somebody reads who has added chips: what lies there now, or what comes after the running hand."""
    mine = table.seat_of(response.user_id)
    if mine is not None and mine.top_up:
        return response.say("done.top-up-queued", chips=mine.top_up)
    return response.say("done.top-up", chips=mine.stack if mine is not None else 0)


async def show_hand(
    response: Response, table_id: int, *, update: bool = False, draft: Draft | None = None, said: str = ""
) -> None:
    """Answer with what this person sees behind [My hand], `said` on top: in place of the private message pressed, or as a new one."""
    try:
        view = response.tables.private(table_id, response.user_id)
    except (NoTable, NotSeated) as error:
        if isinstance(error, NotSeated):
            table = response.tables.view(table_id)
            own = await response.tables.session(response.guild_id, table_id, response.user_id)
            await send_hand(response, table, left_message(response.say, practice=table.practice, own=own), update=update)
        else:
            own = await response.tables.session(response.guild_id, table_id, response.user_id)
            closed = closed_message(response.say, own)
            await (response.update_pressed(closed) if update else response.send_private(closed))
        return
    await send_hand(response, view.table, hand_message(view, response.say, _cards(response), draft, line=said), update=update)


async def send_hand(response: Response, table: TableView, message: Message, *, update: bool) -> None:
    """Answer with a message that becomes this person's private one at the table, in place of the one pressed or as a new one."""
    private_messages = response.services.private_messages
    with private_messages.updating(table.table_id, response.user_id):
        shown = await (response.update_pressed(message) if update else response.send_private(message))
        if shown and not response.followed_up:
            private_messages.note_shown(table, response.interaction)


async def confirm(response: Response, table_id: int, said: str) -> None:
    """Show what a press has changed, and tell its author privately in words what came of it."""
    if response.table_update is None:
        await show_hand(response, table_id, update=response.pressed_on == "private message", said=said)
        return
    await show_outcome(response, table_id)
    view = response.tables.private(table_id, response.user_id)
    message_id = await response.add_private(hand_message(view, response.say, _cards(response), line=said))
    if message_id is not None:
        response.services.private_messages.note_shown(view.table, response.interaction, message_id)


def _cards(response: Response) -> CardFaces:
    return response.services.card_emojis.current()
