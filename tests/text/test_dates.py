from datetime import UTC, date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from morrow.text.dates import dates_in_question, resolve

# A Thursday, noon in Shanghai.
SAID_AT = datetime(2026, 4, 9, 4, tzinfo=UTC)


def days_of(text: str, *, said_at: datetime = SAID_AT, zone: str = "Asia/Shanghai") -> list[str]:
    return [found.date.isoformat() for found in resolve(text, said_at=said_at, zone=zone)]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("后天交稿", "2026-04-11"),
        ("今天", "2026-04-09"),
        ("明天", "2026-04-10"),
        ("大后天", "2026-04-12"),
        ("昨天", "2026-04-08"),
        ("前天", "2026-04-07"),
        ("下周三", "2026-04-15"),
        ("上周二", "2026-03-31"),
        ("这周五", "2026-04-10"),
        ("下下周一", "2026-04-20"),
        ("周五之前交", "2026-04-10"),
        ("月底", "2026-04-30"),
        ("5月底", "2026-05-31"),
        ("年底", "2026-12-31"),
        ("下个月3号", "2026-05-03"),
        ("3天后", "2026-04-12"),
        ("两周后", "2026-04-23"),
        ("二十天前", "2026-03-20"),
        ("三月五号", "2026-03-05"),
        ("12月25号", "2026-12-25"),
        ("2026年3月5日", "2026-03-05"),
        ("二零二六年五月一日", "2026-05-01"),
        ("去年除夕", "2025-01-28"),
        ("today", "2026-04-09"),
        ("the day after tomorrow", "2026-04-11"),
        ("next Tuesday", "2026-04-14"),
        ("last Tuesday", "2026-04-07"),
        ("this Friday", "2026-04-10"),
        ("due by Friday", "2026-04-10"),
        ("in two weeks", "2026-04-23"),
        ("in 2 weeks' time", "2026-04-23"),
        ("3 days ago", "2026-04-06"),
        ("by the end of the month", "2026-04-30"),
        ("on May 5th", "2026-05-05"),
        ("13 July 2024", "2024-07-13"),
        ("July 4, 2025", "2025-07-04"),
        ("2026-04-09", "2026-04-09"),
        ("4/9/2026", "2026-04-09"),
        ("13/4/2026", "2026-04-13"),
    ],
)
def test_words_that_name_one_day_are_resolved_from_the_day_they_were_said(text: str, day: str) -> None:
    assert days_of(text) == [day]


@pytest.mark.parametrize(
    "text",
    [
        *("十万年前", "上辈子", "几天前", "上个月", "去年", "2月30日", "2026年13月1日", "周三", "先天后天", "下周"),
        *("a million years ago", "2/30", "2026-02-30", "next week", "I may 5", "sat on the sun", "Wednesday", "in 4/5"),
        *("three years ago", "a few days ago", "", "9999 years ago", "in 9999 months"),
    ],
)
def test_fantastic_impossible_and_vague_words_stay_text(text: str) -> None:
    assert days_of(text) == []


def test_the_day_is_counted_in_the_zone_of_the_speaker() -> None:
    late = datetime(2026, 4, 10, 16, 30, tzinfo=UTC)

    assert days_of("今天", said_at=late, zone="Asia/Shanghai") == ["2026-04-11"]
    assert days_of("today", said_at=late, zone="America/Los_Angeles") == ["2026-04-10"]


def test_a_slashed_date_follows_the_habit_of_the_place() -> None:
    assert days_of("4/9/2026", zone="Europe/Helsinki") == ["2026-09-04"]
    assert days_of("4/9/2026", zone="America/New_York") == ["2026-04-09"]


def test_a_yearless_day_is_this_years_unless_a_neighbouring_one_is_far_nearer() -> None:
    assert days_of("1月3日", said_at=datetime(2026, 12, 20, tzinfo=UTC)) == ["2027-01-03"]
    assert days_of("December 25", said_at=datetime(2026, 1, 10, tzinfo=UTC)) == ["2025-12-25"]


def test_a_phrase_is_given_with_its_place_in_the_text() -> None:
    text = "交稿日期是下周三，别忘了 2026-05-01 放假"

    found = resolve(text, said_at=SAID_AT, zone="Asia/Shanghai")

    assert [one.phrase for one in found] == ["下周三", "2026-05-01"]
    assert all(text[one.span[0] : one.span[1]] == one.phrase for one in found)


@pytest.mark.parametrize(
    ("question", "start", "end"),
    [
        ("what did I do last Tuesday?", date(2026, 4, 7), date(2026, 4, 7)),
        ("what happened in May 2023?", date(2023, 5, 1), date(2023, 5, 31)),
        ("what did we decide last week?", date(2026, 3, 30), date(2026, 4, 5)),
        ("where was I in December?", date(2025, 12, 1), date(2025, 12, 31)),
        ("what did I read in 2024?", date(2024, 1, 1), date(2024, 12, 31)),
        ("what did I spend in the last 3 days?", date(2026, 4, 6), date(2026, 4, 9)),
        ("between May 3 and June 5, 2025", date(2025, 6, 5), date(2026, 5, 3)),
        ("上周二我说了什么", date(2026, 3, 31), date(2026, 3, 31)),
        ("去年5月我在哪", date(2025, 5, 1), date(2025, 5, 31)),
        ("上个月花了多少", date(2026, 3, 1), date(2026, 3, 31)),
        ("最近三天聊了啥", date(2026, 4, 6), date(2026, 4, 9)),
        ("这周末有什么安排", date(2026, 4, 11), date(2026, 4, 12)),
    ],
)
def test_a_question_names_the_days_it_reaches_over(question: str, start: date, end: date) -> None:
    assert dates_in_question(question, SAID_AT, "Asia/Shanghai") == (start, end)


def test_a_question_without_days_names_none() -> None:
    assert dates_in_question("我住在哪里？", SAID_AT, "Asia/Shanghai") is None


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="0123456789/-.年月日号天周上下前后底个这一二三十百零May5thinlastnextago ", max_size=60))
def test_no_text_makes_it_fail(text: str) -> None:
    for found in resolve(text, said_at=SAID_AT, zone="Asia/Shanghai"):
        assert text[found.span[0] : found.span[1]] == found.phrase
    dates_in_question(text, SAID_AT, "Asia/Shanghai")


@pytest.mark.parametrize("said_at", [datetime(1, 1, 2, tzinfo=UTC), datetime(9999, 12, 30, tzinfo=UTC)])
def test_the_edges_of_the_calendar_make_it_fail_neither(said_at: datetime) -> None:
    for text in ("三周前 三周后 下个月3号 月底 1月3日", "last week next week in 3 months 5 years ago on May 5 in May"):
        resolve(text, said_at=said_at, zone="UTC")
