"""When to ask again and how long to wait, and what each status of a server means."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from morrow.models.errors import ContextTooLong, ModelError, ModelRefusedRequest, ModelUnavailable
from morrow.models.failures import from_status, retry_after
from morrow.models.retry import LONGEST_WAIT_SECONDS, wait_seconds


def test_the_wait_doubles_up_to_a_bound() -> None:
    waits = [wait_seconds(attempt, asked_seconds=None, jitter=1.0) for attempt in range(8)]

    assert waits == [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 20.0, 20.0]


@given(st.integers(0, 10_000), st.floats(0, 1))
def test_chance_takes_at_most_half_of_a_wait(attempt: int, jitter: float) -> None:
    full = wait_seconds(attempt, asked_seconds=None, jitter=1.0)

    assert full / 2 <= wait_seconds(attempt, asked_seconds=None, jitter=jitter) <= full <= LONGEST_WAIT_SECONDS


def test_a_servers_wish_is_a_lower_bound() -> None:
    assert wait_seconds(0, asked_seconds=7.0, jitter=0.25) == 7.25


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "2"}, 2.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": "Tue, 01 Dec 2026 10:00:30 GMT", "date": "Tue, 01 Dec 2026 10:00:00 GMT"}, 30.0),
        ({"retry-after": "Tue, 01 Dec 2026 10:00:30 GMT"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-3"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "1e12"}, None),
    ],
)
def test_retry_after_is_read_in_both_its_forms(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers) == seconds


@pytest.mark.parametrize(
    ("status", "said", "kind"),
    [
        (400, "bad field", ModelRefusedRequest),
        (401, "no key", ModelRefusedRequest),
        (302, "", ModelRefusedRequest),
        (400, "This model's maximum context length is 8192 tokens", ContextTooLong),
        (400, "prompt is too long: 210000 tokens > 200000 maximum", ContextTooLong),
        (400, "输入长度超过模型上限", ContextTooLong),
        (400, "Range of input length should be [1, 30720]; exceeds 30720 tokens", ContextTooLong),
        (413, "", ContextTooLong),
        (408, "", ModelUnavailable),
        (409, "", ModelUnavailable),
        (429, "", ModelUnavailable),
        (500, "", ModelUnavailable),
        (529, "overloaded", ModelUnavailable),
    ],
)
def test_a_status_is_one_kind_of_error(status: int, said: str, kind: type[ModelError]) -> None:
    assert type(from_status("m-1", status, {}, said)) is kind


def test_a_message_of_the_server_is_kept_short() -> None:
    assert len(str(from_status("m-1", 500, {}, "x" * 100_000))) < 300
