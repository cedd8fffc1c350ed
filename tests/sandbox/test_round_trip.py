"""discord.py, unmodified, through the stand-in and back."""

import pytest

from bot.sandbox.actors import CannotDo
from tests.sandbox.harness import Stage
from tests.sandbox.trivial import make_bot


@pytest.fixture
async def table(stage: Stage):
    server = stage.world.add_server()
    poker = stage.world.add_channel(server)
    one, two = stage.person("one", server), stage.person("two", server)
    await stage.start(make_bot)
    return stage, poker, one, two


async def test_a_slash_command_answers_with_a_message_that_all_can_see(table):
    _, poker, one, two = table
    answer = await one.slash(poker, "table start", seats=4)
    assert "counted 4" in answer.text
    assert not answer.ephemeral
    assert two.last(poker).text == answer.text
    assert answer.answers == answer.attempts == 1


async def test_a_press_updates_the_message_it_sits_on(table):
    _, poker, one, two = table
    await one.slash(poker, "table start")
    pressed = await two.press(poker, "Count 6")
    assert pressed.updated
    assert one.last(poker).has("Count 7")
    assert one.last(poker).edited


async def test_an_ephemeral_answer_is_seen_by_one(table):
    _, poker, one, two = table
    await one.slash(poker, "table start")
    secret = await two.press(poker, "Secret")
    assert secret.ephemeral
    assert secret.text == "only for two"
    assert len(two.messages(poker)) == 2
    assert len(one.messages(poker)) == 1
    with pytest.raises(CannotDo):
        one.press(secret, "Again")
    again = await two.press(secret, "Again")
    assert again.message is secret.message
    assert two.last(poker).text == "again"
    two.reload()
    assert len(two.messages(poker)) == 1


async def test_a_modal(table):
    _, poker, one, _ = table
    await one.slash(poker, "table start")
    opened = await one.press(poker, "Form")
    with pytest.raises(CannotDo):
        one.submit(opened, amount="1234567")
    sent = await one.submit(opened, {"Raise to": 40})
    assert sent.text == "raised to 40"


async def test_deferred_answers(table):
    stage, poker, one, _ = table
    await one.slash(poker, "table start")
    later = await one.press(poker, "Later")
    assert later.deferred
    await stage.world.until(lambda: later.text == "thought about it")
    assert later.ephemeral
    await one.press(poker, "Quiet")
    await stage.world.until(lambda: one.messages(poker)[0].has("Count 100"))


async def test_posts_edits_and_a_ping(table):
    stage, poker, one, two = table
    await one.slash(poker, "table post", who=two)
    await stage.world.until(lambda: one.last(poker).text == "final")
    await stage.world.settled()
    assert len(one.messages(poker)) == 1
    assert stage.traffic.of("POST", "/messages")[0].response["mentions"][0]["id"] == str(two.id)


async def test_completion(table):
    _, poker, one, _ = table
    answer = await one.autocomplete(poker, "table find", "name", "k")
    assert [choice["name"] for choice in answer.choices] == ["king"]


async def test_a_disabled_button_is_refused_by_the_client(table):
    _, poker, one, _ = table
    await one.slash(poker, "table start")
    with pytest.raises(CannotDo):
        one.press(poker, "Never")


async def test_buttons_survive_a_restart(table):
    stage, poker, one, _ = table
    await one.slash(poker, "table start")
    await stage.restart(make_bot)
    await one.press(poker, "Count 6")
    assert one.last(poker).has("Count 7")


async def test_no_answer_within_three_seconds_is_a_failure(table):
    stage, poker, one, _ = table
    await one.slash(poker, "table start")
    press = one.press(poker, "Silent")
    stage.clock.advance(3.0)
    assert (await press).failed
