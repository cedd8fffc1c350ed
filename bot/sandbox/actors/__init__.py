"""People at the sandbox: a `Person` types commands, presses buttons and fills in modals, and sees what that person may see.

What acts gives back an `Interaction`; awaiting it waits for the bot's answer (or for the failure after 3 s by the world's clock).
"""

from __future__ import annotations

from typing import Any

from bot.sandbox.actors import picker
from bot.sandbox.actors.seen import Button, CannotDo, Seen, Select, Wanted
from bot.sandbox.world import Channel, Command, Interaction, Message, Permission, Role, Server, User, World
from bot.sandbox.world.components import BUTTON, LABEL, TEXT_INPUT
from bot.sandbox.world.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT

__all__ = ["Button", "CannotDo", "Person", "Seen", "Select", "person"]

Json = dict[str, Any]
Target = Seen | Message | Interaction | Channel


class Person:
    """One member of one or more servers, in front of a client."""

    def __init__(self, world: World, user: User) -> None:
        self.world = world
        self.user = user
        self._dismissed: set[int] = set()

    def __repr__(self) -> str:
        return f"<Person {self.user.name}>"

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def mention(self) -> str:
        return f"<@{self.user.id}>"

    # Seeing.

    def can_see(self, channel: Channel) -> bool:
        return not channel.deleted and channel.may(self.id, Permission.VIEW_CHANNEL)

    def messages(self, channel: Channel) -> list[Seen]:
        """The channel as this person sees it, newest last: public messages and their own ephemeral ones."""
        if not self.can_see(channel):
            return []
        shown = [
            message for message in channel.messages.values() if message.seen_by(self.id) and message.id not in self._dismissed
        ]
        return [Seen(message) for message in sorted(shown, key=lambda message: message.id)]

    def last(self, channel: Channel, containing: str | None = None) -> Seen:
        """The newest message, or the newest that says so. Raises `CannotDo` when there is none."""
        found = [seen for seen in self.messages(channel) if containing is None or containing in seen.text]
        if not found:
            raise CannotDo(f"{self.user.name} sees no message with {containing!r} in #{channel.name}")
        return found[-1]

    def reload(self) -> None:
        """Restart the client: ephemeral messages are gone from it for good."""
        for channel in self.world.channels.values():
            self._dismissed |= {message.id for message in channel.messages.values() if message.visible_to == self.id}

    def dismiss(self, seen: Seen) -> None:
        if not seen.ephemeral:
            raise CannotDo("only ephemeral messages are dismissed")
        self._dismissed.add(seen.id)

    # Acting.

    def say(self, channel: Channel, text: str) -> Message:
        """Write a plain message, as people do between hands."""
        needed = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
        if channel.deleted or not channel.may(self.id, needed):
            raise CannotDo(f"{self.user.name} may not write in #{channel.name}")
        if channel.locked and not channel.may(self.id, Permission.MANAGE_THREADS):
            raise CannotDo(f"#{channel.name} is locked")
        return self.world.post(channel, self.user, content=text)

    def commands(self, channel: Channel) -> list[Command]:
        """What the picker offers here."""
        if (
            not channel.may(self.id, Permission.USE_APPLICATION_COMMANDS)
            or channel.archived
            or not (self.world.has_bot(channel.server) or channel.server.commands_alone)
        ):
            return []
        return [
            each
            for each in self.world.application.commands_in(channel.server.id)
            if picker.visible(each, channel.server, self.user)
        ]

    def slash(self, channel: Channel, words: str, /, *, forged: bool = False, **options: Any) -> Interaction:
        """Type `/words` with options; choices by their name or value, people, roles and channels as objects.

        `forged` sends commands that the picker does not show to this person.
        """
        offered = self.world.application.commands_in(channel.server.id) if forged else self.commands(channel)
        command, path = picker.find(offered, words)
        given = {name: value.user if isinstance(value, Person) else value for name, value in options.items()}
        return self.world.interact(COMMAND, self.user, channel, picker.fill(command, path, given, channel.server))

    def autocomplete(self, channel: Channel, words: str, focused: str, typed: str = "", /, **options: Any) -> Interaction:
        """Type into an option that completes; `choices` of the answer are what the client offers."""
        command, path = picker.find(self.commands(channel), words)
        option = next((each for each in path[-1].get("options") or [] if each["name"] == focused), None)
        if option is None or not option.get("autocomplete"):
            raise CannotDo(f"/{words} does not complete {focused!r}")
        data = picker.fill(command, path, options | {focused: typed}, channel.server, focused=focused)
        return self.world.interact(AUTOCOMPLETE, self.user, channel, data)

    def press(self, target: Target, wanted: Wanted, *, forged: bool = False) -> Interaction:
        """Press a button on a message, or on the newest message of a channel that has it enabled.

        By custom_id, name, part of the name, or pattern. Raises `CannotDo` for none, several, disabled or invisible ones.
        `forged` sends `wanted` as a custom_id whatever the message shows: a client that is old, or not Discord's.
        """
        if forged:
            return self._component(self._message(target), {"component_type": BUTTON, "custom_id": str(wanted)}, forged=True)
        message = self._with_button(target, wanted) if isinstance(target, Channel) else self._message(target)
        button = Seen(message).button(wanted)
        if button.disabled or button.custom_id is None:
            raise CannotDo(f"{button.name!r} cannot be pressed")
        part = message.component(button.custom_id)
        return self._component(
            message, {"component_type": BUTTON, "custom_id": button.custom_id, "id": part["id"] if part else 0}
        )

    def forge(self, target: Target, custom_id: str) -> Interaction:
        """`press(..., forged=True)`."""
        return self.press(target, custom_id, forged=True)

    def _with_button(self, channel: Channel, wanted: Wanted) -> Message:
        found = [seen for seen in reversed(self.messages(channel)) if seen.find(wanted)]
        if not found:
            shown = [button.name for seen in self.messages(channel) for button in seen.buttons]
            raise CannotDo(f"{self.user.name} sees no button {wanted!r} in #{channel.name}, only {shown}")
        return next((seen for seen in found if seen.has(wanted)), found[0]).message

    def select(self, target: Target, *chosen: str | User | Role | Channel | Person, of: str | None = None) -> Interaction:
        """Choose in a select (by custom_id or placeholder `of`, if there are several): options by label or value, or people, roles, channels."""
        message = self._message(target)
        select = Seen(message).select(of)
        if select.disabled or not select.least <= len(chosen) <= select.most:
            raise CannotDo(f"{select.placeholder!r}: {len(chosen)} chosen, {select.least} to {select.most} possible")
        resolved: Json = {}
        by_label = dict(select.options)
        values = []
        for each in chosen:
            thing = each.user if isinstance(each, Person) else each
            if isinstance(thing, str):
                if thing not in by_label and thing not in by_label.values():
                    raise CannotDo(f"{thing!r} is none of {list(by_label)}")
                values.append(by_label.get(thing, thing))
            else:
                picker.resolve(thing, message.channel.server, resolved)
                values.append(str(thing.id))
        data: Json = {"component_type": select.kind, "custom_id": select.custom_id, "values": values}
        return self._component(message, data | {"resolved": resolved} if resolved else data)

    def _component(self, message: Message, data: Json, *, forged: bool = False) -> Interaction:
        channel = message.channel
        if message.deleted or not self._meets_the_bot(channel) or not message.seen_by(self.id):
            raise CannotDo(f"{self.user.name} does not see that message")
        if message.thinking and not forged:
            raise CannotDo("the bot is still thinking")
        return self.world.interact(COMPONENT, self.user, channel, data, source=message)

    def _meets_the_bot(self, channel: Channel) -> bool:
        return self.can_see(channel) and self.world.has_bot(channel.server)

    def submit(
        self, opened: Interaction, fields: dict[str, Any] | None = None, /, *, forged: bool = False, **more: Any
    ) -> Interaction:
        """Send the modal that answered `opened`. Fields by custom_id or label; what is not named keeps its value.

        Raises `CannotDo` for texts that the field does not take, unless `forged`.
        """
        if opened.modal is None or opened.user is not self.user:
            raise CannotDo("no modal was opened")
        if not self._meets_the_bot(opened.channel):
            raise CannotDo(f"{self.user.name} cannot send it there")
        given = {**(fields or {}), **more}
        rows = [_filled(row, given, forged=forged) for row in opened.modal["components"]]
        if given:
            raise CannotDo(f"no fields {sorted(given)} in {opened.modal['title']!r}")
        data: Json = {"custom_id": opened.modal["custom_id"], "components": rows}
        return self.world.interact(MODAL_SUBMIT, self.user, opened.channel, data, source=opened.source, opener=opened)

    @staticmethod
    def _message(target: Target) -> Message:
        match target:
            case Seen():
                return target.message
            case Message():
                return target
            case Interaction() if target.message is not None:
                return target.message
            case _:
                raise CannotDo(f"{target!r} is no message")


def _filled(row: Json, given: dict[str, Any], *, forged: bool) -> Json:
    """A row or label of a modal with what was typed; takes its fields out of `given`."""
    if row["type"] == LABEL:
        field = _field(row["component"], row["label"], given, forged=forged)
        return {"type": LABEL, "id": row.get("id") or 0, "component": field}
    if "components" not in row:
        return {"type": row["type"], "id": row.get("id") or 0}
    return {
        "type": row["type"],
        "id": row.get("id") or 0,
        "components": [_field(part, part.get("label"), given, forged=forged) for part in row["components"]],
    }


def _field(part: Json, label: str | None, given: dict[str, Any], *, forged: bool) -> Json:
    key = next((name for name in given if name in (part["custom_id"], label)), None)
    sent: Json = {"type": part["type"], "id": part.get("id") or 0, "custom_id": part["custom_id"]}
    if part["type"] != TEXT_INPUT:
        chosen = given.pop(key) if key is not None else []
        values = [chosen] if isinstance(chosen, str) else list(chosen)
        by_label = {option["label"]: option["value"] for option in part.get("options") or []}
        return sent | {"values": [by_label.get(value, value) for value in values]}
    value = str(given.pop(key)) if key is not None else part.get("value") or ""
    required = part.get("required") is not False
    low, high = part.get("min_length") or 0, part.get("max_length") or 4000
    fits = (not value and not required) or (max(low, int(required)) <= len(value) <= high)
    if not forged and not fits:
        raise CannotDo(f"{label or part['custom_id']!r} does not take {value!r}")
    return sent | {"value": value}


def person(world: World, name: str, *servers: Server, display_name: str | None = None, locale: str = "en-US") -> Person:
    """A new person, a member of these servers."""
    return Person(world, world.add_user(name, *servers, display_name=display_name, locale=locale))
