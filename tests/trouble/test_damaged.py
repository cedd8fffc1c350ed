"""Whatever is damaged in one open table's rows: that table is out of play, the bot starts, and every other table plays."""

import logging

import pytest

from bot.engine import Call
from bot.tables import TableBroken
from tests.tables.room import CHANNEL, GUILD, ONE
from tests.trouble.test_broken import forge, two_tables

DAMAGES = {
    "not JSON": "'{no'",
    "wrong type": "'[1]'",
    "a word": "'\"word\"'",
}
TABLE = [(f"poker_table.{column}", kind) for column in ("rules", "facts", "blinds") for kind in DAMAGES]
STATEMENTS = [
    *[
        (f"{where}: {kind}", f"UPDATE poker_table SET {where.split('.')[1]} = {DAMAGES[kind]} WHERE id = 1")
        for where, kind in TABLE
    ],
    *[
        (f"seat.facts: {kind}", f"UPDATE seat SET facts = {text} WHERE table_id = 1 AND seat = 0")
        for kind, text in DAMAGES.items()
    ],
    *[
        (what, f"UPDATE poker_table SET {what} WHERE id = 1")
        for what in (
            "rules = '{}'",
            "rules = 'null'",
            "facts = 'null'",
            "rules = json_set(rules, '$.chosen.variant', 'canasta')",
            "rules = json_set(rules, '$.chosen.betting', 'wild')",
            "rules = json_set(rules, '$.chosen.button', 'ghost')",
            "rules = json_set(rules, '$.chosen.seats', 'six')",
            "rules = json_set(rules, '$.chosen.buy_in', 1e300)",
            "rules = json_set(rules, '$.chosen.ante', json('1' || hex(zeroblob(40))))",
            "rules = json_remove(rules, '$.chosen')",
            "rules = json_set(rules, '$.chosen.big_blind', json('[]'))",
            'blinds = \'{"button": "x"}\'',
            "blinds = '{\"button\": 99}'",
            "blinds = '{\"small\": 1}'",
            'blinds = \'{"button": 0, "small": 99, "big": 1}\'',
            'blinds = \'{"button": 0, "small": 0, "big": "x"}\'',
            'facts = \'{"next_rules": {"chosen": {"seats": 99}}}\'',
            "facts = '{\"carried\": 5}'",
            'facts = \'{"carried": [[101, "x"]]}\'',
            "facts = '{\"next_rules\": 5}'",
            'facts = \'{"house_wanted": "two"}\'',
            "opened_at = 'yesterday'",
            "opened_at = 17",
        )
    ],
    ("an unknown fact", "UPDATE seat SET facts = '{\"mood\": 1}' WHERE table_id = 1 AND seat = 0"),
    ("a fact of a wrong type", 'UPDATE seat SET facts = \'{"top_up": "x"}\' WHERE table_id = 1 AND seat = 0'),
    ("a null fact", "UPDATE seat SET facts = 'null' WHERE table_id = 1 AND seat = 0"),
]


@pytest.mark.parametrize("damage", [statement for _, statement in STATEMENTS], ids=[name for name, _ in STATEMENTS])
async def test_a_damaged_table_is_out_of_play_alone_and_can_be_closed(room, caplog, damage):
    first, second = await two_tables(room)
    forge(room.file, damage)
    with caplog.at_level(logging.ERROR):
        await room.restart()
    assert f"table {first.table_id} is stopped" in caplog.text
    assert room.tables.view(first.table_id).waiting == "broken"
    with pytest.raises(TableBroken):
        await room.tables.leave(first.table_id, ONE.id, press=room.press())
    await room.act(second, Call())
    closed = await room.tables.stop(first.table_id, 999, manager=True, now=False, press=room.press(), name="admin")
    assert closed.state == "closed"
    assert await room.chips(ONE) == 5_000
    again = await room.open(channel=CHANNEL)
    assert again.table_id != first.table_id
    await room.restart()


@pytest.mark.parametrize("column", ["setup", "clock"])
@pytest.mark.parametrize("text", ["'{no'", "'[1]'", "'5'"])
async def test_a_damaged_running_hand_is_void_and_its_table_plays_on(room, column, text):
    first, second = await two_tables(room)
    forge(room.file, f"UPDATE hand SET {column} = {text} WHERE id = {first.hand.hand_id}")
    await room.restart()
    assert room.tables.view(first.table_id).hand is None
    assert (await room.deal(first)).hand.number == 2
    await room.act(second, Call())


WRONG_STACK = "UPDATE seat SET stack = stack + 1 WHERE table_id = 1 AND seat = 0"


async def test_closing_a_broken_table_pays_what_the_ledger_says_and_names_the_difference(room, caplog):
    first, _ = await two_tables(room)
    forge(room.file, WRONG_STACK)
    await room.restart()
    with caplog.at_level(logging.WARNING):
        await room.tables.stop(first.table_id, 999, manager=True, now=False, press=room.press(), name="admin")
    assert "the seat said 1001 chips, the ledger 1000" in caplog.text
    assert await room.chips(ONE) == 5_000


@pytest.mark.parametrize("how", ["channel", "server"])
async def test_a_broken_table_goes_with_its_channel_and_its_server(room, how):
    first, _ = await two_tables(room)
    forge(room.file, WRONG_STACK)
    await room.restart()
    await (room.tables.channel_gone(CHANNEL) if how == "channel" else room.tables.guild_left(GUILD))
    assert first.table_id not in [view.table_id for view in room.tables.views()]
    assert await room.chips(ONE) == 5_000
