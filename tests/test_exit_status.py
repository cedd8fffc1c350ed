"""Exit statuses: 2 where only a person can mend it, 1 where another try may do."""

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path

import discord
import pytest

from bot.__main__ import _failed, main
from bot.app import PokerBot
from bot.store import StoreUnavailable

LOGGERS = ("", "discord", "asyncio", "aiosqlite", "sqlalchemy")


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A bot with a token, on a machine without a network; the log is the tests' own again afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "no.real.one")
    monkeypatch.setenv("LOG_LEVEL", "ERROR")
    monkeypatch.setattr(discord.http.Route, "BASE", "http://127.0.0.1:1")
    before = [(logger, logger.level, logger.handlers[:]) for logger in map(logging.getLogger, LOGGERS)]
    yield
    for logger, level, handlers in before:
        logger.setLevel(level)
        logger.handlers[:] = handlers


@pytest.mark.usefixtures("nowhere")
def test_a_network_that_is_not_there_yet_is_tried_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run"]) == 1
    assert "Discord cannot be reached" in capsys.readouterr().err


@pytest.mark.usefixtures("nowhere")
def test_so_is_a_database_server(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("psycopg")
    monkeypatch.setenv("DATABASE_URL", "postgresql+psycopg://127.0.0.1:1/poker")
    assert main(["run"]) == 1
    assert "127.0.0.1:1" in capsys.readouterr().err


@pytest.mark.usefixtures("nowhere")
@pytest.mark.parametrize(
    ("name", "value"), [("DISCORD_TOKEN", ""), ("STARTING_CHIPS", "many"), ("DATABASE_URL", "sqlite:///no/such/folder/poker.db")]
)
def test_what_an_operator_must_mend_is_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    assert main(["run"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line


@pytest.mark.parametrize(
    ("trouble", "status"),
    [
        (discord.LoginFailure("Improper token has been passed."), 2),
        (discord.PrivilegedIntentsRequired(0), 2),
        (discord.GatewayNotFound(), 1),
        (TimeoutError(), 1),
        (discord.RateLimited(60.0), 1),
    ],
)
def test_how_a_connection_may_end(trouble: Exception, status: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert _failed(trouble) == status
    (line,) = capsys.readouterr().err.splitlines()
    assert ("reached" in line) == isinstance(trouble, discord.GatewayNotFound | TimeoutError)


@pytest.mark.usefixtures("nowhere")
def test_a_file_that_is_moved_away_under_the_bot_ends_it_with_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    async def play(bot: PokerBot, _token: str) -> None:
        file.rename(tmp_path / "elsewhere.db")
        with pytest.raises(StoreUnavailable):
            await bot.servers.change(1, daily_chips=5)
        await asyncio.Event().wait()

    file = tmp_path / "poker.db"
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{file}")
    monkeypatch.setattr(PokerBot, "start", play)
    assert main(["run"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "moved" in line
    assert str(file) in line
