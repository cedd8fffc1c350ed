"""House players: always legal, sensible, not always alike, and blind to what their seat may not see."""

import random  # noqa: TID251 - tests deal for themselves
from itertools import product

import pytest

from bot.engine import (
    DECK,
    VARIANTS,
    BetPrompt,
    Call,
    DeckRefilled,
    Discard,
    Draw,
    Fold,
    Hand,
    Pass,
    RaiseTo,
    Seat,
    Setup,
    Shuffled,
    ShufflePrompt,
    Stakes,
    view_for,
)
from bot.house import HOUSE_NAMES, decide
from bot.house.betting import chance_to_win
from bot.house.drawing import worth_keeping, worth_throwing
from bot.house.judging import JUDGEMENTS
from bot.house.players import legal
from bot.house.worth import share_beaten
from tests.engine.table_talk import cards, row


def never() -> float:
    """A chance under which nothing rare is done."""
    return 0.5


def played_by_the_house(setup: Setup, dealer: random.Random) -> Hand:
    hand = Hand(setup)
    while hand.prompt is not None:
        if isinstance(hand.prompt, ShufflePrompt):
            hand = hand.play(Shuffled(tuple(dealer.sample(hand.prompt.cards, len(hand.prompt.cards)))))
        else:
            hand = hand.play(decide(view_for(hand, hand.prompt.seat), dealer.random))
    return hand


GAMES = list(
    product(
        VARIANTS,
        ("no-limit", "pot-limit", "fixed-limit"),
        (None, 1, 3, "3-or-4-with-ace"),
        (False, True),
    )
)


@pytest.mark.parametrize(("variant", "betting", "limit", "interim"), GAMES)
def test_whole_hands_of_every_game_are_legal_and_not_alike(
    variant: str, betting: str, limit: int | str | None, *, interim: bool
) -> None:
    dealer = random.Random(f"{variant} {betting} {limit} {interim}")
    endings = set()
    for number in range(12):
        count = 2 + number % 7
        setup = Setup(
            variant=variant,
            seats=tuple(Seat(seat, stack=dealer.choice((3, 40, 200, 1000))) for seat in range(count)),
            button=number % count,
            stakes=Stakes(small_blind=5, big_blind=10) if number % 3 else Stakes(ante=2, min_bet=10),
            deck=tuple(dealer.sample(DECK, 52)),
            betting=betting,
            discard_limit=limit,
            interim_betting=interim,
        )
        hand = played_by_the_house(setup, dealer)
        assert sum(hand.stacks.values()) == sum(seat.stack for seat in setup.seats)
        endings.add(played_by_the_house(setup, dealer).log)
        endings.add(hand.log)
    assert len(endings) > 12


@pytest.mark.parametrize("variant", VARIANTS)
def test_three_hundred_hands_of_each_game(variant: str) -> None:
    """The house plays on wherever a hand may come to, refills and second draws included, and mostly to a showdown."""
    dealer = random.Random(variant)
    ends = []
    for number in range(300):
        count = 2 + number % 7
        seats = tuple(Seat(seat, stack=dealer.choice((30, 200, 1000))) for seat in range(count))
        hand = played_by_the_house(Setup(variant, seats, number % count, Stakes(5, 10), tuple(dealer.sample(DECK, 52))), dealer)
        assert sum(hand.stacks.values()) == sum(seat.stack for seat in seats)
        ends.append(hand)
    assert sum(bool(hand.results.shown) for hand in ends) > 100
    refilled = sum(any(isinstance(event, DeckRefilled) for event in hand.events) for hand in ends)
    assert refilled > 0 or VARIANTS[variant].draws == 1


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_house_knows_the_ranking_of_each_game(variant: str) -> None:
    ranking = VARIANTS[variant].ranking.name
    assert ranking in JUDGEMENTS, f"bot/house/judging.py does not know the ranking {ranking}"


def test_an_opponent_is_judged_by_the_latest_draw() -> None:
    """Who drew three, and now stands pat, has made a hand."""
    script = """
        game  double, blinds 5/10
        seats BTN 1000, BB 1000
        hands BB KsKd9h7c3c
        all check
        BB draws 9h7c3c, BTN draws {first}
        BB checks, BTN checks
        BB stands pat, BTN draws {second}
    """
    mine = "AsJs8s5s2d"
    hands = {
        (first, second): row(script.format(first=first, second=second).replace("hands ", f"hands BTN {mine}, "))
        for first, second in (("AsJs8s", ""), ("", "AsJs8s"))
    }
    late, early = (chance_to_win(view_for(hand, 1)) for hand in (hands["", "AsJs8s"], hands["AsJs8s", ""]))
    assert late > early


def test_a_draw_to_come_is_worth_something_till_the_last() -> None:
    script = """
        game  double, blinds 5/10
        seats BTN 1000, BB 1000
        hands BB As9s7s4s2d
        stub  3h6d
        all check
        BB draws 2d, BTN stands pat
    """
    between = row(script)
    last = row(script + "BB checks, BTN checks\nBB draws 3h, BTN stands pat")
    assert chance_to_win(view_for(between, 1)) > 2 * chance_to_win(view_for(last, 1))


def test_the_same_view_and_chance_give_the_same_action() -> None:
    hand = row("""
        game  sequential, blinds 5/10
        seats BTN 1000, SB 1000, BB 1000
        asked BTN
    """)
    view = view_for(hand, 0)
    assert decide(view, random.Random(7).random) == decide(view, random.Random(7).random)


KEEPS = """
AsKsQsJsTs  AsKsQsJsTs
2s3d4h5c6s  2s3d4h5c6s
KsKd9h9c3c  KsKd9h9c
7s7h7dKcQd  7s7h7d
8s8hAcKd7s  8s8h
2s5s9sKsQd  2s5s9sKs
6s7d8h9cKc  6s7d8h9c
2s2h9sKs4s  2s2h
AsKd9h7c3c  AsKd
Js9d7h5c3c
KsKd9h9c    KsKd9h9c
KsKd7c      KsKd
As5d        As
5d
"""


@pytest.mark.parametrize("case", KEEPS.strip().splitlines(), ids=lambda case: case.split()[0])
def test_keeps(case: str) -> None:
    held, kept = [*case.split(), ""][:2]
    assert set(worth_keeping(cards(held), (), never)) == set(cards(kept))
    assert {*worth_throwing(cards(held), (), never), *cards(kept)} == set(cards(held))


def test_dead_cards_are_counted() -> None:
    """A four-flush with too few left is given up, and so is a small pair that nothing can improve."""
    held = cards("2s5s9sKsQd")
    assert set(worth_keeping(held, cards("3s4s6s7s8s"), never)) == set(held[:4])
    assert set(worth_keeping(held, cards("3s4s6s7s8sTs"), never)) == set(cards("KsQd"))
    straight = cards("6s7d8h9c2c")
    assert set(worth_keeping(straight, cards("Ts5s5hTd"), never)) == set(straight[:4])
    assert set(worth_keeping(straight, cards("Ts5s5hTdTc"), never)) == set()
    pair = cards("2s2h9sKs4s")
    assert set(worth_keeping(pair, cards("2d2c"), never)) == set(cards("2s9sKs4s"))
    assert set(worth_keeping(cards("AsKd9h7c3c"), cards("AhAd"), never)) == set(cards("Kd"))


def test_open_straights_end_at_the_ace() -> None:
    """Ace to jack has one end that fills it: four cards at most, none of which may be dead."""
    held = cards("AsKdQhJc3c")
    assert set(worth_keeping(held, (), never)) == set(held[:4])
    assert set(worth_keeping(held, cards("Ts"), never)) == set(held[:2])
    assert set(worth_keeping(cards("As2d3h4c9c"), (), never)) == set(cards("As"))


def test_throws_one_card_at_a_time_till_the_pair_is_left() -> None:
    hand = row("""
        game  sequential, blinds 5/10
        seats BTN 100, BB 100
        hands BB 8s8hAcKd7s
        all check
    """)
    thrown = []
    while hand.prompt is not None and not isinstance(hand.prompt, BetPrompt):
        action = decide(view_for(hand, hand.prompt.seat), never)
        if hand.prompt.seat == 1:
            thrown.append(action)
        hand = hand.play(action)
    assert thrown == [*(Discard(*cards(card)) for card in ("7s", "Kd", "Ac")), Pass()]


def test_the_limit_is_kept_with_the_best_cards() -> None:
    hand = row("""
        game  simple, blinds 5/10, limit 3
        seats BTN 100, BB 100
        hands BB AsQd9h7c3c
        all check
    """)
    assert decide(view_for(hand, 1), never) == Draw(cards("3c7c9h"))
    hand = row("""
        game  simple, blinds 5/10, limit 3-or-4-with-ace
        seats BTN 100, BB 100
        hands BB As5d9h7c3c
        all check
    """)
    assert decide(view_for(hand, 1), never) == Draw(cards("3c5d7c9h"))
    hand = row("""
        game  simple, blinds 5/10, limit 3-or-4-with-ace
        seats BTN 100, BB 100
        hands BB Js5d9h7c3c
        all check
    """)
    assert decide(view_for(hand, 1), never) == Draw(cards("3c5d7c"))


def test_a_rare_chance_stands_pat_on_anything() -> None:
    for game, expected in (("simple", Draw(())), ("sequential", Pass())):
        hand = row(f"""
            game  {game}, blinds 5/10
            seats BTN 100, BB 100
            all check
        """)
        assert decide(view_for(hand, 1), lambda: 0.0) == expected


def facing_a_bet(held: str, interim: str = "") -> Hand:
    return row(f"""
        game  simple, blinds 5/10{interim}
        seats BTN 1000, BB 1000
        hands BB {held}, BTN Js9d7h5c3c
        all check
        all stand pat
        BB checks, BTN bets 20
    """)


def test_bad_hands_fold_to_a_bet_and_good_ones_do_not() -> None:
    assert decide(view_for(facing_a_bet("2s3d4h8c9s"), 1), never) == Fold()
    assert isinstance(decide(view_for(facing_a_bet("AsAdAhAc9s"), 1), never), RaiseTo)
    assert decide(view_for(facing_a_bet("AsAd8h8c9s"), 1), never) in (Call(), Fold())


def share_of(action: type, held: str) -> float:
    """How often BB does this, first to act after the draw."""
    dealer = random.Random(3)
    hand = row(f"""
        game  simple, blinds 5/10
        seats BTN 1000, BB 1000
        hands BB {held}
        all check
        BB stands pat
    """)
    hand = hand.play(Draw(hand.prompt.cards[:3]))
    view = view_for(hand, 1)
    return sum(isinstance(decide(view, dealer.random), action) for _ in range(400)) / 400


def test_bets_what_is_good_and_bluffs_a_little() -> None:
    assert share_of(RaiseTo, "KsKdKh9c9s") == 1.0
    assert 0.02 < share_of(RaiseTo, "2s3d4h8c9s") < 0.15


def test_worth_grows_with_the_hand() -> None:
    ladder = [
        cards(held) for held in ("7s5d4h3c2c", "AsKdQhJc9c", "2s2d3h4c5c", "AsAdKhKcQc", "AsAdAhKcQc", "AsKdQhJcTc", "AsKsQsJsTs")
    ]
    for drawn in (False, True):
        worths = [share_beaten(held, drawn=drawn) for held in ladder]
        assert worths == sorted(worths)
        assert worths[0] == 0.0
        assert 0.999 < worths[-1] < 1.0


def test_cards_out_of_reach_are_what_the_seat_may_know() -> None:
    hand = row("""
        game  sequential, blinds 5/10
        seats BTN 100, BB 100
        hands BB 8s8hAcKd7s, BTN Js9d6h5c3c
        all check
        BB throws 7s
    """)
    assert set(view_for(hand, 1).out_of_reach) == set(cards("7s"))
    assert set(view_for(hand, 0).out_of_reach) == set()
    hand = hand.play(Discard(*cards("Js")))
    assert set(view_for(hand, 0).out_of_reach) == set(view_for(hand, 1).out_of_reach) == set(cards("7sJs"))


def test_names() -> None:
    assert len(set(HOUSE_NAMES)) == len(HOUSE_NAMES) == 8


def test_a_choice_that_is_not_allowed_becomes_the_default() -> None:
    prompt = view_for(facing_a_bet("AsAdAhAc9s"), 1).prompt
    assert legal(RaiseTo(-1), prompt) == Fold()
    assert legal(Call(), prompt) == Call()


def test_the_house_knows_that_a_shown_ace_is_held() -> None:
    """D-12: whoever throws a fourth card shows the ace that is kept."""
    hand = row("""
        game  sequential, blinds 5/10, limit 3-or-4-with-ace, show-ace
        seats BTN 100, BB 100
        hands BB As8hKcQd7s, BTN Js9d6h5c3c
        all check
    """)
    for card in ("8h", "Kc", "Qd", "7s"):
        hand = hand.play(Discard(*cards(card)))
        hand = hand.play(Pass()) if hand.prompt is not None and hand.prompt.seat == 0 else hand
    assert set(cards("As")) <= set(view_for(hand, 0).out_of_reach)
