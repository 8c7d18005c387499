"""The mark behind a memory line that says on which day its words were said: ours, and no part of what they state."""

import re
from datetime import date

_MARK = re.compile(r" \(said (\d{4}-\d{2}-\d{2})\)$|（(\d{4}-\d{2}-\d{2}) 说）$")


def with_mark(text: str, day: date, *, in_chinese: bool) -> str:
    """Return the text with the day it was said behind it."""
    return f"{text}（{day.isoformat()} 说）" if in_chinese else f"{text} (said {day.isoformat()})"


def without_mark(text: str) -> str:
    """Return a memory line's text without the mark, if it carries one."""
    return _MARK.sub("", text)


def said_on(text: str) -> date | None:
    """Return the day that a memory line's mark names, or None."""
    found = _MARK.search(text)
    return date.fromisoformat(found[1] or found[2]) if found else None
