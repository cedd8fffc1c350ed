"""An outage of one server at Discord, beside what becomes of the connection: whose presses cannot reach us is not timed out."""

import pytest

from tests.ui.evening import suspended


async def in_an_outage(here) -> None:
    """A hand is under way when the server's outage begins."""
    await here.seated()
    here.stage.world.outage(here.server)
    await here.stage.until(lambda: suspended(here))


def untouched(here) -> bool:
    """Whether the first hand still waits for its first answer: nobody was timed out."""
    hand = here.view().hand
    return (hand.number, hand.prompt_number) == (1, 0)


async def back(here) -> None:
    """The gateway has begun a new session, or goes on with the old one, and the bot has heard of it."""
    await here.stage.until(lambda: here.stage.gateway.connected and "connection" not in suspended(here), 20)
    await here.quiet()


@pytest.mark.parametrize("resumable", [True, False])
async def test_a_connection_that_comes_back_ends_no_outage(evening, resumable):
    here = await evening("one", "two")
    await in_an_outage(here)
    await here.stage.gateway.drop(resumable=resumable)
    await here.stage.until(lambda: "connection" in suspended(here))
    await back(here)
    assert suspended(here)
    await here.wait(300)
    assert untouched(here), "nobody could press"
    here.stage.world.outage(here.server, over=True)
    await here.stage.until(lambda: not suspended(here))
    await here.wait(59)
    assert untouched(here), "the clock began anew, in full"
    await here.wait(300)
    assert not untouched(here)


async def test_an_outage_that_begins_while_the_session_is_lost(evening):
    here = await evening("one", "two")
    await here.seated()
    await here.stage.gateway.drop(resumable=False)
    here.stage.world.outage(here.server)
    await here.stage.until(lambda: "connection" in suspended(here))
    await back(here)
    await here.wait(300)
    assert untouched(here)
    here.stage.world.outage(here.server, over=True)
    await here.stage.until(lambda: not suspended(here))


async def test_an_outage_that_ends_while_the_session_is_lost(evening):
    here = await evening("one", "two")
    await in_an_outage(here)
    await here.stage.gateway.drop(resumable=False)
    here.stage.world.outage(here.server, over=True)
    await here.stage.until(lambda: not suspended(here), 20)


async def test_an_outage_that_lasts_over_a_restart(evening):
    here = await evening("one", "two")
    await in_an_outage(here)
    await here.reopen()
    await here.wait(300)
    assert untouched(here)
    here.stage.world.outage(here.server, over=True)
    await here.stage.until(lambda: not suspended(here))
    await here.wait(300)
    assert not untouched(here)


async def test_a_server_that_is_served_again_does_not_bring_back_the_connection(evening):
    here = await evening("one", "two")
    await in_an_outage(here)
    await here.bot.tables.connection_lost([here.server.id])
    here.stage.world.outage(here.server, over=True)
    await here.stage.until(lambda: "outage" not in suspended(here))
    assert suspended(here) == {"connection"}
    await here.wait(300)
    assert untouched(here)
