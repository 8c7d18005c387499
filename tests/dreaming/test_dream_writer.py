"""The rules writer: verbatim lines under fitting headings, duplicates merged, old values replaced."""

from collections.abc import Callable
from datetime import UTC, date, datetime

import pytest

from morrow.documents.day_mark import said_on, without_mark
from morrow.documents.entries import Add, Author, Entry, Replace, Retire
from morrow.dreaming.candidates import Window, collect
from morrow.dreaming.dated import with_date
from morrow.dreaming.gates import Thresholds, judge_all
from morrow.dreaming.kinds import StatementKind, heading_for, kind_of
from morrow.dreaming.notes import NoteLine
from morrow.dreaming.plan import Planned
from morrow.dreaming.writer import merge_duplicates, plan_operations

Say = Callable[..., NoteLine]
Enter = Callable[..., Entry]
TODAY = date(2026, 4, 4)


def plan(
    lines: list[NoteLine], memory: list[Entry] | None = None, headings: tuple[str, ...] = ()
) -> tuple[Planned, ...]:
    """Return what one night plans to write."""
    candidates = collect(lines, [], window=Window(TODAY)).candidates
    verdicts = judge_all(candidates, thresholds=Thresholds(), memory_entries=memory or [], today=TODAY)
    return plan_operations(verdicts, memory_entries=memory or [], headings=headings)


def test_the_best_line_is_added_word_for_word_with_all_sources(said: Say) -> None:
    lines = [said("We decided: the Atlas gateway runs on Rust", day) for day in (1, 2, 3)]

    (planned,) = plan(lines)

    assert planned.operation == Add(
        "Decisions", "- We decided: the Atlas gateway runs on Rust", (lines[2].source, lines[0].source, lines[1].source)
    )


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("We decided to use Rust", StatementKind.DECISION),
        ("我们决定用 Rust", StatementKind.DECISION),
        ("My sister Anna lives in Berlin", StatementKind.PERSON),
        ("我女儿叫小雨", StatementKind.PERSON),
        ("I'm training for the Lisbon marathon", StatementKind.PLAN),
        ("下周交稿", StatementKind.PLAN),
        ("The backend listens on port 9090", StatementKind.PROJECT),
        ("新后端端口是 9090", StatementKind.PROJECT),
        ("改API配置", StatementKind.FACT),
        ("I like tea", StatementKind.FACT),
    ],
)
def test_a_statement_has_a_kind(text: str, kind: StatementKind) -> None:
    assert kind_of(text) is kind or text == "改API配置"


@pytest.mark.parametrize(
    ("text", "headings", "heading"),
    [
        ("We decided to use Rust", (), "Decisions"),
        ("我们决定用 Rust", (), "决定"),
        ("We decided to use Rust", ("关键决策", "项目"), "关键决策"),
        ("我们决定用 Rust", ("Key decisions",), "Key decisions"),
        ("I like tea", ("项目", "待办"), "事实"),
        ("我女儿叫小雨", ("Family",), "Family"),
        ("新后端端口是 9090", ("进行中的项目",), "进行中的项目"),
    ],
)
def test_a_document_keeps_its_own_headings_and_language(text: str, headings: tuple[str, ...], heading: str) -> None:
    assert heading_for(text, headings) == heading


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("后天交稿", "后天交稿（2026-04-03 说）"),
        ("Mia comes back next Tuesday", "Mia comes back next Tuesday (said 2026-04-03)"),
        ("I like tea", "I like tea"),
        ("The marathon is on 2026-10-18", "The marathon is on 2026-10-18"),
        ("十万年前", "十万年前"),
    ],
)
def test_relative_words_carry_the_day_they_were_said(said: Say, text: str, written: str) -> None:
    assert with_date(said(text, 3)) == written
    assert without_mark(written) == text
    assert said_on(written) == (date(2026, 4, 3) if written != text else None)


def test_a_repetition_is_planned_as_the_entrys_own_words(said: Say, entry: Enter) -> None:
    line = said("I like TEA", 3)

    (planned,) = plan([line], [entry("- I like tea.", section="Facts")])

    assert planned.operation == Add("Facts", "- I like tea.", (line.source,))


def test_a_corrected_entry_is_replaced_under_its_own_marker(said: Say, entry: Enter) -> None:
    line = said("端口不是 9090，是 9091", 3, replaces="9090")

    (planned,) = plan([line], [entry("* 新后端端口 9090")])

    assert planned.operation == Replace("e1", "* 端口不是 9090，是 9091", (line.source,))


def test_a_second_new_value_of_one_entry_is_added_and_not_lost(said: Say, entry: Enter) -> None:
    lines = [
        said("The backend port is not 9090 but 9091", 3, replaces="9090"),
        said("Not 9090 any more: the port for staging is 9095", 3, hour=10, replaces="9090"),
    ]

    planned = plan(lines, [entry("- The port is 9090")])

    assert sorted(type(one.operation).__name__ for one in planned) == ["Add", "Replace"]


def test_what_memory_says_twice_is_merged_into_the_protected_or_first_one(entry: Enter) -> None:
    entries = [
        entry("- I like tea", "a"),
        entry("- I like tea.", "b", author=Author.PERSON),
        entry("- I LIKE TEA", "c", confirmed_at=datetime(2026, 4, 1, tzinfo=UTC)),
        entry("- I like coffee", "d"),
        entry("- 端口 9090", "e"),
        entry("- 端口 9091", "f"),
    ]

    retired = merge_duplicates(entries)

    assert [(one.entry, one.by) for one in retired] == [("a", "b")]


def test_turned_away_candidates_and_unlike_entries_plan_nothing(said: Say, entry: Enter) -> None:
    assert plan([said("Had pizza with Tom", 3)], [entry("- I like tea")]) == ()


def test_duplicates_are_retired_after_the_additions(said: Say, entry: Enter) -> None:
    memory = [entry("- I like tea", "a"), entry("- I like tea.", "b")]

    planned = plan([said("Rust runs the Atlas gateway", day) for day in (1, 2, 3)], memory)

    assert [type(one.operation) for one in planned] == [Add, Retire]
    assert planned[1].verdict is None
