"""What people see of each game, from its record: counts and names of draws, what lies open, what can still come, and its rules."""

import pytest

from bot.engine import VARIANTS, TurnedUp, parse_cards
from bot.render import hand_message, reveal_message, rules_message, table_message
from bot.render.hand.outlook import DRAWS
from bot.render.rules_view import RANKINGS
from bot.render.text.spoken import phase_words
from bot.render.text.translator import LANGUAGES, speech
from bot.tables import DEALERS_CHOICE, TableRules
from tests.render.tables import TEXT_CARDS, deck, hand_of, play, private, table

SAY = speech("en")


def dealt(variant):
    """Seat 0 is the button. Seat 1 holds four to a flush, seat 0 a pair of jacks."""
    cards = deck(["Jh Jd 9c 5s 2h", "As Ks 9s 4s 3d"], "4c 7d 8h 6c", button=0)
    return play(hand_of(cards, variant=variant, stacks=(100, 100), button=0), "call", "check")


def on_table(hand):
    return table_message(table(hand), SAY, TEXT_CARDS).text


def in_hand(hand, seat):
    return hand_message(private(hand, seat), SAY, TEXT_CARDS).text


def line_of(name, text):
    """A seat's line of the table's message, without its fixed columns; a reveal may stand above it."""
    return [line.rpartition("`")[2].strip() for line in text.splitlines() if line.startswith("`") and name in line][-1]


def title_of(hand):
    """The line that says where the hand is."""
    return next(line for line in on_table(hand).splitlines() if line.startswith("###"))


def names_of(hand):
    return {seat: player.name for seat, player in table(hand).hand.players.items()}


def test_the_second_draw_of_double_counts_for_itself():
    after_one = play(dealt("double"), "-3d", "-9c,5s,2h", "check", "check")
    names = names_of(after_one)
    assert line_of(names[1], on_table(after_one)) == TEXT_CARDS.cards(parse_cards("3d")), "nothing is said of a draw to come"
    after_two = play(after_one, "pat")
    assert line_of(names[1], on_table(after_two)) == f"stood pat · {TEXT_CARDS.cards(parse_cards('3d'))}"
    assert line_of(names[0], on_table(after_two)) == TEXT_CARDS.cards(parse_cards("9c 5s 2h"))


def test_the_draws_of_double_are_told_apart():
    first = dealt("double")
    between = play(first, "-3d", "pat")
    second = play(between, "check", "check")
    assert "draw 1" in title_of(first)
    assert "betting after draw 1" in title_of(between)
    assert "draw 2" in title_of(second)
    ended = play(second, "-4c", "pat")
    turned = [event for event in ended.events if isinstance(event, TurnedUp)]
    titles = [reveal_message(table(ended), event, SAY, TEXT_CARDS).text.splitlines()[0].split(" · ")[0] for event in turned]
    assert titles == ["**Draw 1, turned up**", "**Draw 2, turned up**"]


@pytest.mark.parametrize("name", [name for name, variant in VARIANTS.items() if variant.draws == 1])
def test_a_single_draw_has_no_number(name):
    assert phase_words(SAY, name, "draw", 1) == "the draw"


def outs_of(hand, seat):
    """The lines of what one more card can make."""
    return [line for line in in_hand(hand, seat).splitlines() if "flush" in line]


def test_outs_are_counted_while_a_draw_is_to_come():
    hand = dealt("double")
    assert outs_of(hand, 1) == ["9 cards would give you a flush, all still unseen."]
    between = play(hand, "-3d", "pat")
    assert outs_of(between, 1) == ["9 cards would give you a flush, all still unseen."], "there is a second draw"
    last = play(between, "check", "check", "-4c")
    assert last.prompt.seat == 0
    assert outs_of(last, 1) == []
    closed = dealt("closed")
    assert outs_of(closed, 1) == ["9 cards would give you a flush, all still unseen."]
    assert outs_of(play(closed, "-3d"), 1) == []


def test_closed_shows_how_many_were_thrown_and_never_which():
    hand = play(dealt("closed"), "-3d", "-9c,5s,2h")
    names = names_of(hand)
    assert hand.phase == "final"
    shown = on_table(hand)
    assert line_of(names[1], shown) == TEXT_CARDS.backs(1)
    assert line_of(names[0], shown) == TEXT_CARDS.backs(3)
    assert f"Thrown, face down for good: {TEXT_CARDS.cards(parse_cards('3d'))}" in in_hand(hand, 1)
    over = play(hand, "check", "check")
    for seen in (shown, on_table(over), in_hand(hand, 1), in_hand(over, 1)):
        assert not [card for card in parse_cards("9c 5s 2h") if TEXT_CARDS.card(card) in seen]


# What is known of every game


@pytest.mark.parametrize("name", VARIANTS)
def test_what_is_known_of_a_ranking_is_known_of_each_game(name):
    ranking = VARIANTS[name].ranking.name
    assert ranking in RANKINGS, f"bot/render/rules_view.py has no hands of the ranking {ranking}"
    assert ranking in DRAWS, f"bot/render/hand/outlook.py counts no outs in the ranking {ranking}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", VARIANTS)
def test_the_rules_page_explains_a_game(name, language):
    say = speech(language)
    text = rules_message(TableRules(variant=name), say).text
    for part in ("title", "play", "also", "example"):
        assert say(f"rules.{name}.{part}") in text
    assert (say("rules.credit") in text) == VARIANTS[name].turned_up


@pytest.mark.parametrize("language", LANGUAGES)
def test_at_dealers_choice_the_rules_page_explains_all_games(language):
    say = speech(language)
    text = rules_message(TableRules(variant=DEALERS_CHOICE), say).text
    assert not [name for name in VARIANTS if say(f"rules.{name}.play") not in text]
    assert say("rules.each") in text


def test_at_dealers_choice_there_is_a_button_for_each_game():
    shown = table_message(table(taken=2, rules=TableRules(variant=DEALERS_CHOICE), waiting="choice", chooser=1), SAY, TEXT_CARDS)
    labels = [button.label for button in shown.buttons]
    assert [SAY(f"button.choose.{name}") for name in VARIANTS] == [label for label in labels if label in BUTTONS]
    assert all(len(row.buttons) <= 5 for row in shown.parts if hasattr(row, "buttons"))


BUTTONS = {SAY(f"button.choose.{name}") for name in VARIANTS}


@pytest.mark.parametrize(
    ("variant", "seats"), [("sequential", 5), ("simple", 5), ("double", 3), ("closed", 5), (DEALERS_CHOICE, 3)]
)
def test_a_table_is_warned_by_the_game_that_needs_most_cards(variant, seats):
    def warned(count):
        return (
            f"With more than {seats} players"
            in table_message(table(taken=2, rules=TableRules(variant=variant, seats=count)), SAY, TEXT_CARDS).text
        )

    assert warned(seats + 1)
    assert not warned(seats)
