"""Discord's side of every interaction: presses, answers, the tables' messages, and whispers.

What the composition root does with it, in this order:

1. `desk = Desk(tables, records, servers, clock, bot)`, one a bot; in `setup_hook`, before the bot connects:
   `bot.add_dynamic_items(*dynamic_items(desk))`, then `add_cog` for `Presses(desk)` and each of `bot.cogs.all_cogs(desk)`;
   `tree.error` is `on_tree_error(desk, …)`; `await tree.set_translator(PickerTranslator())`.
2. Once ready (the tables are loaded, emojis are uploaded): `desk.faces = Faces.of(…)`, then `desk.open()`, which subscribes the whispers and the
   board to the tables and repairs every table's message under the common limit of requests. Subscribing comes before the first clock can ring.
3. At the end, before the connection closes: `await desk.close(seconds)`.
"""

from bot.ui.desk import Desk
from bot.ui.presses import Presses, dynamic_items

__all__ = ["Desk", "Presses", "dynamic_items"]
