"""At every step of a hand nobody sees a card that is not theirs to see: in texts, buttons, custom_ids, pictures' words or logs."""

import logging

import pytest

from bot.engine import VARIANTS
from bot.render import TEXT_CARDS, face
from tests.tables.room import in_memory
from tests.ui.counting import play_a_hand
from tests.ui.evening import Evening


def seen_by(here, person):
    """All that this person's client holds: texts, labels, custom_ids and the words of pictures."""
    parts = []
    for seen in person.messages(here.channel):
        parts += [seen.text, *(f"{button.name} {button.custom_id}" for button in seen.buttons)]
        parts += [f"{attachment.filename} {attachment.description or ''}" for attachment in seen.attachments]
    return "\n".join(parts)


class Watched(Evening):
    """An evening that looks over everybody's shoulder after each press."""

    def __init__(self, *args):
        super().__init__(*args)
        self.looked = self.own_seen = 0

    async def quiet(self):
        await super().quiet()
        if self.bot is not None and self.bot.tables.views() and self.view().hand is not None:
            self.look()

    def look(self):
        live = in_memory(self.bot.tables, self.view().table_id).state.live
        if live.hand.over:
            return
        self.looked += 1
        people = {player.id: seat for seat, player in live.players.items()}
        for viewer in [*self.people.values(), self.rail]:
            everything = seen_by(self, viewer)
            for owner in live.hand.table.players:
                if people.get(viewer.id) == owner.seat:
                    self.own_seen += sum(face(card) in everything for card in owner.cards)
                    continue
                for card in [*owner.cards, *owner.face_down]:
                    assert face(card) not in everything, (viewer, owner.seat, str(card))
                    assert f":{card}" not in everything
                    assert f"{card}:" not in everything


@pytest.mark.parametrize("variant", VARIANTS)
async def test_nobody_sees_what_is_not_theirs(stage, tmp_path, caplog, variant):
    caplog.set_level(logging.DEBUG, "bot")
    here = Watched(stage, tmp_path / "open-draw.db", "one", "two", "three")
    await here.open()
    await here.seated(variant=variant, deal=False)
    await here.wait(1)
    looked = here.looked
    await here.press("one", "Deal", here.table())
    await play_a_hand(here, seconds_an_action=1.5)
    assert here.looked - looked > 10
    assert here.own_seen, "a card is found where it is shown"
    assert TEXT_CARDS is here.responder.card_emojis.current()
    dealt = {
        card for player in in_memory(here.bot.tables, here.view().table_id).state.live.hand.table.players for card in player.cards
    }
    said = "\n".join(record.getMessage() for record in caplog.records)
    assert not [card for card in dealt if face(card) in said or f"'{card}'" in said or f" {card} " in said]
