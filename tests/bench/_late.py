"""How far the public message lags behind a table that acts as fast as its channel's limit allows."""

import asyncio
import tempfile
from collections import deque
from pathlib import Path

from bot.app import PokerBot
from bot.render import speech, table_message
from bot.sandbox.rest import Limits
from bot.settings import Settings, sqlite_url
from bot.tables import Change, TableView
from tests.bench._club import Club, Felt
from tests.bench._figures import COLUMNS, row
from tests.sandbox.harness import hurry, ready

LOOKS_SECONDS = 0.02
LAST_SECONDS = 2.5
PACES = (3.0, 1.0, 0.5, 0.0)


class Lag:
    """Notes when each change was published, and when the message in the channel first said as much, or more."""

    def __init__(self, bot: PokerBot) -> None:
        self._bot = bot
        self._waiting: deque[tuple[float, str]] = deque()
        self.seconds: list[float] = []

    def changed(self, change: Change) -> None:
        """A table has changed; to be subscribed to the tables."""
        self._waiting.append((self._now(), self._text(change.view)))

    def shown(self, text: str) -> None:
        """The public message says this now."""
        last = next((number for number in reversed(range(len(self._waiting))) if self._waiting[number][1] == text), None)
        for _ in range(0 if last is None else last + 1):
            at, _ = self._waiting.popleft()
            self.seconds.append(self._now() - at)

    def unshown(self) -> list[float]:
        """How long those have waited that were not shown at all."""
        return [self._now() - at for at, _ in self._waiting]

    def _text(self, view: TableView) -> str:
        return table_message(view, speech(view.locale), self._bot.responder.card_emojis.current()).text

    def _now(self) -> float:
        return asyncio.get_running_loop().time()


async def print_lags(seconds: float) -> None:
    """For each pace: seconds from a change till the public message showed it, or a later one, with the channel's limit switched on."""
    print(f"\nfrom a change till the public message shows it, four people, the channel's limit on\n{COLUMNS}")
    for every_seconds in PACES:
        with tempfile.TemporaryDirectory() as folder:
            async with Club(1, limits=Limits()) as club:
                lags = await lags_of(club, Path(folder) / "late.db", seconds, every_seconds)
                pace = f"one action in {every_seconds:g} s" if every_seconds else "at full speed"
                print(f"{row(pace, lags)}   {club.stand_in.rest.budgets.refused} refused (429)")


async def lags_of(club: Club, database: Path, seconds: float, every_seconds: float) -> list[float]:
    """Play one table for so long, each action as soon after the last as the pace allows."""
    await club.furnish(database)
    (felt,) = club.felts.values()
    with club.stand_in.pointed_at():
        settings = Settings(_env_file=None, database_url=sqlite_url(database), between_hands_seconds=3.0)
        bot = await PokerBot.composed(settings)
        hurry(bot)
        running = asyncio.create_task(bot.start(club.world.application.token))
        await ready(bot, running)
        lag = Lag(bot)
        bot.tables.subscribe(lag.changed)
        club.watchers.append(lambda felt, change: lag.shown(change.message.text) if change.message is felt.public else None)
        await play(felt, seconds, every_seconds)
        await asyncio.sleep(LAST_SECONDS)
        seconds_late = lag.seconds + lag.unshown()
        await bot.close()
        await asyncio.gather(running, return_exceptions=True)
    return seconds_late


async def play(felt: Felt, seconds: float, every_seconds: float) -> None:
    loop = asyncio.get_running_loop()
    until = loop.time() + seconds
    while loop.time() < until:
        pressed = await felt.act()
        await asyncio.sleep(every_seconds if pressed else LOOKS_SECONDS)
