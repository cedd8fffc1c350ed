"""Ann, Bob and the others: tables, hands and chips as the tests of the store lay them out."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from bot.store import (
    ActionRow,
    Bankroll,
    HandPlayer,
    HandRow,
    House,
    SeatAccount,
    SeatRow,
    Store,
    TableRow,
    Transaction,
    Transfer,
)

NOW = datetime(2026, 8, 1, 12, tzinfo=UTC)
GUILD, CHANNEL = 1, 50
ANN, BOB, CLEO = 100, 101, 102
FIRST, BUY_IN = 5_000, 1_000


def later(**spans: float) -> datetime:
    return NOW + timedelta(**spans)


def table_row(channel_id: int = CHANNEL, **fields) -> TableRow:
    row = {"id": 0, "guild_id": GUILD, "channel_id": channel_id, "host_id": ANN, "host_name": "Ann", "rules": {"big_blind": 10}}
    return TableRow(**{**row, "opened_at": NOW, **fields})


def hand_row(table_id: int, number: int = 1, people: tuple[int, ...] = (ANN, BOB), **fields) -> HandRow:
    players = {seat: (user_id, f"name {user_id}") for seat, user_id in enumerate(people)}
    row = {"id": 0, "table_id": table_id, "guild_id": GUILD, "channel_id": CHANNEL, "number": number, "rules_number": 1}
    return HandRow(**{**row, "setup": {"deck": "2h 3h"}, "players": players, "practice": False, "started_at": NOW, **fields})


def action(hand_id: int, step: int, text: str = "fold", **fields) -> ActionRow:
    return ActionRow(**{"hand_id": hand_id, "step": step, "guild_id": GUILD, "text": text, "by": "seat", "at": NOW, **fields})


def grant(transfer_id: str, user_id: int, amount: int, **fields) -> Transfer:
    return Transfer(
        **{
            "id": transfer_id,
            "guild_id": GUILD,
            "debit": House(GUILD),
            "credit": Bankroll(GUILD, user_id),
            "amount": amount,
            "reason": "grant",
            "at": NOW,
            **fields,
        }
    )


@dataclass
class Seated:
    """A table at which people sit with a buy-in each."""

    table_id: int
    people: tuple[int, ...]
    channel_id: int = CHANNEL

    async def play(
        self, store: Store, number: int, nets: tuple[int, ...], *, at: datetime = NOW, pot: int = 0, discards=()
    ) -> int:
        """Deal a hand, end it with these results and book them; the chips and the sums in one transaction."""
        async with store.transaction() as t:
            hand_id = await t.hands.start(hand_row(self.table_id, number, self.people, channel_id=self.channel_id))
        async with store.transaction() as t:
            await settle(t, self, hand_id, nets, at=at, pot=pot, discards=discards)
        return hand_id

    def seat(self, user_id: int) -> SeatAccount:
        return SeatAccount(GUILD, self.table_id, user_id)


async def settle(t: Transaction, seated: Seated, hand_id: int, nets: tuple[int, ...], *, at=NOW, pot=0, discards=()) -> None:
    """End a hand: what each lost goes to the house of the pot, the first winner."""
    winner = seated.people[max(range(len(nets)), key=lambda seat: nets[seat])]
    lost = [(user_id, -net) for user_id, net in zip(seated.people, nets, strict=True) if net < 0]
    transfers = [
        Transfer(f"hand:{hand_id}:{user_id}", GUILD, seated.seat(user_id), seated.seat(winner), chips, "hand", at, hand_id)
        for user_id, chips in lost
    ]
    if transfers:
        await t.ledger.book(*transfers)
    players = [
        HandPlayer(seat, user_id, net, net > 0, showdown=True, pot=pot if net > 0 else 0, discards=tuple(discards))
        for seat, (user_id, net) in enumerate(zip(seated.people, nets, strict=True))
    ]
    await t.hands.finish(hand_id, results={"net": list(nets)}, at=at, players=players)
    for row in await t.tables.seats(seated.table_id):
        stack = await t.ledger.balance(seated.seat(row.user_id))
        await t.tables.put_seat(SeatRow(row.table_id, GUILD, row.seat, row.user_id, row.name, stack, row.status))


async def seat_people(store: Store, *people: int, channel_id: int = CHANNEL) -> Seated:
    """Open a table at which these sit, with their first chips granted and a buy-in before each."""
    async with store.transaction() as t:
        table_id = await t.tables.open(table_row(channel_id))
        for seat, user_id in enumerate(people):
            await t.ledger.first_chips(GUILD, user_id, FIRST, transfer_id=f"first:{table_id}:{seat}", at=NOW)
            await t.players.rename(GUILD, user_id, f"name {user_id}")
            debit, credit = Bankroll(GUILD, user_id), SeatAccount(GUILD, table_id, user_id)
            assert await t.ledger.book(Transfer(f"buy:{table_id}:{seat}", GUILD, debit, credit, BUY_IN, "buy-in", NOW))
            await t.tables.put_seat(SeatRow(table_id, GUILD, seat, user_id, f"name {user_id}", BUY_IN, "ready"))
    return Seated(table_id, people, channel_id)


async def clean(store: Store) -> None:
    """Nothing may be left that does not add up."""
    async with store.reading() as t:
        assert await t.audit.check() == []


async def bankroll(store: Store, user_id: int) -> int:
    async with store.reading() as t:
        return await t.ledger.balance(Bankroll(GUILD, user_id))
