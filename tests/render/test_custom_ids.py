"""Every press survives its custom_id, and nothing else is read as one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.render import custom_ids
from bot.render.custom_ids import (
    PATTERNS,
    AnswerPress,
    DraftPress,
    FormPress,
    IntentionPress,
    PagePress,
    TablePress,
    parse,
)

ids = st.integers(0, 10**19 - 1)
chips = st.integers(1, 10**12 - 1)
positions = st.integers(0, 4)
masks = st.integers(0, 31)
words = st.from_regex(r"[a-z][a-z-]{0,23}", fullmatch=True)


def one_of(*choices):
    """A verb with the argument that it takes."""
    return st.one_of(*(st.tuples(st.just(verb), argument) for verb, argument in choices))


none = st.none()
answers = one_of(
    ("fold", none), ("check", none), ("call", none), ("pass", none), ("raise", chips), ("throw", positions), ("draw", masks)
)
drafts = one_of(("pick", positions), ("toggle", masks), ("pass", none), ("back", none), ("all-in", chips), ("other", none))
intentions = one_of(("check-fold", none), ("call-any", none), ("pass", none), ("discard", positions), ("none", none))
tables = one_of(
    *((verb, none) for verb in ("join", "leave", "away", "back", "post", "deal", "top-up", "rebuy", "hand", "rules", "resume")),
    ("show", ids.map(str)),
    ("house", st.integers(0, 7).map(str)),
    ("choose", words),
)
pages = one_of(
    ("leaderboard", st.tuples(words, words, words)),
    ("chips", st.just(())),
    *((what, st.tuples(ids.map(str))) for what in ("history", "story")),
    ("file", st.tuples(ids.map(str), words)),
)
presses = st.one_of(
    st.builds(lambda hand, prompt, verb: AnswerPress(hand, prompt, *verb), ids, ids, answers),
    st.builds(lambda hand, prompt, what: DraftPress(hand, prompt, *what), ids, ids, drafts),
    st.builds(lambda hand, price, what: IntentionPress(hand, price, *what), ids, ids, intentions),
    st.builds(lambda table, verb: TablePress(table, *verb), ids, tables),
    st.builds(lambda page, what: PagePress(what[0], page, what[1]), ids, pages),
    st.builds(lambda hand, prompt: FormPress("raise", (hand, prompt)), ids, ids),
    st.builds(lambda table: FormPress("top-up", (table,)), ids),
)


@given(presses)
def test_a_press_survives_its_custom_id(press):
    custom_id = str(press)
    assert 1 <= len(custom_id) <= custom_ids.MOST_CHARACTERS
    assert parse(custom_id) == press
    assert sum(bool(pattern.fullmatch(custom_id)) for pattern in PATTERNS.values()) == 1


@pytest.mark.parametrize(
    "custom_id",
    [
        "",
        "a",
        "a:1:2",
        "a:1:2:",
        "a:1:2:raise",
        "a:1:2:raise:",
        "a:1:2:raise:0",
        "a:1:2:raise:-50",
        "a:1:2:raise:1e9",
        "a:1:2:raise:12.5",
        "a:1:2:raise:١٢",
        "a:1:2:fold:1",
        "a:1:2:Fold",
        "a:1:2:throw:5",
        "a:1:2:draw:32",
        "a:01:2:fold",
        "a:-1:2:fold",
        "a:1:2:fold\n",
        " a:1:2:fold",
        "a:99999999999999999999:2:fold",
        "t:1:show",
        "t:1:join:2",
        "t:1:house:8",
        "t:1:choose:../x",
        "p:leaderboard:1:net",
        "p:story:1",
        "m:raise:1",
        "x:1:2:fold",
    ],
)
def test_what_nobody_built_is_no_press(custom_id):
    assert parse(custom_id) is None


@given(st.text(max_size=120))
def test_any_text_is_read_or_refused(custom_id):
    press = parse(custom_id)
    assert press is None or str(press) == custom_id


def test_the_argument_of_a_table_press_as_a_number():
    assert TablePress(7, "show", "12").number == 12
    with pytest.raises(AssertionError):
        _ = TablePress(7, "join").number
