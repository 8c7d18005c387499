"""Dreams by topic, additions of a model, and inputs that did not change."""

from collections.abc import Callable
from datetime import date

import pytest

from morrow.dreaming.candidates import Candidate, Window, collect
from morrow.dreaming.fingerprint import fingerprint
from morrow.dreaming.focus import about_topic, accepted_for, waive_counts
from morrow.dreaming.gates import Promoted, Thresholds, judge_all
from morrow.dreaming.notes import NoteLine, Recalled

Say = Callable[..., NoteLine]
TODAY = date(2026, 4, 4)


@pytest.fixture(name="candidates")
def fixture_candidates(said: Say) -> tuple[Candidate, ...]:
    """Return three candidates: a marathon, a backend, a tea."""
    lines = [
        said("I'm training for the Lisbon marathon", 2),
        said("新后端端口是 9090", 3),
        said("I like tea", 3),
    ]
    return collect(lines, [], window=Window(TODAY)).candidates


@pytest.mark.parametrize(
    ("topic", "text"),
    [
        ("Lisbon marathon", "I'm training for the Lisbon marathon"),
        ("后端端口", "新后端端口是 9090"),
        ("TEA", "I like tea"),
    ],
)
def test_a_topic_finds_its_candidates(candidates: tuple[Candidate, ...], topic: str, text: str) -> None:
    assert [found.best.text for found in about_topic(candidates, topic)] == [text]


def test_a_topic_that_nobody_spoke_of_finds_none(candidates: tuple[Candidate, ...]) -> None:
    assert about_topic(candidates, "Berlin marathon") == ()
    assert about_topic(candidates, "") == ()


def test_a_focused_dream_waives_the_counts(candidates: tuple[Candidate, ...]) -> None:
    verdicts = judge_all(
        about_topic(candidates, "marathon"), thresholds=waive_counts(Thresholds()), memory_entries=[], today=TODAY
    )

    assert [type(verdict) for verdict in verdicts] == [Promoted]


@pytest.mark.parametrize(
    ("addition", "is_accepted"),
    [
        ("- Training for the marathon in Lisbon", True),
        ("- 新后端的端口：9090", True),
        ("- 新后端的端口：9091", False),
        ("- Training for the Lisbon marathon with Anna", False),
        ("- Does not like tea", False),
        ("- Lives in Porto", False),
    ],
)
def test_an_addition_needs_an_accepted_candidate(
    candidates: tuple[Candidate, ...], addition: str, *, is_accepted: bool
) -> None:
    assert (accepted_for(addition, candidates) is not None) == is_accepted


def test_the_fingerprint_ignores_order_and_unused_recalls(said: Say, used: Callable[..., Recalled]) -> None:
    a, b = said("I like tea", 1), said("I like coffee", 2)

    same = fingerprint([a, b], [], "memory", 3)

    assert fingerprint([b, a], [used(a, 2, used=False)], "memory", 3) == same
    assert fingerprint([b, a], [used(a, 2)], "memory", 3) != same
    assert fingerprint([a], [], "memory", 3) != same
    assert fingerprint([a, b], [], "memory!", 3) != same
    assert fingerprint([a, b], [], "memory", 4) != same
