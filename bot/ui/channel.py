"""What the board asks of a channel, and what Discord's refusals mean for a table."""

import asyncio
from collections.abc import Awaitable
from typing import Final, TypeVar

import aiohttp
import discord

from bot.render import Message
from bot.ui.replies import mentions

UNKNOWN_MESSAGE: Final = 10008
SHUT: Final = frozenset({50083, 160005})
"""Thread is archived, thread is locked: neither is a 403 or 404."""
TOO_MANY_REQUESTS: Final = 429
PATIENCE_SECONDS: Final = 60.0
"""Longer than discord.py's own retries take; after it a request counts as unanswered, though it may still land."""

Sent = TypeVar("Sent")


class MessageGone(Exception):
    """Somebody deleted the message."""


class ChannelShut(Exception):
    """The channel can't be written to: deleted, archived, or the permission is gone."""


class Unanswered(Exception):
    """Discord didn't answer, or not in time; the request may have been carried out all the same."""


class Refused(Exception):
    """Discord doesn't accept what was sent: a fault of ours, which sending again doesn't mend."""


class Channel:
    """A place to write to: a text channel, a thread or the chat of a voice channel. Each call is one request."""

    def __init__(
        self, client: discord.Client, guild_id: int, channel_id: int, patience_seconds: float = PATIENCE_SECONDS
    ) -> None:
        self._to = client.get_partial_messageable(channel_id, guild_id=guild_id)
        self._patience_seconds = patience_seconds

    async def post(self, message: Message, *, nonce: str) -> int:
        """Send a new message; its id. The nonce lets Discord recognise a repeated attempt, so that nothing is posted twice."""
        sent = await self._within(
            self._to.send(view=message.view(), files=message.files(), nonce=nonce, allowed_mentions=mentions(message))
        )
        return sent.id

    async def edit(self, message_id: int, message: Message) -> None:
        """Show `message` in place of an earlier one."""
        partial = self._to.get_partial_message(message_id)
        await self._within(
            partial.edit(view=message.view(), attachments=message.files(), allowed_mentions=discord.AllowedMentions.none())
        )

    async def delete(self, message_id: int) -> None:
        """Take a message away."""
        await self._within(self._to.get_partial_message(message_id).delete())

    async def _within(self, request: Awaitable[Sent]) -> Sent:
        try:
            async with asyncio.timeout(self._patience_seconds):
                return await request
        except discord.NotFound as refusal:
            raise (MessageGone if refusal.code == UNKNOWN_MESSAGE else ChannelShut) from refusal
        except discord.Forbidden as refusal:
            raise ChannelShut from refusal
        except discord.DiscordServerError as refusal:
            raise Unanswered from refusal
        except discord.HTTPException as refusal:
            if refusal.code in SHUT:
                raise ChannelShut from refusal
            raise (Unanswered if refusal.status == TOO_MANY_REQUESTS else Refused) from refusal
        except (discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError) as trouble:
            raise Unanswered from trouble
