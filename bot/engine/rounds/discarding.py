"""Discards: rounds of one card each, draws of any number, what is turned up, and the replacements (sections SEQ-3 and 4, SIM-3, D-7, D-11 to D-15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.actions import Discard, Draw, Shuffled
from bot.engine.events import (
    AceShown,
    DeckRefilled,
    Discarded,
    Drew,
    Passed,
    Received,
    Replaced,
    RoundOpened,
    Threw,
    TurnedUp,
)
from bot.engine.limits import ACE_LIMIT, HAND_SIZE
from bot.engine.prompts import ACE, DiscardPrompt, DrawPrompt, ShufflePrompt
from bot.engine.rounds.state import ask

if TYPE_CHECKING:
    from bot.engine.actions import By
    from bot.engine.cards import Card
    from bot.engine.events import Phase
    from bot.engine.rounds.state import Player, Script, Table


def open_discards(table: Table, phase: Phase) -> None:
    """A round of discards, or the draw, begins."""
    table.phase = phase
    table.round += 1
    for player in table.players:
        player.last_action = player.drew = None
    table.events.append(RoundOpened(table.round))


# One card at a time


def players_in(table: Table) -> list[Player]:
    """The players who may still throw: live, and not passed, of themselves or by having thrown all they may (SEQ-0.3, D-12, D-13)."""
    return [player for player in table.live_players() if not player.passed]


def round_of_discards(table: Table) -> Script:
    """From the button's left, each player who is in throws one card face down, or passes for the rest of the hand (SEQ-3.1, SEQ-3.4, D-7)."""
    open_discards(table, "discard")
    for player in players_in(table):
        yield from throw_or_pass(table, player)


def throw_or_pass(table: Table, player: Player) -> Script:
    """One player's turn in a round. A leaver who is all-in passes (D-28); one who folds meanwhile has no turn."""
    limit = table.setup.discard_limit
    while not player.folded:
        if player.left:
            pass_for_good(table, player, by="leave", automatic=True)
            return
        prompt = DiscardPrompt(player.seat, tuple(player.cards), limit, len(player.thrown))
        match (yield from ask(table, prompt)):
            case None:  # somebody left
                continue
            case Discard(card):
                throw_one(table, player, card)
            case _:
                pass_for_good(table, player, by=table.by)
        return


def pass_for_good(table: Table, player: Player, *, by: By, automatic: bool = False) -> None:
    """Pass: final for the hand (SEQ-0.3)."""
    player.passed = True
    table.tell(player, Passed(player.seat, automatic, by))


def throw_one(table: Table, player: Player, card: Card) -> None:
    """A card goes face down. Whoever has thrown as many as may be thrown has passed with it (D-12, D-13)."""
    ace_kept = table.setup.discard_limit == ACE_LIMIT and len(player.thrown) == 3
    throw(table, player, (card,))
    table.tell(player, Discarded(player.seat, ace_kept, table.by))
    table.events.append(Threw(player.seat, (card,)))
    if ace_kept:
        show_ace(table, player)
    if ace_kept or len(player.thrown) == most_discards(table):
        pass_for_good(table, player, by=table.by, automatic=True)


def most_discards(table: Table) -> int:
    """The number of cards after which nobody is asked again. The ace's fourth card is seen to apart: after three everybody is asked (D-12)."""
    limit = table.setup.discard_limit
    return limit if isinstance(limit, int) else HAND_SIZE


def replace_discards(table: Table) -> Script:
    """When discarding has ended, each live player gets, face down, as many cards as they threw (SEQ-4.1)."""
    table.phase = "replace"
    for player in list(table.live_players()):
        if player.thrown:
            player.drew = len(player.thrown)
            yield from deal_replacements(table, player)


# All at once


def draw(table: Table) -> Script:
    """From the button's left, each live player throws any cards and is dealt as many, before the next one chooses (SIM-3.1, D-7)."""
    open_discards(table, "draw")
    for player in list(table.live_players()):
        yield from throw_and_draw(table, player)


def throw_and_draw(table: Table, player: Player) -> Script:
    """One player's draw. A leaver who is all-in stands pat (D-28); one who folds meanwhile has no turn."""
    while not player.folded:
        if player.left:
            player.drew = 0
            table.tell(player, Drew(player.seat, 0, automatic=True, by="leave"))
            return
        prompt = DrawPrompt(player.seat, tuple(player.cards), table.setup.discard_limit)
        match (yield from ask(table, prompt)):
            case Draw(cards):
                yield from exchange(table, player, cards)
                return
            case _:  # somebody left
                continue


def exchange(table: Table, player: Player, cards: tuple[Card, ...]) -> Script:
    """Throw these cards face down and receive as many; four at once announce the ace that was kept (D-12)."""
    ace_kept = table.setup.discard_limit == ACE_LIMIT and len(cards) == 4
    player.drew = len(cards)
    throw(table, player, cards)
    table.tell(player, Drew(player.seat, len(cards), ace_kept, by=table.by))
    if cards:
        table.events.append(Threw(player.seat, cards))
        if ace_kept:
            show_ace(table, player)
        yield from deal_replacements(table, player)


# Both


def throw(table: Table, player: Player, cards: tuple[Card, ...]) -> None:
    """Cards leave a hand and lie face down, in their order, in front of their owner (SIM-3.3)."""
    for card in cards:
        player.cards.remove(card)
    player.thrown += cards
    player.face_down += cards
    table.pile += cards


def show_ace(table: Table, player: Player) -> None:
    """At tables that ask for it, the ace that allowed the fourth card is shown (D-12)."""
    if table.setup.show_ace:
        [ace] = player.cards
        assert ace.rank == ACE
        player.ace = ace
        table.events.append(AceShown(player.seat, ace))


def turn_up(table: Table) -> bool:
    """Turn a round's discards face up in front of their owners (SEQ-3.2, SIM-3.4), and say whether there were any.

    All live players are named, and those who threw and then left (X-11).
    """
    discards = {player.seat: tuple(player.face_down) for player in table.players if player.face_down or not player.folded}
    thrown = any(discards.values())
    if thrown or table.variant.names_pat:  # X-7, SIM-0.2
        table.events.append(TurnedUp(table.round, discards))
    for player in table.players:
        player.open += [(table.round, card) for card in player.face_down]
        player.face_down.clear()
    return thrown


def deal_replacements(table: Table, player: Player) -> Script:
    """All of a player's new cards, one after the other, from the top of the stub, which is refilled when it has none that the player may have (D-14).

    Those dealt before a refill are told before it, and the others after.
    """
    dealt: list[Card] = []
    for _ in range(HAND_SIZE - len(player.cards)):
        while all(card in player.thrown for card in table.stub):
            tell_dealt(table, player, dealt)
            dealt = []
            yield from refill(table)
        dealt.append(next_card(table, player))
        player.cards.append(dealt[-1])
    tell_dealt(table, player, dealt)


def tell_dealt(table: Table, player: Player, dealt: list[Card]) -> None:
    """Record new cards. Of a draw their number has been announced already."""
    if not dealt:
        return
    if table.variant.draws is None:
        table.events.append(Replaced(player.seat, len(dealt)))
    table.events.append(Received(player.seat, tuple(dealt)))


def next_card(table: Table, player: Player) -> Card:
    """The first card of the stub that the player has not thrown (D-14.3)."""
    place = next(place for place in reversed(range(len(table.stub))) if table.stub[place] not in player.thrown)
    return table.stub.pop(place)


def refill(table: Table) -> Script:
    """The unseen cards of folded players go under the stub; only if there are none, all discards not yet returned (D-14.2, D-14.3)."""
    folded, discards = len(table.muck), 0
    cards = table.muck
    if not folded:
        cards, discards = table.pile, len(table.pile)
        table.recycled.update(cards)
    shuffled = yield from ask(table, ShufflePrompt(tuple(cards)))
    assert isinstance(shuffled, Shuffled)
    cards.clear()
    table.stub[:0] = reversed(shuffled.cards)  # what is left in it, if anything, the player has thrown
    table.events.append(DeckRefilled(folded, discards))
