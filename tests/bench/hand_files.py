"""Read random hands' Open Hand History files by a reader that knows the format alone: `hand_files [--hands N] [--seed N]`."""

import argparse
import random  # noqa: TID251 - the seed that is then printed

import hypothesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from bot.engine import Setup
from tests.engine.test_walks import setups, walk
from tests.tables.test_open_hand_history import holds


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench hand_files")
    parser.add_argument("--hands", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=None)
    options = parser.parse_args(arguments)
    seed = random.randrange(1 << 30) if options.seed is None else options.seed
    print(f"seed {seed}", flush=True)  # before the run, so that one that fails has said it too
    read = 0

    @hypothesis.seed(seed)
    @settings(
        max_examples=options.hands, database=None, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
    )
    @given(st.data(), setups())
    def read_one(data: st.DataObject, setup: Setup) -> None:
        nonlocal read
        holds(walk(data, setup, lambda _: None))
        read += 1

    read_one()
    print(f"{read} files: each fits the schema, and its actions come to the hand's stacks")
    return 0
