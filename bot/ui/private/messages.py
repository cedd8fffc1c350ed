"""Ephemeral messages to one person unasked: the new hand at the deal, and what is true by now on the message they have. Nothing depends on them."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import aiohttp
import discord

from bot.errors import PokerError
from bot.render import CardFaces, Message, closed_message, hand_message, left_message, line, speech
from bot.tables import Change, Clock, NoTable, Tables, TableView
from bot.ui.bounds import LATER_ANSWER, hurried, within
from bot.ui.fallback import Fallback
from bot.ui.mentions import mentions
from bot.ui.open_responses import OpenResponses
from bot.ui.private.standing import GONE, Standing, must_be_shown, standing_of

log = logging.getLogger(__name__)

TOKEN_SECONDS = 14.5 * 60
"""Discord lets an interaction's token live 15 minutes; we stop a little earlier, since a refused one (401) counts towards a ban of the address."""

FORGET_AT = 5_000
"""With so many tokens those that are expired are forgotten; then again when as many new ones have come."""

Sent = TypeVar("Sent")

Who = tuple[int, int]
"""Table and person."""


@dataclass(slots=True)
class Token:
    """An interaction whose token still lets us write to its person, since `received` (monotonic seconds)."""

    interaction: discord.Interaction
    received: float


@dataclass(slots=True)
class PrivateMessage:
    """A person's private message: the token that made or last updated it, which alone can edit it, and how it says that they stand.

    `message_id` is None where the message is the interaction's own answer. `before` is an older message, which says that they have left.
    """

    token: Token
    message_id: int | None
    shows: Standing | None
    before: "PrivateMessage | None" = None


class PrivateMessages:
    """Pushes a new hand to whoever has a live token, and edits a private message that would say what is not so. `changed` is to be subscribed."""

    def __init__(
        self,
        tables: Tables,
        clock: Clock,
        card_emojis: Callable[[], CardFaces],
        open_responses: OpenResponses,
        fallback: Fallback | None = None,
    ) -> None:
        self._fallback = fallback or Fallback()
        self._tables = tables
        self._clock = clock
        self._card_emojis = card_emojis
        self._open_responses = open_responses
        self._newest: dict[Who, Token] = {}
        self._privates: dict[int, dict[int, PrivateMessage]] = {}
        self._held: set[Who] = set()
        self._put_off: set[Who] = set()
        self._tasks: dict[Who, asyncio.Task[None]] = {}
        self._wanted: dict[Who, bool] = {}
        self._closed = False
        self._forget_at = FORGET_AT

    def note_token(self, table_id: int, interaction: discord.Interaction) -> None:
        """Somebody pressed or typed in the table's channel, and has been answered: their newest token. Discord takes none before."""
        if len(self._newest) >= self._forget_at:
            self._forget_expired()
        self._newest[table_id, interaction.user.id] = Token(interaction, self._clock.monotonic())

    def note_shown(self, table: TableView, interaction: discord.Interaction, message_id: int | None = None) -> None:
        """This interaction's answer, or a further message of it, is now the person's private message and shows the table so."""
        who = (table.table_id, interaction.user.id)
        shown = PrivateMessage(Token(interaction, self._clock.monotonic()), message_id, standing_of(table, interaction.user.id))
        before = self._private(who)
        self._privates.setdefault(table.table_id, {})[interaction.user.id] = shown
        says_left = before is not None and before.shows == GONE != shown.shows and self._live(before.token)
        if who in self._tasks:  # An edit was under way and may land later than the answer.
            shown.shows = None
            self._wanted.setdefault(who, False)
        if says_left:
            shown.before = before
            self._want(who, push=False)

    @contextmanager
    def updating(self, table_id: int, user_id: int) -> Iterator[None]:
        """An answer is about to become the private message, or to update it: it isn't edited meanwhile, and right after it where it was to be."""
        who = (table_id, user_id)
        if who in self._held:
            yield
            return
        self._held.add(who)
        try:
            yield
        finally:
            self._held.discard(who)
            if who in self._put_off:
                self._put_off.discard(who)
                self._want(who, push=False)

    def changed(self, change: Change) -> None:
        """Take note of one step of a table; nobody is written to before whoever pressed has been answered."""
        self._open_responses.after(change.press, lambda: self._take_note(change))

    def _take_note(self, change: Change) -> None:
        view = change.view
        if view.state == "closed":
            self._forget_tokens(view.table_id)
        dealt_to = view.hand.players.values() if "hand" in change.kinds and view.hand is not None else ()
        for player in dealt_to:
            self._want((view.table_id, player.id), push=True)
        pushed = {player.id for player in dealt_to}
        for user_id, private in self._privates.get(view.table_id, {}).items():
            if user_id not in pushed and must_be_shown(_standing(view, user_id), private.shows):
                self._want((view.table_id, user_id), push=False)

    @property
    def busy(self) -> bool:
        """Whether something is being sent."""
        return bool(self._tasks)

    async def close(self, seconds: float) -> None:
        """Finish what is being sent, within this time."""
        self._closed = True
        if tasks := list(self._tasks.values()):
            _, late = await asyncio.wait(tasks, timeout=seconds)
            for task in late:
                task.cancel()

    def _want(self, who: Who, *, push: bool) -> None:
        if not push and who in self._held:
            self._put_off.add(who)
            return
        if self._closed or not (self._live(self._newest.get(who)) if push else self._editable(who)):
            return
        self._wanted[who] = push or self._wanted.get(who, False)
        if who not in self._tasks:
            self._tasks[who] = asyncio.get_running_loop().create_task(self._send(who), name=f"private-message-{who[0]}")

    def _editable(self, who: Who) -> bool:
        private = self._private(who)
        return private is not None and self._live(private.token)

    def _private(self, who: Who) -> PrivateMessage | None:
        return self._privates.get(who[0], {}).get(who[1])

    def _live(self, token: Token | None) -> bool:
        return token is not None and self._clock.monotonic() < token.received + TOKEN_SECONDS

    async def _send(self, who: Who) -> None:
        try:
            while who in self._wanted and not self._closed:
                await self._send_once(who, push=self._wanted.pop(who))
        finally:
            self._tasks.pop(who, None)
            self._wanted.pop(who, None)

    async def _send_once(self, who: Who, *, push: bool) -> None:
        """Send what is wanted by now. What fails is logged, and keeps nothing back that was wanted meanwhile."""
        private = self._private(who)
        try:
            await (self._push(who) if push else self._edit(who))
        except PokerError:
            pass  # The seat or the table is gone meanwhile, and with it what was to be told.
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as trouble:
            log.info("table %s: a private message could not be sent (%s)", who[0], type(trouble).__name__)
            if not push and self._private(who) is private:  # another may have come meanwhile
                self._forget_private(who)
        except Exception:
            log.exception("table %s: a private message failed", who[0])

    async def _push(self, who: Who) -> None:
        token = self._newest.get(who)
        if token is None or not self._live(token):  # it waited behind another request
            return
        view = self._tables.private(*who)
        message = hand_message(view, speech(token.interaction.locale.value, table=view.table.locale), self._card_emojis())

        async def attempt(it: Message) -> discord.WebhookMessage:
            return await token.interaction.followup.send(
                view=it.view(), files=it.files(), ephemeral=True, allowed_mentions=mentions(it), wait=True
            )

        sent = await self._sent(message, attempt)
        shown = PrivateMessage(token, sent.id, standing_of(view.table, who[1]))
        self._privates.setdefault(who[0], {})[who[1]] = shown

    async def _edit(self, who: Who) -> None:
        private = self._private(who)
        if private is None or who in self._held:
            return
        if (before := private.before) is not None:
            private.before = None
            await self._replace(before, line(speech(before.token.interaction.locale.value), "done.joined-again"))
        now, message = await self._newest_message(who, private.token.interaction)
        if must_be_shown(now, private.shows):
            private.shows = now
            await self._replace(private, message)

    async def _replace(self, private: PrivateMessage, message: Message) -> None:
        """Show a message in place of what stands there."""
        interaction, message_id = private.token.interaction, private.message_id

        async def attempt(it: Message) -> object:
            view, files, called = it.view(), it.files(), mentions(it)
            if message_id is None:
                return await interaction.edit_original_response(view=view, attachments=files, allowed_mentions=called)
            return await interaction.followup.edit_message(message_id, view=view, attachments=files, allowed_mentions=called)

        await self._sent(message, attempt)

    async def _sent(self, message: Message, attempt: Callable[[Message], Coroutine[Any, Any, Sent]]) -> Sent:
        """Send it, or what Discord takes of it, within a bound: whatever else this person is to be told waits meanwhile."""
        sending = self._fallback.send(message, hurried(self._clock, LATER_ANSWER, attempt))
        return await within(self._clock, LATER_ANSWER.all_seconds, sending)

    async def _newest_message(self, who: Who, interaction: discord.Interaction) -> tuple[Standing, Message]:
        """How this person stands by now, and the message that says so."""
        try:
            table = self._tables.view(who[0])
        except NoTable:
            self._forget_private(who)  # nothing more is to be told of it
            own = await self._tables.session(interaction.guild_id or 0, *who)
            return GONE, closed_message(speech(interaction.locale.value), own)
        say = speech(interaction.locale.value, table=table.locale)
        now = standing_of(table, who[1])
        if now == GONE:
            own = await self._tables.session(table.guild_id, *who)
            return GONE, left_message(say, practice=table.practice, own=own)
        return now, hand_message(self._tables.private(*who), say, self._card_emojis())

    def _forget_private(self, who: Who) -> None:
        privates = self._privates.get(who[0], {})
        privates.pop(who[1], None)
        if not privates:
            self._privates.pop(who[0], None)

    def _forget_tokens(self, table_id: int) -> None:
        for who in [who for who in self._newest if who[0] == table_id]:
            self._newest.pop(who, None)

    def _forget_expired(self) -> None:
        self._newest = {who: token for who, token in self._newest.items() if self._live(token)}
        for table_id, privates in list(self._privates.items()):
            self._privates[table_id] = {one: private for one, private in privates.items() if self._live(private.token)}
            if not self._privates[table_id]:
                del self._privates[table_id]
        self._forget_at = len(self._newest) + FORGET_AT


def _standing(view: TableView, user_id: int) -> Standing:
    """Nobody has a seat at a table that has closed, though its last view has them still."""
    return GONE if view.state == "closed" else standing_of(view, user_id)
