"""`open-draw sandbox` as a person starts it: a process of its own, an address on loopback, no token, an end on SIGTERM."""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import shutil
import signal
import socket
import sys

import aiohttp
import pytest

from bot.sandbox.run import SandboxOptions, SandboxSettings, deal_in, furnished, run_sandbox
from bot.sandbox.world import World
from tests.sandbox.harness import HUNG_SECONDS
from tests.ui.evening import Evening

ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/\S+/")


def options(*words: str) -> SandboxOptions:
    parser = argparse.ArgumentParser()
    SandboxOptions.add_to(parser)
    return SandboxOptions.from_parsed(parser.parse_args(words))


def test_the_command_line():
    read = options("--people", "ann, bob", "--servers", "2", "--no-limits", "--fault", "drop@30", "--fault", "slow:0.5")
    assert (read.people, read.servers, read.limits) == (("ann", "bob"), 2, False)
    assert [fault.name for fault in read.faults] == ["drop", "slow"]


def test_a_fault_that_does_not_exist_is_said_at_once(capsys):
    with pytest.raises(SystemExit):
        options("--fault", "explode")
    assert "there are rate-limit" in capsys.readouterr().err


def test_a_furnished_world():
    world, notes = furnished(options("--people", "ann,bob", "--servers", "2"))
    assert isinstance(world, World)
    assert [server.name for server in world.servers.values()] == ["Card club", "Card club 2"]
    assert all(len(server.members) == 5 for server in world.servers.values())  # the owner, the bot, ann, bob and the rail
    assert sorted(notes.values()) == ["owns the servers", "watches from the rail"]


def test_a_real_token_is_never_read(monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", "a.real.one")
    monkeypatch.setenv("DATABASE_URL", "sqlite+aiosqlite:///elsewhere.db")
    settings = SandboxSettings()
    assert settings.discord_token is None
    assert "elsewhere" not in settings.database_url


async def test_from_start_to_sigterm(tmp_path, request):
    traffic = tmp_path / "traffic.jsonl"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "sandbox", "--no-limits", "--traffic", str(traffic), cwd=request.config.rootpath,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, env={"DISCORD_TOKEN": "a.real.one", "PYTHONWARNINGS": "error::ResourceWarning"},
    )  # fmt: skip
    try:
        async with asyncio.timeout(HUNG_SECONDS):
            line = (await process.stdout.readline()).decode()
            address = ADDRESS.search(line)
            assert address, line + (await process.stderr.read()).decode()
            async with aiohttp.ClientSession() as browser, browser.get(address[0]) as page:
                assert page.status == 200
                assert "<html" in await page.text()
            async with aiohttp.ClientSession() as browser, browser.get(address[0].rsplit("/", 2)[0] + "/guess/") as page:
                assert page.status == 404
            while b"/gateway/bot" not in traffic.read_bytes():  # noqa: ASYNC110 - nothing else tells of another process
                await asyncio.sleep(0.05)
            process.send_signal(signal.SIGTERM)
            _, errors = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode == 0, errors.decode()
    lines = [json.loads(line) for line in traffic.read_text().splitlines()]
    assert lines[0]["path"] == "/api/v10/users/@me"
    assert all(line["status"] not in {401, 404} for line in lines), "the token is the stand-in's own"


@pytest.mark.parametrize("variant", ["sequential", "simple"])
async def test_one_command_ends_in_cards(stage, tmp_path, empty, variant):
    evening = Evening(stage, shutil.copyfile(empty, tmp_path / "open-draw.db"), "one")
    await evening.open()
    await deal_in(stage, "one", variant)
    await evening.quiet()
    hand = evening.view().hand
    assert (hand.variant, len(hand.players)) == (variant, 4)
    assert "Your hand" in evening.private("one").text
    assert options("--play", variant).play == variant


def test_people_by_their_number(capsys):
    assert options().people == ("one", "two", "three", "four")
    assert options("--people", "2", "--no-browser").people == ("one", "two")
    with pytest.raises(SystemExit):
        options("--people", "9")
    assert "1 to 8 people" in capsys.readouterr().err


async def test_a_port_that_is_taken_is_one_line(capsys):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        assert await run_sandbox(options("--port", str(taken.getsockname()[1]))) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "cannot be used" in line
