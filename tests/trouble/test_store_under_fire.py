"""Disk full, file locked or read-only, a write that fails in the middle: an honest refusal, nothing half done, and play goes on afterwards."""

from contextlib import asynccontextmanager

import pytest

from bot.engine import Call, Fold
from bot.store import DatabaseInUse, DatabaseNewer, Store, StoreError, StoreUnavailable
from bot.tables import DEALERS_CHOICE, Player
from tests.tables.room import FOUR, ONE, THREE, TWO, in_memory, stacks
from tests.trouble import fire
from tests.trouble.saved import agree, essence


@asynccontextmanager
async def _full(room):
    with fire.full_disk(room.file):
        yield


@asynccontextmanager
async def _locked(room):
    await fire.be_impatient(room.store)
    async with fire.locked(room.file):
        yield


@asynccontextmanager
async def _read_only(room):
    async with fire.read_only(room.store):
        yield


def _refusing(table, when="INSERT"):
    @asynccontextmanager
    async def fails(room):
        async with fire.failing(room.file, table, when):
            yield

    fails.__name__ = f"refusing {when} {table}"
    return fails


CAUSES = [_full, _locked, _read_only, _refusing("hand_action")]
named = pytest.mark.parametrize("cause", CAUSES, ids=lambda cause: cause.__name__.strip("_"))


@named
async def test_an_answer_that_cannot_be_saved_is_refused_and_can_be_given_again(room, cause):
    view = await room.deal(await room.open(TWO, THREE))
    version, before = view.version, essence(in_memory(room.tables, view.table_id).state)
    published = len(room.changes)
    async with cause(room):
        with pytest.raises(StoreError) as refused:
            await room.act(view, Call())
        assert refused.value.key in {"store.unavailable", "store.refused"}
        assert essence(in_memory(room.tables, view.table_id).state) == before
        assert len(room.changes) == published, "nothing is told that is not so"
        assert room.tables.view(view.table_id).version == version
    await agree(room)
    view = await room.act(view, Call())
    assert view.hand.prompt_number == 1
    await agree(room)
    await room.restart()
    assert room.tables.view(view.table_id).hand.prompt_number == 1


async def _ended(room):
    """A hand at its last decision."""
    view = await room.deal(await room.open(TWO, THREE, buy_in=500))
    await room.act(view, Fold())
    return view


@pytest.mark.parametrize(
    "cause",
    [_full, _locked, _read_only, *(_refusing(table) for table in ("transfer", "standing"))]
    + [_refusing(table, "UPDATE") for table in ("account", "hand", "hand_player", "seat", "player")],
    ids=lambda cause: cause.__name__.strip("_"),
)
async def test_the_end_of_a_hand_is_saved_whole_or_not_at_all(room, cause):
    view = await _ended(room)
    async with cause(room):
        with pytest.raises(StoreError):
            await room.act(view, Fold())
        assert room.tables.view(view.table_id).hand.prompt_seat is not None
    await agree(room)
    view = await room.act(view, Fold())
    assert view.hand.view.over
    assert sum(stacks(view).values()) == 1_500
    await agree(room)


@named
async def test_the_clock_rings_again_until_it_can_be_saved(room, cause):
    view = await room.deal(await room.open(TWO, THREE))
    seat = view.hand.prompt_seat
    async with cause(room):
        await room.later(31 + 60)
        assert room.tables.view(view.table_id).hand.prompt_seat == seat
    await room.later(200)
    assert room.tables.view(view.table_id).hand.prompt_seat != seat
    await agree(room)


@named
async def test_a_deal_that_cannot_be_saved_comes_later(room, cause):
    view = await room.open(TWO)
    async with _refusing("hand")(room) if cause is CAUSES[-1] else cause(room):
        await room.later(25)
        assert room.tables.view(view.table_id).hand is None
    await room.later(10)
    assert room.tables.view(view.table_id).hand is not None
    await agree(room)


FIVE = Player(105, "five")

SEATED = {
    "join": lambda room, view: room.tables.join(view.table_id, FIVE, press=room.press()),
    "leave": lambda room, view: room.tables.leave(view.table_id, ONE.id, press=room.press()),
    "away": lambda room, view: room.tables.away(view.table_id, ONE.id, press=room.press()),
    "top up": lambda room, view: room.tables.top_up(view.table_id, FOUR.id, None, press=room.press()),
    "house": lambda room, view: room.tables.house(view.table_id, ONE.id, 2, press=room.press()),
    "kick": lambda room, view: room.tables.kick(view.table_id, ONE.id, TWO.id, manager=False, press=room.press()),
    "stop": lambda room, view: room.tables.stop(view.table_id, ONE.id, manager=False, now=False, press=room.press(), name="one"),
    "void": lambda room, view: room.tables.stop(view.table_id, 999, manager=True, now=True, press=room.press(), name="nine"),
    "pause": lambda room, view: room.tables.pause(view.table_id, ONE.id, manager=False, press=room.press()),
    "rules": lambda room, view: room.tables.change_rules(view.table_id, ONE.id, manager=False, press=room.press(), ante=1),
    "channel gone": lambda room, view: room.tables.channel_gone(view.channel_id),
    "server left": lambda room, view: room.tables.guild_left(view.guild_id),
}


@pytest.mark.parametrize("running", [False, True], ids=["between hands", "in a hand"])
@pytest.mark.parametrize("press", SEATED)
@pytest.mark.parametrize("cause", [_full, _read_only], ids=["full", "read-only"])
async def test_whatever_is_pressed_memory_and_file_agree(room, press, running, cause):
    view = await room.open(TWO, THREE, buy_in=800)
    view = await room.tables.join(view.table_id, FOUR, press=room.press(), buy_in=400)
    if running:
        view = await room.deal(view)
    table = in_memory(room.tables, view.table_id)
    before = essence(table.state)
    async with cause(room):
        with pytest.raises(StoreError):
            await SEATED[press](room, view)
        assert essence(table.state) == before
    await agree(room)
    await SEATED[press](room, view)
    await agree(room)


@pytest.mark.parametrize("step", ["hand_action", "transfer", "departure"])
async def test_leaving_is_one_thing(room, step):
    """Nobody is gone from the seat while their hand waits for them: whole, or not at all."""
    view = await room.deal(await room.open(TWO))
    before = essence(in_memory(room.tables, view.table_id).state)
    async with fire.failing(room.file, step):
        with pytest.raises(StoreError):
            await room.tables.leave(view.table_id, ONE.id, press=room.press())
        assert essence(in_memory(room.tables, view.table_id).state) == before
    await agree(room)


async def test_the_last_to_leave_closes_the_table_in_one(room):
    view = await room.open()
    async with fire.failing(room.file, "poker_table", "UPDATE"):
        with pytest.raises(StoreError):
            await room.tables.leave(view.table_id, ONE.id, press=room.press())
        assert room.tables.view(view.table_id).seats
    await agree(room)
    await room.tables.leave(view.table_id, ONE.id, press=room.press())
    assert room.tables.views() == []
    assert await room.chips(ONE) == 5_000


async def test_a_table_that_cannot_be_saved_does_not_open(room):
    await room.open(TWO)
    for cause in (_full, _read_only, _refusing("poker_table"), _refusing("seat"), _refusing("transfer")):
        async with cause(room):
            with pytest.raises(StoreError):
                await room.open(host=THREE, channel=71)
        assert [view.channel_id for view in room.tables.views()] == [70]
        await agree(room)
    assert (await room.open(host=THREE, channel=71)).channel_id == 71


async def test_a_choice_that_cannot_be_saved_is_asked_again(room):
    room.dealer.first_button = 0
    view = await room.open(TWO, variant=DEALERS_CHOICE)
    view = await room.deal(view)
    assert view.chooser is not None
    chooser = next(seat.player for seat in view.seats if seat.seat == view.chooser)
    async with _read_only(room):
        with pytest.raises(StoreError):
            await room.tables.choose(view.table_id, chooser.id, "simple", press=room.press())
    await room.tables.choose(view.table_id, chooser.id, "simple", press=room.press())
    assert room.tables.view(view.table_id).hand.variant == "simple"
    await agree(room)


async def test_one_that_fails_does_not_take_others_with_it(room):
    """Two tables' presses share a commit; one breaks a rule of the database."""
    import asyncio

    first, second = await room.open(TWO), await room.open(host=THREE, channel=71)
    second = await room.tables.join(second.table_id, FOUR, press=room.press())
    first, second = await room.deal(first), await room.deal(second)
    async with fire.failing(room.file, "prepared"):
        waiting = next(seat.player.id for seat in second.seats if seat.seat != second.hand.prompt_seat)
        tick = room.tables.set_pre_action(second.hand.hand_id, waiting, "check-fold", 0, press=room.press())
        price = room.tables.private(second.table_id, waiting)
        assert price.possible_pre_actions
        done = await asyncio.gather(tick, room.act(first, Call()), return_exceptions=True)
    assert isinstance(done[0], StoreError)
    assert not isinstance(done[1], Exception)
    await agree(room)


async def test_a_lost_step_reloads(room):
    """The file has a step more than memory: the press is told so, and the table is as the file has it."""
    from bot.tables import AlreadyPlayed
    from bot.tables.state import PlayedAction
    from bot.tables.storage import rows

    view = await room.deal(await room.open(TWO, THREE))
    table = in_memory(room.tables, view.table_id)
    async with room.store.transaction() as t:
        await t.hands.act(rows.action_row(table, view.hand.hand_id, PlayedAction(0, Call(), "seat"), room.clock.now()))
    with pytest.raises(AlreadyPlayed):
        await room.act(view, Fold())
    after = room.tables.view(view.table_id)
    assert after.hand.prompt_seat != view.hand.prompt_seat
    await agree(room)
    await room.act(after, Call())
    await agree(room)


async def test_a_second_process_and_a_newer_database(room, tmp_path):
    with pytest.raises(DatabaseInUse):
        await Store.open(f"sqlite:///{room.file}")
    other = tmp_path / "newer.db"
    store = await Store.open(f"sqlite:///{other}")
    await store.close()
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(other)) as file:
        file.execute("UPDATE alembic_version SET version_num = '9999'")
        file.commit()
    with pytest.raises(DatabaseNewer):
        await Store.open(f"sqlite:///{other}")


async def test_a_reader_is_told_too(room, tmp_path):
    await room.open(TWO)
    await room.store._database.readers.dispose()
    moved = room.file.rename(tmp_path / "elsewhere")
    room.file.mkdir()
    try:
        with pytest.raises(StoreUnavailable):
            await room.records.hands(70)
    finally:
        room.file.rmdir()
        moved.rename(room.file)
    assert await room.records.hands(70) == []
