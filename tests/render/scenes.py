"""The moments that are kept as drawn messages in golden/: an evening in pieces, each small enough to read.

`python -m tests.render.scenes` writes them anew; read the difference before it is committed.
"""

from dataclasses import replace
from pathlib import Path

from bot.engine import Hand, Seat, Setup, Stakes, TurnedUp
from bot.render import (
    TEXT_CARDS,
    AllInAsked,
    PassAsked,
    Picked,
    Toggled,
    cut_message,
    hand_message,
    notice_message,
    replaced_message,
    reveal_message,
    rules_message,
    seal_message,
    speech,
    table_message,
)
from bot.tables import DealtFrom, Notice, Player, PrivateView, SealView, SeatedPlayer, TableRules
from tests.render.tables import deck, drawn, play, private, running, sequential, simple, table, ticked

GOLDEN = Path(__file__).parent / "golden"
SAY = speech("en")


def on_table(hand, **fields):
    return table_message(table(hand, **fields), SAY, TEXT_CARDS)


def in_hand(hand, seat, draft=None, **fields):
    return hand_message(private(hand, seat, **fields), SAY, TEXT_CARDS, draft)


def turned_up(hand):
    event = [event for event in hand.events if isinstance(event, TurnedUp)][-1]
    return reveal_message(table(hand), event, SAY, TEXT_CARDS)


def opening():
    return [
        table_message(table(taken=0, waiting="players"), SAY, TEXT_CARDS),
        table_message(table(taken=1, waiting="players"), SAY, TEXT_CARDS),
        table_message(table(taken=2, waiting="deal"), SAY, TEXT_CARDS),
        table_message(table(taken=2, waiting="deal"), SAY, TEXT_CARDS, buttons=False),
        table_message(table(taken=2, practice=True, state="paused", waiting="paused"), SAY, TEXT_CARDS),
        table_message(table(taken=2, rules=TableRules(variant="dealers-choice"), waiting="choice", chooser=1), SAY, TEXT_CARDS),
        table_message(table(taken=2, state="closed"), SAY, TEXT_CARDS),
    ]


def betting():
    dealt = sequential()
    raised = play(dealt, "r30")
    return [
        on_table(dealt),
        in_hand(dealt, 2),
        in_hand(dealt, 2, AllInAsked(100)),
        in_hand(dealt, 0, possible_pre_actions=("check-fold", "call-any")),
        in_hand(dealt, 0, possible_pre_actions=("check-fold", "call-any"), pre_action=ticked("call-any", 5)),
        on_table(raised),
        on_table(play(raised, "r100"), state="paused"),
    ]


def discarding():
    discards = play(sequential(), "call", "call", "check")
    revealed = play(discards, "-3c", "-Kh", "pass")
    return [
        on_table(discards),
        in_hand(discards, 0),
        in_hand(discards, 0, Picked(4)),
        in_hand(discards, 0, PassAsked()),
        in_hand(play(discards, "-3c"), 2, possible_pre_actions=("pass", "discard"), pre_action=ticked("discard", 1, 0)),
        on_table(play(discards, "-3c", "-Kh")),
        turned_up(revealed),
        on_table(revealed),
        replaced_message(table(revealed), 1, SAY, TEXT_CARDS),
        replaced_message(table(discards), 0, SAY, TEXT_CARDS),
        in_hand(revealed, 0),
        in_hand(revealed, 2),
    ]


def ending():
    final = play(sequential(), "call", "call", "check", "-3c", "-Kh", "pass", "pass", "-Qh", "pass")
    shown = play(final, "r20", "fold", "call")
    uncalled = play(final, "r20", "fold", "fold")
    return [
        on_table(final),
        on_table(shown),
        in_hand(shown, 2, can_show=True),
        on_table(uncalled, next_hand_at=None, waiting="players"),
        table_message(table(shown), SAY, TEXT_CARDS, buttons=False),
    ]


def seats():
    """Everybody who isn't just playing: away, leaving, broke, waiting, come late."""
    hand = play(sequential(), "call")
    playing = table(hand).seats
    late = SeatedPlayer(4, Player(104, "late*comer"), 1_500, "ready")
    away = replace(playing[0], status="away", top_up=500)
    leaving = replace(playing[2], status="leaving")
    at_table = table(hand, seats=(away, playing[1], leaving, late))
    statuses = ("away", "leaving", "broke", "waiting", "ready")
    between = table(taken=5, waiting="players")
    others = tuple(replace(seat, status=status) for seat, status in zip(between.seats, statuses, strict=True))
    waiting = replace(between, seats=others)
    return [
        table_message(at_table, SAY, TEXT_CARDS),
        hand_message(PrivateView(at_table, late, None), SAY, TEXT_CARDS),
        table_message(waiting, SAY, TEXT_CARDS),
        *(hand_message(PrivateView(waiting, seat, None), SAY, TEXT_CARDS, line="Done.") for seat in others),
        hand_message(private(play(sequential(), "fold"), 2), SAY, TEXT_CARDS),
    ]


def dead_button():
    """The button at an empty seat, nobody in the small blind, and somebody between the two who waits."""
    seats = (Seat(0, 100), Seat(3, 100), Seat(5, 100))
    cards = deck(["Ks Kd 9h 9c 3c", "Kh Qh Js Jd 4c", "7c 8d 9s Th Jc"])
    setup = Setup("simple", seats, 1, Stakes(5, 10), cards, dead_small_blind=True)
    hand = Hand(setup)
    late = SeatedPlayer(2, Player(102, "three"), 1_000, "awaits-button")
    at_table = table(
        hand,
        seats=tuple(sorted((*table(hand).seats, late), key=lambda one: one.seat)),
        rules=TableRules(variant="simple", button="dead"),
    )
    return [
        table_message(at_table, SAY, TEXT_CARDS),
        hand_message(PrivateView(at_table, late, None), SAY, TEXT_CARDS),
        table_message(replace(at_table, hand=None, next_hand_at=None, waiting="deal"), SAY, TEXT_CARDS),
    ]


def drawing():
    draw = play(simple(), "call", "check")
    drew = play(draw, "-As,Kd,Qc")
    revealed = play(drew, "pat")
    return [
        on_table(draw),
        in_hand(draw, 1),
        in_hand(draw, 1, Toggled(0b00111)),
        on_table(drew),
        in_hand(drew, 0),
        turned_up(revealed),
        on_table(play(revealed, "check", "r20", "call")),
    ]


def rules():
    unusual = TableRules(
        variant="simple",
        big_blind=0,
        small_blind=0,
        ante=5,
        min_bet=10,
        betting="fixed-limit",
        discard_limit="3-or-4-with-ace",
        first_after_draw="opener",
        passed_out="carry",
        table_all_ins=False,
        show_ace=True,
        time_bank_seconds=0,
    )
    return [
        rules_message(TableRules(), SAY),
        rules_message(TableRules(variant="simple", discard_limit=3, seats=8), SAY),
        rules_message(unusual, SAY),
    ]


SEAL = SealView(2, "5ea1" * 16, 65, 128, posted=True, dealt=3, cutting=(("one", 67), ("three", 69)))


def sealed():
    """What is said of sealed decks: in the channel, on the table's message, to who cuts, and to who asks."""
    dealt = sequential()
    seal = Notice("notice.sealed", {"seal": SEAL.digits, "first": "65", "last": "128"}, seal=2)
    after = replace(running(dealt), dealt_from=DealtFrom(2, ("three", 67), ("ab" * 32,)))
    over = play(dealt, "fold", "fold")
    mine = replace(private(dealt, 0, seal=SEAL), cut_from=67)
    return [
        notice_message(seal, SAY, table_id=7),
        table_message(replace(table(dealt), hand=replace(running(dealt), dealt_from=DealtFrom(2))), SAY, TEXT_CARDS),
        table_message(replace(table(dealt), hand=after), SAY, TEXT_CARDS),
        table_message(replace(table(over), hand=replace(running(over), dealt_from=after.dealt_from)), SAY, TEXT_CARDS),
        hand_message(mine, SAY, TEXT_CARDS),
        cut_message(mine, SAY),
        seal_message(replace(table(dealt, seal=SEAL), hand=after), 1, SAY),
        seal_message(table(seal=replace(SEAL, posted=False, dealt=0, cutting=())), 0, SAY),
        seal_message(table(), 0, SAY),
    ]


SCENES = {scene.__name__: scene for scene in (opening, betting, discarding, ending, seats, dead_button, drawing, rules, sealed)}


def text_of(name):
    """All messages of a scene, drawn."""
    return "\n".join(drawn(message) for message in SCENES[name]())


if __name__ == "__main__":
    for scene in SCENES:
        (GOLDEN / f"{scene}.txt").write_text(text_of(scene), encoding="utf-8")
