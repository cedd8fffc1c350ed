"""A press, a command and a form come to the service by one short way, which enters no module twice."""

from itertools import groupby

from tests.bench.trace import Trace, unit_of

MOST_MODULES = 8


async def way_in(work):
    """The modules from the event to the service's call, in the order in which they are entered."""
    trace = Trace()
    with trace.on():
        await work
    way = [unit for unit, _ in groupby(unit_of(entry.module) for entry in trace.way_in())]
    assert way, "the service was called"
    return way


async def test_the_way_in_is_short_and_enters_no_module_twice(evening):
    here = await evening("one", "two")
    ways = {
        "/table start": await way_in(here.slash("one", "table start")),
        "Join": await way_in(here.press("two", "Join")),
    }
    await here.press("one", "Deal")
    ways |= {
        "on the table's message": await way_in(here.press(here.asked(), "Call 5", here.table())),
        "on a private message": await way_in(here.press(here.asked(), "Check")),
    }
    assert {name: way for name, way in ways.items() if len(way) > MOST_MODULES or len(set(way)) < len(way)} == {}
    assert {way[1 if "start" in name else 2] for name, way in ways.items()} == {"ui.interactions.responder"}, "one way for all"
