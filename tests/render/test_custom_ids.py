"""Every press survives its custom_id, and nothing else is read as one."""

from itertools import product
from typing import get_args

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.engine import VARIANTS
from bot.history import Format, LeaderboardBy, Period, StatsPeriod
from bot.render.components import custom_ids
from bot.render.components.custom_ids import (
    PATTERNS,
    AnswerPress,
    DraftPress,
    FormPress,
    LeaderboardPart,
    PagePress,
    PreActionPress,
    TablePress,
    parse,
)

MOST_ID, MOST_CHIPS = 2**63 - 1, 10**12 - 1
"""A Discord id and a database's key have 63 bits; no table deals with a trillion chips."""

ids = st.integers(0, MOST_ID)
chips = st.integers(1, MOST_CHIPS)
positions = st.integers(0, 4)
masks = st.integers(0, 31)
leaderboards = list(product(get_args(LeaderboardBy), get_args(Period), get_args(LeaderboardPart)))


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
    ("choose", st.sampled_from(list(VARIANTS))),
)
pages = one_of(
    ("leaderboard", st.sampled_from(leaderboards)),
    ("chips", st.just(())),
    *((what, st.tuples(ids.map(str))) for what in ("history", "story")),
    ("file", st.tuples(ids.map(str), st.sampled_from(get_args(Format)))),
    ("share", st.tuples(ids.map(str), st.sampled_from(["public", "own"]))),
    ("stats", st.tuples(ids.map(str), st.sampled_from(get_args(StatsPeriod)))),
)
presses = st.one_of(
    st.builds(lambda hand, prompt, verb: AnswerPress(hand, prompt, *verb), ids, ids, answers),
    st.builds(lambda hand, prompt, what: DraftPress(hand, prompt, *what), ids, ids, drafts),
    st.builds(lambda hand, price, what: PreActionPress(hand, price, *what), ids, ids, intentions),
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


LONGEST = [
    *(
        AnswerPress(MOST_ID, MOST_ID, verb, arg)
        for verb, arg in (("fold", None), ("check", None), ("call", None), ("pass", None))
    ),
    *(AnswerPress(MOST_ID, MOST_ID, verb, arg) for verb, arg in (("raise", MOST_CHIPS), ("throw", 4), ("draw", 31))),
    *(DraftPress(MOST_ID, MOST_ID, what, arg) for what, arg in (("pick", 4), ("toggle", 31), ("all-in", MOST_CHIPS))),
    *(DraftPress(MOST_ID, MOST_ID, what) for what in ("pass", "back", "other")),
    *(PreActionPress(MOST_ID, MOST_CHIPS, what) for what in ("check-fold", "call-any", "pass", "none")),
    PreActionPress(MOST_ID, MOST_ID, "discard", 4),
    *(TablePress(MOST_ID, verb) for verb in ("join", "leave", "top-up", "rebuy", "resume")),
    TablePress(MOST_ID, "show", str(MOST_ID)),
    TablePress(MOST_ID, "house", "7"),
    *(TablePress(MOST_ID, "choose", name) for name in VARIANTS),
    *(PagePress("leaderboard", MOST_ID, args) for args in leaderboards),
    PagePress("chips", MOST_ID),
    PagePress("history", MOST_ID, (str(MOST_ID),)),
    PagePress("story", MOST_ID, (str(MOST_ID),)),
    *(PagePress("file", MOST_ID, (str(MOST_ID), form)) for form in get_args(Format)),
    *(PagePress("share", MOST_ID, (str(MOST_ID), cards)) for cards in ("public", "own")),
    *(PagePress("stats", MOST_ID, (str(MOST_ID), period)) for period in get_args(StatsPeriod)),
    FormPress("raise", (MOST_ID, MOST_ID)),
    FormPress("top-up", (MOST_ID,)),
]


@pytest.mark.parametrize("press", LONGEST, ids=str)
def test_the_longest_press_of_each_kind_fits(press):
    assert len(str(press)) <= custom_ids.MOST_CHARACTERS
    assert parse(str(press)) == press


@given(st.one_of(*(st.from_regex(pattern, fullmatch=True) for pattern in PATTERNS.values())))
def test_whatever_is_read_as_a_press_fits_and_is_written_alike(custom_id):
    """The patterns admit nothing that no button could carry: their words are those of the code, and no open set."""
    assert len(custom_id) <= custom_ids.MOST_CHARACTERS
    assert str(parse(custom_id)) == custom_id


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
        "a:9223372036854775808:2:fold",
        "a:1:9999999999999999999:fold",
        "t:1:show",
        "t:1:join:2",
        "t:1:house:8",
        "t:1:choose:../x",
        "t:1:choose:bridge",
        "p:leaderboard:1:net",
        "p:leaderboard:1:luck:all:order",
        "p:leaderboard:1:net:decade:order",
        "p:leaderboard:1:net:all:elsewhere",
        "p:leaderboard:1:" + ":".join("a" * 24 for _ in range(3)),
        "p:file:0:1:pdf",
        "p:story:1",
        "m:raise:1",
        "x:1:2:fold",
    ],
)
def test_what_nobody_built_is_no_press(custom_id):
    assert parse(custom_id) is None


@given(st.integers(0, 10**20))
@example(2**63 - 1)
@example(2**63)
def test_an_id_is_one_that_a_database_keeps(number):
    assert (parse(f"t:{number}:join") is not None) == (number < 2**63)


@given(st.text(max_size=120))
def test_any_text_is_read_or_refused(custom_id):
    press = parse(custom_id)
    assert press is None or str(press) == custom_id


def test_the_argument_of_a_table_press_as_a_number():
    assert TablePress(7, "show", "12").number == 12
    with pytest.raises(AssertionError):
        _ = TablePress(7, "join").number
