"""The two pages' own examples, completed with chips (rules.md 1.3): every prompt, every eye, every chip."""

from bot.engine import (
    BetPrompt,
    Dealt,
    Discarded,
    DiscardPrompt,
    DrawPrompt,
    Drew,
    Hand,
    Passed,
    Received,
    Replaced,
    Threw,
    TurnedUp,
    view_for,
)
from tests.engine.table_talk import cards, row

SQ_A = """
    game   sequential, blinds 5/10
    seats  A 100, B 100, C 100
    button C
    hands  A KsKd9h9c3c, B KhQhJsJd4c, C 7c8d9sThJc
    stub   KcJh2d
    asked  C: call 10, raise 20-100
    C calls, A calls, B checks
    pot    30
"""

SM_A = """
    game   simple, blinds 5/10
    seats  A 100, B 100
    button B
    hands  A 9h9dAsKdQc, B JhJdJc5s2h
    stub   4c7d8s
    B calls, A checks
    pot    20
    A draws AsKdQc
    held   A 9h9d4c7d8s
"""


def public(hand: Hand) -> list[object]:
    return [event for event in hand.events if event.audience is None]


def asked(hand: Hand) -> list[tuple[str, int]]:
    """The prompts that the hand's steps answered."""
    prompts = [Hand(hand.setup, hand.log[:length]).prompt for length in range(len(hand.log))]
    return [(prompt.kind, prompt.seat) for prompt in prompts if prompt is not None and prompt.seat is not None]


def test_sequential_example_sq_a() -> None:
    """SQ-A: prompts A 2, B 3, C 1; the round ends that the page tells; stacks 140, 90, 70."""
    hand = row(
        SQ_A
        + """
        order  A
        """
    )
    assert isinstance(hand.prompt, DiscardPrompt)
    hand = row(
        SQ_A
        + """
        asked  A: discard
        A throws 3c, B throws Kh
        turned nothing
        C passes
        turned A 3c, B Kh
        A passes, B throws Qh
        turned A 3c, B KhQh
        stub-left 37
        B passes
        stub-left 34
        held   A KsKd9h9cKc, B JsJd4cJh2d, C 7c8d9sThJc
        asked  A: check, raise 10-90
        A bets 20, B folds, C calls
        stacks A 140, B 90, C 70
        pots   70 A C
        shown  A
        mucked C
        returned nothing
        over
        """
    )
    prompts = asked(hand)
    assert [seat for kind, seat in prompts if kind == "discard"] == [0, 1, 2, 0, 1, 1]
    assert [event for event in public(hand) if isinstance(event, TurnedUp)] == [
        TurnedUp(1, {0: cards("3c"), 1: cards("Kh"), 2: ()}),
        TurnedUp(2, {0: (), 1: cards("Qh"), 2: ()}),
    ]
    assert [event for event in public(hand) if isinstance(event, Replaced)] == [Replaced(0, 1), Replaced(1, 2)]


def test_sequential_example_keeps_secrets() -> None:
    """SEQ-T1, SEQ-3.2: until the round is over the table knows who threw, not what; replacements are their owner's alone."""
    hand = row(SQ_A + "A throws 3c, B throws Kh")
    assert public(hand)[-2:] == [Discarded(0), Discarded(1)]
    for seat in (0, 1, 2, None):
        view = view_for(hand, seat)
        assert [one.face_down for one in view.seats] == [1, 1, 0]
        assert [one.discards for one in view.seats] == [(), (), ()]
        assert [event for event in view.events if isinstance(event, Threw)] == [
            event for event in hand.events if isinstance(event, Threw) and event.seat == seat
        ]
    assert view_for(hand, 0).face_down == cards("3c")
    assert view_for(hand, 2).prompt == hand.prompt
    assert view_for(hand, 0).prompt == DiscardPrompt(2, (), None, 0)
    done = row(SQ_A + "A throws 3c, B throws Kh, C passes, A passes, B throws Qh, B passes")
    for seat in (0, 1, 2, None):
        private = [event for event in view_for(done, seat).events if isinstance(event, Dealt | Received | Threw)]
        assert {event.seat for event in private} == ({seat} if seat is not None else set())


def test_sequential_example_in_the_second_round() -> None:
    """SEQ-0.7: A decides with B's king in sight; SEQ-0.3: C is not asked again."""
    hand = row(SQ_A + "A throws 3c, B throws Kh, C passes")
    assert hand.prompt == DiscardPrompt(0, cards("KsKd9h9c"), None, 1)
    assert view_for(hand, 0).of(1).discards == ((1, cards("Kh")[0]),)
    assert [seat.passed for seat in view_for(hand, None).seats] == [False, False, True]


def test_simple_example_sm_a() -> None:
    """SM-A: A is served before B chooses; the discards go up when B has stood pat; stacks 70 and 130."""
    hand = row(SM_A)
    assert hand.prompt == DrawPrompt(1, cards("JhJdJc5s2h"), None)
    assert [event for event in public(hand) if isinstance(event, Drew)] == [Drew(0, 3)]
    assert not any(isinstance(event, TurnedUp) for event in hand.events)
    hand = row(
        SM_A
        + """
        turned nothing
        B stands pat
        turned A AsKdQc
        asked  A: check, raise 10-90
        A checks, B bets 20, A calls
        pot    0
        stacks A 70, B 130
        pots   60 A B
        shown  B
        mucked A
        """
    )
    assert [event for event in public(hand) if isinstance(event, Drew)] == [Drew(0, 3), Drew(1, 0)]
    assert [event for event in public(hand) if isinstance(event, TurnedUp)] == [TurnedUp(1, {0: cards("AsKdQc"), 1: ()})]
    assert hand.discards == {0: cards("AsKdQc"), 1: ()}
    assert [seat for kind, seat in asked(hand) if kind == "draw"] == [0, 1]


def test_passing_through_a_hand_says_who_chose() -> None:
    """D-25, D-26: what the clock plays is public as the clock's."""
    hand = row(SQ_A + "A times out, B passes, C passes, A times out, B bets 10, C times out, A times out")
    assert [event.by for event in public(hand) if isinstance(event, Passed)] == ["clock", "seat", "seat"]
    assert hand.log[-1][1] == "clock"
    assert hand.over
    assert hand.stacks == {0: 90, 1: 120, 2: 90}


def test_first_prompt_of_each_kind() -> None:
    """The prompts hold what the buttons need."""
    hand = row("game simple, blinds 5/10\nseats BTN 100, BB 100\nasked BTN: call 5, raise 20-100")
    assert hand.prompt == BetPrompt(0, 5, 20, 100)
