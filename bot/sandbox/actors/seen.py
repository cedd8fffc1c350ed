"""A message as one person sees it: its words, its buttons, its selects."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.sandbox.world.components import BUTTON, SELECTS, walk

if TYPE_CHECKING:
    from bot.sandbox.world.application import Json
    from bot.sandbox.world.places import Attachment, Message, User

Wanted = str | re.Pattern[str]
STYLES = {1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "premium"}


class CannotDo(Exception):
    """What a client does not let a person do: no such button, a disabled one, a value out of range."""


@dataclass(frozen=True)
class Button:
    """`name` is what a person reads: the emoji's name and the label."""

    label: str
    emoji: str
    custom_id: str | None
    disabled: bool
    style: str
    url: str | None = None

    @property
    def name(self) -> str:
        return f"{self.emoji} {self.label}".strip()


@dataclass(frozen=True)
class Select:
    """`options` are (label, value) of a string select; user selects have none."""

    kind: int
    custom_id: str
    placeholder: str
    options: tuple[tuple[str, str], ...]
    least: int
    most: int
    disabled: bool
    chosen: tuple[str, ...]


class Seen:
    """A live view: what it shows is what the message is now, and `text` of a moment is a plain string to keep."""

    def __init__(self, message: Message) -> None:
        self.message = message

    def __repr__(self) -> str:
        return (
            f"<Seen {self.id}{' ephemeral' if self.ephemeral else ''} {self.text!r} {[button.name for button in self.buttons]}>"
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seen) and self.message is other.message

    def __hash__(self) -> int:
        return hash(self.message.id)

    @property
    def id(self) -> int:
        return self.message.id

    @property
    def text(self) -> str:
        """Everything there is to read, without the buttons, in reading order."""
        return self.message.text

    @property
    def ephemeral(self) -> bool:
        return self.message.ephemeral

    @property
    def edited(self) -> bool:
        return self.message.edited is not None

    @property
    def components(self) -> list[Json]:
        return self.message.components

    @property
    def attachments(self) -> list[Attachment]:
        return self.message.attachments

    @property
    def mentions(self) -> list[User]:
        """Whom it pings."""
        return self.message.mentions

    @property
    def buttons(self) -> list[Button]:
        return [_button(part) for part in walk(self.message.components) if part["type"] == BUTTON]

    @property
    def selects(self) -> list[Select]:
        return [_select(part) for part in walk(self.message.components) if part["type"] in SELECTS]

    def find(self, wanted: Wanted) -> list[Button]:
        """Buttons by custom_id, by their whole name, or else by a part of it; a pattern searches the name."""
        if isinstance(wanted, re.Pattern):
            return [button for button in self.buttons if wanted.search(button.name)]
        exact = [button for button in self.buttons if wanted in (button.custom_id, button.label, button.name)]
        return exact or [button for button in self.buttons if wanted.casefold() in button.name.casefold()]

    def button(self, wanted: Wanted) -> Button:
        """The one button that fits. Raises `CannotDo` for none and for several."""
        found = self.find(wanted)
        if len(found) != 1:
            names = [button.name for button in self.buttons]
            raise CannotDo(f"{'no' if not found else len(found)} buttons fit {wanted!r} among {names} on {self.text[:200]!r}")
        return found[0]

    def has(self, wanted: Wanted) -> bool:
        """Whether there is such a button and it can be pressed."""
        return any(not button.disabled for button in self.find(wanted))

    def select(self, wanted: str | None = None) -> Select:
        """The select with this custom_id or placeholder, or the only one. Raises `CannotDo`."""
        found = [each for each in self.selects if wanted is None or wanted == each.custom_id or wanted in each.placeholder]
        if len(found) != 1:
            raise CannotDo(f"{len(found)} selects fit {wanted!r} among {[each.placeholder for each in self.selects]}")
        return found[0]


def _button(part: Json) -> Button:
    emoji = part.get("emoji") or {}
    return Button(
        part.get("label") or "",
        emoji.get("name") or "",
        part.get("custom_id"),
        bool(part.get("disabled")),
        STYLES[part["style"]],
        part.get("url"),
    )


def _select(part: Json) -> Select:
    options = part.get("options") or []
    chosen = tuple(option["value"] for option in options if option.get("default"))
    pairs = tuple((option["label"], option["value"]) for option in options)
    return Select(
        part["type"],
        part["custom_id"],
        part.get("placeholder") or "",
        pairs,
        part["min_values"],
        part["max_values"],
        bool(part.get("disabled")),
        chosen,
    )
