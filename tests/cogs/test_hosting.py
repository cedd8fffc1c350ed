"""Who hosts a table: handed over by command, and said when the host leaves."""

import pytest


def said(here):
    return [seen.text for seen in here.rail.messages(here.channel)]


async def test_the_host_hands_the_table_over(evening):
    here = await evening("one", "two")
    await here.seated(deal=False)
    answer = await here.slash("one", "table host", player=here.people["two"].user)
    await here.wait(2)
    assert answer.text == "two hosts this table now."
    assert "**two** hosts this table now." in said(here)
    assert "Only two, who hosts this table" in (await here.slash("one", "table pause")).text
    assert (await here.slash("two", "table pause")).text == "The table is paused."
    await here.reopen()
    assert here.view().host.name == "two"


@pytest.mark.parametrize(
    ("who", "whom", "line"),
    [
        ("two", "two", "Only one, who hosts this table"),
        ("one", "one", "one already hosts this table."),
        ("one", "three", "That person has no seat at this table."),
    ],
)
async def test_what_cannot_be_handed_over(evening, who, whom, line):
    here = await evening("one", "two", "three")
    await here.slash("one", "table start")
    await here.press("two", "Join")
    answer = await here.slash(who, "table host", player=here.people[whom].user)
    assert answer.text.startswith(line)
    assert here.view().host.name == "one"


async def test_a_new_host_is_said_when_the_host_leaves(evening):
    here = await evening("one", "two", "three")
    await here.seated(deal=False)
    await here.slash("one", "table leave")
    await here.wait(2)
    assert here.view().host.name == "two"
    assert "**two** hosts this table now." in said(here)


async def test_new_rules_tell_the_channel_what_has_changed(evening):
    here = await evening("one", "two")
    await here.seated()
    await here.slash("one", "table set", clock=90)
    await here.wait(2)
    assert "From the next hand: Clock: 90 s to bet, 30 s to discard" in said(here)
