"""House players and people at many tables in a Discord full of faults: nothing may be lost, and nobody may see what is not theirs."""

import asyncio
import itertools
import random  # noqa: TID251 - a test may choose by a chance of its own
import re
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack, closing, suppress
from pathlib import Path
from typing import Any

from bot.app import PokerBot
from bot.engine import VARIANTS
from bot.sandbox.actors import CannotDo, Person
from bot.sandbox.clock import ManualClock
from bot.sandbox.faults import Aim
from bot.sandbox.gateway import INVALID_SESSION, RECONNECT
from bot.sandbox.traffic import Traffic
from bot.sandbox.world import Channel, Interaction
from bot.settings import Settings, sqlite_url
from bot.tables.state import Table
from bot.tables.storage.audit import audit
from tests.dealing import SeededDealer
from tests.sandbox.harness import Stage
from tests.tables.room import all_in_memory
from tests.trouble import fire
from tests.trouble.truth import playing_buttons
from tests.trouble.watch import Watch

PATHS = ("*", "/interactions/*", "/channels/*", "/webhooks/*")
APOLOGY = "something went wrong on our side"
STEP_SECONDS = 0.25
REQUEST_SECONDS = 60.0
EXCUSED_SECONDS = (8.0, 4.0)
"""So long after, and so long before, Discord itself lost or refused something, a press may have stayed unanswered."""


class Soak:
    """One run. `counts` are the faults and what was played; `lost` is what must be empty at the end."""

    def __init__(self, file: Path, seed: int, tables: int = 6) -> None:
        self.file = file
        self.chance = random.Random(seed)
        self.clock = ManualClock()
        self.watch = Watch()
        self.stage = Stage(clock=self.clock, traffic=self.watch)
        self.counts: Counter[str] = Counter()
        self.disturbed: list[float] = []
        self.presses: list[Interaction] = []
        self.people: dict[Channel, list[Person]] = {}
        self.store_fault = AsyncExitStack()
        self.wanted_tables = tables
        self.bot: PokerBot | None = None
        self.undo: list[Any] = []

    async def run(self, goes_on: Callable[[], bool]) -> None:
        """Play, asking before each step whether it goes on; then everything is made well again, and comes to rest."""
        async with self.stage:
            world = self.stage.world
            self.servers = [world.add_server(f"club {number}") for number in range(2)]
            for number in range(self.wanted_tables):
                self.new_place(number % 2)
            await self.start()
            while goes_on():
                await self.step()
            await self.heal()
            await self.at_the_end()
            await self.stage.stop()
        self.counts["leaks looked for"] = self.watch.looked

    def new_place(self, server: int) -> None:
        world, place = self.stage.world, self.servers[server]
        channel = world.add_channel(place, f"c{world.new_id()}")
        if self.chance.random() < 0.4:
            channel = world.add_thread(channel)
        self.people[channel] = [self.stage.person(f"p{channel.id % 10_000}-{number}", place) for number in range(3)]

    async def start(self) -> None:
        settings = Settings(
            _env_file=None, database_url=sqlite_url(self.file), first_deal_seconds=1, between_hands_seconds=2, tables_a_person=9
        )
        bot = self.bot = await PokerBot.composed(settings, clock=self.clock, dealer=SeededDealer(self.chance.randrange(1 << 30)))
        await fire_soon(bot)
        self.watch.at(self.stage.world, bot.tables)
        self.stage.world.busy.clear()
        self.stage.world.busy.append(lambda: bot.responder.busy or bot.tables.busy)
        await self.stage.start(lambda: bot)

    async def step(self) -> None:
        """Some press somewhere, a little time, and now and then a fault."""
        for channel in self.chance.sample(list(self.people), 2):
            with suppress(CannotDo):
                self.press_something(channel)
        await self.stage.drip(self.chance.choice((0.1, 0.3, 0.8, 2.0)), STEP_SECONDS)
        if self.chance.random() < 0.15:
            await self.make_well()
        if self.chance.random() < 0.06:
            await self.fault()

    def press_something(self, channel: Channel) -> None:
        person = self.asked(channel) if self.chance.random() < 0.7 else self.chance.choice(self.people[channel])
        seen = [message for message in person.messages(channel) if message.buttons]
        if not any(not message.ephemeral for message in seen):
            variant = self.chance.choice((*VARIANTS, "dealers-choice"))
            self.did(person.slash(channel, "table start", variant=variant, buy_in=200))
            return
        if self.chance.random() < 0.03:
            words, options = self.chance.choice(
                [
                    ("table away", {}),
                    ("table back", {}),
                    ("table top-up", {}),
                    ("table leave", {}),
                    ("table show", {}),
                    ("table house", {"players": 2}),
                    ("hand", {}),
                    ("chips daily", {}),
                ]
            )
            self.did(person.slash(channel, words, **options))
            return
        message = self.chance.choice(seen[-3:])
        enabled = [button for button in message.buttons if not button.disabled and button.custom_id]
        sensible = [
            button
            for button in enabled
            if re.search(r":(call|check|pass|draw|join|deal|hand|choose|throw|back|pick)", button.custom_id or "")
        ]
        button = self.chance.choice(sensible * 3 + enabled)
        self.did(person.press(message, button.custom_id))

    def table(self, channel: Channel) -> Table | None:
        """The channel's open table."""
        return next((table for table in all_in_memory(self.bot.tables) if table.channel_id == channel.id), None)

    def asked(self, channel: Channel) -> Person:
        """Whoever's turn it is, or anybody."""
        table = self.table(channel)
        live = table.state.running if table is not None else None
        wanted = live.players[live.prompt_seat].id if live is not None and live.prompt_seat is not None else 0
        people = self.people[channel]
        return next((person for person in people if person.id == wanted), self.chance.choice(people))

    def did(self, interaction: Interaction) -> None:
        self.counts["presses"] += 1
        self.presses.append(interaction)
        if interaction.modal is not None:
            self.counts["forms"] += 1

    def disturb(self) -> None:
        self.disturbed.append(self.clock.time())

    async def fault(self) -> None:
        """One of everything that can go wrong. What lasts is undone some steps later, or by the next fault."""
        await self.make_well()
        name = self.chance.choice([name for name in dir(self) if name.startswith("fault_")])
        done = getattr(self, name)()
        if asyncio.iscoroutine(done):
            await done
        self.counts[name.removeprefix("fault_").replace("_", " ")] += 1

    async def make_well(self) -> None:
        await self.store_fault.aclose()
        while self.undo:
            self.undo.pop()()

    def _aim(self) -> Aim:
        return Aim("*", self.chance.choice(PATHS), times=self.chance.randrange(1, 6), every=self.chance.randrange(1, 3))

    def fault_429(self) -> None:
        self.disturb()
        self.stage.faults.rate_limit(self._aim(), retry_after=0.02, everywhere=self.chance.random() < 0.3)

    def fault_5xx(self) -> None:
        self.disturb()
        self.stage.faults.server_error(self._aim(), status=self.chance.choice((500, 502, 503)))

    def fault_slow(self) -> None:
        self.disturb()
        self.stage.faults.slow(self.chance.uniform(0.2, 2.9), self._aim())

    def fault_event_twice(self) -> None:
        self.stage.faults.double_event(3)

    def fault_event_late(self) -> None:
        self.disturb()
        self.stage.faults.late_event(self.chance.uniform(0.5, 4.0), 2)

    def fault_event_lost(self) -> None:
        self.disturb()
        self.stage.faults.lose_event(2)

    async def fault_socket_dropped(self) -> None:
        self.disturb()
        await self.stage.gateway.drop()

    async def fault_session_lost(self) -> None:
        self.disturb()
        await self.stage.gateway.drop(resumable=False, op=INVALID_SESSION)

    async def fault_reconnect_asked(self) -> None:
        self.disturb()
        await self.stage.gateway.drop(op=RECONNECT)

    def fault_message_deleted(self) -> None:
        channel = self.chance.choice(list(self.people))
        mine = [message for message in channel.messages.values() if message.author.bot and message.visible_to is None]
        if mine:
            self.stage.world.delete_message(mine[-1])

    def fault_permission_lost(self) -> None:
        channel, bot = self.chance.choice(list(self.people)), self.stage.world.application.user
        self.stage.world.set_permissions(channel, bot, deny=("send_messages", "send_messages_in_threads"))
        self.undo.append(lambda: channel.deleted or self.stage.world.set_permissions(channel, bot))

    def fault_thread_archived(self) -> None:
        threads = [channel for channel in self.people if channel.is_thread]
        if threads:
            thread = self.chance.choice(threads)
            self.stage.world.archive(thread, locked=True)
            self.undo.append(lambda: thread.deleted or self.stage.world.archive(thread, archived=False))

    def fault_channel_deleted(self) -> None:
        if self.chance.random() < 0.3:
            channel = self.chance.choice(list(self.people))
            del self.people[channel]
            self.disturb()
            self.stage.world.delete_channel(channel)
            self.new_place(self.servers.index(channel.server))

    def fault_bot_removed(self) -> None:
        if self.chance.random() < 0.3:
            self.disturb()
            self.stage.world.remove_bot(self.servers[1])
            self.undo.append(lambda: (self.disturb(), self.stage.world.invite_bot(self.servers[1])))

    def fault_person_left(self) -> None:
        channel = self.chance.choice(list(self.people))
        gone = self.people[channel].pop(0)
        self.disturb()
        self.stage.world.leave(channel.server, gone.user)
        self.people[channel].append(self.stage.person(f"n{self.stage.world.new_id() % 100_000}", channel.server))

    async def fault_disk_full(self) -> None:
        self.store_fault.enter_context(fire.full_disk(self.file))

    async def fault_file_locked(self) -> None:
        await self.store_fault.enter_async_context(fire.locked(self.file))

    async def fault_write_refused(self) -> None:
        table, when = self.chance.choice(
            (("hand_action", "INSERT"), ("transfer", "INSERT"), ("seat", "UPDATE"), ("hand", "UPDATE"))
        )
        await self.store_fault.enter_async_context(fire.failing(self.file, table, when))

    async def fault_restart(self) -> None:
        self.disturb()
        self.stage.faults.clear()
        await self.stage.stop()
        await self.start()
        self.disturb()

    async def heal(self) -> None:
        await self.make_well()
        self.stage.faults.clear()
        await self.stage.drip(20, STEP_SECONDS)
        await self.rests()
        for channel in self.people:
            if (table := self.table(channel)) is not None:
                self.bot.responder.table_messages.retry(table.id)
        await self.stage.drip(70, STEP_SECONDS)
        await self.rests()

    async def rests(self) -> None:
        """discord.py waits in real time between its attempts at a request, however late it is by the world's clock."""
        await self.stage.until(lambda: not self.bot.responder.busy, timeout_seconds=REQUEST_SECONDS)

    async def at_the_end(self) -> None:
        """Find what was lost: `counts` gets the figures that must all be zero."""
        lines: list[str] = []
        faults = await audit(sqlite_url(self.file), lines.append)
        self.counts["hands"] = int(re.search(r"(\d+) hands \(", lines[1])[1])
        self.counts["presses that Discord lost or refused"] = sum(press.failed for press in self.presses)
        self.wrong = await self.untrue()
        self.lost = {
            "lost chips": sum("FAULT" in line and "replay" not in line for line in lines),
            "lost hands": await self._void_by_fault() + sum("replay" in line for line in lines if "FAULT" in line),
            "unanswered presses": len(self.unanswered()),
            "apologies for a fault of ours": sum(APOLOGY in press.text and not self.excused(press) for press in self.presses),
            "leaked cards": len(self.watch.leaks),
            "tables whose message is not the truth": len(self.wrong),
        }
        assert not faults or self.lost["lost chips"] or self.lost["lost hands"], lines

    async def _void_by_fault(self) -> int:
        async with self.bot._store.reading() as t:
            return sum(
                row.void is not None and row.void not in {"closed", "stopped", "idle"}
                for row, _ in await t.hands.every(limit=100_000)
            )

    def excused(self, press: Interaction) -> bool:
        """Whether Discord itself lost or refused something about then."""
        after, before = EXCUSED_SECONDS
        return any(at - before < press.created < at + after for at in self.disturbed)

    def unanswered(self) -> list[Interaction]:
        return [
            press for press in self.presses
            if (press.failed or (press.original is not None and press.original.thinking)) and not self.excused(press)
        ]  # fmt: skip

    async def untrue(self) -> list[str]:
        wrong = []
        for channel, people in self.people.items():
            table = self.table(channel)
            if table is None:
                continue
            live = table.state.running
            wanted = {f"a:{live.id}:{live.hand.prompt_number}:"} if live is not None else set()
            playing = [
                ids for message in people[-1].messages(channel) if not message.ephemeral and (ids := playing_buttons(message))
            ]
            shown = {re.match(r"a:\d+:\d+:", one)[0] for ids in playing for one in ids}
            if not shown <= wanted or len(playing) > 1:
                wrong.append(f"{channel.name}: {shown} instead of {wanted}, {len(playing)} messages")
        return wrong


async def fire_soon(bot: PokerBot) -> None:
    """Not to wait for a locked file as long as an operator's backup may take."""
    async with bot._store.transaction() as t:
        await t.meta.set("soak", "1")
    await fire.be_impatient(bot._store)


async def soak(file: Path, seed: int, goes_on: Callable[[], bool], traffic: Path | None = None) -> Soak:
    """One run. Its traffic is written down at the end, since no file of this process grows while the disk is full."""
    run = Soak(file, seed)
    await run.run(goes_on)
    with closing(Traffic(traffic)) as record:
        for exchange in run.watch.exchanges:
            record.record(exchange)
    return run


def for_seconds(seconds: float) -> Callable[[], bool]:
    """So long in real time, however much comes about in it."""
    ends = time.monotonic() + seconds
    return lambda: time.monotonic() < ends


def for_steps(steps: int) -> Callable[[], bool]:
    """So many steps, however long they take."""
    numbers = itertools.count()
    return lambda: next(numbers) < steps
