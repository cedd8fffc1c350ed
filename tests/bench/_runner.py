"""Runs the bot's own command line against a stand-in: once, or, as a nursery, in one forked process after another."""

import os
import signal
import sys
from functools import wraps
from typing import Any

import discord
import yarl

from bot.__main__ import main
from bot.app import PokerBot


def point_at(base_url: str, gateway_url: str) -> None:
    """Let discord.py talk to the stand-in, and not wait for servers that will not come."""
    discord.http.Route.BASE = f"{base_url}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)
    composed = PokerBot.composed

    @wraps(composed)
    async def hurried(settings: Any, **options: Any) -> PokerBot:
        return await composed(settings, **options, guild_ready_timeout=0.02)

    PokerBot.composed = hurried  # type: ignore[method-assign]


def nursery() -> None:
    """For each line on standard input: `run` forks a bot and says its number, `wait N` says how it ended."""
    for line in sys.stdin:
        match line.split():
            case ["run"]:
                child = os.fork()
                if child == 0:
                    os.close(0)
                    signal.signal(signal.SIGINT, signal.default_int_handler)
                    os._exit(main(["run"]))
                print(child, flush=True)
            case ["wait", number]:
                print(os.waitstatus_to_exitcode(os.waitpid(int(number), 0)[1]), flush=True)


if __name__ == "__main__":
    point_at(*sys.argv[1:3])
    if sys.argv[3:] == ["nursery"]:
        nursery()
    else:
        sys.exit(main(["run"]))
