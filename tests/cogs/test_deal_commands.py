"""`/deal`, [Cut] and [Proof], through the sandbox's sockets: what a person presses, and what the channel sees."""

import json
import shutil
import sqlite3
from contextlib import closing, suppress

import pytest

from bot.deal import ProofRefused, check, verify
from bot.sandbox.faults import Aim
from tests.dealing import SealingDealer
from tests.ui.evening import POST, Evening


@pytest.fixture
async def sealed(stage, tmp_path, empty) -> Evening:
    """Two people, at a bot that seals its decks."""
    here = Evening(stage, shutil.copyfile(empty, tmp_path / "open-draw.db"), "one", "two")
    here.dealer = SealingDealer(5)
    await here.open()
    return here


def seal_messages(here: Evening):
    return [seen for seen in here.rail.messages(here.channel) if "are sealed" in seen.text]


async def cut(here: Evening, name: str, words: str):
    form = await here.slash(name, "deal cut")
    answer = await here.people[name].submit(form, amount=words)
    await here.quiet()
    return answer


async def folded(here: Evening) -> None:
    await here.press(here.asked(), "Fold", here.table())
    await here.wait(2)


def file_of(seen) -> dict[str, bytes]:
    return {each.filename: each.content for each in seen.message.attachments}


async def test_the_seal_is_posted_once_above_the_tables_message_and_never_edited(sealed):
    await sealed.seated()
    [posted] = seal_messages(sealed)
    assert sealed.view().seal.digits in posted.text
    assert posted.id < sealed.table().id
    await sealed.wait(20)
    await folded(sealed)
    await sealed.reopen()
    await sealed.wait(20)
    assert [seen.id for seen in seal_messages(sealed)] == [posted.id]
    assert seal_messages(sealed)[0].text == posted.text
    assert not [each for each in sealed.requests() if each.method == "PATCH" and str(posted.id) in each.path]


async def test_a_seal_costs_one_message_a_table_and_no_edit(sealed):
    since = sealed.mark()
    await sealed.slash("one", "table start")
    assert [kind for kind in sealed.kinds(since) if kind in ("post", "edit", "delete")] == ["post", "post"]


@pytest.mark.parametrize("moment", ["answer lost", "killed before it was noted"])
async def test_a_seal_that_may_have_been_posted_is_not_posted_twice(sealed, moment):
    if moment == "answer lost":
        sealed.stage.faults.lose_answer(Aim("POST", POST))
    await sealed.slash("one", "table start")
    await sealed.wait(10)
    if moment != "answer lost":
        await sealed.stage.stop()
        with closing(sqlite3.connect(sealed.file)) as database, database:
            database.execute("UPDATE seal SET posted_at = NULL, message_id = NULL")
        await sealed.reopen()
        await sealed.wait(10)
    assert len(seal_messages(sealed)) == 1
    assert sealed.view().seal.posted


async def test_who_cuts_is_told_the_seal_and_the_table_says_who_cut_last(sealed):
    await sealed.seated(deal=False)
    form = await sealed.press("one", "Cut", await mine(sealed, "one"))
    told = await sealed.people["one"].submit(form, amount="a pair of nines")
    await sealed.quiet()
    assert told.ephemeral
    assert told.text.splitlines() == [
        "Your words count from hand 1 on, for this seal. Keep both: they are your evidence.",
        f"`{sealed.view().seal.digits}`",
    ]
    await sealed.wait(1)
    await cut(sealed, "two", "the last word")
    await sealed.press("one", "Deal", sealed.table())
    assert "Cut last: two, before hand 1" in sealed.table().text
    assert "the last word" not in sealed.table().text


async def mine(here: Evening, name: str):
    await here.slash(name, "hand")
    return here.private(name)


async def test_a_table_that_nobody_cuts_says_so(sealed):
    await sealed.seated()
    assert "Sealed, not cut" in sealed.table().text


async def test_show_tells_what_is_known_and_what_is_promised(sealed):
    await sealed.seated(deal=False)
    await cut(sealed, "one", "words")
    await sealed.press("one", "Deal", sealed.table())
    shown = await sealed.slash("two", "deal show")
    assert shown.ephemeral
    for words in (
        sealed.view().seal.digits,
        "For hands 1 to 64",
        "1 hand dealt",
        "0 of them void",
        "one has cut, from hand 1 on",
        "Cut last: one, before hand 1",
        "If the last player who cut isn't with the host, nobody, the host included, could choose or change a card after the seal. Check every card you saw.",
        "It does not prove that the host doesn't look at the cards, doesn't tell a friend, or doesn't void hands",
    ):
        assert words in shown.text


async def test_words_wait_until_the_seal_stands_in_the_channel(sealed):
    sealed.stage.faults.refuse(50013, Aim("POST", POST, times=None))
    await sealed.slash("one", "table start")
    early = await sealed.slash("one", "deal cut")
    assert "The seal isn't in the channel yet" in early.text


async def test_a_stranger_cannot_cut(sealed):
    await sealed.slash("one", "table start")
    refused = await sealed.slash("two", "deal cut")
    assert refused.ephemeral
    assert len(refused.text.splitlines()) == 1


async def test_a_proof_is_handed_out_and_holds_until_a_card_is_changed(sealed):
    await sealed.seated(deal=False)
    await cut(sealed, "one", "a pair of nines")
    await cut(sealed, "two", "unter dem Tisch")
    await sealed.press("one", "Deal", sealed.table())
    await folded(sealed)
    await sealed.slash("one", "history")
    await sealed.press("one", "1", sealed.private("one"))
    answer = await sealed.press("one", "Proof", sealed.private("one"))
    assert answer.ephemeral
    files = file_of(answer)
    assert files.keys() == {"hand-1-1.proof.json", "verify.html", "verify.py"}
    text = files["hand-1-1.proof.json"].decode()
    assert check(text).seal == sealed.view().seal.digits
    assert verify.verify(text)
    card = json.loads(text)["proof"]["cards"][0]["card"]
    forged = text.replace(f'"card":"{card}"', '"card":"As"' if card != "As" else '"card":"Ks"', 1)
    with pytest.raises(ProofRefused):
        check(forged)
    with suppress(ValueError), pytest.raises(verify.Refused):
        verify.verify(forged)


async def test_the_proof_can_be_had_right_after_the_hand(sealed):
    await sealed.seated()
    await folded(sealed)
    mine = sealed.private("one")
    await sealed.press("one", "Proof", mine)
    files = file_of(sealed.private("one"))
    assert {"verify.html", "verify.py"} <= files.keys()
    assert any(name.endswith(".proof.json") for name in files)
    assert mine.has("Proof"), "the hand stays where it is"
