"""The composition root: settings, store, tables and the bot put together, and taken apart again in order."""

import asyncio
import logging
import signal
from typing import Any, Self

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot.caretaker import DAY_SECONDS, PAUSES_SECONDS, Caretaker
from bot.cogs import PickerTranslator, all_cogs, invite_link, on_tree_error
from bot.engine import load_lookup
from bot.history import Records
from bot.registration import Registration
from bot.settings import Settings
from bot.store import DatabaseError, Store, StoreError
from bot.tables import Clock, Dealer, Policy, Servers, SystemClock, Tables
from bot.ui import Presses, Responder
from bot.under_way import UnderWay, waited_for

log = logging.getLogger(__name__)

ANSWERS_SECONDS = 2.0
"""How long a closing bot lets answers under way finish."""

SERVERS_SECONDS = 0.5
"""How long a beginning session waits for another server before what tables show is brought up to date; one that comes later is heard of all the same."""

REGISTRATION_SECONDS = 5.0
"""How long a beginning bot lets Discord take its commands before it connects without knowing."""

COMMANDS, EMOJIS, OLD_HANDS = "registering the commands", "looking at the emojis", "reading old hands"

BETWEEN_OLD_HANDS_SECONDS = 0.5
"""How long the game has the machine to itself before more old hands are read."""


def policy_of(settings: Settings) -> Policy:
    """What the operator's settings mean for tables."""
    return Policy(
        starting_chips=settings.starting_chips,
        daily_chips=settings.daily_chips,
        refill_chips=settings.refill_chips,
        refill_hours=settings.refill_hours,
        tables_a_server=settings.tables_a_server,
        tables_a_person=settings.tables_a_person,
        first_deal_seconds=settings.first_deal_seconds,
        between_hands_seconds=settings.between_hands_seconds,
        idle_minutes=settings.idle_minutes,
    )


async def asked_to_stop() -> None:
    """Until SIGTERM or Ctrl-C: discord.py closes on neither by itself when it is run within a loop of ours."""
    asked = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, asked.set)
        except NotImplementedError:  # Windows: Ctrl-C arrives as KeyboardInterrupt
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(asked.set))
    await asked.wait()


class Tree(app_commands.CommandTree["PokerBot"]):
    """The bot's commands; what goes wrong in Discord's picker is answered like everything else."""

    async def on_error(self, interaction: discord.Interaction["PokerBot"], error: app_commands.AppCommandError) -> None:
        """Answer for a command that did not come to run."""
        await on_tree_error(self.client.responder, interaction, error)


class PokerBot(commands.AutoShardedBot):
    """The bot over an open store; closing it closes everything that `composed` opened."""

    def __init__(self, settings: Settings, store: Store, *, clock: Clock, dealer: Dealer | None = None, **client: Any) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            max_ratelimit_timeout=30.0,
            enable_debug_events=True,  # for `bot.cogs.talk`
            **{"guild_ready_timeout": SERVERS_SECONDS} | client,
        )
        self._settings = settings
        self._store = store
        self._clock = clock
        policy = policy_of(settings)
        self.servers = Servers(store, policy, clock)
        self.tables = Tables(store, self.servers, clock=clock, dealer=dealer, policy=policy)
        self.records = Records(store, self.servers, self.tables, clock=clock, policy=policy)
        self.responder = Responder(self.tables, self.records, self.servers, clock, self)
        self.caretaker = Caretaker(self, self.servers, clock, forget_days=settings.forget_days)
        self.responder.card_emojis.refused = self._emojis_refused
        self._emojis_refused_at: list[float] = []
        self._opened = False
        self.under_way = UnderWay()

    @classmethod
    async def composed(
        cls, settings: Settings, *, clock: Clock | None = None, dealer: Dealer | None = None, **client: Any
    ) -> Self:
        """Open the store, bring the tables back and make the bot. Raises the store's `DatabaseError` family."""
        clock = clock or SystemClock()
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # there is no voice here to miss a library for
        lookup = asyncio.create_task(asyncio.to_thread(load_lookup))  # while the database is looked through
        store = await Store.open(settings.database_url, now=clock.now)
        try:
            bot = cls(settings, store, clock=clock, dealer=dealer, **client)
            await lookup
            await bot.tables.start(connected=False)
        except BaseException:
            await store.close()
            raise
        return bot

    # Beginning and end

    async def setup_hook(self) -> None:
        """Before the gateway is connected: buttons, commands, words, and the emojis of the cards in the background."""
        await self.add_cog(Presses(self.responder))
        for cog in all_cogs(self.responder):
            await self.add_cog(cog)
        await self.tree.set_translator(PickerTranslator())
        assert self.application_id is not None
        log.info("invite the bot with %s", invite_link(self.application_id))
        registration = Registration(self.tree, self._store, self._settings.development_server)
        await asyncio.wait({self.caretaker.insist(COMMANDS, registration.register)}, timeout=REGISTRATION_SECONDS)
        self._refresh_emojis()

    async def lost(self) -> DatabaseError:
        """Wait until the database is no longer this process's to play from, and return why."""
        return await self._store.lost()

    async def close(self) -> None:
        """What Discord has told is heeded, answers under way are finished, no hand is dealt and no clock runs any more; then the connection, and the store last."""
        await self.under_way.close(ANSWERS_SECONDS)
        await self.caretaker.close()
        await self.responder.close(ANSWERS_SECONDS)
        await self.tables.close()
        if not self.is_closed() and self.http.token is not None:
            await super().close()
        await self._store.close()

    def _refresh_emojis(self) -> None:
        self.caretaker.insist(EMOJIS, self._look_at_emojis)

    async def _look_at_emojis(self) -> None:
        await self.responder.card_emojis.refresh(self, self._clock)

    async def _read_old_hands(self) -> None:
        """How somebody plays is known of hands that ended before that was kept, too, once they have been replayed."""
        if await self.records.statistics.read_old_hands():
            self.caretaker.insist_later(OLD_HANDS, self._read_old_hands, BETWEEN_OLD_HANDS_SECONDS)

    def _emojis_refused(self) -> None:
        """Look at the emojis again: at once, and, since Discord refuses valid ones as well, later each time within a day."""
        now = self._clock.monotonic()
        self._emojis_refused_at = [at for at in self._emojis_refused_at if now - at < DAY_SECONDS]
        seconds = (0.0, *PAUSES_SECONDS)[min(len(self._emojis_refused_at), len(PAUSES_SECONDS))]
        self._emojis_refused_at.append(now)
        self.caretaker.insist_later(EMOJIS, self._look_at_emojis, seconds)

    # What Discord tells

    @waited_for
    async def on_shard_connect(self, shard_id: int) -> None:
        """A shard's session has begun: its tables go on, each as soon as its server is there."""
        await self._back(shard_id)

    async def on_shard_ready(self, _shard_id: int) -> None:
        """The servers of a shard are known: what their tables show is brought up to date."""
        self._open()

    @waited_for
    async def on_shard_resumed(self, shard_id: int) -> None:
        """A shard's session goes on: so do its tables."""
        await self._back(shard_id)
        self._open()

    @waited_for
    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Presses do not reach us: nobody is timed out for it."""
        await self.tables.connection_lost(self._servers_of(shard_id))

    @waited_for
    async def on_ready(self) -> None:
        """Servers that removed the bot while it was away are let go, and tables whose channel was deleted meanwhile close.

        Only now is it known who has the bot: nothing is deleted before.
        """
        # A GUILD_CREATE that comes just as discord.py stops waiting for them fills its cache, and is told to nobody.
        await self._heed_outages(list(self.tables.guild_ids()))
        for view in self.tables.views():
            guild = self.get_guild(view.guild_id)
            if guild is None:
                await self._removed(view.guild_id)
            elif not guild.unavailable and guild.get_channel_or_thread(view.channel_id) is None:
                await self._look_for(view.channel_id)
        self.caretaker.tidy_daily()
        self.caretaker.insist(OLD_HANDS, self._read_old_hands)

    @waited_for
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """An outage at Discord: presses of this server do not reach us."""
        await self._heed_outages([guild.id])

    @waited_for
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """The outage is over, or a server has invited the bot again while it was away; at the start that is looked up for all of them at once."""
        await self._heed_outages([guild.id])
        self.caretaker.back(guild.id)

    @waited_for
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a server."""
        await self._removed(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was invited, perhaps again."""
        self.caretaker.here(guild.id)

    @waited_for
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A table's channel is gone, and so is the table; and those in its threads. Of these Discord says nothing, and an archived one is not in
        memory: whatever table of the server is in no channel that is known is looked for.
        """
        await self._gone(channel.id)
        for view in self.tables.views(channel.guild.id):
            if channel.guild.get_channel_or_thread(view.channel_id) is None:
                await self._look_for(view.channel_id)

    @waited_for
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A table's thread is gone, and so is the table."""
        await self._gone(payload.thread_id)

    async def _look_for(self, channel_id: int) -> None:
        """A thread that is archived is no more in memory than a channel that is gone."""
        try:
            await self.fetch_channel(channel_id)
        except discord.NotFound:
            await self._gone(channel_id)
        except (discord.DiscordException, aiohttp.ClientError, OSError):
            log.info("channel %d cannot be looked up", channel_id, exc_info=True)

    async def _gone(self, channel_id: int) -> None:
        try:
            await self.tables.channel_gone(channel_id)
        except StoreError:
            log.warning("channel %d is gone, which cannot be saved now", channel_id, exc_info=True)

    async def _removed(self, guild_id: int) -> None:
        try:
            await self.tables.guild_left(guild_id)
            await self.servers.removed(guild_id, at=self._clock.now())
        except StoreError:
            log.warning("server %d is gone, which cannot be saved now", guild_id, exc_info=True)

    async def _back(self, shard_id: int) -> None:
        servers = self._servers_of(shard_id)
        await self._heed_outages(servers)
        await self.tables.connection_back(servers)

    async def _heed_outages(self, guild_ids: list[int]) -> None:
        """Let the tables of servers that Discord cannot serve rest till their own GUILD_CREATE: a session that begins or goes on says nothing of them."""
        guilds = {guild_id: self.get_guild(guild_id) for guild_id in guild_ids}
        out = {guild_id for guild_id, guild in guilds.items() if guild is None or guild.unavailable}
        await self.tables.outage_begun(out)
        await self.tables.outage_over(guilds.keys() - out)

    def _open(self) -> None:
        if not self._opened:
            self._opened = True
            self.responder.open()

    def _servers_of(self, shard_id: int) -> list[int]:
        """The servers of a shard that have a table, or may be about to have their first."""
        count = self.shard_count or 1
        known = {guild.id for guild in self.guilds}.union(self.tables.guild_ids())
        return [guild_id for guild_id in known if (guild_id >> 22) % count == shard_id]
