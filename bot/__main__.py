"""The command line `open-draw`: run, sandbox, verify, migrate, backup, restore, audit."""

import argparse
import asyncio
import logging
import os
import sys
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any

from bot.loading import loading

with loading():
    import aiohttp
    import discord
    from pydantic import ValidationError

    from bot.app import PokerBot, asked_to_stop
    from bot.deal import ProofRefused, check
    from bot.errors import PokerError
    from bot.render import error_line, speech
    from bot.sandbox.run import SandboxOptions, run_sandbox
    from bot.settings import Settings, SettingsUnreadable, read_settings
    from bot.store import DatabaseUnreachable, Store, backup, restore
    from bot.tables import SystemClock
    from bot.tables.storage.audit import audit
    from bot.telling import FAILED, OutputLost, prepare_output, stopped, tell

log = logging.getLogger("bot")

CLOSE_SECONDS = 5.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the process's exit status.

    0; 2 where only a person can mend what keeps it from starting, with one line that says what to do; 1 where another try may do,
    as when Discord or the database's server cannot be reached (or, of an audit, where something is wrong).
    """
    options = _parser().parse_args(arguments)
    prepare_output()
    try:
        return _run(options)
    except KeyboardInterrupt:
        return 0
    except DatabaseUnreachable as error:
        return stopped(_line(error), FAILED)
    except (ValidationError, SettingsUnreadable, OutputLost, PokerError, OSError) as error:
        return stopped(_line(error))


def _line(error: Exception) -> str:
    """What an operator reads of an error. Of a database or a copy it is what a player would, and the cause."""
    match error:
        case ValidationError():
            return "; ".join(f"{'.'.join(map(str, wrong['loc'])).upper()}: {wrong['msg']}" for wrong in error.errors())
        case PokerError():
            text, cause = error_line(speech("en"), error), error.values.get("cause")
            return f"{text} ({cause})" if cause else text
        case OutputLost():
            return f"What there is to say cannot be written: {error}"
        case OSError():
            return _of_the_system(error)
        case _:
            return str(error)


def _of_the_system(error: OSError) -> str:
    try:
        Path.cwd()
    except OSError:
        return "The folder in which this program was started is no longer there. Start it in another."
    return f"{error.strerror or error}" + (f": {os.fsdecode(error.filename)}" if isinstance(error.filename, str | bytes) else "")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="open-draw", description="A Discord bot that deals Five-card Open Draw for play chips.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("run", help="run the bot on Discord; wants DISCORD_TOKEN")
    SandboxOptions.add_to(
        commands.add_parser("sandbox", help="play in a browser, against a Discord on this machine; wants no token")
    )
    commands.add_parser("migrate", help="bring the database up to date; run does so by itself")
    copy = commands.add_parser("backup", help="copy the database to a file, while the bot runs or not")
    copy.add_argument("file", type=Path)
    back = commands.add_parser("restore", help="put a copy in the database's place; what was there is kept beside it")
    back.add_argument("file", type=Path)
    proof = commands.add_parser(
        "verify", help="check the proof of a hand that a player has saved; status 1 where it does not hold"
    )
    proof.add_argument("file", type=Path)
    commands.add_parser("audit", help="check all chips and replay all hands; status 1 where something is wrong")
    return parser


def _run(options: argparse.Namespace) -> int:
    match options.command:
        case "sandbox":
            return _until_done(run_sandbox(SandboxOptions.from_parsed(options)))
        case "verify":
            return _verify(options.file)
        case _:
            return _with_settings(options)


def _with_settings(options: argparse.Namespace) -> int:
    settings = read_settings()
    _set_up_logging(settings)
    match options.command:
        case "run":
            return _until_done(_run_bot(settings))
        case "migrate":
            return _until_done(_migrate(settings))
        case "backup":
            return _until_done(_backup(settings, options.file))
        case "restore":
            return _until_done(_restore(settings, options.file))
        case command:
            assert command == "audit"
            return _until_done(audit(settings.database_url, tell))


def _until_done(work: Coroutine[Any, Any, int]) -> int:
    return asyncio.run(work)


def _set_up_logging(settings: Settings) -> None:
    level = logging.getLevelNamesMapping()[settings.log_level]
    discord.utils.setup_logging(level=level)
    # discord.py's own DEBUG lines hold addresses with interaction tokens, and the database's INFO lines every statement.
    for name, least in {
        "discord": logging.INFO,
        "asyncio": logging.INFO,
        "aiosqlite": logging.WARNING,
        "sqlalchemy": logging.WARNING,
    }.items():
        logging.getLogger(name).setLevel(max(level, least))


async def _run_bot(settings: Settings) -> int:
    if settings.discord_token is None:
        return stopped(
            "There is no DISCORD_TOKEN, neither in the environment nor in .env. To play without one: open-draw sandbox"
        )
    with loading():
        bot = await PokerBot.composed(settings)
    running = asyncio.create_task(bot.start(settings.discord_token.get_secret_value()))
    stopping, lost = asyncio.create_task(asked_to_stop()), asyncio.create_task(bot.lost())
    await asyncio.wait({running, stopping, lost}, return_when=asyncio.FIRST_COMPLETED)
    asked, lease_lost = stopping.done(), lost.done()
    stopping.cancel()
    lost.cancel()
    try:
        async with asyncio.timeout(CLOSE_SECONDS):
            await bot.close()
    except TimeoutError:
        log.warning("closing took longer than %.0f s", CLOSE_SECONDS)
    status = await _outcome(running, asked=asked or lease_lost)
    return stopped(_line(await lost)) if lease_lost else status


async def _outcome(running: "asyncio.Task[None]", *, asked: bool) -> int:
    """The exit status. Who was asked to stop has done so, whatever the connection says about being cut off."""
    running.cancel()
    try:
        await running
    except asyncio.CancelledError:
        return 0
    except (OSError, aiohttp.ClientError, discord.DiscordException) as trouble:
        return 0 if asked else _failed(trouble)
    return 0


def _failed(trouble: Exception) -> int:
    """What the operator is told of a connection that ended, and whether to try again is of any use."""
    match trouble:
        case discord.LoginFailure():
            return stopped(
                "Discord refuses this DISCORD_TOKEN. Copy a new one from the developer portal; open-draw sandbox needs none."
            )
        case discord.PrivilegedIntentsRequired() | discord.Forbidden():
            return stopped(f"Discord does not allow it: {trouble}")
        case discord.DiscordServerError() | discord.GatewayNotFound() | OSError() | aiohttp.ClientError():
            return stopped(f"Discord cannot be reached: {trouble}", FAILED)
        case _:
            return stopped(f"Discord has ended it: {trouble}", FAILED)


async def _migrate(settings: Settings) -> int:
    store = await Store.open(settings.database_url)
    await store.close()
    tell("The database is up to date.")
    return 0


async def _backup(settings: Settings, file: Path) -> int:
    await backup(settings.database_url, file)
    tell(f"Copied to {os.fspath(file)}.")
    return 0


async def _restore(settings: Settings, file: Path) -> int:
    kept = await restore(settings.database_url, file, now=SystemClock().now)
    tell(f"Put back from {os.fspath(file)}." + (f" What was there is kept as {kept}." if kept is not None else ""))
    return 0


def _verify(file: Path) -> int:
    """Check a proof, and say what it shows, or the first thing that does not fit."""
    try:
        checked = check(file.read_bytes().decode())
    except UnicodeDecodeError:
        return stopped("NOT PROVEN. The file is damaged: it is no text.", FAILED)
    except ProofRefused as refusal:
        return stopped(f"NOT PROVEN. {refusal}", FAILED)
    for line in checked.lines:
        tell(line)
    tell("PROVEN")
    return 0


if __name__ == "__main__":
    sys.exit(main())
