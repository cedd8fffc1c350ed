"""The application's emojis: a picture for each card, uploaded once and used from then on."""

import asyncio
from typing import Final

import discord

from bot.render import Faces, emoji_pictures
from bot.tables import Clock

PAUSE_SECONDS: Final = 0.1
"""Between two uploads, so that 53 of them leave room for the tables under Discord's common limit."""


async def dressed(client: discord.Client, clock: Clock) -> Faces:
    """The faces of all cards, after uploading the emojis that the application does not have yet."""
    emojis = {emoji.name: str(emoji) for emoji in await client.fetch_application_emojis()}
    pictures = await asyncio.to_thread(emoji_pictures)
    for name, picture in pictures.items():
        if name not in emojis:
            await _pause(clock)
            emojis[name] = str(await client.create_application_emoji(name=name, image=picture))
    return Faces(emojis)


async def _pause(clock: Clock) -> None:
    rung = asyncio.Event()
    timer = clock.call_later(PAUSE_SECONDS, rung.set)
    try:
        await rung.wait()
    finally:
        timer.cancel()
