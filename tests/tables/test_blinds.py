"""Button and blinds from hand to hand (D-4, D-5, D-29), as pure functions."""

from dataclasses import replace
from itertools import combinations, product

import pytest

from bot.tables import Player, TableRules
from bot.tables.seats.rotation import next_deal
from bot.tables.seats.sitters import Blinds, Sitter

RULES = TableRules()


def sitters(*seats: int, **changed: dict[str, object]) -> tuple[Sitter, ...]:
    """Ready players with 1,000 chips at these seats; `s3={...}` changes seat 3."""
    return tuple(replace(Sitter(seat, Player(seat + 1, f"p{seat}"), 1_000), **changed.get(f"s{seat}", {})) for seat in seats)


@pytest.mark.parametrize(
    ("who", "last", "expected"),
    [
        pytest.param((0, 1, 2), Blinds(0, 1, 2), Blinds(1, 2, 0), id="moves one seat on"),
        pytest.param((1, 4, 6), Blinds(6, 1, 4), Blinds(1, 4, 6), id="over gaps and round the table"),
        pytest.param((0, 1), Blinds(0, 0, 1), Blinds(1, 1, 0), id="heads-up: the button pays the small blind (D-5)"),
        pytest.param((1, 2), Blinds(0, 1, 2), Blinds(2, 2, 1), id="EC-B16: the button busts"),
        pytest.param((0, 2), Blinds(0, 1, 2), Blinds(2, 2, 0), id="EC-B17: the small blind busts"),
        pytest.param((0, 1), Blinds(0, 1, 2), Blinds(1, 1, 0), id="the big blind busts"),
        pytest.param((0, 1, 2), Blinds(1, 1, 0), Blinds(2, 0, 1), id="a third one sits down heads-up"),
        pytest.param((0, 1, 2, 3), Blinds(1, 1, 0), Blinds(3, 0, 1), id="two sit down heads-up"),
        pytest.param((0, 1, 2, 3), Blinds(0, 2, 3), Blinds(2, 3, 0), id="somebody new sits next to the button"),
        pytest.param((0, 1, 2, 3, 4), Blinds(0, 3, 4), Blinds(3, 4, 0), id="two do"),
        pytest.param((0, 1, 2, 3), Blinds(0, 1, 3), Blinds(2, 3, 0), id="somebody new sits between the blinds"),
        pytest.param((1, 2, 3), Blinds(0, 2, 3), Blinds(2, 3, 1), id="somebody new sits down, and the button busts"),
        pytest.param((0, 2, 3), Blinds(0, 1, 2), Blinds(2, 3, 0), id="the small blind busts with more than two left"),
    ],
)
def test_the_button_moves(who: tuple[int, ...], last: Blinds, expected: Blinds) -> None:
    deal = next_deal(sitters(*who), RULES, last)
    assert deal is not None
    assert deal.blinds == expected


def test_nobody_pays_the_big_blind_twice_running_when_two_are_left() -> None:
    for last in (Blinds(0, 1, 2), Blinds(1, 2, 0), Blinds(2, 0, 1)):
        for gone in (0, 1, 2):
            deal = next_deal(sitters(*({0, 1, 2} - {gone})), RULES, last)
            assert deal is not None
            assert deal.blinds.big != last.big


def test_nobody_pays_the_big_blind_twice_running_whoever_comes_and_goes() -> None:
    """Any hand of two to five of six seats, then any other with two of its people or more."""
    tables = [set(seats) for size in (2, 3, 4, 5) for seats in combinations(range(6), size)]
    for before, after in product(tables, tables):
        for button in before:
            first = next_deal(sitters(*before), RULES, Blinds(button - 1))
            assert first is not None
            second = next_deal(sitters(*after), RULES, first.blinds)
            assert second is not None
            assert second.blinds.big != first.blinds.big, (before, after, first.blinds)
            assert len(set(second.posts)) == len(after)


def test_blinds_that_stand_still_pass_nobody() -> None:
    """A blind in the same seat as before has gone past no one: who sits out owes for what passed them alone (D-29)."""
    deal = next_deal(sitters(0, 1, 2, s2={"status": "away"}), RULES, Blinds(0, 1, 2))
    assert deal is not None
    assert deal.blinds == Blinds(1, 1, 0)
    assert (deal.sitters[2].missed_big, deal.sitters[2].missed_small) == (False, False)


def test_who_sits_out_beside_a_newcomer_owes_nothing_yet() -> None:
    """Seat 4 has paid its blinds, sits one hand out, and comes back before they come round again."""
    deal = next_deal(sitters(0, 1, 2, 3, 4, s4={"status": "away"}), RULES, Blinds(0, 2, 3))
    assert deal is not None
    assert deal.blinds == Blinds(2, 3, 0)
    assert (deal.sitters[4].missed_big, deal.sitters[4].missed_small) == (True, False), "the big blind went from seat 3 to seat 0"


def test_one_player_is_not_dealt() -> None:
    assert next_deal(sitters(3), RULES, Blinds(3)) is None
    assert next_deal(sitters(0, 1, s1={"status": "away"}), RULES, Blinds(0)) is None
    assert next_deal(sitters(0, 1, s1={"stack": 0}), RULES, Blinds(0)) is None


def test_who_sits_out_while_the_blinds_pass_owes_both() -> None:
    deal = next_deal(sitters(0, 1, 2, 3, s3={"status": "away"}), RULES, Blinds(0, 1, 2))
    assert deal is not None
    assert deal.blinds == Blinds(1, 2, 0)
    assert (deal.sitters[3].missed_big, deal.sitters[3].missed_small) == (True, False)
    deal = next_deal(deal.sitters, RULES, deal.blinds)
    assert deal is not None
    assert (deal.sitters[3].missed_big, deal.sitters[3].missed_small) == (True, True)


def test_who_comes_back_waits_for_the_big_blind() -> None:
    back = sitters(0, 1, 2, 3, s3={"missed_big": True, "missed_small": True})
    deal = next_deal(back, RULES, Blinds(0, 1, 2))
    assert deal is not None
    assert deal.blinds == Blinds(1, 2, 3)
    assert tuple(deal.posts) == (0, 1, 2, 3)
    assert deal.posts[3] == (0, 0)
    assert not deal.sitters[3].missed_big
    deal = next_deal(back, RULES, Blinds(1, 2, 0))
    assert deal is not None
    assert tuple(deal.posts) == (0, 1, 2), "the big blind has not reached them"


def test_who_comes_back_may_post_instead() -> None:
    """EC-B15: a live big blind, and a dead small one where that was missed too."""
    back = sitters(0, 1, 2, 3, s3={"missed_big": True, "missed_small": True, "posts": True})
    deal = next_deal(back, RULES, Blinds(3, 0, 1))
    assert deal is not None
    assert deal.posts == {0: (0, 0), 1: (0, 0), 2: (0, 0), 3: (10, 5)}
    assert not deal.sitters[3].missed_big
    assert not deal.sitters[3].posts


def test_who_comes_back_on_the_small_blind_makes_it_a_big_one() -> None:
    back = sitters(0, 2, 3, s3={"missed_big": True, "missed_small": True, "posts": True})
    deal = next_deal(back, RULES, Blinds(0, 1, 2))
    assert deal is not None
    assert deal.blinds.small == 3
    assert deal.posts[3] == (10, 0)


def test_two_who_owe_do_not_wait_for_each_other() -> None:
    deal = next_deal(sitters(0, 1, s0={"missed_big": True}, s1={"missed_big": True}), RULES, Blinds(0, 0, 1))
    assert deal is not None
    assert tuple(deal.posts) == (0, 1)


def test_new_players_owe_nothing() -> None:
    deal = next_deal(sitters(0, 1, 2), RULES, Blinds(0, 0, 1))
    assert deal is not None
    assert deal.posts[2] == (0, 0)


def test_without_blinds_only_the_button_moves() -> None:
    deal = next_deal(sitters(0, 2, 5), TableRules(small_blind=0, big_blind=0, ante=1, min_bet=2), Blinds(2))
    assert deal is not None
    assert deal.blinds == Blinds(5)
