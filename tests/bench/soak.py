"""House players and people at many tables with random faults, and a look for what was lost: `soak [--seconds S | --steps N | --hands N]`."""

import argparse
import asyncio
import logging
import random  # noqa: TID251 - the seed that is then printed
import tempfile
from pathlib import Path

from tests.bench._memory import blocks, grow
from tests.bench._soak import for_seconds, for_steps, soak

A_HAND_BLOCKS = 40
"""Measured: 16 blocks a hand while caches fill, 170 where one view is kept of each action."""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench soak")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--steps", type=int, default=0, help="so many steps, however long they take")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--hands", type=int, default=0, help="play so many hands without faults and measure memory instead")
    parser.add_argument("--traffic", type=Path, help="append the REST exchanges to this file, a line of JSON each")
    options = parser.parse_args(arguments)
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        if options.hands:
            return remember(Path(folder) / "memory.db", options.hands)
        seed = random.randrange(1 << 30) if options.seed is None else options.seed
        print(f"seed {seed}", flush=True)  # also of a run that fails
        goes_on = for_steps(options.steps) if options.steps else for_seconds(options.seconds)
        run = asyncio.run(soak(Path(folder) / "soak.db", seed, goes_on, options.traffic))
    for name, count in [*sorted(run.counts.items()), *run.lost.items()]:
        print(f"{count:9,} {name}")
    for found in [*run.wrong, *run.watch.leaks][:10]:
        print(found)
    return int(any(run.lost.values()))


def remember(file: Path, hands: int) -> int:
    """1 where a hand costs memory that stays."""
    early, late = asyncio.run(grow(file, hands, blocks))
    a_hand = (late - early) / (0.9 * hands)
    print(f"{a_hand:9,.1f} blocks a hand; {A_HAND_BLOCKS} are allowed")
    return int(a_hand >= A_HAND_BLOCKS)
