"""Collecting the faults of a request body in Discord's shape: a tree of keys with `_errors` at the leaves (DOCS reference, error messages)."""

from __future__ import annotations

from typing import Any

from bot.sandbox.refusals import Refusal

Path = tuple[str | int, ...]


class Form:
    """The faults found so far. The codes are Discord's where they are known; the paths always lead to the faulty value."""

    def __init__(self) -> None:
        self.errors: dict[str, Any] = {}

    def fault(self, path: Path, code: str, message: str) -> None:
        node = self.errors
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def refuse(self) -> None:
        """Raises 50035 if there was a fault."""
        if self.errors:
            raise Refusal(50035, self.errors)


def faults_at(key: str, code: str, message: str) -> Refusal:
    """An Invalid Form Body with one fault, at a top-level key."""
    form = Form()
    form.fault((key,), code, message)
    return Refusal(50035, form.errors)
