"""Arithmetic of days, weeks, months and years for reading dates. Knows no language."""

import re
from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

_NINE_MONTHS = timedelta(days=270)


@dataclass(frozen=True, slots=True)
class View:
    """Where a date is read from: the speaker's day, and whether "4/9" puts the day first."""

    today: date
    day_first: bool = False


@dataclass(frozen=True, slots=True)
class DayRange:
    """The days from `start` to `end`, both included."""

    start: date
    end: date

    @property
    def is_one_day(self) -> bool:
        """Whether it names exactly one day."""
        return self.start == self.end


Reader = Callable[[re.Match[str], View], DayRange | None]
Finder = tuple[re.Pattern[str], Reader]


def one(day: date) -> DayRange:
    """Return the range of a single day."""
    return DayRange(day, day)


def shift(today: date, days: int) -> DayRange:
    """Return the single day `days` after `today`. Raises OverflowError outside the calendar."""
    return one(today + timedelta(days=days))


def week(today: date, offset: int) -> DayRange:
    """Return Monday to Sunday of the week `offset` weeks after that of `today`."""
    monday = today - timedelta(days=today.weekday()) + timedelta(weeks=offset)
    return DayRange(monday, monday + timedelta(days=6))


def weekend(today: date, offset: int) -> DayRange:
    """Return Saturday and Sunday of the week `offset` weeks after that of `today`."""
    days = week(today, offset)
    return DayRange(days.end - timedelta(days=1), days.end)


def month(year: int, number: int) -> DayRange:
    """Return a whole month. Raises ValueError for a month outside 1..12."""
    return DayRange(date(year, number, 1), date(year, number, monthrange(year, number)[1]))


def month_of(today: date, offset: int) -> DayRange:
    """Return the month `offset` months after that of `today`."""
    index = today.year * 12 + today.month - 1 + offset
    return month(index // 12, index % 12 + 1)


def same_day(today: date, months: int) -> date:
    """Return the day `months` later, or the month's last one where it is shorter."""
    days = month_of(today, months)
    return days.start.replace(day=min(today.day, days.end.day))


def year(number: int) -> DayRange:
    """Return a whole year."""
    return DayRange(date(number, 1, 1), date(number, 12, 31))


def nearest(today: date, number: int, day: int) -> date:
    """Return that day of this year, or of a neighbouring one where this year's is over nine months away.

    Raises ValueError if none of the three years has it.
    """
    candidates = [
        date(candidate, number, day)
        for candidate in (today.year, today.year - 1, today.year + 1)
        if day <= monthrange(candidate, number)[1]
    ]
    if candidates and candidates[0].year == today.year and abs(candidates[0] - today) <= _NINE_MONTHS:
        return candidates[0]
    return min(candidates, key=lambda found: abs(found - today))


def latest_month(today: date, number: int) -> DayRange:
    """Return the last month of that number which has begun by `today`."""
    return month(today.year if number <= today.month else today.year - 1, number)
