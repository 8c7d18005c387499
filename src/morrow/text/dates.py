"""Finds the days that words name, seen from the day they were said on. Guesses nothing that stays ambiguous."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from morrow.clock import local_day
from morrow.text import dates_en, dates_zh
from morrow.text.day_ranges import DayRange, Finder, View
from morrow.text.language import has_han

# "4/9/2026" is April in these places' habit, September elsewhere.
_DAY_FIRST = (
    "Europe/",
    "Africa/",
    "Australia/",
    "Indian/",
    "Atlantic/",
    "Asia/Kolkata",
    "Pacific/Auckland",
    "Asia/Singapore",
)
_FURTHEST = timedelta(days=366 * 120)


@dataclass(frozen=True, slots=True)
class Dated:
    """A phrase of a text that names one day: `text[span[0]:span[1]] == phrase`."""

    span: tuple[int, int]
    phrase: str
    date: date


def resolve(text: str, *, said_at: datetime, zone: str) -> tuple[Dated, ...]:
    """Return the phrases of `text` that name exactly one day, in order.

    Relative ones count from the day of `said_at` in `zone`. What names a longer time ("next week", 去年), no real day
    (2/30), or a fantastic one (十万年前) is left out: it stays text.
    """
    view = _view(said_at, zone)
    found = _find(text, view)
    return tuple(Dated(span, text[span[0] : span[1]], days.start) for span, days in found if days.is_one_day)


def dates_in_question(text: str, now: datetime, zone: str) -> tuple[date, date] | None:
    """Return the first and last day that a question's words reach over ("last week", 去年5月), or None."""
    found = [days for _, days in _find(text, _view(now, zone))]
    if not found:
        return None
    return min(days.start for days in found), max(days.end for days in found)


def _view(instant: datetime, zone: str) -> View:
    return View(local_day(instant, zone), day_first=zone.startswith(_DAY_FIRST))


def _find(text: str, view: View) -> list[tuple[tuple[int, int], DayRange]]:
    """Return all day ranges with their spans, in order, overlapping ones reduced to the first and longest."""
    matches = sorted(_all(text, view), key=lambda found: (found[0][0], -found[0][1]))
    kept: list[tuple[tuple[int, int], DayRange]] = []
    end = 0
    for span, days in matches:
        if span[0] < end:
            continue
        end = span[1]
        if days is not None and abs(days.start - view.today) < _FURTHEST:
            kept.append((span, days))
    return kept


def _all(text: str, view: View) -> Iterator[tuple[tuple[int, int], DayRange | None]]:
    if dates_en.MAY_HOLD.search(text):
        yield from _run(dates_en.FINDERS, text, view)
    if has_han(text) and dates_zh.MAY_HOLD.search(text):
        yield from _run(dates_zh.FINDERS, text, view)


def _run(finders: tuple[Finder, ...], text: str, view: View) -> Iterator[tuple[tuple[int, int], DayRange | None]]:
    for pattern, read in finders:
        for match in pattern.finditer(text):
            try:
                days = read(match, view)
            except (ValueError, OverflowError):  # no such day (February 30), or out of the calendar
                days = None
            yield match.span(), days
