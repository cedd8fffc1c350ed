"""Hands: setup, log and outcome, action by action, so that a resume only replays."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import Executable, bindparam, delete, func, insert, select, update

from bot.store.errors import HandOver, StepTaken
from bot.store.repositories.standings import Standings
from bot.store.rows import ActionRow, HandPlayer, HandRow, Json, PreparedRow
from bot.store.schema.models import STYLE, hand, hand_action, hand_player, poker_table, prepared
from bot.store.transactions.work import AnyRow, Work, select_as

_START = insert(hand).returning(hand.c.id)
_DEAL_IN = insert(hand_player)
_LIVE = hand.c.ended_at.is_(None)
_END = (
    update(hand)
    .where(hand.c.id == bindparam("hand"), _LIVE)
    .values(ended_at=bindparam("ended_at"), results=bindparam("results"), void=bindparam("void"), clock=None)
    .returning(hand.c.guild_id, hand.c.practice)
)
_OUTCOME = (
    update(hand_player)
    .where(hand_player.c.hand_id == bindparam("hand"), hand_player.c.seat == bindparam("at_seat"))
    .values({name: bindparam(name) for name in ("counted", "net", "won", "showdown", "pot", *STYLE)})
)
_CLOCK = update(hand).where(hand.c.id == bindparam("hand")).values(clock=bindparam("clock"))
_STEPS = select_as(ActionRow, hand_action).order_by(hand_action.c.hand_id, hand_action.c.step)
_TICKS = select_as(PreparedRow, prepared)
_DROP_PREPARED = delete(prepared).where(prepared.c.hand_id == bindparam("hand"))


def _write_step(work: Work) -> Executable:
    return work.insert(hand_action).on_conflict_do_nothing()


class Hands:
    """Live and finished hands. (hand, step) is a primary key, and a table has one live hand at most: by constraint."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._standings = Standings(work)

    async def start(self, row: HandRow) -> int:
        """Begin a hand (whatever `row.id` says) and return its id. Raises `ConstraintBroken` while another one is live at the table."""
        values = {
            "table_id": row.table_id,
            "guild_id": row.guild_id,
            "channel_id": row.channel_id,
            "number": row.number,
            "rules_number": row.rules_number,
            "setup": row.setup,
            "practice": row.practice,
            "clock": row.clock,
            "started_at": row.started_at,
            "prompt": row.prompt,
            "sealed": row.sealed,
        }
        hand_id: int = await self._work.value(_START, values)
        players = [
            {"hand_id": hand_id, "seat": number, "guild_id": row.guild_id, "user_id": user_id, "name": name, "counted": False}
            for number, (user_id, name) in row.players.items()
        ]
        await self._work.run(_DEAL_IN, players)
        return hand_id

    async def act(self, row: ActionRow) -> None:
        """Write one step of the log, a [Show] after the end too. Raises `StepTaken`; the transaction can go on."""
        values = {
            "hand_id": row.hand_id,
            "step": row.step,
            "guild_id": row.guild_id,
            "text": row.text,
            "by": row.by,
            "at": row.at,
            "prompt": row.prompt,
        }
        if not await self._work.changed(_write_step(self._work), values):
            raise StepTaken(hand_id=row.hand_id, step=row.step)

    async def save_clock(self, hand_id: int, clock: Json) -> None:
        """Keep what of a hand's clock outlives a restart."""
        await self._work.run(_CLOCK, {"hand": hand_id, "clock": clock})

    async def finish(self, hand_id: int, *, results: Json, at: datetime, players: Sequence[HandPlayer]) -> None:
        """End a hand, and count it for everybody who played, unless it was practice. Raises `HandOver` for one that is not live.

        The chips are booked beside it, in the same transaction.
        """
        ended = await self._end(hand_id, {"ended_at": at, "results": results, "void": None})
        counted = not ended.practice
        outcomes = [
            {
                "hand": hand_id,
                "at_seat": each.seat,
                "counted": counted and each.user_id > 0,
                "net": each.net,
                "won": each.won,
                "showdown": each.showdown,
                "pot": each.pot,
                **asdict(each.style),
            }
            for each in players
        ]
        await self._work.run(_OUTCOME, outcomes)
        if counted:
            await self._standings.add(ended.guild_id, at, [each for each in players if each.user_id > 0])

    async def void(self, hand_id: int, *, reason: str, at: datetime) -> None:
        """End a hand that does not count; no chips have moved, so none go back. Raises `HandOver`."""
        await self._end(hand_id, {"ended_at": at, "results": None, "void": reason})

    async def _end(self, hand_id: int, values: dict[str, Any]) -> AnyRow:
        ended = await self._work.row(_END, {"hand": hand_id, **values})
        if ended is None:
            raise HandOver(hand_id=hand_id)
        await self._work.run(_DROP_PREPARED, {"hand": hand_id})
        return ended

    async def live(self) -> list[tuple[HandRow, list[ActionRow]]]:
        """Return every hand that is being played, with its log: what a restart resumes."""
        return await self._with_logs(await self._work.rows(select(hand).where(_LIVE).order_by(hand.c.id)), only_live=True)

    async def live_at(self, table_id: int) -> tuple[int, int] | None:
        """Return the id and number of the hand that is being played at a table; none of its other fields is read."""
        row = await self._work.row(select(hand.c.id, hand.c.number).where(_LIVE, hand.c.table_id == table_id))
        return (row.id, row.number) if row is not None else None

    async def carried(self, table_id: int) -> dict[int, int] | None:
        """Return who has how much in the pot that was carried from a table's last hand (D-22), derived from its hands; None where one cannot be read."""
        query = (
            select(hand.c.id, hand.c.results, hand_player.c.user_id, hand_player.c.net)
            .join(hand_player, hand_player.c.hand_id == hand.c.id)
            .where(hand.c.table_id == table_id, ~_LIVE, hand.c.void.is_(None))
            .order_by(hand.c.number, hand_player.c.seat)
        )
        parts: dict[int, int] = {}
        for _, group in groupby(await self._work.rows(query), key=lambda row: row.id):
            rows = list(group)
            if not all(isinstance(row.results, dict) and isinstance(row.net, int) for row in rows):
                return None
            if not rows[0].results.get("carried"):
                parts = {}
                continue
            for row in rows:
                parts[row.user_id] = parts.get(row.user_id, 0) - row.net
            parts = {user_id: chips for user_id, chips in parts.items() if chips > 0}
        return parts

    async def finished(self) -> list[tuple[HandRow, list[ActionRow]]]:
        """Return the last hand of every table that is between two, or has closed and still has its message, with its log: what that shows."""
        ended = (
            select(func.max(hand.c.id))
            .join(poker_table, poker_table.c.id == hand.c.table_id)
            .where((poker_table.c.state != "closed") | poker_table.c.message_id.is_not(None))
        )
        newest = await self._work.rows(ended.group_by(hand.c.table_id).having(func.count() == func.count(hand.c.ended_at)))
        ids = [row[0] for row in newest]
        return await self._with_logs(await self._work.rows(select(hand).where(hand.c.id.in_(ids))))

    async def one(self, hand_id: int) -> tuple[HandRow, list[ActionRow]] | None:
        """Return a hand with its log."""
        found = await self._with_logs(
            await self._work.rows(select(hand).where(hand.c.id == bindparam("hand")), {"hand": hand_id})
        )
        return found[0] if found else None

    async def every(self, *, after: int = 0, limit: int = 500) -> list[tuple[HandRow, list[ActionRow]]]:
        """Return hands with their logs by id, for an audit that goes through all of them, page after page."""
        query = select(hand).where(hand.c.id > bindparam("after")).order_by(hand.c.id).limit(limit)
        return await self._with_logs(await self._work.rows(query, {"after": after}))

    async def last(self, channel_id: int, limit: int, *, before: int | None = None) -> list[HandRow]:
        """Return the newest finished hands of a channel, void ones too, newest first; `before` is a hand's id."""
        query = select(hand).where(hand.c.channel_id == channel_id, ~_LIVE).order_by(hand.c.id.desc()).limit(limit)
        if before is not None:
            query = query.where(hand.c.id < before)
        rows = await self._work.rows(query)
        players = await self._players([row.id for row in rows])
        return [_hand(row, players[row.id]) for row in rows]

    async def put_prepared(self, row: PreparedRow) -> None:
        """Keep the action that a seat ticked, in place of the one before."""
        fresh = self._work.insert(prepared)
        changed = {name: fresh.excluded[name] for name in ("what", "price", "position")}
        statement = fresh.on_conflict_do_update(index_elements=["hand_id", "seat"], set_=changed)
        values = {"hand_id": row.hand_id, "guild_id": row.guild_id, "seat": row.seat, "what": row.what, "price": row.price}
        await self._work.run(statement, {**values, "position": row.position})

    async def drop_prepared(self, hand_id: int, seat: int | None = None) -> None:
        """Forget the action that a seat ticked, or all of the hand's."""
        if seat is None:
            await self._work.run(_DROP_PREPARED, {"hand": hand_id})
        else:
            await self._work.run(
                _DROP_PREPARED.where(prepared.c.seat == bindparam("at_seat")), {"hand": hand_id, "at_seat": seat}
            )

    async def prepared(self, hand_id: int) -> list[PreparedRow]:
        """Return what the seats of a hand have ticked."""
        rows = await self._work.named(_TICKS.where(prepared.c.hand_id == bindparam("hand")), {"hand": hand_id})
        return [PreparedRow(**row) for row in rows]

    async def all_prepared(self) -> dict[int, list[PreparedRow]]:
        """Return what is ticked in all live hands, by hand."""
        ticked: defaultdict[int, list[PreparedRow]] = defaultdict(list)
        for row in await self._work.named(_TICKS):
            ticked[row["hand_id"]].append(PreparedRow(**row))
        return dict(ticked)

    async def _with_logs(self, rows: Sequence[AnyRow], *, only_live: bool = False) -> list[tuple[HandRow, list[ActionRow]]]:
        ids = [row.id for row in rows]
        wanted = select(hand.c.id).where(_LIVE) if only_live else ids
        logs: defaultdict[int, list[ActionRow]] = defaultdict(list)
        for row in await self._work.named(_STEPS.where(hand_action.c.hand_id.in_(wanted))):
            logs[row["hand_id"]].append(ActionRow(**row))
        players = await self._players(wanted)
        return [(_hand(row, players[row.id]), logs[row.id]) for row in rows]

    async def _players(self, wanted: Any) -> defaultdict[int, dict[int, tuple[int, str]]]:
        players: defaultdict[int, dict[int, tuple[int, str]]] = defaultdict(dict)
        query = select(hand_player.c.hand_id, hand_player.c.seat, hand_player.c.user_id, hand_player.c.name)
        for hand_id, number, user_id, name in await self._work.rows(query.where(hand_player.c.hand_id.in_(wanted))):
            players[hand_id][number] = (user_id, name)
        return players


def _hand(row: AnyRow, players: dict[int, tuple[int, str]]) -> HandRow:
    return HandRow(**row._mapping, players=players)  # noqa: SLF001  (the documented way to read a row by name)
