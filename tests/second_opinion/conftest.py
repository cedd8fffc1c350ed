"""The bot in simcord's Discord, which is none of ours: `club` is a channel with the bot and people in it."""

from __future__ import annotations

from contextvars import copy_context
from typing import TYPE_CHECKING, Any

import pytest
import simcord
from simcord.backend import Backend

from bot.app import PokerBot
from bot.render import EMOJI_NAMES
from bot.sandbox.clock import ManualClock
from bot.settings import Settings, sqlite_url
from tests.ui.evening import SteadyDealer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    import discord
    from simcord.actors import MemberActor
    from simcord.env import Env
    from simcord.results import InteractionResult


class KeepsContext(ManualClock):
    """Rings in the context in which it was set, as a loop's own timers do: by it simcord knows whose work it is."""

    def call_later(self, delay_seconds: float, callback: Callable[..., Any], *args: Any):
        return super().call_later(delay_seconds, copy_context().run, callback, *args)


class Club:
    """A channel in simcord, with people. `wait` moves the bot's clock and simcord's, which tell the same time."""

    def __init__(self, file: Path) -> None:
        self.settings = Settings(database_url=sqlite_url(file), _env_file=None)
        self.clock = KeepsContext(Backend().clock.now().timestamp())
        self.bot: PokerBot
        self.env: Env

    async def composed(self) -> PokerBot:
        self.bot = await PokerBot.composed(self.settings, clock=self.clock, dealer=SteadyDealer(), shard_count=1)
        return self.bot

    async def connected(self) -> None:
        """What a socket would tell, since simcord has none."""
        with self.env._bot_scope():
            self.bot.dispatch("shard_connect", 0)
        await self.env.settle()

    def furnish(self, *names: str) -> None:
        guild = self.env.create_guild()
        self.channel = guild.create_text_channel("poker")
        self.people = {name: guild.add_member(self.env.create_user(name)) for name in names}

    async def restart(self) -> None:
        await self.bot.close()
        await self.env.restart_bot(await self.composed())
        await self.connected()

    async def wait(self, seconds: float) -> None:
        until = self.clock.time() + seconds
        while (due := self.clock.next_due()) is not None and due <= until:
            await self._on(max(0.0, due - self.clock.time()))
        await self._on(until - self.clock.time())

    async def _on(self, seconds: float) -> None:
        self.clock.advance(seconds)
        await self.env.advance_time(seconds)

    async def slash(self, name: str, command: str, **options: Any) -> InteractionResult:
        return await self.people[name].slash(self.channel, command, **options)

    async def press(self, name: str, label: str, message: discord.Message | None = None) -> InteractionResult:
        """Press the button that begins so, on the table's message unless another is given."""
        message = message or self.table()
        found = [each for each in labels(message) if each.startswith(label)]
        assert found, (label, labels(message), text_of(message))
        return await self.people[name].click(message, label=found[0])

    def table(self) -> discord.Message:
        """The newest message with buttons that everybody sees."""
        return [each for each in self.channel.history() if labels(each) and "hand" in text_of(each).casefold()][-1]

    def private(self, name: str) -> discord.Message:
        mine: MemberActor = self.people[name]
        return [each for each in self.channel.history(viewer=mine) if each.flags.ephemeral][-1]

    def asked(self) -> str:
        hand = self.bot.tables.in_channel(self.channel.id).hand
        assert hand is not None
        assert hand.prompt_seat is not None
        return hand.players[hand.prompt_seat].name

    def phase(self) -> str:
        hand = self.bot.tables.in_channel(self.channel.id).hand
        return hand.view.phase if hand is not None else "none"

    async def bet_to(self, phase: str) -> None:
        """Everybody calls or checks until this phase."""
        while self.phase() != phase:
            label = next(each for each in labels(self.table()) if each.startswith(("Call", "Check")))
            await self.press(self.asked(), label)
            await self.wait(1.5)


def labels(message: discord.Message) -> list[str]:
    return [part["label"] for part in _parts(message) if part.get("type") == 2 and part.get("label")]


def text_of(message: discord.Message | None) -> str:
    assert message is not None
    text = "\n".join(part["content"] for part in _parts(message) if part.get("type") == 10)
    return text.replace("\u00a0", " ").replace("\u2060", "")  # nobody sees where a line may not break


def _parts(message: discord.Message):
    return simcord.components.walk_components([each.to_dict() for each in message.components])


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    """The bot is connected, one, two and three are there, and the cards' emojis are known from an earlier start."""
    here = Club(tmp_path / "open-draw.db")
    here.env = simcord.Env(await here.composed())
    for name in EMOJI_NAMES:
        here.env.backend.create_application_emoji(name)
    await here.env.start()
    here.furnish("one", "two", "three")
    await here.connected()
    yield here
    await here.bot.close()
    await here.env.shutdown()
    here.env.raise_errors()
