"""What all tests share: the stage, the record of the traffic (`--traffic FILE`), and an empty database."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from bot.sandbox.traffic import Traffic
from bot.store import Store
from tests.sandbox.harness import Stage

# The suite plays the same examples each time, and no clock judges them: `too_slow` is a time limit as well.
settings.register_profile(
    "suite", derandomize=True, deadline=None, database=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
# `python -m tests.bench walks` plays others, from a seed that it prints.
settings.register_profile("explore", settings.get_profile("suite"), derandomize=False)
settings.load_profile("suite")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--traffic", type=Path, help="append the REST exchanges of the session to this file, a line of JSON each")


@pytest.fixture(scope="session")
def traffic_file(request: pytest.FixtureRequest) -> Path | None:
    return request.config.getoption("--traffic")


@pytest.fixture
def traffic(traffic_file: Path | None) -> Iterator[Traffic]:
    """The exchanges of one test; with `--traffic` they are written down as well."""
    record = Traffic(traffic_file)
    yield record
    record.close()


@pytest.fixture
async def stage(traffic: Traffic) -> AsyncIterator[Stage]:
    """An empty world with its stand-in on a free port, on a clock that is moved by hand. Ends by asserting that no unknown route was asked."""
    async with Stage(traffic=traffic) as here:
        yield here


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file fresh from the migrations, made once: they take longer than most tests."""
    file = tmp_path_factory.mktemp("empty") / "poker.db"

    async def make() -> None:
        await (await Store.open(f"sqlite:///{file}")).close()

    asyncio.run(make())
    return file
