"""The application's emojis: a picture for each card, uploaded once and used from then on."""

import asyncio
import logging
from collections.abc import Callable
from typing import ClassVar, Final

import aiohttp
import discord

from bot.errors import PokerError
from bot.render import EMOJI_NAMES, Faces, emoji_pictures
from bot.tables import Clock

log = logging.getLogger(__name__)

PAUSE_SECONDS: Final = 0.1
"""Between two uploads, so that 53 of them leave room for the tables under Discord's common limit."""


class EmojisMissing(PokerError):
    """Some cards have no emoji yet; `count` of them."""

    key: ClassVar[str] = "error.failed"


async def dress(client: discord.Client, clock: Clock, wear: Callable[[Faces], None]) -> None:
    """Hand the faces of all cards to `wear`; raises EmojisMissing where some are text, and what Discord raises where it says nothing."""
    faces = await dressed(client, clock)
    wear(faces)
    if missing := len(EMOJI_NAMES) - len(faces.emojis):
        raise EmojisMissing(count=missing)


async def dressed(client: discord.Client, clock: Clock) -> Faces:
    """The faces of all cards, after uploading the emojis that the application does not have yet.

    What cannot be uploaded is text until they are looked at again. Raises where Discord does not even say which emojis there are.
    """
    emojis = {emoji.name: str(emoji) for emoji in await client.fetch_application_emojis() if emoji.name in EMOJI_NAMES}
    missing = [name for name in EMOJI_NAMES if name not in emojis]
    pictures = await asyncio.to_thread(emoji_pictures, missing)
    for name, picture in pictures.items():
        await _pause(clock)
        try:
            emojis[name] = str(await client.create_application_emoji(name=name, image=picture))
        except discord.RateLimited as trouble:
            log.warning("the other emojis are uploaded later: %s", trouble)
            break
        except (discord.DiscordException, aiohttp.ClientError, OSError):
            log.warning("emoji %s cannot be uploaded", name, exc_info=True)
    return Faces(emojis)


async def _pause(clock: Clock) -> None:
    rung = asyncio.Event()
    timer = clock.call_later(PAUSE_SECONDS, rung.set)
    try:
        await rung.wait()
    finally:
        timer.cancel()
