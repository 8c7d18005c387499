"""The score: its golden values, its bounds, and what counts as evidence."""

from collections.abc import Callable
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from morrow.dreaming.notes import NoteLine, Recalled
from morrow.dreaming.scoring import NO_EVIDENCE, Evidence, count_evidence, score

counts = st.integers(min_value=0, max_value=60)
evidences = st.builds(Evidence, counts, counts, counts, st.integers(1, 60), st.integers(0, 400), st.integers(0, 400))


@pytest.mark.parametrize(
    ("stated", "recalled", "contexts", "days", "idle_days", "age_days", "total"),
    [
        (1, 0, 1, 1, 0, 0, 0.532),
        (1, 0, 1, 1, 1, 1, 0.505),
        (3, 0, 3, 3, 1, 3, 0.768),
        (2, 1, 3, 2, 1, 3, 0.731),
        (2, 1, 3, 2, 7, 9, 0.609),
        (2, 1, 3, 2, 20, 22, 0.475),
        (1, 4, 5, 4, 30, 30, 0.607),
    ],
)
def test_the_score_has_its_golden_values(
    stated: int, recalled: int, contexts: int, days: int, idle_days: int, age_days: int, total: float
) -> None:
    parts = score(Evidence(stated, recalled, contexts, days, idle_days, age_days))

    assert round(parts.total, 3) == total


@given(evidences)
def test_a_score_and_its_parts_lie_between_nothing_and_one(evidence: Evidence) -> None:
    parts = score(evidence)

    every = (parts.frequency, parts.recency, parts.diversity, parts.freshness, parts.spread, parts.total)
    assert all(0.0 <= part <= 1.0 for part in every)


@given(evidences, st.integers(0, 5), st.integers(0, 5), st.integers(0, 5), st.integers(0, 5))
def test_more_evidence_never_lowers_a_score(evidence: Evidence, said: int, used: int, contexts: int, days: int) -> None:
    more = Evidence(
        evidence.stated + said,
        evidence.recalled + used,
        evidence.contexts + contexts,
        evidence.days + days,
        evidence.idle_days,
        evidence.age_days,
    )

    assert score(more).total >= score(evidence).total


@given(evidences, st.integers(0, 30), st.integers(0, 30))
def test_time_never_raises_a_score(evidence: Evidence, idle: int, age: int) -> None:
    later = Evidence(
        evidence.stated,
        evidence.recalled,
        evidence.contexts,
        evidence.days,
        evidence.idle_days + idle,
        evidence.age_days + age,
    )

    assert score(later).total <= score(evidence).total


@given(st.integers(0, 30), st.integers(0, 30))
def test_a_line_said_once_never_outscores_one_used_by_four_questions_on_four_days(once: int, idle: int) -> None:
    said_once = score(Evidence(1, 0, 1, 1, once, once))
    used_often = score(Evidence(0, 4, 4, 4, idle, 30))

    assert said_once.total <= 0.5322
    assert used_often.total >= 0.582
    assert score(Evidence(1, 4, 5, 4, idle, 30)).total > said_once.total


def test_no_evidence_scores_nothing() -> None:
    assert score(NO_EVIDENCE).total == 0.0


def test_repeats_within_a_day_count_once(said: Callable[..., NoteLine]) -> None:
    lines = [said("I like tea", 1, hour=hour) for hour in (8, 9, 10)]

    assert count_evidence(lines, [], today=date(2026, 4, 2)) == Evidence(1, 0, 1, 1, 1, 1)


def test_another_conversation_of_the_day_is_another_context(said: Callable[..., NoteLine]) -> None:
    lines = [said("I like tea", 1, conversation="a"), said("I like tea", 1, conversation="b")]

    assert count_evidence(lines, [], today=date(2026, 4, 1)).contexts == 2


def test_only_used_recalls_count_and_at_most_three_a_day(
    said: Callable[..., NoteLine], used: Callable[..., Recalled]
) -> None:
    line = said("I like tea", 1)
    recalls = [used(line, 2, question) for question in "abcde"] + [used(line, 3, "f", used=False)]

    assert count_evidence([line], recalls, today=date(2026, 4, 3)) == Evidence(1, 3, 4, 2, 1, 2)


def test_the_same_question_on_a_day_counts_once(said: Callable[..., NoteLine], used: Callable[..., Recalled]) -> None:
    line = said("I like tea", 1)
    recalls = [used(line, 2, "a"), used(line, 2, "a"), used(line, 3, "a")]

    assert count_evidence([line], recalls, today=date(2026, 4, 3)) == Evidence(1, 2, 2, 3, 0, 2)


def test_evidence_ends_after_thirty_days(said: Callable[..., NoteLine]) -> None:
    lines = [said("I like tea", 1), said("I like tea", 20)]

    assert count_evidence(lines, [], today=date(2026, 5, 1)).stated == 2
    assert count_evidence(lines, [], today=date(2026, 5, 2)).stated == 1
    assert count_evidence(lines, [], today=date(2026, 6, 1)) == NO_EVIDENCE
