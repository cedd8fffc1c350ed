"""Serves the sandbox's page and carries its protocol, on loopback alone and behind a secret in the address.

The page is files in `static/`, read by `importlib.resources`; what they show comes from a `Backend`, which `bridge` builds on the world.

Addresses, all under `/<secret>/` (anything else is 404, a foreign `Host` or `Origin` is 403)::

    index.html style.css *.js         the page
    emoji/<id>                        a stored emoji's bytes
    file/<person>/<message>/<id>      an attachment, if that person can see its message
    socket?as=<person>                one WebSocket a person; for one that nobody knows, the first person

The protocol. Frames are JSON objects whose `t` names them; messages, components, commands and modals are Discord's own objects
(message.attachments[].url and every media.url already lead to `file/…`). The server filters: a socket never carries what its person
cannot see. Server to page::

    welcome  me, people [{id, name, username, locale, bot, note, guilds}], guilds [{id, name, channels [{id, name, type, topic}], roles}],
             commands {guild: [command]}, locales [code], now (ms)     at the start, and again whenever one of these changes
    history  channel, messages (oldest first), more, before            answers `open`
    message  message                                                   new or edited, always whole
    gone     channel, id                                               deleted, or dismissed
    answer   nonce, kind: done | failed | refused | modal | choices    exactly one for each request that bears a nonce
             refused: text · modal: modal {id, title, custom_id, components} · choices: choices [{name, value}]

Page to server; all but `open` bear a `nonce`::

    open      channel, before?
    press     message, custom_id, values?          a button, or a select with its values
    slash     channel, command, path, options      path: names from the root command down; options: {name: value}
    complete  channel, command, path, options, focused
    submit    modal, fields                        fields: {custom_id: text or [values]}
    dismiss   message                              an ephemeral message of one's own
    say       channel, content
    locale    locale
"""

import asyncio
import contextlib
import hmac
import json
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from importlib import resources
from typing import Any, Protocol, TypeAlias

from aiohttp import WSMsgType, web

Frame: TypeAlias = dict[str, Any]

STATIC_TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
INLINE_TYPES = frozenset(
    {"image/png", "image/jpeg", "image/gif", "image/webp"}
)  # nothing a browser would run, such as SVG or HTML
MAX_FRAME_BYTES = 64 * 1024


@dataclass(frozen=True)
class Blob:
    """Stored bytes and the name they go by."""

    data: bytes
    filename: str
    content_type: str


class Backend(Protocol):
    """What the page shows and does, from one person's chair; raises `Refused` for a request that makes no sense."""

    def first_person(self) -> str: ...

    def knows(self, person: str) -> bool: ...

    def welcome(self, person: str) -> Frame: ...

    def history(self, person: str, channel: str, before: str | None) -> Frame: ...

    def watch(self, person: str, send: Callable[[Frame], None]) -> Callable[[], None]:
        """Call `send` with every frame that concerns this person, until the returned function is called."""

    def act(self, person: str, request: Frame) -> Awaitable[Frame]:
        """Do what a page asked for, and give the `answer` without its nonce."""

    def emoji(self, emoji_id: str) -> Blob | None: ...

    def attachment(self, person: str, message_id: str, attachment_id: str) -> Blob | None: ...


class Refused(Exception):
    """The request cannot be done, for the reason in its text."""


class Page:
    """The page's web server: `url` is complete, secret and all, once `start` has returned."""

    def __init__(self, backend: Backend, *, secret: str | None = None) -> None:
        self.backend = backend
        self.secret = secret or secrets.token_urlsafe(16)
        self.port = 0
        self._runner: web.AppRunner | None = None
        self._sockets: set[web.WebSocketResponse] = set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/{self.secret}/"

    async def start(self, port: int = 0) -> str:
        """Listen on loopback, on a free port when `port` is 0, and return the address."""
        app = web.Application(middlewares=[self._guard])
        app.router.add_get("/{secret}/", self._file)
        app.router.add_get("/{secret}/socket", self._socket)
        app.router.add_get("/{secret}/emoji/{id}", self._emoji)
        app.router.add_get("/{secret}/file/{person}/{message}/{id}", self._attachment)
        app.router.add_get("/{secret}/verify.html", self._verifier)
        app.router.add_get("/{secret}/{name}", self._file)
        app.on_response_prepare.append(_harden)
        self._runner = web.AppRunner(app, access_log=None)  # a log of requests would hold the secret
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        return self.url

    async def close(self) -> None:
        for socket in list(self._sockets):
            await socket.close(code=1001)
        if self._runner is not None:
            await self._runner.cleanup()

    @web.middleware
    async def _guard(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Let in only a browser that was given the address: no rebound name, no other site's script, no guess."""
        hosts = {f"127.0.0.1:{self.port}", f"localhost:{self.port}"}
        origin = request.headers.get("Origin")
        if request.host not in hosts or (origin is not None and origin not in {f"http://{host}" for host in hosts}):
            raise web.HTTPForbidden
        if not hmac.compare_digest(request.match_info.get("secret", "").encode(), self.secret.encode()):
            raise web.HTTPNotFound
        return await handler(request)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info.get("name", "index.html")
        static = {entry.name: entry for entry in resources.files(__package__).joinpath("static").iterdir()}
        if name not in static:
            raise web.HTTPNotFound
        content_type = STATIC_TYPES[name.rpartition(".")[2]]  # a machine's own table may call scripts plain text
        return web.Response(body=static[name].read_bytes(), content_type=content_type, charset="utf-8")

    async def _verifier(self, request: web.Request) -> web.StreamResponse:  # noqa: ARG002
        """The page that checks a proof: one file, with its script and its style in it, so that it can be saved."""
        page = resources.files("bot.deal").joinpath("verify.html").read_bytes()
        policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        headers = {"Content-Security-Policy": policy}
        return web.Response(body=page, content_type="text/html", charset="utf-8", headers=headers)

    async def _emoji(self, request: web.Request) -> web.StreamResponse:
        return _blob_response(self.backend.emoji(request.match_info["id"]))

    async def _attachment(self, request: web.Request) -> web.StreamResponse:
        asked = request.match_info
        return _blob_response(self.backend.attachment(asked["person"], asked["message"], asked["id"]))

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        if request.headers.get("Origin") is None:  # every browser says where a socket comes from
            raise web.HTTPForbidden
        asked = request.query.get("as", "")
        person = asked if self.backend.knows(asked) else self.backend.first_person()
        socket = web.WebSocketResponse(heartbeat=20, max_msg_size=MAX_FRAME_BYTES)
        await socket.prepare(request)
        self._sockets.add(socket)
        try:
            await Session(self.backend, person, socket).run()
        finally:
            self._sockets.discard(socket)
        return socket


class Session:
    """One open page: everything one person sees, in order, and what that person asks for, each request on its own."""

    def __init__(self, backend: Backend, person: str, socket: web.WebSocketResponse) -> None:
        self._backend = backend
        self._person = person
        self._socket = socket
        self._outbox: asyncio.Queue[Frame] = asyncio.Queue()
        self._requests: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        stop_watching = self._backend.watch(self._person, self._outbox.put_nowait)
        self._outbox.put_nowait({"t": "welcome", **self._backend.welcome(self._person)})
        writer = asyncio.create_task(self._write())
        try:
            async for message in self._socket:
                if message.type is WSMsgType.TEXT:
                    self._receive(message.data)
        finally:
            stop_watching()
            for task in (writer, *self._requests):
                task.cancel()
            await asyncio.gather(writer, *self._requests, return_exceptions=True)

    def _receive(self, text: str) -> None:
        request: Any = None
        with contextlib.suppress(json.JSONDecodeError):
            request = json.loads(text)
        if not isinstance(request, dict) or not isinstance(request.get("t"), str):
            return  # not this page's own script, so there is nobody to answer
        task = asyncio.create_task(self._answer(request))
        self._requests.add(task)
        task.add_done_callback(self._requests.discard)

    async def _answer(self, request: Frame) -> None:
        try:
            if request["t"] == "open":
                frame = {
                    "t": "history",
                    **self._backend.history(self._person, str(request.get("channel")), request.get("before")),
                }
            else:
                frame = {"t": "answer", "nonce": request.get("nonce"), **await self._backend.act(self._person, request)}
        except Refused as refused:
            frame = {"t": "answer", "nonce": request.get("nonce"), "kind": "refused", "text": str(refused)}
        self._outbox.put_nowait(frame)

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                await self._socket.send_json(await self._outbox.get())


def _blob_response(blob: Blob | None) -> web.Response:
    if blob is None:
        raise web.HTTPNotFound
    if blob.content_type in INLINE_TYPES:
        return web.Response(body=blob.data, content_type=blob.content_type)
    plain = "".join(char for char in blob.filename if char.isalnum() or char in "._-") or "file"
    return web.Response(
        body=blob.data,
        content_type="application/octet-stream",
        headers={"Content-Disposition": f'attachment; filename="{plain.encode("ascii", "ignore").decode()}"'},
    )


async def _harden(request: web.Request, response: web.StreamResponse) -> None:
    """Nothing from elsewhere, nothing inline, nothing kept."""
    policy = f"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' ws://{request.host}; "
    response.headers.setdefault("Content-Security-Policy", policy + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cache-Control"] = "no-store"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
