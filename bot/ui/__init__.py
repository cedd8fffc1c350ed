"""Discord's side: one response to every interaction, the tables' messages, and ephemeral messages to one person.

What the composition root does with it, in this order:

1. `responder = Responder(tables, records, servers, clock, bot)`, one a bot, before the tables are loaded: it listens to them from then on.
2. In `setup_hook`, before the bot connects: `add_cog` for `Presses(responder)`, which hears of every press, and each of
   `bot.cogs.all_cogs(responder)`; the tree's `on_error` is `on_tree_error(responder, …)`; `await tree.set_translator(PickerTranslator())`.
3. Once a shard is connected: `responder.open()`, which sends what was to be told and repairs every table's message under the common limit of requests.
4. At any time: `await responder.card_emojis.refresh(bot, clock)` uploads the emojis of the cards; until then cards are text.
5. At the end, before the connection closes: `await responder.close(seconds)`.
"""

from bot.ui.handlers.presses import Presses
from bot.ui.interactions.responder import Responder

__all__ = ["Presses", "Responder"]
