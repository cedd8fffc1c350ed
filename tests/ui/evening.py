"""An evening on the stage: the whole bot over a file of its own, a stacked deck, and people around a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.app import PokerBot
from bot.engine import DECK, Card, parse_cards
from bot.sandbox.actors import Seen
from bot.sandbox.clock import ManualClock
from bot.settings import Settings, sqlite_url
from tests.dealing import SeededDealer
from tests.tables.room import in_memory

if TYPE_CHECKING:
    import re
    from collections.abc import Sequence
    from pathlib import Path

    from bot.sandbox.traffic import Exchange
    from bot.sandbox.world import Channel
    from tests.sandbox.harness import Stage


CALLBACK, POST, EDIT = "/interactions/*/*/callback", "/channels/*/messages", "/channels/*/messages/*"
"""Where answers, posts, and edits go to: for faults."""


class PlainBot(PokerBot):
    """The bot as an operator runs it, without painting and uploading 53 emojis first: cards are text."""

    async def _dress(self) -> None:
        return


class SteadyDealer(SeededDealer):
    """The same deck for every hand: the named cards first, in dealing order, the rest as it comes."""

    def __init__(self, cards: str = "") -> None:
        super().__init__()
        self.first = parse_cards(cards) if cards else ()

    def deck(self) -> tuple[Card, ...]:
        return (*self.first, *(card for card in DECK if card not in self.first))

    def shuffled(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(cards)

    def one_of(self, seats: Sequence[int]) -> int:
        return min(seats)


class Evening:
    """A server with a channel, people in it, and the bot; `press` and `slash` wait for the answer and until all is quiet."""

    def __init__(self, stage: Stage, file: Path, *names: str, cards: str = "") -> None:
        self.stage = stage
        self.file = file
        self.dealer = SteadyDealer(cards)
        self.server = stage.world.add_server()
        self.channel = stage.world.add_channel(self.server)
        self.people = {name: stage.person(name, self.server) for name in names}
        self.rail = stage.person("rail", self.server)
        self.bot: PokerBot | None = None

    async def open(self) -> PokerBot:
        assert isinstance(self.stage.clock, ManualClock)
        settings = Settings(database_url=sqlite_url(self.file), _env_file=None)
        bot = await PlainBot.composed(settings, clock=self.stage.clock, dealer=self.dealer)
        self.bot = bot
        self.stage.world.busy.append(lambda: bot.desk.busy or bot.tables.busy)
        await self.stage.start(lambda: bot)
        await self.quiet()
        return bot

    async def reopen(self) -> PokerBot:
        await self.stage.stop()
        self.stage.world.busy.clear()
        return await self.open()

    @property
    def desk(self):
        assert self.bot is not None
        return self.bot.desk

    async def quiet(self) -> None:
        await self.stage.world.settled()

    async def slash(self, name: str, words: str, **options: Any):
        answer = await self.people[name].slash(self.channel, words, **options)
        await self.quiet()
        return answer

    async def press(self, name: str, wanted: str | re.Pattern[str], target: Seen | Channel | None = None):
        answer = await self.people[name].press(target or self.channel, wanted)
        await self.quiet()
        return answer

    async def wait(self, seconds: float) -> None:
        await self.stage.clock_on(seconds)

    def table(self) -> Seen:
        """The newest public message that stands for the table."""
        found = [seen for seen in self.rail.messages(self.channel) if "Open Draw" in seen.text and not seen.ephemeral]
        assert found, [seen.text for seen in self.rail.messages(self.channel)]
        return found[-1]

    def private(self, name: str) -> Seen:
        """The newest message that only this person sees."""
        return [seen for seen in self.people[name].messages(self.channel) if seen.ephemeral][-1]

    def view(self):
        assert self.bot is not None
        return self.bot.tables.in_channel(self.channel.id)

    def requests(self, since: int = 0) -> list[Exchange]:
        return list(self.stage.traffic.exchanges)[since:]

    def mark(self) -> int:
        return len(self.stage.traffic.exchanges)

    def kinds(self, since: int = 0) -> list[str]:
        """What was asked of Discord: `post`, `edit`, `delete`, `answer <type>`, `whisper`, `edit whisper`."""
        return [kind for each in self.requests(since) if (kind := kind_of(each))]

    async def seated(self, *, deal: bool = True, **options: Any) -> None:
        """Everybody sits, the first as the host; the first hand is dealt."""
        first, *others = self.people
        await self.slash(first, "table start", **options)
        for name in others:
            await self.press(name, "Join")
        if deal:
            await self.press(first, "Deal")

    def asked(self) -> str:
        """The name of whoever is asked."""
        hand = self.view().hand
        assert hand is not None
        assert hand.prompt_seat is not None, "nobody is asked"
        return hand.players[hand.prompt_seat].name


def kind_of(exchange: Exchange) -> str | None:
    path = exchange.path.split("?")[0]
    if path.endswith("/callback"):
        return f"answer {exchange.request['type']}"
    if "/webhooks/" in path:
        return "whisper" if exchange.method == "POST" else "edit whisper"
    if "/messages" in path:
        return {"POST": "post", "PATCH": "edit", "DELETE": "delete"}.get(exchange.method)
    return None


def custom_ids(seen: Seen) -> list[str]:
    return [button.custom_id for button in seen.buttons if button.custom_id]


def suspended(here: Evening) -> set[str]:
    """Why the table's clocks stand still, if they do."""
    assert here.bot is not None
    return in_memory(here.bot.tables, here.view().table_id).suspended
