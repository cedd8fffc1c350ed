"""Commands as methods that are handed a `Response`: in time and exactly once, as for presses."""

from collections.abc import Callable, Coroutine
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import discord
from discord.ext import commands

from bot.ui import Responder
from bot.ui.interactions.response import Response


class RespondingCog(commands.Cog):
    """A cog whose commands are declared by `responds`."""

    def __init__(self, responder: Responder) -> None:
        self.responder = responder


CogT = TypeVar("CogT", bound=RespondingCog)
Options = ParamSpec("Options")
Method = Callable[Concatenate[CogT, Response, Options], Coroutine[Any, Any, None]]
Callback = Callable[Concatenate[CogT, discord.Interaction[Any], Options], Coroutine[Any, Any, None]]


def _responding(*, limited: bool) -> Callable[[Method[CogT, Options]], Callback[CogT, Options]]:
    def declare(method: Method[CogT, Options]) -> Callback[CogT, Options]:
        @wraps(method)  # discord.py reads the command's options from the method's own signature
        async def respond(
            cog: CogT, interaction: discord.Interaction[Any], /, *args: Options.args, **options: Options.kwargs
        ) -> None:
            assert not args, "discord.py gives options by name"
            await cog.responder.respond(interaction, partial(method, cog, **options), private=True, limited=limited)

        return respond

    return declare


responds = _responding(limited=True)
"""Makes the callback of a command of a method that takes a `Response` where discord.py gives an interaction. Nobody may give too many."""

responds_at_any_pace = _responding(limited=False)
"""Like `responds`, for what is asked while playing."""
