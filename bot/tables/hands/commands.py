"""Playing a hand: answers to prompts, actions ticked ahead, and cards shown after the end."""

from dataclasses import replace

from bot.engine import Show, view_for
from bot.tables import view_builder as picture
from bot.tables.errors import AlreadyPlayed, NothingToDo, NotSeated, NotYourTurn, StalePress
from bot.tables.hands import play
from bot.tables.hands.play import Answer
from bot.tables.hands.pre_actions import can_prepare, price_of
from bot.tables.lifecycle.opening import Opening
from bot.tables.seats.steps import Step
from bot.tables.state import Entry, LiveHand
from bot.tables.storage import rows as saving
from bot.tables.views import Prepared, TableView


class Playing(Opening):
    """What a dealt-in person can press."""

    async def act(self, hand_id: int, prompt_number: int, user_id: int, answer: Answer, *, press: int) -> TableView:
        """Answer the prompt that this press was made for.

        Raises `StalePress`, `NotSeated`, `NotYourTurn`, `AlreadyPlayed`, or `IllegalAction` with what is possible.
        """
        table_id = self._floor.by_hand(hand_id).id
        async with self._floor.turn(table_id, f"{press}", press=press) as turn:
            live = self._current(turn.state.live, hand_id)
            seat = self._asked(live, prompt_number, user_id)
            prompt = live.hand.prompt
            assert prompt is not None
            action = play.resolved(answer, prompt)  # type: ignore[arg-type]  # a seat is asked, so this is no shuffle
            played = play.play(live, action, "seat", self._floor.dealer)
            await turn.played(replace(played, live=replace(played.live, answered=(prompt_number, seat))))
        return picture.table_view(turn.table)

    async def prepare(
        self, hand_id: int, user_id: int, what: str, price: int, *, position: int | None = None, press: int
    ) -> TableView:
        """Tick an action ahead of one's turn, for this price; an empty `what` takes it back. Raises `StalePress`, `NotSeated`, `NothingToDo`."""
        table_id = self._floor.by_hand(hand_id).id
        async with self._floor.turn(table_id, f"{press}", press=press) as turn:
            live = self._current(turn.state.live, hand_id)
            seat = self._seat(live, user_id)
            ticks = {other: tick for other, tick in live.prepared.items() if other != seat}
            if what:
                self._check_tick(live, seat, what, price, position)
                ticks[seat] = Prepared(what, price, position)
            ticked = replace(live, prepared=ticks)
            async with turn.saving() as saved:
                await saving.save_prepared(saved.t, turn.table, live, ticked)
                await saved.take(Step(replace(saved.state, live=ticked)))
        return picture.table_view(turn.table)

    def _check_tick(self, live: LiveHand, seat: int, what: str, price: int, position: int | None) -> None:
        view = view_for(live.hand, seat)
        if what not in can_prepare(view, seat):
            raise NothingToDo("prepare.not-now")
        if price != price_of(live, seat):
            raise StalePress("prepare.price-changed")
        if what == "discard" and (position is None or not 0 <= position < len(view.cards)):
            raise NothingToDo("prepare.no-such-card")

    async def show_cards(self, hand_id: int, user_id: int, *, press: int) -> TableView:
        """Turn one's cards up after the hand, all five (D-23.5). Raises `StalePress`, `NotSeated`, `IllegalAction`."""
        table_id = self._floor.by_hand(hand_id).id
        async with self._floor.turn(table_id, f"{press}", press=press) as turn:
            live = self._current(turn.state.live, hand_id)
            show = Show(self._seat(live, user_id))
            shown = replace(live, hand=live.hand.play(show, by="seat"))
            entry = Entry(live.hand.length, show, "seat")
            async with turn.saving() as saved:
                row = saving.action_row(turn.table, live.id, entry, self._clock.now())
                await saved.t.hands.act(row)
                await saved.take(Step(replace(saved.state, live=shown)))
        return picture.table_view(turn.table)

    def _current(self, live: LiveHand | None, hand_id: int) -> LiveHand:
        if live is None or live.id != hand_id:
            raise StalePress("press.old-hand")
        return live

    def _seat(self, live: LiveHand, user_id: int) -> int:
        seat = live.seat_of(user_id)
        if seat is None:
            raise NotSeated("seat.not-dealt-in")
        return seat

    def _asked(self, live: LiveHand, prompt_number: int, user_id: int) -> int:
        """The presser's seat, if it is asked just this."""
        seat = self._seat(live, user_id)
        if not live.running:
            raise StalePress("press.hand-over")
        if live.answered == (prompt_number, seat):
            raise AlreadyPlayed
        if live.prompt_seat != seat:
            asked = live.players.get(-1 if live.prompt_seat is None else live.prompt_seat)
            raise NotYourTurn(name=asked.name if asked else "")
        if prompt_number != live.hand.prompt_number:
            raise StalePress
        return seat
