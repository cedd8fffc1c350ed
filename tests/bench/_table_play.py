"""Answers for whoever is asked at a table of the service: what a benchmark plays where no button is pressed."""

import random  # noqa: TID251 - a benchmark makes up its own mind

from bot.engine import BetPrompt, Call, Check, DiscardPrompt, Fold, Pass, RaiseTo
from bot.tables import Answer, DiscardAt, DrawAt, Tables, TableView
from tests.bench._room import PRESSES


def answer_for(view: TableView, chance: random.Random) -> Answer:
    """Mostly stays in; raises and folds now and then, throws a card as often as not."""
    assert view.hand is not None
    match view.hand.view.prompt:
        case BetPrompt(to_call=to_call, raise_from=raise_from):
            luck = chance.random()
            if luck < 0.12 and raise_from is not None:
                return RaiseTo(raise_from)
            if to_call:
                return Fold() if luck > 0.9 else Call()
            return Check()
        case DiscardPrompt():
            return DiscardAt(0) if chance.random() < 0.5 else Pass()
        case _:
            return DrawAt(chance.randrange(8))


async def act(tables: Tables, table_id: int, chance: random.Random) -> TableView:
    """One action at a table: whoever is asked answers; after a hand the next is dealt, the broke having bought in again."""
    view = tables.view(table_id)
    hand = view.hand
    if hand is not None and hand.prompt_seat is not None:
        who = hand.players[hand.prompt_seat].id
        return await tables.act(hand.hand_id, hand.prompt_number, who, answer_for(view, chance), press=next(PRESSES))
    broke = next((seat for seat in view.seats if seat.status == "broke"), None)
    if broke is not None:
        return await tables.top_up(table_id, broke.player.id, None, press=next(PRESSES))
    return await tables.deal(table_id, view.host.id, press=next(PRESSES))
