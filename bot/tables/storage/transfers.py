"""Which transfers a step of a table makes. Chips lie in a bankroll, in front of a seat, or with the house; nowhere else.

A transfer's id is made from what caused it (a press, a hand) and a seat, so that the same cause can never pay twice; it names no person,
since transfers are kept for ever.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from bot.store import ANONYMOUS_BELOW, Account, Bankroll, House, SeatAccount, Transfer
from bot.tables.seats.rotation import Sitter


@dataclass(frozen=True, slots=True)
class Till:
    """Writes the transfers of one table for one cause, numbered in the order in which they are made.

    At a practice table all chips come from the house and go back to it; bankrolls know nothing of it.
    """

    guild_id: int
    table_id: int
    practice: bool
    cause: str
    at: datetime

    def buys_in(self, sitter: Sitter, chips: int) -> Transfer:
        """Chips that a player puts on the table."""
        user_id = sitter.player.id
        return self._transfer(self._purse(user_id), self._seat(user_id), chips, "buy-in", sitter.seat)

    def cashes_out(self, sitter: Sitter) -> list[Transfer]:
        """Chips that a player takes from the table; none where none are left."""
        if sitter.stack == 0:
            return []
        user_id = sitter.player.id
        return [self._transfer(self._seat(user_id), self._purse(user_id), sitter.stack, "cash-out", sitter.seat)]

    def settles(self, net: dict[int, int], hand_id: int) -> list[Transfer]:
        """What the losers of a hand pay its winners, by user id; a carried pot's chips (D-22) go by way of the house, and come back from it."""
        unmatched = -sum(net.values())
        accounts: dict[Account, int] = {self._seat(user_id): chips for user_id, chips in net.items() if chips}
        if unmatched:
            accounts[House(self.guild_id)] = unmatched
        return [
            self._transfer(loser, winner, chips, "hand", number, hand_id)
            for number, (loser, winner, chips) in enumerate(_pairs(accounts))
        ]

    def gives_back(self, carried: tuple[tuple[int, int], ...]) -> list[Transfer]:
        """The chips of a carried pot that nobody will play for any more, to those who put them in; a forgotten person's part stays with the house."""
        if self.practice:
            return []
        house = House(self.guild_id)
        return [
            self._transfer(house, self._purse(user_id), chips, "carried-pot", number)
            for number, (user_id, chips) in enumerate(carried)
            if user_id > ANONYMOUS_BELOW
        ]

    def _seat(self, user_id: int) -> SeatAccount:
        return SeatAccount(self.guild_id, self.table_id, user_id, self.practice)

    def _purse(self, user_id: int) -> Account:
        return House(self.guild_id) if self.practice else Bankroll(self.guild_id, user_id)

    def _transfer(
        self, debit: Account, credit: Account, chips: int, reason: str, part: int, hand_id: int | None = None
    ) -> Transfer:
        return Transfer(f"{self.cause}:{reason}:{part}", self.guild_id, debit, credit, chips, reason, hand_id=hand_id, at=self.at)


def _pairs(net: dict[Account, int]) -> Iterator[tuple[Account, Account, int]]:
    """(loser, winner, chips) so that every net result is met, each payment as large as it can be."""
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
