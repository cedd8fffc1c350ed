"""Chips, by double entry: immutable transfers, and balances that follow them in the same transaction."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import BindParameter, Executable, Select, and_, bindparam, func, insert, or_, select, update

from bot.store.errors import InvalidTransfer, Overdraft
from bot.store.rows import Account, Bankroll, HistoryLine, Holdings, House, SeatAccount, Transfer
from bot.store.schema.models import MOST_CHIPS, account, player, transfer
from bot.store.transactions.work import Work

Key = tuple[int, str, int]
"""An account within a server: user id (0: the house), kind, table id (0: none)."""


def _many(name: str) -> BindParameter[Sequence[int]]:
    return bindparam(name, expanding=True)


_BOOKED = select(func.count()).select_from(transfer).where(transfer.c.id.in_(_many("ids")))
_ACCOUNTS = select(account.c.id, account.c.user_id, account.c.kind, account.c.table_id, account.c.balance).where(
    account.c.guild_id == bindparam("guild"),
    account.c.user_id.in_(_many("users")),
    account.c.kind.in_(_many("kinds")),
    account.c.table_id.in_(_many("tables")),
)
_ACCOUNTS_TO_CHANGE = _ACCOUNTS.with_for_update()
_OPEN = insert(account)
_BOOK = insert(transfer)
_MOVE = update(account).where(account.c.id == bindparam("account")).values(balance=account.c.balance + bindparam("delta"))
_COUNT = (
    update(player)
    .where(player.c.guild_id == bindparam("guild"), player.c.user_id == bindparam("user"))
    .values(chips=player.c.chips + bindparam("delta"))
)
_BALANCE = select(account.c.balance).where(
    account.c.guild_id == bindparam("guild"),
    account.c.user_id == bindparam("user"),
    account.c.kind == bindparam("kind"),
    account.c.table_id == bindparam("table"),
)
_HOLDINGS = select(account.c.kind, account.c.table_id, account.c.balance).where(
    account.c.guild_id == bindparam("guild"),
    account.c.user_id == bindparam("user"),
    or_(account.c.kind == "bankroll", account.c.balance > 0),
)


class Ledger:
    """A server's accounts. A transfer moves its amount from `debit` to `credit`; the house alone may fall below zero."""

    def __init__(self, work: Work) -> None:
        self._work = work

    async def book(self, *transfers: Transfer) -> bool:
        """Book all of these at once, or none. False: they are booked already, and nothing has changed.

        Only the sums count: an account may be debited before it is credited. Raises `Overdraft` or `InvalidTransfer`.
        """
        guild_id = _examine(transfers)
        ids = [each.id for each in transfers]
        if booked := await self._work.value(_BOOKED, {"ids": ids}):
            if booked == len(ids):
                return False
            raise InvalidTransfer(ids=ids, cause="partly booked")
        accounts = {each.debit for each in transfers} | {each.credit for each in transfers}
        numbers = await self._numbers(guild_id, accounts)
        deltas: Counter[Account] = Counter()
        for each in transfers:
            deltas[each.debit] -= each.amount
            deltas[each.credit] += each.amount
        for owner, (_, balance) in numbers.items():
            if balance + deltas[owner] < 0 and not isinstance(owner, House):
                raise Overdraft(account=owner, balance=balance, missing=-balance - deltas[owner])
        await self._work.run(
            insert(transfer), [_values(each, numbers[each.debit][0], numbers[each.credit][0]) for each in transfers]
        )
        await self._work.run(_MOVE, [{"account": numbers[owner][0], "delta": delta} for owner, delta in deltas.items()])
        await self._count(guild_id, deltas)
        return True

    async def first_chips(self, guild_id: int, user_id: int, amount: int, *, transfer_id: str, at: datetime) -> int:
        """Grant a person's first chips, once a server, and return the bankroll; whoever has one keeps it as it is."""
        owner = Bankroll(guild_id, user_id)
        balance = await self._find(owner)
        if balance is None and amount > 0:
            await self.book(Transfer(transfer_id, guild_id, House(guild_id), owner, amount, "first-chips", at))
            balance = await self._find(owner)
        return balance or 0

    async def balance(self, owner: Account) -> int:
        """Return the chips in an account; 0 for one that was never used."""
        return await self._find(owner) or 0

    async def at_table(self, guild_id: int, table_id: int) -> list[tuple[SeatAccount, int]]:
        """Return the accounts of a table that hold chips, practice ones too, with their balances: whoever the seats' rows name."""
        query = select(account.c.user_id, account.c.kind, account.c.balance).where(
            account.c.guild_id == guild_id,
            account.c.table_id == table_id,
            account.c.kind.in_(("seat", "practice")),
            account.c.balance > 0,
        )
        rows = await self._work.rows(query.order_by(account.c.id))
        return [(SeatAccount(guild_id, table_id, user_id, kind == "practice"), balance) for user_id, kind, balance in rows]

    async def holdings(self, guild_id: int, user_id: int) -> Holdings:
        """Return everything that a person has in a server, practice chips apart."""
        rows = await self._work.rows(_HOLDINGS, {"guild": guild_id, "user": user_id})
        return Holdings(
            bankroll=sum(balance for kind, _, balance in rows if kind == "bankroll"),
            seats={table_id: balance for kind, table_id, balance in rows if kind == "seat"},
        )

    async def history(self, guild_id: int, user_id: int, *, limit: int = 20, before: str | None = None) -> list[HistoryLine]:
        """Return what moved a person's bankroll, newest first; `before` is the id of the last line of the page before."""
        own = await self._number(Bankroll(guild_id, user_id))
        if own is None:
            return []
        since = await self._work.row(select(transfer.c.at).where(transfer.c.id == before)) if before else None
        lines: list[HistoryLine] = []
        for statement in (_lines(own, credit=True), _lines(own, credit=False)):
            query = statement
            if since is not None:
                query = query.where(or_(transfer.c.at < since.at, and_(transfer.c.at == since.at, transfer.c.id < before)))
            lines += [HistoryLine(**row) for row in await self._work.named(query.limit(limit))]
        return sorted(lines, key=lambda line: (line.at, line.id), reverse=True)[:limit]

    async def _find(self, owner: Account) -> int | None:
        user, kind, table = _key(owner)
        found: int | None = await self._work.value(
            _BALANCE, {"guild": owner.guild_id, "user": user, "kind": kind, "table": table}
        )
        return found

    async def _number(self, owner: Account) -> int | None:
        numbers = await self._existing(_ACCOUNTS, owner.guild_id, [owner])
        return numbers[owner][0] if owner in numbers else None

    async def _numbers(self, guild_id: int, owners: Iterable[Account]) -> dict[Account, tuple[int, int]]:
        """Return each account's number and balance, opening those that are missing."""
        wanted = list(owners)
        found = await self._existing(_ACCOUNTS_TO_CHANGE, guild_id, wanted)
        missing = [owner for owner in wanted if owner not in found]
        if not missing:
            return found
        fresh = [dict(zip(("user_id", "kind", "table_id"), _key(owner), strict=True)) for owner in missing]
        await self._work.run(_OPEN, [{"guild_id": guild_id, "balance": 0, **values} for values in fresh])
        if people := {
            owner.user_id for owner in missing if _purse(owner) == "real" and not isinstance(owner, House) and owner.user_id > 0
        }:
            fresh_player = self._work.insert(player)
            statement = fresh_player.on_conflict_do_update(
                index_elements=["guild_id", "user_id"], set_={"chips": func.coalesce(player.c.chips, 0)}
            )
            await self._work.run(
                statement, [{"guild_id": guild_id, "user_id": user_id, "name": "", "chips": 0} for user_id in people]
            )
        return await self._existing(_ACCOUNTS_TO_CHANGE, guild_id, wanted)

    async def _existing(self, query: Executable, guild_id: int, owners: Sequence[Account]) -> dict[Account, tuple[int, int]]:
        keys = {_key(owner): owner for owner in owners}
        users, kinds, tables = (sorted(set(part)) for part in zip(*keys, strict=True))
        rows = await self._work.rows(query, {"guild": guild_id, "users": users, "kinds": kinds, "tables": tables})
        return {
            keys[row.user_id, row.kind, row.table_id]: (row.id, row.balance)
            for row in rows
            if (row.user_id, row.kind, row.table_id) in keys
        }

    async def _count(self, guild_id: int, deltas: Counter[Account]) -> None:
        """Keep each person's chips (bankroll and seats together) for the leaderboard."""
        chips: Counter[int] = Counter()
        for owner, delta in deltas.items():
            match owner:
                case Bankroll(user_id=user_id) | SeatAccount(user_id=user_id, practice=False) if user_id > 0:
                    chips[user_id] += delta
                case _:
                    pass
        if moved := [{"guild": guild_id, "user": user_id, "delta": delta} for user_id, delta in chips.items() if delta]:
            await self._work.run(_COUNT, moved)


def _key(owner: Account) -> Key:
    match owner:
        case House():
            return 0, "house", 0
        case Bankroll(user_id=user_id):
            return user_id, "bankroll", 0
        case SeatAccount(user_id=user_id, table_id=table_id, practice=practice):
            return user_id, "practice" if practice else "seat", table_id


def _examine(transfers: Sequence[Transfer]) -> int:
    """Return the server of these transfers, or raise `InvalidTransfer`."""
    assert transfers, "nothing to book"
    guild_id = transfers[0].guild_id
    if len({each.id for each in transfers}) < len(transfers):
        raise InvalidTransfer(cause="one id twice")
    for each in transfers:
        if not 0 < each.amount <= MOST_CHIPS:
            raise InvalidTransfer(id=each.id, cause="the amount", amount=each.amount)
        if each.debit == each.credit:
            raise InvalidTransfer(id=each.id, cause="both sides are one account")
        if {each.guild_id, each.debit.guild_id, each.credit.guild_id} != {guild_id}:
            raise InvalidTransfer(id=each.id, cause="two servers")
        if {_purse(each.debit), _purse(each.credit)} == {"practice", "real"}:
            raise InvalidTransfer(id=each.id, cause="practice chips are worth nothing outside")
    return guild_id


def _purse(owner: Account) -> str:
    match owner:
        case House():
            return "house"
        case SeatAccount(practice=True):
            return "practice"
        case _:
            return "real"


def _values(each: Transfer, debit_id: int, credit_id: int) -> dict[str, object]:
    return {
        "id": each.id,
        "guild_id": each.guild_id,
        "debit_id": debit_id,
        "credit_id": credit_id,
        "amount": each.amount,
        "reason": each.reason,
        "hand_id": each.hand_id,
        "note": each.note,
        "at": each.at,
    }


def _lines(own: int, *, credit: bool) -> "Select[*tuple[Any, ...]]":
    mine, other = (transfer.c.credit_id, transfer.c.debit_id) if credit else (transfer.c.debit_id, transfer.c.credit_id)
    amount = transfer.c.amount if credit else -transfer.c.amount
    return (
        select(
            transfer.c.id,
            amount.label("amount"),
            transfer.c.reason,
            transfer.c.at,
            transfer.c.hand_id,
            transfer.c.note,
            func.nullif(account.c.table_id, 0).label("table_id"),
        )
        .join(account, account.c.id == other)
        .where(mine == own)
        .order_by(transfer.c.at.desc(), transfer.c.id.desc())
    )
