"""The way of a press through the program: what it walks, and by which modules it comes to the service's call: `trace`."""

import asyncio
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from types import FrameType

import bot
from tests.sandbox.harness import Stage
from tests.ui.evening import Evening

SERVICE = frozenset({"open", "act", "prepare", "join", "top_up"})
"""The calls of the table service at which the way in ends."""

PACKAGES = frozenset({"tables", "ui.table_message"})
"""Entered by their front door, and counted as one module each: whatever is looked up there is one visit."""

BOT = str(Path(bot.__file__).parent)
TESTS = str(Path(__file__).parents[1])
SANDBOX = f"{BOT}/sandbox"
COMPREHENSIONS = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"})
"""These belong to the function around them."""


@dataclass(frozen=True)
class Entry:
    """A function of the program that was entered, in the task that entered it."""

    module: str
    name: str
    line: int
    task: asyncio.Task[object] | None


class Trace:
    """The program's own functions in the order in which they are entered; the sandbox apart, and what tests ask for."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._frames: set[FrameType] = set()

    def __call__(self, frame: FrameType, event: str, _arg: object) -> None:
        # A coroutine that goes on is a "call" to the interpreter, too: a frame is entered once.
        code = frame.f_code
        if (
            event != "call"
            or not in_bot(frame)
            or code.co_name in COMPREHENSIONS
            or frame in self._frames
            or asked_by_tests(frame)
        ):
            return
        self._frames.add(frame)
        self.entries.append(Entry(module_of(code.co_filename), code.co_name, code.co_firstlineno, running()))

    @contextmanager
    def on(self) -> Iterator[None]:
        """Trace within; frames are kept until then, so that none is taken for another."""
        self.entries.clear()
        sys.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(None)
            self._frames.clear()

    def sizes(self) -> str:
        """How many functions and modules were walked in all: on the way in, in the service, and on the way out."""
        functions = {(entry.module, entry.name, entry.line) for entry in self.entries}
        return f"{len(functions)} functions in {len({entry.module for entry in self.entries})} modules"

    def way_in(self) -> list[Entry]:
        """What the task that calls the service enters before this call; empty where no task does."""
        call = next((at for at, entry in enumerate(self.entries) if is_service_call(entry, self.entries[:at])), 0)
        return [entry for entry in self.entries[:call] if entry.task is self.entries[call].task]


def in_bot(frame: FrameType) -> bool:
    """Whether it runs the bot's own code."""
    file = frame.f_code.co_filename
    return file.startswith(BOT) and not file.startswith(SANDBOX)


def asked_by_tests(frame: FrameType) -> bool:
    """Whether a test, and not the bot, asks: whether all is quiet, or what a table looks like."""
    caller = frame.f_back
    while caller is not None and in_bot(caller):
        caller = caller.f_back
    return caller is not None and caller.f_code.co_filename.startswith(TESTS)


def running() -> asyncio.Task[object] | None:
    try:
        return asyncio.current_task()
    except RuntimeError:
        return None


def is_service_call(entry: Entry, before: list[Entry]) -> bool:
    """Whether a task that came from Discord calls the service here."""
    comes_from_discord = any(each.task is entry.task and unit_of(each.module).startswith(("ui.", "cogs.")) for each in before)
    return entry.module.startswith("tables.") and entry.name in SERVICE and entry.task is not None and comes_from_discord


def unit_of(module: str) -> str:
    """What counts as one on the way in. What the service looks up in the store is its own business."""
    if module.startswith(("store.", "engine.", "house.")):
        return "tables"
    return next((package for package in PACKAGES if module == package or module.startswith(f"{package}.")), module)


def module_of(file: str) -> str:
    path = Path(file).relative_to(BOT).with_suffix("")
    return ".".join(part for part in path.parts if part != "__init__")


async def show(name: str, work: Callable[[], Awaitable[object]]) -> None:
    """Do it, and print what was walked."""
    trace = Trace()
    with trace.on():
        await work()
    print(f"{name}: {trace.sizes()}")
    if entries := trace.way_in():
        way = [unit for unit, _ in groupby(unit_of(entry.module) for entry in entries)]
        files = len({entry.module for entry in entries})
        print(
            f"   on the way in {len(set(way))} modules ({files} files), {len(way) - len(set(way))} entered again: {' → '.join(way)}"
        )


async def play(folder: Path) -> None:
    """The beginning of a hand, with what is traced in it."""
    async with Stage() as stage:
        evening = Evening(stage, folder / "trace.db", "Ada", "Bruno")
        await evening.open()
        await show("/table start", lambda: evening.slash("Ada", "table start", variant="sequential"))
        await show("Join", lambda: evening.press("Bruno", "Join"))
        await evening.press("Ada", "Deal")
        await show("a Call on the table's message", lambda: evening.press(evening.asked(), "Call 5", evening.table()))
        name = evening.asked()
        form = await evening.press(name, "Other…", evening.table())
        await show("a raise typed into a form", lambda: evening.people[name].submit(form, amount="20"))
        await evening.quiet()
        await show("a Call in the private message", lambda: evening.press(evening.asked(), "Call 10"))
        name = evening.asked()
        await evening.press(name, "My hand", evening.table())
        cards = evening.private(name)
        await evening.press(name, cards.buttons[0].name, cards)
        await show("a discard", lambda: evening.press(name, re.compile("^Discard"), evening.private(name)))
        await show("a time-out", lambda: evening.wait(120))


def main(_arguments: list[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(play(Path(folder)))
    return 0
