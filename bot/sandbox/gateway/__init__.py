"""Discord's gateway: sessions, sequence numbers, RESUME, and only the events that the intents allow (DOCS events/gateway)."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from bot.sandbox import payloads
from bot.sandbox.gateway.events import GUILDS, Events
from bot.sandbox.gateway.sessions import Session

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from bot.sandbox.faults import Faults
    from bot.sandbox.world import Server, World

log = logging.getLogger(__name__)
Json = dict[str, Any]

RECONNECT, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 7, 9, 10, 11
IGNORED = {3, 4, 8}  # presence, voice state, member requests: nothing here depends on them
UNKNOWN_OPCODE, NOT_AUTHENTICATED, WRONG_TOKEN, TWICE, WRONG_SHARD, DISALLOWED_INTENTS = 4001, 4003, 4004, 4005, 4010, 4014
PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15  # members, presences, content of messages (DOCS gateway, privileged intents)
HEARTBEAT_SECONDS = 41.25
ACK_SECONDS = 0.05
"""How long an acknowledgement is under way: one that came at once would overtake discord.py's note of when it sent the heartbeat."""


class Gateway:
    """Serves WebSockets at `handle`; `events` tells the sessions what changes in the world."""

    def __init__(self, world: World, faults: Faults, shards: int = 1) -> None:
        self.world = world
        self.faults = faults
        self.shards = shards
        self.url = ""
        self.sessions: dict[str, Session] = {}
        self.refused_resumes = 0
        self._accepting = asyncio.Event()
        self._accepting.set()
        self.events = Events(world, self._send)
        world.subscribe(self.events.on_change)

    # Sockets.

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one socket. A page in a browser is turned away: WebSockets know no same-origin rule, and only browsers send an Origin."""
        if "Origin" in request.headers:
            raise web.HTTPForbidden
        await self._accepting.wait()
        socket = web.WebSocketResponse(autoping=True, max_msg_size=4096 * 4)
        await socket.prepare(request)
        outbox: asyncio.Queue[str] = asyncio.Queue()
        writer = asyncio.create_task(self._write(socket, outbox))
        outbox.put_nowait(
            json.dumps({"op": HELLO, "d": {"heartbeat_interval": HEARTBEAT_SECONDS * 1000, "_trace": []}, "s": None, "t": None})
        )
        session: Session | None = None
        try:
            async for frame in socket:
                if frame.type != WSMsgType.TEXT:
                    break
                session = await self._on_frame(json.loads(frame.data), socket, outbox, session)
        finally:
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)
            self._hung_up(session, socket)
        return socket

    async def _write(self, socket: web.WebSocketResponse, outbox: asyncio.Queue[str]) -> None:
        while not socket.closed:
            await socket.send_str(await outbox.get())
            self.world.stir()

    def _hung_up(self, session: Session | None, socket: web.WebSocketResponse) -> None:
        """Closing with 1000 or 1001 ends the session; any other end leaves it to be resumed (DOCS disconnecting)."""
        if session is None or session.socket is not socket:
            return
        session.socket = session.outbox = None
        if socket.close_code in (1000, 1001):
            self.sessions.pop(session.id, None)
        self.world.stir()

    async def _on_frame(
        self, frame: Json, socket: web.WebSocketResponse, outbox: asyncio.Queue[str], session: Session | None
    ) -> Session | None:
        match frame.get("op"):
            case 1:
                ack = json.dumps({"op": HEARTBEAT_ACK, "d": None, "s": None, "t": None})
                asyncio.get_running_loop().call_later(ACK_SECONDS, outbox.put_nowait, ack)
            case 2 if session is not None:
                await socket.close(code=TWICE, message=b"Already authenticated.")
            case 2:
                return await self._identify(frame["d"], socket, outbox)
            case 6:
                return await self._resume(frame["d"], socket, outbox)
            case op if session is None:
                await socket.close(code=NOT_AUTHENTICATED, message=b"Not authenticated.")
                log.warning("gateway: opcode %s before IDENTIFY", op)
            case op if op not in IGNORED:
                await socket.close(code=UNKNOWN_OPCODE, message=b"Unknown opcode.")
        return session

    async def _identify(self, data: Json, socket: web.WebSocketResponse, outbox: asyncio.Queue[str]) -> Session | None:
        if data.get("token") != self.world.application.token:
            await socket.close(code=WRONG_TOKEN, message=b"Authentication failed.")
            return None
        shard, shards = data.get("shard") or (0, 1)
        if not 0 <= shard < shards:
            await socket.close(code=WRONG_SHARD, message=b"Invalid shard.")
            return None
        if data["intents"] & PRIVILEGED & ~self.world.application.privileged:
            await socket.close(code=DISALLOWED_INTENTS, message=b"Disallowed intent(s).")
            return None
        for old in [
            each for each in self.sessions.values() if each.socket is None and (each.shard, each.shards) == (shard, shards)
        ]:
            del self.sessions[old.id]  # its bot was killed, and has begun anew
        session = Session(secrets.token_hex(16), shard, shards, data["intents"], socket=socket, outbox=outbox)
        self.sessions[session.id] = session
        mine = [server for server in self.world.servers.values() if session.serves(server) and self.world.has_bot(server)]
        session.dispatch("READY", self._ready(session, mine))
        if session.intents & GUILDS:
            for server in (each for each in mine if not each.unavailable):
                session.dispatch("GUILD_CREATE", payloads.server(server, self.world.application.user.id))
        return session

    def _ready(self, session: Session, servers: list[Server]) -> Json:
        return {
            "v": 10, "user": payloads.own_user(self.world.application.user), "guilds": [{"id": str(server.id), "unavailable": True} for server in servers],
            "session_id": session.id, "session_type": "normal", "resume_gateway_url": self.url, "shard": [session.shard, session.shards],
            "application": {"id": str(self.world.application.id), "flags": 0}, "private_channels": [], "presences": [], "relationships": [],
            "geo_ordered_rtc_regions": [], "user_settings": {}, "guild_join_requests": [], "_trace": [],
        }  # fmt: skip

    async def _resume(self, data: Json, socket: web.WebSocketResponse, outbox: asyncio.Queue[str]) -> Session | None:
        session = self.sessions.get(data.get("session_id", ""))
        oldest = session.sent[0][0] if session and session.sent else 1
        if (
            data.get("token") != self.world.application.token
            or session is None
            or not oldest - 1 <= data["seq"] <= session.sequence
        ):
            self.refused_resumes += 1
            outbox.put_nowait(json.dumps({"op": INVALID_SESSION, "d": False, "s": None, "t": None}))
            return None
        if session.socket is not None and session.socket is not socket:
            await session.socket.close(code=4000)
        session.socket, session.outbox = socket, outbox
        for number, frame in session.sent:
            if number > data["seq"]:
                outbox.put_nowait(frame)
        session.dispatch("RESUMED", {"_trace": []})
        return session

    # What the faults do to a connection.

    async def drop(self, shard: int | None = None, *, resumable: bool = True, op: int | None = None) -> None:
        """Close the sockets of a shard (all without one). `op` sends RECONNECT or INVALID_SESSION first."""
        for session in [each for each in self.sessions.values() if each.socket and shard in (None, each.shard)]:
            socket = session.socket
            assert socket is not None
            if not resumable:
                self.sessions.pop(session.id)
            if op is not None:
                await socket.send_str(json.dumps({"op": op, "d": op == INVALID_SESSION and resumable, "s": None, "t": None}))
            else:
                session.socket = session.outbox = None  # from here on events only wait for a RESUME
                await socket.close(code=4000, message=b"Unknown error.")

    @asynccontextmanager
    async def cut(self, shard: int | None = None, *, resumable: bool = True) -> AsyncIterator[None]:
        """`drop`, and let nobody connect until the block ends: there is as long as it takes to see what a bot does without a connection."""
        self._accepting.clear()
        try:
            await self.drop(shard, resumable=resumable)
            yield
        finally:
            self._accepting.set()

    @property
    def connected(self) -> list[Session]:
        return [session for session in self.sessions.values() if session.socket is not None]

    def _send(self, event: str, server: Server, make_data: Callable[[Session], Json], intent: int) -> None:
        """To the shard of this server, if its intents ask for it. Interactions need none (DOCS gateway intents)."""
        for session in list(self.sessions.values()):
            if session.serves(server) and (not intent or session.intents & intent):
                self.faults.deliver(event, partial(session.dispatch, event, make_data(session)))
