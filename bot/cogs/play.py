"""`/hand`, `/rules`, `/help`: what somebody at a table, or curious about one, asks for."""

from discord import app_commands

from bot.cogs.declarations.command_texts import command_text
from bot.cogs.declarations.table_options import offered
from bot.cogs.responding import RespondingCog, responds, responds_at_any_pace
from bot.engine import VARIANTS
from bot.render import help_message, rules_message
from bot.tables import NoTable, TableRules
from bot.ui.interactions.outcome import show_hand
from bot.ui.interactions.response import Response


class PlayCommands(RespondingCog):
    """What is asked while playing; private answers, all of them."""

    @app_commands.command(name="hand", description=command_text("hand"))
    @app_commands.guild_only()
    @responds_at_any_pace
    async def hand(self, response: Response) -> None:
        """One's own cards, like [My hand]."""
        table = response.tables.in_channel(response.channel_id)
        response.tables.private(table.table_id, response.user_id)  # Raises NotSeated for who has no hand to see.
        await show_hand(response, table.table_id)

    @app_commands.command(name="rules", description=command_text("rules"))
    @app_commands.guild_only()
    @app_commands.describe(variant=command_text("option.rules.variant"))
    @app_commands.choices(variant=offered(*VARIANTS))
    @responds
    async def rules(self, response: Response, variant: str | None = None) -> None:
        """The rules of this table's game, or of the one that is named."""
        try:
            rules = response.tables.in_channel(response.channel_id).rules
        except NoTable:
            rules = TableRules()
        await response.send_private(rules_message(rules.playing(variant) if variant else rules, response.say))

    @app_commands.command(name="help", description=command_text("help"))
    @app_commands.guild_only()
    @responds
    async def help(self, response: Response) -> None:
        """How to play here."""
        await response.send_private(help_message(response.say))
