"""What one person does on the page: requests become an actor's deeds, and the bot's answers become frames."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.sandbox.actors import CannotDo, Person, Seen
from bot.sandbox.page import sight
from bot.sandbox.page.server import Frame, Refused
from bot.sandbox.refusals import Refusal
from bot.sandbox.world.components import SELECTS, walk
from bot.sandbox.world.interactions import CHOICES, MODAL

if TYPE_CHECKING:
    from bot.sandbox.world import Channel, Interaction, Server

MESSAGE_CHARACTERS = 2000
THINGS = frozenset({6, 7, 8, 9})  # options whose value is a user, channel, role, or either


class Hands:
    """One person's hands, and the modal that person's client shows."""

    def __init__(self, who: Person) -> None:
        self._who = who
        self._modal: Interaction | None = None

    async def act(self, request: Frame) -> Frame:
        """Do it and give the answer's frame. Raises `Refused` for what a client would not let a person do."""
        try:
            return await self._act(request)
        except (CannotDo, Refusal) as no:
            raise Refused(str(no)) from no
        except (KeyError, TypeError, ValueError, AttributeError) as nonsense:  # not a request of this page
            raise Refused("That request makes no sense.") from nonsense

    async def _act(self, request: Frame) -> Frame:
        match request["t"]:
            case "press":
                return await self._outcome(self._press(request))
            case "slash":
                return await self._outcome(self._slash(request))
            case "complete":
                return await self._complete(request)
            case "submit":
                return await self._submit(request)
            case "dismiss":
                self._who.dismiss(Seen(sight.message(self._who, request["message"])))
            case "say":
                self._say(sight.channel(self._who, request["channel"]), request["content"].strip())
            case "locale":
                self._speak(request["locale"])
            case unknown:
                raise Refused(f"There is no request {unknown!r}.")
        return {"kind": "done"}

    async def _outcome(self, interaction: Interaction) -> Frame:
        try:
            await interaction
        except TimeoutError:  # a clock that is moved by hand stood still
            return {"kind": "failed"}
        if interaction.failed:
            return {"kind": "failed"}
        if interaction.answer_kind == MODAL:
            assert interaction.modal is not None
            self._modal = interaction
            return {"kind": "modal", "modal": {"id": str(interaction.id), **interaction.modal}}
        if interaction.answer_kind == CHOICES:
            return {"kind": "choices", "choices": interaction.choices}
        return {"kind": "done"}

    def _press(self, request: Frame) -> Interaction:
        found, custom_id = sight.message(self._who, request["message"]), request["custom_id"]
        part = next((part for part in walk(found.components) if part.get("custom_id") == custom_id), None)
        if part is None:
            raise Refused("That is no longer there.")
        if part["type"] not in SELECTS:
            return self._who.press(found, custom_id)
        values = [value if "options" in part else _thing(found.channel.server, value) for value in request["values"]]
        return self._who.select(found, *values, of=custom_id)

    def _slash(self, request: Frame) -> Interaction:
        place = sight.channel(self._who, request["channel"])
        return self._who.slash(place, " ".join(request["path"]), **self._options(place, request))

    async def _complete(self, request: Frame) -> Frame:
        place, focused = sight.channel(self._who, request["channel"]), request["focused"]
        options = self._options(place, request)
        typed = str(options.pop(focused, ""))
        outcome = await self._outcome(self._who.autocomplete(place, " ".join(request["path"]), focused, typed, **options))
        return outcome if outcome["kind"] == "choices" else {"kind": "choices", "choices": []}

    def _options(self, place: Channel, request: Frame) -> dict[str, Any]:
        """The typed values, with people, roles and channels as objects, as actors take them."""
        command = next((each for each in self._who.commands(place) if str(each.id) == request["command"]), None)
        if command is None:
            raise Refused("That command is no longer there.")
        node = command.body
        for name in request["path"][1:]:
            node = {option["name"]: option for option in node["options"]}[name]
        things = {option["name"] for option in node.get("options") or [] if option["type"] in THINGS}
        return {name: _thing(place.server, value) if name in things else value for name, value in request["options"].items()}

    async def _submit(self, request: Frame) -> Frame:
        if self._modal is None or str(self._modal.id) != request["modal"]:
            raise Refused("That form is no longer open.")
        return await self._outcome(self._who.submit(self._modal, request["fields"]))

    def _say(self, place: Channel, text: str) -> None:
        if not 0 < len(text) <= MESSAGE_CHARACTERS:
            raise Refused(f"A message has 1 to {MESSAGE_CHARACTERS} characters.")
        self._who.say(place, text)

    def _speak(self, locale: str) -> None:
        if locale not in sight.LOCALES:
            raise Refused("Discord does not speak that language.")
        self._who.user.locale = locale


def _thing(server: Server, thing_id: object) -> Any:
    wanted = sight.number(thing_id)
    members = {user_id: member.user for user_id, member in server.members.items()}
    for place in (members, server.channels, server.roles):
        if wanted in place:
            return place[wanted]
    raise Refused("There is nobody and nothing of that id.")
