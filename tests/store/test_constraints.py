"""What no service may write is refused by the database itself, whoever asks."""

import pytest
from sqlalchemy import text

from bot.store import ConstraintBroken, PreparedRow, Store, StoreError
from tests.store.people import ANN, BOB, GUILD, NOW, action, hand_row, seat_people


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE player SET chips = -1",
        "UPDATE account SET user_id = 7 WHERE kind = 'house'",
        "UPDATE account SET user_id = 0 WHERE kind = 'bankroll'",
        "UPDATE account SET table_id = 0 WHERE kind = 'seat'",
        "UPDATE account SET table_id = 5 WHERE kind = 'bankroll'",
        "UPDATE poker_table SET state = 'close'",
        "UPDATE poker_table SET hands = -1",
        "UPDATE seat SET status = 'asleep'",
        "UPDATE departure SET chips = -1",
        "UPDATE hand SET results = '{}' WHERE number = 2",
        "UPDATE hand SET void = 'x' WHERE number = 2",
        "UPDATE hand SET ended_at = started_at WHERE number = 2",
        "UPDATE hand SET void = 'x' WHERE number = 1",
        "UPDATE hand SET ended_at = NULL WHERE number = 1",
        "UPDATE hand SET results = NULL WHERE number = 1",
        "INSERT INTO hand_action (hand_id, step, guild_id, text, \"by\", at) SELECT hand_id, 9, guild_id, text, 'me', at FROM hand_action",
        'INSERT INTO hand_action (hand_id, step, guild_id, text, "by", at) SELECT hand_id, -1, guild_id, text, "by", at FROM hand_action',
        "UPDATE hand_player SET user_id = 100 WHERE seat = 1",
        "UPDATE hand_player SET pot = -1",
        "UPDATE prepared SET what = 'raise'",
        "UPDATE prepared SET price = -1",
        "UPDATE standing SET hands = -1",
        "UPDATE standing SET won = -1",
        "UPDATE standing SET showdowns = -1",
        "UPDATE standing SET biggest_pot = -1",
        "UPDATE board SET players = -1",
        "UPDATE discard_count SET thrown = -1",
    ],
)
async def test_the_database_itself_refuses(store: Store, statement: str) -> None:
    seated = await seat_people(store, ANN, BOB)
    await seated.play(store, 1, (40, -40), pot=80, discards=("7",))
    async with store.transaction() as t:
        hand_id = await t.hands.start(hand_row(seated.table_id, 2))
        await t.hands.act(action(hand_id, 0))
        await t.hands.put_prepared(PreparedRow(hand_id, GUILD, 1, "pass", 1))
        await t.tables.put_left(GUILD, seated.table_id, ANN, 900, NOW)
    with pytest.raises(ConstraintBroken, match=r"(?i)constraint"):
        async with store.transaction() as t:
            await t.tables._work.run(text(statement))


async def test_a_table_that_is_not_there_is_not_changed(store: Store) -> None:
    with pytest.raises(StoreError):
        async with store.transaction() as t:
            await t.tables.update(404, hands=1)
