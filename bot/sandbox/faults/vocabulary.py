"""The words for faults on the command line: `--fault NAME[:ARG,KEY=VALUE...][@SECONDS]`, the last one for how long after the start.

rate-limit:/channels/*,times=3,retry=0.5   429 for these requests         lose-event:2           the next two interactions never arrive
global-limit:retry=1                       429 for everything             double-event:2         arrive twice
5xx:502,every=10                           every tenth request fails      late-event:3.5,times=2 arrive late
refuse:30034,path=/applications/*/commands   Discord says no, with this code
slow:0.5,path=/channels/*                  these requests are slow        reconnect              the gateway asks to reconnect
lose-answer:/channels/*                    heard, but never confirmed
drop@30                                    the socket drops, RESUME       drop-session           the session is lost (op 9)
delete-channel:poker   delete-message:poker   archive:table-1   lock:table-1
deny:poker,send_messages   allow:poker        remove-bot:Card club   invite-bot:Card club   leave:Card club,one
outage:Card club   outage-over:Card club   clear-emojis
    bot-down:10@30                             the bot is stopped, and started again 10 s later
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.sandbox.faults import INTERACTIONS, Aim
from bot.sandbox.gateway import INVALID_SESSION, RECONNECT
from bot.sandbox.refusals import REASONS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.sandbox.stand_in import StandIn
    from bot.sandbox.world import Channel, Server


log = logging.getLogger(__name__)


class UnknownFault(ValueError):
    """A fault that is not in the vocabulary, or is given arguments that it does not take; the text says which."""


@dataclass(frozen=True)
class Planned:
    """A fault that was asked for: its name, its words, its options, and when."""

    name: str
    words: tuple[str, ...]
    options: dict[str, str]
    after_seconds: float = 0.0

    def word(self, place: int = 0, otherwise: str | None = None) -> str:
        """The argument at this place. Raises `UnknownFault` when it is needed and missing."""
        if place < len(self.words):
            return self.words[place]
        if otherwise is None:
            raise UnknownFault(f"{self.name} needs {place + 1} arguments")
        return otherwise

    def number(self, key: str, otherwise: float) -> float:
        return _number(self.options.get(key, str(otherwise)))

    def aim(self, path: str = "*", times: int | None = 1) -> Aim:
        """By the options `method`, `path`, `times` and `every`; every nth request is met for good unless `times` says how often."""
        every = self._count("every", 1)
        count = self._count("times", 0) if "times" in self.options else (None if every > 1 else times)
        return Aim(self.options.get("method", "*"), self.options.get("path", path), count, every)

    def _count(self, key: str, otherwise: int) -> int:
        found = int(self.number(key, otherwise))
        if key in self.options and found < 1:
            raise UnknownFault(f"{key}={self.options[key]} must be at least 1")
        return found


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise UnknownFault(f"{text!r} is no number") from None


def parse(text: str) -> Planned:
    """`"slow:0.5,path=/channels/*@30"`. Raises `UnknownFault`."""
    body, _, after = text.rpartition("@") if "@" in text else (text, "", "0")
    name, _, rest = body.partition(":")
    if name not in VOCABULARY:
        raise UnknownFault(f"no fault {name!r}; there are {', '.join(VOCABULARY)}")
    parts = [part.strip() for part in rest.split(",") if part.strip()]
    options = dict(part.split("=", 1) for part in parts if "=" in part)
    planned = Planned(name, tuple(part for part in parts if "=" not in part), options, _number(after))
    planned.aim()  # so that a number which is none is said at once, and not when its time has come
    return planned


async def apply(stand_in: StandIn, planned: Planned) -> None:
    """Let it happen now. Raises `UnknownFault` for a place or a person that is not there."""
    done = VOCABULARY[planned.name](stand_in, planned)
    if done is not None:
        await done


async def apply_all(stand_in: StandIn, planned: list[Planned]) -> None:
    """Every fault in its time, counted from now in real seconds. One that cannot happen is logged, and the others come all the same."""

    async def in_time(each: Planned) -> None:
        await asyncio.sleep(each.after_seconds)
        try:
            await apply(stand_in, each)
        except UnknownFault as unknown:
            log.warning("a fault could not happen: %s", unknown)

    async with asyncio.TaskGroup() as group:
        for each in planned:
            group.create_task(in_time(each))


def _channel(stand_in: StandIn, name: str) -> Channel:
    found = next((place for place in stand_in.world.channels.values() if place.name == name), None)
    if found is None:
        raise UnknownFault(f"there is no channel {name!r}")
    return found


def _server(stand_in: StandIn, name: str) -> Server:
    found = next((server for server in stand_in.world.servers.values() if server.name == name), None)
    if found is None:
        raise UnknownFault(f"there is no server {name!r}")
    return found


def _rate_limit(at: StandIn, it: Planned) -> None:
    at.faults.rate_limit(it.aim(it.word(0, "*")), retry_after=it.number("retry", 0.5))


def _global_limit(at: StandIn, it: Planned) -> None:
    at.faults.rate_limit(it.aim(), retry_after=it.number("retry", 0.5), everywhere=True)


def _server_error(at: StandIn, it: Planned) -> None:
    at.faults.server_error(it.aim(), status=int(_number(it.word(0, "502"))))


def _refuse(at: StandIn, it: Planned) -> None:
    code = int(_number(it.word(0)))
    if code not in REASONS:
        raise UnknownFault(f"Discord has no refusal {code} here; there are {', '.join(map(str, REASONS))}")
    at.faults.refuse(code, it.aim())


def _no_emojis(at: StandIn, _it: Planned) -> None:
    at.world.clear_emojis()


def _outage(at: StandIn, it: Planned) -> None:
    at.world.outage(_server(at, it.word(0)))


def _outage_over(at: StandIn, it: Planned) -> None:
    at.world.outage(_server(at, it.word(0)), over=True)


def _slow(at: StandIn, it: Planned) -> None:
    at.faults.slow(_number(it.word(0)), it.aim(times=None))


def _lose_answer(at: StandIn, it: Planned) -> None:
    at.faults.lose_answer(it.aim(it.word(0, "*")))


def _lose(at: StandIn, it: Planned) -> None:
    at.faults.lose_event(int(_number(it.word(0, "1"))), it.options.get("event", INTERACTIONS))


def _double(at: StandIn, it: Planned) -> None:
    at.faults.double_event(int(_number(it.word(0, "1"))), it.options.get("event", INTERACTIONS))


def _late(at: StandIn, it: Planned) -> None:
    at.faults.late_event(_number(it.word(0)), int(it.number("times", 1)), it.options.get("event", INTERACTIONS))


def _delete_message(at: StandIn, it: Planned) -> None:
    """The bot's newest public message in the channel."""
    place = _channel(at, it.word(0))
    mine = [message for message in place.messages.values() if message.author.bot and message.visible_to is None]
    if not mine:
        raise UnknownFault(f"there is no message of the bot in {place.name!r}")
    at.world.delete_message(mine[-1])


def _deny(at: StandIn, it: Planned) -> None:
    names = it.words[1:] or ("view_channel",)
    try:
        at.world.set_permissions(_channel(at, it.word(0)), at.world.application.user, deny=names)
    except KeyError as unknown:
        raise UnknownFault(f"there is no permission {unknown}") from None


def _allow(at: StandIn, it: Planned) -> None:
    at.world.set_permissions(_channel(at, it.word(0)), at.world.application.user)


async def _bot_down(at: StandIn, it: Planned) -> None:
    """Stop the bot, and start it again after so many seconds by the world's clock."""
    if at.bot is None:
        raise UnknownFault("nobody here can stop the bot")
    await at.bot.stop()
    await at.faults.wait(_number(it.word(0, "0")))
    await at.bot.start()


def _leave(at: StandIn, it: Planned) -> None:
    server = _server(at, it.word(0))
    member = next((each for each in server.members.values() if each.user.name == it.word(1)), None)
    if member is None:
        raise UnknownFault(f"{it.word(1)!r} is not in {server.name!r}")
    at.world.leave(server, member.user)


VOCABULARY: dict[str, Callable[[StandIn, Planned], Awaitable[None] | None]] = {
    "rate-limit": _rate_limit,
    "global-limit": _global_limit,
    "5xx": _server_error,
    "refuse": _refuse,
    "slow": _slow,
    "lose-answer": _lose_answer,
    "lose-event": _lose,
    "double-event": _double,
    "late-event": _late,
    "drop": lambda at, _: at.gateway.drop(),
    "drop-session": lambda at, _: at.gateway.drop(resumable=False, op=INVALID_SESSION),
    "reconnect": lambda at, _: at.gateway.drop(op=RECONNECT),
    "delete-channel": lambda at, it: at.world.delete_channel(_channel(at, it.word(0))),
    "delete-message": _delete_message,
    "archive": lambda at, it: at.world.archive(_channel(at, it.word(0))),
    "lock": lambda at, it: at.world.archive(_channel(at, it.word(0)), locked=True),
    "outage": _outage,
    "outage-over": _outage_over,
    "clear-emojis": _no_emojis,
    "deny": _deny,
    "allow": _allow,
    "remove-bot": lambda at, it: at.world.remove_bot(_server(at, it.word(0))),
    "invite-bot": lambda at, it: at.world.invite_bot(_server(at, it.word(0))),
    "leave": _leave,
    "bot-down": _bot_down,
}
