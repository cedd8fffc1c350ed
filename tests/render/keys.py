"""Which text keys the code speaks: literals, and patterns of those that are put together, read from the source of bot/."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import bot

SOURCE = Path(bot.__file__).parent
KEY = re.compile(r"[a-z][a-z0-9_-]*(\.[A-Za-z0-9_-]+)+")


def modules() -> Iterator[tuple[Path, ast.Module]]:
    """Every module of the bot that may speak to a person. The sandbox speaks for itself."""
    for path in sorted(SOURCE.rglob("*.py")):
        if "sandbox" not in path.parts:
            yield path, ast.parse(path.read_text(encoding="utf-8"))


def said_keys() -> dict[str, str]:
    """Literal keys that are certainly texts (key -> where): what `say`, `line` and notices are given, and the keys of errors."""
    found: dict[str, str] = {}
    for path, tree in modules():
        for node in ast.walk(tree):
            for key in _keys_of(node):
                found[key] = f"{path.relative_to(SOURCE)}:{getattr(node, 'lineno', 0)}"
    return found


def _keys_of(node: ast.AST) -> list[str]:
    match node:
        case ast.Call(func=ast.Name(id="say") | ast.Attribute(attr="say"), args=[first, *_]):
            return _literals(first)
        case ast.Call(func=ast.Name(id="line"), args=[_, second, *_]):
            return _literals(second)
        case ast.Call(
            func=ast.Name(id="Notice" | "IllegalAction" | "NotAllowed" | "NothingToDo" | "StalePress" | "InvalidRules"),
            args=[a, *_],
        ):
            return _literals(a)
        case ast.AnnAssign(target=ast.Name(id="key"), value=ast.Constant(value=str(key))):
            return [key]
        case _:
            return []


def _literals(node: ast.expr) -> list[str]:
    match node:
        case ast.Constant(value=str(key)):
            return [key]
        case ast.IfExp(body=body, orelse=orelse):
            return _literals(body) + _literals(orelse)
        case _:
            return []


def mentioned() -> tuple[set[str], list[re.Pattern[str]]]:
    """Every string of the source that looks like a key, and a pattern for each that is put together of a fixed part and a value."""
    literals: set[str] = set()
    patterns: dict[str, re.Pattern[str]] = {}
    for _, tree in modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and KEY.fullmatch(node.value):
                literals.add(node.value)
            elif isinstance(node, ast.JoinedStr) and (pattern := _pattern(node)):
                patterns[pattern] = re.compile(pattern)
    return literals, list(patterns.values())


def _pattern(node: ast.JoinedStr) -> str:
    """A pattern for `rank.{value}` and the like; empty for a text that is put together in another way."""
    parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
    if not isinstance(parts[0], str) or not re.fullmatch(r"[a-z]+(\.[a-z-]+)*\.", parts[0]):
        return "" if parts[-1] != ".nobody" else r".*\.nobody"
    return "".join(r"[A-Za-z0-9_-]+" if part is None else re.escape(part) for part in parts)
