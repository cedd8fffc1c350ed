"""Some benchmarks run, at their smallest; no figure is asserted. Those that take long even so are run by hand."""

from itertools import repeat

import pytest

from tests.bench import leaderboard as pages
from tests.bench import press, tables
from tests.bench._room import furnish, room, wishes

SMALLEST = (
    (press, ["--presses", "3", "--tables", ""]),
    (pages, ["--players", "10000", "--transfers", "100", "--times", "3"]),
)


@pytest.mark.parametrize(("benchmark", "arguments"), SMALLEST, ids=["press", "leaderboard"])
def test_a_benchmark_runs(benchmark, arguments, capsys):
    assert benchmark.main(arguments) == 0
    assert "median" in capsys.readouterr().out


async def test_the_rate_that_tables_keep_up_is_found(tmp_path):
    async with room(tmp_path / "tables.db") as here:
        (view,) = await furnish(here, wishes(1, 2))
        delays, reached = await tables.at_rate(here, repeat(view.table_id), 50.0, 0.2, tables.drawn)
    assert delays
    assert reached > 0
