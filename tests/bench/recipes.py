"""The README's "How to change it", done on scratch copies: `recipes [NAME …]`; a forgotten step is named by a test, and with all of them the tests pass.

Prints the files that each recipe touches, and the seconds of processor time that it took.
"""

import argparse
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.bench._recipes.column import column
from tests.bench._recipes.command import command
from tests.bench._recipes.language import language
from tests.bench._recipes.rule import rule
from tests.bench._recipes.scratch import Scratch, Untrue
from tests.bench._recipes.variant import variant

RECIPES: dict[str, Callable[[Scratch], None]] = {
    "variant": variant,
    "command": command,
    "column": column,
    "language": language,
    "rule": rule,
}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench recipes")
    parser.add_argument("name", nargs="*", help=f"of {', '.join(RECIPES)}; all of them without one")
    names = parser.parse_args(arguments).name or list(RECIPES)
    if unknown := set(names) - set(RECIPES):
        parser.error(f"no recipe: {', '.join(sorted(unknown))}")
    untrue = [name for name in names if not tried(name)]
    return 1 if untrue else 0


def tried(name: str) -> bool:
    """Do one recipe, and say what became of it."""
    began = seconds()
    with tempfile.TemporaryDirectory() as folder:
        scratch = Scratch(Path(folder).resolve())
        try:
            RECIPES[name](scratch)
        except Untrue as untrue:
            print(f"{name}: the README's recipe is not true: {untrue}", flush=True)
            return False
        touched = scratch.touched()
    print(f"{name}: {len(touched)} files, {seconds() - began:.0f} s")
    for file in touched:
        print(f"    {file}", flush=True)
    return True


def seconds() -> float:
    """The processor time of this process and of all that it waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
