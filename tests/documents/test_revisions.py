"""How one text of a document differs from the one before."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from morrow.documents.revisions import Delta, apply_delta, hash_of, make_delta, unified
from morrow.errors import InvalidInput

TEXTS = st.text("ab\n:你", max_size=12)


@given(TEXTS, TEXTS)
def test_a_delta_makes_the_new_text_of_the_old_one(old: str, new: str) -> None:
    delta = Delta.decode(make_delta(old, new).encode())

    assert apply_delta(old, delta) == new


def test_a_delta_holds_only_what_changed() -> None:
    assert make_delta("- a\n- b\n- c\n", "- a\n- x\n- c\n") == Delta(6, 5, "x")


def test_a_delta_of_a_large_text_is_made_at_once() -> None:
    old = "内容\n" * 1_000_000
    started = time.perf_counter()

    delta = make_delta(old, old[:1_500_000] + "!" + old[1_500_000:])

    assert delta.middle == "!"
    assert time.perf_counter() - started < 2


@pytest.mark.parametrize("encoded", ["", "1", "1:2", "a:b:c", "-1:2:c", ":2:c"])
def test_what_is_no_delta_is_refused(encoded: str) -> None:
    with pytest.raises(InvalidInput):
        Delta.decode(encoded)


def test_a_delta_of_another_text_is_refused() -> None:
    with pytest.raises(InvalidInput):
        apply_delta("a", Delta(3, 3, ""))


def test_the_hash_is_that_of_the_bytes() -> None:
    assert hash_of("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_a_diff_is_unified_and_tells_a_missing_last_newline() -> None:
    expected = (
        "--- a/M.md\n+++ b/M.md\n@@ -1,2 +1,2 @@\n - a\u2028b\n"
        "-- c\n\\ No newline at end of file\n+- c\n"
    )  # fmt: skip
    assert unified("- a\u2028b\n- c", "- a\u2028b\n- c\n", "M.md") == expected
    assert unified("a", "a", "M.md") == ""
