"""Ranking: pure decisions over candidates and counts."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta

import pytest

from morrow.search.passages import passages
from morrow.search.ranking import Candidate, Period, Scored, Statistics, document_weight, rank
from morrow.search.tokens import query_tokens

NOW = datetime(2026, 4, 9, 8, 0, tzinfo=UTC)


def candidate(number: int, text: str, **more: object) -> Candidate:
    return Candidate(number, tuple(map(tuple, passages(text))), **more)  # type: ignore[arg-type]


def ranked(question: str, *candidates: Candidate, period: Period | None = None, limit: int = 10) -> list[Scored]:
    tokens = [[token for passage in c.passages for token in passage] for c in candidates]
    frequency = Counter(token for found in tokens for token in set(found))
    count = len(candidates)
    statistics = Statistics(count + 50, count + 50, 20 * (count + 50), frequency)
    return rank(query_tokens(question), candidates, statistics, now=NOW, limit=limit, period=period)


def order(question: str, *candidates: Candidate, period: Period | None = None) -> list[int]:
    return [scored.number for scored in ranked(question, *candidates, period=period)]


def test_a_line_with_both_words_beats_a_line_with_one() -> None:
    assert order("running shoes", candidate(1, "running late"), candidate(2, "my running shoes")) == [2, 1]


def test_core_files_stand_above_notes_and_scores_strictly_fall() -> None:
    names = ["memory/2026-05-10.md", "AGENTS.md", "MEMORY.md", "PROFILE.md"]
    lines = [candidate(n, "tea without milk", weight=document_weight(name)) for n, name in enumerate(names)]

    found = ranked("tea", *lines)

    assert [names[s.number] for s in found] == ["MEMORY.md", "PROFILE.md", "AGENTS.md", "memory/2026-05-10.md"]
    scores = [s.score for s in found]
    assert scores == sorted(set(scores), reverse=True)


@pytest.mark.parametrize(
    ("name", "weight"),
    [("MEMORY.md", 1.0), ("PROFILE.md", 0.9), ("SOUL.md", 0.8), ("KNOWLEDGE.md", 0.7), ("structured/user.md", 0.7),
     ("memory/2026-04-09.md", 0.5)],
)  # fmt: skip
def test_a_document_weighs_what_its_name_says(name: str, weight: float) -> None:
    assert document_weight(name) == weight


def test_question_words_alone_only_fill_places_left_empty() -> None:
    moved = candidate(1, "I moved to Lisbon in May, and I live well in it; which I do like")
    city = candidate(2, "the city council")

    assert order("which city do I want", moved, city) == [2, 1]
    assert order("which city do I want", moved) == [1]


def test_what_matches_nothing_is_no_answer() -> None:
    assert order("running", candidate(1, "tea without milk")) == []


def test_the_words_side_by_side_beat_the_words_apart() -> None:
    apart = candidate(1, "the shoes were left when running")
    beside = candidate(2, "left when buying running shoes")

    assert order("running shoes", apart, beside) == [2, 1]


def test_a_rare_word_counts_more_than_a_common_one() -> None:
    common = [candidate(n, "tea again") for n in range(2, 20)]

    assert order("tea ceremony", *common, candidate(1, "a ceremony"))[0] == 1


def test_a_turn_gains_from_its_neighbours() -> None:
    said = [
        candidate(1, "What did you name the puppy?", conversation="c", position=4),
        candidate(2, "Biscuit!", conversation="c", position=5),
        candidate(3, "Good night", conversation="c", position=9),
    ]

    assert order("name of the puppy", *said) == [1, 2]


def test_what_a_person_said_stands_above_what_an_assistant_said() -> None:
    said = [
        candidate(1, "the budget is 400", conversation="a", position=1, is_assistant=True),
        candidate(2, "the budget is 400 euro", conversation="b", position=1),
    ]

    assert order("budget", *said) == [2, 1]


def test_personal_memory_stands_above_shared() -> None:
    assert order("tea", candidate(1, "tea is free", is_shared=True), candidate(2, "tea is mine")) == [2, 1]


def test_the_newer_of_two_dated_lines_stands_first() -> None:
    lines = [candidate(n, f"tea {n}", at=NOW - timedelta(days=days)) for n, days in ((1, 400), (2, 1))]

    assert order("tea", *lines) == [2, 1]


def test_what_is_dated_in_the_time_asked_about_stands_first_even_without_the_words() -> None:
    period = Period.of_days(date(2026, 3, 31), date(2026, 3, 31), "Asia/Shanghai")
    there = datetime(2026, 3, 30, 17, 0, tzinfo=UTC)  # 01:00 of the 31st in Shanghai
    lines = [candidate(1, "I did what you do", at=NOW), candidate(2, "dentist", at=there)]

    assert order("what did I do", *lines, period=period)[0] == 2


def test_a_repeat_is_put_behind_what_says_something_else() -> None:
    same = [candidate(n, "the deploy key lives in the vault of the ops team") for n in (1, 2, 3)]

    assert set(order("deploy key", *same, candidate(4, "ask Bo for a deploy key"))[:2]) == {1, 4}


def test_one_line_of_a_long_message_is_enough() -> None:
    long = candidate(
        1, "The locker code is 4471.\n\n" + "\n\n".join("An unrelated paragraph of words. " * 12 for _ in "abc")
    )

    assert ranked("locker code", long)[0].score > 0.5 * ranked("locker code", candidate(2, "The locker code"))[0].score


def test_no_more_than_asked_for() -> None:
    lines = [candidate(n, f"tea number {n}") for n in range(12)]

    assert len(ranked("tea", *lines, limit=3)) == 3
