"""The main flows in a Discord that others wrote: what holds there as well is not only our own idea of Discord."""

from __future__ import annotations

import re

from tests.second_opinion.conftest import Club, labels, text_of


async def seated(club: Club, **options) -> None:
    opened = await club.slash("one", "table start", **options)
    assert opened.ephemeral
    joined = await club.press("two", "Join")
    assert joined.acknowledged
    await club.press("one", "Deal")
    await club.wait(1)
    assert club.phase() == "before"


async def test_a_sequential_hand(club: Club) -> None:
    await seated(club, variant="sequential")
    first = club.table()
    mine = await club.press("one", "My hand")
    assert mine.ephemeral
    assert re.search(r"[♠♥♦♣]|<:", text_of(mine.response.message)), "one's cards"
    assert mine.response.id not in {each.id for each in club.channel.history(viewer=club.people["two"])}
    raised = await club.press(club.asked(), "Min")
    assert raised.acknowledged
    await club.bet_to("discard")
    name = club.asked()
    await club.press(name, "My hand")
    picked = await club.press(name, labels(club.private(name))[0], club.private(name))
    assert "Throw" in text_of(picked.response.message)
    await club.press(name, "Discard", club.private(name))
    for _ in range(2):
        name = club.asked()
        await club.press(name, "My hand")
        await club.press(name, "Pass", club.private(name))
        await club.press(name, "Pass", club.private(name))
    await club.wait(3)
    assert club.phase() == "final"
    assert any("Discards, round 1" in text_of(each) for each in club.channel.history())
    assert club.table().id != first.id
    await club.bet_to("over")
    assert "wins" in text_of(club.table())


async def test_a_draw_in_simple_and_leaving(club: Club) -> None:
    await seated(club, variant="simple")
    await club.bet_to("draw")
    for cards in (2, 0):
        name = club.asked()
        await club.press(name, "My hand")
        for position in range(cards):
            await club.press(name, labels(club.private(name))[position], club.private(name))
        await club.press(name, "Draw 2" if cards else "Stand pat", club.private(name))
    await club.wait(3)
    assert any("The draw, turned up" in text_of(each) for each in club.channel.history())
    await club.bet_to("over")
    left = await club.slash("two", "table leave")
    assert left.ephemeral
    ranks = text_of((await club.slash("one", "leaderboard")).response.message)
    assert "one" in ranks
    assert "two" in ranks
    assert re.search(r"[45],\d{3}", text_of((await club.slash("two", "chips show")).response.message))
    assert "buy-in" in text_of((await club.slash("two", "chips history")).response.message)


async def test_a_raise_typed_into_a_form(club: Club) -> None:
    await seated(club)
    name = club.asked()
    for typed, plays in (("-1", False), ("60", True)):
        form = await club.press(name, "Other")
        assert form.modal is not None
        answer = await club.people[name].submit_modal(form, {"amount": typed})
        assert answer.acknowledged
        await club.wait(2)
        assert (club.asked() != name) is plays
        assert ("raised to 60" in text_of(club.table())) is plays


async def test_a_restart_in_the_middle_of_a_hand(club: Club) -> None:
    await seated(club)
    before, name = club.table(), club.asked()
    await club.press(name, "Min")
    await club.restart()
    await club.wait(3)
    other = club.asked()
    assert other != name
    assert club.table().id == before.id, "the message that was there is brought up to date"
    called = await club.press(other, "Call")
    assert called.acknowledged
    assert club.phase() != "before"
    stale = await club.press(name, "My hand")
    assert stale.ephemeral


async def test_a_wrong_press_is_answered_privately(club: Club) -> None:
    await seated(club)
    name = club.asked()
    rail = await club.press("three", "Call")
    assert rail.ephemeral
    assert len(text_of(rail.response.message).splitlines()) == 1
    assert club.asked() == name
