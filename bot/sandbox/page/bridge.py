"""The page's backend over the sandbox's world: each socket is one person's, and hears what that person may see."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.sandbox.ids import id_of
from bot.sandbox.page import sight
from bot.sandbox.page.hands import Hands
from bot.sandbox.page.server import Blob, Frame, Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from bot.sandbox.actors import Person
    from bot.sandbox.world import Change, World

SURROUNDINGS = frozenset(
    [
        "channel_created",
        "channel_changed",
        "channel_deleted",
        "permissions_changed",
        "server_joined",
        "server_left",
        "server_unavailable",
        "server_available",
        "member_joined",
        "member_left",
        "member_changed",
        "role_created",
        "role_changed",
        "commands_changed",
        "emojis_changed",
    ]
)


class WorldBackend:
    """`server.Backend` over a `World`.

    `people` are those whom the page can be, in their order; without it everybody with an account, the owner last. `notes` say
    beside a name what the person is there for.
    """

    def __init__(self, world: World, people: Iterable[Person] | None = None, notes: Mapping[int, str] | None = None) -> None:
        self.world = world
        self.notes = notes or {world.application.owner.id: "owns the servers"}
        self._fixed = None if people is None else {person.id: person for person in people}
        self._found: dict[int, Person] = {}
        self._hands: dict[int, Hands] = {}
        self._watchers: list[_Watcher] = []

    @property
    def people(self) -> dict[int, Person]:
        return sight.world_people(self.world, self._found) if self._fixed is None else self._fixed

    def first_person(self) -> str:
        return str(next(iter(self.people)))

    def knows(self, person: str) -> bool:
        return id_of(person) in self.people

    def welcome(self, person: str) -> Frame:
        return sight.welcome(self.people[int(person)], self.people.values(), self.notes)

    def history(self, person: str, channel: str, before: str | None) -> Frame:
        who = self.people[int(person)]
        return sight.history(who, sight.channel(who, channel), before)

    def watch(self, person: str, send: Callable[[Frame], None]) -> Callable[[], None]:
        watcher = _Watcher(self, self.people[int(person)], send)
        stop = self.world.subscribe(watcher.observe)
        self._watchers.append(watcher)

        def stop_watching() -> None:
            stop()
            self._watchers.remove(watcher)

        return stop_watching

    async def act(self, person: str, request: Frame) -> Frame:
        who = self.people[int(person)]
        answer = await self._hands.setdefault(who.id, Hands(who)).act(request)
        if request["t"] == "locale":  # the world has no event for it: people change their language without a word
            for watcher in self._watchers:
                watcher.surroundings_changed()
        return answer

    def emoji(self, emoji_id: str) -> Blob | None:
        wanted = id_of(emoji_id)
        found = None if wanted is None else self.world.application.emojis.get(wanted)
        return None if found is None else Blob(found.image, found.name, found.content_type)

    def attachment(self, person: str, message_id: str, attachment_id: str) -> Blob | None:
        if not self.knows(person):
            return None
        try:
            message = sight.message(self.people[int(person)], message_id)
        except Refused:
            return None
        found = next(
            (file for file in (*message.attachments, *message.former_attachments) if str(file.id) == attachment_id), None
        )
        return None if found is None else Blob(found.content, found.filename, found.content_type)


class _Watcher:
    """One socket's filter: what of the world's changes one person hears."""

    def __init__(self, backend: WorldBackend, who: Person, send: Callable[[Frame], None]) -> None:
        self._backend = backend
        self._who = who
        self._send = send
        self._welcome_due = False

    def observe(self, change: Change) -> None:
        if change.kind in SURROUNDINGS:
            self.surroundings_changed()
        elif change.message is None or change.message.visible_to not in (None, self._who.id):
            return
        elif change.kind == "message_deleted" and self._who.can_see(change.message.channel):
            self._send({"t": "gone", "channel": str(change.message.channel.id), "id": str(change.message.id)})
        elif change.kind in ("message_created", "message_edited") and sight.sees(self._who, change.message):
            self._send({"t": "message", "message": sight.drawn(self._who, change.message)})

    def surroundings_changed(self) -> None:
        """One welcome for however many changes come at once."""
        if not self._welcome_due:
            self._welcome_due = True
            asyncio.get_running_loop().call_soon(self._welcome)

    def _welcome(self) -> None:
        self._welcome_due = False
        self._send({"t": "welcome", **self._backend.welcome(str(self._who.id))})
