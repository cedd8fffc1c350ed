"""Play the suite's hypothesis walks with examples of their own, from a seed that is printed: `walks [--seed N] [--times N] [PATH …]`."""

import argparse
import random  # noqa: TID251 - the seed that is then printed
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench walks")
    parser.add_argument("--seed", type=int, default=None, help="the first run's; the next ones count up from it")
    parser.add_argument("--times", type=int, default=1, help="how many runs, each with the next seed")
    parser.add_argument("paths", nargs="*", default=["tests"], help="where to look for walks")
    options = parser.parse_args(arguments)
    first = random.randrange(1 << 30) if options.seed is None else options.seed
    for seed in range(first, first + options.times):
        print(f"seed {seed}", flush=True)  # before the run, so that one that hangs has said it too
        if status := explore(seed, options.paths):
            print(f"again: python -m tests.bench walks --seed {seed} {' '.join(options.paths)}")
            return status
    return 0


def explore(seed: int, paths: list[str]) -> int:
    """Run everything that hypothesis chooses examples for, from this seed; pytest's exit status."""
    command = ["-m", "pytest", "-m", "hypothesis", "--hypothesis-profile=explore", f"--hypothesis-seed={seed}", *paths]
    return subprocess.run([sys.executable, *command], cwd=ROOT, check=False).returncode
