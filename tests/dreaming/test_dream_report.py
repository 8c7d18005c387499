"""Reports, diary and morning card: what a dream did, stored, told, and shown the next morning."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from morrow.documents.entries import Entry
from morrow.dreaming.candidates import Window, collect
from morrow.dreaming.card import card
from morrow.dreaming.diary import append_entry, newest_entry, render_entry
from morrow.dreaming.gates import Thresholds, judge_all
from morrow.dreaming.notes import NoteLine
from morrow.dreaming.reasons import SkipReason
from morrow.dreaming.report import (
    Counts,
    Engine,
    Mode,
    Outcome,
    Report,
    ReportItem,
    Status,
    Trigger,
    decode,
    encode,
    items_of,
)
from morrow.errors import InvalidInput

Say = Callable[..., NoteLine]
NIGHT = datetime(2026, 4, 4, 1, tzinfo=UTC)


def report(items: tuple[ReportItem, ...] = (), **more: object) -> Report:
    """Return the report of the night to April 4."""
    plain = Report(
        id="r1",
        agent="1",
        scope="PERSONAL",
        owner="user:7",
        mode=Mode.NIGHTLY,
        trigger=Trigger.CRON,
        engine=Engine.RULES,
        started_at=NIGHT,
        status=Status.COMPLETED,
        finished_at=NIGHT,
        counts=Counts(notes=3, lines=5, candidates=3, first_day=date(2026, 4, 1), last_day=date(2026, 4, 3)),
        diff="+- I like tea",
        items=items,
    )
    return replace(plain, **more)  # type: ignore[arg-type] # any field of the report


@pytest.fixture
def night(said: Say, entry: Callable[..., Entry]) -> Report:
    """Return a night that promoted tea, renewed a port, and turned away a pizza, a heading and a forgotten line."""
    lines = [said("I like tea", day) for day in (1, 2, 3)]
    lines += [said("端口不是 9090，是 9091", 3, replaces="9090"), said("Had pizza with Tom", 3), said("## 决定", 3)]
    lines += [said("my old secret", 3, forgotten=True)]
    found = collect(lines, [], window=Window(date(2026, 4, 4)))
    verdicts = judge_all(
        found.candidates, thresholds=Thresholds(), memory_entries=[entry("- 新后端端口 9090")], today=date(2026, 4, 4)
    )
    return report(items_of(verdicts, found.dropped))


def test_a_report_holds_every_candidate_with_outcome_reason_and_score(night: Report) -> None:
    assert [item.text for item in night.promoted] == ["I like tea"]
    assert [item.replaced for item in night.superseded] == ["新后端端口 9090"]
    assert {item.reason for item in night.turned_away} == {"one_off", "shape", "forgotten"}
    assert all(item.score for item in night.items if item.evidence)


def test_a_report_never_repeats_forgotten_words(night: Report) -> None:
    assert "my old secret" not in encode(night)


def test_a_report_survives_its_json_form(night: Report) -> None:
    assert decode(encode(night)) == night
    assert encode(decode(encode(night))) == encode(night)


@pytest.mark.parametrize("spoilt", ["", "{}", "null", '{"id": 1}', "[]"])
def test_what_is_no_report_is_not_read_as_one(spoilt: str) -> None:
    with pytest.raises(InvalidInput):
        decode(spoilt)


def test_unknown_fields_and_wrong_types_are_refused(night: Report) -> None:
    with pytest.raises(InvalidInput):
        decode(encode(night).replace('"topic":', '"tropic":', 1))
    with pytest.raises(InvalidInput):
        decode(encode(night).replace('"notes":3', '"notes":"3"', 1))


def test_the_diary_tells_what_was_seen_found_changed_and_turned_away(night: Report) -> None:
    entry = render_entry(night, "en", "Europe/Helsinki")

    assert entry.startswith("## 2026-04-04 04:00\n\nLooked at: daily notes 3 (2026-04-01 – 2026-04-03), lines 5")
    assert "Patterns:\n- “I like tea”: said on 3 days; score 0.76" in entry
    assert "- added under “Facts”: “I like tea”" in entry
    assert "- replaced “新后端端口 9090” by “端口不是 9090，是 9091”" in entry
    assert "- “Had pizza with Tom”: said only once; score 0.50 of 0.60; needs 2 more mentions or uses" in entry
    assert "no statement (a heading): 1" in entry
    assert "my old secret" not in entry


def test_the_diary_speaks_chinese(night: Report) -> None:
    entry = render_entry(night, "zh", "Asia/Shanghai")

    assert entry.startswith("## 2026-04-04 09:00\n\n看了")
    assert "「I like tea」：有 3 天说到" in entry
    assert "Looked" not in entry
    assert "needs" not in entry


def test_a_night_without_promotions_names_the_nearest_misses(night: Report) -> None:
    misses = tuple(item for item in night.items if item.outcome is Outcome.TURNED_AWAY)

    entry = render_entry(report(misses, diff=""), "en", "UTC")

    assert "The text of MEMORY.md is unchanged." in entry
    assert "Nothing became memory. Nearest to it:\n- “Had pizza with Tom”" in entry
    assert entry.count("Had pizza with Tom") == 1


def test_an_unchanged_night_is_one_line() -> None:
    entry = render_entry(report(status=Status.SKIPPED, reason=SkipReason.NOTHING_NEW), "en", "UTC")

    assert entry == "## 2026-04-04 01:00\nNothing new since the last dream.\n"


def test_the_diary_cites_only_what_is_new(night: Report) -> None:
    again = tuple(replace(item, is_new=False) for item in night.items if item.outcome is Outcome.TURNED_AWAY)

    entry = render_entry(report((*night.having(Outcome.PROMOTED), *again)), "en", "UTC")

    assert "pizza" not in entry
    assert "others, as before: 1" in entry


def test_a_models_words_are_only_quoted_and_the_diff_decides(night: Report) -> None:
    claimed = report((), diff="", engine=Engine.MODEL, model="m-1", model_reason="合并了 5 条，删除 3 条")

    entry = render_entry(claimed, "en", "UTC")

    assert "The text of MEMORY.md is unchanged." in entry
    assert "> The model's own words: “合并了 5 条，删除 3 条”" in entry
    assert "Engine: model (m-1)." in entry


def test_a_failed_night_says_so() -> None:
    assert "The dream failed: “no answer”" in render_entry(report(status=Status.FAILED, error="no answer"), "en", "UTC")


def test_long_and_many_lined_text_is_cited_on_one_short_line() -> None:
    long = ReportItem("k", Outcome.PROMOTED, "## forged\n\n" + "x" * 500)

    entry = render_entry(report((long,)), "en", "UTC")

    assert entry.count("\n## ") == 0
    assert max(len(line) for line in entry.split("\n")) < 250


def test_the_diary_grows_at_its_end_and_knows_its_newest_entry() -> None:
    first = render_entry(report(), "en", "UTC")
    second = render_entry(report(started_at=datetime(2026, 4, 5, 1, tzinfo=UTC)), "en", "UTC")

    diary = append_entry(append_entry("", first), second)

    assert diary.startswith("# DREAMS\n\n## 2026-04-04 01:00\n")
    assert newest_entry(diary) == second.strip("\n")
    assert newest_entry("") == ""


def test_the_morning_card_shows_each_new_thing_with_its_entry_and_why(night: Report) -> None:
    shown = card(night, "en", {}, inbox=2)

    assert shown.headline == "Good morning. 2 things became memory last night."
    assert [(one.outcome, one.text) for one in shown.entries] == [
        (Outcome.PROMOTED, "I like tea"),
        (Outcome.SUPERSEDED, "端口不是 9090，是 9091"),
    ]
    assert shown.entries[0].why == "said on 3 days"
    assert shown.entries[1].id == "e1"
    assert (shown.empty_reason, shown.inbox) == ("", 2)


def test_an_empty_card_says_why(night: Report) -> None:
    nothing = report(status=Status.SKIPPED, reason=SkipReason.NOTHING_NEW)
    misses = report(night.having(Outcome.TURNED_AWAY))

    assert card(nothing, "en", {}).empty_reason == "Nothing new since the last dream."
    assert card(misses, "en", {}).empty_reason.startswith("Nothing was said or used often enough. Nearest: “Had pizza")
    assert card(nothing, "zh", {}).empty_reason == "上次做梦以来没有新内容。"
