"""How figures are measured and printed: medians, the hundredth that takes longest, and what this disk does by itself."""

import gc
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter

COLUMNS = f"{'':34}{'count':>8}{'median':>10}{'p99':>10}{'longest':>10}"


def p99(values: Sequence[float]) -> float:
    """The value that one in a hundred exceeds."""
    return sorted(values)[min(len(values) - 1, int(len(values) * 0.99))]


def row(name: str, seconds: Sequence[float]) -> str:
    """One line under `COLUMNS`, in milliseconds."""
    if not seconds:
        return f"{name:34}{0:>8}"
    figures = (median(seconds), p99(seconds), max(seconds))
    return f"{name:34}{len(seconds):>8,}" + "".join(f"{value * 1000:>7.2f} ms" for value in figures)


def spread(values: Sequence[float], form: str) -> str:
    """The median of several runs, and between what they lie: one run is no figure."""
    middle, least, most = (form.format(value) for value in (median(values), min(values), max(values)))
    return f"{middle} ({least} to {most})"


@contextmanager
def collecting_no_garbage() -> Iterator[None]:
    """Keep this process's collector still: with 500 channels one round of it halts the stand-in for 0.3 s, which would count as the bot's."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def bare_commits(folder: Path, times: int = 300) -> list[float]:
    """Seconds that SQLite takes here to commit one small row as the bot does it: WAL, synced to the disk at every commit."""
    file = folder / "bare.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE IF NOT EXISTS note (text TEXT)")
        taken = []
        for _ in range(times):
            started = perf_counter()
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO note VALUES ('one action')")
            connection.execute("COMMIT")
            taken.append(perf_counter() - started)
    return taken
