"""When a cron expression is due: field by field, and on days on which the clock jumps."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from morrow.errors import InvalidSetting, InvalidTime
from morrow.jobs.cron import describe, instants_between, next_after, scheduled_dates


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


# expression, zone, after, due (both with their offset)
TABLE = [
    # plain days
    ("0 0 3 * * ?", "UTC", "2026-04-09T02:59:59+00:00", "2026-04-09T03:00:00+00:00"),
    ("0 0 3 * * ?", "UTC", "2026-04-09T03:00:00+00:00", "2026-04-10T03:00:00+00:00"),
    ("0 0 3 * * ?", "UTC", "2026-04-09T02:59:59.999999+00:00", "2026-04-09T03:00:00+00:00"),
    ("0 0 3 * * *", "UTC", "2026-04-09T12:00:00+00:00", "2026-04-10T03:00:00+00:00"),
    ("0 0 3 ? * *", "Asia/Shanghai", "2026-04-09T12:00:00+08:00", "2026-04-10T03:00:00+08:00"),
    ("0 0 3 * * ?", "UTC", "2026-12-31T03:00:00+00:00", "2027-01-01T03:00:00+00:00"),
    ("59 59 23 31 12 ?", "UTC", "2026-12-31T23:59:59+00:00", "2027-12-31T23:59:59+00:00"),
    ("0 0 3 * * ?", "Pacific/Kiritimati", "2026-12-31T12:00:00+00:00", "2026-12-31T13:00:00+00:00"),
    ("0 0 3 * * ?", "Pacific/Pago_Pago", "2026-12-31T12:00:00+00:00", "2026-12-31T14:00:00+00:00"),
    ("0 0 3 * * ?", "Etc/GMT+12", "2026-12-31T12:00:00+00:00", "2026-12-31T15:00:00+00:00"),
    ("0 0 0 * * ?", "Asia/Kathmandu", "2026-01-01T00:00:00+00:00", "2026-01-01T18:15:00+00:00"),
    # fields
    ("0 */30 * * * ?", "UTC", "2026-04-09T10:00:00+00:00", "2026-04-09T10:30:00+00:00"),
    ("*/20 * * * * ?", "UTC", "2026-04-09T10:00:20+00:00", "2026-04-09T10:00:40+00:00"),
    ("0 5/20 * * * ?", "UTC", "2026-04-09T10:05:00+00:00", "2026-04-09T10:25:00+00:00"),
    ("0 0 9-17/4 * * ?", "UTC", "2026-04-09T13:00:00+00:00", "2026-04-09T17:00:00+00:00"),
    ("0 0 22-2/2 * * ?", "UTC", "2026-04-09T22:00:00+00:00", "2026-04-10T00:00:00+00:00"),
    ("0 0 3 29 2 ?", "UTC", "2026-04-09T00:00:00+00:00", "2028-02-29T03:00:00+00:00"),
    ("0 0 3 31 * ?", "UTC", "2026-04-09T00:00:00+00:00", "2026-05-31T03:00:00+00:00"),
    ("0 0 3 L * ?", "UTC", "2026-02-09T00:00:00+00:00", "2026-02-28T03:00:00+00:00"),
    ("0 0 3 1 jan,jul ?", "UTC", "2026-04-09T00:00:00+00:00", "2026-07-01T03:00:00+00:00"),
    # days of week: 1 = SUN (2026-04-09 is a Thursday)
    ("0 0 3 ? * 1", "UTC", "2026-04-09T12:00:00+00:00", "2026-04-12T03:00:00+00:00"),
    ("0 0 3 ? * SUN", "UTC", "2026-04-09T12:00:00+00:00", "2026-04-12T03:00:00+00:00"),
    ("0 0 3 ? * 7", "UTC", "2026-04-09T12:00:00+00:00", "2026-04-11T03:00:00+00:00"),
    ("0 0 3 ? * L", "UTC", "2026-04-09T12:00:00+00:00", "2026-04-11T03:00:00+00:00"),
    ("0 0 3 ? * 2-6", "UTC", "2026-04-10T12:00:00+00:00", "2026-04-13T03:00:00+00:00"),
    ("0 0 3 ? * MON-FRI", "UTC", "2026-04-10T12:00:00+00:00", "2026-04-13T03:00:00+00:00"),
    ("0 0 3 ? * FRI-MON", "UTC", "2026-04-09T12:00:00+00:00", "2026-04-10T03:00:00+00:00"),
    ("0 0 3 ? * FRI-MON", "UTC", "2026-04-13T12:00:00+00:00", "2026-04-17T03:00:00+00:00"),
    ("0 0 3 ? * 6L", "UTC", "2026-04-09T12:00:00+00:00", "2026-04-24T03:00:00+00:00"),
    ("0 0 3 ? * 6#3", "UTC", "2026-04-09T12:00:00+00:00", "2026-04-17T03:00:00+00:00"),
    ("0 0 3 ? * fri#5", "UTC", "2026-04-09T12:00:00+00:00", "2026-05-29T03:00:00+00:00"),
    # the clock jumps over it: the first moment after the jump
    ("0 0 3 * * ?", "Europe/Helsinki", "2026-03-28T12:00:00+00:00", "2026-03-29T04:00:00+03:00"),
    ("0 30 3 * * ?", "Europe/Helsinki", "2026-03-28T12:00:00+00:00", "2026-03-29T04:00:00+03:00"),
    ("0 30 3 * * ?", "Europe/Helsinki", "2026-03-29T01:00:00+00:00", "2026-03-30T03:30:00+03:00"),
    ("0 30 2 * * ?", "America/New_York", "2026-03-07T12:00:00+00:00", "2026-03-08T03:00:00-04:00"),
    ("0 15 2 * * ?", "Australia/Lord_Howe", "2026-10-03T12:00:00+00:00", "2026-10-04T02:30:00+11:00"),
    ("0 30 0 * * ?", "Africa/Cairo", "2026-04-23T12:00:00+00:00", "2026-04-24T01:00:00+03:00"),
    # it comes twice: the first time only
    ("0 0 3 * * ?", "Europe/Helsinki", "2026-10-24T12:00:00+00:00", "2026-10-25T03:00:00+03:00"),
    ("0 0 3 * * ?", "Europe/Helsinki", "2026-10-25T00:00:00+00:00", "2026-10-26T03:00:00+02:00"),
    ("0 30 3 * * ?", "Europe/Helsinki", "2026-10-24T12:00:00+00:00", "2026-10-25T03:30:00+03:00"),
    ("0 30 3 * * ?", "Europe/Helsinki", "2026-10-25T01:10:00+00:00", "2026-10-26T03:30:00+02:00"),
    ("0 30 1 * * ?", "America/New_York", "2026-10-31T12:00:00+00:00", "2026-11-01T01:30:00-04:00"),
    ("0 45 1 * * ?", "Australia/Lord_Howe", "2026-04-04T12:00:00+00:00", "2026-04-05T01:45:00+11:00"),
    ("0 30 23 * * ?", "Africa/Cairo", "2026-10-29T12:00:00+00:00", "2026-10-29T23:30:00+03:00"),
]


@pytest.mark.parametrize(("cron", "zone", "after", "due"), TABLE)
def test_an_expression_is_next_due_at_the_instant_it_means(cron: str, zone: str, after: str, due: str) -> None:
    assert next_after(cron, at(after), zone) == at(due)


@pytest.mark.parametrize(
    ("cron", "zone", "around"),
    [
        ("0 0 3 * * ?", "Europe/Helsinki", "2026-03-29"),
        ("0 30 3 * * ?", "Europe/Helsinki", "2026-03-29"),
        ("0 0 3 * * ?", "Europe/Helsinki", "2026-10-25"),
        ("0 30 3 * * ?", "Europe/Helsinki", "2026-10-25"),
        ("0 30 2 * * ?", "America/New_York", "2026-03-08"),
        ("0 30 1 * * ?", "America/New_York", "2026-11-01"),
        ("0 15 2 * * ?", "Australia/Lord_Howe", "2026-10-04"),
        ("0 45 1 * * ?", "Australia/Lord_Howe", "2026-04-05"),
        ("0 30 0 * * ?", "Africa/Cairo", "2026-04-24"),
        ("0 30 23 * * ?", "America/Toronto", "1919-03-30"),
        ("0 0 3 * * ?", "Pacific/Kiritimati", "2026-12-31"),
    ],
)
def test_every_local_date_is_scheduled_once(cron: str, zone: str, around: str) -> None:
    middle = date.fromisoformat(around)
    start = datetime.combine(middle - timedelta(days=3), datetime.min.time(), ZoneInfo(zone))
    end = datetime.combine(middle + timedelta(days=4), datetime.min.time(), ZoneInfo(zone)) - timedelta(seconds=1)

    days = [occurrence.day for occurrence in scheduled_dates(cron, start, end, zone)]

    assert days == [middle + timedelta(days=offset) for offset in range(-3, 4)]


def test_a_date_that_a_zone_skips_has_no_run() -> None:
    found = scheduled_dates(
        "0 0 3 * * ?", at("2011-12-28T00:00:00+00:00"), at("2012-01-01T00:00:00+00:00"), "Pacific/Apia"
    )

    assert [occurrence.day.day for occurrence in found] == [28, 29, 31, 1]


def test_a_time_lost_at_midnight_belongs_to_the_date_it_was_meant_for() -> None:
    found = scheduled_dates(
        "0 45 23 * * ?", at("1919-03-30T12:00:00-05:00"), at("1919-03-31T12:00:00-04:00"), "America/Toronto"
    )

    assert [(occurrence.day, occurrence.instant) for occurrence in found] == [
        (date(1919, 3, 30), at("1919-03-31T00:30:00-04:00"))
    ]


def test_a_job_of_every_half_hour_runs_each_instant_once_over_a_jump() -> None:
    spring = instants_between(
        "0 */30 * * * ?", at("2026-03-29T02:00:00+02:00"), at("2026-03-29T05:00:00+03:00"), "Europe/Helsinki"
    )

    assert [occurrence.instant.strftime("%H:%M") for occurrence in spring] == ["00:30", "01:00", "01:30", "02:00"]


def test_a_job_of_several_times_a_day_is_scheduled_by_its_earliest() -> None:
    found = scheduled_dates("0 0 3,15 * * ?", at("2026-04-09T04:00:00+00:00"), at("2026-04-10T16:00:00+00:00"), "UTC")

    assert [occurrence.instant for occurrence in found] == [at("2026-04-10T03:00:00+00:00")]


def test_the_bounds_are_open_at_the_start_and_closed_at_the_end() -> None:
    found = instants_between("0 0 3 * * ?", at("2026-04-09T03:00:00+00:00"), at("2026-04-11T03:00:00+00:00"), "UTC")

    assert [occurrence.day.day for occurrence in found] == [10, 11]


ZONES = ("UTC", "Europe/Helsinki", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo", "Asia/Shanghai")


@settings(max_examples=150, deadline=None)
@given(
    zone=st.sampled_from(ZONES),
    hour=st.integers(0, 23),
    minute=st.integers(0, 59),
    start=st.datetimes(datetime(2024, 1, 1), datetime(2030, 1, 1)),  # noqa: DTZ001  the zone is added below
)
def test_any_daily_time_is_due_once_on_each_of_three_days_in_any_zone(
    zone: str, hour: int, minute: int, start: datetime
) -> None:
    first = start.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=ZoneInfo(zone)).astimezone(UTC)
    local = first.astimezone(ZoneInfo(zone)).date()

    found = scheduled_dates(f"0 {minute} {hour} * * ?", first - timedelta(seconds=1), first + timedelta(hours=80), zone)

    days = [occurrence.day for occurrence in found]
    assert days[:3] == [local + timedelta(days=offset) for offset in range(3)]
    instants = [occurrence.instant for occurrence in found]
    assert instants == sorted(set(instants))
    assert all(next_after(f"0 {minute} {hour} * * ?", i - timedelta(seconds=1), zone) == i for i in instants)


@pytest.mark.parametrize(
    ("cron", "reason"),
    [
        ("0 3 * * *", "six fields"),
        ("0 0 3 * * ? 2026", "six fields"),
        ("", "six fields"),
        ("0 0 24 * * ?", "'24' is out of the range of hours: 0 to 23"),
        ("0 60 3 * * ?", "'60' is out of the range of minutes: 0 to 59"),
        ("0 0 3 ? * 0", r"'0' is out of the range of days of week: 1 to 7 \(1 is SUN\) or SUN to SAT"),
        ("0 0 3 ? * 8", "'8' is out of the range of days of week"),
        ("0 0 3 ? * XYZ", "'XYZ' is out of the range"),
        ("0 0 3 0 * ?", "'0' is out of the range of days of month"),
        ("0 0 3 15W * ?", "'15W' cannot be read as days of month"),
        ("0 0 3 1 * MON", "write . for the other"),
        ("0 0 3 30 2 ?", "no month named here has a day 30"),
        ("0 0 3 31 4,6 ?", "no month named here has a day 31"),
        ("0 */0 * * * ?", "a step is 1 or more"),
        ("? 0 3 * * ?", "cannot be read as seconds"),
        ("0 0 3 ? * 6#6", "cannot be read as days of week"),
        ("0 0 3 ? * MON,6L", "not both"),
        ("0 0 ３ * * ?", "cannot be read as hours"),
    ],
)
def test_an_expression_that_cannot_be_read_is_an_error_that_says_why(cron: str, reason: str) -> None:
    with pytest.raises(InvalidSetting, match=reason):
        next_after(cron, at("2026-04-09T00:00:00+00:00"), "UTC")


def test_an_unknown_zone_and_a_time_without_one_are_errors() -> None:
    with pytest.raises(InvalidTime, match="no such time zone"):
        next_after("0 0 3 * * ?", at("2026-04-09T00:00:00+00:00"), "Mars/Phobos")
    with pytest.raises(InvalidTime, match="no zone"):
        next_after("0 0 3 * * ?", at("2026-04-09T00:00:00"), "UTC")


@pytest.mark.parametrize(
    ("cron", "en", "zh"),
    [
        ("0 0 3 * * ?", "every day at 03:00", "每天 03:00"),
        ("0 */30 * * * ?", "every 30 minutes", "每 30 分钟"),
        ("0 5 9 ? * 2,FRI", "on Monday, Friday at 09:05", "周一、周五 09:05"),
        ("0 0 3 L * ?", "0 0 3 L * ?", "0 0 3 L * ?"),
        ("0 0 3,15 * * ?", "0 0 3,15 * * ?", "0 0 3,15 * * ?"),
        ("0 5/20 * * * ?", "0 5/20 * * * ?", "0 5/20 * * * ?"),
    ],
)
def test_a_simple_expression_is_told_in_words(cron: str, en: str, zh: str) -> None:
    assert (describe(cron, "en"), describe(cron, "zh")) == (en, zh)
