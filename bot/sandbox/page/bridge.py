"""The world through the page's eyes: each person's own view of it, and that person's hands on it."""

from __future__ import annotations

import asyncio
import copy
from typing import TYPE_CHECKING, Any

from discord import Locale

from bot.sandbox import payloads
from bot.sandbox.actors import CannotDo, Person, Seen
from bot.sandbox.page.server import Blob, Frame, Refused
from bot.sandbox.refusals import Refusal
from bot.sandbox.world.interactions import CHOICES, MODAL
from bot.sandbox.world.messages import SELECTS, walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from bot.sandbox.world import Attachment, Change, Channel, Interaction, Message, Server, World

MESSAGES_AT_ONCE = 50
LOCALES = [locale.value for locale in Locale]
USER, CHANNEL, ROLE, MENTIONABLE = 6, 7, 8, 9  # kinds of command options
SURROUNDINGS = frozenset({
    "channel_created", "channel_changed", "channel_deleted", "permissions_changed", "server_joined", "server_left",
    "member_joined", "member_left", "commands_changed", "emojis_changed",
})  # fmt: skip


class WorldBackend:
    """
    `server.Backend` over a `World`.

    `people` are those whom the page can be, in their order; without it everybody with an account, the owner last. `notes` say
    beside a name what the person is there for.
    """

    def __init__(self, world: World, people: Iterable[Person] | None = None, notes: Mapping[int, str] | None = None) -> None:
        self.world = world
        self.notes = notes or {world.application.owner.id: "owns the servers"}
        self._fixed = None if people is None else {person.id: person for person in people}
        self._found: dict[int, Person] = {}
        self._modals: dict[int, Interaction] = {}  # the one that each person's client shows
        self._watchers: list[Callable[[], None]] = []

    @property
    def people(self) -> dict[int, Person]:
        if self._fixed is not None:
            return self._fixed
        owner = self.world.application.owner
        for user in [user for user in self.world.users.values() if not user.bot and user is not owner] + [owner]:
            self._found.setdefault(user.id, Person(self.world, user))
        return {user_id: self._found[user_id] for user_id in sorted(self._found, key=lambda user_id: user_id == owner.id)}

    def first_person(self) -> str:
        return str(next(iter(self.people)))

    def knows(self, person: str) -> bool:
        return person.isdecimal() and int(person) in self.people

    # Seeing.

    def welcome(self, person: str) -> Frame:
        who = self.people[int(person)]
        servers = [server for server in self.world.servers.values() if who.id in server.members]
        bot = self.world.application.user
        return {
            "me": self._person(who),
            "people": [*map(self._person, self.people.values()), self._person(Person(self.world, bot))],
            "guilds": [self._server(who, server) for server in servers],
            "commands": {str(server.id): self._commands(who, server) for server in servers},
            "locales": LOCALES,
            "now": self.world.clock.time() * 1000,
        }

    def _person(self, who: Person) -> Frame:
        user = who.user
        guilds = [str(server.id) for server in self.world.servers.values() if user.id in server.members]
        return {
            "id": str(user.id), "name": user.display_name, "username": user.name, "locale": user.locale, "bot": user.bot,
            "note": self.notes.get(user.id), "guilds": guilds,
        }  # fmt: skip

    def _server(self, who: Person, server: Server) -> Frame:
        roles = [{"id": str(role.id), "name": role.name} for role in server.roles.values() if role.id != server.id]
        return {
            "id": str(server.id),
            "name": server.name,
            "roles": roles,
            "channels": [*map(payloads.channel, _readable(who, server))],
        }

    def _commands(self, who: Person, server: Server) -> list[Frame]:
        offers = (who.commands(channel) for channel in _readable(who, server))
        return [payloads.command(each, self.world.application.id) for each in next(filter(None, offers), [])]

    def history(self, person: str, channel: str, before: str | None) -> Frame:
        who = self.people[int(person)]
        shown = [seen.message for seen in who.messages(self._channel(who, channel))]
        if before is not None:
            shown = [message for message in shown if message.id < _number(before)]
        messages = [self._message(who, message) for message in shown[-MESSAGES_AT_ONCE:]]
        return {"channel": channel, "messages": messages, "more": len(shown) > MESSAGES_AT_ONCE, "before": before}

    def _channel(self, who: Person, channel_id: Any) -> Channel:
        channel = self.world.channels.get(_number(channel_id))
        if channel is None or not who.can_see(channel):
            raise Refused("There is no such channel.")
        return channel

    def _message(self, who: Person, message: Message) -> Frame:
        """Discord's object, its files led to the page's own addresses."""
        body = copy.deepcopy(payloads.message(message, ""))
        ids = {str(file.id): f"file/{who.id}/{message.id}/{file.id}" for file in message.attachments}
        for entry in body["attachments"]:
            entry["url"] = ids[entry["id"]]
        for media in _media(body["components"]):
            media["url"] = ids.get(str(media.get("attachment_id")), media["url"])
        names = {f"attachment://{file.filename}": ids[str(file.id)] for file in message.attachments}
        for embed in body["embeds"]:
            if image := embed.get("image"):
                image["url"] = names.get(image["url"], image["url"])
        return body

    def watch(self, person: str, send: Callable[[Frame], None]) -> Callable[[], None]:
        watcher = _Watcher(self, self.people[int(person)], send)
        stop = self.world.subscribe(watcher.observe)
        self._watchers.append(watcher.surroundings_changed)

        def stop_watching() -> None:
            stop()
            self._watchers.remove(watcher.surroundings_changed)

        return stop_watching

    def emoji(self, emoji_id: str) -> Blob | None:
        found = self.world.application.emojis.get(int(emoji_id)) if emoji_id.isdecimal() else None
        return None if found is None else Blob(found.image, found.name, found.content_type)

    def attachment(self, person: str, message_id: str, attachment_id: str) -> Blob | None:
        if not self.knows(person):
            return None
        try:
            message = self._visible(self.people[int(person)], message_id)
        except Refused:
            return None
        found: Attachment | None = next((file for file in message.attachments if str(file.id) == attachment_id), None)
        return None if found is None else Blob(found.content, found.filename, found.content_type)

    def _visible(self, who: Person, message_id: Any) -> Message:
        number = _number(message_id)
        for channel in self.world.channels.values():
            message = channel.messages.get(number)
            if message is not None and who.can_see(channel) and Seen(message) in who.messages(channel):
                return message
        raise Refused("That message is no longer there.")

    # Acting.

    async def act(self, person: str, request: Frame) -> Frame:
        who = self.people[int(person)]
        try:
            match request["t"]:
                case "press":
                    return await self._outcome(who, self._press(who, request))
                case "slash":
                    return await self._outcome(who, self._slash(who, request))
                case "complete":
                    return await self._complete(who, request)
                case "submit":
                    return await self._outcome(who, who.submit(self._modals[who.id], request["fields"]))
                case "dismiss":
                    who.dismiss(Seen(self._visible(who, request["message"])))
                case "say":
                    who.say(self._channel(who, request["channel"]), str(request["content"])[:2000])
                case "locale":
                    self._speak(who, request["locale"])
                case unknown:
                    raise Refused(f"There is no request {unknown!r}.")
        except (CannotDo, Refusal) as no:
            raise Refused(str(no)) from no
        except (KeyError, TypeError, ValueError) as nonsense:
            raise Refused("That request makes no sense.") from nonsense
        return {"kind": "done"}

    async def _outcome(self, who: Person, interaction: Interaction) -> Frame:
        try:
            await interaction
        except TimeoutError:  # a clock that somebody moves by hand stood still
            return {"kind": "failed"}
        if interaction.failed:
            return {"kind": "failed"}
        if interaction.answer_kind == MODAL:
            assert interaction.modal is not None
            self._modals[who.id] = interaction
            return {"kind": "modal", "modal": {"id": str(interaction.id), **interaction.modal}}
        if interaction.answer_kind == CHOICES:
            return {"kind": "choices", "choices": interaction.choices}
        return {"kind": "done"}

    def _press(self, who: Person, request: Frame) -> Interaction:
        message, custom_id = self._visible(who, request["message"]), request["custom_id"]
        part = next((part for part in walk(message.components) if part.get("custom_id") == custom_id), None)
        if part is None:
            raise Refused("That button is no longer there.")
        if part["type"] not in SELECTS:
            return who.press(message, custom_id)
        server = message.channel.server
        values = [value if part.get("options") else self._thing(server, value) for value in request["values"]]
        return who.select(message, *values, of=custom_id)

    def _slash(self, who: Person, request: Frame) -> Interaction:
        channel = self._channel(who, request["channel"])
        return who.slash(channel, " ".join(request["path"]), **self._options(who, channel, request))

    async def _complete(self, who: Person, request: Frame) -> Frame:
        channel, focused = self._channel(who, request["channel"]), request["focused"]
        options = self._options(who, channel, request)
        typed = options.pop(focused, "")
        outcome = await self._outcome(who, who.autocomplete(channel, " ".join(request["path"]), focused, str(typed), **options))
        return outcome if outcome["kind"] == "choices" else {"kind": "choices", "choices": []}

    def _options(self, who: Person, channel: Channel, request: Frame) -> dict[str, Any]:
        """The typed values, with people, roles and channels as objects, as actors take them."""
        command = next((each for each in who.commands(channel) if str(each.id) == request["command"]), None)
        if command is None:
            raise Refused("That command is no longer there.")
        node = command.body
        for name in request["path"][1:]:
            node = next(option for option in node["options"] if option["name"] == name)
        kinds = {option["name"]: option["type"] for option in node.get("options") or []}
        things = (USER, CHANNEL, ROLE, MENTIONABLE)
        return {
            name: self._thing(channel.server, value) if kinds.get(name) in things else value
            for name, value in request["options"].items()
        }

    def _thing(self, server: Server, thing_id: Any) -> Any:
        number = _number(thing_id)
        for place in (self.world.users, server.channels, server.roles):
            if number in place:
                return place[number]
        raise Refused("There is nobody and nothing of that number.")

    def _speak(self, who: Person, locale: str) -> None:
        if locale not in LOCALES:
            raise Refused("Discord does not speak that language.")
        who.user.locale = locale
        for changed in self._watchers:
            changed()


class _Watcher:
    """One socket's filter: what of the world's changes one person may hear."""

    def __init__(self, backend: WorldBackend, who: Person, send: Callable[[Frame], None]) -> None:
        self._backend = backend
        self._who = who
        self._send = send
        self._welcome_due = False

    def observe(self, change: Change) -> None:
        if change.kind in SURROUNDINGS:
            self.surroundings_changed()
        elif change.message is not None and change.kind in ("message_created", "message_edited", "message_deleted"):
            self._message(change)

    def _message(self, change: Change) -> None:
        message, who = change.message, self._who
        assert message is not None
        if message.visible_to not in (None, who.id) or not who.can_see(message.channel):
            return
        if change.kind == "message_deleted":
            self._send({"t": "gone", "channel": str(message.channel.id), "id": str(message.id)})
        elif Seen(message) in who.messages(message.channel):  # and so not dismissed
            self._send({"t": "message", "message": self._backend._message(who, message)})  # noqa: SLF001 - two halves of one thing

    def surroundings_changed(self) -> None:
        """One welcome for however many changes come at once."""
        if not self._welcome_due:
            self._welcome_due = True
            asyncio.get_running_loop().call_soon(self._welcome)

    def _welcome(self) -> None:
        self._welcome_due = False
        self._send({"t": "welcome", **self._backend.welcome(str(self._who.id))})


def _number(value: Any) -> int:
    if not isinstance(value, str) or not value.isdecimal():
        raise Refused("That is no id.")
    return int(value)


def _readable(who: Person, server: Server) -> list[Channel]:
    """Threads stand below their channel; archived ones are not listed."""
    seen = [channel for channel in server.channels.values() if who.can_see(channel) and not channel.archived]
    return sorted(seen, key=lambda channel: (channel.parent or channel).id)


def _media(components: list[Frame]) -> Iterable[Frame]:
    for part in walk(components):
        yield from (part[key] for key in ("media", "file") if isinstance(part.get(key), dict))
        yield from (item["media"] for item in part.get("items") or [])
