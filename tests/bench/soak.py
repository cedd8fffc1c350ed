"""Play house players and people at many tables with random faults, and look for what was lost; or 10,000 hands for memory's sake."""

import argparse
import asyncio
import logging
import random  # noqa: TID251 - a test may choose by a chance of its own
import tempfile
from pathlib import Path

from tests.trouble.memory import grow
from tests.trouble.soak import for_seconds, soak


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench soak")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--hands", type=int, default=0, help="play so many hands without faults and measure memory instead")
    options = parser.parse_args(arguments)
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        if options.hands:
            asyncio.run(grow(Path(folder) / "memory.db", options.hands, print))
            return 0
        seed = random.randrange(1 << 30) if options.seed is None else options.seed
        run = asyncio.run(soak(Path(folder) / "soak.db", seed, for_seconds(options.seconds)))
    print(f"seed {seed}")
    for name, count in sorted(run.counts.items()):
        print(f"{count:9,} {name}")
    for name, count in run.lost.items():
        print(f"{count:9,} {name}")
    for found in [*run.wrong, *run.watch.leaks][:10]:
        print(found)
    return int(any(run.lost.values()))
