"""What a message is made of, as plain values, and the one place that makes Discord's components of them."""

from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import Any, Final, Literal, Self, assert_never

import discord
from discord import ui

from bot.render.text.cards import spelled
from bot.render.text.lines import unbroken

FELT: Final = 0x2E8B57
ASLEEP: Final = 0x5C5F66
GOLD: Final = 0xD4A72C

MOST_COMPONENTS: Final = 40
MOST_CHARACTERS: Final = 4_000
MOST_LABEL: Final = 80

Style = Literal["plain", "main", "good", "danger"]
_STYLES: Final[dict[Style, discord.ButtonStyle]] = {
    "plain": discord.ButtonStyle.secondary,
    "main": discord.ButtonStyle.primary,
    "good": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


@dataclass(frozen=True, slots=True)
class Button:
    """A button: what it says, and the press that it sends. `emoji` is the markup of an application's emoji."""

    label: str
    custom_id: str
    style: Style = "plain"
    disabled: bool = False
    emoji: str | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """Markdown, as Discord shows it."""

    content: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A thin line between parts."""


@dataclass(frozen=True, slots=True)
class Row:
    """One to five buttons side by side."""

    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG sent along, with the text that stands for it (cards and seat numbers only)."""

    name: str
    png: bytes = field(repr=False)
    alt: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """A file sent along, to be taken away: its name and its bytes."""

    name: str
    data: bytes = field(repr=False)


Part = Text | Rule | Row | Picture | Document


@dataclass(frozen=True, slots=True)
class Message:
    """A whole message. Equal messages look alike, so there is nothing to edit between them.

    `mentions` are the ids of the people whom it may ping; nobody else, whatever the text says. `accent` is the frame's colour.
    """

    parts: tuple[Part, ...]
    framed: bool = True
    accent: int | None = FELT
    mentions: frozenset[int] = frozenset()

    @property
    def text(self) -> str:
        """All that it says, buttons and pictures aside."""
        return "\n".join(part.content for part in self.parts if isinstance(part, Text))

    @property
    def characters(self) -> int:
        """How long it is for Discord, which counts what keeps lines together as well."""
        return len(unbroken(self.text))

    @property
    def buttons(self) -> tuple[Button, ...]:
        """Its buttons in reading order."""
        return tuple(button for part in self.parts if isinstance(part, Row) for button in part.buttons)

    @property
    def has_pictures(self) -> bool:
        """Whether pictures are sent along."""
        return any(isinstance(part, Picture) for part in self.parts)

    @property
    def has_emojis(self) -> bool:
        """Whether it shows emojis of the application."""
        return self.without_emojis() != self

    def without_pictures(self) -> Self:
        """The same in words: what a picture shows stands in the text as well."""
        return replace(self, parts=tuple(part for part in self.parts if not isinstance(part, Picture)))

    def without_emojis(self) -> Self:
        """The same with every card as letters and a suit sign."""
        return replace(self, parts=tuple(_without_emojis(part) for part in self.parts))

    def view(self) -> ui.LayoutView:
        """A new view of it, already stopped: discord.py keeps no finished view, presses are found by their custom_id."""
        view = ui.LayoutView(timeout=None)
        items = [_item(part) for part in self.parts]
        for item in [ui.Container(*items, accent_colour=self.accent)] if self.framed else items:
            view.add_item(item)
        view.stop()
        return view

    def files(self) -> list[discord.File]:
        """New files for the pictures and documents that the view shows; a file can be sent once only."""
        return [file for part in self.parts if (file := _file(part)) is not None]


def _without_emojis(part: Part) -> Part:
    match part:
        case Text(content):
            return Text(spelled(content))
        case Row(buttons):
            return Row(tuple(replace(button, emoji=None) for button in buttons))
        case _:
            return part


def _file(part: Part) -> discord.File | None:
    match part:
        case Picture(name, png, alt):
            return discord.File(BytesIO(png), filename=name, description=alt)
        case Document(name, data):
            return discord.File(BytesIO(data), filename=name)
        case _:
            return None


def _item(part: Part) -> "ui.Item[Any]":
    match part:
        case Text(content):
            return ui.TextDisplay(unbroken(content))
        case Rule():
            return ui.Separator()
        case Row(buttons):
            return ui.ActionRow(*map(_button, buttons))
        case Picture(name, _, alt):
            return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}", description=alt or None))
        case Document(name):
            return ui.File(f"attachment://{name}")
        case _:
            assert_never(part)


def _button(button: Button) -> "ui.Button[Any]":
    return ui.Button(
        style=_STYLES[button.style],
        label=button.label or None,
        custom_id=button.custom_id,
        disabled=button.disabled,
        emoji=_emoji(button.emoji) if button.emoji else None,
    )


def _emoji(markup: str) -> discord.PartialEmoji:
    emoji = discord.PartialEmoji.from_str(markup)
    emoji.id = str(emoji.id)  # type: ignore[assignment]  # discord.py sends it as it is, and Discord's document wants ids as texts
    return emoji


def rows(buttons: list[Button]) -> list[Row]:
    """The buttons, five a row."""
    return [Row(tuple(buttons[start : start + 5])) for start in range(0, len(buttons), 5)]


@dataclass(frozen=True, slots=True)
class Form:
    """A modal with one field. The typed text comes back under the custom_id `FIELD`."""

    title: str
    custom_id: str
    label: str
    description: str
    placeholder: str = ""
    longest: int = 12

    FIELD = "amount"

    def modal(self) -> ui.Modal:
        """A new modal, without behaviour: what is handed in is found by its custom_id."""
        modal = ui.Modal(title=self.title, custom_id=self.custom_id, timeout=None)
        typed: ui.TextInput[ui.Modal] = ui.TextInput(
            custom_id=self.FIELD, placeholder=self.placeholder or None, min_length=1, max_length=self.longest
        )
        modal.add_item(ui.Label(text=self.label, description=self.description, component=typed))
        return modal
