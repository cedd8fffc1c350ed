"""What a table's message asks of a channel, and what Discord's refusals mean for a table."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Literal, TypeVar

import aiohttp
import discord

from bot.render import Message
from bot.ui.fallback import SHUT, Fallback
from bot.ui.mentions import mentions

UNKNOWN_MESSAGE: Final = 10008
TOO_MANY_REQUESTS: Final = 429
PATIENCE_SECONDS: Final = 60.0
"""Longer than discord.py's own retries take; after it a request counts as unanswered, though it may still land."""

Sent = TypeVar("Sent")

Pictures = Literal["none", "shown", "forbidden", "failed"]
"""What became of the pictures of a message: there were none, they were taken, they are not allowed here, or they could not be uploaded."""


class MessageGone(Exception):
    """Somebody deleted the message."""


class ChannelShut(Exception):
    """The channel can't be written to: deleted, archived, or the permission is gone."""


class Unanswered(Exception):
    """Discord didn't answer, or not in time; the request may have been carried out all the same."""


class Refused(Exception):
    """Discord doesn't accept what was sent: a fault of ours, which sending again doesn't mend."""


class Channel:
    """A place to write to: a text channel, a thread or the chat of a voice channel.

    Each call is one request, and another where a message is taken without its pictures or emojis only. `pictures` tells of the last call's.
    """

    def __init__(
        self,
        client: discord.Client,
        guild_id: int,
        channel_id: int,
        fallback: Fallback | None = None,
        patience_seconds: float = PATIENCE_SECONDS,
    ) -> None:
        self._to = client.get_partial_messageable(channel_id, guild_id=guild_id)
        self._fallback = fallback or Fallback()
        self._patience_seconds = patience_seconds
        self.pictures: Pictures = "none"

    async def post(self, message: Message, *, nonce: str) -> int:
        """Send a new message; its id. The nonce lets Discord recognise a repeated attempt, so that nothing is posted twice."""

        async def attempt(it: Message) -> discord.Message:
            return await self._to.send(view=it.view(), files=it.files(), nonce=nonce, allowed_mentions=mentions(it))

        return (await self._sent(message, attempt)).id

    async def edit(self, message_id: int, message: Message) -> None:
        """Show `message` in place of an earlier one."""
        partial = self._to.get_partial_message(message_id)

        async def attempt(it: Message) -> discord.Message:
            return await partial.edit(view=it.view(), attachments=it.files(), allowed_mentions=discord.AllowedMentions.none())

        await self._sent(message, attempt)

    async def delete(self, message_id: int) -> None:
        """Take a message away."""
        await self._named(self._within(self._to.get_partial_message(message_id).delete()))

    async def _sent(self, message: Message, attempt: Callable[[Message], Awaitable[Sent]]) -> Sent:
        self.pictures = "shown" if message.has_pictures else "none"

        def refused(refusal: Exception) -> None:
            self.pictures = "forbidden" if isinstance(refusal, discord.Forbidden) else "failed"

        send = self._fallback.send(message, lambda it: self._within(attempt(it)), pictures_refused=refused)
        return await self._named(send)

    async def _within(self, request: Awaitable[Sent]) -> Sent:
        async with asyncio.timeout(self._patience_seconds):
            return await request

    async def _named(self, request: Awaitable[Sent]) -> Sent:
        """What Discord refuses, by what it means for a table."""
        try:
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
