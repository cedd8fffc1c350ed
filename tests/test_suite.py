"""The suite says the same each time: nothing in it, outside `tests.bench`, goes by a clock on the wall or by chance without a seed."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
BENCH, HERE = TESTS / "bench", Path(__file__)

CLOCKS = {
    f"time.{name}" for name in ("time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "process_time")
}
CLOCKS |= {"datetime.now", "datetime.utcnow", "date.today"}
DRAWS = {
    f"random.{name}" for name in ("random", "choice", "choices", "shuffle", "sample", "randint", "randrange", "uniform", "seed")
}
SOURCES = {"SecureDealer", "SystemRandom", "secrets.SystemRandom", "random.SystemRandom", "os.urandom", "uuid4", "uuid.uuid4"}
DEALT = {"composed", "Tables"}
"""Who makes these without a dealer gets the operating system's."""

PROFILED = {"derandomize", "deadline", "database"}

ALLOWED = {
    ("sandbox/harness.py", "sleeps"): "nothing tells what a bot knows, so it is asked again and again",
    ("sandbox/test_run.py", "sleeps"): "nothing tells of another process",
    ("trouble/test_doors.py", "chance without a seed"): "shows that the dealer's chance cannot be seeded",
    ("sandbox/test_world.py", "bounds real time"): "waits for what never comes",
    ("conftest.py", "sets what the profile sets"): "the profile",
}


def found_in(source: str) -> Iterator[tuple[int, str]]:
    """The line and the kind of everything that makes a test's result a matter of time or chance."""
    tree = ast.parse(source)
    imported = {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module in {"time", "asyncio", "random"}
        for alias in node.names
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            if kind := kind_of(imported.get(name, name), node):
                yield node.lineno, kind
        elif isinstance(node, ast.keyword) and node.arg == "default_factory" and ast.unparse(node.value).endswith("Random"):
            yield node.value.lineno, "chance without a seed"


def kind_of(name: str, call: ast.Call) -> str | None:
    short = ".".join(name.split(".")[-2:])
    bounds = [each.value for each in call.keywords if each.arg in {"timeout", "timeout_seconds"}]
    if short in {"time.sleep", "asyncio.sleep"} and not (call.args and ast.unparse(call.args[0]) == "0"):
        return "sleeps"
    if short in CLOCKS:
        return "reads the clock on the wall"
    if short in DRAWS or short in SOURCES or (short == "random.Random" and not call.args):
        return "chance without a seed"
    own = name.rsplit(".", maxsplit=1)[-1]
    if own in DEALT and call.args and all(each.arg not in {"dealer", None} for each in call.keywords):
        return "chance without a seed"
    if any(is_bound(value) for value in [*(call.args if own in {"timeout", "wait_for"} else []), *bounds]):
        return "bounds real time"
    if own in {"settings", "register_profile"} and PROFILED & {each.arg for each in call.keywords}:
        return "sets what the profile sets"
    return None


def is_bound(value: ast.expr) -> bool:
    """Whether it is a number of seconds; a name, as `HUNG_SECONDS`, says what it is for."""
    return isinstance(value, ast.Constant) and isinstance(value.value, int | float) and value.value > 0


def test_nothing_goes_by_the_wall_clock_or_by_chance_without_a_seed():
    found = {}
    for file in sorted(TESTS.rglob("*.py")):
        if file != HERE and BENCH not in file.parents:
            place = file.relative_to(TESTS).as_posix()
            found |= {(place, kind): f"tests/{place}:{line}: {kind}" for line, kind in found_in(file.read_text())}
    assert [text for key, text in found.items() if key not in ALLOWED] == []
    assert set(ALLOWED) <= set(found), "allowed, and there no more"


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("import time\ntime.sleep(0.1)", "sleeps"),
        ("import asyncio\nasyncio.sleep(0.002)", "sleeps"),
        ("from asyncio import sleep\nsleep(1)", "sleeps"),
        ("import time\nbegan = time.monotonic()", "reads the clock on the wall"),
        ("from time import perf_counter as now\nnow()", "reads the clock on the wall"),
        ("from datetime import datetime, UTC\ndatetime.now(UTC)", "reads the clock on the wall"),
        ("import random\nrandom.Random()", "chance without a seed"),
        ("import random\nrandom.choice([1])", "chance without a seed"),
        ("import random\nfield(default_factory=random.Random)", "chance without a seed"),
        ("Tables(store, servers, clock=clock)", "chance without a seed"),
        ("PokerBot.composed(settings, dealer=dealer)", None),
        ("async def f():\n    async with asyncio.timeout(5): ...", "bounds real time"),
        ("subprocess.run(command, timeout=60)", "bounds real time"),
        ("asyncio.timeout(HUNG_SECONDS)", None),
        ("SecureDealer()", "chance without a seed"),
        ("@settings(max_examples=5, deadline=200)\ndef test(): ...", "sets what the profile sets"),
        ("import asyncio\nasyncio.sleep(0)", None),
        ("import random\nrandom.Random(7).choice([1])", None),
        ("clock.time()", None),
        ("room.clock.now()", None),
    ],
)
def test_what_is_found(source, kind):
    assert next((found for _, found in found_in(source)), None) == kind
