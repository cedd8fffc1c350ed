"""The world in Discord's JSON: users, members, channels, messages, servers, interactions, the application.

Objects are whole, as Discord's OpenAPI document requires them; REST and gateway share them.
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

from bot.sandbox.world.components import EPHEMERAL
from bot.sandbox.world.interactions import COMMAND, COMPONENT, MODAL_SUBMIT, Interaction
from bot.sandbox.world.places import CATEGORY, VOICE, Channel, Maker, Member, Role, Server, User

if TYPE_CHECKING:
    from bot.sandbox.world import Application, Attachment, Command, Emoji, Message, World

Json = dict[str, Any]
ATTACHMENT_BYTES = 10 * 1024 * 1024


def stamp(seconds: float) -> str:
    return dt.datetime.fromtimestamp(seconds, dt.UTC).isoformat(timespec="microseconds")


def user(who: User) -> Json:
    return {
        "id": str(who.id), "username": who.name, "global_name": None if who.bot else who.display_name, "discriminator": "0000" if who.bot else "0",
        "avatar": None, "bot": who.bot, "system": False, "public_flags": 0, "flags": 0, "banner": None, "accent_color": None,
        "avatar_decoration_data": None, "collectibles": None, "primary_guild": None,
    }  # fmt: skip


def own_user(who: User) -> Json:
    return user(who) | {"mfa_enabled": True, "locale": who.locale, "verified": True, "email": None, "premium_type": 0}


def member(who: Member, *, with_user: bool = True) -> Json:
    body: Json = {
        "roles": [str(role) for role in sorted(who.roles)], "nick": who.nick, "avatar": None, "banner": None, "joined_at": stamp(who.joined),
        "premium_since": None, "communication_disabled_until": None, "deaf": False, "mute": False, "pending": False, "flags": 0,
        "avatar_decoration_data": None,
    }  # fmt: skip
    return body | {"user": user(who.user)} if with_user else body


def role(it: Role) -> Json:
    return {
        "id": str(it.id), "name": it.name, "permissions": str(int(it.permissions)), "position": it.position, "color": 0, "hoist": False,
        "managed": False, "mentionable": False, "icon": None, "unicode_emoji": None, "flags": 0, "description": None,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
    }  # fmt: skip


def channel(it: Channel) -> Json:
    last = max((each.id for each in it.messages.values() if each.visible_to is None), default=None)
    body: Json = {
        "id": str(it.id), "type": it.kind, "guild_id": str(it.server.id), "name": it.name, "flags": 0, "rate_limit_per_user": 0,
        "parent_id": str(it.parent.id) if it.parent else None, "last_message_id": str(last) if last else None,
    }  # fmt: skip
    if it.is_thread:
        metadata = {
            "archived": it.archived, "locked": it.locked, "auto_archive_duration": 1440,
            "archive_timestamp": stamp(it.created), "create_timestamp": stamp(it.created),
        }  # fmt: skip
        counts = {
            "message_count": len(it.messages),
            "total_message_sent": len(it.messages),
            "member_count": len(it.thread_members),
        }
        return body | counts | {"owner_id": str(it.owner_id), "thread_metadata": metadata}
    overwrites = [
        {
            "id": str(target),
            "type": 0 if target in it.server.roles else 1,
            "allow": str(int(pair.allow)),
            "deny": str(int(pair.deny)),
        }
        for target, pair in it.overwrites.items()
    ]
    body |= {
        "position": sum(other < it.id for other in it.server.channels),
        "permission_overwrites": overwrites,
        "nsfw": False,
        "topic": None,
    }
    if it.kind == VOICE:
        body |= {"bitrate": 64000, "user_limit": 0, "rtc_region": None}
    assert it.kind != CATEGORY
    return body


def thread_member(it: Channel, user_id: int) -> Json:
    return {"id": str(it.id), "user_id": str(user_id), "join_timestamp": stamp(it.created), "flags": 0}


def attachment(it: Attachment, place: Channel, base_url: str, *, ephemeral: bool) -> Json:
    url = f"{base_url}/attachments/{place.id}/{it.id}/{it.filename}"
    body: Json = {
        "id": str(it.id), "filename": it.filename, "size": len(it.content), "url": url, "proxy_url": url, "content_type": it.content_type,
    }  # fmt: skip
    if it.description:
        body["description"] = it.description
    if it.size_pixels:
        body["width"], body["height"] = it.size_pixels
    return body | {"ephemeral": True} if ephemeral else body


def command_name(data: Json) -> str:
    """A command's name as people read it, its subcommand groups and subcommands included (DOCS message interaction)."""
    below = next((option for option in data.get("options") or [] if option["type"] in (1, 2)), None)
    return f"{data['name']} {command_name(below)}" if below else str(data["name"])


def interaction_metadata(it: Maker, *, of: Message | None = None) -> Json:
    body: Json = {
        "id": str(it.id), "type": it.kind, "user": user(it.user), "authorizing_integration_owners": {"0": str(it.channel.server.id)},
    }  # fmt: skip
    if of is not None and of is not it.original and it.original is not None:
        body["original_response_message_id"] = str(it.original.id)
    if it.kind == COMPONENT and it.source is not None:
        body["interacted_message_id"] = str(it.source.id)
    if it.kind == MODAL_SUBMIT and it.opener is not None:
        body["triggering_interaction_metadata"] = interaction_metadata(it.opener)
    if it.kind == COMMAND:
        body["name"] = command_name(it.data)
    return body


def message(it: Message, base_url: str) -> Json:
    body: Json = {
        "id": str(it.id), "channel_id": str(it.channel.id), "type": 0, "content": it.content, "author": user(it.author),
        "attachments": [attachment(file, it.channel, base_url, ephemeral=it.ephemeral) for file in it.attachments],
        "embeds": it.embeds, "components": it.components, "mentions": [user(who) for who in it.mentions],
        "mention_roles": [str(role) for role in it.mention_roles], "mention_everyone": it.mention_everyone, "pinned": False, "tts": False, "flags": it.flags, "timestamp": stamp(it.created),
        "edited_timestamp": stamp(it.edited) if it.edited is not None else None,
    }  # fmt: skip
    if it.nonce is not None:
        body["nonce"] = it.nonce
    if it.reply_to is not None:
        body["type"] = 19
        body["message_reference"] = {
            "type": 0,
            "channel_id": str(it.channel.id),
            "message_id": str(it.reply_to),
            "guild_id": str(it.channel.server.id),
        }
    if it.author.bot:
        body["application_id"] = str(it.author.id)
    if (maker := it.interaction) is not None:
        body["webhook_id"] = str(it.author.id)
        body["interaction_metadata"] = interaction_metadata(maker, of=it)
        if maker.kind == COMMAND:
            body["type"] = 20 if it is maker.original else 0
            body["interaction"] = {
                "id": str(maker.id),
                "type": maker.kind,
                "name": command_name(maker.data),
                "user": user(maker.user),
            }
    return body


def server(it: Server, bot_id: int) -> Json:
    """GUILD_CREATE as a bot without the members intent gets it: of the members, itself alone."""
    readable = [place for place in it.channels.values() if place.permissions_of(bot_id)]
    threads = [
        channel(place) | ({"member": thread_member(place, bot_id)} if bot_id in place.thread_members else {})
        for place in readable
        if place.is_thread and not place.archived
    ]
    return {
        "id": str(it.id), "name": it.name, "icon": None, "splash": None, "discovery_splash": None, "banner": None, "description": None,
        "owner_id": str(it.owner_id), "afk_channel_id": None, "afk_timeout": 300, "verification_level": 0, "default_message_notifications": 0,
        "explicit_content_filter": 0, "roles": [role(each) for each in it.roles.values()], "emojis": [], "stickers": [], "features": [],
        "mfa_level": 0, "application_id": None, "system_channel_id": None, "system_channel_flags": 0, "rules_channel_id": None,
        "public_updates_channel_id": None, "safety_alerts_channel_id": None, "vanity_url_code": None, "premium_tier": 0,
        "premium_subscription_count": 0, "premium_progress_bar_enabled": False, "preferred_locale": it.locale, "nsfw_level": 0,
        "max_members": 500000, "joined_at": stamp(it.members[bot_id].joined), "large": False, "unavailable": False,
        "member_count": len(it.members), "members": [member(it.members[bot_id])], "threads": threads,
        "channels": [channel(place) for place in it.channels.values() if not place.is_thread],
        "voice_states": [], "presences": [], "stage_instances": [], "guild_scheduled_events": [], "soundboard_sounds": [],
    }  # fmt: skip


def interaction(it: Interaction, world: World, base_url: str) -> Json:
    """INTERACTION_CREATE."""
    place, home = it.channel, it.channel.server
    rights = place.permissions_of(it.user.id)
    body: Json = {
        "id": str(it.id), "application_id": str(world.application.id), "type": it.kind, "token": it.token, "version": 1, "data": it.data,
        "guild_id": str(home.id), "guild": {"id": str(home.id), "locale": home.locale, "features": []},
        "channel_id": str(place.id), "channel": channel(place) | {"permissions": str(int(rights))},
        "member": member(home.members[it.user.id]) | {"permissions": str(int(rights))},
        "locale": it.user.locale, "guild_locale": home.locale, "app_permissions": str(int(place.app_permissions(world.application.user.id))),
        "entitlements": [], "entitlement_sku_ids": [], "authorizing_integration_owners": {"0": str(home.id)}, "context": 0,
        "attachment_size_limit": ATTACHMENT_BYTES,
    }  # fmt: skip
    if it.source is not None:
        body["message"] = message(it.source, base_url)
    return body


def callback(it: Interaction, base_url: str) -> Json:
    """What `?with_response=true` gives back; `resource` only for types 4 and 7 (DOCS receiving-and-responding)."""
    about: Json = {"id": str(it.id), "type": it.kind, "channel_id": str(it.channel.id), "guild_id": str(it.channel.server.id)}
    if it.message is not None:
        about["response_message_id"] = str(it.message.id)
        about["response_message_loading"] = it.message.thinking
        about["response_message_ephemeral"] = bool(it.message.flags & EPHEMERAL)
    if it.message is None or it.answer_kind not in (4, 7):
        return {"interaction": about}
    return {"interaction": about, "resource": {"type": it.answer_kind, "message": message(it.message, base_url)}}


def application(it: Application, servers: int) -> Json:
    return {
        "id": str(it.id), "name": it.name, "icon": None, "description": "", "type": None, "bot": user(it.user), "owner": user(it.owner),
        "team": None, "bot_public": True, "bot_require_code_grant": False, "verify_key": "0" * 64, "flags": 0, "flags_new": "0",
        "redirect_uris": [], "interactions_endpoint_url": None, "role_connections_verification_url": None, "event_webhooks_url": None,
        "event_webhooks_status": 1, "approximate_guild_count": servers, "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0, "explicit_content_filter": 0, "eligible_oauth2_scopes": [], "tags": [],
        "integration_types_config": {"0": {}},
    }  # fmt: skip


def command(it: Command, application_id: int, *, localizations: bool = True) -> Json:
    """A command as Discord gives it back, the texts of all languages only where they are asked for (DOCS with_localizations)."""
    body_sent = it.body if localizations else _unlocalized(it.body)
    given = {key: value for key, value in body_sent.items() if value is not None}
    rights = given.get("default_member_permissions")
    body = {
        "type": 1,
        "description": "",
        "nsfw": False,
        "integration_types": [0],
        "contexts": None,
        "dm_permission": True,
    } | given
    body |= {"id": str(it.id), "application_id": str(application_id), "version": str(it.version)}
    body["default_member_permissions"] = None if rights is None else str(rights)
    return body | {"guild_id": str(it.server_id)} if it.server_id else body


def _unlocalized(part: Json) -> Json:
    plain = {key: value for key, value in part.items() if key not in ("name_localizations", "description_localizations")}
    for key in ("options", "choices"):
        if plain.get(key):
            plain[key] = [_unlocalized(each) for each in plain[key]]
    return plain


def emoji(it: Emoji, owner: User) -> Json:
    return {
        "id": str(it.id), "name": it.name, "user": user(owner), "roles": [], "require_colons": True, "managed": False, "animated": it.animated,
        "available": True,
    }  # fmt: skip
