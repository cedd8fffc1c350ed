"""The application's emojis: a picture for each card, uploaded once and used from then on."""

import asyncio
import logging
from collections.abc import Callable
from typing import ClassVar, Final

import aiohttp
import discord

from bot.errors import PokerError
from bot.render import EMOJI_NAMES, TEXT_CARDS, CardFaces, emoji_pictures
from bot.tables import Clock

log = logging.getLogger(__name__)

PAUSE_SECONDS: Final = 0.1
"""Between two uploads, so that 53 of them leave room for the tables under Discord's common limit."""


class EmojisMissing(PokerError):
    """Some cards have no emoji yet; `count` of them."""

    key: ClassVar[str] = "error.failed"


class CardEmojis:
    """How cards are shown: as text until the application's emojis are known, and again when Discord refuses them; then `refused` is called."""

    def __init__(self) -> None:
        self._shown = TEXT_CARDS
        self.refused: Callable[[], None] = lambda: None

    def current(self) -> CardFaces:
        """How cards are shown now."""
        return self._shown

    def show(self, faces: CardFaces) -> None:
        """Show cards like this from now on."""
        self._shown = faces

    def refuse(self) -> None:
        """Discord has refused the emojis: cards are text until somebody has looked at the emojis again."""
        if self._shown is not TEXT_CARDS:
            self._shown = TEXT_CARDS
            self.refused()

    async def refresh(self, client: discord.Client, clock: Clock) -> None:
        """Look at the application's emojis, upload what is missing, and show cards by them.

        Raises EmojisMissing where some are text, and what Discord raises where it says nothing.
        """
        faces = await uploaded_emojis(client, clock)
        self.show(faces)
        if missing := len(EMOJI_NAMES) - len(faces.emojis):
            raise EmojisMissing(count=missing)


async def uploaded_emojis(client: discord.Client, clock: Clock) -> CardFaces:
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
    return CardFaces(emojis)


async def _pause(clock: Clock) -> None:
    rung = asyncio.Event()
    timer = clock.call_later(PAUSE_SECONDS, rung.set)
    try:
        await rung.wait()
    finally:
        timer.cancel()
