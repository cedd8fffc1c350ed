"""What must hold of an evening whenever all is quiet."""

from typing import TYPE_CHECKING

from bot.render import table_message
from bot.render.components.layout import Text
from bot.render.text.translator import speech
from bot.sandbox.actors import Seen
from tests.ui.evening import Evening

if TYPE_CHECKING:
    from bot.store import Store


def shows_newest(here: Evening) -> None:
    """The table's message is what the newest state looks like, and no other message has buttons that play."""
    view = here.view()
    expected = table_message(view, speech(view.locale), here.responder.card_emojis.current())
    shown = here.table()
    for part in expected.parts:
        if isinstance(part, Text):
            assert part.content in shown.text, (part.content, shown.text)
    playing = [seen for seen in here.rail.messages(here.channel) if playing_buttons(seen)]
    assert playing in ([], [shown]), playing


def playing_buttons(seen: Seen) -> list[str]:
    return [button.custom_id for button in seen.buttons if (button.custom_id or "").startswith("a:")]


def can_be_played(here: Evening) -> bool:
    """Whether the table's message has the buttons of the prompt that is open now."""
    hand = here.view().hand
    return any(button.startswith(f"a:{hand.hand_id}:{hand.prompt_number}:") for button in playing_buttons(here.table()))


def answered_once(here: Evening, since: int = 0) -> None:
    """Every press and command had one answer, and one attempt at it."""
    every = list(here.stage.world.interactions.values())[since:]
    assert every
    assert all(each.answers == 1 for each in every), [each.data for each in every if each.answers != 1]
    assert all(each.attempts == 1 for each in every), [each.data for each in every if each.attempts != 1]


async def chips_are_right(here: Evening) -> None:
    store: Store = here.bot._store
    async with store.reading() as t:
        assert await t.audit.check() == []
