"""rules.md section 2: what was decided where the rule pages are silent, by the decision's id."""

import pytest

from bot.engine import (
    AceShown,
    Bet,
    BettingOpened,
    DeckRefilled,
    Discarded,
    Drew,
    Folded,
    Hand,
    IllegalAction,
    Leave,
    Left,
    Mucked,
    Passed,
    Posted,
    Replaced,
    Returned,
    Show,
    Shown,
    ShufflePrompt,
    TurnedUp,
    may_run_dry,
    safe_seats,
    view_for,
)
from tests.engine.table_talk import cards, each, row

DECISIONS = """
D-3  a small blind may be nothing at all
    game   simple, blinds 0/10
    seats  BTN 100, BB 100
    pot    10
    BTN calls, BB checks

D-18 all of it  a blind that nobody paid anything into goes back whole, and there is no pot
    game   simple, blinds 0/10
    seats  BTN 100, BB 100
    BTN folds
    over
    returned BB 10
    pots   none
    stacks BTN 100, BB 100

D-3 short  antes come first, then blinds
    game   simple, blinds 5/10, ante 5
    seats  BTN 100, SB 7, BB 5, UTG 100
    stacks BTN 95, SB 0, BB 0, UTG 95
    pot    22
    asked  UTG: call 10, raise 20-95

D-5  a dead button with three: the small blind is left of it
    game   simple, blinds 5/10
    seats  A 100, B 100, BTN 100
    stacks A 95, B 90, BTN 100
    asked  BTN: call 10, raise 20-100

D-6  later rounds start with the first able player
    game   simple, blinds 5/10
    seats  BTN 100, SB 30, BB 100, UTG 100
    UTG raises to 30, BTN calls, SB shoves, BB calls
    all stand pat
    asked  BB: check, raise 10-70

D-6 ante only  both rounds start left of the button
    game   simple, ante 1, min 10
    seats  BTN 100, A 100, B 100
    A checks, B bets 10, BTN calls, A calls
    all stand pat
    asked  A: check, raise 10-89

D-6 opener  option: the opener starts
    game   simple, ante 1, min 10, opener
    seats  BTN 100, A 100, B 100
    A checks, B bets 10, BTN calls, A calls
    A stands pat, B stands pat, BTN stands pat
    asked  B: check, raise 10-89

D-6 opener gone  or the next live player
    game   simple, ante 1, min 10, opener
    seats  BTN 100, A 100, B 100, C 100
    A bets 10, B calls, C calls, BTN calls
    A leaves, B stands pat, C stands pat, BTN stands pat
    asked  B: check, raise 10-89

D-6 opener with blinds  has no meaning
    game   simple, blinds 5/10, opener
    seats  BTN 100, SB 100, BB 100
    BTN raises to 20, SB calls, BB calls
    all stand pat
    asked  SB: check, raise 10-80

D-7  all-in players throw in their turn, the button last
    game   sequential, blinds 5/10
    seats  BTN 100, SB 30, BB 100
    hands  SB KsKd4h3c2s, BB 9s9d4d3d2d, BTN JsJd4s3s5s
    BTN raises to 30, SB shoves, BB calls
    SB throws 2s, BB throws 2d, BTN throws 3s
    order  SB BB BTN

D-8 check-raise  is allowed, and a bet is at least the big blind
    game   simple, blinds 5/10
    seats  BTN 100, BB 100
    all check
    all stand pat
    refused BB bets 5
    BB checks, BTN bets 10
    asked  BB: call 10, raise 20-90

D-8 pot-limit short  an all-in may be under the least raise
    game   simple, blinds 5/10, pot-limit
    seats  BTN 18, SB 100, BB 100
    asked  BTN: call 10, raise 18-18

D-8 fixed first round  the blind counts as a wager, without one the bet is
    game   simple, ante 1, min 10, fixed-limit
    seats  BTN 500, A 500, B 500
    A bets 10, B raises to 20, BTN raises to 30, A raises to 40, B raises to 50
    asked  BTN: call 20, no raise

D-9  a raise that nobody could call is withheld
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 30
    BTN folds, SB raises to 20, BB shoves
    asked  SB: call 10, no raise

D-9 covered  the price is the most that one can be asked for
    game   simple, blinds 5/10
    seats  BTN 100, BB 30
    asked  BTN: call 5, raise 20-100
    BTN raises to 100
    asked  BB: call 20, no raise

D-10 closing  interim betting even where the last one in has thrown all that may be thrown
    game   sequential, blinds 5/10, interim, limit 1
    seats  BTN 100, BB 100
    hands  BB 9s9d4d3d2d, BTN JsJd4s3s5s
    all check
    BB throws 2d, BTN throws 3s
    asked  BB: check, raise 10-90
    BB checks, BTN checks
    asked  BB: check, raise 10-90
    BB checks, BTN checks
    over

D-10 fold  who folds between is asked no more, and discards stay
    game   sequential, blinds 5/10, interim
    seats  BTN 100, SB 100, BB 100
    hands  SB KsKd4h3c2s, BB 9s9d4d3d2d, BTN JsJd4s3s5s
    all check
    SB throws 2s, BB throws 2d, BTN passes
    SB bets 20, BB folds, BTN calls
    asked  SB: discard
    SB passes
    turned SB 2s, BB 2d
    stub-left 36
    asked  SB: check, raise 10-70

D-12 sequential  a number reached is a pass
    game   sequential, blinds 5/10, limit 2
    seats  BTN 100, BB 100
    hands  BB 9s9d4d3d2d, BTN JsJd4s3s5s
    all check
    BB throws 2d, BTN throws 3s
    BB throws 3d, BTN passes
    asked  BB: check, raise 10-90

D-12 ace  the fourth card only where an ace is left, a fifth never
    game   sequential, blinds 5/10, limit 3-or-4-with-ace
    seats  BTN 100, BB 100
    hands  BB As9d4d3d2d, BTN JsJd4s3s5s
    all check
    BB throws 2d, BTN throws 3s
    BB throws 3d, BTN throws 4s
    BB throws 4d, BTN throws 5s
    refused BB throws As
    BB throws 9d
    asked  BTN: discard
    refused BTN throws Js
    refused BTN throws Jd
    BTN passes
    asked  BB: check, raise 10-90

D-13  all five thrown by the last one in: the reveal, its betting, and the end of discarding
    game   sequential, blinds 5/10, interim
    seats  BTN 100, BB 100
    hands  BB 9s9d4d3d2d, BTN JsJd4s3s5s
    all check
    BB throws 2d, BTN passes
    BB checks, BTN checks, BB throws 3d
    BB checks, BTN checks, BB throws 4d
    BB checks, BTN checks, BB throws 9d
    BB checks, BTN checks, BB throws 9s
    turned BB 2d3d4d9d9s
    asked  BB: check, raise 10-90
    BB checks, BTN checks
    asked  BB: check, raise 10-90

D-18  a bet is capped by what a folded player put in
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 100
    BTN raises to 40, SB folds, BB folds
    returned BTN 30
    stacks BTN 115, SB 95, BB 90

D-18 leaver  a raiser who leaves leaves the price
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 100
    BTN raises to 40, BTN leaves
    asked  SB: call 35, raise 70-100
    SB calls, BB folds
    over
    returned nothing
    stacks BTN 60, SB 150, BB 90

D-18 leaver alone  and is not paid back
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 100
    BTN raises to 40, SB folds, BTN leaves
    over
    stacks BTN 60, SB 95, BB 145

D-19 short ante  the first layer is what everybody has put in
    game   simple, ante 10, min 10
    seats  BTN 100, A 4, B 100
    best   A > B > BTN
    pot    24
    asked  B: check, raise 10-90
    B checks, BTN checks
    all stand pat
    B checks, BTN checks
    pots   12 A B BTN, 12 B BTN
    stacks A 12, B 102, BTN 90

D-19 ante returned  nobody else could match it
    game   simple, ante 10, min 10
    seats  BTN 100, A 4
    best   A > BTN
    pot    8
    all stand pat
    over
    returned BTN 6
    stacks A 8, BTN 96

D-19 dead  a dead post goes to the main pot and matches nothing
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 100, CO 15+10+5
    best   CO > BB > SB > BTN
    pot    30
    asked  BTN: call 10, raise 20-100
    BTN raises to 30, SB folds, BB calls
    all stand pat
    BB checks, BTN checks
    pots   40 BB CO BTN, 40 BB BTN
    stacks CO 40, BB 110, SB 95, BTN 70

D-19 carried  chips of a passed-out deal are in the main pot
    game   simple, blinds 5/10, carried 7
    seats  BTN 100, BB 100
    best   BB > BTN
    all check
    all stand pat
    all check
    pots   27 BB BTN
    stacks BTN 90, BB 117

D-19 big-blind ante  is dead, too
    game   simple, blinds 5/10, bb-ante 10
    seats  BTN 100, SB 100, BB 20
    best   BB > SB > BTN
    BTN raises to 30, SB calls
    all stand pat
    SB checks, BTN checks
    pots   40 SB BB BTN, 40 SB BTN
    stacks BB 40, SB 110, BTN 70

D-20 small blind  a short one pays what it has
    game   simple, blinds 5/10
    seats  BTN 100, SB 2, BB 100
    best   SB > BB > BTN
    BTN calls
    asked  BB: check, raise 20-100
    BB checks
    all stand pat
    BB checks, BTN checks
    pots   6 SB BB BTN, 16 BB BTN
    stacks SB 6, BB 106, BTN 90

D-21  the last one in the draw takes it, and nothing is turned up
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 100
    hands  SB KsKd4h3c2s
    all check
    SB draws 4h3c2s, BB leaves, BTN leaves
    over
    turned nothing
    shown  nobody
    stacks SB 120, BB 90, BTN 90

D-21 sequential  likewise
    game   sequential, blinds 5/10
    seats  BTN 100, SB 100, BB 100
    hands  SB KsKd4h3c2s
    all check
    SB throws 2s, BB leaves, BTN leaves
    over
    turned nothing
    stub-left 37
    stacks SB 120, BB 90, BTN 90

D-22  who is all-in for the ante has a claim: nothing is carried
    game   simple, ante 5, min 10, carry
    seats  BTN 100, A 5, B 100
    B checks, BTN checks
    not over
    asked  A: draw

D-23.1  a bet of an earlier round does not count, an interim one neither
    game   sequential, blinds 5/10, interim
    seats  BTN 100, SB 100, BB 100
    hands  SB KsKd4h3c2s
    best   BTN > BB > SB
    all check
    SB passes, BB passes, BTN throws 2s
    SB checks, BB bets 20, BTN calls, SB calls
    BTN passes
    all check
    shown  SB BB BTN

D-25  the clock checks where that is free, else folds
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 100
    BTN times out
    SB calls
    BB times out
    asked  SB: draw

D-28  out of turn: folded at once, chips stay
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 100
    BTN calls, BB leaves
    asked  SB: call 5, raise 20-100
    SB calls
    pot    30
    asked  SB: draw

D-28 in turn
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 100
    BTN leaves
    asked  SB: call 5, raise 20-100
    SB calls, BB checks
    asked  SB: draw

D-28 blind  the only one left wins at once
    game   simple, blinds 5/10
    seats  BTN 100, BB 100
    BB leaves
    over
    stacks BTN 110, BB 90

D-28 all-in  stays live, passes and is paid
    game   sequential, blinds 5/10
    seats  BTN 100, SB 30, BB 100
    hands  BB 9s9d4d3d2d, BTN JsJd4s3s5s, SB KsKdKh3c2s
    BTN raises to 30, SB shoves, SB leaves, BB calls
    asked  BB: discard
    BB passes, BTN passes
    BB checks, BTN checks
    over
    stacks SB 90, BB 70, BTN 70

D-28 nothing to decide  chips behind, everybody else all-in: counts as all-in
    game   simple, blinds 5/10
    seats  BTN 100, SB 30, BB 30
    hands  BB 9s9d4d3d2d, BTN JsJdJh3s5s, SB KsKd4c3c2s
    BTN raises to 30, SB shoves, BB shoves
    SB stands pat, BTN leaves, BB stands pat
    over
    stacks BTN 160, SB 0, BB 0

D-28 aggressor gone  the next live player shows first
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 100, UTG 100
    best   UTG > BTN > SB > BB
    all check
    all stand pat
    SB bets 20, BB calls, UTG calls, SB leaves, BTN calls
    shown  BB UTG
    mucked BTN

bugs-21  one player with chips against all-ins: straight to the draw, then the showdown
    game   simple, blinds 5/10
    seats  BTN 500, SB 30, BB 60
    best   SB > BB > BTN
    BTN raises to 100, SB shoves, BB shoves
    order  SB BB BTN
    over
    stacks SB 90, BB 60, BTN 440
"""


@each(DECISIONS)
def test_decisions(script: str) -> None:
    row(script)


def of(hand: Hand, *wanted: type) -> list:
    return [event for event in hand.events if isinstance(event, wanted)]


@pytest.mark.parametrize(("limit", "seats"), [(5, 5), (None, 5), (4, 5), (3, 6), (2, 7), (1, 8), ("3-or-4-with-ace", 6)])
def test_d_2_safe_seats(limit: int | str | None, seats: int) -> None:
    assert safe_seats(limit) == seats
    assert not may_run_dry(seats, limit)
    assert may_run_dry(seats + 1, limit)


def test_d_3_posts_are_told() -> None:
    hand = row("""
        game  simple, blinds 5/10, ante 5
        seats BTN 100, SB 7, BB 5
        asked BTN
    """)
    assert [(event.seat, event.amount, event.kind, event.all_in) for event in of(hand, Posted)] == [
        (1, 5, "ante", False),
        (2, 5, "ante", True),
        (0, 5, "ante", False),
        (1, 2, "small-blind", True),
    ]


def test_d_10_no_betting_round_is_announced_where_nobody_can_bet() -> None:
    hand = row("""
        game   sequential, blinds 5/10, interim
        seats  BTN 100, SB 30, BB 30
        hands  SB KsKd4h3c2s, BB 9s9d4d3d2d, BTN JsJd4s3s5s
        BTN raises to 30, SB shoves, BB shoves
        SB throws 2s, BB throws 2d, BTN throws 3s
        asked  SB: discard
        all stand pat
        over
    """)
    assert [event.round for event in of(hand, BettingOpened)] == ["before"]


def test_d_12_the_ace_is_announced_and_shown_where_the_table_asks() -> None:
    for game, throws in (
        ("simple", "BB draws Kd4d3d2d"),
        ("sequential", "BB throws Kd, BTN passes, BB throws 4d, BB throws 3d, BB throws 2d"),
    ):
        hand = row(f"""
            game   {game}, blinds 5/10, limit 3-or-4-with-ace, show-ace
            seats  BTN 100, BB 100
            hands  BB AsKd4d3d2d, BTN JsJd4s3s5s
            all check
            {throws}
        """)
        assert [event.ace_kept for event in of(hand, Drew, Discarded)][-1]
        assert [(event.seat, str(event.card)) for event in of(hand, AceShown)] == [(1, "As")]
        assert view_for(hand, None).of(1).ace == cards("As")[0]


def test_d_13_is_automatic_and_told_so() -> None:
    hand = row("""
        game   sequential, blinds 5/10, limit 1
        seats  BTN 100, BB 100
        hands  BB 9s9d4d3d2d
        all check
        BB throws 2d, BTN passes
    """)
    assert [(event.seat, event.automatic) for event in of(hand, Passed)] == [(1, True), (0, False)]


REFILLED = """
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 100, UTG 100, HJ 100, CO 100, MP 100
    hands  UTG AsKsQsJsTs, SB AhKhQhJhTh, BB AdKdQdJdTd, HJ AcKcQcJcTc, CO 9s8s7s6s5s, MP 9h8h7h6h5h, BTN 9c8c7c6c5c
    UTG folds, HJ calls, CO calls, MP calls, BTN calls, SB calls, BB checks
    SB draws AhKhQhJhTh, BB draws AdKdQdJdTd, HJ draws AcKcQcJcTc
    stub-left 2
    CO draws 9s8s7s6s5s
"""


def test_d_14_folded_cards_come_back_before_any_discard() -> None:
    hand = row(REFILLED)
    assert isinstance(hand.prompt, ShufflePrompt)
    assert set(hand.prompt.cards) == set(cards("AsKsQsJsTs"))
    hand = row(REFILLED + "refill TsJsQsKsAs\nstub-left 2\nMP draws 9h8h7h6h5h")
    assert [(event.folded, event.discards) for event in of(hand, DeckRefilled)] == [(5, 0)]
    assert {str(card) for card in view_for(hand, 5).cards} >= {"Ts", "Js", "Qs"}
    assert isinstance(hand.prompt, ShufflePrompt)
    assert len(hand.prompt.cards) == 25
    hand = row(
        REFILLED
        + "refill TsJsQsKsAs\nMP draws 9h8h7h6h5h\nrefill 9h8hAh7hAd6hAc\nheld MP KsAsAhAdAc\nasked BTN: draw\nstub-left 22"
    )
    assert [(event.folded, event.discards) for event in of(hand, DeckRefilled)] == [(5, 0), (0, 25)]
    hand = row(REFILLED + "refill TsJsQsKsAs\nMP draws 9h8h7h6h5h\nrefill 9h8hAh7hAd6hAc\nBTN stands pat")
    assert of(hand, TurnedUp)[0].discards[6] == cards("9h8h7h6h5h")  # listed from the record all the same


def test_d_14_no_view_shows_the_shuffle() -> None:
    hand = row(REFILLED)
    for eyes in (None, *range(7)):
        view = view_for(hand, eyes)
        assert view.prompt is None
        assert "Qs" not in str(view) or eyes == 3  # the folded hand's owner alone


def test_d_15_the_stub_is_counted_for_everybody() -> None:
    assert view_for(row(REFILLED), None).stub_count == 0


def test_d_17_all_in_hands_are_not_exposed_before_the_draw_is_over() -> None:
    hand = row("""
        game   simple, blinds 5/10
        seats  BTN 30, SB 30, BB 30
        BTN shoves, SB shoves, BB shoves
        SB stands pat, BB stands pat
    """)
    assert not of(hand, Shown)
    assert all(seat.shown is None for seat in view_for(hand, None).seats)
    hand = hand.play(hand.prompt.default)
    assert [event.seat for event in of(hand, Shown)] == [1, 2, 0]


def test_d_19_a_returned_ante_is_named_so() -> None:
    hand = row("""
        game  simple, ante 10, min 10
        seats BTN 100, A 4
        asked A
    """)
    assert [(event.seat, event.amount, event.kind) for event in of(hand, Returned)] == [(0, 6, "ante")]


def test_d_23_5_show_one_show_all_after_the_hand_alone() -> None:
    running = row("""
        game  simple, blinds 5/10
        seats BTN 100, BB 100
        asked BTN
    """)
    with pytest.raises(IllegalAction):
        running.play(Show(0))
    hand = row("""
        game  simple, blinds 5/10
        seats BTN 100, BB 100
        hands BB AsKd4d3d2d
        BTN folds
        over
        BB shows
        shown BB
    """)
    [shown] = of(hand, Shown)
    assert shown.voluntary
    assert set(shown.cards) == set(cards("AsKd4d3d2d"))
    for again in (Show(0), Show(1), Show(7)):  # folded; shown already; nobody
        with pytest.raises(IllegalAction):
            hand.play(again)


def test_d_23_3_mucked_hands_stay_unseen() -> None:
    hand = row("""
        game   simple, blinds 5/10
        seats  BTN 200, SB 200, BB 200
        best   BTN > BB > SB
        all check
        all stand pat
        SB checks, BB checks, BTN bets 20, SB calls, BB calls
    """)
    assert [event.seat for event in of(hand, Mucked)] == [1, 2]
    for eyes in (None, 0, 1):
        assert view_for(hand, eyes).of(2).shown is None
        assert all(str(card) not in str(view_for(hand, eyes)) for card in hand.hands[2])


def test_d_26_the_clock_stands_pat_or_passes() -> None:
    for game, told in (("simple", Drew), ("sequential", Passed)):
        hand = row(f"""
            game  {game}, blinds 5/10
            seats BTN 100, BB 100
            all check
            BB times out
            asked BTN
        """)
        assert [(event.seat, event.by) for event in of(hand, told)] == [(1, "clock")]


def test_d_28_leaving_is_told_and_happens_once() -> None:
    hand = row("""
        game  simple, blinds 5/10
        seats BTN 100, SB 100, BB 100
        BTN calls, BB leaves
    """)
    assert [type(event) for event in hand.latest_events] == [Left, Folded]
    assert of(hand, Folded)[0].by == "leave"
    with pytest.raises(IllegalAction):
        hand.play(Leave(2))


def test_d_28_leaving_keeps_somebody_elses_prompt_current() -> None:
    before = row("""
        game  simple, blinds 5/10
        seats BTN 100, SB 100, BB 100
        BTN calls
    """)
    after = before.play(Leave(0), by="leave")
    assert after.prompt == before.prompt
    assert after.prompt_number == before.prompt_number == 1
    assert len(after.log) == 2


def test_d_29_posters_are_told_apart() -> None:
    hand = row("""
        game  simple, blinds 5/10
        seats BTN 100, SB 100, BB 100, CO 100+10+5
        asked CO
    """)
    assert [(event.seat, event.amount, event.kind) for event in of(hand, Posted)][-2:] == [
        (3, 10, "live-post"),
        (3, 5, "dead-post"),
    ]


def test_section_4_no_betting_is_called_a_bet_before_there_is_one() -> None:
    """A first wager is a bet, later ones are raises; over the big blind it is a raise."""
    hand = row("""
        game  simple, blinds 5/10
        seats BTN 100, BB 100
        all check
        all stand pat
        BB bets 10, BTN raises to 30
    """)
    assert [type(event).__name__ for event in hand.events if type(event).__name__ in ("Bet", "Raised")] == ["Bet", "Raised"]
    assert of(hand, Bet)[0].total == 10
    assert not of(hand, Replaced)
