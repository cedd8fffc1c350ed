"""What is announced is what is dealt: the sentence of each option, against a hand in which it matters."""

import pytest

from bot.engine import Fold, Hand, Seat
from bot.engine.events import AceShown, BettingOpened, Mucked, PassedOut, Posted
from bot.render import speech
from bot.render.rules_view import agreement_lines, changed_terms, stakes_line
from bot.tables import InvalidRules, Player, TableRules
from bot.tables.seats.rotation import next_deal
from bot.tables.seats.sitters import Blinds, Sitter
from tests.render.tables import deck, play
from tests.tables.room import TWO

SAY = speech("en-US")
ANTES = {"big_blind": 0, "ante": 5}
BEST_FIRST = deck(["As Ah Ad Kc Kd", "Qs Jh 9d 7c 5d", "8s 6h 4d 3c 2d"])
PAT = ("pat", "pat", "pat")


def dealt(*words, stacks=(1_000, 1_000, 1_000), cards=BEST_FIRST, **options):
    """A hand under these options after these answers; the last of the seats has the button."""
    rules = TableRules.from_options(**{"variant": "simple"} | options)
    seats = tuple(Seat(number, stack) for number, stack in enumerate(stacks))
    return play(Hand(rules.setup(rules.variant, seats, len(stacks) - 1, cards)), *words)


def announced(**options):
    return "\n".join(agreement_lines(TableRules.from_options(**{"variant": "simple"} | options), SAY))


def has(hand, event):
    return any(isinstance(each, event) for each in hand.events)


@pytest.mark.parametrize(("chosen", "first"), [({}, 0), ({"first_after_draw": "opener"}, 1)])
def test_who_speaks_first_after_the_draw(chosen, first):
    assert ("whoever opened the betting acts first" in announced(**ANTES, **chosen)) == bool(first)
    hand = dealt("check", "r10", "call", "call", *PAT, **ANTES, **chosen)
    assert hand.prompt.seat == first


@pytest.mark.parametrize("carried", [False, True])
def test_what_happens_where_nobody_opens(carried):
    chosen = {"passed_out": "carry"} if carried else {}
    assert ("the pot carries over" in announced(**ANTES, **chosen)) == carried
    assert has(dealt("check", "check", "check", **ANTES, **chosen), PassedOut) == carried


@pytest.mark.parametrize("tabled", [False, True])
def test_beaten_hands_at_a_showdown_with_somebody_all_in(tabled):
    assert ("a beaten hand is mucked, even when somebody is all-in" in announced(table_all_ins=tabled)) == (not tabled)
    words = ("r100", "call", "call", *PAT, "check", "check")
    hand = dealt(*words, stacks=(1_000, 1_000, 100), table_all_ins=tabled)
    assert hand.over
    assert has(hand, Mucked) == (not tabled)


@pytest.mark.parametrize("agreed", [False, True])
def test_betting_after_a_round_of_discards(agreed):
    options = {"variant": "sequential", "interim_betting": agreed}
    assert ("There is betting after each round of discards" in announced(**options)) == agreed
    hand = dealt("call", "call", "check", "pass", "-9d", "pass", **options)
    assert any(isinstance(each, BettingOpened) and each.round == "interim" for each in hand.events) == agreed


def test_at_dealers_choice_betting_between_rounds_is_announced_for_the_game_that_has_it():
    rules = TableRules.from_options(variant="dealers-choice", interim_betting=True)
    assert "In sequential, there is betting after each round" in "\n".join(agreement_lines(rules, SAY))
    assert "after each round of discards" in stakes_line(rules.playing("sequential"), SAY)
    assert "after each round of discards" not in stakes_line(rules.playing("simple"), SAY)


@pytest.mark.parametrize("cap", [2, 3])
def test_the_cap_of_a_round_in_fixed_limit(cap):
    assert f"capped at {cap} bets a round" in announced(betting="fixed-limit", cap=cap)
    hand = dealt("r20", *["r30"] * (cap - 2), betting="fixed-limit", cap=cap)
    assert hand.prompt.raise_to is None


@pytest.mark.parametrize(("chosen", "least"), [({}, 10), ({"min_bet": 25}, 25)])
def test_the_least_bet_without_blinds(chosen, least):
    assert f"Minimum bet {least}" in announced(**ANTES, **chosen)
    assert dealt(**ANTES, **chosen).prompt.raise_from == least


@pytest.mark.parametrize("dead", [False, True])
def test_a_dead_button(dead):
    chosen = {"button": "dead"} if dead else {}
    assert ("Dead button" in announced(**chosen)) == dead
    rules = TableRules.from_options(variant="simple", **chosen)
    people = tuple(Sitter(seat, Player(seat + 1, str(seat)), 1_000) for seat in (0, 1, 3))
    deal = next_deal(people, rules, Blinds(0, 1, 2))
    assert (deal.blinds.button, deal.dead_small_blind) == (1, dead)
    seats = tuple(Seat(seat, 1_000) for seat in deal.posts)
    hand = Hand(rules.setup("simple", seats, deal.blinds.button, BEST_FIRST, dead_small_blind=deal.dead_small_blind))
    posts = [(each.seat, each.kind) for each in hand.events if isinstance(each, Posted)]
    assert posts == ([(3, "big-blind")] if dead else [(3, "small-blind"), (0, "big-blind")])
    assert hand.prompt.seat == (0 if dead else 1)


def test_a_big_blind_ante():
    assert "Big-blind ante 10" in announced(big_blind_ante=10)
    posts = [each for each in dealt(big_blind_ante=10).events if isinstance(each, Posted) and each.seat == 1]
    assert sum(each.amount for each in posts) == 20


async def test_the_pause_between_hands(room):
    assert "12 s between hands" in announced(between_hands_seconds=12)
    table = await room.deal(await room.open(TWO, between_hands_seconds=12))
    table = await room.act(table, Fold())
    assert (table.next_hand_at - room.clock.now()).total_seconds() == 12
    await room.later(13)
    assert room.tables.view(table.table_id).hand.number == 2
    await room.restart()
    assert room.tables.view(table.table_id).rules.between_hands_seconds == 12


async def test_blinds_that_rise(room):
    assert "blinds double every 2 hands" in announced(blinds_rise=2)
    table = await room.open(TWO, blinds_rise=2, ante=1)
    played, told = [], []
    for number in range(1, 6):
        before = len(room.changes)
        table = await room.deal(table)
        notices = [notice for change in room.changes[before:] for notice in change.notices]
        told += [notice for notice in notices if notice.key == "notice.blinds-rise"]
        played.append((table.rules.small_blind, table.rules.big_blind, table.rules.ante))
        assert len(told) == number // 2, "told once, while the last hand at the old blinds is played"
        table = await room.act(table, Fold())
        if number == 3:
            await room.restart()
    assert played == [(5, 10, 1), (5, 10, 1), (10, 20, 2), (10, 20, 2), (20, 40, 4)]
    assert told[-1].values == {"small": 20, "big": 40}
    assert table.rules.buy_in == 4_000, "100 big blinds, as nobody has chosen one"


def test_blinds_rise_as_far_as_they_can():
    assert TableRules.from_options(big_blind=8_000_000, blinds_rise=1).raised() is None


def test_only_blinds_rise():
    with pytest.raises(InvalidRules) as refused:
        TableRules.from_options(big_blind=0, ante=5, blinds_rise=3)
    assert refused.value.message_key == "rules.blinds_rise-applies"


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ({}, {"big_blind": 20}, ["Blinds 10 / 20", "buy-in 400 to 2,000"]),
        ({}, {"seats": 8}, ["up to 8 seats"]),
        ({"button": "dead"}, {"button": None}, ["no longer: Dead button"]),
        ({}, {"ping": "off", "card_order": "dealt"}, ["nobody is mentioned at their turn", "private cards in dealt order"]),
        ({"time_bank_seconds": 60}, {"time_bank_seconds": 0}, ["no longer: time bank 60 s"]),
    ],
)
def test_a_change_of_rules_tells_what_has_changed_and_nothing_else(before, after, said):
    rules = TableRules.from_options(**before)
    told = changed_terms(rules, rules.revised(**after), SAY)
    assert len(told) == len(said)
    for words, start in zip(told, said, strict=True):
        assert words.startswith(start)


@pytest.mark.parametrize("shown", [False, True])
def test_the_ace_of_a_fourth_card(shown):
    options = {"discard_limit": "3-or-4-with-ace", "show_ace": shown}
    assert ("shows the ace" in announced(**options)) == shown
    assert has(dealt("call", "call", "check", "-Ah,Ad,Kc,Kd", **options), AceShown) == shown
