"""When a line needs the mark that tells a later reader on which day it was said, and which day its words name."""

from datetime import UTC, date, datetime, time, timedelta

from morrow.documents.day_mark import with_mark
from morrow.dreaming.notes import NoteLine
from morrow.text.dates import dates_in_question, resolve
from morrow.text.language import language_of

# Two days in unlike weeks, months and years: a phrase that names the same day from both names it for good.
_FAR = timedelta(days=543)


def needs_date(line: NoteLine) -> bool:
    """Return whether a line holds words whose meaning depends on the day they were said (tomorrow, 下周三)."""
    said = _noon(line.day)
    seen = dates_in_question(line.text, said, "UTC")
    return seen is not None and seen != dates_in_question(line.text, said - _FAR, "UTC")


def last_day_named(line: NoteLine) -> date | None:
    """Return the last day that a line's words name, seen from the day they were said, or None."""
    return max((found.date for found in resolve(line.text, said_at=_noon(line.day), zone="UTC")), default=None)


def with_date(line: NoteLine) -> str:
    """Return a line's text as memory shows it: word for word, with the day it was said behind relative words."""
    text = " ".join(line.text.split("\n")).strip()
    if not needs_date(line):
        return text
    return with_mark(text, line.day, in_chinese=language_of(text) == "zh")


def _noon(day: date) -> datetime:
    """Return an instant that has the same day in UTC as the line had where it was said."""
    return datetime.combine(day, time(12), UTC)
