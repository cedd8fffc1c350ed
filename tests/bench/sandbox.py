"""What the stand-in can carry: presses a second of a bot that only answers, `sandbox [--presses N] [--together N]`."""

import argparse
import asyncio
import time
from statistics import median
from typing import TYPE_CHECKING

from bot.sandbox.clock import RealClock
from tests.bench._bot import bot_process
from tests.bench._figures import COLUMNS, row, spread
from tests.sandbox.harness import Stage

if TYPE_CHECKING:
    from bot.sandbox.world import Interaction

WANTED_A_SECOND = 1000.0


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="sandbox", description=__doc__)
    parser.add_argument("--presses", type=int, default=3000, help="how many presses")
    parser.add_argument("--together", type=int, default=10, help="how many of them are under way at a time")
    parser.add_argument("--times", type=int, default=3, help="how many runs a figure is the median of")
    options = parser.parse_args(arguments)
    return int(asyncio.run(measure(options.presses, options.together, options.times)) < WANTED_A_SECOND)


async def measure(presses: int, together: int, times: int) -> float:
    """Prints the figures, and gives the presses a second that one core of the stand-in carries."""
    async with Stage(clock=RealClock()) as stage:
        channel = stage.world.add_channel(stage.world.add_server())
        one = stage.person("one")
        here = stage.stand_in
        async with bot_process("trivial", here.base_url, stage.gateway.url, stage.world.application.token) as bot:
            opened = await one.slash(channel, "table start")
            secret = await one.press(opened, "Secret")
            for _ in range(100):  # both sides warm up
                await one.press(secret, "act:again", forged=True)
            seconds: list[float] = []
            walls, owns, theirs = [], [], []
            per_hand = presses // together
            for _ in range(times):
                before, began, used = (await bot.facts())["cpu_seconds"], time.perf_counter(), time.process_time()
                await asyncio.gather(
                    *(_press(lambda: one.press(secret, "act:again", forged=True), per_hand, seconds) for _ in range(together))
                )
                count = per_hand * together
                walls.append(count / (time.perf_counter() - began))
                owns.append(count / (time.process_time() - used))
                theirs.append(count / ((await bot.facts())["cpu_seconds"] - before))
    print(f"{COLUMNS}\n{row(f'press to answer, {together} at a time', seconds)}")
    print(f"{spread(walls, '{:,.0f}')} presses a second by the clock on the wall, in {times} runs")
    print(f"{spread(owns, '{:,.0f}')} a second on one core of the stand-in ({1000 / median(owns):.2f} ms each)")
    print(f"{spread(theirs, '{:,.0f}')} a second on one core of the bot ({1000 / median(theirs):.2f} ms each)")
    return median(owns)


async def _press(press, times: int, seconds: list[float]) -> None:
    for _ in range(times):
        answer: Interaction = await press()
        assert answer.updated, "the bot did not answer"
        assert answer.latency_seconds is not None
        seconds.append(answer.latency_seconds)
