"""What the command line says: lines that arrive whatever the terminal can show, or one line on why they did not."""

import os
import sys
from contextlib import suppress
from io import TextIOWrapper

FAILED = 1
CANNOT_START = 2


class OutputLost(Exception):
    """What was to be told could not be written; the text is the system's cause."""


def prepare_output() -> None:
    """Let no letter stop a line: what a terminal cannot show is written as its escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def tell(line: str) -> None:
    """Print a line now. Raises `OutputLost` where nobody can read it: a full disk, a pipe that has ended."""
    try:
        print(line, flush=True)
    except OSError as error:
        _silence()
        raise OutputLost(error.strerror or str(error)) from error


def stopped(line: str, status: int = CANNOT_START) -> int:
    """Say in one line why the program ends, and return the status with which it does."""
    with suppress(OSError):  # nobody to tell: the status still says it
        print(" ".join(line.split()), file=sys.stderr, flush=True)
    return status


def _silence() -> None:
    """Let the interpreter not stumble at its end over what it could not write."""
    with suppress(OSError, ValueError), open(os.devnull, "w", encoding="utf-8") as nothing:  # noqa: PTH123
        os.dup2(nothing.fileno(), sys.stdout.fileno())
