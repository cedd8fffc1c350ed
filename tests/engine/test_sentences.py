"""rules.md section 1: each sentence of the two rule pages, and each contradiction resolved, by its id."""

from importlib.resources import files

import pytest

from bot.engine import (
    DECK,
    BetPrompt,
    BettingOpened,
    Dealt,
    Discarded,
    DiscardPrompt,
    Draw,
    DrawPrompt,
    Drew,
    Event,
    Hand,
    IllegalAction,
    InvalidSetup,
    Pass,
    Passed,
    Received,
    Replaced,
    Seat,
    Setup,
    Stakes,
    TurnedUp,
    hand_name,
    parse_cards,
    strength,
    variant_named,
    view_for,
)
from tests.engine.table_talk import SQ_A, cards, row

EX_SIM = """
    game   simple, blinds 5/10
    seats  B 100, A 100
    button B
    hands  A 9h9dAsKdQc, B JhJdJc5s2h
    stub   4c7d8s
    all check
"""


def public(hand: Hand) -> list[Event]:
    return [event for event in hand.events if event.audience is None]


def kinds(hand: Hand) -> list[str]:
    return [type(event).__name__ for event in hand.events]


def of(hand: Hand, *wanted: type) -> list:
    return [event for event in hand.events if isinstance(event, wanted)]


# The page of the sequential game


def test_seq_0_1_one_card_at_a_time() -> None:
    row(SQ_A + "refused A draws 3c9h\nrefused A draws 3c\nasked A: discard\nA throws 3c\nrefused A throws 9h\nasked B: discard")


def test_seq_0_2_seq_3_2_a_round_is_turned_up_when_all_have_had_a_turn() -> None:
    hand = row(SQ_A + "A throws 3c, B throws Kh\nturned nothing\nC passes\nturned A 3c, B Kh\nasked A: discard")
    assert [event.discards for event in of(hand, TurnedUp)] == [{1: cards("3c"), 2: cards("Kh"), 0: ()}]


def test_seq_0_3_seq_3_4_seq_faq1_a_pass_is_final() -> None:
    row(SQ_A + "A throws 3c, B throws Kh, C passes\nA passes, B throws Qh\nasked B: discard\nB throws Js\nasked B: discard")


def test_seq_0_4_seq_faq2_replacements_come_once_after_the_last_pass() -> None:
    hand = row(SQ_A + "A throws 3c, B throws Kh, C passes, A passes, B throws Qh")
    assert not of(hand, Replaced, Received)
    assert {seat: len(held) for seat, held in hand.hands.items()} == {1: 4, 2: 3, 0: 5}
    after = hand.play(Pass())
    assert [(event.seat, event.count) for event in of(after, Replaced)] == [(1, 1), (2, 2)]


@pytest.mark.parametrize(
    "name", ["sequential", "Sequential Open Draw", "5 card open draw (sequential)", " SEQUENTIAL  open draw "]
)
def test_seq_0_5_names(name: str) -> None:
    assert variant_named(name).name == "sequential"


@pytest.mark.parametrize("name", ["simple", "5 Card Open Draw (Simple)", "Five Card Open Draw"])
def test_sim_0_3_names(name: str) -> None:
    assert variant_named(name).name == "simple"


@pytest.mark.parametrize("name", ["", "holdem", "open draw", None])
def test_unknown_names(name: str) -> None:
    with pytest.raises(InvalidSetup):
        variant_named(name)


def test_seq_0_6_sim_0_4_seq_auth_the_rulebook_gives_credit() -> None:
    rulebook = files("bot.engine").joinpath("RULES.md").read_text(encoding="utf-8")
    for words in ("Bruce Leban", "pagat.com", "Rob is right", "OPR-601", "OPR-602"):
        assert words in rulebook


def test_seq_0_7_earlier_discards_lie_open_at_every_prompt() -> None:
    hand = row(SQ_A + "A throws 3c, B throws Kh, C passes")
    assert view_for(hand, 1).of(2).discards == ((1, *cards("Kh")),)
    assert view_for(hand, None).of(1).discards == ((1, *cards("3c")),)


def test_seq_1_1_a_pack_of_52() -> None:
    assert len(set(DECK)) == 52
    assert {card.rank for card in DECK} == set(range(2, 15))
    for wrong in (DECK[:51], (*DECK[:51], DECK[0]), (*DECK, DECK[0])):
        with pytest.raises(InvalidSetup):
            Setup("sequential", (Seat(0, 10), Seat(1, 10)), 0, Stakes(1, 2), wrong)


def test_seq_1_2_nothing_is_wild() -> None:
    assert hand_name(parse_cards("2s 2h 2d 2c 3s")).ranks == (2, 3)


def test_seq_1_3_sim_1_the_best_high_hand_wins() -> None:
    for game in ("simple", "sequential"):
        row(f"""
            game   {game}, blinds 5/10
            seats  BTN 100, SB 100, BB 100
            best   BB > BTN > SB
            all check
            all stand pat
            all check
            stacks BTN 90, SB 90, BB 120
        """)


def test_seq_2_1_sim_2_1_something_is_posted() -> None:
    seats = (Seat(0, 10), Seat(1, 10))
    with pytest.raises(InvalidSetup):
        Setup("sequential", seats, 0, Stakes(), DECK)
    for stakes in (Stakes(1, 2), Stakes(ante=1, min_bet=2), Stakes(1, 2, ante=1)):
        assert Hand(Setup("sequential", seats, 0, stakes, DECK)).pot > 0


def test_seq_2_2_five_each_one_at_a_time_from_the_buttons_left() -> None:
    setup = Setup("sequential", tuple(Seat(number, 10) for number in range(3)), 0, Stakes(1, 2), DECK)
    dealt = {event.seat: event.cards for event in of(Hand(setup), Dealt)}
    assert dealt == {1: DECK[0:15:3], 2: DECK[1:15:3], 0: DECK[2:15:3]}
    assert all(event.audience == event.seat for event in of(Hand(setup), Dealt))


def test_seq_2_3_seq_4_2_two_rounds_of_betting() -> None:
    hand = row(SQ_A + "A throws 3c, B throws Kh, C passes, A passes, B passes\nall check\nover")
    assert [event.round for event in of(hand, BettingOpened)] == ["before", "final"]
    names = [name for name in kinds(hand) if name in ("BettingOpened", "RoundOpened", "Replaced", "Shown")]
    assert names == ["BettingOpened", *["RoundOpened"] * 2, *["Replaced"] * 2, "BettingOpened", "Shown"]


def test_seq_2_4_seq_3_5_betting_after_each_round_of_discards_is_an_option() -> None:
    script = SQ_A.replace("5/10", "5/10, interim")
    hand = row(
        script
        + "A throws 3c, B throws Kh, C passes\nasked A: check, raise 10-90\nall check\nA passes, B throws Qh\nall check\nB passes\nall check"
    )
    assert [event.round for event in of(hand, BettingOpened)] == ["before", "interim", "interim", "final"]


def test_seq_t1_the_table_hears_that_a_card_was_thrown_and_not_which() -> None:
    hand = row(SQ_A + "A throws 3c, B throws Kh")
    assert all("3c" not in str(event) and "Kh" not in str(event) for event in public(hand))
    assert [event.seat for event in of(hand, Discarded)] == [1, 2]
    for eyes in (None, 0, 2):
        assert "3c" not in str(view_for(hand, eyes))


def test_seq_t2_they_are_turned_up_in_order_from_the_buttons_left() -> None:
    hand = row(SQ_A + "A throws 3c, B throws Kh, C throws Jc")
    assert list(of(hand, TurnedUp)[0].discards) == [1, 2, 0]


def test_seq_t3_who_has_passed_takes_no_part() -> None:
    hand = row(SQ_A + "A throws 3c, B throws Kh, C passes\norder A B\nasked A: check, raise 10-90")
    assert [(event.seat, event.automatic) for event in of(hand, Passed)] == [(0, False), (1, False), (2, False)]


def test_seq_t4_x_1_discarding_ends_when_every_player_has_passed_in_whatever_round() -> None:
    hand = row(SQ_A + "A throws 3c, B throws Kh, C passes\nA passes, B throws Qh\nB passes\nasked A: check, raise 10-90")
    assert view_for(hand, None).round == 3


def test_seq_3_1_x_5_every_round_starts_left_of_the_button() -> None:
    row("""
        game   sequential, blinds 5/10
        seats  BTN 100, SB 100, BB 100, UTG 100
        hands  BTN AsKs9h7c5d, SB AhKh9d7d5c, BB AdKd9c7h5s, UTG AcKc9s7s5h
        UTG raises to 30, BTN calls, SB calls, BB calls
        SB throws 7d, BB throws 7h, UTG throws 7s, BTN throws 7c
        SB throws 5c, BB throws 5s, UTG throws 5h, BTN throws 5d
        order  SB BB UTG BTN
    """)


def test_seq_3_3_plans_may_change() -> None:
    hand = row(SQ_A + "A throws 3c, B throws Kh, C passes")
    assert isinstance(hand.prompt, DiscardPrompt)
    assert hand.prompt.thrown == 1
    assert hand.play(Pass()).prompt != hand.prompt


def test_seq_3_4a_there_is_no_third_way() -> None:
    hand = row(SQ_A)
    for action in (Draw(()), Draw(cards("3c"))):
        with pytest.raises(IllegalAction):
            hand.play(action)
    assert hand.prompt.default == Pass()


def test_seq_4_1_everybody_has_five_again() -> None:
    hand = row(SQ_A + "A throws 3c, B throws Kh, C passes, A passes, B throws Qh, B passes")
    assert {len(held) for held in hand.hands.values()} == {5}
    assert [(event.seat, event.cards) for event in of(hand, Received)] == [(1, cards("Kc")), (2, cards("Jh2d"))]
    assert all(event.audience == event.seat for event in of(hand, Received))


def test_seq_5_1_no_maximum_of_discards() -> None:
    hand = row(SQ_A + "A throws 3c, B passes, C passes\nA throws 9c, A throws 9h, A throws Kd, A throws Ks")
    assert isinstance(hand.prompt, BetPrompt)
    assert view_for(hand, None).of(1).drew == 5


def test_seq_5_2_a_limit_is_agreed_before_the_deal() -> None:
    hand = row(
        SQ_A.replace("5/10", "5/10, limit 2")
        + "A throws 3c, B throws Kh, C passes\nA throws 9c\nasked B: discard\nB passes\nasked A: check, raise 10-90"
    )
    assert view_for(hand, None).discard_limit == 2
    with pytest.raises(AttributeError):
        hand.setup.discard_limit = 3


def test_seq_rank_royal_flush_has_its_name_and_no_place_of_its_own() -> None:
    royal, king_high = parse_cards("As Ks Qs Js Ts"), parse_cards("Kh Qh Jh Th 9h")
    assert hand_name(royal).category == "royal-flush"
    assert strength(royal) == strength(king_high) + 1


def test_seq_rank2_suits_never_break_ties() -> None:
    assert len({strength([card for card in DECK if card.suit == suit][-5:]) for suit in "shdc"}) == 1


# The page of the simple game


def test_sim_0_1_sim_3_4_x_4_turned_up_once_after_the_last_draw_and_before_the_betting() -> None:
    hand = row(EX_SIM + "A draws AsKdQc\nturned nothing\nB stands pat\nturned A AsKdQc\nasked A: check, raise 10-90")
    names = [name for name in kinds(hand) if name in ("Drew", "TurnedUp", "BettingOpened")]
    assert names == ["BettingOpened", "Drew", "Drew", "TurnedUp", "BettingOpened"]
    last = [event for event in hand.events if isinstance(event, Received | TurnedUp)][-1]
    assert isinstance(last, TurnedUp)


def test_sim_0_2_every_live_player_is_named() -> None:
    hand = row(EX_SIM + "A draws AsKdQc, B stands pat")
    assert of(hand, TurnedUp)[0].discards == {1: cards("AsKdQc"), 0: ()}


def test_sim_2_2_sim_3_5_betting_before_and_after() -> None:
    hand = row(EX_SIM + "A draws AsKdQc, B stands pat\nall check\nover")
    assert [event.round for event in of(hand, BettingOpened)] == ["before", "final"]


def test_sim_3_1_replacements_at_once_before_the_next_player() -> None:
    hand = row(EX_SIM + "A draws AsKdQc\nasked B: draw\nheld A 9h9d4c7d8s")
    assert isinstance(hand.prompt, DrawPrompt)
    assert len(hand.hands[1]) == 5


def test_sim_3_2_limits() -> None:
    row(EX_SIM.replace("5/10", "5/10, limit 2") + "refused A draws AsKdQc\nA draws KdQc")


def test_sim_3_3_discards_stay_in_front_of_their_owner_in_order() -> None:
    hand = row(EX_SIM + "A draws AsKdQc\nB draws 5s2h")
    assert hand.discards == {1: cards("AsKdQc"), 0: cards("5s2h")}
    assert [card for _, card in view_for(hand, None).of(1).discards] == list(cards("AsKdQc"))


def test_sim_4_showdown_sm_a() -> None:
    row(EX_SIM + "A draws AsKdQc, B stands pat\nA checks, B bets 20, A calls\nshown B\nmucked A\nstacks A 70, B 130")


def test_sim_faq2_replacements_stay_face_down() -> None:
    hand = row(EX_SIM + "A draws AsKdQc, B stands pat\nA checks, B bets 20, A calls")
    for card in cards("4c7d8s"):
        assert all(str(card) not in str(event) for event in public(hand))
        assert str(card) not in str(view_for(hand, None))
        assert str(card) not in str(view_for(hand, 0))


def test_ex_sim_the_log_before_the_reveal() -> None:
    hand = row(EX_SIM + "A draws AsKdQc")
    assert [(event.seat, event.count) for event in of(hand, Drew)] == [(1, 3)]
    for eyes in (None, 0):
        assert all(str(card) not in str(view_for(hand, eyes)) for card in cards("AsKdQc"))


# Contradictions and gaps


def test_x_2_who_has_passed_does_not_hold_up_the_reveal() -> None:
    row(SQ_A + "A throws 3c, B throws Kh, C passes\nA throws 9c, B throws Qh\nturned A 3c9c, B KhQh")


def test_x_3_the_last_player_goes_on_alone() -> None:
    hand = row(
        SQ_A
        + "A passes, B throws Kh, C passes\nB throws Qh\nturned B KhQh\nasked B: discard\nB throws 4c\nasked B: discard\nB passes"
    )
    assert [event.round for event in of(hand, TurnedUp)] == [1, 2, 3]


def test_x_7_no_betting_after_a_round_without_discards() -> None:
    hand = row(
        SQ_A.replace("5/10", "5/10, interim")
        + "A throws 3c, B passes, C passes\nall check\nA passes\nasked A: check, raise 10-90"
    )
    assert [event.round for event in of(hand, BettingOpened)] == ["before", "interim", "final"]


def test_x_11_a_leavers_discard_is_still_turned_up() -> None:
    hand = row(SQ_A + "A throws 3c, A leaves, B throws Kh, C passes\nturned A 3c, B Kh")
    assert of(hand, TurnedUp)[0].discards == {1: cards("3c"), 2: cards("Kh"), 0: ()}
    for card in cards("KsKd9h9c"):
        assert all(str(card) not in str(event) for event in public(hand))


def test_x_12_folded_players_get_no_replacements_and_keep_their_open_discards() -> None:
    hand = row(
        SQ_A.replace("5/10", "5/10, interim")
        + "A throws 3c, B throws Kh, C passes\nA bets 10, B folds, C calls\nA passes\nturned A 3c, B Kh"
    )
    assert [(event.seat, event.count) for event in of(hand, Replaced)] == [(1, 1)]
    assert view_for(hand, None).of(2).discards == ((1, *cards("Kh")),)
