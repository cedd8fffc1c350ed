"""Some benchmarks run, at their smallest; no figure is asserted. Those that take long even so are run by hand."""

from collections.abc import Container
from itertools import repeat

import pytest

from tests.bench import leaderboard as pages
from tests.bench import tables
from tests.bench._rates import Run, highest
from tests.bench._room import furnish, room, wishes

SMALLEST = ((pages, ["--players", "10000", "--transfers", "100", "--times", "3"]),)


@pytest.mark.parametrize(("benchmark", "arguments"), SMALLEST, ids=["leaderboard"])
def test_a_benchmark_runs(benchmark, arguments, capsys):
    assert benchmark.main(arguments) == 0
    assert "median" in capsys.readouterr().out


async def test_actions_at_a_rate_are_played_and_timed(tmp_path):
    async with room(tmp_path / "tables.db") as here:
        (view,) = await furnish(here, wishes(1, 2))
        run = await tables.at_rate(here, repeat(view.table_id), 50.0, 0.2, tables.drawn)
    assert run.delays
    assert "to" in tables.row("kept", [run])


class Machine:
    """Keeps up so many actions a second; `slow` are the numbers of its runs that were late for another cause."""

    def __init__(self, limit: float, slow: Container[int] = ()) -> None:
        self.limit = limit
        self.slow = slow
        self.rates: list[float] = []

    async def run(self, rate: float) -> Run:
        self.rates.append(rate)
        late = rate > self.limit or len(self.rates) in self.slow
        return Run([0.5 if late else 0.01] * 10, rate, 0.001)


@pytest.mark.parametrize("slow", [(), (1,), (1, 2), (5,), (1, 4, 9)], ids=str)
async def test_the_highest_rate_is_found_whatever_one_run_says(slow):
    """A first, cold run is forgotten, and one that was late for another cause is repeated."""
    machine = Machine(1_000, slow)
    found = await highest(machine.run, 100.0, 0.1, 5)
    assert len(found.kept) == len(found.late) == 5
    assert 1_000 / 1.06 <= found.kept[0].reached <= 1_000 < found.late[0].reached
    assert found.kept[0].reached * 1.06 == pytest.approx(found.late[0].reached)


async def test_a_slow_machine_is_asked_for_less():
    found = await highest(Machine(17).run, 100.0, 0.1, 3)
    assert 12.5 <= found.kept[0].reached <= 17 < found.late[0].reached


async def test_where_nothing_is_kept_up_that_is_said():
    found = await highest(Machine(0).run, 100.0, 0.1, 3)
    assert found.kept == []
    assert "nothing" in tables.row("kept", found.kept)
