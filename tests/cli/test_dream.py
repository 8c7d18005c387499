"""What `morrow dream` ends with."""

import pytest

from morrow.cli.dream import _exit_code
from morrow.cli.problems import FAILURE, NOTHING, OK
from morrow.dreaming.report import Status


@pytest.mark.parametrize(
    ("statuses", "code"),
    [
        ([Status.COMPLETED], OK),
        ([Status.SKIPPED, Status.COMPLETED], OK),
        ([Status.SKIPPED], NOTHING),
        ([Status.FAILED], FAILURE),
        ([Status.FAILED, Status.COMPLETED], FAILURE),
    ],
)
def test_a_dream_that_was_asked_for_and_failed_is_no_success(statuses: list[Status], code: int) -> None:
    assert _exit_code(statuses) == code
