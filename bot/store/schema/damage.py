"""Values in the database that nothing can be read from: one of them must not keep the rows beside it from being read."""

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Dialect
from sqlalchemy.dialects import sqlite


@dataclass(frozen=True, slots=True)
class Damaged:
    """What stands in a row in place of a value that could not be read; `kind` says what it should have been. Whoever uses it as that fails."""

    kind: str


def json_value(text: str | bytes) -> Any:
    """Return what a JSON text says, or `Damaged` where it is none."""
    try:
        return json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return Damaged("JSON")


class Moment(sqlite.DATETIME):
    """SQLite's date and time, `Damaged` where the text is none: SQLite itself keeps whatever is written."""

    def result_processor(self, dialect: Dialect, coltype: object) -> Any:
        """Return what makes a moment of a text."""
        read = super().result_processor(dialect, coltype)

        def process(value: Any) -> Any:
            try:
                return read(value) if read is not None else value
            except (ValueError, TypeError):
                return Damaged("time")

        return process
