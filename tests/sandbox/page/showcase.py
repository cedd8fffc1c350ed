"""A backend that shows every kind of thing the page draws, without a bot: run it with `python -m tests.sandbox.page.showcase`."""

import asyncio
import copy
import io
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from PIL import Image

from bot.sandbox.page.server import Blob, Frame, Page, Refused
from tests.sandbox.harness import HUNG_SECONDS

EPHEMERAL, LOADING, V2 = 1 << 6, 1 << 7, 1 << 15
BOT = {"id": "900000000000000001", "username": "Open Draw", "bot": True}
NASTY = '<img src=x onerror="document.title=1">'
HOME, OTHER = "700000000000000001", "700000000000000002"
TABLE, TALK, BACK_ROOM = "600000000000000001", "600000000000000002", "600000000000000003"
EMOJI = "500000000000000001"
ONE, TWO, ODD, RAIL = (f"80000000000000000{n}" for n in range(1, 5))
PEOPLE = [
    {"id": ONE, "name": "one", "username": "one", "locale": "en-US"},
    {"id": TWO, "name": "two", "username": "two", "locale": "de"},
    {"id": ODD, "name": NASTY, "username": "odd", "locale": "ja"},
    {"id": RAIL, "name": "rail", "username": "rail", "locale": "en-GB", "note": "at the rail"},
]
NOW = 1_800_000_000
"""The showcase's time, which does not run; a page goes by its server's."""


def _row(*parts: Frame) -> Frame:
    return {"type": 1, "components": list(parts)}


def _button(label: str | None, custom_id: str, style: int = 2, **more: Any) -> Frame:
    return {"type": 2, "style": style, "custom_id": custom_id, **({"label": label} if label else {}), **more}


def _text(content: str) -> Frame:
    return {"type": 10, "content": content}


def _picture(colour: str, size: tuple[int, int] = (480, 270)) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, "PNG")
    return out.getvalue()


def _seat(marker: str, name: str, stack: str) -> str:
    return f"`{marker} {name:<12}{stack:>7}`"


HAND = {
    "type": 17,
    "accent_color": 0x2E8B57,
    "components": [
        _text("### ♠ Open Draw · hand 12 · discards, round 2"),
        _text(
            f"{_seat('D', 'three', '940')} passed\n{_seat(' ', 'one', '820')} 3♣ · 🂠\n"
            f"{_seat('▶', 'two', '1,180')} K♥ ·\n{_seat(' ', 'four', '—')} folded · 7♦"
        ),
        {"type": 14, "divider": True, "spacing": 1},
        _text(f"<@{TWO}>: discard or pass, <t:{NOW + 48}:R>\n**Pot 60**\n-# one discards a card"),
        _row(
            _button("My hand", "my-hand", 1),
            _button("Call 20", "call", 3),
            _button("All-in 820", "all-in", 4),
            _button("Other…", "other"),
            _button("Rules", "slow"),
        ),
        _row(
            _button("½ pot 55", "half", disabled=True), {"type": 2, "style": 5, "label": "Source", "url": "https://example.org/"}
        ),
    ],
}
KINDS = [
    {
        "type": 17,
        "components": [
            {
                "type": 9,
                "components": [_text("A section with a picture")],
                "accessory": {"type": 11, "media": {"url": "file/x/y/thumb"}, "description": "A green felt"},
            },
            {
                "type": 9,
                "components": [_text("A section with a button")],
                "accessory": _button(None, "emoji-button", emoji={"id": EMOJI, "name": "ks"}),
            },
            {"type": 14, "divider": False, "spacing": 2},
            {
                "type": 12,
                "items": [
                    {"media": {"url": "file/x/y/a"}, "description": "The discards of round 1"},
                    {"media": {"url": "file/x/y/b"}, "description": "Hidden until looked at", "spoiler": True},
                ],
            },
            _row(
                {
                    "type": 3,
                    "custom_id": "sort",
                    "placeholder": "All time",
                    "options": [
                        {"label": "All time", "value": "all"},
                        {"label": "This week", "value": "week", "description": "Since Monday", "emoji": {"name": "📅"}},
                        {"label": "Today", "value": "day"},
                    ],
                }
            ),
        ],
    },
    _row({"type": 5, "custom_id": "who", "placeholder": "Whose records?", "min_values": 1, "max_values": 2}),
    {"type": 13, "file": {"url": "file/x/y/log"}, "name": "hand-12.txt", "size": 3000},
]
MARKDOWN = (
    "# Heading **one**\n## Heading two\n### Heading three\n-# a small line\n"
    "**bold** *italic* ***both*** __under__ ~~gone~~ `code  with   spaces` ||a spoiler|| \\*not italic\\* snake_case_word\n"
    f"> quoted <#{TALK}> and </table start:400000000000000001>\n- first\n- second with [a link](https://example.org)\n  - nested\n1. one\n2. two\n"
    f"```py\nprint('a * b * c')\n```\n<@{ONE}> <@{ODD}> <:ks:{EMOJI}> @everyone <t:{NOW - 7200}:R> <t:{NOW}:F> <script>alert(1)</script>"
)
TUNING = [{"type": 4, "name": f"setting_{number}", "description": f"Setting {number}"} for number in range(1, 9)]
COMMANDS = [
    {
        "id": "400000000000000001",
        "name": "table",
        "description": "Tables",
        "options": [
            {
                "type": 1,
                "name": "start",
                "description": "Open a table in this channel",
                "description_localizations": {"de": "Eröffnet einen Tisch in diesem Kanal"},
                "options": [
                    {
                        "type": 3,
                        "name": "variant",
                        "description": "How cards are drawn",
                        "required": True,
                        "choices": [{"name": "Sequential", "value": "sequential"}, {"name": "Simple", "value": "simple"}],
                    },
                    {"type": 4, "name": "seats", "description": "Up to how many play", "min_value": 2, "max_value": 8},
                    {"type": 5, "name": "interim_betting", "description": "Bet after each round of discards"},
                    {"type": 3, "name": "preset", "description": "A saved set of rules", "autocomplete": True},
                ],
            },
            {"type": 1, "name": "leave", "description": "Get up after this hand"},
            {"type": 1, "name": "tune", "description": "Every setting", "options": TUNING},
        ],
    },
    {
        "id": "400000000000000002",
        "name": "chips",
        "description": "What you own",
        "options": [{"type": 6, "name": "person", "description": "Somebody else's"}],
    },
]
MODAL = {
    "id": "modal-1",
    "title": "Raise to",
    "custom_id": "raise",
    "components": [
        _text("The pot is **60**."),
        {
            "type": 18,
            "label": "Total",
            "description": "From 40 to 820",
            "component": {
                "type": 4,
                "custom_id": "total",
                "style": 1,
                "min_length": 2,
                "max_length": 5,
                "placeholder": "40",
                "required": True,
            },
        },
        {"type": 18, "label": "Why", "component": {"type": 4, "custom_id": "why", "style": 2, "required": False}},
        {
            "type": 18,
            "label": "Speed",
            "component": {
                "type": 3,
                "custom_id": "speed",
                "required": False,
                "options": [{"label": "Fast", "value": "fast"}, {"label": "Slow", "value": "slow"}],
            },
        },
    ],
}


class Showcase:
    """Two servers, four people, and messages of every kind; `requests` is what pages have asked for."""

    def __init__(self) -> None:
        self.requests: list[Frame] = []
        self._came = asyncio.Event()
        self.watchers: list[tuple[str, Any]] = []
        self.next_id = 10**17
        self.messages: dict[str, list[Frame]] = {TABLE: [], TALK: [], BACK_ROOM: []}
        self.owners: dict[str, str] = {}
        self.may_fail: asyncio.Event | None = None  # without one the failure comes at once
        self.page_size = 50
        user = {"id": ONE, "username": "one"}
        self.post(TALK, content=MARKDOWN, mentions=[user])
        self.post(TALK, author={"id": ODD, "username": "odd", "global_name": NASTY}, content="Good evening")
        self.post(TALK, content=f"<:ks:{EMOJI}> <:ks:{EMOJI}>")
        self.post(
            TALK,
            content="With an embed",
            embeds=[
                {
                    "title": "Chips",
                    "description": "**12,480**",
                    "color": 0xCC8844,
                    "fields": [{"name": "Net", "value": "▲ 20", "inline": True}],
                }
            ],
        )
        self.post(TALK, flags=V2, components=KINDS)
        self.post(TALK, flags=LOADING, interaction_metadata={"user": user}, interaction={"name": "chips"})
        self.post(TABLE, author={"id": TWO, "username": "two"}, content="Anyone for a hand?")
        self.hand = copy.deepcopy(HAND)
        self.post(
            TABLE,
            flags=V2,
            components=[self.hand],
            edited_timestamp=self.stamp(),
            interaction_metadata={"user": user},
            interaction={"name": "table start"},
        )
        mine = [
            {
                "type": 17,
                "components": [
                    _text(
                        "**Your hand: two pair, kings and nines**\n"
                        + " ".join([f"<:ks:{EMOJI}>"] * 5)
                        + "\nYour turn: throw one card, or pass."
                    ),
                    _row(*(_button(card, f"throw-{card}") for card in ("K♠", "K♦", "9♥", "9♣", "3♣"))),
                    _row(_button("Pass", "pass", 1)),
                ],
            }
        ]
        self.private = self.post(TABLE, owner=ONE, flags=V2 | EPHEMERAL, components=mine)

    def stamp(self) -> str:
        return datetime.fromtimestamp(NOW, UTC).isoformat()

    def post(self, channel: str, *, owner: str | None = None, **fields: Any) -> Frame:
        self.next_id += 1
        message = {
            "id": str(self.next_id),
            "channel_id": channel,
            "author": BOT,
            "content": "",
            "flags": 0,
            "timestamp": self.stamp(),
            **fields,
        }
        self.messages[channel].append(message)
        if owner:
            self.owners[message["id"]] = owner
        self.tell(message)
        return message

    def tell(self, message: Frame) -> None:
        for person, send in self.watchers:
            if self.owners.get(message["id"], person) == person:
                send({"t": "message", "message": message})

    def first_person(self) -> str:
        return ONE

    def knows(self, person: str) -> bool:
        return any(one["id"] == person for one in PEOPLE)

    def welcome(self, person: str) -> Frame:
        people = [{"note": None, "bot": False, "guilds": [HOME, OTHER], **one} for one in PEOPLE]
        channels = [
            {"id": TABLE, "name": "poker-night", "type": 0, "topic": "Five-card Open Draw, every evening"},
            {"id": TALK, "name": "talk", "type": 0},
        ]
        return {
            "me": next(one for one in people if one["id"] == person),
            "people": [*people, {**BOT, "name": "Open Draw", "note": None, "locale": "en-US", "guilds": [HOME, OTHER]}],
            "guilds": [
                {"id": HOME, "name": "The Card Room", "channels": channels, "roles": []},
                {"id": OTHER, "name": "Elsewhere", "channels": [{"id": BACK_ROOM, "name": "back-room", "type": 0}], "roles": []},
            ],
            "commands": {HOME: COMMANDS, OTHER: COMMANDS},
            "locales": ["en-US", "en-GB", "de", "ja"],
            "now": NOW * 1000,
        }

    def history(self, person: str, channel: str, before: str | None) -> Frame:
        shown = [one for one in self.messages[channel] if self.owners.get(one["id"], person) == person]
        shown = [one for one in shown if before is None or int(one["id"]) < int(before)]
        return {"channel": channel, "messages": shown[-self.page_size :], "more": len(shown) > self.page_size, "before": before}

    def watch(self, person: str, send: Any) -> Any:
        entry = (person, send)
        self.watchers.append(entry)
        return lambda: self.watchers.remove(entry)

    async def asked(self, count: int) -> list[Frame]:
        """What pages have asked for, once it is so much: it takes another way than what a test hears of the page."""
        async with asyncio.timeout(HUNG_SECONDS):
            while len(self.requests) < count:
                self._came.clear()
                await self._came.wait()
        return self.requests

    async def request(self, kind: str, fits: Callable[[Frame], object] = lambda _: True) -> Frame:
        """The first request of this kind that fits, once it has come."""
        async with asyncio.timeout(HUNG_SECONDS):
            while (found := next((one for one in self.requests if one["t"] == kind and fits(one)), None)) is None:
                self._came.clear()
                await self._came.wait()
        return found

    async def act(self, person: str, request: Frame) -> Frame:
        self.requests.append(request)
        self._came.set()
        match request:
            case {"t": "press", "custom_id": "other"}:
                return {"kind": "modal", "modal": MODAL}
            case {"t": "press", "custom_id": "slow"} | {"t": "slash", "path": ["table", "leave"]}:
                if self.may_fail is not None:
                    await self.may_fail.wait()
                return {"kind": "failed"}
            case {"t": "press", "custom_id": "my-hand"}:
                self.post(
                    TABLE,
                    owner=person,
                    flags=EPHEMERAL,
                    content=f"Only for <@{person}>",
                    interaction_metadata={"user": {"id": person, "username": "x"}},
                )
            case {"t": "press", "custom_id": "call"}:
                self.hand["components"][-2]["components"][1].update(label="Call 40", custom_id="call-2")
                self.tell(self.messages[TABLE][1])
            case {"t": "submit", "fields": {"total": "99"}}:
                return {"kind": "refused", "text": "From 40 to 820, please."}
            case {"t": "say", "content": content}:
                self.post(request["channel"], author={"id": person, "username": person}, content=content)
            case {"t": "complete"}:
                return {"kind": "choices", "choices": [{"name": "Turbo", "value": "turbo"}, {"name": "Deep", "value": "deep"}]}
            case {"t": "nonsense"}:
                raise Refused("no")
        return {"kind": "done"}

    def emoji(self, emoji_id: str) -> Blob | None:
        return Blob(_picture("#dddddd", (96, 128)), "ks.png", "image/png") if emoji_id == EMOJI else None

    def attachment(self, person: str, message_id: str, attachment_id: str) -> Blob | None:
        return Blob(_picture("seagreen"), "a.png", "image/png")


async def main() -> None:
    page = Page(Showcase(), secret="showcase")
    print(await page.start(8765), flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main())
