"""The registration of the bot's commands at Discord: what Discord has is compared with what the bot offers, and mended."""

import logging
from typing import Any, Final

import discord
from discord import app_commands
from discord.http import Route

from bot.cogs import PickerTranslator
from bot.store import Store

log = logging.getLogger(__name__)

OWN_COMMANDS_KEY: Final = "servers with commands of their own"
"""Notes, as ids with spaces between them, which servers were given commands of their own, so that those can be cleared again."""

ADDED_BY_DISCORD: Final = frozenset({"id", "application_id", "version", "guild_id", "dm_permission", "handler"})
"""What a command has at Discord besides what a bot sends; `dm_permission` follows from the contexts."""

Json = dict[str, Any]


class Registration:
    """Registers the commands everywhere, or, while developing, in one server."""

    def __init__(self, tree: app_commands.CommandTree[Any], store: Store, development_server: int | None) -> None:
        self._tree = tree
        self._store = store
        self._server = development_server

    async def register(self) -> None:
        """Compare and mend: one request where all is well. Raises what Discord and the store raise; it can then be done again."""
        if self._server is None:
            await self._mend(None)
            for server in await self._noted():
                await self._clear(server)
            await self._note(frozenset())
            return
        await self._note(await self._noted() | {self._server})
        await self._mend_in(self._server)

    async def _mend_in(self, server: int) -> None:
        """Give the development server commands of its own, unless it has the same ones from everywhere already."""
        everywhere = await self._at_discord(None)
        try:
            if same_commands(await self._offered(), everywhere):
                await self._clear(server)
                return
            if everywhere:
                log.warning("other commands are registered everywhere: server %d shows both until a start without it", server)
            self._tree.copy_global_to(guild=discord.Object(server))
            await self._mend(server)
        except discord.Forbidden:
            log.warning("server %d has not invited the bot, so it gets no commands: invite it there", server)
            raise

    async def _mend(self, server: int | None) -> None:
        if not same_commands(await self._offered(), await self._at_discord(server)):
            await self._tree.sync(guild=_guild(server))
            log.info("the commands are registered")

    async def _clear(self, server: int) -> None:
        """Take a server's own commands away, where it has any; a server that has removed the bot has none."""
        try:
            if await self._at_discord(server):
                self._tree.clear_commands(guild=discord.Object(server))
                await self._tree.sync(guild=discord.Object(server))
        except (discord.Forbidden, discord.NotFound):
            log.info("server %d has removed the bot, and its commands with it", server)

    async def _offered(self) -> list[Json]:
        translator = PickerTranslator()
        return [await command.get_translated_payload(self._tree, translator) for command in self._tree.get_commands()]

    async def _at_discord(self, server: int | None) -> list[Json]:
        """What Discord has, with the texts of all languages, which `CommandTree.fetch_commands` does not ask for."""
        client = self._tree.client
        path = "/applications/{application_id}/commands"
        if server is None:
            route = Route("GET", path, application_id=client.application_id)
        else:
            route = Route(
                "GET",
                path.replace("/commands", "/guilds/{guild_id}/commands"),
                application_id=client.application_id,
                guild_id=server,
            )
        found: list[Json] = await client.http.request(route, params={"with_localizations": "true"})
        return found

    async def _noted(self) -> frozenset[int]:
        async with self._store.reading() as t:
            return frozenset(int(server) for server in (await t.meta.get(OWN_COMMANDS_KEY) or "").split())

    async def _note(self, servers: frozenset[int]) -> None:
        if servers != await self._noted():
            async with self._store.transaction() as t:
                await t.meta.set(OWN_COMMANDS_KEY, " ".join(map(str, sorted(servers))))


def _guild(server: int | None) -> discord.Object | None:
    return discord.Object(server) if server is not None else None


def same_commands(offered: list[Json], registered: list[Json]) -> bool:
    """Whether Discord has exactly the commands that are offered, in whatever order."""

    def by_name(commands: list[Json]) -> dict[tuple[int, str], Json]:
        return {(command.get("type", 1), command["name"]): command for command in commands}

    ours, theirs = by_name(offered), by_name(registered)
    return ours.keys() == theirs.keys() and all(_same(ours[key], theirs[key]) for key in ours)


def _same(ours: object, theirs: object) -> bool:
    """Equal but for what Discord adds; what is absent, null, false or empty is the same. Numbers of permissions are text at Discord."""
    match ours, theirs:
        case dict(), dict():
            keys = (ours.keys() | theirs.keys()) - ADDED_BY_DISCORD
            return all(_same(ours.get(key), theirs.get(key)) for key in keys)
        case list(), list():
            return len(ours) == len(theirs) and all(map(_same, ours, theirs))
        case _:
            return str(ours) == str(theirs) if ours and theirs else not ours and not theirs
