"""The mark that tells a later reader on which day a line was said: when it is needed, how it is written and cut off."""

import re
from datetime import UTC, date, datetime, time, timedelta

from morrow.dreaming.notes import NoteLine
from morrow.text.dates import dates_in_question, resolve
from morrow.text.language import language_of

_MARK = re.compile(r" \(said (\d{4}-\d{2}-\d{2})\)$|（(\d{4}-\d{2}-\d{2}) 说）$")
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
    day = line.day.isoformat()
    return f"{text}（{day} 说）" if language_of(text) == "zh" else f"{text} (said {day})"


def without_date(text: str) -> str:
    """Return a memory line's text without the day mark that `with_date` put behind it."""
    return _MARK.sub("", text)


def said_on(text: str) -> date | None:
    """Return the day that a memory line's mark names, or None."""
    found = _MARK.search(text)
    return date.fromisoformat(found[1] or found[2]) if found else None


def _noon(day: date) -> datetime:
    """Return an instant that has the same day in UTC as the line had where it was said."""
    return datetime.combine(day, time(12), UTC)
