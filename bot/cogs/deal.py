"""`/deal`: the sealed decks of this channel's table, and cutting them."""

from discord import app_commands

from bot.cogs.declarations.command_texts import command_text
from bot.cogs.responding import RespondingCog, responds
from bot.render import seal_message
from bot.ui.handlers.table_buttons import ask_for_words
from bot.ui.interactions.response import Response


class DealCommands(RespondingCog):
    """What a player may know of how hands are dealt; private answers, all of them."""

    deal = app_commands.Group(name="deal", description=command_text("deal"), guild_only=True)

    @deal.command(name="cut", description=command_text("deal.cut"))
    @responds
    async def cut(self, response: Response) -> None:
        """Ask for words that cut, like [Cut]."""
        await ask_for_words(response, response.tables.in_channel(response.channel_id))

    @deal.command(name="show", description=command_text("deal.show"))
    @responds
    async def show(self, response: Response) -> None:
        """The seal, who has cut, hands dealt and void under it, what it proves and what not."""
        table = response.tables.in_channel(response.channel_id)
        await response.send_private(seal_message(table, await response.tables.void_hands(table.table_id), response.say))
