"""The truth of the sandbox: servers, channels, people, messages, the application and its interactions.

The REST side and the gateway only translate it. Everything that changes goes through a method of `World` and is told to
whoever subscribed.
"""

from __future__ import annotations

import secrets
from typing import Any

from bot.sandbox.clock import Clock, RealClock
from bot.sandbox.refusals import Refusal
from bot.sandbox.world.application import Application, Command, Emoji, Json
from bot.sandbox.world.changes import Change, Changes, Kind
from bot.sandbox.world.interactions import ANSWER_SECONDS, Interaction
from bot.sandbox.world.permissions import Permission, named
from bot.sandbox.world.places import KINDS, Attachment, Channel, Member, Message, Overwrite, Role, Server, User

__all__ = [
    "Application", "Attachment", "Change", "Channel", "Command", "Emoji", "Interaction", "Kind", "Member", "Message",
    "Overwrite", "Permission", "Refusal", "Role", "Server", "User", "World", "named",
]  # fmt: skip

DISCORD_EPOCH_SECONDS = 1_420_070_400


class World(Changes):
    """A small Discord. `clock` is injected; everything else starts empty, but for the application and its bot user."""

    def __init__(self, clock: Clock | None = None, application_name: str = "Open Draw") -> None:
        super().__init__()
        self.clock: Clock = clock or RealClock()
        self._last_id = 0
        self.servers: dict[int, Server] = {}
        self.users: dict[int, User] = {}
        self.channels: dict[int, Channel] = {}
        self.interactions: dict[str, Interaction] = {}
        self.nonces: dict[str | int | None, Message] = {}
        owner = self._add_user("owner", "Owner", "en-US", bot=False)
        robot = self._add_user(application_name.lower().replace(" ", "-"), application_name, "en-US", bot=True)
        self.application = Application(robot.id, application_name, robot, owner)

    def new_id(self, *, fresh_millisecond: bool = False) -> int:
        """A snowflake, greater than all before it. A fresh millisecond spreads servers over shards."""
        at = int((self.clock.time() - DISCORD_EPOCH_SECONDS) * 1000) << 22
        if fresh_millisecond and at <= self._last_id:
            at = ((self._last_id >> 22) + 1) << 22
        self._last_id = max(at, self._last_id + 1)
        return self._last_id

    # Places and people.

    def add_server(self, name: str = "Card club", locale: str = "en-US", *, with_bot: bool = True) -> Server:
        server = Server(self.new_id(fresh_millisecond=True), name, self.application.owner.id, self.clock.time(), locale)
        self.servers[server.id] = server
        self.join(server, self.application.owner)
        if with_bot:
            self.invite_bot(server)
        return server

    def add_channel(self, server: Server, name: str = "poker", kind: str = "text", parent: Channel | None = None) -> Channel:
        """A channel of `kind` text, voice, announcement, thread or private_thread (these two under `parent`)."""
        channel = Channel(self.new_id(), server, KINDS[kind], name, self.clock.time(), parent, len(server.channels))
        channel.owner_id = self.application.owner.id
        server.channels[channel.id] = self.channels[channel.id] = channel
        self.tell(Change("channel_created", server, channel))
        return channel

    def add_thread(self, parent: Channel, name: str = "table", *, private: bool = False) -> Channel:
        thread = self.add_channel(parent.server, name, "private_thread" if private else "thread", parent)
        thread.thread_members |= {self.application.user.id, self.application.owner.id}
        return thread

    def _add_user(self, name: str, display_name: str, locale: str, *, bot: bool) -> User:
        user = User(self.new_id(), name, display_name, locale, bot)
        self.users[user.id] = user
        return user

    def add_user(self, name: str, *servers: Server, display_name: str | None = None, locale: str = "en-US") -> User:
        """A person with an account, a member of these servers. `actors.Person` acts for them."""
        user = self._add_user(name, display_name or name, locale, bot=False)
        for server in servers:
            self.join(server, user)
        return user

    def join(self, server: Server, user: User) -> Member:
        member = Member(user, self.clock.time())
        server.members[user.id] = member
        self.tell(Change("member_joined", server, member=member))
        return member

    def leave(self, server: Server, user: User) -> None:
        """A person leaves, or is thrown out of, the server."""
        member = server.members.pop(user.id)
        self.tell(Change("member_left", server, member=member))

    def add_role(self, server: Server, name: str, *permissions: str) -> Role:
        role = Role(self.new_id(), name, named(*permissions), len(server.roles))
        server.roles[role.id] = role
        self.tell(Change("role_created", server, role=role))
        return role

    def set_role(self, server: Server, role: Role, *permissions: str) -> None:
        """What a role may do from now on; `server.everyone` is the one that all have."""
        role.permissions = named(*permissions)
        self.tell(Change("role_changed", server, role=role))

    def give_role(self, server: Server, user: User, *permissions: str, name: str = "staff") -> Role:
        """A new role with these permissions, given to one member."""
        role = self.add_role(server, name, *permissions)
        member = server.members[user.id]
        member.roles.add(role.id)
        self.tell(Change("member_changed", server, member=member))
        return role

    def take_role(self, server: Server, user: User, role: Role) -> None:
        """The role stays, the member has it no longer."""
        member = server.members[user.id]
        member.roles.discard(role.id)
        self.tell(Change("member_changed", server, member=member))

    def invite_bot(self, server: Server, *permissions: str) -> None:
        """The bot is added, with @everyone's permissions and these."""
        server.commands_alone = False
        self.join(server, self.application.user)
        if permissions:
            self.give_role(server, self.application.user, *permissions, name=self.application.name)
        self.tell(Change("server_joined", server))

    def invite_commands(self, server: Server) -> None:
        """The application is added by the scope `applications.commands` alone: its commands are there, its bot is not."""
        server.commands_alone = True

    def clear_emojis(self) -> None:
        """Somebody has deleted all emojis of the application."""
        self.application.emojis.clear()
        self.tell(Change("emojis_changed"))

    def remove_bot(self, server: Server) -> None:
        """The bot is thrown out. Its session hears GUILD_DELETE."""
        self.leave(server, self.application.user)
        self.tell(Change("server_left", server))

    def outage(self, server: Server, *, over: bool = False) -> None:
        """Discord cannot serve this server: what happens in it meanwhile, the bot never hears (DOCS unavailable guild)."""
        if over:
            server.unavailable = False
            self.tell(Change("server_available", server))
        else:
            self.tell(Change("server_unavailable", server))
            server.unavailable = True

    def has_bot(self, server: Server) -> bool:
        return self.application.user.id in server.members

    def set_permissions(
        self, channel: Channel, who: User | Role | Server, *, allow: tuple[str, ...] = (), deny: tuple[str, ...] = ()
    ) -> None:
        """Overwrite what a member, a role or everyone (the server) may do in a channel; empty for both lifts it."""
        channel.overwrites[who.id] = Overwrite(named(*allow), named(*deny))
        if not allow and not deny:
            del channel.overwrites[who.id]
        self.tell(Change("permissions_changed", channel.server, channel))

    def delete_channel(self, channel: Channel) -> None:
        """The channel, its threads and its messages are gone. Of the threads nothing is told (discordjs/discord.js#10883, Rapptz/discord.py#9796)."""
        for gone in [channel, *(other for other in self.channels.values() if other.parent is channel)]:
            gone.deleted = True
            for message in gone.messages.values():
                message.deleted = True
            del self.channels[gone.id], gone.server.channels[gone.id]
        self.tell(Change("channel_deleted", channel.server, channel))

    def archive(self, thread: Channel, *, archived: bool = True, locked: bool = False) -> None:
        assert thread.is_thread, "only threads are archived"
        thread.archived, thread.locked = archived, locked
        self.tell(Change("channel_changed", thread.server, thread))

    def channel(self, channel_id: int) -> Channel:
        """Raises 10003 when there is none."""
        if channel_id not in self.channels:
            raise Refusal(10003)
        return self.channels[channel_id]

    # Messages.

    def post(self, channel: Channel, author: User, **parts: Any) -> Message:
        """A new message; `parts` are fields of `Message`."""
        message = Message(self.new_id(), channel, author, self.clock.time(), **parts)
        channel.messages[message.id] = message
        if author is self.application.user and message.nonce is not None:
            self.nonces[message.nonce] = message
        if channel.archived and not channel.locked:
            self.archive(channel, archived=False)
        self.tell(Change("message_created", channel.server, channel, message))
        return message

    def edited(self, message: Message, *, mark: bool = True) -> None:
        """The message's fields were changed; `mark` shows it as edited."""
        if mark:
            message.edited = self.clock.time()
        self.tell(Change("message_edited", message.channel.server, message.channel, message))

    def delete_message(self, message: Message) -> None:
        message.deleted = True
        del message.channel.messages[message.id]
        self.tell(Change("message_deleted", message.channel.server, message.channel, message))

    def message(self, channel: Channel, message_id: int) -> Message:
        """Raises 10008 when there is none."""
        if message_id not in channel.messages:
            raise Refusal(10008)
        return channel.messages[message_id]

    # Interactions.

    def interact(
        self,
        kind: int,
        user: User,
        channel: Channel,
        data: Json,
        *,
        source: Message | None = None,
        opener: Interaction | None = None,
    ) -> Interaction:
        """Somebody does something; the gateway tells the bot, and the 3 s begin."""
        token = secrets.token_urlsafe(48)
        interaction = Interaction(self.new_id(), token, kind, user, channel, data, self.clock.time(), source, opener)
        self.interactions[token] = interaction
        self.unanswered += 1
        interaction.deadline = self.clock.call_later(ANSWER_SECONDS, self._fail, interaction)
        self.tell(Change("interaction_created", channel.server, channel, source, interaction))
        return interaction

    def answer(self, interaction: Interaction, answer_kind: int) -> None:
        """The first answer was accepted."""
        interaction.settle(answer_kind)
        self._told_how(interaction, "interaction_answered")

    def _fail(self, interaction: Interaction) -> None:
        if interaction.open:
            interaction.settle(None)
            self._told_how(interaction, "interaction_failed")

    def _told_how(self, interaction: Interaction, kind: Kind) -> None:
        self.unanswered -= 1
        self.tell(Change(kind, interaction.channel.server, interaction.channel, interaction.source, interaction))

    def interaction(self, token: str) -> Interaction:
        """Raises 10015 for a token nobody was given."""
        if token not in self.interactions:
            raise Refusal(10015)
        return self.interactions[token]
