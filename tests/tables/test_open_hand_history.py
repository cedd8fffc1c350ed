"""The files of random hands, replayed by themselves: what each player put in and won makes the stacks at the end."""

from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine import Setup, view_for
from bot.tables import Player, Story
from bot.tables.export import carried_in, started
from bot.tables.open_hand_history import open_hand_history
from tests.engine.test_walks import setups, walk

MOMENT = datetime(2027, 1, 15, tzinfo=UTC)


@settings(max_examples=60)
@given(st.data(), setups())
def test_a_file_s_sums_are_the_hand_s(data: st.DataObject, setup: Setup) -> None:
    hand = walk(data, setup, lambda _: None)
    view = view_for(hand, setup.seats[0].number)
    story = Story(
        1, 1, 1, 1, 8, MOMENT, MOMENT, {seat.number: Player(seat.number + 1, "x") for seat in setup.seats}, view, view.events
    )
    assert carried_in(story) == setup.carried
    ohh = open_hand_history(story, started(story), carried_in(story))["ohh"]
    chips = {player["id"]: player["starting_stack"] for player in ohh["players"]}
    assert chips == {seat.number: seat.stack for seat in setup.seats}
    for street in ohh["rounds"]:
        for action in street["actions"]:
            chips[action["player_id"]] -= action.get("amount", 0)
    for pot in ohh["pots"]:
        for win in pot["player_wins"]:
            chips[win["player_id"]] += win["win_amount"]
    returned = hand.results.returned if hand.results else {}
    assert {seat: stack + returned.get(seat, 0) for seat, stack in chips.items()} == hand.stacks
