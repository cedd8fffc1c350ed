"""What has been: leaderboards, chips, statistics and finished hands, as frozen rows. Reading only, but for forgetting and the season."""

import logging
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from bot.engine import VARIANTS, Event, View, view_for
from bot.history.gifts import Gifts
from bot.history.proofs import saved_proof
from bot.history.statistics import Statistics
from bot.store import ActionRow, HandRow, HistoryLine, Holdings, LeaderboardBy, LeaderboardPage, Store
from bot.store.repositories.standings import ALL, month_of, week_of
from bot.tables import Clock, NotAllowed, NothingToDo, Player, Policy, Servers, TableRules, Tables
from bot.tables.storage.rows import OtherRules, ends_as_saved, players_of, replayed

log = logging.getLogger(__name__)

Period = Literal["all", "month", "week"]
HANDS_A_PAGE = 10
NEVER = datetime.min.replace(tzinfo=UTC)
TRANSFERS_A_PAGE = 15


@dataclass(frozen=True, slots=True)
class HandLine:
    """A finished hand in a list: `pot` is all that was won in it, in chips, {name: chips} who won how much; `void` says why it does not count, `carried` how much of a deal that was thrown in waits for the next one (D-22).

    One whose row is damaged is not `readable`: its label is all that is known of it.
    """

    hand_id: int
    table_id: int
    number: int
    variant: str
    ended_at: datetime
    players: tuple[Player, ...]
    winners: dict[str, int]
    void: bool
    practice: bool
    carried: int = 0
    readable: bool = True

    @property
    def label(self) -> str:
        """The hand's number, behind its table's, since numbers begin anew with each table: `12-3` is the third hand of table 12."""
        return f"{self.table_id}-{self.number}"

    @property
    def pot(self) -> int:
        """All that was won, in chips."""
        return sum(self.winners.values())


@dataclass(frozen=True, slots=True)
class Story:
    """A finished hand as its reader saw it, one of its players or the rail: the events, and the end. Cards not shown stay hidden.

    `carried` are the chips that lay in the pot before the first post, from a deal that was thrown in (D-22).
    """

    hand_id: int
    table_id: int
    number: int
    rules_number: int
    table_seats: int
    started_at: datetime
    ended_at: datetime
    players: dict[int, Player]
    view: View
    events: tuple[Event, ...]
    carried: int

    @property
    def label(self) -> str:
        """The hand's number, behind its table's, since numbers begin anew with each table: `12-3` is the third hand of table 12."""
        return f"{self.table_id}-{self.number}"


class Records:
    """Answers questions about the past of a server's tables."""

    def __init__(self, store: Store, servers: Servers, tables: Tables, *, clock: Clock, policy: Policy) -> None:
        self._store = store
        self._servers = servers
        self._tables = tables
        self._clock = clock
        self.gifts = Gifts(store, servers, clock, policy)
        self.statistics = Statistics(store, clock)

    async def leaderboard(
        self, guild_id: int, *, by: LeaderboardBy = "chips", period: Period = "all", page: int = 0, asker: int | None = None
    ) -> LeaderboardPage:
        """One page (from 0), with the asker's own place."""
        now = self._clock.now()
        async with self._store.reading() as t:
            return await t.players.leaderboard(
                guild_id, by=by, period=_period(period, now), page=page, asker=asker, week=week_of(now)
            )

    async def chips(self, guild_id: int, person: Player) -> Holdings:
        """What somebody has; their first chips are granted on the way."""
        async with self._store.transaction() as t:
            await self._servers.first_chips(t, guild_id, person)
            return await t.ledger.holdings(guild_id, person.id)

    async def holdings(self, guild_id: int, user_id: int) -> Holdings:
        """What somebody has, for another to see: who is only looked at is given nothing, and their name is not kept."""
        async with self._store.reading() as t:
            return await t.ledger.holdings(guild_id, user_id)

    async def chips_history(self, guild_id: int, user_id: int, *, before: str | None = None) -> list[HistoryLine]:
        """What moved a bankroll, newest first; `before` is the last line of the page before."""
        async with self._store.reading() as t:
            return await t.ledger.history(guild_id, user_id, limit=TRANSFERS_A_PAGE, before=before)

    async def hands(self, channel_id: int, *, before: int | None = None) -> list[HandLine]:
        """A channel's last finished hands, newest first; `before` is the id of the last one of the page before."""
        async with self._store.reading() as t:
            return [_line(row) for row in await t.hands.last(channel_id, HANDS_A_PAGE, before=before)]

    async def story(
        self, hand_id: int, user_id: int, *, guild_id: int, channel_id: int | None = None, public: bool = False
    ) -> Story:
        """A finished hand for one who played it or, in the channel where it was played, for the rail: of that, or with `public`, only what everybody saw.

        Raises `NotAllowed` for somebody else elsewhere, `NothingToDo` where there is none to tell, or only by rules that have changed since.
        """
        row, actions, seat = await self._read_by(hand_id, user_id, guild_id=guild_id, channel_id=channel_id)
        if public:
            seat = None
        try:
            hand = replayed(row, actions)
            as_saved = ends_as_saved(row, hand)
        except OtherRules as changed:
            raise NothingToDo("history.other-rules") from changed
        except Exception as misfit:
            raise NothingToDo("history.none") from misfit
        if not as_saved or not isinstance(row.started_at, datetime) or not isinstance(row.ended_at, datetime):
            raise NothingToDo("history.none")
        seen = tuple(event for event in hand.events if event.audience in (None, seat))
        players = players_of(row)
        return Story(
            hand_id,
            row.table_id,
            row.number,
            row.rules_number,
            await self._table_seats(row),
            row.started_at,
            row.ended_at,
            players,
            view_for(hand, seat),
            seen,
            hand.setup.carried,
        )

    async def proof(self, hand_id: int, user_id: int, *, guild_id: int) -> tuple[str, str]:
        """The proof of a finished hand for one who played it: the hand's label, and the file's text. Some 50 ms, in a thread.

        Raises what `story` raises, and `NothingToDo` for a hand that was not dealt from sealed decks.
        """
        story = await self.story(hand_id, user_id, guild_id=guild_id)
        row, actions, seat = await self._read_by(hand_id, user_id, guild_id=guild_id, channel_id=None)
        if seat is None:
            raise NotAllowed("history.players-only")
        return story.label, await saved_proof(self._store, row, replayed(row, actions), seat)

    async def _read_by(
        self, hand_id: int, user_id: int, *, guild_id: int, channel_id: int | None
    ) -> tuple[HandRow, list[ActionRow], int | None]:
        """A finished hand's rows and its reader's seat in it, None for the rail. Raises `NotAllowed`, `NothingToDo`."""
        async with self._store.reading() as t:
            found = await t.hands.one(hand_id)
        if found is None or found[0].guild_id != guild_id or found[0].ended_at is None or found[0].void is not None:
            raise NothingToDo("history.none")
        row, actions = found
        seat = next((seat for seat, (player_id, _) in row.players.items() if player_id == user_id), None)
        if seat is None and row.channel_id != channel_id:  # the reader may not see the channel where it was played
            raise NotAllowed("history.players-only")
        return row, actions, seat

    async def _table_seats(self, row: HandRow) -> int:
        """How many seats the hand's table has, those included that were empty."""
        async with self._store.reading() as t:
            table = await t.tables.by_id(row.table_id)
        highest = 1 + max(row.players)
        try:
            return max(highest, TableRules.from_dict(table.rules).seats) if table is not None else highest
        except Exception:  # noqa: BLE001  (whatever damaged rules make of it: the hand can be told without them)
            return highest

    async def forget(self, guild_id: int, user_id: int, *, press: int) -> None:
        """Remove a person's name, statistics and chips from a server. Raises `StillSeated`."""
        async with self._tables.forgetting(guild_id, user_id) as forgotten:
            async with self._store.transaction() as t:
                anonymous = await t.players.forget(guild_id, user_id, transfer_id=f"{press}:forget", at=self._clock.now())
            forgotten(anonymous)

    async def reset_season(self, guild_id: int) -> None:
        """Begin a new season: statistics and standings of the server start at nothing, chips stay."""
        async with self._store.transaction() as t:
            await t.guilds.reset_season(guild_id)


def _period(period: Period, now: datetime) -> str:
    match period:
        case "all":
            return ALL
        case "month":
            return month_of(now)
        case "week":
            return week_of(now)


def _line(row: HandRow) -> HandLine:
    try:
        return _read_line(row)
    except Exception as misfit:  # noqa: BLE001  (whatever a damaged row makes of it: this hand cannot be told, and every other one can)
        log.warning("hand %d cannot be listed: its row is damaged (%s)", row.id, type(misfit).__name__)
        return HandLine(
            row.id, row.table_id, row.number, "", NEVER, (), {}, void=row.void is not None, practice=False, readable=False
        )


def _read_line(row: HandRow) -> HandLine:
    players = players_of(row)
    winners: dict[str, int] = {}
    for pot in (row.results or {}).get("pots", ()):
        for seat, chips in pot["winners"].items():
            name = players[int(seat)].name
            winners[name] = winners.get(name, 0) + chips
    assert isinstance(row.ended_at, datetime), "its end is damaged"
    assert row.setup["variant"] in VARIANTS, "its variant is damaged"
    return HandLine(
        row.id,
        row.table_id,
        row.number,
        row.setup["variant"],
        row.ended_at,
        tuple(players.values()),
        winners,
        row.void is not None,
        row.practice,
        (row.results or {}).get("carried", 0),
    )
