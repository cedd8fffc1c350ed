"""What happens at a table while nobody presses: idle tables, the next deal, the clock, the house's moves, the dealer's choice."""

from pathlib import Path

from bot.tables import Policy
from tests.tables.room import ONE, THREE, TWO, Room


def told(room: Room) -> list[str]:
    """The notices that the channel has had, by key."""
    return [notice.key for change in room.changes for notice in change.notices]


async def test_an_idle_table_says_once_that_it_closes_after_the_hand(tmp_path: Path) -> None:
    async with Room(tmp_path / "idle.db", Policy(idle_minutes=0.5)) as room:
        table = await room.deal(await room.open(TWO, THREE))
        for _ in range(30):
            room.clock.advance(1.5)
            await room.tables._floor.settled()
        after = room.tables.view(table.table_id)
        assert after.state == "stopping"
        assert after.version < table.version + 5
        assert [key for key in told(room) if "idle" in key] == ["notice.idle-hand"]
        await room.later(1_000)
        assert room.tables.views() == []
        assert [key for key in told(room) if "idle" in key] == ["notice.idle-hand"]
        assert await room.chips(ONE) + await room.chips(TWO) + await room.chips(THREE) == 15_000


async def test_a_hand_that_stops_anyway_is_not_told_of_idleness(tmp_path: Path) -> None:
    async with Room(tmp_path / "idle.db", Policy(idle_minutes=0.5)) as room:
        table = await room.deal(await room.open(TWO))
        await room.tables.stop(table.table_id, ONE.id, manager=False, now=False, press=room.press(), name="one")
        for _ in range(30):
            room.clock.advance(1.5)
            await room.tables._floor.settled()
        assert told(room) == ["notice.nudge"]


async def test_an_idle_hand_in_a_shut_channel_is_void(tmp_path: Path) -> None:
    async with Room(tmp_path / "idle.db", Policy(idle_minutes=0.5)) as room:
        table = await room.deal(await room.open(TWO))
        await room.tables.stop(table.table_id, ONE.id, manager=False, now=False, press=room.press(), name="one")
        await room.tables.unreachable(table.table_id)
        await room.later(31)
        assert room.tables.views() == []
        assert "notice.voided-closed" in told(room)
