"""The application's emojis: a picture for each card, uploaded once and used from then on."""

import asyncio
import logging
from typing import Final

import aiohttp
import discord

from bot.render import EMOJI_NAMES, Faces, emoji_pictures
from bot.tables import Clock

log = logging.getLogger(__name__)

PAUSE_SECONDS: Final = 0.1
"""Between two uploads, so that 53 of them leave room for the tables under Discord's common limit."""


async def dressed(client: discord.Client, clock: Clock) -> Faces:
    """The faces of all cards, after uploading the emojis that the application does not have yet.

    What cannot be uploaded is text until the next start. Raises where Discord does not even say which emojis there are.
    """
    emojis = {emoji.name: str(emoji) for emoji in await client.fetch_application_emojis()}
    missing = [name for name in EMOJI_NAMES if name not in emojis]
    pictures = await asyncio.to_thread(emoji_pictures, missing)
    for name, picture in pictures.items():
        await _pause(clock)
        try:
            emojis[name] = str(await client.create_application_emoji(name=name, image=picture))
        except discord.RateLimited as trouble:
            log.warning("the other emojis are uploaded at the next start: %s", trouble)
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
