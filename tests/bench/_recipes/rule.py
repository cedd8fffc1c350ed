"""A rule: odd chips go to the last winners from the button's left instead of the first (D-23.6)."""

from tests.bench._recipes.scratch import Scratch

POTS = "bot/engine/rounds/pots.py"
HAND = "two-odd-chips"

TOLD = f'''\
"""A hand that was dealt by rules of number 1 is not told by those of number 2."""

from datetime import UTC, datetime

import pytest

from bot.engine import Hand, action_text, hand_from_dict, hand_to_dict
from bot.store import ActionRow, HandRow
from bot.tables.storage.rows import OtherRules, replayed, results_dict
from tests.engine.golden_hands import FOLDER, read

NOW = datetime(2026, 12, 1, tzinfo=UTC)


def saved(rules_number: int) -> tuple[HandRow, list[ActionRow], Hand]:
    """The kept hand as a database has it that was written by the rules of its file."""
    plain = read(FOLDER / "{HAND}.hand")
    hand, then = hand_from_dict(plain), plain["outcome"]
    pots = [{{"amount": pot["amount"], "winners": pot["winners"]}} for pot in then["pots"]]
    results = results_dict(hand) | {{"stacks": then["stacks"], "pots": pots}}
    row = HandRow(1, 1, 1, 1, 1, rules_number, hand_to_dict(hand)["setup"], {{}}, False, NOW, ended_at=NOW, results=results)
    return row, [ActionRow(1, step, 1, action_text(action), by, NOW) for step, (action, by) in enumerate(hand.log)], hand


def test_it_is_told_by_its_own_rules_alone() -> None:
    row, actions, hand = saved(1)
    with pytest.raises(OtherRules):
        replayed(row, actions)
    assert replayed(saved(2)[0], actions).log == hand.log
'''

KEEP = """\
from bot.engine import hand_from_dict
from tests.engine.golden_hands import kept, read, save
from tests.engine.test_golden import ends_otherwise

for path in kept():
    if ends_otherwise(plain := read(path)):
        save(f"{path.stem}-2", hand_from_dict(plain))
"""

GOLDEN, SHARES, ROWS = "tests/engine/test_golden.py", "tests/engine/test_pots.py", "tests/engine/test_rows_pots.py"
RECKONED, COMPARED = "tests/engine/test_walks.py", "tests/engine/second_opinion.py"


def rule(scratch: Scratch) -> None:
    scratch.replace(
        POTS,
        (
            "one each to the first winners in order from the button's left",
            "one each to the last winners in order from the button's left",
        ),
        ("share + (place < odd) for", "share + (place >= len(winners) - odd) for"),
        ("tuple(winners[:odd])", "tuple(winners[len(winners) - odd :])"),
    )
    scratch.tells((rf"test_an_old_hand_ends_as_it_did\[{HAND}\]", "test_shares", r"test_splits?\[D-23\.6"), GOLDEN, SHARES, ROWS)
    scratch.replace(
        "bot/engine/RULES.md",
        ("one each to the first winners from the button's left", "one each to the last winners from the button's left"),
    )
    scratch.replace("bot/engine/notation.py", ("RULES_NUMBER: Final = 1\n", "RULES_NUMBER: Final = 2\n"))
    scratch.tells((rf"tests/engine/golden has no hand of rules 2 .*{HAND}",), GOLDEN)
    scratch.do("-c", KEEP)
    _tests(scratch)
    scratch.write("tests/tables/test_rules_of_then.py", TOLD)
    scratch.passes(
        GOLDEN,
        SHARES,
        ROWS,
        f"{RECKONED}::test_pots_and_winners_by_another_reckoning",
        "tests/engine/test_oracle.py::test_pokerkit_agrees_on_random_hands[1]",
        "tests/tables/test_records.py::test_no_story_says_otherwise_than_the_ledger_paid",
        "tests/tables/test_rules_of_then.py",
    )


def _tests(scratch: Scratch) -> None:
    """Those that name D-23.6 say the new rule."""
    scratch.replace(
        SHARES,
        ("from the button's left.", "to the last from the button's left."),
        ("{1: 34, 2: 34, 0: 33}, (1, 2)", "{1: 33, 2: 34, 0: 34}, (2, 0)"),
        ("{2: 34, 0: 33, 1: 33}, (2,)", "{2: 33, 0: 33, 1: 34}, (1,)"),
        ("{3: 1, 5: 0}, (3,)", "{3: 0, 5: 1}, (5,)"),
    )
    scratch.replace(
        ROWS,
        ("stacks SB 104, BB 103, BTN 103, UTG 90", "stacks SB 103, BB 103, BTN 104, UTG 90"),
        ("stacks SB 95, BB 102, UTG 102, BTN 101", "stacks SB 95, BB 101, UTG 102, BTN 102"),
        ("stacks SB 163, BB 37, BTN 25", "stacks SB 162, BB 38, BTN 25"),
        ("stacks BTN 102, SB 95, BB 103", "stacks BTN 103, SB 95, BB 102"),
        ("stacks SB 204, BB 31, BTN 203, UTG 190", "stacks SB 203, BB 31, BTN 204, UTG 190"),
    )
    every = "[pot for pot in notes.hand.results.pots if pot.amount % len(pot.winners)"
    scratch.replace(
        COMPARED,
        (f"several_odd = {every} > 1]", f"odd = {every}]"),
        (
            "several_odd and set(differences) <= {seat for pot in several_odd for",
            "odd and set(differences) <= {seat for pot in odd for",
        ),
        ("one winner gets two odd chips", "odd chips go to other winners"),
    )
    scratch.replace(RECKONED, ("share + (place < odd) for", "share + (place >= len(winners) - odd) for"))
