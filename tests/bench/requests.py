"""What whole hands ask of Discord, a kind at a time, beside design.md's budget, and how late the public message is: `requests [--hands N] [--late S]`."""

import argparse
import asyncio
import tempfile
from pathlib import Path

from bot.engine import VARIANTS
from tests.bench._late import print_lags
from tests.sandbox.harness import Stage
from tests.ui.counting import KINDS, Count, Counting, play_a_hand
from tests.ui.evening import Evening

NAMES = ("one", "two", "three", "four", "five", "six", "seven", "eight")
PACES = ((3.0, "one action in 3 s"), (0.0, "at full speed"))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="requests", description=__doc__)
    parser.add_argument("--hands", type=int, default=3, help="how many hands of each kind")
    parser.add_argument(
        "--late", type=float, default=15.0, help="for how many seconds of each pace the public message's lateness is measured"
    )
    options = parser.parse_args(arguments)
    print(f"{'asked / allowed a hand':44}" + "".join(f"{kind:>16}" for kind in KINDS))
    over = 0
    for variant in VARIANTS:
        for people in (4, 8):
            for seconds, pace in PACES:
                counted = asyncio.run(measured(variant, people, seconds, options.hands))
                cells = (
                    f"{counted.asked[kind] / options.hands:.1f} / {counted.allowed[kind] / options.hands:.1f}" for kind in KINDS
                )
                print(f"{f'{variant}, {people} people, {pace}':44}" + "".join(f"{cell:>16}" for cell in cells))
                over += len(counted.over())
    print("within the budget" if not over else f"{over} kinds over the budget")
    if options.late:
        asyncio.run(print_lags(options.late))
    return 1 if over else 0


async def measured(variant: str, people: int, seconds_an_action: float, hands: int) -> Count:
    """That many hands in a row, from the first deal to the last result."""
    with tempfile.TemporaryDirectory() as folder:
        async with Stage() as stage:
            here = Evening(stage, Path(folder) / "open-draw.db", *NAMES[:people])
            await here.open()
            await here.seated(deal=False, variant=variant, seats=8, clock=300, discard_clock=300)
            await here.wait(2)
            counting = Counting(here)
            for number in range(hands):
                if number == 0:
                    await here.press("one", "Deal", here.table())
                while here.view().hand is None or here.view().hand.view.over:
                    await here.wait(1)
                await play_a_hand(here, seconds_an_action=seconds_an_action)
            await here.wait(3)
            return counting.result()
