"""People at many tables who press whatever they see, and remember what they were answered."""

import asyncio
import os
import random  # noqa: TID251 - a test may choose by a chance of its own
import re
import signal
import sys
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from bot.sandbox.actors import CannotDo, Person, Seen
from bot.sandbox.world import Channel, Interaction
from bot.sandbox.world.interactions import UPDATE
from bot.settings import sqlite_url
from tests.sandbox.harness import Stage

ROOT = Path(__file__).parents[2]


class Process:
    """The bot as a process of its own, over a file, against the stage; it can be killed and started again."""

    def __init__(self, stage: Stage, file: Path, **settings: Any) -> None:
        self.environment = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "DISCORD_TOKEN": stage.world.application.token,
            "DATABASE_URL": sqlite_url(file),
            "LOG_LEVEL": "WARNING",
            **{name.upper(): str(value) for name, value in settings.items()},
        }
        self.where = (stage.stand_in.base_url, stage.gateway.url)
        self.file = file
        self.log = file.with_suffix(".log")
        self.nursery: asyncio.subprocess.Process | None = None
        self.bot = 0

    async def __aenter__(self) -> Self:
        self.nursery = await self.spawn("nursery")
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self.nursery is not None
        if self.bot:
            self.kill()
        assert self.nursery.stdin is not None
        self.nursery.stdin.close()
        await self.nursery.wait()

    async def spawn(self, *words: str) -> asyncio.subprocess.Process:
        with self.log.open("ab") as log:
            return await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.bench._runner", *self.where, *words,
                cwd=self.file.parent, env=self.environment, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=log,
            )  # fmt: skip

    async def _ask(self, words: str) -> int:
        nursery = self.nursery
        assert nursery is not None
        assert nursery.stdin is not None
        assert nursery.stdout is not None
        nursery.stdin.write(f"{words}\n".encode())
        return int(await nursery.stdout.readline())

    async def start(self) -> None:
        self.bot = await self._ask("run")

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        os.kill(self.bot, how)

    async def ended(self) -> int:
        """Wait for its end; the exit status, negative for a signal."""
        status, self.bot = await self._ask(f"wait {self.bot}"), 0
        return status


@dataclass
class Accepted:
    """A press that the bot has answered by showing what came of it."""

    hand_id: int
    prompt: int
    verb: str


@dataclass
class Crowd:
    """Two or three at each table. `play` goes on till it is cancelled."""

    stage: Stage
    tables: dict[Channel, list[Person]]
    chance: random.Random
    accepted: list[Accepted] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    on_old_messages: int = 0
    started_at: float = 0.0

    def table_message(self, channel: Channel) -> Seen | None:
        someone = self.tables[channel][0]
        found = [seen for seen in someone.messages(channel) if not seen.ephemeral and seen.has("Rules")]
        return found[-1] if found else None

    async def play(self) -> None:
        async with asyncio.TaskGroup() as group:
            for channel in self.tables:
                group.create_task(self.at_table(channel))

    async def at_table(self, channel: Channel) -> None:
        while True:
            before = self.counts["presses"]
            with suppress(CannotDo):
                await self.something(channel)
            if self.counts["presses"] == before:
                await asyncio.sleep(0.01)

    async def something(self, channel: Channel) -> None:
        people, table = self.tables[channel], self.table_message(channel)
        person = self.chance.choice(people)
        if table is None:
            await self.press(person.slash(channel, "table start", clock=60, time_bank=0))
            return
        answers = [
            button.custom_id
            for button in table.buttons
            if button.custom_id and re.match(r"a:\d+:\d+:(call|check|fold)", button.custom_id)
        ]
        if answers:
            calm = [each for each in answers if not each.endswith("fold")] or answers
            asked = [one for one in people if f"**{one.user.display_name}**" in table.text]
            who = self.chance.choice(asked or people) if self.chance.random() < 0.9 else person
            await self.press(who.press(table, self.chance.choice(calm * 5 + answers)))
        elif table.has("Deal"):
            await self.press(person.press(table, "Deal"))
        elif not table.has("My hand"):
            await self.press(person.press(table, "Join"))
        else:
            await self.discard(person, table)

    async def discard(self, person: Person, table: Seen) -> None:
        """Ask for the own hand, and stand by it."""
        hand = await self.press(person.press(table, "My hand"))
        if hand.message is None:
            return
        mine = Seen(hand.message)
        for wanted in (re.compile("^(Pass|Stand pat)"),) * 2:
            if mine.has(wanted):
                await self.press(person.press(mine, wanted))

    async def press(self, interaction: Interaction) -> Interaction:
        """Wait for the answer; what was played by it is remembered."""
        self.counts["presses"] += 1
        await interaction
        self.counts["unanswered" if interaction.failed else "answered"] += 1
        assert interaction.attempts <= 1
        played = re.fullmatch(r"a:(\d+):(\d+):(\w+).*", interaction.data.get("custom_id", ""))
        if played and interaction.answer_kind == UPDATE:
            self.accepted.append(Accepted(int(played[1]), int(played[2]), played[3]))
            if interaction.source is not None and interaction.source.created < self.started_at:
                self.on_old_messages += 1
        return interaction


def crowd(stage: Stage, tables: int, people: int = 2, seed: int = 0) -> Crowd:
    """So many tables in one server, each with people of its own."""
    server = stage.world.add_server()
    seats = {}
    for number in range(tables):
        channel = stage.world.add_channel(server, f"table-{number}")
        seats[channel] = [stage.person(f"p{number}-{seat}", server) for seat in range(people)]
    return Crowd(stage, seats, random.Random(seed))
