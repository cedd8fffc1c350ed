"""Which transfers a step at a table makes. Chips are in a bankroll, at a seat, or with the house; nowhere else.

A transfer's id is made from its cause (a press, a hand) and a seat, so the same cause can never pay twice. It names no person, because
transfers are kept for ever.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from bot.store import ANONYMOUS_BELOW, Account, Bankroll, House, SeatAccount, Transfer
from bot.tables.seats.sitters import Sitter


@dataclass(frozen=True, slots=True)
class Transfers:
    """Makes the transfers of one table for one cause.

    At a practice table all chips come from the house and go back to it; bankrolls are not touched.
    """

    guild_id: int
    table_id: int
    practice: bool
    cause: str
    at: datetime

    def buy_in(self, sitter: Sitter, chips: int) -> Transfer:
        """Chips that a player brings to the table."""
        user_id = sitter.player.id
        return self._transfer(self._outside(user_id), self._seat(user_id), chips, "buy-in", sitter.seat)

    def grant(self, sitter: Sitter, chips: int, note: str) -> Transfer:
        """Chips that a manager gives a player, before they are brought to the table."""
        owner = Bankroll(self.guild_id, sitter.player.id)
        return replace(self._transfer(House(self.guild_id), owner, chips, "grant", sitter.seat), note=note)

    def cash_out(self, sitter: Sitter) -> list[Transfer]:
        """Chips that a player takes from the table; nothing if they have none."""
        if sitter.stack == 0:
            return []
        user_id = sitter.player.id
        return [self._transfer(self._seat(user_id), self._outside(user_id), sitter.stack, "cash-out", sitter.seat)]

    def hand_result(self, net: dict[int, int], hand_id: int) -> list[Transfer]:
        """What the losers of a hand pay its winners. `net` is by user id; a carried pot (D-22) goes to the house and comes back from it."""
        unmatched = -sum(net.values())
        accounts: dict[Account, int] = {self._seat(user_id): chips for user_id, chips in net.items() if chips}
        if unmatched:
            accounts[House(self.guild_id)] = unmatched
        return [
            self._transfer(loser, winner, chips, "hand", number, hand_id)
            for number, (loser, winner, chips) in enumerate(_pairs(accounts))
        ]

    def carried_pot(self, carried: tuple[tuple[int, int], ...]) -> list[Transfer]:
        """Give a carried pot that nobody will play for back to those who put it in. A forgotten person's share stays with the house."""
        if self.practice:
            return []
        house = House(self.guild_id)
        return [
            self._transfer(house, self._outside(user_id), chips, "carried-pot", number)
            for number, (user_id, chips) in enumerate(carried)
            if user_id > ANONYMOUS_BELOW
        ]

    def _seat(self, user_id: int) -> SeatAccount:
        return SeatAccount(self.guild_id, self.table_id, user_id, self.practice)

    def _outside(self, user_id: int) -> Account:
        return House(self.guild_id) if self.practice else Bankroll(self.guild_id, user_id)

    def _transfer(
        self, debit: Account, credit: Account, chips: int, reason: str, part: int, hand_id: int | None = None
    ) -> Transfer:
        return Transfer(f"{self.cause}:{reason}:{part}", self.guild_id, debit, credit, chips, reason, hand_id=hand_id, at=self.at)


def _pairs(net: dict[Account, int]) -> Iterator[tuple[Account, Account, int]]:
    """Match losers with winners, as (loser, winner, chips), until every net result is met; each payment is as large as possible."""
    owed = {account: -chips for account, chips in net.items() if chips < 0}
    due = {account: chips for account, chips in net.items() if chips > 0}
    while owed and due:
        (loser, debt), (winner, claim) = owed.popitem(), due.popitem()
        chips = min(debt, claim)
        yield loser, winner, chips
        if debt > chips:
            owed[loser] = debt - chips
        if claim > chips:
            due[winner] = claim - chips
