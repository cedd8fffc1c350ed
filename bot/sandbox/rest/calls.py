"""One request as the handlers see it, and what they give back."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aiohttp import BodyPartReader, web

from bot.sandbox.ids import id_of
from bot.sandbox.refusals import Refusal

if TYPE_CHECKING:
    from bot.sandbox.world import Channel, World

Json = dict[str, Any]


@dataclass(frozen=True)
class Upload:
    """A file part of a multipart request."""

    filename: str
    content: bytes
    content_type: str


@dataclass
class Call:
    """A parsed request: ids from the path, the JSON body (of a multipart request its payload_json), the files by number."""

    world: World
    base_url: str
    method: str
    path: str
    query: dict[str, str]
    params: dict[str, str]
    body: Any = None
    files: dict[int, Upload] = field(default_factory=dict)
    authorization: str | None = None

    def id(self, name: str) -> int:
        """A snowflake in the path. Raises 50035 for anything else, as Discord does."""
        text = self.params[name]
        found = id_of(text)
        if found is None:
            error = {"code": "NUMBER_TYPE_COERCE", "message": f'Value "{text}" is not snowflake.'}
            raise Refusal(50035, {name: {"_errors": [error]}})
        return found

    def object(self) -> Json:
        """The body as an object. Raises 50109 when it is none."""
        if not isinstance(self.body, dict):
            raise Refusal(50109)
        return self.body

    def channel(self) -> Channel:
        return self.world.channel(self.id("channel_id"))


@dataclass
class Reply:
    """What goes back: a status, a JSON body (None for 204) and headers."""

    status: int
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)

    def response(self) -> web.Response:
        """Exactly `application/json`: with a charset discord.py would take the body for text."""
        if self.body is None:
            return web.Response(status=self.status, headers=self.headers)
        return web.Response(
            status=self.status, headers=self.headers, body=json.dumps(self.body).encode(), content_type="application/json"
        )


async def read_call(request: web.Request, world: World, base_url: str) -> Call:
    """Parse a request. A body that is not JSON is kept as None: the handler that needs one refuses it."""
    call = Call(
        world, base_url, request.method, request.path_qs, dict(request.query), dict(request.match_info),
        authorization=request.headers.get("Authorization"),
    )  # fmt: skip
    if request.content_type.startswith("multipart/"):
        await _read_parts(request, call)
    elif request.can_read_body:
        call.body = _parsed(await request.read())
    return call


def _parsed(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except ValueError:
        return None


async def _read_parts(request: web.Request, call: Call) -> None:
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader), "Discord takes no nested parts"
        content = bytes(await part.read())
        if part.name == "payload_json":
            call.body = _parsed(content)
        elif part.name and part.name.startswith("files["):
            kind = part.headers.get("Content-Type", "application/octet-stream")
            call.files[int(part.name[6:-1])] = Upload(part.filename or "file", content, kind)
