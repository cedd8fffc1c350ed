"""Discord's side of every interaction: presses, answers, the tables' messages, and whispers.

What the composition root does with it, in this order:

1. `desk = Desk(tables, records, servers, clock, bot)`, one a bot, before the tables are loaded: it listens to them from then on.
2. In `setup_hook`, before the bot connects: `add_cog` for `Presses(desk)`, which hears of every press, and each of
   `bot.cogs.all_cogs(desk)`; the tree's `on_error` is `on_tree_error(desk, …)`; `await tree.set_translator(PickerTranslator())`.
3. Once a shard is connected: `desk.open()`, which sends what was to be told and repairs every table's message under the common limit of requests.
4. At any time, once the emojis are uploaded: `desk.faces = await dressed(…)`; until then cards are text.
5. At the end, before the connection closes: `await desk.close(seconds)`.
"""

from bot.ui.desk import Desk
from bot.ui.presses import Presses

__all__ = ["Desk", "Presses"]
