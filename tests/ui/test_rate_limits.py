"""The common limit of requests, and the patience with one person's commands."""

import pytest

from bot.sandbox.clock import ManualClock
from bot.ui.errors import TooFast
from bot.ui.rate_limits import CommandLimit, RequestLimit


@pytest.fixture
def manual():
    return ManualClock(1_000.0)


def test_no_second_sees_more_than_its_share(manual):
    pace = RequestLimit(manual, per_second=44)
    sent = []
    for key in range(500):
        if pace.take():
            sent.append(manual.time())
        else:
            pace.grant_later(key, lambda: sent.append(manual.time()))
    for _ in range(2_000):
        manual.advance(0.01)
    assert len(sent) == 500
    assert all(sum(start <= at < start + 1 for at in sent) <= 44 for start in sent)
    assert all(sum(start <= at < start + 0.1 for at in sent) <= 8 for start in sent), (
        "spread evenly, whatever the way to Discord adds"
    )
    assert sent[-1] - sent[0] < 13, "and nothing is slower than it has to be"


def test_two_that_follow_each_other_at_once_count_as_two(manual):
    pace = RequestLimit(manual, per_second=44)
    pairs = []
    for key in range(100):
        if pace.take(2):
            pairs.append(manual.time())
        else:
            pace.grant_later(key, lambda: pairs.append(manual.time()), 2)
    for _ in range(1_000):
        manual.advance(0.01)
    assert len(pairs) == 100
    assert all(sum(start <= at < start + 1 for at in pairs) <= 22 for start in pairs)


def test_who_waits_is_served_in_turn_and_once(manual):
    pace = RequestLimit(manual, per_second=1)
    served = []
    assert pace.take()
    for key in ("a", "b", "a", "c"):
        pace.grant_later(hash(key), lambda key=key: served.append(key))
    assert not pace.take(), "nobody passes those who wait"
    for _ in range(5):
        manual.advance(1)
    assert served == ["a", "b", "c"]
    assert pace.take()


def test_who_waits_for_one_and_then_for_two_is_granted_both_in_turn(manual):
    pace = RequestLimit(manual, per_second=1)
    served = []
    assert pace.take()
    pace.grant_later(1, lambda: served.append("one"))
    pace.grant_later(2, lambda: served.append("other"))
    pace.grant_later(1, lambda: served.append("two"), 2)
    for _ in range(3):
        manual.advance(1)
    assert served == ["two"]
    manual.advance(1)
    assert served == ["two", "other"]


def test_a_person_who_is_too_fast_is_told_how_long_to_wait(manual):
    patience = CommandLimit(manual, times=5, seconds=5)
    for _ in range(5):
        patience.spend(1)
    with pytest.raises(TooFast) as told:
        patience.spend(1)
    assert told.value.values == {"seconds": 5}
    patience.spend(2)
    manual.advance(5)
    patience.spend(1)


def test_those_who_were_patient_are_forgotten(manual):
    patience = CommandLimit(manual)
    for user in range(CommandLimit.FORGET_AT):
        patience.spend(user)
    manual.advance(10)
    patience.spend(-1)
    assert len(patience._given) == 1
