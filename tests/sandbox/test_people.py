"""What a person's client lets them do, and what it sends."""

import re
from types import SimpleNamespace

import pytest

from bot.sandbox.actors import CannotDo
from bot.sandbox.world.application import Command
from tests.sandbox.harness import Stage

CHOICE = {"name": "Sequential", "value": "sequential"}
OPTIONS = [
    {"name": "variant", "type": 3, "description": "d", "required": True, "choices": [CHOICE]},
    {"name": "seats", "type": 4, "description": "d", "min_value": 2, "max_value": 8},
    {"name": "who", "type": 6, "description": "d"},
    {"name": "where", "type": 7, "description": "d"},
    {"name": "note", "type": 3, "description": "d", "max_length": 5, "autocomplete": True},
]
TABLE = {
    "name": "table",
    "description": "d",
    "type": 1,
    "options": [{"name": "start", "type": 1, "description": "d", "options": OPTIONS}],
}
BUTTONS = {"type": 1, "id": 1, "components": [
    {"type": 2, "id": 2, "style": 2, "label": "Call 20", "custom_id": "call"},
    {"type": 2, "id": 3, "style": 2, "label": "Call any", "custom_id": "any"},
    {"type": 2, "id": 4, "style": 2, "custom_id": "throw", "emoji": {"name": "as", "id": "1"}},
    {"type": 2, "id": 5, "style": 4, "label": "All-in", "custom_id": "all", "disabled": True},
]}  # fmt: skip
SELECT = {"type": 1, "id": 6, "components": [
    {"type": 3, "id": 7, "custom_id": "by", "placeholder": "Order", "min_values": 1, "max_values": 1,
     "options": [{"label": "Chips", "value": "c", "default": True}, {"label": "Net", "value": "n"}]},
]}  # fmt: skip
WHO = {
    "type": 1,
    "id": 8,
    "components": [{"type": 5, "id": 9, "custom_id": "who", "placeholder": "Who", "min_values": 1, "max_values": 2}],
}


@pytest.fixture
async def at(stage: Stage):
    world = stage.world
    server = world.add_server()
    poker = world.add_channel(server)
    world.application.commands[None] = {"table": Command(world.new_id(), 1, TABLE)}
    message = world.post(poker, world.application.user, content="table", components=[BUTTONS, SELECT, WHO])
    return SimpleNamespace(
        stage=stage, world=world, server=server, poker=poker, message=message, one=stage.person("one"), two=stage.person("two")
    )


def test_buttons_are_found_by_what_a_person_reads(at):
    seen = at.one.last(at.poker)
    assert [button.name for button in seen.buttons] == ["Call 20", "Call any", "as", "All-in"]
    assert seen.button("call").custom_id == "call"
    assert seen.button("Call 20").custom_id == "call"
    assert seen.button(re.compile(r"^Call \d+$")).custom_id == "call"
    assert seen.button("as").custom_id == "throw"
    assert not seen.has("All-in")
    for wanted in ("Call ", "Fold"):
        with pytest.raises(CannotDo):
            seen.button(wanted)


def test_a_press_sends_the_custom_id(at):
    press = at.one.press(at.poker, "Call 20")
    assert press.data == {"component_type": 2, "custom_id": "call", "id": 2}
    assert press.source is at.message


def test_a_forged_press_sends_anything(at):
    assert at.one.forge(at.one.last(at.poker), "h:1:2:fold").data["custom_id"] == "h:1:2:fold"
    with pytest.raises(CannotDo):
        at.one.press(at.poker, "All-in")


def take_away(at, gone):
    match gone:
        case "message":
            at.world.delete_message(at.message)
        case "channel":
            at.world.delete_channel(at.poker)
        case "person":
            at.world.leave(at.server, at.one.user)
        case "bot":
            at.world.remove_bot(at.server)
        case _:
            at.world.set_permissions(at.poker, at.server, deny=("view_channel",))


@pytest.mark.parametrize("gone", ["message", "channel", "person", "bot", "sight"])
def test_what_one_does_not_see_one_cannot_press(at, gone):
    seen = at.one.last(at.poker)
    take_away(at, gone)
    with pytest.raises(CannotDo):
        at.one.press(seen, "Call 20")


@pytest.mark.parametrize("gone", ["channel", "person", "bot", "sight"])
def test_what_one_does_not_see_one_cannot_answer_a_form_in(at, gone):
    opened = at.one.press(at.poker, "Call 20")
    opened.modal = {"custom_id": "raise", "title": "Raise", "components": []}
    take_away(at, gone)
    with pytest.raises(CannotDo):
        at.one.submit(opened)


def test_selects(at):
    seen = at.one.last(at.poker)
    assert seen.select("Order").chosen == ("c",)
    assert at.one.select(seen, "Net", of="by").data["values"] == ["n"]
    chosen = at.one.select(seen, at.two, of="Who").data
    assert chosen["values"] == [str(at.two.id)]
    assert chosen["resolved"]["members"][str(at.two.id)]["permissions"]
    for values, of in ((("Gross",), "by"), ((), "by"), (("Net", "Chips"), "by"), (("Net",), None)):
        with pytest.raises(CannotDo):
            at.one.select(seen, *values, of=of)


def test_a_command_with_its_options(at):
    it = at.one.slash(at.poker, "table start", variant="Sequential", seats=4, who=at.two, where=at.poker)
    below = it.data["options"][0]
    assert (it.data["name"], below["name"]) == ("table", "start")
    assert {option["name"]: option["value"] for option in below["options"]} == {
        "variant": "sequential", "seats": 4, "who": str(at.two.id), "where": str(at.poker.id),
    }  # fmt: skip
    assert set(it.data["resolved"]) == {"users", "members", "channels"}


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("table", {}),
        ("table stop", {}),
        ("chips", {}),
        ("table start", {}),
        ("table start", {"variant": "simple"}),
        ("table start", {"variant": "sequential", "seats": 9}),
        ("table start", {"variant": "sequential", "seats": "4"}),
        ("table start", {"variant": "sequential", "note": "too long"}),
        ("table start", {"variant": "sequential", "colour": "red"}),
    ],
)
def test_what_the_picker_does_not_send(at, words, options):
    with pytest.raises(CannotDo):
        at.one.slash(at.poker, words, **options)


def test_completion_says_which_option_is_being_typed(at):
    it = at.one.autocomplete(at.poker, "table start", "note", "ab")
    assert it.data["options"][0]["options"] == [{"name": "note", "type": 3, "value": "ab", "focused": True}]
    with pytest.raises(CannotDo):
        at.one.autocomplete(at.poker, "table start", "seats", "4")


def test_no_commands_in_an_archived_thread(at):
    """DOCS threads."""
    thread = at.world.add_thread(at.poker)
    assert at.one.commands(thread)
    at.world.archive(thread)
    assert not at.one.commands(thread)


def test_a_dismissed_message_is_gone_for_its_reader(at):
    at.world.post(at.poker, at.world.application.user, content="secret", flags=64, visible_to=at.one.id)
    at.one.dismiss(at.one.last(at.poker, "secret"))
    assert at.one.last(at.poker).text == "table"


def test_writing_needs_permission(at):
    at.one.say(at.poker, "hello")
    assert at.two.last(at.poker).text == "hello"
    at.world.set_permissions(at.poker, at.server, deny=("send_messages",))
    with pytest.raises(CannotDo):
        at.one.say(at.poker, "again")


def test_writing_in_a_thread_needs_a_permission_of_its_own_and_that_it_is_not_locked(at):
    """DOCS permissions and threads: a message opens an archived thread, but no locked one."""
    thread = at.world.add_thread(at.poker)
    at.world.archive(thread)
    at.one.say(thread, "hello")
    assert not thread.archived
    at.world.archive(thread, locked=True)
    with pytest.raises(CannotDo):
        at.one.say(thread, "again")
    at.world.archive(thread, archived=False)
    at.world.set_permissions(at.poker, at.server, deny=("send_messages_in_threads",))
    with pytest.raises(CannotDo):
        at.one.say(thread, "again")
