"""Which events a bot hears when the world changes (DOCS events/gateway-events)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.sandbox import payloads

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.sandbox.gateway.sessions import Session
    from bot.sandbox.world import Change, Channel, Kind, Member, Message, Server, World

    Send = Callable[[str, Server, Callable[[Session], dict[str, Any]], int], None]

Json = dict[str, Any]
ALWAYS, GUILDS, GUILD_MEMBERS, GUILD_MESSAGES, MESSAGE_CONTENT = 0, 1 << 0, 1 << 1, 1 << 9, 1 << 15


class Events:
    """Turns changes into events. `send(event, server, make_data, intent)` hands them to the sessions that want them."""

    def __init__(self, world: World, send: Send) -> None:
        self.world = world
        self.send = send
        self.bot_id = world.application.user.id
        self.base_url = ""

    def on_change(self, change: Change) -> None:
        server = change.server
        if server is None or server.unavailable:
            return
        if change.kind == "server_left":
            self.send("GUILD_DELETE", server, lambda _: {"id": str(server.id)}, GUILDS)
        elif self.world.has_bot(server) or (server.commands_alone and change.kind == "interaction_created"):
            self._on_change_in(server, change)

    def _on_change_in(self, server: Server, change: Change) -> None:
        match change.kind:
            case "server_joined":
                new = payloads.server(server, self.bot_id)
                del new["unavailable"]  # which tells a server that was joined from one that came back (DPY state.py)
                self.send("GUILD_CREATE", server, lambda _: new, GUILDS)
            case "server_unavailable":
                self.send("GUILD_DELETE", server, lambda _: {"id": str(server.id), "unavailable": True}, GUILDS)
            case "server_available":
                self.send("GUILD_CREATE", server, lambda _: payloads.server(server, self.bot_id), GUILDS)
            case "role_created" | "role_changed":
                assert change.role is not None
                role: Json = {"guild_id": str(server.id), "role": payloads.role(change.role)}
                self.send(
                    "GUILD_ROLE_CREATE" if change.kind == "role_created" else "GUILD_ROLE_UPDATE", server, lambda _: role, GUILDS
                )
            case "channel_created" | "channel_changed" | "permissions_changed" | "channel_deleted":
                assert change.channel is not None
                self._channel_event(server, change.kind, change.channel)
            case "member_joined" | "member_changed" | "member_left":
                assert change.member is not None
                self._member_event(server, change.kind, change.member)
            case "message_created" | "message_edited" | "message_deleted":
                assert change.message is not None
                self._message_event(server, change.kind, change.message)
            case "interaction_created":
                interaction = change.interaction
                assert interaction is not None
                self.send(
                    "INTERACTION_CREATE", server, lambda _: payloads.interaction(interaction, self.world, self.base_url), ALWAYS
                )
            case _:
                pass

    def _channel_event(self, server: Server, kind: Kind, place: Channel) -> None:
        verb = {"channel_created": "CREATE", "channel_deleted": "DELETE"}.get(kind, "UPDATE")
        data = payloads.channel(place)
        if place.is_thread and verb == "DELETE":
            data = {key: data[key] for key in ("id", "guild_id", "parent_id", "type")}
        elif place.is_thread and self.bot_id in place.thread_members:
            data["member"] = payloads.thread_member(place, self.bot_id)
        self.send(f"THREAD_{verb}" if place.is_thread else f"CHANNEL_{verb}", server, lambda _: data, GUILDS)

    def _member_event(self, server: Server, kind: Kind, who: Member) -> None:
        """Of others only with the members intent; of a change to itself a bot always hears (DOCS gateway intents)."""
        home = {"guild_id": str(server.id)}
        if kind == "member_changed":
            intent = ALWAYS if who.user.id == self.bot_id else GUILD_MEMBERS
            self.send("GUILD_MEMBER_UPDATE", server, lambda _: payloads.member(who) | home, intent)
        elif who.user.id == self.bot_id:
            return
        elif kind == "member_joined":
            self.send("GUILD_MEMBER_ADD", server, lambda _: payloads.member(who) | home, GUILD_MEMBERS)
        else:
            self.send("GUILD_MEMBER_REMOVE", server, lambda _: {"user": payloads.user(who.user)} | home, GUILD_MEMBERS)

    def _message_event(self, server: Server, kind: Kind, message: Message) -> None:
        """Only for messages that the bot's account can see; without the content intent those of others come empty."""
        place = message.channel
        if message.visible_to is not None or not place.permissions_of(self.bot_id):
            return
        home = {"channel_id": str(place.id), "guild_id": str(server.id)}
        if kind == "message_deleted":
            self.send("MESSAGE_DELETE", server, lambda _: {"id": str(message.id)} | home, GUILD_MESSAGES)
            return

        def data(session: Session) -> Json:
            hidden = not session.intents & MESSAGE_CONTENT and message.author.id != self.bot_id
            blank: Json = {"content": "", "embeds": [], "attachments": [], "components": []} if hidden else {}
            return payloads.message(message, self.base_url) | home | blank

        self.send("MESSAGE_CREATE" if kind == "message_created" else "MESSAGE_UPDATE", server, data, GUILD_MESSAGES)
