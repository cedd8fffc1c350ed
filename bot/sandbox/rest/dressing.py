"""Components as Discord gives them back: every one numbered, defaults filled in, `attachment://` resolved, ids as text."""

from __future__ import annotations

from itertools import count, filterfalse
from typing import TYPE_CHECKING, Any

from bot.sandbox import payloads
from bot.sandbox.world.components import FILE, GALLERY, SELECTS, THUMBNAIL, walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bot.sandbox.rest.calls import Call
    from bot.sandbox.world import Attachment, Channel

Json = dict[str, Any]
DEFAULTS: dict[int, Json] = {
    11: {"description": None, "spoiler": False},
    13: {"spoiler": False},
    14: {"spacing": 1, "divider": True},
    17: {"accent_color": None, "spoiler": False},
    **{select: {"min_values": 1, "max_values": 1} for select in SELECTS},
}
"""What Discord fills in where a bot said nothing, by the component's type."""

MEDIA = frozenset({GALLERY, THUMBNAIL, FILE})


def dress(call: Call, place: Channel, components: list[Json], files: list[Attachment]) -> list[Json]:
    """What is stored of components that were sent; `files` are those that they may refer to."""
    taken = {part["id"] for part in walk(components) if part.get("id")}
    numbers = filterfalse(taken.__contains__, count(1))
    media = Media(call, place, files)
    return [_dressed(part, numbers, media) for part in components]


def _dressed(part: Json, numbers: Iterator[int], media: Media) -> Json:
    out = DEFAULTS.get(part["type"], {}) | {key: value for key, value in part.items() if value is not None}
    out["id"] = out.get("id") or next(numbers)
    if "components" in out:
        out["components"] = [_dressed(child, numbers, media) for child in out["components"]]
    if "accessory" in out:
        out["accessory"] = _dressed(out["accessory"], numbers, media)
    for key in SPELLED_OUT.keys() & out.keys():
        out[key] = SPELLED_OUT[key](out[key])
    return out | media.of(out) if out["type"] in MEDIA else out


def _spelled(thing: Json) -> Json:
    return thing | {"id": str(thing["id"])} if thing.get("id") else thing


def _options(options: list[Json]) -> list[Json]:
    return [each | {"emoji": _spelled(each["emoji"])} if each.get("emoji") else each for each in options]


def _default_values(values: list[Json]) -> list[Json]:
    return [_spelled(each) for each in values]


SPELLED_OUT: dict[str, Callable[[Any], Any]] = {"emoji": _spelled, "options": _options, "default_values": _default_values}
"""Ids are text in what Discord gives back, though a bot may send numbers (DOCS reference): a browser's numbers would lose digits."""


class Media:
    """Pictures and files in components: those of the message by their stored address, others as they were named."""

    def __init__(self, call: Call, place: Channel, files: list[Attachment]) -> None:
        self._call = call
        self._place = place
        self._files = {f"attachment://{file.filename}": file for file in files}

    def of(self, known: Json) -> Json:
        """The keys of a gallery, a thumbnail or a file (`MEDIA`) that lead to media."""
        match known["type"]:
            case kind if kind == GALLERY:
                plain = {"description": None, "spoiler": False}
                return {"items": [plain | item | {"media": self._unfurled(item["media"]["url"])} for item in known["items"]]}
            case kind if kind == THUMBNAIL:
                return {"media": self._unfurled(known["media"]["url"])}
            case kind:
                assert kind == FILE
                address = known["file"]["url"]
                file = self._files.get(address)
                size = len(file.content) if file else None
                return {"file": self._unfurled(address), "name": address.removeprefix("attachment://"), "size": size}

    def _unfurled(self, address: str) -> Json:
        file = self._files.get(address)
        if file is None:
            new = str(self._call.world.new_id())
            return {"id": new, "url": address, "proxy_url": address, "width": None, "height": None, "content_type": None}
        url = payloads.attachment(file, self._place, self._call.base_url, ephemeral=False)["url"]
        width, height = file.size_pixels or (None, None)
        return {
            "id": str(file.id), "url": url, "proxy_url": url, "width": width, "height": height, "content_type": file.content_type,
            "attachment_id": str(file.id),
        }  # fmt: skip
