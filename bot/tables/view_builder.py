"""Builds the frozen views that the outside reads, from a table in memory."""

from collections.abc import Container

from bot.engine import BettingOpened, Event, TurnedUp, view_for
from bot.tables.hands.pre_actions import possible_pre_actions, price_in
from bot.tables.options import TableRules
from bot.tables.seats import between_hands, rotation
from bot.tables.seats.sitters import Sitter
from bot.tables.state import LiveHand, State, Table
from bot.tables.views import DealtFrom, PrivateView, RunningHand, SealView, SeatedPlayer, TableView, Waiting


def table_view(table: Table) -> TableView:
    """The table as the rail sees it now. Each step asks for it several times, so it is built anew only when something has changed."""
    now = (table.state, table.version, table.next_hand_at, table.chooser, table.suspended)
    if table.view_cache is None or table.view_cache[0] != now:
        table.view_cache = (now, _table_view(table))
    return table.view_cache[1]


def _table_view(table: Table) -> TableView:
    state = table.state
    broken = "broken" in table.suspended
    stacks = state.running.hand.stacks if state.running and not broken else {}
    held_back = rotation.held_back(state.sitters, state.agreed, state.blinds)
    return TableView(
        table_id=table.id,
        guild_id=table.guild_id,
        channel_id=table.channel_id,
        host=state.host,
        rules=state.rules if state.running else state.agreed,
        practice=state.practice,
        state=state.status,
        seats=tuple(_seated(sitter, stacks, state.agreed, held_back) for sitter in state.sitters),
        button=state.blinds.button if state.blinds else None,
        hand=None if state.live is None or broken else _hand(state.live, None),
        next_hand_at=table.next_hand_at,
        waiting=_waiting(table),
        chooser=table.chooser,
        locale=table.locale,
        version=table.version,
        seal=_seal(state),
    )


def private_view(table: Table, user_id: int) -> PrivateView | None:
    """What this person sees behind [My hand]; None without a seat here."""
    public = table_view(table)
    me = public.seat_of(user_id)
    if me is None:
        return None
    live = None if "broken" in table.suspended else table.state.live
    cut_from = _cut_from(table.state, user_id)
    if live is None or me.seat not in live.players or live.players[me.seat].id != user_id:
        return PrivateView(public, me, None, cut_from=cut_from)
    hand = _hand(live, me.seat)
    mine = hand.view.of(me.seat)
    return PrivateView(
        table=public,
        me=me,
        hand=hand,
        pre_action=live.pre_actions.get(me.seat),
        price=price_in(hand.view, me.seat),
        possible_pre_actions=possible_pre_actions(hand.view, me.seat) if live.running and me.status != "leaving" else (),
        cut_from=cut_from,
        can_show=not live.running and not mine.folded and mine.shown is None,
    )


def kinds_of(events: tuple[Event, ...], before: str | None, live: LiveHand | None) -> set[str]:
    """What the channel must do besides showing the newest state."""
    kinds: set[str] = set()
    if any(isinstance(event, TurnedUp) for event in events):
        kinds.add("revealed")
    if any(isinstance(event, BettingOpened) for event in events):
        kinds.add("betting")
    if live is not None and before not in (None, "over") and live.hand.phase == "over":
        kinds.add("ended")
    return kinds


def _seated(sitter: Sitter, stacks: dict[int, int], rules: TableRules, held_back: Container[int]) -> SeatedPlayer:
    stack = stacks.get(sitter.seat, sitter.stack)
    status = "awaits-button" if sitter.seat in held_back else sitter.shown_status(rules)
    return SeatedPlayer(sitter.seat, sitter.player, stack, status, sitter.top_up, sitter.time_bank_seconds)


def _hand(live: LiveHand, seat: int | None) -> RunningHand:
    return RunningHand(
        hand_id=live.id,
        number=live.number,
        variant=live.hand.setup.variant,
        view=view_for(live.hand, seat),
        prompt_number=live.hand.prompt_number,
        prompt_seat=live.prompt_seat,
        deadline=live.deadline,
        players=live.players,
        dealt_from=_dealt_from(live),
    )


def _dealt_from(live: LiveHand) -> DealtFrom | None:
    sealed = live.sealed
    if sealed is None:
        return None
    last = sealed.cut_last
    cut_last = (live.players[last].name, sealed.words[last].hand) if last is not None else None
    return DealtFrom(sealed.seal.number, cut_last, live.refill_seals)


def _cut_from(state: State, user_id: int) -> int | None:
    sitter = state.sitter_of(user_id)
    words = sitter.cuts[-1] if sitter is not None and sitter.cuts else None
    return words.hand if words is not None and state.seal is not None and words.seal == state.seal.number else None


def _seal(state: State) -> SealView | None:
    seal = state.seal
    if seal is None:
        return None
    cutting = tuple(
        (sitter.player.name, one.hand) for sitter in state.sitters for one in sitter.cuts[-1:] if one.seal == seal.number
    )
    dealt = max(0, min(state.hands, seal.last_hand) - seal.first_hand + 1)
    return SealView(seal.number, seal.hash.hex(), seal.first_hand, seal.last_hand, seal.posted_at is not None, dealt, cutting)


def _waiting(table: Table) -> Waiting | None:
    state = table.state
    if "broken" in table.suspended:
        return "broken"
    if state.running or state.status == "closed":
        return None
    if table.suspended:
        return "unreachable"
    if table.chooser is not None:
        return "choice"
    return between_hands.waiting(state) or (None if state.hands else "deal")


def why_no_deal(table: Table) -> Waiting | None:
    """Why no hand can be dealt now, between two; None where one can."""
    if table.suspended:
        return _waiting(table)
    return between_hands.waiting(table.state) or ("choice" if table.chooser is not None else None)
