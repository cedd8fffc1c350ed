"""One answer to everything: late, lost, refused or failed."""

import logging
import re

import pytest

from bot.sandbox.actors import picker
from bot.sandbox.faults import Aim
from bot.sandbox.rest.calls import Reply
from bot.sandbox.world.interactions import COMMAND, MODAL_SUBMIT
from tests.sandbox.quiet import turns
from tests.tables.room import in_memory
from tests.trouble import fire
from tests.ui.evening import CALLBACK, custom_ids


async def arrived(here):
    """Wait until the bot is answering somebody: from then on its clock for the answer runs."""
    await here.stage.until(lambda: here.responder._responding)


async def held_lock(here):
    table = in_memory(here.bot.tables, here.view().table_id)
    await table.lock.acquire()
    return table.lock


async def test_a_slow_press_is_deferred_and_then_shown(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    lock = await held_lock(here)
    since = here.mark()
    pressed = here.people["one"].press(here.table(), "Call 10")
    await arrived(here)
    here.stage.clock.advance(1.9)
    await turns()
    assert here.kinds(since) == []
    here.stage.clock.advance(0.1)
    await here.stage.until(lambda: here.kinds(since) == ["answer 6"])
    lock.release()
    await here.quiet()
    assert (await pressed).answers == 1
    assert here.kinds(since).count("edit whisper") == 2, "the answer, by its token, and the next one's private buttons"
    assert "edit" not in here.kinds(since)
    assert here.asked() == "two"
    assert "**two**" in here.table().text


async def test_a_slow_command_is_deferred_privately(evening):
    here = await evening("one", "two")
    await here.seated(deal=False)
    lock = await held_lock(here)
    asked = here.people["two"].slash(here.channel, "table leave")
    await arrived(here)
    here.stage.clock.advance(2.0)
    await asked
    lock.release()
    await here.quiet()
    answer = await asked
    assert answer.deferred
    assert answer.ephemeral
    assert answer.text
    assert answer.attempts == 1


async def test_a_slow_press_that_cannot_be_is_told_so_privately(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    lock = await held_lock(here)
    pressed = here.people["two"].press(here.table(), "Call 10")
    await arrived(here)
    here.stage.clock.advance(2.0)
    await pressed
    lock.release()
    await here.quiet()
    answer = await pressed
    assert answer.answers == 1
    assert len(answer.followups) == 1
    assert answer.followups[0].ephemeral


async def test_an_answer_that_comes_too_late_is_lost_and_the_board_shows_the_action(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    table = here.table()
    await here.wait(5)
    hold = here.stage.faults.hold("POST", CALLBACK)
    pressed = here.people["one"].press(table, "Call 10")
    await hold.arrived.wait()
    here.stage.clock.advance(3.5)
    hold.release()
    await here.quiet()
    assert (await pressed).failed
    assert here.asked() == "two"
    await here.wait(1.5)
    assert "**two**" in table.text, "the board has shown what the answer could not"


async def test_a_lost_answer_is_sent_once_more_and_counts_once(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    here.stage.faults.lose_answer(Aim("POST", CALLBACK))
    answer = await here.press("one", "Call 10", here.table())
    assert answer.answers == 1
    assert answer.attempts == 2, "the second was refused, since the first had arrived"
    assert here.asked() == "two"
    assert "**two**" in here.table().text


async def test_what_fails_is_apologised_for_with_an_id_that_stands_in_the_log(evening, caplog, monkeypatch):
    here = await evening("one", "two")
    await here.seated()

    async def broken(*_args, **_kwargs):
        raise ZeroDivisionError

    monkeypatch.setattr(here.bot.tables, "act", broken)
    answer = await here.press(here.asked(), re.compile("^Call"), here.table())
    assert answer.ephemeral
    assert answer.attempts == 1
    (error_id,) = re.findall(r"\b[0-9a-f]{8}\b", answer.text)
    assert any(error_id in record.getMessage() for record in caplog.records)


async def test_an_honest_answer_when_nothing_can_be_saved(evening):
    here = await evening("one", "two")
    await here.seated()
    before = here.view()
    async with fire.failing(here.file, "hand_action"):
        answer = await here.press(here.asked(), re.compile("^Call"), here.table())
    assert answer.ephemeral
    assert len(answer.text.splitlines()) == 1
    assert here.view() == before
    await here.press(here.asked(), re.compile("^Call"), here.table())
    assert here.view() != before


async def test_an_answer_that_discord_refuses_is_replaced_by_an_apology(evening):
    here = await evening("one", "two")
    await here.seated()
    here.stage.faults._replies.append(
        (Aim("POST", CALLBACK), lambda: Reply(400, {"message": "Invalid Form Body", "code": 50035}))
    )
    name = here.asked()
    answer = await here.press(name, re.compile("^Call"), here.table())
    assert answer.answers == 1
    assert answer.ephemeral
    await here.wait(1.5)
    assert here.asked() != name
    assert f"**{here.asked()}**" in here.table().text


async def test_no_log_line_holds_a_token_or_a_card(evening, caplog):
    caplog.set_level(logging.INFO)
    here = await evening("one", "two", "three")
    await here.seated()
    hold = here.stage.faults.hold("POST", CALLBACK)
    here.people["one"].press(here.table(), "Call 10")
    await hold.arrived.wait()
    here.stage.clock.advance(3.5)
    hold.release()
    await here.quiet()
    await here.people["one"].forge(here.table(), "a:1:1:nonsense")
    await here.quiet()
    said = "\n".join(
        record.getMessage() + str(record.exc_text or "") for record in caplog.records if not record.name.startswith("bot.sandbox")
    )
    assert all(token not in said for token in here.stage.world.interactions)
    hands = {
        str(card)
        for seat in range(3)
        for card in in_memory(here.bot.tables, here.view().table_id).state.live.hand.table.by_seat[seat].cards
    }
    assert not [card for card in hands if f" {card} " in said]


async def test_too_many_commands_in_a_moment(evening):
    here = await evening("one", "two")
    for _ in range(5):
        await here.slash("one", "rules")
    answer = await here.slash("one", "rules")
    assert answer.ephemeral
    assert len(answer.text.splitlines()) == 1
    other = await here.slash("two", "rules")
    assert len(other.text.splitlines()) > 1
    await here.wait(5)
    assert len((await here.slash("one", "rules")).text.splitlines()) > 1


async def test_a_private_message_is_answered_on_itself_after_a_restart(evening):
    here = await evening("one", "two")
    await here.seated()
    name = here.asked()
    private = here.private(name)
    assert custom_ids(private)
    await here.reopen()
    answer = await here.press(name, re.compile("^Call"), private)
    assert answer.updated
    assert here.asked() != name


async def test_an_answer_that_was_lost_on_the_way_and_comes_too_late_is_made_up_for(evening):
    """The connection breaks, and the second attempt finds the interaction gone: nobody has seen an answer, so the board shows the action."""
    here = await evening("one", "two", "three")
    await here.seated()
    table = here.table()
    await here.wait(5)
    since = here.mark()
    unknown = Reply(404, {"message": "Unknown interaction", "code": 10062})
    here.stage.faults._replies.append((Aim("POST", CALLBACK, times=2), lambda: unknown))
    here.stage.faults.lose_answer(Aim("POST", CALLBACK))
    pressed = here.people["one"].press(table, "Call 10")
    await here.stage.until(lambda: here.asked() == "two")
    await here.wait(5)
    assert (await pressed).failed
    assert "**two**" in table.text
    assert here.kinds(since).count("edit") == 1


async def test_a_table_does_not_wait_for_a_private_answer_that_never_ends(evening):
    """A command's answer hangs: after 3 s the table's message shows what it did all the same."""
    here = await evening("one", "two", "three")
    await here.seated()
    table = here.table()
    await here.wait(5)
    hold = here.stage.faults.hold("POST", CALLBACK)
    asked = here.people["three"].slash(here.channel, "table away")
    await hold.arrived.wait()
    assert "away" not in table.text
    await here.stage.drip(3.5)
    assert "away" in table.text
    hold.release()
    await asked
    await here.quiet()


async def test_a_disk_that_stays_full_is_logged_once_with_its_cause_and_once_when_it_is_over(evening, caplog):
    here = await evening("one", "two")
    await here.seated()
    with caplog.at_level(logging.WARNING, logger="bot.store"):
        async with fire.failing(here.file, "hand_action"):
            for _ in range(7):
                await here.press(here.asked(), re.compile("^Call"), here.table())
        (began,) = caplog.records
        assert "on fire" in began.getMessage()
        await here.press(here.asked(), re.compile("^Call"), here.table())
    _, over = caplog.records
    assert "again, after 7 failures" in over.getMessage()


@pytest.mark.parametrize(
    "custom_id",
    [pattern.format(number) for pattern in ("a:{}:1:fold", "a:1:{}:fold", "i:{}:5:pass", "t:{}:join", "t:1:show:{}", "p:story:0:{}", "p:history:{}:1", "m:top-up:{}") for number in (2**63, 10**19 - 1, "²", "٣", "9" * 80)],
)  # fmt: skip
async def test_a_forged_press_is_refused_like_any_other_nonsense(evening, caplog, custom_id):
    here = await evening("one", "two")
    await here.seated()
    before = here.view()
    with caplog.at_level(logging.ERROR):
        answer = await here.people["one"].forge(here.table(), custom_id)
        await here.quiet()
    assert answer.ephemeral
    assert len(answer.text.splitlines()) == 1
    assert here.view() == before
    assert not caplog.records


@pytest.mark.parametrize(
    "components", [None, [], {}, 5, "text", [None], [5], [{"component": None}], [{"components": None}], [{"components": [[]]}], [{"component": {"custom_id": "amount", "value": None}}], [{"component": {"custom_id": "amount", "value": {}}}]],
)  # fmt: skip
@pytest.mark.parametrize("custom_id", ["m:raise:{hand}:{prompt}", "m:top-up:{table}"])
async def test_a_form_of_any_shape_is_refused_and_changes_nothing(evening, caplog, components, custom_id):
    here = await evening("one", "two")
    await here.seated()
    before = here.view()
    custom_id = custom_id.format(hand=before.hand.hand_id, prompt=before.hand.prompt_number, table=before.table_id)
    who = here.people[here.asked()]
    opened = await who.press(here.table(), "Other…")
    with caplog.at_level(logging.ERROR):
        data = {"custom_id": custom_id, "components": components}
        answer = await here.stage.world.interact(MODAL_SUBMIT, who.user, here.channel, data, source=opened.source, opener=opened)
        await here.quiet()
    assert answer.answers == 1
    assert here.view() == before
    assert not caplog.records


@pytest.mark.parametrize("limit", ["²", "٣", "6", "-1", "9" * 5_000, "", "none "])
async def test_a_forged_limit_of_discards_is_refused(evening, caplog, limit):
    here = await evening("one")
    with caplog.at_level(logging.ERROR):
        data = picker.fill(*_start(here), {}, here.server)
        data["options"][0]["options"] = [{"name": "discard_limit", "type": 3, "value": limit}]
        answer = await here.stage.world.interact(COMMAND, here.people["one"].user, here.channel, data)
        await here.quiet()
    assert answer.ephemeral
    assert len(answer.text.splitlines()) == 1
    assert not here.bot.tables.views()
    assert not caplog.records


def _start(here):
    return picker.find(here.people["one"].commands(here.channel), "table start")
