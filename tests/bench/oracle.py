"""Random hands played once more by PokerKit, 200,000 unless a number is given: `oracle [hands] [first seed]`."""

import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from time import perf_counter

from tests.engine.second_opinion import opinions

CHUNK = 1_000


def main(arguments: list[str]) -> int:
    hands, first = (*map(int, arguments), *(200_000, 1_000_000)[len(arguments) :])
    started = perf_counter()
    totals: Counter[str] = Counter()
    differences: list[tuple[int, str]] = []
    chunks = [(seed, min(CHUNK, first + hands - seed)) for seed in range(first, first + hands, CHUNK)]
    with ProcessPoolExecutor(os.cpu_count()) as workers:
        for found, counted in workers.map(opinions, *zip(*chunks, strict=True)):
            differences += found
            totals += counted
            print(f"\r{totals['hands']:>9,} hands, {len(differences)} differences", end="", flush=True)
    print(f", {perf_counter() - started:.0f} s")
    for kind, count in totals.most_common():
        print(f"{count:>12,}  {kind}")
    for seed, text in differences[:20]:
        print(f"seed {seed}: {text}")
    return 1 if differences else 0
