"""The highest rate that something keeps up, found by asking for more and more; no single run of it is taken for the truth."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from statistics import median

from tests.bench._figures import p99

FASTER, LITTLE_FASTER, SLOWER = 1.3, 1.06, 0.5
LEAST_RATE = 1.0


@dataclass(frozen=True)
class Run:
    """One run at one rate: seconds from when each action was due till it was answered, how many a second were, and processor seconds of each."""

    delays: Sequence[float]
    reached: float
    processor_seconds: float

    @property
    def p99(self) -> float:
        return p99(self.delays)


Measure = Callable[[float], Awaitable[Run]]


@dataclass(frozen=True)
class Found:
    """The runs at the highest rate that was kept up, and at the first beyond it that was not; `kept` is empty where none was kept up."""

    kept: list[Run]
    late: list[Run]


async def highest(measure: Measure, first_rate: float, late_seconds: float, times: int) -> Found:
    """Find the highest rate at which less than one action in a hundred is later than that, in most of so many runs.

    One run at the first rate is made and forgotten: what is done once only, or for the first time, is no part of any rate.
    """
    await measure(first_rate)
    late: list[Run] = []
    rate, kept_rate, faster = first_rate, 0.0, FASTER
    while True:
        runs = await _majority(measure, rate, late_seconds, times)
        if not _most_are_late(runs, late_seconds):
            kept_rate = rate
            if late and faster == FASTER:  # it had begun too high
                faster = LITTLE_FASTER
            rate *= faster
            continue
        late = runs
        if kept_rate and faster == LITTLE_FASTER:
            break
        if kept_rate:
            faster = LITTLE_FASTER
            rate = kept_rate * faster
        else:
            rate *= SLOWER
            if rate < LEAST_RATE:
                return Found([], late)
    return Found([await measure(kept_rate) for _ in range(times)], late)


async def _majority(measure: Measure, rate: float, late_seconds: float, times: int) -> list[Run]:
    """Runs at this rate until it is known what most of so many say: one that was in time is believed, one that was late is held against others."""
    runs = [await measure(rate)]
    if runs[0].p99 > late_seconds:
        runs += [await measure(rate) for _ in range(times - 1)]
    return runs


def _most_are_late(runs: Sequence[Run], late_seconds: float) -> bool:
    return median(run.p99 for run in runs) > late_seconds
