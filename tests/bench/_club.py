"""A club on the stand-in: channels, people and their tables, played by pressing; the bot is in a process of its own."""

import asyncio
import itertools
import random  # noqa: TID251 - people at the sandbox make up their own minds
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from bot.render import TEXT_CARDS, emoji_pictures, speech, table_message
from bot.sandbox.actors import Person, person
from bot.sandbox.rest import Limits
from bot.sandbox.rest.budgets import UNLIMITED
from bot.sandbox.stand_in import StandIn
from bot.sandbox.world import Change, Channel, Interaction, Message, World
from bot.sandbox.world.application import Emoji
from bot.sandbox.world.components import BUTTON, COMPONENTS_V2, walk
from bot.tables import Player, TableView
from tests.bench._room import Wish, furnish, room

A_SERVER = 20
"""Tables a server."""

Prompt = tuple[int, int]
"""A hand and the number of its prompt, as the buttons name them."""

NO_PROMPT: Prompt = (0, -1)
TURN = re.compile(r"▶[D ] (\S+)")
ANSWERS, DRAFTS, MY_HAND = "a:", "c:", "hand"


@dataclass(eq=False)
class Felt:
    """One channel with a table, and its people, who press what they see. `taken` are the seconds of each press by its kind."""

    club: "Club"
    channel: Channel
    people: dict[str, Person]
    chance: random.Random
    public: Message | None = None
    private: dict[int, Message] = field(default_factory=dict)
    answered: Prompt = (0, -1)
    looked: tuple[Person, str] | None = None

    def told(self, change: Change) -> None:
        """Look at a new message: the table's own, or one for a single person."""
        message = change.message
        assert message is not None
        if message.visible_to is not None:
            self.private[message.visible_to] = message
        elif message.author is self.club.world.application.user and "### ♠" in message.text:
            self.public = message

    @property
    def asked(self) -> Person | None:
        """Whose turn the table's message shows."""
        turn = TURN.search(self.public.text) if self.public is not None else None
        return self.people.get(turn[1]) if turn else None

    async def act(self) -> bool:
        """Press once for whoever is asked, where the newest prompt is seen; False where there is nothing to press now."""
        if self.public is None:
            return False
        message = max([self.public, *self.private.values()], key=prompt_of)
        if prompt_of(message) > max(NO_PROMPT, self.answered):
            self.answered = prompt_of(message)
            return await self._answer(message)
        return await self._look()

    async def _answer(self, message: Message) -> bool:
        private = message is not self.public
        who = self.club.people[message.visible_to] if message.visible_to is not None else self.asked
        if who is None:
            return False
        choices = [custom_id for custom_id in enabled(message) if custom_id[:2] in (ANSWERS, DRAFTS)]
        betting = any(one.endswith((":check", ":call")) for one in choices)
        wanted = self._bet(choices) if betting else self._discard(choices)
        if wanted.startswith(DRAFTS):
            self.answered = NO_PROMPT  # the same prompt is still open
            await self.press(who, message, wanted, "half-made choice")
        else:
            await self.press(who, message, wanted, "answer in private" if private else "bet on the table")
        return True

    async def _look(self) -> bool:
        """Open one's hand, once, where the table's message says that one is asked and shows no buttons for it."""
        assert self.public is not None
        who = self.asked
        if who is None or prompt_of(self.public) > NO_PROMPT or self.looked == (who, self.public.text):
            return False
        self.looked = (who, self.public.text)
        wanted = self.my_hand
        if wanted is None:
            return False
        await self.press(who, self.public, wanted, "my hand")
        return True

    @property
    def my_hand(self) -> str | None:
        """The custom_id of [My hand] on the table's message."""
        ids = enabled(self.public) if self.public is not None else []
        return next((custom_id for custom_id in ids if custom_id.endswith(MY_HAND)), None)

    def _bet(self, answers: list[str]) -> str:
        staying = next(one for one in answers if one.endswith((":check", ":call")))
        luck = self.chance.random()
        raises = [one for one in answers if ":raise:" in one]
        if luck < 0.12 and raises:
            return raises[0]
        return (
            next((one for one in answers if one.endswith(":fold")), staying)
            if luck > 0.9 and staying.endswith(":call")
            else staying
        )

    def _discard(self, choices: list[str]) -> str:
        """Sure of what was picked; else stand pat at once, or throw a card as often as not, or pass."""
        sure = [one for one in choices if one.startswith(ANSWERS)]
        if sure:
            return sure[0]
        picks = [one for one in choices if ":pick:" in one]
        if picks and self.chance.random() < 0.5:
            return self.chance.choice(picks)
        return next(one for one in choices if one.endswith(":pass"))

    async def press(self, who: Person, message: Message, custom_id: str, kind: str) -> Interaction:
        answer = who.press(message, custom_id)
        await answer
        self.club.note(kind, answer)
        return answer


def enabled(message: Message) -> list[str]:
    """The custom_ids of the buttons that can be pressed on a message."""
    return [part["custom_id"] for part in walk(message.components) if part["type"] == BUTTON and not part.get("disabled")]


def prompt_of(message: Message) -> Prompt:
    """The prompt that a message has buttons for."""
    for custom_id in enabled(message):
        if custom_id[:2] in (ANSWERS, DRAFTS):
            _, hand, prompt, *_ = custom_id.split(":")
            return int(hand), int(prompt)
    return NO_PROMPT


class Club:
    """A world with its stand-in, and tables in it. An async context manager; `seconds` are the times from press to answer, by kind."""

    def __init__(self, tables: int = 1, people: int = 4, limits: Limits = UNLIMITED) -> None:
        self.world = World()
        self.stand_in = StandIn(self.world, limits=limits)
        self.seconds: dict[str, list[float]] = {}
        self.unanswered = 0
        self.watchers: list[Callable[[Felt, Change], None]] = []
        dealer = random.Random(tables)
        self.felts: dict[int, Felt] = {}
        self.people: dict[int, Person] = {}
        for number in range(tables):
            if number % A_SERVER == 0:
                server = self.world.add_server(f"club {number // A_SERVER}")
            channel = self.world.add_channel(server, f"poker-{number}")
            names = [f"t{number}p{seat}" for seat in range(people)]
            crowd = {name: person(self.world, name, server) for name in names}
            self.people |= {who.id: who for who in crowd.values()}
            self.felts[channel.id] = Felt(self, channel, crowd, random.Random(dealer.random()))
        self.world.subscribe(self._told)

    async def __aenter__(self) -> Self:
        await self.stand_in.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stand_in.close()

    @property
    def address(self) -> tuple[str, str, str]:
        """Where a bot finds this Discord: REST, gateway and token."""
        return self.stand_in.base_url, self.stand_in.gateway.url, self.world.application.token

    def _told(self, change: Change) -> None:
        felt = self.felts.get(change.channel.id) if change.channel is not None else None
        if felt is None or change.kind not in ("message_created", "message_edited"):
            return
        if change.kind == "message_created":
            felt.told(change)
        for watcher in self.watchers:
            watcher(felt, change)

    def note(self, kind: str, answer: Interaction) -> None:
        if answer.latency_seconds is None:
            self.unanswered += 1
        else:
            self.seconds.setdefault(kind, []).append(answer.latency_seconds)

    def forget(self) -> dict[str, list[float]]:
        """The times so far; from now on they are counted anew."""
        seconds, self.seconds = self.seconds, {}
        return seconds

    async def furnish(self, database: Path) -> None:
        """Have a hand running at every table before the bot starts, with its message in the channel and all emojis, as after a restart."""
        for name, picture in emoji_pictures().items():
            emoji = Emoji(self.world.new_id(), name, picture, "image/png")
            self.world.application.emojis[emoji.id] = emoji
        wanted = [
            Wish(
                felt.channel.server.id,
                felt.channel.id,
                tuple(Player(who.id, name) for name, who in felt.people.items()),
                ("sequential", "simple")[number % 2],
            )
            for number, felt in enumerate(self.felts.values())
        ]
        async with room(database) as tables:
            for view in await furnish(tables, wanted):
                await tables.posted(view.table_id, self._post(view).id)

    def _post(self, view: TableView) -> Message:
        shown = table_message(view, speech("en"), TEXT_CARDS).view().to_components()
        for number, part in enumerate(walk(shown), 1):
            part["id"] = number
        author = self.world.application.user
        return self.world.post(self.felts[view.channel_id].channel, author, components=shown, flags=COMPONENTS_V2)

    async def play(self, seconds: float, every_seconds: float) -> int:
        """Let every table act once in so many seconds, for so long; how many presses there were. A late answer delays its own table alone."""
        loop = asyncio.get_running_loop()
        began, pressed = loop.time(), itertools.count()

        async def evening(felt: Felt, first: float) -> None:
            due = began + first
            while due < began + seconds:
                await asyncio.sleep(due - loop.time())
                if await felt.act():
                    next(pressed)
                due = max(due + every_seconds, loop.time())

        every = every_seconds / len(self.felts)
        await asyncio.gather(*(evening(felt, number * every) for number, felt in enumerate(self.felts.values())))
        return next(pressed)
