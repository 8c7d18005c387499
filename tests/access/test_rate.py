import contextlib
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from morrow.access.rate import Rate
from morrow.errors import TooManyRequests

NOON = datetime.fromisoformat("2026-04-09T12:00:00+00:00")


def test_one_caller_too_many_waits_until_the_oldest_request_is_a_minute_old() -> None:
    rate = Rate(2)
    rate.count("a", now=NOON)
    rate.count("a", now=NOON + timedelta(seconds=20))

    with pytest.raises(TooManyRequests) as refused:
        rate.count("a", now=NOON + timedelta(seconds=30))
    rate.count("b", now=NOON + timedelta(seconds=30))
    rate.count("a", now=NOON + timedelta(seconds=60))

    assert refused.value.retry_after_seconds == 30


def test_a_limit_of_zero_is_none() -> None:
    rate = Rate(0)
    for _ in range(1000):
        rate.count("a", now=NOON)


@given(st.lists(st.integers(0, 200), max_size=80), st.integers(1, 5))
def test_no_minute_ever_holds_more_than_the_limit(seconds: list[int], limit: int) -> None:
    rate, passed = Rate(limit), []
    for second in sorted(seconds):
        now = NOON + timedelta(seconds=second)
        with contextlib.suppress(TooManyRequests):
            rate.count("a", now=now)
            passed.append(now)

    for end in passed:
        assert sum(end - timedelta(minutes=1) < at <= end for at in passed) <= limit
