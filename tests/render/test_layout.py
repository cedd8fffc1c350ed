"""The one adapter: plain components, finished before they are sent."""

import discord
import pytest

from bot.render import Button, Message, Picture, Row, Rule, Text, raise_modal, speech, top_up_modal
from bot.render.components.layout import rows
from tests.render.tables import play, private, sequential, table

SAY = speech("en")
PICTURE = Picture("cards.png", b"png", "1: K♠")


def whole(**fields):
    buttons = (
        Button("Fold", "a:1:2:fold", "danger"),
        Button("K♠", "c:1:2:pick:0", disabled=True, emoji="<:Ks:1234567890123456789>"),
    )
    return Message((Text("hello"), Rule(), PICTURE, Row(buttons)), **fields)


async def test_a_view_is_new_each_time_and_finished():
    message = whole()
    view = message.view()
    assert view is not message.view()
    assert view.is_finished()
    assert view.timeout is None
    assert view.has_components_v2()


def test_what_discord_gets():
    (container,) = whole(accent=0x123456).view().to_components()
    assert container["type"] == discord.ComponentType.container.value
    assert container["accent_color"] == 0x123456
    text, rule, gallery, row = container["components"]
    assert text == {"type": 10, "content": "hello"}
    assert rule == {"type": 14, "divider": True, "spacing": 1}
    assert gallery["items"] == [{"media": {"url": "attachment://cards.png"}, "spoiler": False, "description": "1: K♠"}]
    fold, king = row["components"]
    assert (fold["label"], fold["custom_id"], fold["style"], fold["disabled"]) == ("Fold", "a:1:2:fold", 4, False)
    assert (king["emoji"], king["disabled"]) == ({"name": "Ks", "id": "1234567890123456789"}, True), "ids are texts"


def test_an_unframed_message_stands_alone():
    (text,) = Message((Text("hello"),), framed=False).view().to_components()
    assert text["type"] == discord.ComponentType.text_display.value


def test_files_are_new_each_time():
    message = whole()
    (first,), (second,) = message.files(), message.files()
    assert first is not second
    assert (first.filename, first.description, first.fp.read()) == ("cards.png", "1: K♠", b"png")
    assert Message((Text("hello"),)).files() == []


def test_messages_compare_by_what_they_show():
    assert whole() == whole()
    assert whole() != whole(accent=1)
    assert hash(whole()) == hash(whole())


def test_buttons_are_laid_five_a_row():
    buttons = [Button(str(number), str(number)) for number in range(7)]
    assert [len(row.buttons) for row in rows(buttons)] == [5, 2]


async def test_the_form_of_a_raise():
    form = raise_modal(table(sequential()), SAY)
    sent = form.modal().to_dict()
    assert (sent["title"], sent["custom_id"]) == ("Raise", "m:raise:77:0")
    (label,) = sent["components"]
    assert (label["label"], label["description"]) == ("Total, in chips", "From 20 to 100")
    assert label["component"]["custom_id"] == form.FIELD == "amount"


def test_no_form_where_no_raise_is_open():
    with pytest.raises(AssertionError):
        raise_modal(table(play(sequential(), "r100")), SAY)


def test_the_form_of_a_top_up():
    form = top_up_modal(private(sequential(), 0), SAY)
    assert (form.custom_id, form.description) == ("m:top-up:5", "From 1 to 905")
