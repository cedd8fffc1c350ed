"""Messages that Discord refuses for their pictures or emojis are sent once more without them: what is optional stops nothing that is said."""

from collections.abc import Awaitable, Callable, Iterator
from typing import Final, TypeVar

import discord

from bot.render import Message

Result = TypeVar("Result")

UNKNOWN_INTERACTION, ALREADY_ANSWERED, TOKEN_EXPIRED = 10062, 40060, 50027
LOST: Final = frozenset({UNKNOWN_INTERACTION, ALREADY_ANSWERED, TOKEN_EXPIRED})
"""Discord no longer takes this answer: none came within 3 s, it has one, or the token's 15 minutes are over. What was done stands,
and the table's message shows it.
"""

SHUT: Final = frozenset({50083, 160005})
"""Thread is archived, thread is locked: whatever is sent there is refused."""

BAD_REQUEST: Final = 400
NOT_ABOUT_CONTENT: Final = frozenset({401, 404})

Trouble = (discord.HTTPException, discord.RateLimited, TimeoutError)


class Fallback:
    """Sends a message, and where that fails a lighter one. `emojis_refused` is called where the emojis made the form invalid (400)."""

    def __init__(self, emojis_refused: Callable[[], None] = lambda: None) -> None:
        self._emojis_refused = emojis_refused

    async def send(
        self,
        message: Message,
        attempt: Callable[[Message], Awaitable[Result]],
        *,
        pictures_refused: Callable[[Exception], None] = lambda _refusal: None,
    ) -> Result:
        """Attempt to send `message`, then its lighter forms; raises the first refusal where none of them is taken.

        `pictures_refused` is told the refusal where the message was taken without its pictures.
        """
        try:
            return await attempt(message)
        except Trouble as trouble:
            refusal = trouble
        for lighter in lighter_forms(message, refusal):
            try:
                sent = await attempt(lighter)
            except Trouble:
                continue
            invalid = isinstance(refusal, discord.HTTPException) and refusal.status == BAD_REQUEST
            if invalid and lighter.has_emojis != message.has_emojis:
                self._emojis_refused()
            if lighter.has_pictures != message.has_pictures:
                pictures_refused(refusal)
            return sent
        raise refusal


def lighter_forms(message: Message, refusal: Exception) -> Iterator[Message]:
    """What to send in place of a message that was refused: without emojis, without pictures, without both.

    Pictures may be forbidden (403), too large (413), or fail to be uploaded while text goes through.
    """
    if isinstance(refusal, discord.HTTPException) and (refusal.status in NOT_ABOUT_CONTENT or refusal.code in LOST | SHUT):
        return
    if message.has_emojis:
        yield message.without_emojis()
    if message.has_pictures:
        yield message.without_pictures()
    if message.has_emojis and message.has_pictures:
        yield message.without_pictures().without_emojis()
