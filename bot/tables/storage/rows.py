"""A table's state to the store's rows and back, and a saved hand by replay of its log. Only what has changed is written."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any, cast

from bot.engine import (
    RULES_NUMBER,
    By,
    Card,
    Hand,
    Mucked,
    Shown,
    action_from_text,
    action_text,
    prompt_text,
    setup_from_dict,
    setup_to_dict,
    view_for,
)
from bot.engine import Entry as LogEntry
from bot.store import ANONYMOUS_BELOW, ActionRow, HandPlayer, HandRow, PreparedRow, SeatRow, TableRow, Transaction
from bot.tables.options import TableRules
from bot.tables.seals import CutWords, SealedDeal
from bot.tables.seats.sitters import Blinds, Leaver, Sitter
from bot.tables.state import LiveHand, PlayedAction, State, Table
from bot.tables.storage.styles import styles_of
from bot.tables.views import Player, PreAction

SITTER_FACTS = ("missed_big", "missed_small", "posts", "timeouts", "time_bank_seconds", "top_up", "kicked")  # and `cuts`


async def save_changes(t: Transaction, table: Table, old: State, new: State) -> None:
    """Write the seats and the table's own fields in which two states differ."""
    if new.sitters is not old.sitters:
        before = {sitter.seat: sitter for sitter in old.sitters}
        after = {sitter.seat: sitter for sitter in new.sitters}
        for seat, sitter in before.items():
            if seat not in after or after[seat].player.id != sitter.player.id:
                await t.tables.drop_seat(table.id, seat)
        for seat, sitter in after.items():
            if before.get(seat) != sitter:
                await t.tables.put_seat(_seat_row(table, sitter))
    if replace(old, live=new.live, sitters=new.sitters) == new:
        return
    was, now = table_fields(old), table_fields(new)
    changes = {name: value for name, value in now.items() if value != was[name]}
    if changes:
        await t.tables.update(table.id, **changes)


async def save_departures(t: Transaction, table: Table, state: State, gone: tuple[Sitter, ...], now: datetime) -> None:
    """Remember what people left a table of real chips with."""
    for sitter in gone:
        if not state.practice and not sitter.player.house:
            await t.tables.put_left(table.guild_id, table.id, sitter.player.id, sitter.stack, now)


def _seat_row(table: Table, sitter: Sitter) -> SeatRow:
    facts: dict[str, Any] = {name: value for name in SITTER_FACTS if (value := getattr(sitter, name))}
    if sitter.cuts:
        facts["cuts"] = [words.saved for words in sitter.cuts]
    return SeatRow(
        table.id, table.guild_id, sitter.seat, sitter.player.id, sitter.player.name, sitter.stack, sitter.status, facts
    )


def sitter_of(row: SeatRow) -> Sitter:
    """The sitter that a row describes."""
    facts = {**row.facts, "cuts": tuple(CutWords.from_saved(saved) for saved in row.facts.get("cuts", ()))}
    return Sitter(row.seat, _player(row.user_id, row.name), row.stack, row.status, **facts)  # type: ignore[arg-type]


def players_of(row: HandRow) -> dict[int, Player]:
    """Who was dealt in, by seat; somebody who has been forgotten is a nameless person, and none of the house's."""
    return {seat: _player(user_id, name) for seat, (user_id, name) in row.players.items()}


def _player(user_id: int, name: str) -> Player:
    return Player(user_id, name, house=ANONYMOUS_BELOW < user_id < 0)


def table_fields(state: State) -> dict[str, Any]:
    """The columns of a table's row that its state decides."""
    facts: dict[str, Any] = {}
    if state.next_rules is not None:
        facts["next_rules"] = state.next_rules.to_dict()
    if state.house_wanted is not None:
        facts["house_wanted"] = state.house_wanted
    if state.carried:
        facts["carried"] = [list(part) for part in state.carried]
    if state.leavers:
        facts["leavers"] = [asdict(one) for one in state.leavers]
    return {
        "host_id": state.host.id,
        "host_name": state.host.name,
        "rules": state.rules.to_dict(),
        "state": state.status,
        "practice": state.practice,
        "blinds": asdict(state.blinds) if state.blinds else None,
        "hands": state.hands,
        "facts": facts,
    }


def new_row(table: Table, now: datetime) -> TableRow:
    """The row of a table that is about to be opened; the store gives it its id."""
    fields = table_fields(table.state)
    return TableRow(id=0, guild_id=table.guild_id, channel_id=table.channel_id, locale=table.locale, opened_at=now, **fields)


def state_of(row: TableRow, seats: list[SeatRow]) -> State:
    """The state that rows describe, without its hand."""
    facts = row.facts
    return State(
        host=Player(row.host_id, row.host_name),
        rules=TableRules.from_dict(row.rules),
        status=row.state,
        practice=row.practice,
        sitters=tuple(sitter_of(seat) for seat in sorted(seats, key=lambda seat: seat.seat)),
        blinds=Blinds(**row.blinds) if row.blinds else None,
        hands=row.hands,
        next_rules=TableRules.from_dict(facts["next_rules"]) if "next_rules" in facts else None,
        house_wanted=facts.get("house_wanted"),
        carried=tuple((user_id, chips) for user_id, chips in facts.get("carried", ())),
        leavers=tuple(Leaver(**one) for one in facts.get("leavers", ())),
    )


def hand_row(
    table: Table, state: State, hand: Hand, players: Mapping[int, Player], sealed: SealedDeal | None, now: datetime
) -> HandRow:
    """The row of a hand that is about to be dealt; the store gives it its id."""
    return HandRow(
        id=0,
        table_id=table.id,
        guild_id=table.guild_id,
        channel_id=table.channel_id,
        number=state.hands,
        rules_number=RULES_NUMBER,
        setup=setup_to_dict(hand.setup),
        players={seat: (player.id, player.name) for seat, player in players.items()},
        practice=state.practice,
        started_at=now,
        prompt=prompt_text(hand.prompt),
        sealed=sealed.saved if sealed is not None else None,
    )


def action_row(table: Table, hand_id: int, played: PlayedAction, now: datetime) -> ActionRow:
    """The row of one action."""
    return ActionRow(hand_id, played.step, table.guild_id, action_text(played.action), played.by, now, played.prompt)


def log_of(rows: list[ActionRow]) -> list[LogEntry]:
    """The log that saved actions make. Raises `IllegalAction` for a line that this program would not write."""
    return [(action_from_text(row.text), cast("By", row.by)) for row in rows]


class OtherRules(Exception):
    """A hand was dealt by rules of another number, and today's would end it differently or ask something else (D-32)."""


def replayed(row: HandRow, actions: list[ActionRow]) -> Hand:
    """The hand that was saved, by replay of its log. Every replay goes through here, because it must ask by which rules the hand was dealt.

    Raises `IllegalAction`, `InvalidSetup` for what does not replay, `OtherRules` for what replays to something else because the rules have changed.
    """
    hand = Hand(setup_from_dict(row.setup), log_of(actions))
    if row.rules_number != RULES_NUMBER and not _is_as_saved(row, actions, hand):
        raise OtherRules
    return hand


def _is_as_saved(row: HandRow, actions: list[ActionRow], hand: Hand) -> bool:
    if row.ended_at is not None:
        return ends_as_saved(row, hand)
    return not hand.over and asked(row, actions) == prompt_text(hand.prompt)


def asked(row: HandRow, actions: list[ActionRow]) -> str | None:
    """What a running hand asked when it was saved, in writing; None where that was not saved yet."""
    return actions[-1].prompt if actions else row.prompt


def ends_as_saved(row: HandRow, hand: Hand) -> bool:
    """Whether a finished hand that was replayed ends as it was saved, those who showed and their order included."""
    if not hand.over:
        return False
    ended, saved = _before_voluntary_shows(hand), row.results or {}
    return ended == saved and list(ended["shown"]) == list(saved["shown"])


def _before_voluntary_shows(hand: Hand) -> dict[str, Any]:
    """A hand's results as they were when it ended, which is when they are saved: a [Show] can follow, and is in the log alone."""
    late = {str(event.seat) for event in hand.events if isinstance(event, Shown) and event.voluntary}
    mucked = {event.seat for event in hand.events if isinstance(event, Mucked)}
    results = results_dict(hand)
    shown = {seat: cards for seat, cards in results["shown"].items() if seat not in late}
    return {**results, "shown": shown, "mucked": [seat for seat in hand.stacks if seat in mucked]}


def clock_facts(live: LiveHand) -> dict[str, Any]:
    """What a restart must not give back: an extension once used stays used (D-33)."""
    return {"extended": sorted(live.extended)}


async def save_pre_actions(t: Transaction, table: Table, before: LiveHand, after: LiveHand) -> None:
    """Write the pre-actions that were set, and delete those that are gone."""
    for seat in before.pre_actions.keys() - after.pre_actions.keys():
        await t.hands.drop_prepared(after.id, seat)
    for seat, one in after.pre_actions.items():
        if before.pre_actions.get(seat) != one:
            await t.hands.put_prepared(PreparedRow(after.id, table.guild_id, seat, one.what, one.price, one.position))


def pre_actions_of(rows: list[PreparedRow]) -> dict[int, PreAction]:
    """The pre-actions that rows describe, by seat."""
    return {row.seat: PreAction(row.what, row.price, row.position) for row in rows}


def results_dict(hand: Hand) -> dict[str, Any]:
    """A finished hand's outcome as it is kept: final stacks, pots with their winners, what went back, who showed."""
    results = hand.results
    assert results is not None
    return {
        "stacks": {str(seat): chips for seat, chips in hand.stacks.items()},
        "pots": [
            {"amount": pot.amount, "winners": {str(seat): chips for seat, chips in pot.winners.items()}} for pot in results.pots
        ],
        "returned": {str(seat): chips for seat, chips in results.returned.items()},
        "shown": {str(seat): [str(card) for card in cards] for seat, cards in results.shown.items()},
        "mucked": list(results.mucked),
        "carried": results.carried,
    }


def discards_of(hand: Hand) -> dict[int, tuple[Card, ...]]:
    """Every card that was turned up, by the seat that had discarded it, for statistics."""
    return {seat.seat: tuple(card for _, card in seat.discards) for seat in view_for(hand, None).seats}


def hand_players(live: LiveHand, net: Mapping[int, int]) -> list[HandPlayer]:
    """How the hand went for each person and house player, for statistics and history. `net` is in chips, by user id."""
    results = live.hand.results
    assert results is not None
    won = {seat: sum(pot.winners.get(seat, 0) for pot in results.pots) for seat in live.players}
    showdown = {*results.shown, *results.mucked}
    discards, styles = discards_of(live.hand), styles_of(live.hand)
    return [
        HandPlayer(
            seat=seat,
            user_id=player.id,
            net=net[player.id],
            won=won[seat] > 0,
            showdown=seat in showdown,
            pot=won[seat],
            discards=tuple(str(card)[0] for card in discards.get(seat, ())),
            style=styles[seat],
        )
        for seat, player in live.players.items()
    ]
