"""Sitting down, getting up, and the chips that one sits with."""

from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta

from bot.engine import Leave
from bot.house import HOUSE_NAMES
from bot.tables import picture, play, seats
from bot.tables.errors import HandRunning, NotAllowed, NothingToDo, NotYourTurn, StalePress, TooManyTables
from bot.tables.room import Room
from bot.tables.seats import Step
from bot.tables.turn import Saving, Turn
from bot.tables.views import Player, TableView


class Sitting(Room):
    """What a person does with a seat, and a host with the seats of others."""

    async def join(self, table_id: int, person: Player, *, press: int, buy_in: int | None = None) -> TableView:
        """Sit down at the lowest free seat. Raises `AlreadySeated`, `TableFull`, `TooFewChips`, `BadBuyIn`, `TooManyTables`, `StalePress`."""
        async with self._floor.turn(table_id, f"{press}", press=press) as turn:
            if turn.state.status == "stopping":
                raise NotAllowed("table.stopping-already")
            async with turn.saving() as saved:
                await self._sit_down(saved, person, buy_in)
        return picture.table_view(turn.table)

    async def _sit_down(self, saved: Saving, person: Player, buy_in: int | None) -> None:
        table = saved.turn.table
        if not picture.is_seated(table, person.id):
            await self._check_tables_of(saved, person.id)
        if saved.state.practice:
            bankroll, left_with = saved.state.agreed.buy_in, 0
        else:
            await self._servers.first_chips(saved.t, table.guild_id, person)
            bankroll = await saved.bankroll(person.id)
            left_with = await self._left_with(saved, person.id)
        await saved.take(seats.join(saved.state, person, saved.till, bankroll=bankroll, buy_in=buy_in, left_with=left_with))

    async def _left_with(self, saved: Saving, user_id: int) -> int:
        """What somebody who was here within the last hour left with; 0 for anybody else."""
        departure = await saved.t.tables.left(saved.turn.table.id, user_id)
        remembered = timedelta(minutes=self._policy.remembered_minutes)
        if departure is None or not isinstance(departure.at, datetime):  # when somebody left may be damaged in the file
            return 0
        if abs(self._clock.now() - departure.at) > remembered:  # ahead of now by a clock that was set back
            return 0
        return departure.chips

    async def _check_tables_of(self, saved: Saving, user_id: int) -> None:
        """Transactions come one after the other; tables do not, and none knows who is about to sit down at another."""
        if await saved.t.tables.sits_at(saved.turn.table.guild_id, user_id) >= self._policy.tables_a_person:
            raise TooManyTables("seat.limit", most=self._policy.tables_a_person)

    async def leave(self, table_id: int, user_id: int, *, press: int) -> TableView:
        """Give up the seat: a live hand is folded, or plays on without its owner where it is all-in (D-28). Raises `NotSeated`."""
        async with self._floor.turn(table_id, f"{press}", press=press) as turn:
            await self._gone(turn, user_id)
        return picture.table_view(turn.table)

    async def _gone(self, turn: Turn, user_id: int) -> None:
        leaves = seats.leave(turn.state, user_id, turn.till)
        live = turn.state.running
        seat = live.seat_of(user_id) if live is not None else None
        if live is not None and seat is not None and play.can_leave(live, seat):
            await turn.played(play.play(live, Leave(seat), "leave", self._floor.dealer), first=leaves)
            return
        async with turn.saving() as saved:
            await self._get_up(saved, leaves)

    async def _get_up(self, saved: Saving, step: Step) -> None:
        """Take the step by which somebody goes; between hands the table closes with the last person."""
        await saved.take(step)
        if saved.state.running is None and not saved.state.people:
            await saved.turn.close(saved)

    async def away(self, table_id: int, user_id: int, *, press: int) -> TableView:
        """Sit out from the next hand. Raises `NotSeated`, `NothingToDo`."""
        async with self._floor.turn(table_id, f"{press}", press=press) as turn:
            await turn.save(seats.away(turn.state, user_id))
        return picture.table_view(turn.table)

    async def back(self, table_id: int, user_id: int, *, press: int, post: bool = False) -> TableView:
        """Come back from the next hand, waiting for the big blind or posting (D-29). Raises `NotSeated`, `NothingToDo`."""
        async with self._floor.turn(table_id, f"{press}", press=press) as turn:
            await turn.save(seats.back(turn.state, user_id, post=post))
        return picture.table_view(turn.table)

    async def top_up(self, table_id: int, user_id: int, amount: int | None, *, press: int) -> TableView:
        """Add chips up to the buy-in, at the end of the hand if one is running (D-30); the same press once more adds none.

        Raises `NotSeated`, `BadBuyIn`, `TooFewChips`, `NothingToDo`.
        """
        async with self._floor.turn(table_id, f"{press}", press=press) as turn:
            with suppress(StalePress):
                async with turn.saving() as saved:
                    bankroll = await saved.bankroll(user_id)
                    await saved.take(seats.top_up(saved.state, user_id, amount, saved.till, bankroll=bankroll))
        return picture.table_view(turn.table)

    async def house(self, table_id: int, user_id: int, count: int, *, press: int, manager: bool = False) -> TableView:
        """Let the house play at `count` seats, after the running hand. It makes a practice table of any other, for good.

        So where hands were played for chips, it is for the host and managers. Raises `NotSeated`, `NotAllowed`, `TableFull`, `StalePress`.
        """
        async with self._floor.turn(table_id, f"{press}", press=press) as turn:
            seats.seated(turn.state, user_id)
            if turn.state.hands and not turn.state.practice:
                self._check_host(turn.state, user_id, manager=manager)
            if turn.state.running:
                seats.seat_house(turn.state, count, HOUSE_NAMES, turn.till)
                await turn.save(Step(replace(turn.state, house_wanted=count)))
            else:
                await turn.save(seats.seat_house(turn.state, count, HOUSE_NAMES, turn.till))
        return picture.table_view(turn.table)

    async def kick(self, table_id: int, actor_id: int, user_id: int, *, manager: bool, press: int) -> TableView:
        """The host asks somebody to go, after the hand and with all their chips; never to void one. Raises `NotAllowed`, `NotSeated`."""
        async with self._floor.turn(table_id, f"{press}", press=press) as turn:
            self._check_host(turn.state, actor_id, manager=manager)
            async with turn.saving() as saved:
                await self._get_up(saved, seats.kick(saved.state, actor_id, user_id, saved.till))
        return picture.table_view(turn.table)

    async def deal(self, table_id: int, user_id: int, *, press: int) -> TableView:
        """Deal now, or ask the button for its choice. Raises `NotSeated`, `HandRunning`, `NothingToDo` where too few are ready or it is asked."""
        async with self._floor.turn(table_id, f"{press}", press=press) as turn:
            seats.seated(turn.state, user_id)
            if turn.state.running:
                raise HandRunning
            reason = picture.why_no_deal(turn.table)
            if reason is not None:
                raise NothingToDo(f"deal.{reason}")
            await self._keeper.deal_now(turn)
        return picture.table_view(turn.table)

    async def choose(self, table_id: int, user_id: int, variant: str, *, press: int) -> TableView:
        """The button's choice of game. Raises `NotSeated`, `NotYourTurn`, `NothingToDo`."""
        async with self._floor.turn(table_id, f"{press}", press=press) as turn:
            mine = seats.seated(turn.state, user_id)
            table = turn.table
            if table.chooser is None:
                raise NothingToDo("deal.no-choice")
            if table.chooser != mine.seat:
                raise NotYourTurn("press.not-your-choice")
            await self._keeper.deal_now(turn, variant)
        return picture.table_view(turn.table)
