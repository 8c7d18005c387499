"""Tool calls and their results stay together."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.context.talk import spoken

from morrow.context.pairs import callers, is_paired, mended, pair_safe_cut, safe_cuts

WORDS = st.lists(st.sampled_from(["u", "a", "a:1", "a:1,2", "r1", "r2", "r"]), max_size=12).map(" ".join)


@pytest.mark.parametrize(
    ("talk", "cut", "moved"),
    [
        ("u a:1 r1 u a:2 r2", 3, 3), ("u a:1 r1 u a:2 r2", 2, 1), ("u a:1,2 r1 r2 u", 3, 1),
        ("a:1 r1 a:2 r2 a:3 r3", 3, 2), ("a:1 r1 a:2 r2 a:3 r3", 5, 4), ("a:1 r1", 1, 0),
        ("u a r1 u", 3, 3), ("u r1 u a", 1, 1), ("u a u", 3, 3),
    ],
)  # fmt: skip
def test_a_cut_moves_back_in_front_of_the_call_whose_result_it_would_part(talk: str, cut: int, moved: int) -> None:
    assert pair_safe_cut(spoken(talk), cut) == moved


@pytest.mark.parametrize(("cut", "moved"), [(3, 3), (1, 0)])
def test_a_cut_with_too_little_before_it_is_no_cut(cut: int, moved: int) -> None:
    assert pair_safe_cut(spoken("u a:1 r1 u"), cut, least_front=3) == moved


@pytest.mark.parametrize(
    ("talk", "paired"),
    [("u a:1 r1 a", True), ("u a", True), ("u a:1", False), ("u r1", False), ("u a:1 r", False), ("a:1 u r1", False)],
)
def test_halves_of_a_pair_are_found(talk: str, paired: bool) -> None:
    assert is_paired(spoken(talk)) is paired


@pytest.mark.parametrize(
    ("talk", "kept"),
    [("u r1 a", "u a"), ("u a:1", "u a"), ("u a:1,2 r1 u", "u a:1 r1 u"), ("a:1 u r1", "a u"), ("a:1 r1 r1", "a:1 r1")],
)
def test_a_half_is_taken_out_and_words_beside_it_stay(talk: str, kept: str) -> None:
    assert [message for message in mended(spoken(talk)) if message] == spoken(kept)


def test_a_call_without_words_and_without_result_goes_altogether() -> None:
    assert mended(spoken("a:1", text=" ")) == [None]


def test_a_call_id_that_comes_again_is_answered_by_the_result_behind_it() -> None:
    assert callers(spoken("a:1 r1 u a:1 r1")) == [None, 0, None, None, 3]


@given(WORDS)
def test_what_was_mended_is_paired_and_stays_as_it_is(talk: str) -> None:
    whole = [message for message in mended(spoken(talk)) if message]

    assert is_paired(whole)
    assert mended(whole) == whole


@given(WORDS, st.integers(0, 12))
def test_no_safe_cut_parts_a_pair(talk: str, wanted: int) -> None:
    messages = spoken(talk)
    answers = callers(messages)

    for cut in {*safe_cuts(messages), pair_safe_cut(messages, min(wanted, len(messages)))}:
        assert all(caller is None or caller >= cut for caller in answers[cut:])
