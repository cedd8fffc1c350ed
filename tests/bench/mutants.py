"""Small changes made at random to tables, history, store and ui: `mutants [--count 30] [--seed 1] [--module bot/tables] [--line FILE:LINE] [--quick]`; prints which of them no test notices.

Each change is made in a copy of the project, and the tests that cover the module are run there till the first one fails. The seed
names the changes, so that a run can be had again; the survivors are what is not proven.
"""

import argparse
import ast
import copy
import random  # noqa: TID251 - a benchmark draws for itself
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
COVERED_BY = {
    "bot/tables": (("tests/tables",), ("tests/ui", "tests/cogs"), ("tests/trouble",)),
    "bot/history": (("tests/tables",), ("tests/cogs",)),
    "bot/store": (("tests/store",), ("tests/tables",), ("tests/trouble",)),
    "bot/ui": (("tests/ui",), ("tests/cogs",), ("tests/trouble",)),
}
"""The tests that cover a folder, those first that are likely to notice."""

SECONDS = 600
"""How long one folder of tests may take: a change that makes something go on for ever has been noticed."""

COPIED = ("bot", "tests", "migrations", "pyproject.toml", "README.md")
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the file, the line, what was made of it, and the source with it."""

    path: Path
    line: int
    what: str
    source: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}: {self.what}"


def mutants(path: Path) -> Iterator[Mutant]:
    """Every change that can be made to a file, in order."""
    tree = ast.parse(path.read_text())
    for number, node in enumerate(ast.walk(tree)):
        for kind, what in _changes(node):
            changed = copy.deepcopy(tree)
            target = next(found for place, found in enumerate(ast.walk(changed)) if place == number)
            _change(target, kind)
            yield Mutant(path, getattr(node, "lineno", 0), what, ast.unparse(ast.fix_missing_locations(changed)))


def _changes(node: ast.AST) -> Iterator[tuple[str, str]]:
    """What can be done to one node, by the kind of change and in words."""
    match node:
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in SWAPS and not _is_type(node):
            yield "op", f"{type(op).__name__} -> {SWAPS[type(op)].__name__} in `{_words(node)}`"
        case ast.BoolOp(op=op):
            yield "op", f"{type(op).__name__} -> {SWAPS[type(op)].__name__} in `{_words(node)}`"
        case ast.Compare(ops=[op]) if type(op) in SWAPS:
            yield "compare", f"{type(op).__name__} -> {SWAPS[type(op)].__name__} in `{_words(node)}`"
        case ast.If() | ast.IfExp() | ast.While():
            yield "test", f"condition turned round: `{_words(node.test)}`"
        case ast.Expr(value=ast.Call() | ast.Await()):
            yield "left out", f"left out: `{_words(node)}`"
        case ast.comprehension(ifs=[first, *_]):
            yield "filter", f"filter left out: `{_words(first)}`"


def _is_type(node: ast.AST) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.left, ast.Constant) and isinstance(node.left.value, str)


def _words(node: ast.AST) -> str:
    return ast.unparse(node).replace("\n", " ")[:100]


def _change(node: ast.AST, kind: str) -> None:
    match kind, node:
        case "op", ast.BinOp() | ast.AugAssign() | ast.BoolOp():
            node.op = SWAPS[type(node.op)]()  # type: ignore[assignment]
        case "compare", ast.Compare():
            node.ops = [SWAPS[type(node.ops[0])]()]  # type: ignore[list-item]
        case "test", ast.If() | ast.IfExp() | ast.While():
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case "left out", ast.Expr():
            node.value = ast.Constant(None)
        case "filter", ast.comprehension():
            node.ifs = node.ifs[1:]
        case _:
            raise AssertionError(kind)


def drawn(folders: list[str], count: int, seed: int) -> list[Mutant]:
    """So many changes, by chance from all that can be made in these folders."""
    every = [mutant for folder in folders for path in sorted((ROOT / folder).rglob("*.py")) for mutant in mutants(path)]
    return random.Random(seed).sample(every, min(count, len(every)))


def at_line(place: str) -> list[Mutant]:
    """The changes that can be made to one line, `bot/ui/page.py:232`."""
    name, _, line = place.rpartition(":")
    return [mutant for mutant in mutants(ROOT / name) if mutant.line == int(line)]


def covering(path: Path) -> tuple[tuple[str, ...], ...]:
    """The tests that cover a file, by the folder of `COVERED_BY` in which it lies at any depth."""
    return next(tests for folder, tests in COVERED_BY.items() if path.is_relative_to(ROOT / folder))


def noticed_by(project: Path, mutant: Mutant, folders: int | None = None) -> str | None:
    """The first test that fails with this change, of the first so many folders of tests; None where none does."""
    there = project / mutant.path.relative_to(ROOT)
    original = there.read_text()
    there.write_text(mutant.source)
    try:
        for tests in covering(mutant.path)[:folders]:
            if (failed := _first_failure(project, tests)) is not None:
                return failed
        return None
    finally:
        there.write_text(original)


def _first_failure(project: Path, tests: tuple[str, ...]) -> str | None:
    command = [sys.executable, "-m", "pytest", "-x", "-n", "0", "-p", "no:cacheprovider", *tests]
    try:
        run = subprocess.run(command, cwd=project, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return "no end"
    if run.returncode == 0:
        return None
    failures = [line for line in run.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return (failures or [f"exit {run.returncode}"])[0].split(" - ")[0]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--module", action="append", choices=sorted(COVERED_BY), help="a folder; all of them without one")
    parser.add_argument("--line", action="append", metavar="FILE:LINE", help="every change to this line instead")
    parser.add_argument("--quick", action="store_true", help="only the tests that are likeliest to notice")
    asked = parser.parse_args(arguments)
    seed = random.SystemRandom().randrange(10**6) if asked.seed is None else asked.seed
    if asked.line:
        chosen = [mutant for place in asked.line for mutant in at_line(place)]
    else:
        chosen = drawn(asked.module or sorted(COVERED_BY), asked.count, seed)
    print(f"{len(chosen)} changes, seed {seed}", flush=True)
    survivors = 0
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        for name in COPIED:
            copied = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copied(ROOT / name, project / name)
        for mutant in chosen:
            noticed = noticed_by(project, mutant, 1 if asked.quick else None)
            survivors += noticed is None
            print(f"{mutant}\n    {'SURVIVES' if noticed is None else noticed}", flush=True)
    print(f"{survivors} of {len(chosen)} survive")
    return 1 if survivors else 0
