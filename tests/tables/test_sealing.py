"""Sealed decks at a table: sealed before they are posted, posted before words count, dealt as the words say, over restarts and renewals."""

import json
import logging

import pytest

from bot.deal import PAIRS, check, verify
from bot.engine import VARIANTS, Call, Check, DeckRefilled, DiscardPrompt, DrawPrompt, Fold, Pass
from bot.tables import BadWords, DrawAt, NotAllowed, NothingToDo, NotSeated, TableView
from tests.dealing import SealingDealer
from tests.tables.room import CHANNEL, GUILD, ONE, THREE, TWO, Room, StackedDealer, in_memory


@pytest.fixture
async def sealing(room: Room) -> Room:
    room.dealer = SealingDealer(7)
    await room.restart()
    return room


async def seals(room: Room, view: TableView):
    async with room.store.reading() as t:
        return await t.seals.of(view.table_id)


async def posted(room: Room, view: TableView, number: int = 1) -> TableView:
    await room.tables.seal_posted(view.table_id, number, 900 + number)
    return room.tables.view(view.table_id)


async def folded(room: Room, view: TableView) -> TableView:
    """A hand that ends at once."""
    view = await room.deal(view)
    while view.hand is not None and not view.hand.view.over:
        view = await room.act(view, Fold())
    return view


async def proof(room: Room, view: TableView, person=ONE) -> dict:
    _, text = await room.records.proof(view.hand.hand_id, person.id, guild_id=GUILD)
    assert check(text)
    assert verify.verify(text)
    return json.loads(text)["proof"]


async def test_a_table_is_sealed_when_it_opens_and_says_so_once(sealing):
    view = await sealing.open(TWO)
    [row] = await seals(sealing, view)
    told = [notice for change in sealing.changes for notice in change.notices if notice.seal is not None]
    assert [(notice.seal, notice.values["seal"]) for notice in told] == [(1, row.hash)]
    assert "opened" in next(change for change in sealing.changes if change.notices).kinds
    assert view.seal is not None
    assert (view.seal.digits, view.seal.first_hand, view.seal.last_hand) == (row.hash, 1, PAIRS)
    assert not view.seal.posted
    await posted(sealing, view)
    await sealing.restart()
    assert not [notice for change in sealing.changes for notice in change.notices]
    assert sealing.tables.view(view.table_id).seal.posted


async def test_a_seal_that_nobody_knows_to_be_posted_is_posted_after_a_restart(sealing):
    view = await sealing.open(TWO)
    before = view.seal
    await sealing.restart()
    [notice] = [notice for change in sealing.changes for notice in change.notices]
    assert notice.values["seal"] == before.digits
    assert len(await seals(sealing, view)) == 1


async def test_words_are_for_those_who_sit_and_for_a_seal_that_is_posted(sealing):
    view = await sealing.open(TWO)
    press = sealing.press
    with pytest.raises(NothingToDo, match=r"cut\.not-posted"):
        await sealing.tables.cut(view.table_id, ONE.id, "mine", press=press())
    await posted(sealing, view)
    with pytest.raises(NotSeated):
        await sealing.tables.cut(view.table_id, THREE.id, "mine", press=press())
    for words in ("", "x" * 101, "\ud800"):
        with pytest.raises(BadWords):
            await sealing.tables.cut(view.table_id, ONE.id, words, press=press())
    own = await sealing.tables.cut(view.table_id, ONE.id, "mine", press=press())
    assert own.cut_from == 1
    assert own.table.seal.cutting == (("one", 1),)


async def test_two_cut_and_each_proves_the_hand(sealing):
    view = await sealing.open(TWO)
    await posted(sealing, view)
    sealing.clock.advance(1)
    await sealing.tables.cut(view.table_id, TWO.id, "ünter dem Tisch", press=sealing.press())
    sealing.clock.advance(1)
    await sealing.tables.cut(view.table_id, ONE.id, "a pair of nines", press=sealing.press())
    view = await folded(sealing, view)
    assert view.hand.dealt_from.cut_last == ("one", 1)
    for person in (ONE, TWO):
        file = await proof(sealing, view, person)
        assert [(said["name"], said["text"]) for said in file["words"]] == [
            ("one", "a pair of nines"),
            ("two", "ünter dem Tisch"),
        ]
        assert len(file["cards"]) == 5
    with pytest.raises(NotAllowed):
        await sealing.records.proof(view.hand.hand_id, THREE.id, guild_id=GUILD)


async def test_a_table_where_nobody_cuts_is_dealt_and_proven_all_the_same(sealing):
    view = await folded(sealing, await sealing.open(TWO))
    assert view.hand.dealt_from is not None
    assert view.hand.dealt_from.cut_last is None
    assert (await proof(sealing, view))["words"] == []


async def test_words_close_when_the_hand_before_ends_and_stand_until_changed(sealing):
    view = await sealing.open(TWO)
    await posted(sealing, view)
    cut = sealing.tables.cut
    assert (await cut(view.table_id, ONE.id, "first", press=sealing.press())).cut_from == 1
    view = await sealing.deal(view)
    assert (await cut(view.table_id, ONE.id, "second", press=sealing.press())).cut_from == 2
    view = await sealing.act(view, Fold())
    assert (await cut(view.table_id, ONE.id, "too late", press=sealing.press())).cut_from == 3
    said = [(await proof(sealing, view))["words"][0]["text"]]
    await sealing.restart()
    for _ in range(3):
        view = await folded(sealing, view)
        said.append((await proof(sealing, view))["words"][0]["text"])
    assert said == ["first", "second", "too late", "too late"]


async def test_who_cut_last_shows_even_if_the_host_lets_a_player_of_its_own_do_it(sealing):
    view = await sealing.open(TWO)
    await posted(sealing, view)
    for person, words in ((ONE, "honest"), (TWO, "tried until it suited me")):
        sealing.clock.advance(1)
        await sealing.tables.cut(view.table_id, person.id, words, press=sealing.press())
    view = await sealing.deal(view)
    assert view.hand.dealt_from.cut_last == ("two", 1)


async def test_a_used_up_seal_is_followed_by_another_that_asks_for_new_words(sealing):
    view = await sealing.open(TWO)
    await posted(sealing, view)
    await sealing.tables.cut(view.table_id, ONE.id, "for the first seal", press=sealing.press())
    for _ in range(PAIRS - 1):
        view = await folded(sealing, view)
    with pytest.raises(NothingToDo, match=r"cut\.seal-ends"):
        await sealing.tables.cut(view.table_id, ONE.id, "late", press=sealing.press())
    view = await sealing.deal(view)
    assert (view.seal.number, view.seal.first_hand, view.hand.dealt_from.seal) == (2, PAIRS + 1, 1)
    [_, second] = await seals(sealing, view)
    assert [notice.seal for notice in sealing.changes[-1].notices] == [2]
    assert sealing.changes[-1].kinds >= {"hand"}
    assert view.seal.cutting == ()
    await posted(sealing, view, 2)
    assert (await sealing.tables.cut(view.table_id, TWO.id, "for the second", press=sealing.press())).cut_from == PAIRS + 1
    view = await sealing.act(view, Fold())
    assert [said["text"] for said in (await proof(sealing, view))["words"]] == ["for the first seal"]
    await sealing.restart()
    view = await folded(sealing, view)
    file = await proof(sealing, view)
    assert ([said["text"] for said in file["words"]], file["seal"]["hash"], file["hand"]["index"]) == (
        ["for the second"],
        second.hash,
        0,
    )
    assert file["hand"]["number"] == PAIRS + 1


async def test_hands_from_before_have_no_proof_and_the_next_is_sealed(room):
    view = await folded(room, await room.open(TWO))
    assert view.hand.dealt_from is None
    room.dealer = SealingDealer(3)
    await room.restart()
    with pytest.raises(NothingToDo, match=r"history\.no-proof"):
        await room.records.proof(view.hand.hand_id, ONE.id, guild_id=GUILD)
    with pytest.raises(NothingToDo, match=r"cut\.no-seal"):
        await room.tables.cut(view.table_id, ONE.id, "words", press=room.press())
    view = await folded(room, view)
    assert (view.seal.first_hand, view.seal.dealt) == (2, 1)
    assert (await proof(room, view))["hand"] == {"beacon": "0", "index": 0, "number": 2}


async def test_a_refill_after_a_restart_is_the_one_that_would_have_been(sealing):
    people = [*(type(ONE)(200 + number, f"p{number}") for number in range(7))]
    view = await sealing.open(*people, variant="simple", seats=8, big_blind=10)
    await posted(sealing, view)
    view = await sealing.deal(view)
    refilled = False
    while not view.hand.view.over:
        prompt = view.hand.view.prompt
        answer = DrawAt(0b11111) if isinstance(prompt, DrawPrompt) else Call() if prompt.to_call else Check()
        view = await sealing.act(view, answer)
        if not refilled and any(isinstance(event, DeckRefilled) for event in view.hand.view.events):
            refilled = True
            shown = view.hand.dealt_from.refill_seals
            assert len(shown) == 1
            await sealing.restart()
            view = sealing.tables.view(view.table_id)
            assert view.hand.dealt_from.refill_seals == shown
    assert refilled
    file = await proof(sealing, view, people[-1])
    assert tuple(refill["seal"] for refill in file["refills"]) == view.hand.dealt_from.refill_seals


async def test_void_hands_are_counted(sealing):
    view = await sealing.open(TWO)
    view = await folded(sealing, view)
    view = await sealing.deal(view)
    assert await sealing.tables.void_hands(view.table_id) == 0
    hand_id = view.hand.hand_id
    async with sealing.store.transaction() as t:
        await t.hands.void(hand_id, reason="a test", at=sealing.clock.now())
    assert await sealing.tables.void_hands(view.table_id) == 1
    await sealing.restart()


async def test_the_key_is_in_no_log_and_in_nothing_that_is_published(sealing, caplog):
    caplog.set_level(logging.DEBUG)
    view = await folded(sealing, await sealing.open(TWO))
    [row] = await seals(sealing, view)
    table = in_memory(sealing.tables, view.table_id)
    said = f"{sealing.changes!r}{view!r}{table!r}{row!r}{table.state!r}{table.state.seal.secret!r}"
    key = bytes.fromhex(row.key)
    for text in (said, caplog.text.replace(str(view.table_id), "")):
        assert row.key not in text
        assert repr(key) not in text


async def test_a_damaged_seal_stops_no_table(sealing):
    view = await folded(sealing, await sealing.open(TWO))
    async with sealing.store.transaction() as t:
        await t.seals._work._connection.exec_driver_sql("UPDATE seal SET key = 'no key'")
    await sealing.restart()
    view = await folded(sealing, view)
    assert (view.seal.number, view.hand.dealt_from.seal) == (2, 2)
    assert len((await proof(sealing, view))["cards"]) == 5


async def test_a_dealer_who_hands_out_decks_seals_nothing(room):
    assert isinstance(room.dealer, StackedDealer)
    view = await folded(room, await room.open(TWO))
    assert (view.seal, view.hand.dealt_from, await seals(room, view)) == (None, None, [])
    assert room.tables.in_channel(CHANNEL).seal is None


async def test_a_bot_that_is_killed_after_every_step_deals_what_it_would_have(sealing):
    view = await sealing.open(TWO, THREE)
    await posted(sealing, view)
    await sealing.tables.cut(view.table_id, ONE.id, "words", press=sealing.press())
    await sealing.restart()
    view = await sealing.deal(view)
    deck = in_memory(sealing.tables, view.table_id).state.live.sealed.deck
    while not view.hand.view.over:
        await sealing.restart()
        live = in_memory(sealing.tables, view.table_id).state.live
        assert live.sealed.deck == live.hand.setup.deck == deck
        prompt = live.hand.prompt
        answer = Pass() if isinstance(prompt, DiscardPrompt) else Call() if prompt.to_call else Check()
        view = await sealing.act(view, answer)
    await sealing.restart()
    view = sealing.tables.view(view.table_id)
    for person in (ONE, TWO, THREE):
        assert [said["text"] for said in (await proof(sealing, view, person))["words"]] == ["words"]


async def test_seats_games_and_rules_may_change_under_one_seal(sealing):
    view = await sealing.open(TWO)
    await posted(sealing, view)
    await sealing.tables.cut(view.table_id, TWO.id, "the second seat's", press=sealing.press())
    found = []
    for variant in VARIANTS:
        changes = {"variant": variant} if variant != view.rules.variant else {"big_blind": 20}
        await sealing.tables.change_rules(view.table_id, ONE.id, manager=False, press=sealing.press(), **changes)
        view = await folded(sealing, view)
        found.append(await proof(sealing, view))
        if view.seat_of(THREE.id) is None:
            await sealing.tables.join(view.table_id, THREE, press=sealing.press())
        else:
            await sealing.tables.leave(view.table_id, THREE.id, press=sealing.press())
    assert [file["hand"]["index"] for file in found] == list(range(len(VARIANTS)))
    assert len({file["seal"]["hash"] for file in found}) == 1
    assert {len(file["dealt"]["order"]) for file in found} == {2, 3}
    assert all([said["text"] for said in file["words"]] == ["the second seat's"] for file in found)


@pytest.mark.parametrize(
    "damage", ["UPDATE seal SET key = 'no key'", "UPDATE hand SET sealed = '{}'", "UPDATE hand SET sealed = 'no JSON'"]
)
async def test_a_hand_whose_seal_is_damaged_has_no_proof_and_is_told_all_the_same(sealing, damage):
    view = await folded(sealing, await sealing.open(TWO))
    async with sealing.store.transaction() as t:
        await t.seals._work._connection.exec_driver_sql(damage)
    with pytest.raises(NothingToDo, match=r"history\.none"):
        await sealing.records.proof(view.hand.hand_id, ONE.id, guild_id=GUILD)
    assert await sealing.records.story(view.hand.hand_id, ONE.id, guild_id=GUILD)
    await sealing.restart()
    assert sealing.tables.view(view.table_id).hand.number == 1
